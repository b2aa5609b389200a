"""The nodes of the notations inside strings (piece sets, regions, setups), and values with their places.

Letters, squares and regions are still names here; `hensoku.dsl.definition` puts the nodes together.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, Literal, TypeAlias, TypeVar, final

from hensoku.dsl.source import Span

T = TypeVar("T")


@final
@dataclass(frozen=True)
class Located(Generic[T]):
    """A value and the place in the author's file that it came from."""

    value: T
    span: Span


@final
@dataclass(frozen=True)
class PieceSet:
    """`P L N`, `all but K`, `royal`, or a named set: the names, and whether they are the ones left out.

    A name is the id of a piece (with all its faces), `+` and an id (its promoted faces), `royal`, or a named set. `all`
    is no name left out, `none` no name at all.
    """

    names: tuple[Located[str], ...]
    complement: bool
    span: Span


@final
@dataclass(frozen=True)
class Area:
    """One term of a region. `far`/`near`: the n ranks farthest from / nearest to the owner. `rank`/`file`: a range of
    USI ranks (`a`-`c` or 1-3, from gote's side as in USI) or files. `square`, `rectangle`: USI squares (`5e`, `4a-6c`).
    `named`: a region of the definition. `all`."""

    kind: Literal["far", "near", "rank", "file", "square", "rectangle", "named", "all"]
    first: str = ""
    last: str = ""
    count: int = 0
    span: Span | None = None


@final
@dataclass(frozen=True)
class Region:
    """The union of `areas`, or every square outside it (`all but …`)."""

    areas: tuple[Area, ...]
    complement: bool
    span: Span

    @property
    def is_all(self) -> bool:
        """Whether it is the whole board, in so many words."""
        return not self.complement and self._has_all

    @property
    def is_none(self) -> bool:
        """Whether it says that there is no square in it: `none`."""
        return self.complement and self._has_all

    @property
    def _has_all(self) -> bool:
        return any(area.kind == "all" for area in self.areas)


@final
@dataclass(frozen=True)
class SetupPiece:
    """`name` is the id of a piece; `face` is 0 for the piece itself, else 1 + the index of one of its promoted faces.

    As read by the notation alone, `name` is the letter, in upper case, and `face` is 1 for a `+` before it.
    """

    name: str
    face: int
    side: int
    span: Span

    @property
    def promoted(self) -> bool:
        return self.face > 0


@final
@dataclass(frozen=True)
class SetupNode:
    """SFEN as read: rows of pieces, None for an empty square, `*` for a hole; hands are counts of pieces."""

    rows: tuple[tuple[SetupPiece | Literal["*"] | None, ...], ...]
    row_spans: tuple[Span, ...]
    hands: tuple[tuple[SetupPiece, int], ...]
    turn: int
    number: int
    span: Span


PerSet: TypeAlias = tuple[tuple[PieceSet, Located[T]], ...]
"""Values by piece set, in the merged order; a later entry wins where two name one piece."""
