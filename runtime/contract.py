"""What a backend gives to the runtime, and what a compiled module carries. Both backends keep to this page.

A move code is an unsigned 64-bit number:

    bits  0-10  to         square index
    bits 11-21  from       square index, or NO_SQUARE for a drop
    bits 22-32  first via  square index, NO_SQUARE if none; for a drop: the kind that leaves the hand
    bits 33-43  second via
    bits 44-54  third via
    bits 55-63  becomes    1 + the kind that stands on `to` afterwards, if a board move changes the mover's kind, or if
                           a drop puts another kind on the board than the one that leaves the hand; else 0

Vias
- Normally (`paths` false) the vias are the squares, in walking order, on which earlier legs captured. Results that
  have equal from, to, becomes and set of victims are one move; its code is the smallest of theirs. A pass (back on the
  origin without a victim) has its turning squares as vias; the smallest code stands for it.
- With `paths` true the vias of a move of several legs are all its turning squares but those hopped over unharmed, and
  only equal codes are one move.
On execution a via square that holds a piece (and is not the origin) loses that piece.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol, TypeAlias, final

NO_SQUARE = 2047
TO_SHIFT, FROM_SHIFT, VIA_SHIFTS, BECOMES_SHIFT = 0, 11, (22, 33, 44), 55
SQUARE_MASK = 2047
MOST_VIAS: Final = len(VIA_SHIFTS)

Code: TypeAlias = int

VariantData: TypeAlias = dict[str, Any]
"""Plain data (str, int, bool, None, list, dict) that a compiled module embeds as `DATA`; see `hensoku.compiler.data`.

    format      int, FORMAT
    slug, title, profile, players [2]
    board       {topology, files, ranks, squares: [[name, file, rank], ...]}
    pieces      [{id, name, kanji, base, hand, royal, rank, moves: [text], promotes: [kind], stuck, line}, ...] by kind
                stuck: [[square, ...], [square, ...]]  by side, where no rule lets the piece stand unpromoted: it could
                never move from there, a move there must promote, and a drop there is illegal
    hand_order  [kind, ...]  kinds that can be in hand, in SFEN order
    setups      {name: sfen}; "start" is the first
    paths       bool
    royals      {lost_when, check, facing}      facing: "allowed" | "illegal" | "answered"
    ends        [{kind, result, path, line}, ...]      in the order in which they go before each other; `Core.ended`
                gives an index into this list
    move_limit  {moves, captures, kinds, result, path, line} or None
    repetition  {times, result, side, perpetual, path, line} or None
    least_cycle int: after so many moves at the least a position can come again
    drop_mates  {kind: {mate, line}}    (keys are str(kind))    mate: "illegal" | "loses" | "allowed"
    state       bool: whether positions carry rule state beyond board, hands and side
    struck      bool: whether the square of the last capture is part of it (no counter-strikes elsewhere)
    actions     {turned: [square, ...], drops: [kind, ...], several}      what numbers of moves need: the squares from
                the other side, the kinds that a drop may put on the board, and a piece whose moves have several steps,
                so that they have no numbers ("" if there is none)
    rules       the resolved rules as nested plain data, for `Variant.rules`
