"""The search finds what a plain minimax over the reference interpreter finds, and ends games as `outcome` does."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from dice_games import random_position
from minimax import MATE, Plain

import hensoku
from hensoku.runtime.engine import contract
from hensoku.runtime.engine.contract import PLAIN, Searcher

DEPTHS = (
    ("annan-shogi", 1, 60),
    ("dobutsu-shogi", 3, 30),
    ("kyoto-shogi", 2, 40),
    ("micro-shogi", 2, 40),
    ("minishogi", 2, 40),
    ("tori-shogi", 1, 60),
    ("cannon-shogi", 1, 80),
    ("xiangqi", 1, 80),
    ("chu-shogi", 1, 80),
    ("shogi", 1, 120),
    ("makruk", 1, 60),
    ("janggi", 1, 60),
    ("whale-shogi", 1, 60),
    ("check-shogi", 1, 40),
    ("cylinder-shogi", 1, 60),
)
"""Slug, depth, and the most random plies from the start."""
BRIEF, ALL = 3, 25
QUICK = ("dobutsu-shogi", "micro-shogi", "shogi", "xiangqi")

CASES = [
    pytest.param(slug, depth, plies, number, id=f"{slug}-{number}", marks=pytest.mark.slow if slow else ())
    for slug, depth, plies in DEPTHS
    for number in range(ALL)
    for slow in [number >= BRIEF or slug not in QUICK]
]


@cache
def compiled(slug: str) -> hensoku.Variant:
    return hensoku.load(slug, backend="compiled")


def plain_searcher(position: hensoku.Position) -> Searcher:
    module = position.variant.search_module()
    searcher: Searcher = module.Searcher(module.Table(0))
    searcher.leave_out(PLAIN)
    position.hand_to(searcher)
    searcher.begin()
    return searcher


@pytest.mark.parametrize(("slug", "depth", "plies", "number"), CASES)
def test_scores_of_plain_minimax(slug: str, depth: int, plies: int, number: int) -> None:
    variant = compiled(slug)
    sfen = random_position(variant, plies, random.Random(f"{slug}{number}")).sfen()
    plain, searcher = Plain.of(slug, sfen), plain_searcher(variant.position(sfen))
    assert searcher.evaluate() == plain.evaluate(), sfen
    found, whole = searcher.iterate(depth, [0])
    assert (found[0][0], whole) == (plain.search(depth), True), sfen


REPEATED = (
    # slug, SFEN, moves played, depth, why
    (
        "minishogi",
        "k4/5/5/5/4K b - 1",
        "1e1d 5a5b 1d1e 5b5a 1e1d 5a5b 1d1e 5b5a 1e1d 5a5b 1d1e",
        3,
        "the last may be it",
    ),
    ("shogi", "4k4/9/9/9/9/9/9/9/R3K4 b - 1", "9i9a 5a5b 9a9b 5b5a 9b9a 5a5b 9a9b 5b5a 9b9a 5a5b 9a9b", 2, "perpetual"),
    ("xiangqi", "3k5/9/9/9/9/9/9/9/9/R3K4 b - 1", "9j9i 6a6b 9i9j 6b6a 9j9i 6a6b 9i9j", 2, "no perpetual chase"),
)


@pytest.mark.parametrize(("slug", "sfen", "moves", "depth", "_why"), REPEATED)
def test_repetition_is_judged_as_by_outcome(slug: str, sfen: str, moves: str, depth: int, _why: str) -> None:
    position = compiled(slug).position(sfen)
    for move in moves.split():
        position.push(move)
    found, _ = plain_searcher(position).iterate(depth, [0])
    assert found[0][0] == Plain.of(slug, sfen, tuple(moves.split())).search(depth)


ENDS = (
    # slug, SFEN, best move, plies to the end, by which end
    ("shogi", "4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "G*5b", 1, "mate"),
    ("dobutsu-shogi", "3/K2/2k/3 b - 1", "3b3a 3b2a", 1, "try"),
    ("dobutsu-shogi", "1k1/1R1/3/1K1 b - 1", "2b2a", 1, "the lion is taken"),
    pytest.param(*("check-shogi", "4k4/9/9/9/9/9/9/9/R3K4 b - 1", "9i9a 9i9a+", 1, "a check"), marks=pytest.mark.slow),
    pytest.param(*("shatranj", "4k3/8/8/8/8/8/p7/R3K3 b - 1", "8h8g", 1, "a bare king"), marks=pytest.mark.slow),
)


@pytest.mark.parametrize(("slug", "sfen", "moves", "plies", "_why"), ENDS)
def test_games_are_won_at_once(slug: str, sfen: str, moves: str, plies: int, _why: str) -> None:
    report = compiled(slug).position(sfen).search(depth=4)
    assert report.score == hensoku.Score(None, plies)
    assert str(report.best) in moves.split()


@pytest.mark.parametrize("lines", [1, 3, 500])
def test_lines_are_different_and_in_order(lines: int) -> None:
    position = compiled("minishogi").position()
    report = position.search(depth=3, lines=lines)
    firsts = [line.moves[0] for line in report.lines]
    assert len(set(firsts)) == len(firsts) == min(lines, len(position.legal_moves))
    worths = [line.score.pawns for line in report.lines if line.score.pawns is not None]
    assert worths == sorted(worths, reverse=True)
    assert report.whole
    assert report.depth == 3


def test_every_line_can_be_played() -> None:
    position = compiled("shogi").position()
    for line in position.search(depth=6, lines=4).lines:
        twin = position.copy()
        for move in line.moves:
            twin.push(move)


@pytest.mark.parametrize(
    ("limits", "nodes"), [({"nodes": 500}, 500), ({"nodes": 500, "depth": 2}, 500), ({"seconds": 0.02}, None)]
)
def test_limits_hold(limits: dict[str, Any], nodes: int | None) -> None:
    report = compiled("shogi").position().search(**limits)
    assert report.best is not None
    assert nodes is None or report.nodes <= nodes
    assert report.seconds < 2


def test_no_search_of_a_game_that_is_over() -> None:
    report = compiled("dobutsu-shogi").position("1K1/3/3/2k w - 1").search(depth=3)
    assert report.best is None


def test_the_table_and_threads_change_no_result_of_a_mate() -> None:
    position = compiled("shogi").position("4k4/9/4P4/9/9/9/9/9/4K4 b G 1")
    engine = hensoku.Engine(position.variant, hash=1, threads=3)
    report = engine.think(position, hensoku.Limits(depth=6))
    assert (report.score, str(report.best)) == (hensoku.Score(None, 1), "G*5b")


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("nodes", [1, 50, 3000])
def test_threads_share_the_nodes(threads: int, nodes: int) -> None:
    """Up to 32 that each of them has taken and not used."""
    engine = hensoku.Engine(compiled("shogi"), hash=1, threads=threads)
    report = engine.think(engine.variant.position(), hensoku.Limits(nodes=nodes))
    assert nodes - 32 * (threads - 1) <= report.nodes <= nodes
    assert report.best is not None


def test_a_thread_without_memory_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: Searcher, number: int) -> None:
        raise MemoryError(f"no memory for thread {number}")

    monkeypatch.setattr("hensoku.runtime.engine.engine._help", fail)
    engine = hensoku.Engine(compiled("shogi"), hash=1, threads=2)
    with pytest.raises(MemoryError, match="no memory for thread 0"):
        engine.think(engine.variant.position(), hensoku.Limits(depth=1))


def test_a_search_can_be_stopped() -> None:
    from threading import Timer

    position = compiled("shogi").position()
    engine = hensoku.Engine(position.variant)
    Timer(0.2, engine.stop).start()
    report = engine.think(position, hensoku.Limits(infinite=True))
    assert report.best is not None
    assert not report.whole


def test_threads_take_turns_at_an_engine() -> None:
    """Each gets the answer to its own question: the mate in its own position."""
    asked = ("2k2/5/2P2/5/2K2 b G 1", "2k2/5/2p2/5/2K2 w g 1") * 6
    engine = hensoku.Engine(compiled("minishogi"), hash=1, threads=2)
    positions = [compiled("minishogi").position(sfen) for sfen in asked]
    with ThreadPoolExecutor(len(positions)) as pool:
        found = list(pool.map(lambda one: engine.think(one, hensoku.Limits(depth=3)), positions))
    assert [str(report.best) for report in found] == ["G*3b", "G*3d"] * 6


ASKED_WITHIN: tuple[Callable[[hensoku.Engine], object], ...] = (
    lambda engine: engine.think(compiled("minishogi").position(), hensoku.Limits(depth=1)),
    lambda engine: engine.evaluate(compiled("minishogi").position()),
    lambda engine: engine.set_hash(2),
    lambda engine: engine.set_threads(2),
    lambda engine: engine.forget(),
)


@pytest.mark.parametrize("ask", ASKED_WITHIN)
def test_an_engine_is_not_asked_from_within_its_search(ask: Callable[[hensoku.Engine], object]) -> None:
    engine = hensoku.Engine(compiled("minishogi"), hash=1)
    position = compiled("minishogi").position()

    def on_report(_: object) -> None:
        ask(engine)

    with pytest.raises(RuntimeError, match="the engine thinks"):
        engine.think(position, hensoku.Limits(depth=2), on_report=on_report)
    assert engine.think(position, hensoku.Limits(depth=2)).best in position.legal_moves


def test_what_is_played_meanwhile_is_not_thought_about() -> None:
    position = compiled("minishogi").position()
    begun = position.copy()

    def play_on(_: object) -> None:
        position.push(position.legal_moves[0])

    report = hensoku.Engine(compiled("minishogi"), hash=1).think(position, hensoku.Limits(depth=4), on_report=play_on)
    assert len(position.history) == 4
    for move in report.lines[0].moves:
        begun.push(move)


def test_what_cannot_be_searched() -> None:
    position = hensoku.load("minishogi", backend="reference").position()
    with pytest.raises(hensoku.LoadError, match="reference"):
        position.search(depth=1)
    with pytest.raises(ValueError, match="the number of threads is 1 or more"):
        hensoku.Engine(compiled("minishogi"), threads=0)


@pytest.mark.parametrize(
    ("asked", "error", "message"),
    [
        ({"lines": "x"}, TypeError, "the number of lines is a whole number, not 'x'"),
        ({"lines": 0}, ValueError, "the number of lines is 1 or more"),
        ({"limits": hensoku.Limits(depth=1, only=["5d5b"])}, hensoku.IllegalMoveError, "5d5b may not be played"),
        ({"limits": hensoku.Limits(depth=1, only=["?"])}, hensoku.MoveSyntaxError, r"'\?'"),
        ({"position": "shogi"}, ValueError, "the engine plays minishogi, and the position is one of shogi"),
    ],
)
def test_what_is_not_thought_about(asked: dict[str, Any], error: type[Exception], message: str) -> None:
    engine = hensoku.Engine(compiled("minishogi"), hash=1)
    position = hensoku.load(asked.pop("position", "minishogi"), backend="reference").position()
    with pytest.raises(error, match=message):
        engine.think(position, **asked)


def test_moves_to_choose_from() -> None:
    position = compiled("minishogi").position()
    for only in (["5d5c"], [hensoku.Move.parse("5d5c")]):
        report = position.variant.engine.think(position, hensoku.Limits(depth=1, only=only))
        assert str(report.best) == "5d5c"


HEADER = (Path(contract.__file__).parents[1] / "include/hensoku/search/state.h").read_text("utf-8")
DEFINED = {name: int(number) for name, number in re.findall(r"#define (HK_\w+) (\d+)\b(?! *<)", HEADER)}

SHARED = (
    # name in C, number in Python
    ("HK_MATE", MATE),
    ("HK_MATE", contract.MATE),
    ("HK_DECIDED", contract.DECIDED),
    ("HK_WITH_TABLE", contract.WITHOUT_TABLE),
    ("HK_WITH_QUIESCENCE", contract.WITHOUT_QUIESCENCE),
    ("HK_WITH_PRUNING", contract.WITHOUT_PRUNING),
    ("HK_WITH_EXTENSION", contract.WITHOUT_EXTENSION),
    ("HK_WITH_SHORTCUT", contract.WITHOUT_SHORTCUT),
    ("HK_WITH_ALL", contract.PLAIN),
    ("HK_PLIES", contract.MOST_MATE + 3),
)


@pytest.mark.parametrize(("name", "number"), SHARED)
def test_numbers_are_those_of_the_header(name: str, number: int) -> None:
    assert DEFINED[name] == number


def test_a_search_is_no_deeper_than_lines_are_long() -> None:
    assert DEFINED["HK_PLIES"] > contract.MOST_DEPTH


def test_mate_scores_are_plies() -> None:
    assert [hensoku.Score.of(score) for score in (12, MATE - 3, 4 - MATE)] == [
        hensoku.Score(12),
        hensoku.Score(None, 3),
        hensoku.Score(None, -4),
    ]
