"""The typed nodes of a definition: what its merged YAML says, checked and located, before anything is worked out.

`build_definition` (build.py) makes them from merged nodes; the compiler's `resolve` turns them into IR. Letters,
squares and regions are still names here. A value that the author left out is None or the default that its class names.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias, TypeVar, final

from hensoku.dsl.moves.nodes import Moves
from hensoku.dsl.notation.nodes import Area, Located, PerSet, PieceSet, Region, SetupNode, SetupPiece
from hensoku.dsl.schema import default
from hensoku.dsl.source import Span

__all__ = [
    "USUAL",
    "Area",
    "BorrowDef",
    "Definition",
    "DropsDef",
    "EndDef",
    "EndKind",
    "EndOption",
    "EvaluationDef",
    "FaceDef",
    "FacingDef",
    "FileLimitDef",
    "Located",
    "Meta",
    "MovesDef",
    "PerSet",
    "PieceDef",
    "PieceSet",
    "PointsDef",
    "PromotionDef",
    "Region",
    "RepetitionDef",
    "RoyalsDef",
    "SetupNode",
    "SetupPiece",
    "TopologyDef",
    "TradeDef",
    "When",
    "said",
]

T = TypeVar("T")

# ------------------------------------------------------------------------------------------------------------- groups


@final
@dataclass(frozen=True)
class TopologyDef:
    """`holes` are cells that are no squares, `*` in the setup. `lines` are rows of squares joined by extra edges."""

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
    """A promotion target: a face of the same piece (`becomes` None), or another piece that it turns into.

    `letter` is the SFEN spelling, if it is not `+` and the piece's own. A face with `becomes` has nothing else, and no
    moves. `captured` is as in PieceDef, as are `never_takes` and `spares`; None is as the piece itself.
    """

    name: str
    kanji: str
    moves: tuple[MovesDef, ...]
    royal: bool
    rank: int
    becomes: Located[str] | None
    span: Span
    letter: Located[str] | None = None
    within: Region | None = None
    captured: Located[str] | None = None
    never_takes: PieceSet | None = None
    spares: PieceSet | None = None


@final
@dataclass(frozen=True)
class PieceDef:
    """`id` is its key: the SFEN letter or a longer name (`AB`), upper case; what conditions and piece sets name.

    `letter` is its SFEN spelling, upper case, without brackets (`P`, `AB`, `X'`): the id, unless `letter:` says
    otherwise. `demotes`: its promoted face turns back in the way in which it was promoted. `captured`: what it is in
    the captor's hand: the id of a piece, `removed`, or None for itself (if pieces are dropped at all). `never_takes`:
    what it may not capture. `spares`: what it may not capture while it is protected. `in_turn`: its promoted faces are
    no choice but follow one another.
    """

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
    letter: Located[str]
    demotes: bool = False
    in_turn: bool = False
    never_takes: PieceSet | None = None
    spares: PieceSet | None = None


def said(value: Located[str] | None, part: str, key: str) -> str:
    """A word, or the one that holds where nothing is said under this key of a part."""
    return str(default(part, key)) if value is None else value.value


When: TypeAlias = Literal["enter", "leave", "within", "capture", "quiet"]

USUAL: Final[tuple[When, ...]] = tuple(default("promotion", "when"))
"""When a move may promote, where nothing is said."""


@final
@dataclass(frozen=True)
class PromotionDef:
    """The promotion group; every value by piece set, scalars standing for all.

    `forced`: stuck, always, never. `mode`: zone, every_move, on_capture. `again`: a further zone on whose squares any
    move may end with a promotion. What no entry names: no zone; enter, leave, within; stuck; zone; nothing. `limit`:
    how many of the printed faces of a set a side may come to have by promotion.
    """

    zone: PerSet[Region]
    when: PerSet[tuple[When, ...]]
    forced: PerSet[str]
    mode: PerSet[str]
    again: PerSet[Region] = ()
    limit: PerSet[int] = ()


@final
@dataclass(frozen=True)
class FileLimitDef:
    """At most `count` own pieces of the set's kinds on a file; `moves`: board moves are bound too."""

    count: int
    moves: bool


@final
@dataclass(frozen=True)
class DropsDef:
    """`enabled` false is `drops: none`. `from_` is `captures` or `setup` (hands filled only by the setup).

    `faces`: unpromoted, either, as_captured. `stuck`: illegal, allowed. `mate`: illegal, loses, allowed. `check` and
    `stalemate`: illegal, allowed. What no entry names: unpromoted; the whole board; no limit; illegal; allowed.
    `first`: while the hand holds one of these, nothing is done but to drop them. `before_mate`: no mate is given then.
    """

    enabled: bool
    from_: str
    faces: PerSet[str]
    region: PerSet[Region]
    file_limit: PerSet[FileLimitDef | None]
    stuck: PerSet[str]
    mate: PerSet[str]
    check: PerSet[str]
    span: Span | None = None
    stalemate: PerSet[str] = ()
    first: PieceSet | None = None
    before_mate: PieceSet | None = None


