"""A match: pairs of games from random openings, several at once, until all are played or a test has decided."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from queue import SimpleQueue
from threading import Event, Lock, Thread
from types import TracebackType
from typing import final

from hensoku.engines.engine import Engine, EngineError
from hensoku.engines.limits import Limits
from hensoku.engines.variants import Game, set_up
from hensoku.matches.game import FAULTS, House, Seat, StoppedError, play_game
from hensoku.matches.openings import Balance, opening
from hensoku.matches.statistics import Sprt
from hensoku.records.record import Record


@final
@dataclass(frozen=True)
class Contestant:
    """An engine as it is asked for; `name` is what the results call it, `knows`: its command names the variant."""

    name: str
    command: Sequence[str]
    limits: Limits
    options: Mapping[str, str] = field(default_factory=dict)
    protocol: str = ""
    knows: bool = False

    def start(self, game: Game) -> Engine:
        """The running engine, told what it is to play. Raises EngineError."""
        engine = Engine(self.command, self.protocol)
        engine.start()
        try:
            set_up(engine, game, self.options, knows=self.knows)
        except EngineError:
            engine.close()
            raise
        return engine


@final
@dataclass(frozen=True)
class Plan:
    """`games` in all, rounded up to pairs; `plies` random moves of each opening, drawn from `seed`, which is as even as
    `balance` asks."""

    games: int
    plies: int = 6
    seed: int = 1
    concurrency: int = 1
    house: House = field(default_factory=House)
    sprt: Sprt | None = None
    start: str | None = None
    balance: Balance | None = None

    @property
    def pairs(self) -> int:
        return (self.games + 1) // 2


@final
@dataclass
class Tally:
    """From the first contestant's side: games, pairs by their points (0, ½, 1, 1½, 2), and each side's faults by
    reason."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    pairs: list[int] = field(default_factory=lambda: [0] * 5)
    faults: tuple[dict[str, int], dict[str, int]] = field(default_factory=lambda: ({}, {}))

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    def add(self, games: Sequence[Record]) -> None:
        """The two games of a pair: the first contestant has the first side in the first of them."""
        points = 0
        for number, record in enumerate(games):
            assert record.end is not None
            winner = record.end.winner
            side = None if winner is None else record.variant.players.index(winner) ^ number
            self.wins += side == 0
            self.losses += side == 1
            self.draws += side is None
            points += 1 if side is None else 2 * (side == 0)
            if record.end.reason in FAULTS and side is not None:
                told = self.faults[1 - side]
                told[record.end.reason] = told.get(record.end.reason, 0) + 1
        self.pairs[points] += 1


@final
class Match:
    """Plays when it is iterated over: gives each pair of games as it is done. Leaving it ends all engines.

    Raises EngineError if an engine cannot be started or does not know the variant; what engines do wrong later loses
    them games.
    """

    def __init__(self, game: Game, first: Contestant, second: Contestant, plan: Plan) -> None:
        self._game, self._plan = game, plan
        self._contestants = first, second
        self._stop = Event()
        self._wanted, self._guard = iter(range(plan.pairs)), Lock()
        self._done: SimpleQueue[tuple[Record, ...] | BaseException | None] = SimpleQueue()
        self._threads: list[Thread] = []
        self.tally = Tally()
        self.decided = ""

    def __enter__(self) -> Match:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join()

    def __iter__(self) -> Iterator[tuple[Record, ...]]:
        count = min(self._plan.concurrency, self._plan.pairs)
        self._threads = [Thread(target=self._work, daemon=True) for _ in range(count)]
        for thread in self._threads:
            thread.start()
        working = count
        while working:
            done = self._done.get()
            if done is None:
                working -= 1
                continue
            if isinstance(done, BaseException):
                raise done
            if self.decided:
                continue  # a pair that was nearly done when the test ended
            self.tally.add(done)
            if self._plan.sprt:
                self.decided = self._plan.sprt.decided(self.tally.pairs)
            yield done
            if self.decided:
                self._stop.set()

    def _work(self) -> None:
        """One pair after the other, with engines of its own."""
        engines: dict[int, Engine] = {}
        try:
            while not self._stop.is_set():
                with self._guard:
                    pair = next(self._wanted, None)
                if pair is None:
                    break
                self._done.put(self._play_pair(pair, engines))
        except StoppedError:
            pass  # no more pairs are wanted
        except BaseException as error:
            self._done.put(error)
        finally:
            for engine in engines.values():
                engine.close()
            self._done.put(None)

    def _play_pair(self, pair: int, engines: dict[int, Engine]) -> tuple[Record, ...]:
        plan = self._plan
        begun = opening(self._game.variant, plan.plies, plan.seed, pair, plan.start, plan.balance)
        records = []
        for number in (0, 1):
            order = (0, 1) if number == 0 else (1, 0)
            seats = [self._seat(index, engines) for index in order]
            record = play_game(begun, seats, plan.house, self._stop.is_set)
            tags = {"Round": f"{pair + 1}.{number + 1}", "Seed": str(plan.seed), **record.tags}
            records.append(replace(record, tags=tags))
            if record.end is not None and record.end.reason in FAULTS:
                self._dismiss(engines)
        return tuple(records)

    def _seat(self, index: int, engines: dict[int, Engine]) -> Seat:
        contestant = self._contestants[index]
        if index not in engines:
            engines[index] = contestant.start(self._game)
        return Seat(contestant.name, engines[index], contestant.limits)

    def _dismiss(self, engines: dict[int, Engine]) -> None:
        """After a fault both begin anew: one of them may be gone, or thinking still."""
        while engines:
            engines.popitem()[1].close()
