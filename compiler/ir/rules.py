"""The rules of a variant that are not about one piece: royals, loans, captures, ends, repetition. See `ir.types`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, final

from hensoku.compiler.ir.board import Kind, SquareIndex

LostWhen: TypeAlias = Literal["any", "all"]
CheckRule: TypeAlias = Literal["answered", "ignored"]
Whose: TypeAlias = Literal["friend", "enemy", "any"]
Forbidden: TypeAlias = Literal["captures", "promotion"]
BorrowMode: TypeAlias = Literal["replace", "add"]
RepetitionResult: TypeAlias = Literal["draw", "loss", "win", "illegal"]
Loser: TypeAlias = Literal["repeater", "first-mover", "sente", "gote"]
Perpetual: TypeAlias = Literal["loss", "none"]
FacingRule: TypeAlias = Literal["illegal", "answered"]

Result: TypeAlias = Literal["loss", "win", "draw"]
"""For the side that the rule names: the side to move, the side whose royal is gone, the side that acts or repeats, …"""


@final
@dataclass(frozen=True, slots=True)
class Facing:
    """Pieces of `kinds`, one of each side, face each other: along one of `vectors` (side 0's eyes) the first piece that
    side 0's meets is the other's. `illegal`: no move may leave it so. `answered`: a move may bring it about, and the
    other side must end it with its next move, or pass."""

    kinds: tuple[Kind, ...]
    vectors: tuple[int, ...]
    rule: FacingRule = "illegal"


@final
@dataclass(frozen=True, slots=True)
class Royals:
    """`lost_when`: the game hangs on any royal, or on the last one. `check`: must be answered, or is ignored. `facing`:
    None is allowed. `in_hand_forbids`: what a side may not do while a royal of its own is in its hand; without captures
    it attacks nothing either."""

    lost_when: LostWhen = "any"
    check: CheckRule = "answered"
    facing: Facing | None = None
    in_hand_forbids: tuple[Forbidden, ...] = ()


@final
@dataclass(frozen=True, slots=True)
class Borrow:
    """A piece with a donor on the square that a vector (side 0's eyes) leads to moves as the donor's printed face."""

    vectors: tuple[int, ...]
    whose: Whose = "friend"
    mode: BorrowMode = "replace"

    @property
    def unites(self) -> bool:
        """Whether a piece may have the moves of several at once."""
        return len(self.vectors) > 1 or self.mode == "add"


@final
@dataclass(frozen=True, slots=True)
class PromotionLimit:
    """A piece may not turn into one of `kinds` while its side has `count` others of them on the board."""

    count: int
    kinds: tuple[Kind, ...]


@final
@dataclass(frozen=True, slots=True)
class Protection:
    """A piece of `takers` may not take an enemy piece of `targets` that is protected.

    Protected: an enemy piece could take the mover on that square, if it stood there and whatever it takes were gone.
    What it takes besides protects all the same, as if it alone were still there. The move is allowed if a vector of
    `near` (side 0's eyes) leads from the mover to the square, or if it takes an enemy piece of `excuses` besides.
    """

    takers: tuple[Kind, ...]
    targets: tuple[Kind, ...]
    near: tuple[int, ...] = ()
    excuses: tuple[Kind, ...] = ()


@final
@dataclass(frozen=True, slots=True)
class CounterStrike:
    """When a piece that is none of `peers` has taken one of `targets`, the other side may not at once take one of
    `targets` on another square with a piece that is none of `peers`."""

    peers: tuple[Kind, ...]
    targets: tuple[Kind, ...]


@final
@dataclass(frozen=True, slots=True)
class Try:
    """A piece of `kinds` has come to `goal` (side 0's eyes); with `safe` only while no enemy can take it there."""

    kinds: tuple[Kind, ...]
    goal: tuple[SquareIndex, ...]
    safe: bool = False


@final
@dataclass(frozen=True, slots=True)
class CheckCount:
    """A side has given so many checks."""

    count: int


@final
@dataclass(frozen=True, slots=True)
class BareKing:
    """A side has nothing but royals, on the board and in hand.

    `weak`: kinds that are not enough for the other side to win by it. `ignore_stuck`: pieces that could never move from
    where they stand count as gone, for both sides. `single`: only where each side has one royal. With `reply` the game
    goes on for one move if the bared side, to move, can leave the other without all but royals and weak pieces, or take
    its last royal; with `threat` too it goes on as long as it could, were it to move.
    """

    reply: bool = False
    threat: bool = False
    single: bool = False
    ignore_stuck: bool = False
    weak: tuple[Kind, ...] = ()


@final
@dataclass(frozen=True, slots=True)
class PieceCount:
    """A side has fewer than `below` pieces of `kinds` on the board."""

    kinds: tuple[Kind, ...]
    below: int


@final
@dataclass(frozen=True, slots=True)
class Tally:
    """Instead of a result: what each side has on the board and in hand counts `points` by kind, beside its `bonus` by
    side; who has more has won."""

    points: tuple[int, ...]
    bonus: tuple[int, int] = (0, 0)


@final
@dataclass(frozen=True, slots=True)
class PassedFacing:
    """A side has passed while pieces faced each other (`Royals.facing`)."""

    tally: Tally | None = None


@final
@dataclass(frozen=True, slots=True)
class Passes:
    """So many moves in a row were passes."""

    times: int
    tally: Tally | None = None


@final
@dataclass(frozen=True, slots=True)
class Impasse:
    """The side to move has its royals in `zone` (side 0's eyes), `entered` other pieces there, and enough points.

    What stands in the zone and what is in hand counts `points` by kind. `needed`, by side, is enough for the result;
    `drawn`, by side, for a draw (0: there is none). `declared`: only if the side claims it, else by itself. `checked`:
    also while in check. `credit`: the side (-1: none) to whose points `credits` are added, by the setup from which the
    game began: what that setup lacks of the start. `both`: the other side's royals are in its zone as well."""

    zone: tuple[SquareIndex, ...]
    entered: int
    points: tuple[int, ...]
    needed: tuple[int, int]
    drawn: tuple[int, int] = (0, 0)
    declared: bool = False
    checked: bool = False
    credit: int = -1
    credits: tuple[int, ...] = ()
    both: bool = False


@final
@dataclass(frozen=True, slots=True)
class MoveLimit:
    """So many moves were made, of both sides together: since the start, as the move number says. With `captures` they
    are counted anew after one that takes something, with `kinds` after one of such a piece; then what was made before
    the position that was set up is not counted."""

    moves: int
    captures: bool = False
    kinds: tuple[Kind, ...] = ()


@final
@dataclass(frozen=True, slots=True)
class DeadPosition:
    """Only pieces of `kinds` are left, on the board and in hand."""

    kinds: tuple[Kind, ...]


EndKind: TypeAlias = Literal[
    "royal-captured",
    "try",
    "check-count",
    "facing",
    "passes",
    "checkmate",
    "stalemate",
    "bare-king",
    "piece-count",
    "impasse",
    "move-limit",
    "dead-position",
]
"""In the order in which they go before each other; repetition goes before `impasse`."""

AFTER_MATE: Final[frozenset[EndKind]] = frozenset(("bare-king", "piece-count", "impasse", "dead-position"))
"""Ends of a position before which mate and stalemate go."""

Terms: TypeAlias = Try | CheckCount | PassedFacing | Passes | BareKing | PieceCount | Impasse | MoveLimit | DeadPosition

TERMS: Final[Mapping[EndKind, type[Terms]]] = {
    "try": Try,
    "check-count": CheckCount,
    "facing": PassedFacing,
    "passes": Passes,
    "bare-king": BareKing,
    "piece-count": PieceCount,
    "impasse": Impasse,
    "move-limit": MoveLimit,
    "dead-position": DeadPosition,
}
"""The kinds of ends that have terms."""


@final
@dataclass(frozen=True, slots=True)
class End:
    """One way a game ends and the result for the side it names. `path` is its place in the definition
    (`ends.stalemate`), `line` the file and line. `terms` say more about the kinds in `TERMS`.

    Whom it names: the side to move (checkmate, stalemate, impasse, dead-position), the side to which it happened
    (royal-captured, bare-king, piece-count) or that did it (try, check-count, facing, passes), side 0 (move-limit)."""

    kind: EndKind
    result: Result
    path: str
    line: str = ""
    terms: Terms | None = None


@final
@dataclass(frozen=True, slots=True)
class Repetition:
    """The `times`-th occurrence of a position ends the game with `result`; `perpetual` is the result for a side whose
    every move from the first to the last occurrence gave check, `none` if that makes no difference.

    `side`: whom `result` names: the side that completed the repetition, the one that was to move in the position that
    was set up, or always one side."""

    times: int
    result: RepetitionResult
    side: Loser = "repeater"
    perpetual: Perpetual = "none"
    path: str = "repetition"
    line: str = ""


@final
@dataclass(frozen=True, slots=True)
class Weight:
    """A number of the evaluation that the definition says; the others are worked out (`hensoku.compiler.evaluation`).
    `piece` is the id of the piece whose it is, empty for a number of the whole variant; `squares` are those that a
    `square` is of, as side 0 sees them."""

    name: str
    value: int
    piece: str = ""
    squares: tuple[SquareIndex, ...] = ()
