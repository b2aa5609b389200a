"""Games of the engine against itself, and the quiet positions in them.

A game begins with random moves and has a fixed number of nodes for each move after them, so that a seed gives the same
games on every machine, however many are played at once. A position counts if nobody is in check and the best move
neither takes nor promotes: what the search would find out anyway need not be in the evaluation.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from threading import Event, local
from typing import Final, TypeAlias, final

from hensoku.matches.openings import opening
from hensoku.runtime.contract import kind_of, side_of
from hensoku.runtime.engine import Engine, Limits, Report
from hensoku.runtime.move import Move
from hensoku.runtime.position import Position
from hensoku.runtime.variant import Variant

MOST_PLIES: Final = 300
HASH: Final = 2
"""MiB of a table, which is emptied for each game."""


Standing: TypeAlias = tuple[int, int]
"""A kind of piece and a square."""


@final
@dataclass(frozen=True)
class Sample:
    """A quiet position, from the side to move: the counts of both sides (`Searcher.counts`), its own first, and their
    pieces, each with its square as its side sees it; the score of the search, and the result of the game, 1 for a win
    and a half while it is not known."""

    counts: list[list[list[int]]]
    pieces: tuple[tuple[Standing, ...], tuple[Standing, ...]]
    score: int
    result: float = 0.5


@final
@dataclass(frozen=True)
class Play:
    """How games are played: random moves of an opening, nodes for each move after that."""

    plies: int
    nodes: int
    seed: int


@final
class SelfPlay:
    """Plays games when it is iterated over, and gives the samples of each, in their order. `stop` ends it early."""

    def __init__(self, variant: Variant, play: Play, games: int, concurrency: int = 1) -> None:
        self._variant, self._play, self._games, self._concurrency = variant, play, games, concurrency
        self._stopped = Event()
        self._own = local()

    def stop(self) -> None:
        self._stopped.set()

    def __iter__(self) -> Iterator[list[Sample]]:
        with ThreadPoolExecutor(self._concurrency) as pool:
            waiting = [pool.submit(self._game, number) for number in range(self._games)]
            try:
                for game in waiting:
                    samples = game.result()
                    if samples is None:
                        return
                    yield samples
            finally:
                self.stop()
                pool.shutdown(cancel_futures=True)

    def _game(self, number: int) -> list[Sample] | None:
        """The samples of one game, None if it was stopped before its end."""
        engine: Engine | None = getattr(self._own, "engine", None)
        if engine is None:
            engine = self._own.engine = Engine(self._variant, hash=HASH)
        engine.forget()
        position = opening(self._variant, self._play.plies, self._play.seed, number)
        seen: list[tuple[int, Sample]] = []
        while not _is_over(position):
            if self._stopped.is_set():
                return None
            report = engine.think(position, Limits(nodes=self._play.nodes))
            side = self._variant.players.index(position.turn)
            won = _decided(report)
            if won is not None:
                return _judged(seen, side if won else 1 - side)
            assert report.best is not None
            if _is_quiet(position, report.best):
                seen.append((side, self._look(engine, position, side, report)))
            position.push(report.best)
        outcome = position.outcome()
        winner = outcome.winner if outcome else None
        return _judged(seen, None if winner is None else self._variant.players.index(winner))

    def _look(self, engine: Engine, position: Position, side: int, report: Report) -> Sample:
        counts, turned = engine.counts(position), self._variant.data["actions"]["turned"]
        standing: tuple[list[Standing], list[Standing]] = ([], [])
        for square, cell in enumerate(position.core().cells()):
            if cell:
                whose = side_of(cell)
                standing[whose ^ side].append((kind_of(cell), turned[square] if whose else square))
        assert report.score is not None
        own, other = map(tuple, standing)
        return Sample([counts[side], counts[1 - side]], (own, other), report.score.pawns or 0)


def _is_over(position: Position) -> bool:
    return len(position.history) >= MOST_PLIES or position.outcome() is not None


def _decided(report: Report) -> bool | None:
    """Whether the side to move has won or lost as far as the search sees, None if it sees no end."""
    if report.declares:
        return True
    mate = report.score.mate if report.score else None
    return None if mate is None else mate > 0


def _is_quiet(position: Position, best: Move) -> bool:
    if position.is_check():
        return False
    return best.drop is not None or not (best.becomes.startswith("+") or position.victims(best))


def _judged(seen: list[tuple[int, Sample]], winner: int | None) -> list[Sample]:
    """The samples of a game, each with the side that was to move; `winner` has won it, None for a draw."""
    if winner is None:
        return [sample for _, sample in seen]
    return [replace(sample, result=float(winner == side)) for side, sample in seen]
