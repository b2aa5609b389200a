"""The intermediate representation: a variant as plain frozen data.

A `Module` is a board (a graph of squares with vectors), pieces (faces with their moves) and rules. Everything that a
definition leaves to be worked out (zones, sets of pieces, who is royal, where a piece is stuck) is worked out here.
Both the reference interpreter and the generator read it; neither looks at a definition.

Conventions
- A square is an index into `Board.squares`, in SFEN reading order. A kind is an index into `Module.pieces`.
- Side 0 moves first (sente). Vectors, squares and regions are as side 0 sees them; `Vector.turned` and `Board.turned`
  give what side 1 sees (the board turned by 180 degrees).
- A cell is 0 for an empty square, else `2 + 2 * kind + side`.
- -1 is "none" wherever an index is expected.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, final

from hensoku.compiler.ir.board import (
    EMPTY,
    Board,
    Kind,
    Ring,
    Side,
    Square,
    SquareIndex,
    Vector,
    cell_of,
    kind_of,
    side_of,
)
from hensoku.compiler.ir.deltas import DeltaClass, Deltas, Followed
from hensoku.compiler.ir.lowering import Form, KindLowering, Lowering, MoveLowering
from hensoku.compiler.ir.rules import (
    AFTER_MATE,
    TERMS,
    BareKing,
    Borrow,
    BorrowMode,
    CheckCount,
    CheckRule,
    CounterStrike,
    DeadPosition,
    End,
    EndKind,
    Facing,
    FacingRule,
    Forbidden,
    Impasse,
    Loser,
    LostWhen,
    MoveLimit,
    PassedFacing,
    Passes,
    Perpetual,
    PieceCount,
    PromotionLimit,
    Protection,
    Repetition,
    RepetitionResult,
    Result,
    Royals,
    Tally,
    Terms,
    Try,
    Weight,
    Whose,
)
from hensoku.compiler.ir.sets import Atom, AtomLanding, ClassForm, SetClass, Sets, TriedDrop, Word

__all__ = [
    "AFTER_MATE",
    "EMPTY",
    "TERMS",
    "Allowed",
    "Atom",
    "AtomLanding",
    "BareKing",
    "Board",
    "Borrow",
    "BorrowMode",
    "CheckCount",
    "CheckRule",
    "ClassForm",
    "Comparison",
    "CounterStrike",
    "DeadPosition",
    "DeltaClass",
    "Deltas",
    "Drop",
    "DropMate",
    "End",
    "EndKind",
    "Facing",
    "FacingRule",
    "FileLimit",
    "Followed",
    "Forbidden",
    "Forced",
    "Form",
    "Gate",
    "Impasse",
    "Kind",
    "KindLowering",
    "KindTest",
    "Landing",
    "Leg",
    "Loser",
    "LostWhen",
    "Lowering",
    "Module",
    "Move",
    "MoveLimit",
    "MoveLowering",
    "PassedFacing",
    "Passes",
    "Perpetual",
    "Piece",
    "PieceCount",
    "Promotion",
    "PromotionLimit",
    "Protection",
    "RankTest",
    "Repetition",
    "RepetitionResult",
    "Result",
    "Ring",
    "Royals",
    "SetClass",
    "Sets",
    "Setup",
    "Side",
    "Slot",
    "Square",
    "SquareIndex",
    "Start",
    "Tally",
    "Terms",
    "Test",
    "TriedDrop",
    "Trigger",
    "Try",
    "Vector",
    "Weight",
    "Whose",
    "Word",
    "cell_of",
    "kind_of",
    "side_of",
]

# ---------------------------------------------------------------------------------------------------------- moves

Landing: TypeAlias = Literal["empty", "enemy", "friend", "hop", "hop-friend"]
Gate: TypeAlias = Literal["open", "empty", "occupied"]
Slot: TypeAlias = Literal["self", "screen", "target", "via"]
Comparison: TypeAlias = Literal["<", "<=", "=", "!=", ">=", ">"]


@final
@dataclass(frozen=True, slots=True)
class Start:
    """One direction of a first leg.

    `between` is the lame path of one step of `vector`: the vectors that lead, one after another, from the square
    before the step to each square passed over (the landing not included). Empty for unit steps.
    """

    vector: int
    between: tuple[int, ...] = ()


@final
@dataclass(frozen=True, slots=True)
class Leg:
    """One leg: equal steps in one direction, then a landing.

    The first leg of a move has `starts` (and no turns). A later leg has `turns`: eighths of a full turn, clockwise,
    from the direction of travel, on `ring`; its starts are worked out from the leg before. A first leg that is
    followed by others has its `ring` too, so that its direction is known.

    - `reach`: most steps, counted from where the leg begins; 0 is to the edge.
    - `least`: fewest steps (`{min=2}`), at least 1.
    - `skip`: so many first squares are passed whatever they hold; they count for the reach (`jR`).
    - `gate`: what the squares in `between` must be at each step: open (a leap), empty (lame, `n`), occupied (`j`).
      A later leg with a gate and a stride above 1 passes over the unit steps in its direction; the board then has a
      ring of stride 1.
    - `screens`: how many pieces are hopped on the ray before landing: (0, 0) for a slider, (1, 1) for a cannon,
      (1, -1) for `pp` (no upper bound). A ray with an upper bound `b` ends at the (b+1)-th piece; one without runs on.
    - `circle`: the leg lands nowhere but where it began, once it has gone all the way round a joined board.
    - `beyond`: after its screens the leg lands anywhere beyond (`any`) or only on the next square (`next`, `g`).
    - `lands`: what the landing square may hold. On the last leg: `empty` (move), `enemy` (capture), `friend` (removed).
      On an earlier leg: `empty` (a turning point), `enemy` and `friend` (captured on the way), `hop` (any piece, passed
      over unharmed), `hop-friend` (only a friend). An occupied landing square always ends the ray; squares before it
      are empty, apart from screens and skipped ones.
    """

    lands: tuple[Landing, ...]
    starts: tuple[Start, ...] = ()
    ring: int = -1
    turns: tuple[int, ...] = ()
    reach: int = 1
    least: int = 1
    skip: int = 0
    gate: Gate = "open"
    screens: tuple[int, int] = (0, 0)
    beyond: Literal["any", "next"] = "any"
    circle: bool = False


@final
@dataclass(frozen=True, slots=True)
class KindTest:
    """Every piece in `slot` is (or, with `among` false, is not) one of `kinds`. Holds when the slot is empty."""

    slot: Slot
    kinds: tuple[Kind, ...]
    among: bool


@final
@dataclass(frozen=True, slots=True)
class RankTest:
    """`rank of every piece in slot <comparison> rank of other` (`self`, or a number). Holds when the slot is empty."""

    slot: Slot
    comparison: Comparison
    other: Literal["self"] | int


Test: TypeAlias = KindTest | RankTest


@final
@dataclass(frozen=True, slots=True)
class Move:
    """One way to move: legs walked in order.

    From the second leg on the origin counts as empty and what was captured is gone. A result that is back on the
    origin without a victim is dropped unless `passes`. `initial`: only while the piece has never moved.
    `tests` look at: `self` the mover, `screen` the pieces hopped by screens, `target` the piece captured by the last
    leg, `via` the pieces captured or hopped by earlier legs. `where` limits the origin to some squares (side 0's eyes),
    None is anywhere. `text` is the notation that it came from, `line` its place (`path:line`), both for reading only.
    """

    legs: tuple[Leg, ...]
    initial: bool = False
    passes: bool = False
    tests: tuple[Test, ...] = ()
    where: tuple[SquareIndex, ...] | None = None
    text: str = ""
    line: str = ""


# --------------------------------------------------------------------------------------------------------- pieces

Forced: TypeAlias = Literal["never", "stuck", "always"]
Allowed: TypeAlias = Literal["illegal", "allowed"]
DropMate: TypeAlias = Literal["illegal", "loses", "allowed"]


@final
@dataclass(frozen=True, slots=True)
class Trigger:
    """A board move may promote when it touches `zone` (side 0's eyes) in one of these ways.

    `enter`: ends inside, began outside. `leave`: began inside, ends outside. `within`: began and ends inside.
    `capture`: takes something and begins or ends inside. `quiet`: takes nothing, begins or ends inside.
    """

    zone: tuple[SquareIndex, ...]
    enter: bool = False
    leave: bool = False
    within: bool = False
    capture: bool = False
    quiet: bool = False


@final
@dataclass(frozen=True, slots=True)
class Promotion:
    """What a face may turn into by a board move.

    `forced`: `never`; `always` (whenever a trigger holds); `stuck` (when the move ends on a square in `stuck`).
    """

    targets: tuple[Kind, ...]
    triggers: tuple[Trigger, ...]
    forced: Forced


@final
@dataclass(frozen=True, slots=True)
class FileLimit:
    """At most `count` own pieces of `kinds` on one file. `moves`: board moves are bound too, not only drops."""

    count: int
    kinds: tuple[Kind, ...]
    moves: bool = False


@final
@dataclass(frozen=True, slots=True)
class Drop:
    """How a piece in hand comes to the board: `faces` are the kinds it may be, `squares` where (side 0's eyes). `line`
    is the file and line that say what becomes of a mate by it."""

    faces: tuple[Kind, ...]
    squares: tuple[SquareIndex, ...]
    stuck: Allowed = "illegal"
    mate: DropMate = "allowed"
    check: Allowed = "allowed"
    file_limit: FileLimit | None = None
    stalemate: Allowed = "allowed"
    line: str = ""


@final
@dataclass(frozen=True, slots=True)
class Piece:
    """One face of a piece.

    `id` is its SFEN spelling for side 0 (`P`, `+P`, `[ab]`); `base` the kind of its unpromoted face (itself, if it is
    one); `hand` the kind it becomes in the captor's hand, -1 if it leaves the game. `stuck` are the squares from which
    it can never move (side 0's eyes), worked out from the moves. `within` confines it to a region, None is anywhere.
    `drop` is how it is dropped (None for what never comes to hand). `uncapturable_by`: kinds that may not take it.
    """

    id: str
    name: str
    kanji: str
    moves: tuple[Move, ...]
    base: Kind
    hand: Kind
    royal: bool = False
    rank: int = 0
    promotion: Promotion | None = None
    drop: Drop | None = None
    stuck: tuple[SquareIndex, ...] = ()
    within: tuple[SquareIndex, ...] | None = None
    uncapturable_by: tuple[Kind, ...] = ()
    line: str = ""


# -------------------------------------------------------------------------------------------------------------- start


@final
@dataclass(frozen=True, slots=True)
class Setup:
    """A start: cells, hands (counts per kind, by side), the side to move and the number of the first move."""

    name: str
    cells: tuple[int, ...]
    hands: tuple[tuple[int, ...], tuple[int, ...]]
    turn: Side
    number: int = 1


@final
@dataclass(frozen=True, slots=True)
class Module:
    """A whole variant. `setups[0]` is the start. `players` names the sides. `paths`: two-step moves that go another way
    to the same end are different moves. `protections` and `counter_strike` forbid captures. `origins` maps a rule's
    path to its `file:line`, for reading only. `ends` are in the order of `EndKind`. `passing`: a side may also hand
    over its turn, by a move of a royal to where it stands. While a hand holds a kind of `first`, its side may only drop
    these; while it holds one of `before_mate`, its side may not mate. `evaluation` is of
    no rule: what the definition says of the numbers that the search goes by. The passes add `lowering`."""

    slug: str
    title: str
    profile: str
    board: Board
    pieces: tuple[Piece, ...]
    setups: tuple[Setup, ...]
    royals: Royals
    ends: tuple[End, ...]
    repetition: Repetition | None
    borrow: Borrow | None = None
    players: tuple[str, str] = ("sente", "gote")
    paths: bool = False
    hand_order: tuple[Kind, ...] = ()
    passing: bool = False
    protections: tuple[Protection, ...] = ()
    counter_strike: CounterStrike | None = None
    promotion_limits: tuple[PromotionLimit, ...] = ()
    first: tuple[Kind, ...] = ()
    before_mate: tuple[Kind, ...] = ()
    evaluation: tuple[Weight, ...] = ()
    lowering: Lowering | None = None