@final
@dataclass(frozen=True)
class FacingDef:
    """Pieces of both sides with nothing between them. `rule`: allowed, illegal, answered. None stands for the royals,
    and for files."""

    rule: Located[str]
    pieces: PieceSet | None = None
    along: Moves | None = None


@final
@dataclass(frozen=True)
class RoyalsDef:
    """`pieces` adds to those that say `royal: true`. None stands for any, answered, allowed.

    `lost_when`: any, all. `check`: answered, ignored. `in_hand_forbids`: captures, promotion.
    """

    pieces: PieceSet | None
    lost_when: Located[str] | None
    check: Located[str] | None
    facing: FacingDef | None = None
    in_hand_forbids: tuple[str, ...] = ()


@final
@dataclass(frozen=True)
class BorrowDef:
    """`from_`: steps to the donors. `of`: friend, enemy, any. `mode`: replace, add."""

    from_: Moves
    of: str
    mode: str
    span: Span


@final
@dataclass(frozen=True)
class TradeDef:
    """The trade of lions. A piece of `pieces` may not take one of `targets` (None: of `pieces`) that is protected and
    that no step of `near` leads to (None: a step of a king; `none` is no moves), unless the same move takes something
    outside `worthless` besides. `counter_strike` false: after one of the targets was taken by a piece that is none of
    `pieces`, the other side may not at once take one on another square by such a piece."""

    pieces: PieceSet
    worthless: PieceSet | None
    counter_strike: bool
    span: Span
    targets: PieceSet | None = None
    near: Moves | Literal["none"] | None = None


@final
@dataclass(frozen=True)
class PointsDef:
    """What a piece set counts in an impasse."""

    pieces: PieceSet
    value: Located[int]


EndKind: TypeAlias = Literal[
    "checkmate",
    "stalemate",
    "royal_captured",
    "bare_king",
    "try",
    "check_count",
    "facing",
    "passes",
    "piece_count",
    "impasse",
    "move_limit",
    "dead_position",
]

EndOption: TypeAlias = str | int | bool | PieceSet | Region | tuple[PointsDef, ...] | tuple[int, int]


@final
@dataclass(frozen=True)
class EndDef:
    """One entry of `ends`: its key, its result, and what else its mapping says; a scalar is the result alone.

    The result (win, loss, draw) is for the side to move in checkmate and stalemate, the side that lost its royal or its
    army in royal_captured, bare_king and piece_count, the side that acts in try, check_count, facing, passes and
    impasse, the side to move in dead_position, and the player named first in move_limit.

    Options, all there and of one type once the definition is built:
    - bare_king: `reply` (bool: the bared side may bare the other at once, which is a draw), `threat` (bool: the game
      also goes on while it only threatens to), `single` (bool: each side has one royal), `ignore_stuck` (bool: pieces
      that could never move are none), `weak` (PieceSet, printed faces: not enough for the other side)
    - try: `pieces` (PieceSet), `goal` (Region), `safe` (bool: not if the piece can be taken)
    - check_count: `count` (int)
    - facing, passes: `points` (tuple of PointsDef: empty if the result holds), `bonus` (two ints, by side); passes also
      `times` (int)
    - piece_count: `pieces` (PieceSet), `below` (int: met when fewer than so many are left)
    - impasse: `zone` (Region), `entered` (int: other pieces in the zone), `points` (tuple of PointsDef), `needed`
      (two ints, by side; 0 is none) and `drawn` (the same; 0 is no draw), `both` (bool: the other side's royals are in
      their zone as well), `declared` (bool: claimed by the side, else automatic), `checked`
      (bool: also while in check), `credit` (the number of a side, -1 for none)
    - move_limit: `moves` (int: plies since the start), `after_capture` (bool) and `after_move_of` (PieceSet): the moves
      after which they are counted anew
    - dead_position: `pieces` (PieceSet: nothing else on the board and in hand)
    """

    kind: EndKind
    result: Located[str]
    options: Mapping[str, Located[EndOption]]
    span: Span

    def option(self, name: str, kind: type[T]) -> T:
        """The value of an option, of the type that the list above says."""
        value = self.options[name].value
        assert isinstance(value, kind)
        return value


@final
@dataclass(frozen=True)
class RepetitionDef:
    """`result`: draw, loss, win, illegal, for `loser`: repeater (None too), first_mover, sente, gote. `perpetual`:
    loss, none."""

    times: Located[int]
    result: Located[str]
    loser: Located[str] | None
    perpetual: Located[str]
    span: Span


@final
@dataclass(frozen=True)
class EvaluationDef:
    """Numbers of the engine's evaluation by name: those that a piece set has, and those of the whole variant; and those
    that a piece set has on a region."""

    by_set: Mapping[str, PerSet[int]]
    whole: Mapping[str, Located[int]]
    on_squares: tuple[tuple[PieceSet, Region, Located[int]], ...] = ()


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
    passing: bool = False
    full_circle: bool = False
    trade: TradeDef | None = None
    evaluation: EvaluationDef | None = None