"""

FORMAT = 1

DRAW: Final = 2
"""The winner of a draw, beside the sides 0 and 1."""


def winner_by(result: str, side: int) -> int:
    """Who has won when a side gets `loss`, `win` or `draw`."""
    return {"loss": 1 - side, "win": side, "draw": DRAW}[result]


DEEPEST_PERFT = 1000
"""Nothing is counted deeper."""

Spell: TypeAlias = Callable[[Code, int], Any]
"""From a code, and the kind that a promotion changes or -1 (`changing`), to what stands for the move outside."""


def cell_of(kind: int, side: int) -> int:
    """What a square holds on which a piece stands; an empty one holds 0."""
    return 2 + 2 * kind + side


def kind_of(cell: int) -> int:
    return (cell >> 1) - 1


def side_of(cell: int) -> int:
    return cell & 1


def changing(code: Code, cells: Sequence[int]) -> int:
    """The kind that a move changes into another, -1 if it changes none."""
    origin = code >> FROM_SHIFT & SQUARE_MASK
    return kind_of(cells[origin]) if code >> BECOMES_SHIFT and origin != NO_SQUARE else -1


def spell_each(codes: Sequence[Code], cells: Sequence[int], spell: Spell) -> list[Any]:
    """`Core.spelled` for a core that keeps no answers."""
    return [spell(code, changing(code, cells)) for code in codes]


def play_spelled(core: Core, move: Any, spell: Spell) -> bool:
    """`Core.play` for such a core."""
    cells = core.cells()
    code = next((code for code in core.legal() if spell(code, changing(code, cells)) is move), None)
    if code is not None:
        core.push(code)
    return code is not None


class Listing(Protocol):
    """The legal moves of a core as they are spelled, for who asks again and again: one attribute."""

    @property
    def moves(self) -> list[Any]: ...


@final
class Listed:
    """A listing that asks a function each time."""

    def __init__(self, ask: Callable[[], list[Any]]) -> None:
        self._ask = ask

    @property
    def moves(self) -> list[Any]:
        return self._ask()


class Core(Protocol):
    """One position of one variant, mutable, and the record of the moves that led to it since it was set up. The caller
    has checked all arguments."""

    @property
    def turn(self) -> int: ...

    @property
    def made(self) -> int:
        """How many moves the record has."""
        ...

    def reset(self, cells: Sequence[int], hands: Sequence[Sequence[int]], turn: int, state: Sequence[int]) -> None:
        """Take over a position, with an empty record. `hands[side][kind]` are counts. `state` is `()` for a fresh one
        or what `state()` gave."""
        ...

    def cells(self) -> tuple[int, ...]: ...

    def hands(self) -> tuple[tuple[int, ...], tuple[int, ...]]: ...

    def state(self) -> tuple[int, ...]:
        """Rule state that belongs to the repetition key: `(virgin, sente's checks, gote's checks, passes, credit,
        struck)`.

        `virgin` is a bit set of the squares whose piece has never moved, 0 in variants without initial moves; checks
        are those that a side has given, 0 in variants that do not count them, or end with the first; passes are those
        in a row, 0 in variants that do not end by them; credit is what an impasse adds to a side's points; `struck` is
        the square on which the last move took what may not be answered by a counter-strike elsewhere, else -1."""
        ...

    def copy(self) -> Core:
        """The same position with a record of its own."""
        ...

    def legal(self) -> list[Code]:
        """The legal moves, each once; none when the game is over by the position alone."""
        ...

    def spelled(self, spell: Spell) -> list[Any]:
        """What `spell` says of each legal move, in the order of `legal`. It may be asked once for a move and its answer
        kept for good, for all positions of the variant."""
        ...

    def listing(self, spell: Spell) -> Listing:
        """What `spelled` says, for this core as it will be."""
        ...

    def reached(self) -> list[Code]:
        """The moves on the board as the pieces go, promotion included, each once: before it is asked whether they leave
        a royal attacked, break a file limit or another rule, or whether the game is over."""
        ...

    def push(self, code: Code) -> None:
        """Execute a legal move, unchecked."""
        ...

    def pop(self, count: int = 1) -> None:
        """Take back the last moves. Raises IndexError, and does nothing, when there are not so many."""
        ...

    def play(self, move: Any, spell: Spell) -> bool:
        """Execute the legal move of which `spell` said this very object; False, and nothing else, if there is none."""
        ...

    def take_back(self, spell: Spell) -> Any:
        """As `pop`; what `spell` says of the move."""
        ...

    def wander(self, seed: int, times: int, forbids: bool, most: int) -> int:
        """Play legal moves at random, each as likely as the others, until there is none, or the position has occurred
        for the `times`th time (0: never mind), or `most` moves were made. If repetition `forbids`, moves that bring a
        position about for that time are none. Gives the seed to go on with; both are 64 bits."""
        ...

    def played(self) -> list[tuple[Code, int]]:
        """The moves of the record, first to last, each with the kind that it changed (`changing`)."""
        ...

    def last(self) -> Code:
        """The last move of the record. Raises IndexError if it has none."""
        ...

    def repeats(self) -> int:
        """How many positions of the record have the present one's key, itself among them."""
        ...

    def since(self, captures: bool, kinds: Sequence[int]) -> int:
        """How many moves the record has after the last that took something, if `captures`, or moved or dropped one of
        these kinds."""
        ...

    def victims(self, code: Code) -> tuple[int, ...]:
        """The squares on which a legal move takes something, ascending."""
        ...

    def in_check(self, side: int) -> bool: ...

    def ended(self) -> tuple[int, int] | None:
        """An end seen from the position alone: (index into `ends`, winner 0 or 1, 2 for a draw). Checkmate and
        stalemate are not among them: they show as an empty `legal()`."""
        ...

    def declared(self) -> tuple[int, int] | None:
        """The end that the side to move may declare, as `ended` gives one. Whether the game is over is not asked."""
        ...

    def faces(self) -> bool:
        """Whether pieces face each other that the variant has a rule about."""
        ...

    def key(self) -> int:
        """64 bits; equal for equal positions (board, hands, side, state) of one backend."""
        ...

    def perft(self, depth: int) -> int:
        """The number of legal move sequences of that length; 1 for depth 0. Raises InterruptedError if the core was
        told to `stop`, KeyboardInterrupt as the interpreter does."""
        ...

    def stop(self) -> None:
        """End a count that another thread has this core do, and all that come."""
        ...
