"""The programs whose counts are measured; those that are not installed, or for which no path is given, are left out."""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, TypeAlias, final

import hensoku
from benchmarks.engines import FAIRY, FAIRY_NAMES, Counted, Fairy, YaneuraOu, haitaka
from hensoku.compiler.options import Options
from hensoku.loading import load_with

Count: TypeAlias = Callable[[str, str, int], Counted]
"""(slug, SFEN, depth) to the number of positions and, if the program tells it, the time."""


@final
@dataclass(frozen=True)
class Paths:
    """Where programs are that come from no package; None: not there."""

    fairy: str | None = None
    fairy_variants: str | None = None
    yaneuraou: str | None = None
    haitaka: str | None = None
    haitaka_annan: str | None = None


@final
@dataclass(frozen=True)
class Peer:
    """`variants` None is every variant. `how` says what is timed. One that goes by other rules (`differs`) is measured
    by its own counts."""

    name: str
    count: Count
    how: str
    variants: frozenset[str] | None = None
    differs: bool = False

    def knows(self, slug: str) -> bool:
        return self.variants is None or slug.partition("@")[0] in self.variants

    def timed(self, slug: str, sfen: str, depth: int) -> tuple[int, float]:
        """The number of positions and the seconds."""
        started = time.perf_counter()
        nodes, told = self.count(slug, sfen, depth)
        return nodes, time.perf_counter() - started if told is None else told


def peers(paths: Paths) -> list[Peer]:
    """Ours first, then all that are present."""
    shogi = frozenset({"shogi"})
    found = [Peer("hensoku", _ours, "perft of the generated module, through Python, without reading the position")]
    if paths.yaneuraou:
        found.append(Peer("YaneuraOu", YaneuraOu(paths.yaneuraou).count, "go perft over USI", shogi))
    if paths.haitaka:
        counted = partial(_haitaka, paths.haitaka)
        found.append(Peer("haitaka", counted, "its example perft, bulk counting, the time that it tells", shogi))
    if paths.haitaka_annan:
        counted, annan = partial(_haitaka, paths.haitaka_annan), frozenset({"annan-shogi"})
        found.append(Peer("haitaka-variants", counted, "as haitaka; its rules are not quite ours", annan, differs=True))
    if importlib.util.find_spec("cshogi"):
        found.append(Peer("cshogi", _cshogi, "loop in Python over legal_moves, push, pop", shogi))
    if importlib.util.find_spec("shogi"):
        found.append(Peer("python-shogi", _python_shogi, "loop in Python", shogi))
    if paths.fairy:
        counted = partial(_fairy, Fairy(paths.fairy, paths.fairy_variants))
        found.append(Peer(FAIRY, counted, "go perft over UCI", frozenset(FAIRY_NAMES)))
    return found


@cache
def loaded(slug: str) -> hensoku.Variant:
    """`slug`, or `slug@profile`."""
    name, _, profile = slug.partition("@")
    return hensoku.load(name, backend="compiled", profile=profile or None)


@cache
def plainly(slug: str) -> hensoku.Variant:
    """The variant as a module whose moves are all made and tested, for counts that nobody else has right."""
    return load_with(slug, "compiled", options=Options(tier=0))


def _ours(slug: str, sfen: str, depth: int) -> Counted:
    """The time of the count alone: the position was read before, as haitaka does."""
    position = loaded(slug).position(sfen)
    started = time.perf_counter()
    return position.perft(depth), time.perf_counter() - started


def _fairy(engine: Fairy, slug: str, sfen: str, depth: int) -> Counted:
    return engine.count(slug.partition("@")[0], None if sfen == loaded(slug).setups["start"] else sfen, depth)


def _haitaka(path: str, _slug: str, sfen: str, depth: int) -> Counted:
    return haitaka(path, sfen, depth)


def _cshogi(_slug: str, sfen: str, depth: int) -> Counted:
    import cshogi

    return _loop(cshogi.Board(sfen), depth), None


def _python_shogi(_slug: str, sfen: str, depth: int) -> Counted:
    import shogi

    return _loop(shogi.Board(sfen), depth), None


def _loop(board: Any, depth: int) -> int:
    moves = list(board.legal_moves)
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        board.push(move)
        total += _loop(board, depth - 1)
        board.pop()
    return total
