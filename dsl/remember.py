"""Readers of scalars that remember: a parent is read for each of its children, and a file for each of its profiles."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Final, ParamSpec, TypeVar

from hensoku.dsl.findings import Finding

P = ParamSpec("P")
T = TypeVar("T")

_MOST: Final = 4096


def remembered(read: Callable[P, tuple[T, list[Finding]]]) -> Callable[P, tuple[T, list[Finding]]]:
    """The same reader, whose results (frozen data, and findings) are kept; each caller has its own list."""

    known = lru_cache(maxsize=_MOST)(read)

    @wraps(read)
    def recall(*args: P.args, **kwargs: P.kwargs) -> tuple[T, list[Finding]]:
        value, findings = known(*args, **kwargs)  # type: ignore[arg-type] # what scalars are is hashable
        return value, list(findings)

    return recall
