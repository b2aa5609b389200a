"""How the last two plies of a variant are counted: replies once, then what a move changes of them. See `ir.types`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, final

from hensoku.compiler.ir.board import Kind

Followed: TypeAlias = Literal["sets", "pieces"]
"""How the replies to a class's moves are counted. `sets`: all pieces that meet nothing at once; `pieces`: piece by
piece."""


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
    """`captures`, `checks`: why these moves are made, and replies to them not counted; empty if they are. `scarce`:
    kinds that may be all that a side has left where a game ends; where it has little else, all moves are made."""

    classes: tuple[DeltaClass, ...]
    captures: str = ""
    checks: str = ""
    scarce: tuple[Kind, ...] = ()
