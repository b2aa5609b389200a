"""The typed nodes of a definition: what its merged YAML says, checked and located, before anything is worked out.

`build_definition` (build.py) makes them from merged nodes; the compiler's `resolve` turns them into IR. Letters, squares
and regions are still names here. A value that the author left out is None or its default as the reference page says.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Generic, Literal, TypeAlias, TypeVar, final

from hensoku.dsl.moves.nodes import Moves
from hensoku.dsl.source import Span

T = TypeVar("T")


@final
@dataclass(frozen=True)
class Located(Generic[T]):
    """A value and the place in the author's file that it came from."""

    value: T
    span: Span


# -------------------------------------------------------------------------------------------- notation inside strings


@final
@dataclass(frozen=True)
class PieceSet:
    """`P L N`, `all`, `all but K`, `royal`, or a named set: the names, and whether they are the ones left out."""

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


@final
@dataclass(frozen=True)
class SetupPiece:
    """`name` is a piece key in upper case; `promoted` a `+` before it."""

    name: str
    promoted: bool
    side: int
    span: Span


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


# ------------------------------------------------------------------------------------------------------------- groups


@final
@dataclass(frozen=True)
class TopologyDef:
    type: Located[str]
    rows: Located[int]
    cols: Located[int]
    holes: Region | None = None
    lines: tuple[tuple[Located[str], ...], ...] = ()


@final
@dataclass(frozen=True)
class MovesDef:
    """Moves, perhaps only from some squares (`{in: near 5, moves: fW}`); `moves` None is `moves: none`."""

    moves: Moves | None
    where: Region | None
    span: Span


@final
@dataclass(frozen=True)
class FaceDef:
    """A promotion target: a face of the same piece (`becomes` None), or another piece that it turns into."""

    name: str
    kanji: str
    moves: tuple[MovesDef, ...]
    royal: bool
    rank: int
    becomes: Located[str] | None
    span: Span


@final
@dataclass(frozen=True)
class PieceDef:
    """`id` is its key: the SFEN letter or a longer name (`AB`), upper case."""

    id: Located[str]
    name: str
    kanji: str
    moves: tuple[MovesDef, ...]
    promotes: tuple[FaceDef, ...]
    royal: bool
    rank: int
    within: Region | None
    captured: Located[str] | None
    span: Span


When: TypeAlias = Literal["enter", "leave", "within", "capture", "quiet"]


@final
@dataclass(frozen=True)
class PromotionDef:
    """The promotion group; every value by piece set, scalars standing for all."""

    zone: PerSet[Region]
    when: PerSet[tuple[When, ...]]
    forced: PerSet[str]
    mode: PerSet[str]


@final
@dataclass(frozen=True)
class FileLimitDef:
    count: int
    moves: bool


@final
@dataclass(frozen=True)
class DropsDef:
    """`enabled` false is `drops: none`. `from_` is `captures` or `setup` (hands filled only by the setup)."""

    enabled: bool
    from_: str
    faces: PerSet[str]
    region: PerSet[Region]
    file_limit: PerSet[FileLimitDef | None]
    stuck: PerSet[str]
    mate: PerSet[str]
    check: PerSet[str]
    span: Span | None = None


@final
@dataclass(frozen=True)
class RoyalsDef:
    pieces: PieceSet | None
    lost_when: Located[str] | None
    check: Located[str] | None


@final
@dataclass(frozen=True)
class BorrowDef:
    from_: Moves
    of: str
    mode: str
    span: Span


@final
@dataclass(frozen=True)
class EndDef:
    """One entry of `ends`: its key (`stalemate`), its result, and what else its mapping says."""

    kind: str
    result: Located[str]
    options: Mapping[str, Located[object]]
    span: Span


@final
@dataclass(frozen=True)
class RepetitionDef:
    times: Located[int]
    result: Located[str]
    loser: Located[str] | None
    perpetual: Located[str]
    span: Span


@final
@dataclass(frozen=True)
class Meta:
    """The outer keys. `board` and `players` are compared with `engine` by the builder."""

    title: str
    slug: str
    aliases: tuple[str, ...] = ()
    parent: Located[str] | None = None
    texts: Mapping[str, str] = field(default_factory=dict)


@final
@dataclass(frozen=True)
class Definition:
    meta: Meta
    topology: TopologyDef
    players: tuple[str, str]
    regions: Mapping[str, Region]
    sets: Mapping[str, PieceSet]
    setup: SetupNode
    setups: Mapping[str, SetupNode]
    pieces: tuple[PieceDef, ...]
    promotion: PromotionDef
    drops: DropsDef
    royals: RoyalsDef
    borrow: BorrowDef | None
    ends: tuple[EndDef, ...]
    repetition: RepetitionDef | None
    paths: bool
    profiles: tuple[str, ...]
    span: Span
