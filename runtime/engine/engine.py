"""An engine for one variant: a table, some threads, and searches by iterative deepening."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Lock, get_ident
from typing import Final, TypeAlias, final

from hensoku.runtime.contract import Code
from hensoku.runtime.counting import MOST_THREADS
from hensoku.runtime.engine.contract import DECIDED, MATE, MOST_DEPTH, MOST_MATE, Found, Searcher, SearchModule
from hensoku.runtime.engine.limits import LATE, Budget, Limits, budget, most_nodes
from hensoku.runtime.given import expect
from hensoku.runtime.move import Move
from hensoku.runtime.numbers import whole
from hensoku.runtime.position import Position
from hensoku.runtime.variant import Variant

NANO: Final = 1_000_000_000
ONE_SECOND: Final = Limits()
HASH: Final = 16
"""MiB of the table, if nobody says another size."""
MOST_HASH: Final = 65536

_MOST_BEGUN: Final = 0.6
"""The share of the time for a move after which no new depth is begun: it would hardly be done."""

_LIMITS: Final = "the limits of a search are `Limits`"


@final
@dataclass(frozen=True, slots=True)
class Score:
    """What a position is worth to the side to move: `pawns` in hundredths, or `mate`: the plies to the end of a
    decided game, below 0 if it is lost. One of them is None."""

    pawns: int | None
    mate: int | None = None

    @staticmethod
    def of(score: int) -> Score:
        if abs(score) <= DECIDED:
            return Score(score)
        return Score(None, MATE - score if score > 0 else -MATE - score)


@final
@dataclass(frozen=True, slots=True)
class Line:
    """A line of play, the first move first, and what it leads to."""

    score: Score
    moves: tuple[Move, ...]


@final
@dataclass(frozen=True, slots=True)
class Report:
    """What a search has found: `lines` best first, none if there is no move (or, looking for a mate, no mate).

    `deepest` is the longest line that was looked at, `full` how full the table is in thousandths. `declares`: the side
    to move may declare a win, which it should. `whole`: nothing stopped the search before it had an answer."""

    depth: int
    deepest: int
    nodes: int
    seconds: float
    full: int
    lines: tuple[Line, ...] = ()
    declares: bool = False
    whole: bool = True

    @property
    def best(self) -> Move | None:
        return self.lines[0].moves[0] if self.lines else None

    @property
    def score(self) -> Score | None:
        return self.lines[0].score if self.lines else None


OnReport: TypeAlias = Callable[[Report], None]


@final
class Engine:
    """Searches positions of one variant. The table is kept from search to search: `forget` empties it.

    One thread at a time: while one searches, others wait for their turn, but for `stop` and `limit`, which are about
    the search that runs. What `think` calls back may not ask the engine anything else: RuntimeError.

    The variant must be one that `hensoku.load` gave, or the module of a built engine; the search is built when it is
    first needed. `hash` is the size of the table in MiB. Raises LoadError for a variant that cannot search, ValueError
    for a size that is not from 1 to 65536, or a number of threads that is not from 1 to 256.
    """

    def __init__(self, variant: Variant, *, hash: int = HASH, threads: int = 1) -> None:  # noqa: A002 - USI's name
        expect(variant, Variant, "an engine plays a variant that `hensoku.load` gave")
        size = _size(hash)
        self.variant = variant
        self._module: SearchModule = variant.search_module()
        self._table = self._module.Table(size)
        self._searchers: list[Searcher] = []
        self.late = LATE
        self._begun, self._limited = 0, 0
        self._allowed = Budget(None, None)
        self._guard, self._turn = Lock(), Lock()
        self._busy_in: int | None = None
        self.set_threads(threads)

    def set_threads(self, threads: int) -> None:
        """Raises ValueError for less than one, and for more than 256."""
        count = whole(threads, "the number of threads", least=1, most=MOST_THREADS)
        with self._alone():
            self._make_searchers(count)

    def set_hash(self, megabytes: int) -> None:
        """Raises ValueError for a size that is not from 1 to 65536, MemoryError where there is no room for it."""
        size = _size(megabytes)
        with self._alone():
            self._table.resize(size)

    def forget(self) -> None:
        """Empties the table, for a new game."""
        with self._alone():
            self._table.clear()
            self._make_searchers(len(self._searchers))

    def stop(self) -> None:
        """Ends the search that runs in another thread."""
        with self._guard:
            for searcher in self._searchers:
                searcher.stop()

    def limit(self, limits: Limits) -> None:
        """Gives the search that runs in another thread other limits of time, all of which count from now on: the move
        that it pondered on was played."""
        expect(limits, Limits, _LIMITS)
        with self._guard:
            deadline = self._allow(budget(limits, self.late))
            for searcher in self._searchers:
                searcher.limit(deadline)

    def think(
        self,
        position: Position,
        limits: Limits = ONE_SECOND,
        *,
        lines: int = 1,
        on_start: Callable[[], None] | None = None,
        on_report: OnReport | None = None,
    ) -> Report:
        """The best `lines` first moves, each with its line. `on_start` is called when `stop` and `limit` have an effect
        on this search, `on_report` is told of every depth that is done. The position is the one at the call,
        whatever is played on it meanwhile.

        Raises ValueError for a position of another variant or no lines, IllegalMoveError for moves to choose from that
        may not be played, MemoryError if one of the threads has no memory for its search."""
        self._check(position)
        expect(limits, Limits, _LIMITS)
        lines = whole(lines, "the number of lines", least=1)
        position = position.copy()
        with self._alone():
            return self._think(position, limits, lines, on_start, on_report)

    def _think(
        self,
        position: Position,
        limits: Limits,
        lines: int,
        on_start: Callable[[], None] | None,
        on_report: OnReport | None,
    ) -> Report:
        barred = _barred(position, limits)
        if position.outcome() is not None:
            return Report(0, 0, 0, 0.0, 0)
        self._start(position, limits)
        if on_start is not None:
            on_start()
        if position.may_declare_win():
            return Report(0, 0, 0, 0.0, 0, declares=True)
        if limits.mate is not None:
            return _Thinking(self, position, limits, barred, on_report).mate(self._searchers[0])
        with ThreadPoolExecutor(len(self._searchers)) as pool:
            helpers = [pool.submit(_help, searcher, number) for number, searcher in enumerate(self._searchers[1:])]
            try:
                report = _Thinking(self, position, limits, barred, on_report).deepen(self._searchers[0], lines)
            finally:
                for searcher in self._searchers[1:]:
                    searcher.stop()
        for helper in helpers:
            helper.result()  # raises what the thread met
        return report

    def evaluate(self, position: Position) -> int:
        """The evaluation of a position as it stands, to the side to move, in hundredths of a pawn."""
        self._check(position)
        with self._alone():
            position.hand_to(self._searchers[0])
            return self._searchers[0].evaluate()

    def counts(self, position: Position) -> list[list[list[int]]]:
        """What the numbers of the evaluation are multiplied by in a position, by side: see `Searcher.counts`."""
        self._check(position)
        with self._alone():
            position.hand_to(self._searchers[0])
            return self._searchers[0].counts()

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """The searchers and the table, for this thread. Raises RuntimeError if it has them already."""
        if self._busy_in == get_ident():
            raise RuntimeError("the engine thinks: it cannot be asked anything else by what its search calls")
        with self._turn:
            self._busy_in = get_ident()
            try:
                yield
            finally:
                self._busy_in = None

    def _make_searchers(self, count: int) -> None:
        made = [self._module.Searcher(self._table) for _ in range(count)]
        with self._guard:
            self._searchers = made

    def _check(self, position: Position) -> None:
        expect(position, Position, "what is searched is a position")
        other = position.variant
        if other is not self.variant and other.fingerprint != self.variant.fingerprint:
            raise ValueError(f"the engine plays {self.variant.slug}, and the position is one of {other.slug}")

    def _start(self, position: Position, limits: Limits) -> None:
        self._table.grow_older()
        with self._guard:
            deadline = self._allow(budget(limits, self.late))
            self._begun = self._limited
            self._table.allow(most_nodes(limits))
            for searcher in self._searchers:
                position.hand_to(searcher)
                searcher.begin(deadline)

    def _allow(self, allowed: Budget) -> int:
        """Time that counts from now on. The deadline, 0 for none."""
        self._limited, self._allowed = self._module.clock(), allowed
        return 0 if allowed.most is None else self._limited + round(allowed.most * NANO)

    # ------------------------------------------------------------------------------------------------ of one search

    def should_answer(self, choices: int) -> bool:
        """Whether the clock leaves no time for another depth; with one choice, whether there is a clock."""
        with self._guard:
            enough, used = self._allowed.enough, (self._module.clock() - self._limited) / NANO
        return enough is not None and (choices == 1 or used > _MOST_BEGUN * enough)

    def seconds(self) -> float:
        """Since the search began."""
        return (self._module.clock() - self._begun) / NANO

    def report(self, depth: int, lines: tuple[Line, ...], *, whole: bool) -> Report:
        nodes = sum(searcher.nodes for searcher in self._searchers)
        deepest = self._searchers[0].deepest
        return Report(depth, deepest, nodes, self.seconds(), self._table.full(), lines, whole=whole)


@final
@dataclass(slots=True)
class _Thinking:
    """One search of the main thread."""

    engine: Engine
    position: Position
    limits: Limits
    barred: Sequence[Code]
    on_report: OnReport | None

    def deepen(self, searcher: Searcher, lines: int) -> Report:
        choices = len(self.position.legal_moves) - len(self.barred)
        guesses = [0] * min(lines, choices)
        best: list[Found] = []
        report = self.engine.report(0, (), whole=False)
        for depth in range(1, _at_most(self.limits.depth, MOST_DEPTH) + 1):
            found, whole = searcher.iterate(depth, guesses, self.barred)
            best = found + [line for line in best if line[1][0] not in {moves[0] for _, moves in found}]
            best = sorted(best[: len(guesses)], key=lambda line: -line[0]) if whole else best[: len(guesses)]
            guesses = [score for score, _ in best]
            report = self.engine.report(depth, tuple(map(self._line, best)), whole=whole)
            if not whole:
                break
            if self.on_report is not None:
                self.on_report(report)
            if self._is_enough(report, choices):
                break
        return report if report.lines else self._any_move(report)

    def mate(self, searcher: Searcher) -> Report:
        """The shortest mate by checks, by depths of one more move each."""
        for plies in range(1, _at_most(self.limits.mate, MOST_MATE) + 1, 2):
            moves, whole = searcher.mate(plies, self.barred)
            if moves:
                line = self._line((MATE - plies, moves))
                return self.engine.report(plies, (line,), whole=True)
            if not whole:
                return self.engine.report(plies, (), whole=False)
            if self.on_report is not None:
                self.on_report(self.engine.report(plies, (), whole=True))
        return self.engine.report(_at_most(self.limits.mate, MOST_MATE), (), whole=True)

    def _is_enough(self, report: Report, choices: int) -> bool:
        """Whether the game is decided as far as can be seen, or the clock asks for an answer."""
        mates = [line.score.mate for line in report.lines]
        if all(mate is not None and abs(mate) <= report.depth for mate in mates):
            return True
        return self.engine.should_answer(choices)

    def _any_move(self, report: Report) -> Report:
        """Stopped before there was anything to say: a legal move all the same."""
        free = [code for code in self.position.codes().values() if code not in self.barred]
        return self.engine.report(0, (self._line((0, (free[0],))),), whole=False) if free else report

    def _line(self, found: Found) -> Line:
        score, codes = found
        return Line(Score.of(score), tuple(self.position.spell_line(codes)))


def _help(searcher: Searcher, number: int) -> None:
    """A thread beside the main one: every other begins a ply deeper, so that they fill the table for each other."""
    guess = 0
    for depth in range(1 + number % 2, MOST_DEPTH + 1):
        found, whole = searcher.iterate(depth, (guess,))
        if not whole or not found:
            return
        guess = found[0][0]


def _barred(position: Position, limits: Limits) -> list[Code]:
    """The first moves that are left out. Raises IllegalMoveError for one to choose from that is not there."""
    if not limits.only:
        return []
    wanted = {position.code(move) for move in limits.only}
    return [code for code in position.codes().values() if code not in wanted]


def _size(megabytes: int) -> int:
    return whole(megabytes, "the size of the table in MiB", least=1, most=MOST_HASH)


def _at_most(limit: int | None, most: int) -> int:
    return most if limit is None else min(max(limit, 0), most)
