"""How the last two plies of a variant are counted: replies once, then what a move changes of them. See `ir.types`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, final

Followed: TypeAlias = Literal["sets", "pieces", "made"]
"""How the replies to a class's moves are counted. `sets`: all pieces that meet nothing at once; `pieces`: piece by
piece; `made`: each move is made."""


@final
@dataclass(frozen=True, slots=True)
class DeltaClass:
    """One for each class of `Sets`. `watches`: how many moves its pieces have depends on what stands elsewhere, so that
    a move there changes it. `why` says what keeps the moves from being counted as sets."""

    followed: Followed
    watches: bool = False
    why: str = ""


@final
@dataclass(frozen=True, slots=True)
class Deltas:
    """Why replies to captures and to checks are not counted but these moves made; empty if they are counted."""

    classes: tuple[DeltaClass, ...]
    captures: str = ""
    checks: str = ""
