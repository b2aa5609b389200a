"""A definition as plain data, and its text: YAML of one canonical shape, which the loader reads again."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeAlias

Draft: TypeAlias = dict[str, Any]
"""The outer mapping of a definition as plain data: mappings, lists, text, numbers, true and false."""

_PLAIN_KEY: Final = re.compile(r"[A-Za-z][A-Za-z0-9_]*\Z")
_BLOCKS: Final = frozenset(("engine", "pieces"))
"""Mappings that are written one entry a line; all others stand in a line."""


def write_draft(draft: Draft) -> str:
    return "\n".join(_block(draft, "")) + "\n"


def _block(mapping: Mapping[str, Any], indent: str) -> Iterator[str]:
    for key, value in mapping.items():
        if key in _BLOCKS and isinstance(value, Mapping):
            yield f"{indent}{key}:"
            yield from _block(value, indent + "  ")
        else:
            yield f"{indent}{_key(key)}: {_flow(value)}"


def _flow(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_key(key)}: {_flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_flow, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def _key(key: str) -> str:
    return key if _PLAIN_KEY.match(key) else json.dumps(key, ensure_ascii=False)
