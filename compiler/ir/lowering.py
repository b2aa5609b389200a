"""What the passes choose for the generator, and why. The interpreter does not look at it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, final

from hensoku.compiler.ir.deltas import Deltas
from hensoku.compiler.ir.sets import Sets

Form: TypeAlias = Literal["ray", "hop", "gate", "walk"]
"""How the generator carries out a move. `ray`: equal steps over empty squares. `hop`: a ray over screens. `gate`: one
step that asks something of the squares it passes over. `walk`: leg by leg, from tables; every move can be walked."""


@final
@dataclass(frozen=True, slots=True)
class MoveLowering:
    """`why` says what made the move a walk."""

    form: Form
    why: str = ""


@final
@dataclass(frozen=True, slots=True)
class KindLowering:
    """One per move of the kind. `repeats`: two results of the kind may be the same move, so they must be compared."""

    moves: tuple[MoveLowering, ...]
    repeats: bool = False


@final
@dataclass(frozen=True, slots=True)
class Lowering:
    """What was chosen for a variant.

    `attacks`: `lines` looks back from a square along the vectors on which it can be hit; `walks` tries every enemy
    piece (`why` says what asks for it). `sets`: how last moves are counted without being made; None if they are made
    (`no_sets` says why). `deltas`: how the last two plies are; None if the first is made (`no_deltas`)."""

    kinds: tuple[KindLowering, ...]
    attacks: Literal["lines", "walks"] = "lines"
    why: str = ""
    sets: Sets | None = None
    no_sets: str = ""
    deltas: Deltas | None = None
    no_deltas: str = ""
