"""What a program in Python waits for: legal moves, push and pop, random games. All run in one process; it is
processor time, which other work on the machine changes less."""

from __future__ import annotations

import importlib.util
import random
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import count as numbers
from typing import Any, Final, TypeAlias, final

from rich.progress import track
from rich.table import Table

import hensoku
from benchmarks.engines import fairy_fen
from benchmarks.peers import loaded

PLIES: Final = 200
MOST: Final = 600
"""Moves of a random game at most: some have thousands."""
GAMES: Final = 20
"""What one call plays where there is one."""
SLOW: Final = 1e-3
"""What takes so many seconds is not repeated between two looks at the clock."""

Run: TypeAlias = Callable[[], int]
"""Does the work once; gives how many operations that were."""


@final
@dataclass
class Task:
    """`told` is what a program says about the work; all must say the same, but for None."""

    work: str
    program: str
    run: Run
    told: object
    micros: list[float] = field(default_factory=list)

    def measure(self) -> None:
        operations, started = 0, time.process_time()
        while (passed := time.process_time() - started) < 0.02:
            operations += self.run()
        self.micros.append(passed / operations * 1e6)


def python_side(rounds: int, seed: int) -> Table:
    tasks = list(_tasks(seed))
    for number in track(range(rounds + 1), "from Python"):
        for task in tasks:
            task.measure()
            if number == 0:
                task.micros.clear()
    table = Table(title=f"from Python, {rounds} rounds, µs of processor time for one")
    for name in ("work", "program", "min", "median", "ratio min", "ratio median"):
        table.add_column(name, justify="left" if name in {"work", "program"} else "right")
    ours = {task.work: task for task in tasks if task.program == "hensoku"}
    for task in tasks:
        table.add_row(*_row(task, ours[task.work]))
    return table


def _row(task: Task, ours: Task) -> Iterator[str]:
    yield task.work if task is ours else ""
    yield task.program
    if task.told != ours.told:
        yield f"says {task.told}, not {ours.told}"
        return
    least, median = min(task.micros), statistics.median(task.micros)
    yield f"{least:.3f}"
    yield f"{median:.3f}"
    yield f"{least / min(ours.micros):.2f}"
    yield f"{median / statistics.median(ours.micros):.2f}"


def _tasks(seed: int) -> Iterator[Task]:
    """A random game of two hundred moves; the position with most moves among its last fifty stands for a late one. The
    listing of a position is kept while it is asked again, so that one behind a new move is measured besides."""
    game = next(end for i in numbers(seed) if len((end := loaded("shogi").position().playout(i)).history) >= PLIES)
    moves = [str(move) for move in game.history[:PLIES]]
    players = {program.name: program() for program in PROGRAMS if importlib.util.find_spec(program.package)}
    for where, sfen in (("at the start", loaded("shogi").setups["start"]), ("late", _widest(moves))):
        for player in players.values():
            listing = player.listing(sfen)
            many = len(listing())
            yield Task(f"legal moves {where}, {many}", player.name, _repeated(listing), many)
    playing = [player for player in players.values() if player.plays]
    for player in playing:
        yield Task("push, pop at the start", player.name, player.pushes(listing=False), None)
    for player in playing:
        yield Task("push, legal moves, pop at the start", player.name, player.pushes(listing=True), None)
    for player in playing:
        yield Task(f"push, legal moves, later pop, {PLIES} moves", player.name, player.game(moves), player.last(moves))
    for player in playing:
        yield Task("a move of a random game", player.name, player.games(seed), None)


def _widest(moves: list[str]) -> str:
    position, found = loaded("shogi").position(), (0, "")
    for number, move in enumerate(moves):
        position.push(move)
        if number >= PLIES - 50:
            found = max(found, (len(position.legal_moves), position.sfen()))
    return found[1]


