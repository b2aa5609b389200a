"""How a variant is counted by sets of squares: the board as bits, pieces in classes. See `ir.types`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, final

from hensoku.compiler.ir.board import Kind, SquareIndex

Word: TypeAlias = Literal["u64", "u128", "lanes"]
"""What holds a set: one machine word, two, or 16 lanes of 16 bits, a file in each."""

ClassForm: TypeAlias = Literal["steps", "rides", "walks"]
"""How the moves of a class are counted. `steps`: all pieces at once, one shift for a direction. `rides`: piece by
piece, from tables. `walks`: made and tested one by one, as without sets."""

AtomLanding: TypeAlias = Literal["empty", "enemy"]
BOTH_LANDINGS: Final[tuple[AtomLanding, ...]] = ("empty", "enemy")


@final
@dataclass(frozen=True, slots=True)
class Atom:
    """One direction of a class: at most `reach` steps of `vector` (0: to the edge), over exactly `blockers` pieces.

    `between`: a lame step, as in `Start`; `occupied`: the squares between must be occupied, else empty. `sources`: a
    single step only from these squares (side 0's eyes), None is from anywhere."""

    vector: int
    lands: tuple[AtomLanding, ...]
    reach: int = 1
    blockers: int = 0
    between: tuple[int, ...] = ()
    occupied: bool = False
    sources: tuple[SquareIndex, ...] | None = None

    @property
    def is_step(self) -> bool:
        return self.reach == 1 and self.blockers == 0 and not self.between

    @property
    def takes(self) -> bool:
        return "enemy" in self.lands


@final
@dataclass(frozen=True, slots=True)
class SetClass:
    """Kinds that move, promote and fill files alike share one set a side. `why` says what makes its moves walks.

    `hides`: it may take in ways that are no atoms, so that where the enemy has one, all moves are made and tested.
    `rises`: it promotes to nothing but royals of which one may be lost, so that it may promote whatever is in check."""

    form: ClassForm
    kinds: tuple[Kind, ...]
    atoms: tuple[Atom, ...] = ()
    hides: bool = False
    rises: bool = False
    why: str = ""


@final
@dataclass(frozen=True, slots=True)
class TriedDrop:
    """A kind in hand whose drops are tried one by one, and why."""

    kind: Kind
    why: str


@final
@dataclass(frozen=True, slots=True)
class Sets:
    """The square of file `f` and rank `r` is bit `f * stride + r`; bits above the ranks are guards."""

    word: Word
    stride: int
    classes: tuple[SetClass, ...]
    tried: tuple[TriedDrop, ...] = ()
