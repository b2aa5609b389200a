"""A game that is being played: the position, the moves with their times, the clocks, and how it ended."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import final

from hensoku.engines.limits import Clock, Limits
from hensoku.records.record import End, Played, Record, record_of
from hensoku.runtime.move import Move
from hensoku.runtime.outcome import Outcome
from hensoku.runtime.position import Position
from hensoku.runtime.variant import Variant


class TableError(Exception):
    """What cannot be done at the table now; the message says why."""


@final
@dataclass
class Table:
    """`end` is how the game ended, `rule` the place of the rule that ended it (empty if a player did)."""

    position: Position
    limits: Limits
    names: tuple[str, str] = ("", "")
    played: list[Played] = field(default_factory=list)
    end: End | None = None
    rule: str = ""

    def __post_init__(self) -> None:
        if not self.played:
            self.played = list(record_of(self.position).moves)
        self.clocks = [Clock(self.limits, margin=0.0) for _ in range(2)]
        self._left_before = [self.left] * len(self.played)
        self._taken_back: list[Played] = []
        self._look()

    @property
    def variant(self) -> Variant:
        return self.position.variant

    @property
    def side(self) -> int:
        """The side to move, 0 or 1."""
        return self.variant.players.index(self.position.turn)

    @property
    def left(self) -> tuple[float, float]:
        return self.clocks[0].left, self.clocks[1].left

    @property
    def start(self) -> str:
        return self.record().start

    def play(self, move: Move, seconds: float | None = None, comment: str = "") -> None:
        """Play a move that took so many seconds (the record has them to a thousandth). Raises TableError if the game is
        over, IllegalMoveError (the ends by time are told by `end`)."""
        self.check_going_on()
        side, before = self.side, self.left
        if not self.position.is_legal(move):
            self.position.push(move)  # says what is against it
        if seconds is not None and not self.clocks[side].spend(seconds):
            self.end = End(self.variant.players[1 - side], "time")
            return
        self.position.push(move)
        told = None if seconds is None else round(seconds, 3)
        self.played.append(Played(self.position.history[-1], told, comment))
        self._left_before.append(before)
        self._taken_back.clear()
        self._look()

    def reopen(self) -> bool:
        """Take back an end that no rule brought about; whether there was one."""
        ended = self.end is not None and not self.rule and self.position.outcome() is None
        self.end = None if ended else self.end
        return ended

    def take_back(self, count: int = 1) -> None:
        """Take back moves. Raises TableError if there are not so many."""
        if count > len(self.played):
            raise TableError("there is no move to take back")
        for _ in range(count):
            self.position.pop()
            self._taken_back.append(self.played.pop())
            for clock, left in zip(self.clocks, self._left_before.pop(), strict=True):
                clock.left = left
        self.end, self.rule = None, ""

    def play_again(self) -> None:
        """Play the move that was taken back last. Raises TableError if there is none."""
        if not self._taken_back:
            raise TableError("there is no move that was taken back")
        again, rest = self._taken_back[-1], self._taken_back[:-1]
        self.play(again.move, again.seconds, again.comment)
        self._taken_back = rest

    def resign(self) -> None:
        self.check_going_on()
        self.end = End(self.variant.players[1 - self.side], "resignation")

    def declare(self) -> None:
        """Declare an impasse. Raises TableError if the side to move has nothing to declare."""
        self.check_going_on()
        declared = self.position.declaration()
        if declared is None:
            raise TableError(f"{self.position.turn} has nothing to declare here")
        self._over(declared)

    def check_going_on(self) -> None:
        if self.end is not None:
            raise TableError("the game is over: `undo` takes a move back, `new` begins another one")

    def record(self) -> Record:
        begun = record_of(self.position)
        return Record(self.variant, begun.start, tuple(self.played), self.names, self.end)

    def _look(self) -> None:
        outcome = self.position.outcome()
        if outcome is not None:
            self._over(outcome)

    def _over(self, outcome: Outcome) -> None:
        self.end = End(outcome.winner, outcome.reason)
        self.rule = f"{outcome.rule}, {outcome.line}" if outcome.line else outcome.rule


def table_of(record: Record, limits: Limits, names: tuple[str, str]) -> Table:
    """The table of a game that was saved; it goes on from its last move."""
    return Table(record.replay(), limits, names, played=list(record.moves), end=record.end)


def legal_of(position: Position, text: str) -> list[Move]:
    """The legal moves of what stands on a square, or of a piece in hand by its id."""
    legal = position.legal_moves
    if text in position.variant.square_index:
        return sorted(move for move in legal if move.from_ == text)
    return sorted(move for move in legal if move.drop == text.upper())


def meant(position: Position, text: str) -> Move:
    """The move that a player wrote. Raises TableError where a promotion has to be chosen, MoveSyntaxError and
    IllegalMoveError as `push` does."""
    move = Move.parse(text)
    if text.endswith(("=", "+", "-")) or move.drop is not None:
        return move
    kin = [one for one in position.legal_moves if (one.from_, one.via, one.to) == (move.from_, move.via, move.to)]
    if len(kin) > 1:
        ways = [f"{text}=" if not one.becomes else str(one) for one in sorted(kin)]
        raise TableError(f"write {' or '.join(ways)}")
    return kin[0] if kin else move
