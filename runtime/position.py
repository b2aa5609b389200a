"""A position and the game that led to it."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, final

from hensoku.runtime import sfen as sfen_text
from hensoku.runtime.codec import dropped_kind, from_square
from hensoku.runtime.contract import DRAW, Code, Core
from hensoku.runtime.drawing import text_of
from hensoku.runtime.errors import IllegalMoveError, MoveSyntaxError
from hensoku.runtime.move import Move
from hensoku.runtime.outcome import (
    Outcome,
    Ply,
    Verdict,
    by_move_limit,
    by_no_moves,
    by_position,
    by_repetition,
    first_of,
)
from hensoku.runtime.refusal import reason_against

if TYPE_CHECKING:
    from hensoku.runtime.variant import Variant


@final
@dataclass(frozen=True, slots=True)
class PieceOnBoard:
    """A piece on a square: the face that shows, and whose it is. Its text is its SFEN spelling."""

    id: str
    name: str
    kanji: str
    side: str
    sfen: str

    def __str__(self) -> str:
        return self.sfen


@final
class Position:
    """A position of a variant, made by `Variant.position()`. Mutable: `push` and `pop` play and take back.

    Positions are equal when board, hands, side to move and rule state are; not by their move numbers or histories.
    """

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, variant: Variant, core: Core, number: int) -> None:
        self.variant = variant
        self._core = core
        self._number = number
        self._undoable = 0
        self._codes: list[Code] = []
        self._moves: list[Move] = []
        self._plies: list[Ply] = [self._ply(self._counted_before())]
        self._legal: dict[Move, Code] | None = None

    # ------------------------------------------------------------------------------------------------------ looking

    @property
    def turn(self) -> str:
        """The name of the side to move: `sente` or `gote`."""
        return self.variant.players[self._core.turn]

    @property
    def history(self) -> tuple[Move, ...]:
        """The moves since the position that was set up."""
        return tuple(self._moves)

    @property
    def key(self) -> int:
        """64 bits, equal for equal positions of one variant and backend."""
        return self._core.key()

    def sfen(self) -> str:
        data, ply = self.variant.data, self._plies[-1]
        number = self._number + len(self._moves)
        return sfen_text.write(
            data["board"], data["pieces"], data["hand_order"], ply.cells, ply.hands, ply.turn, number, ply.struck
        )

    def piece_at(self, square: str) -> PieceOnBoard | None:
        """The piece on a square such as `5e`, None if it is empty. Raises ValueError for no square of the board."""
        index = self.variant.square_index.get(square)
        if index is None:
            raise ValueError(f"{square!r} is no square of this board")
        cell = self._plies[-1].cells[index]
        if not cell:
            return None
        piece, side = self.variant.data["pieces"][(cell >> 1) - 1], cell & 1
        spelled = piece["id"].lower() if side else piece["id"].upper()
        return PieceOnBoard(piece["id"], piece["name"], piece["kanji"], self.variant.players[side], spelled)

    def hand(self, side: str) -> dict[str, int]:
        """The pieces in the hand of `sente` or `gote`: how many by id, those it has none of left out."""
        if side not in self.variant.players:
            raise ValueError(f"{side!r} is no side: {' or '.join(self.variant.players)}")
        counts = self._plies[-1].hands[self.variant.players.index(side)]
        data = self.variant.data
        return {data["pieces"][kind]["id"]: counts[kind] for kind in data["hand_order"] if counts[kind]}

    def is_check(self) -> bool:
        """Whether the side to move is in check."""
        return self._core.in_check(self._core.turn)

    # -------------------------------------------------------------------------------------------------------- moves

    @property
    def legal_moves(self) -> list[Move]:
        """Every legal move once. Empty when the position is an end; a repetition leaves them as they are, unless the
        variant forbids it."""
        if self._forbids_repetition:
            return list(self._legal_codes())
        return self._core.spelled(self.variant.codec.spell)

    def is_legal(self, move: str | Move) -> bool:
        """Whether `push` would take the move; False for a text that is no move at all."""
        try:
            return self._find(_as_move(move)) is not None
        except MoveSyntaxError:
            return False

    def victims(self, move: str | Move) -> tuple[str, ...]:
        """The squares on which a legal move takes something. Raises IllegalMoveError for another move."""
        names = self.variant.data["board"]["squares"]
        return tuple(names[square][0] for square in self._core.victims(self._checked(move)))

    def push(self, move: str | Move) -> None:
        """Play a legal move. Raises IllegalMoveError, or MoveSyntaxError for a text that is no move (both are
        ValueErrors), and changes nothing then."""
        wanted = _as_move(move)
        code = self._known(wanted)
        if code is None:
            code = self._checked(wanted)
            wanted = self.variant.codec.decode(code, self._plies[-1].cells)
        self._play(code, wanted)

    def pop(self) -> Move:
        """Take back the last move and return it. Raises IndexError when there is none."""
        if not self._moves:
            raise IndexError("no move to take back")
        if self._undoable:
            self._core.pop()
            self._undoable -= 1
        else:
            before = self._plies[-2]
            self._core.reset(before.cells, before.hands, before.turn, before.state)
        self._codes.pop()
        self._plies.pop()
        self._legal = None
        return self._moves.pop()

    def perft(self, depth: int, *, threads: int = 1) -> int:
        """How many sequences of `depth` legal moves there are. `threads` share the first moves; compiled code counts
        without the GIL. Raises ValueError for a negative depth, or less than one thread."""
        depth = _whole(depth, "the depth of perft")
        if depth < 0:
            raise ValueError("the depth of perft is 0 or more")
        if _whole(threads, "the number of threads") < 1:
            raise ValueError("perft needs one thread or more")
        if depth == 0 or not self._forbids_repetition:
            return self._shared_perft(depth, threads) if threads > 1 < depth else self._core.perft(depth)
        return sum(self._perft_after(code, move, depth) for move, code in self._legal_codes().items())

    def divide(self, depth: int) -> dict[str, int]:
        """`perft` by first move, sorted by its text. Raises ValueError for a depth below 1."""
        depth = _whole(depth, "the depth of divide")
        if depth < 1:
            raise ValueError("the depth of divide is 1 or more")
        legal = self._legal_codes()
        return {str(move): self._perft_after(legal[move], move, depth) for move in sorted(legal)}

    # ------------------------------------------------------------------------------------------------------ the end

    def outcome(self) -> Outcome | None:
        """How the game has ended, None while it goes on. History counts from the position that was set up."""
        return self._told(self._verdict())

    def declaration(self) -> Outcome | None:
        """How the game would end if the side to move declared an impasse now. None if it has nothing to declare, or the
        game is over. What a wrong declaration costs is left to those who play."""
        declared = self._core.declared() if self._verdict() is None else None
        return self._told(by_position(self.variant.data, declared) if declared else None)

    def _told(self, verdict: Verdict | None) -> Outcome | None:
        if verdict is None:
            return None
        winner = None if verdict.winner == DRAW else self.variant.players[verdict.winner]
        return Outcome(winner, verdict.reason, verdict.rule, verdict.line)

    def _verdict(self) -> Verdict | None:
        data = self.variant.data
        ended = self._core.ended()
        if ended is None and not self._legal_codes():
            dropped = dropped_kind(self._codes[-1]) if self._codes else None
            return by_no_moves(data, self._core.turn, self.is_check(), dropped)
        repetition, limit = data["repetition"], data["move_limit"]
        return first_of(
            (
                by_position(data, ended) if ended else None,
                by_repetition(repetition, self._plies) if repetition else None,
                by_move_limit(limit, self._plies[-1].counted) if limit else None,
            )
        )

    # ------------------------------------------------------------------------------------------------- as an object

    def copy(self) -> Position:
        """An independent position with the same history."""
        twin = Position(self.variant, self._core.copy(), self._number)
        twin._codes, twin._moves, twin._plies = self._codes[:], self._moves[:], self._plies[:]
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Position:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        if self._plies[-1] != other._plies[-1]:
            return False
        return self.variant is other.variant or self.variant.fingerprint == other.variant.fingerprint

    def __str__(self) -> str:
        """The board, the hands and whose turn it is, for reading: see `hensoku.runtime.drawing`."""
        return text_of(self)

    def __repr__(self) -> str:
        return f"<Position {self.variant.slug!r} {self.sfen()!r}>"

    def __reduce__(self) -> tuple[Any, ...]:
        start = self._plies[0]
        placed = (start.cells, start.hands, start.turn, start.state)
        return restore, (self.variant, self.variant.fingerprint, placed, self._number, tuple(self._codes))

    # ------------------------------------------------------------------------------------------------------- inside

    def _ply(self, counted: int = 0) -> Ply:
        core = self._core
        rule = self.variant.data["repetition"]
        checked = bool(rule) and rule["perpetual"] != "none" and core.in_check(core.turn)
        return Ply(core.cells(), core.hands(), core.turn, core.state(), checked, counted)

    def _counted_before(self) -> int:
        """The moves that count for the move limit when the position is set up."""
        limit = self.variant.data["move_limit"]
        return self._number - 1 if limit and not limit["captures"] and not limit["kinds"] else 0

    def _counted_with(self, code: Code) -> int:
        """The moves that count for the move limit when this one is made, too; 0 without such a rule."""
        limit, cells = self.variant.data["move_limit"], self._plies[-1].cells
        if not limit:
            return 0
        dropped = dropped_kind(code)
        mover = (cells[from_square(code)] >> 1) - 1 if dropped is None else dropped
        anew = mover in limit["kinds"] or (limit["captures"] and self._core.victims(code))
        return 0 if anew else self._plies[-1].counted + 1

    def _play(self, code: Code, move: Move) -> None:
        counted = self._counted_with(code)
        self._core.push(code)
        self._undoable += 1
        self._codes.append(code)
        self._moves.append(move)
        self._plies.append(self._ply(counted))
        self._legal = None

    def _shared_perft(self, depth: int, threads: int) -> int:
        from concurrent.futures import ThreadPoolExecutor

        def count_behind(code: Code) -> int:
            core = self._core.copy()
            core.push(code)
            return core.perft(depth - 1)

        with ThreadPoolExecutor(max_workers=threads) as pool:
            return sum(pool.map(count_behind, self._core.legal()))

    def _perft_after(self, code: Code, move: Move, depth: int) -> int:
        if self._forbids_repetition:
            self._play(code, move)
            try:
                return self.perft(depth - 1)
            finally:
                self.pop()
        self._core.push(code)
        try:
            return self._core.perft(depth - 1)
        finally:
            self._core.pop()

    def _legal_codes(self) -> dict[Move, Code]:
        if self._legal is None:
            cells, decode = self._plies[-1].cells, self.variant.codec.decode
            codes = self._core.legal()
            if self._forbids_repetition:
                codes = self._without_repetition(codes)
            self._legal = {decode(code, cells): code for code in codes}
        return self._legal

    @property
    def _forbids_repetition(self) -> bool:
        rule = self.variant.data["repetition"]
        return bool(rule) and rule["result"] == "illegal"

    def _without_repetition(self, codes: Sequence[Code]) -> list[Code]:
        """The moves that do not bring a position about for the last time that `repetition` allows."""
        times = self.variant.data["repetition"]["times"]
        allowed = []
        for code in codes:
            core = self._core
            core.push(code)
            try:
                next_ply = Ply(core.cells(), core.hands(), core.turn, core.state(), False)
            finally:
                core.pop()
            if self._plies.count(next_ply) + 1 < times:
                allowed.append(code)
        return allowed

    def _checked(self, move: str | Move) -> Code:
        wanted = _as_move(move)
        code = self._known(wanted)
        if code is None:
            code = self._find(wanted)
        if code is None:
            raise IllegalMoveError(f"{wanted} may not be played: {reason_against(self, wanted, self._core.copy())}")
        return code

    def _known(self, move: Move) -> Code | None:
        """The code of a legal move that is one of the variant's own objects, as those of `legal_moves` are."""
        return None if self._forbids_repetition else self._core.wanted(move, self.variant.codec.spell)

    def _find(self, move: Move) -> Code | None:
        """The code of a legal move, also if its squares between are named otherwise to the same effect."""
        legal = self._legal_codes()
        code = legal.get(move)
        index = self.variant.square_index
        if code is not None or not move.via or self.variant.data["paths"] or not index.keys() >= {*move.via, move.to}:
            return code
        cells = self._plies[-1].cells
        named = {index[square] for square in (*move.via, move.to) if square != move.from_}
        victims = tuple(sorted(square for square in named if cells[square]))
        for other, code in legal.items():
            same_ends = (other.from_, other.to, other.becomes) == (move.from_, move.to, move.becomes)
            if same_ends and len(other.via) == len(move.via) and self._core.victims(code) == victims:
                return code
        return None


def restore(
    variant: Variant, fingerprint: str, placed: tuple[Any, ...], number: int, codes: Sequence[Code]
) -> Position:
    """A pickled position. Raises ValueError if the variant's board, pieces, moves or rules have changed since."""
    if variant.fingerprint != fingerprint:
        raise ValueError(f"the position was pickled from another version of {variant.slug}")
    core = variant.new_core()
    core.reset(*placed)
    position = Position(variant, core, number)
    for code in codes:
        position._play(code, variant.codec.decode(code, position._plies[-1].cells))
    return position


def _whole(number: object, what: str) -> int:
    try:
        return operator.index(number)  # type: ignore[arg-type] # that is what is asked
    except TypeError:
        raise TypeError(f"{what} is a whole number, not {number!r}") from None


def _as_move(move: str | Move) -> Move:
    return move if isinstance(move, Move) else Move.parse(move)