def _repeated(listing: Callable[[], object]) -> Run:
    """So often that the clock takes no part in it."""
    started = time.perf_counter()
    listing()
    times = 1 if time.perf_counter() - started > SLOW else 500

    def run() -> int:
        for _ in range(times):
            listing()
        return times

    return run


class _Program:
    """A package by its name on PyPI and as it is imported; the boards of all but ours are alike."""

    name, package, plays = "", "", True

    def board(self, sfen: str | None = None) -> Any:
        raise NotImplementedError

    def move(self, _board: Any, usi: str, /) -> Any:
        """The move that `push` takes."""
        raise NotImplementedError

    def moves(self, board: Any) -> list[Any]:
        return list(board.legal_moves)

    def is_drawn(self, board: Any) -> bool:
        raise NotImplementedError

    def listing(self, sfen: str) -> Callable[[], list[Any]]:
        return partial(self.moves, self.board(sfen))

    def pushes(self, *, listing: bool) -> Run:
        board, moves = self.board(), self.moves
        first = moves(board)

        def run() -> int:
            for move in first:
                board.push(move)
                if listing:
                    moves(board)
                board.pop()
            return len(first)

        return run

    def game(self, usi: list[str]) -> Run:
        board, played = self.board(), list[Any]()
        for text in usi:
            played.append(self.move(board, text))
            board.push(played[-1])
        for _ in played:
            board.pop()

        def run() -> int:
            for move in played:
                board.push(move)
                self.moves(board)
            for _ in played:
                board.pop()
            return len(played)

        return run

    def last(self, usi: list[str]) -> str:
        board = self.board()
        for text in usi:
            board.push(self.move(board, text))
        sfen: str = board.sfen()
        return sfen.split(maxsplit=1)[0]

    def games(self, seed: int) -> Run:
        rng = random.Random(seed)

        def run() -> int:
            board = self.board()
            for number in range(MOST):
                moves = self.moves(board)
                if not moves or self.is_drawn(board):
                    return max(number, 1)
                board.push(rng.choice(moves))
            return MOST

        return run


@final
class _Ours(_Program):
    name, package = "hensoku", "hensoku"

    def board(self, sfen: str | None = None) -> hensoku.Position:
        return loaded("shogi").position(sfen)

    def move(self, board: hensoku.Position, usi: str, /) -> hensoku.Move:
        return next(move for move in board.legal_moves if str(move) == usi)

    def moves(self, board: hensoku.Position) -> list[hensoku.Move]:
        return board.legal_moves

    def games(self, seed: int) -> Run:
        seeds, start = numbers(seed), self.board()
        return lambda: start.playouts(GAMES, next(seeds), most=MOST).moves


@final
class _Cshogi(_Program):
    name, package = "cshogi", "cshogi"

    def board(self, sfen: str | None = None) -> Any:
        import cshogi

        return cshogi.Board(sfen) if sfen else cshogi.Board()

    def move(self, board: Any, usi: str, /) -> Any:
        return board.move_from_usi(usi)

    def is_drawn(self, board: Any) -> bool:
        return bool(board.is_draw() == 1)  # cshogi.REPETITION_DRAW


@final
class _PythonShogi(_Program):
    name, package = "python-shogi", "shogi"

    def board(self, sfen: str | None = None) -> Any:
        import shogi

        return shogi.Board(sfen)

    def move(self, _board: Any, usi: str, /) -> Any:
        import shogi

        return shogi.Move.from_usi(usi)

    def is_drawn(self, board: Any) -> bool:
        return bool(board.is_fourfold_repetition())


@final
class _Pyffish(_Program):
    """It has no board: a position is an SFEN and moves, set up for each question."""

    name, package, plays = "pyffish", "pyffish", False

    def listing(self, sfen: str) -> Callable[[], list[Any]]:
        import pyffish

        return partial(pyffish.legal_moves, "shogi", fairy_fen("shogi", sfen), [])


PROGRAMS: Final = (_Ours, _Cshogi, _PythonShogi, _Pyffish)
