"""One game between two engines. The rules are ours: an engine that breaks them, or its time, or itself, has lost."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import final

from hensoku.engines.dialect import read_move
from hensoku.engines.engine import Engine, EngineError, Reply
from hensoku.engines.limits import Clock, Limits
from hensoku.records.record import End, Played, Record, record_of
from hensoku.runtime.move import Move
from hensoku.runtime.position import Position

FAULTS = ("illegal-move", "no-move", "time", "crash", "wrong-declaration")
"""Reasons that are the fault of an engine."""

NO_MOVE = frozenset(("(none)", "none", "0000"))
"""How engines say that they have no move: they hold a game to be over."""


@final
@dataclass(frozen=True)
class Seat:
    """An engine that has been told the variant, at one side of the board."""

    name: str
    engine: Engine
    limits: Limits


@final
@dataclass(frozen=True)
class House:
    """What holds besides the rules of the variant: seconds by which a clock may be overrun, and the number of plies
    (those of the opening too) after which a game is a draw."""

    margin: float = 0.05
    most_plies: int = 512


@final
class StoppedError(Exception):
    """The match was ended before the game was."""


@final
@dataclass(frozen=True)
class _Over:
    """The end of a game, and what an engine did to bring it about, if it was no part of the game."""

    end: End
    fault: str = ""


def play_game(
    opening: Position, seats: Sequence[Seat], house: House, stopped: Callable[[], bool] = lambda: False
) -> Record:
    """The game from an opening; `seats[0]` has the first player's side. A tag `Fault` says what an engine did wrong, a
    tag `Opening` the number of moves that were given. Raises StoppedError when `stopped` says so, between moves."""
    game = _Game(opening, seats, house)
    over = game.begin()
    while over is None:
        if stopped():
            raise StoppedError
        over = game.go_on()
    return game.record(over)


class _Game:
    def __init__(self, opening: Position, seats: Sequence[Seat], house: House) -> None:
        begun = record_of(opening)
        self._position = opening.copy()
        self._start = begun.start
        self._played = list(begun.moves)
        self._given = len(begun.moves)
        self._seats = seats
        self._clocks = [Clock(seat.limits, house.margin) for seat in seats]
        self._house = house

    def begin(self) -> _Over | None:
        for side, seat in enumerate(self._seats):
            try:
                seat.engine.new_game()
            except EngineError as error:
                return self._lost(side, "crash", str(error))
        return None

    def go_on(self) -> _Over | None:
        """One move; the end, if there is one before or by it."""
        position = self._position
        outcome = position.outcome()
        if outcome is not None:
            return _Over(End(outcome.winner, outcome.reason))
        if len(self._played) >= self._house.most_plies:
            return _Over(End(None, "move-limit-of-the-match"))
        side = position.variant.players.index(position.turn)
        try:
            reply = self._ask(side)
        except EngineError as error:
            return self._lost(side, "crash", str(error))
        left = self._clocks[side].left
        if not self._clocks[side].spend(reply.seconds):
            return self._lost(
                side, "time", f"{self._seats[side].name} took {reply.seconds:.3f} s with {left:.3f} s left"
            )
        return self._answer(side, reply)

    def _ask(self, side: int) -> Reply:
        seat, clock = self._seats[side], self._clocks[side]
        return seat.engine.think(
            self._position.variant,
            self._start,
            [played.move for played in self._played],
            side,
            seat.limits,
            left=(self._clocks[0].left, self._clocks[1].left),
            other=self._seats[1 - side].limits,
            allowed=clock.allowed,
        )

    def _answer(self, side: int, reply: Reply) -> _Over | None:
        match reply.move:
            case "resign":
                return self._lost(side, "resignation")
            case "win":
                declared = self._position.declaration()
                if declared is None:
                    return self._lost(side, "wrong-declaration", f"{self._seats[side].name} may not declare a win here")
                return _Over(End(declared.winner, declared.reason))
        if reply.move in NO_MOVE:
            return self._lost(side, "no-move", self._has_moves(side))
        move = read_move(self._seats[side].engine.dialect, reply.move, self._position)
        if move is None:
            return self._lost(side, "illegal-move", self._against(side, reply.move))
        self._position.push(move)
        self._played.append(Played(move, round(reply.seconds, 3), str(reply.thought)))
        return None

    def _has_moves(self, side: int) -> str:
        """What an engine does not know that holds a game to be over which our rules let go on."""
        legal = sorted(map(str, self._position.legal_moves))
        return f"{self._seats[side].name} says that it has no move; it has {', '.join(legal[:3])}" + ", …" * (
            len(legal) > 3
        )

    def _against(self, side: int, text: str) -> str:
        """What is wrong with a move, as `push` says it where it can be read at all."""
        try:
            self._position.copy().push(Move.parse(text))
        except ValueError as error:
            return f"{self._seats[side].name}: {error}"
        return f"{self._seats[side].name}: {text!r} is no move"

    def _lost(self, side: int, reason: str, fault: str = "") -> _Over:
        return _Over(End(self._position.variant.players[1 - side], reason), fault)

    def record(self, over: _Over) -> Record:
        self._tell(over.end)
        tags = {"Opening": str(self._given), "TimeControl": self._time_control()}
        return Record(
            self._position.variant,
            self._start,
            tuple(self._played),
            names=(self._seats[0].name, self._seats[1].name),
            end=over.end,
            tags=tags | ({"Fault": over.fault} if over.fault else {}),
        )

    def _time_control(self) -> str:
        first, second = (str(seat.limits) for seat in self._seats)
        return first if first == second else f"{first} - {second}"

    def _tell(self, end: End) -> None:
        for side, seat in enumerate(self._seats):
            won = end.winner == self._position.variant.players[side]
            try:
                seat.engine.game_over("draw" if end.winner is None else "win" if won else "lose")
            except EngineError:
                continue  # whoever it was, the game is over, and the next one begins with a new engine
