"""Matches: whole games between small engines, what their faults cost, and the command."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import hensoku
from hensoku.engines.engine import Engine, EngineError
from hensoku.engines.limits import Limits
from hensoku.matches.openings import Balance, opening
from hensoku.records import log

Command = Callable[..., Any]
SLUG = "dobutsu-shogi"
ENGINE = f"{sys.executable} {Path(__file__).parent.parent / 'support' / 'scripted.py'}"
REFERENCE = ("--backend", "reference")


def test_a_match(hensoku_command: Command, tmp_path: Path) -> None:
    path = tmp_path / "games.log"
    settings = ("--a", f"{ENGINE} --seed 5", "--b", ENGINE, "--a-name", "one", "--b-name", "two")
    said = hensoku_command("match", SLUG, *settings, *REFERENCE, "--games", "4", "--tc", "60", "--log", str(path))
    assert (said.code, said.err) == (0, "")
    records = log.read(path.read_text("utf-8"), hensoku.load(SLUG, backend="reference"))
    assert [record.names for record in records] == [("one", "two"), ("two", "one")] * 2
    assert [record.tags["Round"] for record in records] == ["1.1", "1.2", "2.1", "2.2"]
    points = 0.0
    for record in records:
        assert record.end is not None
        outcome = record.replay().outcome()
        assert outcome is not None
        assert (record.end.winner, record.end.reason) == (outcome.winner, outcome.reason)
        winner = outcome.winner and record.names[record.variant.players.index(outcome.winner)]
        points += {"one": 1.0, None: 0.5}.get(winner, 0.0)
    assert f": {points:g} of 4 " in said.out
    assert "so few pairs do not even tell how far off the Elo may be" in said.out
    for first, second in (records[:2], records[2:]):
        given = int(first.tags["Opening"])
        assert given == 6
        assert [m.move for m in first.moves[:given]] == [m.move for m in second.moves[:given]]
        assert all(played.comment == "+12/3" for played in first.moves[given:])
        assert all(played.seconds is not None for played in first.moves[given:])


# the fault, the reason that is told, what is said of it; whoever plays this has lost
FAULTS = [
    ("illegal", "illegal-move", "1a1b may not be played"),
    ("garbage", "illegal-move", "'e2e4' is no move"),
    ("nothing", "illegal-move", "an empty text is no move"),
    ("none", "no-move", "says that it has no move; it has "),
    ("crash", "crash", "has ended with code 3: out of ideas"),
    ("slow", "time", "took 1."),
    ("win", "wrong-declaration", "may not declare a win here"),
    ("resign", "resignation", ""),
]


@pytest.mark.parametrize(("fault", "reason", "said"), FAULTS)
def test_faults_lose(fault: str, reason: str, said: str, hensoku_command: Command, tmp_path: Path) -> None:
    path = tmp_path / "games.log"
    settings = (
        "--a",
        f"{ENGINE} --fault {fault} --at 8",
        "--b",
        ENGINE,
        "--tc",
        "60",
        "--a-tc",
        "movetime=0.1",
        "--margin",
        "0.7",
    )
    got = hensoku_command("match", SLUG, *settings, *REFERENCE, "--games", "2", "--log", str(path), "--json")
    told = json.loads(got.out)
    assert (got.code, told["wins"], told["losses"]) == (0, 0, 2)
    expected = {} if fault == "resign" else {reason: 2}
    assert list(told["faults"].values()) == [expected, {}]
    assert got.err.count(said) == (2 if said else 1)
    for record in log.read(path.read_text("utf-8"), hensoku.load(SLUG, backend="reference")):
        assert record.end is not None
        assert record.end.reason == reason
        assert len(record.moves) in (8, 9)
        record.replay()


def test_only_options_that_an_engine_has_are_told(hensoku_command: Command, tmp_path: Path) -> None:
    """It offers its table alone, and no option for a variant."""
    heard = tmp_path / "heard.txt"
    settings = ("--a", f"{ENGINE} --heard {heard}", "--b", ENGINE, "--a-option", "usi hash=2", "--games", "2")
    assert hensoku_command("match", SLUG, *settings, *REFERENCE, "--tc", "60").code == 0
    assert heard.read_text("utf-8") == "setoption name USI_Hash value 2\n"


def test_an_engine_that_hangs_is_ended(hensoku_command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hensoku.engines.engine.STOPPING", 0.5)
    settings = ("--a", f"{ENGINE} --fault hang", "--b", ENGINE, "--tc", "movetime=0.1")
    got = hensoku_command("match", SLUG, *settings, *REFERENCE, "--games", "2")
    assert "lost 2 by crash" in got.out
    assert "did not move within" in got.err


@pytest.mark.parametrize("fault", ["hang", "flood"])
def test_what_an_engine_has_started_is_ended_with_it(
    fault: str, hensoku_command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The engine of a script: its output is open as long as one of them is there."""
    monkeypatch.setattr("hensoku.engines.engine.STOPPING", 0.5)
    settings = ("--a", f"sh -c '{ENGINE} --fault {fault}; true'", "--b", ENGINE, "--tc", "movetime=0.1")
    got = hensoku_command("match", SLUG, *settings, *REFERENCE, "--games", "2")
    assert "lost 2 by crash" in got.out


def test_a_test_ends_a_match(hensoku_command: Command) -> None:
    settings = ("--a", ENGINE, "--b", f"{ENGINE} --fault resign", "--tc", "60", "--games", "100", "--sprt", "0,200")
    got = hensoku_command("match", SLUG, *settings, *REFERENCE, "--json", "--concurrency", "2")
    told = json.loads(got.out)
    assert told["sprt"]["decided"] == "H1"
    assert told["sprt"]["llr"] >= told["sprt"]["bounds"][1]
    assert told["losses"] == 0
    assert told["wins"] < 60


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--a", "no-such-engine"), "error: no-such-engine cannot be started: No such file or directory\n"),
        (
            ("--a", "no-such-engine", "--games", "9" * 30),
            "error: no-such-engine cannot be started: No such file or directory\n",
        ),
        (("--a", "true"), "error: true has ended with code 0\n"),
        (
            ("--a", ENGINE, "--a-option", "USI_Has=3"),
            "error: Scripted has no option 'USI_Has': did you mean USI_Hash?\n",
        ),
        (("--a", ENGINE, "--a-option", "Hash"), "error: 'Hash' is no option: write Name=value\n"),
        (("--tc", "soon"), "error: 'soon' is no number for time: "),
        (("--sprt", "5"), "error: '5' are no two numbers of Elo: write 0,5\n"),
        (("--sprt", "5,0"), "error: the second number of Elo is the larger one\n"),
        (("--sprt=-inf,5",), "error: numbers of Elo for a test are from -2000 to 2000\n"),
        (("--a", "'x"), """error: "'x" is no command line: no closing quotation\n"""),
        (("--a", ""), "error: an engine is a command line, not an empty text\n"),
        (("--a", ENGINE, "--b", ENGINE, "--plies", "900"), "error: no game of dobutsu-shogi goes on after 900"),
    ],
)
def test_asked_wrongly(arguments: tuple[str, ...], said: str, hensoku_command: Command) -> None:
    got = hensoku_command("match", SLUG, *REFERENCE, "--b", ENGINE, *arguments)
    assert (got.code, got.out) == (2, "")
    assert got.err.startswith(said)


def test_openings_are_the_same_again() -> None:
    variant = hensoku.load("minishogi", backend="reference")
    drawn = [opening(variant, 6, 3, number) for number in range(3)]
    assert [position.sfen() for position in drawn] == [opening(variant, 6, 3, number).sfen() for number in range(3)]
    assert len({position.sfen() for position in drawn}) == 3
    assert all(len(position.history) == 6 for position in drawn)
    assert all(position.outcome() is None for position in drawn)


def lead_in(position: hensoku.Position) -> float:
    """How far a side is ahead, by an engine that has seen nothing else."""
    score = hensoku.Engine(position.variant, hash=1).think(position, hensoku.Limits(nodes=Balance().nodes)).score
    assert score is not None
    return math.inf if score.pawns is None else abs(score.pawns)


def test_openings_are_even() -> None:
    variant = hensoku.load("minishogi", backend="compiled")
    any_opening = [lead_in(opening(variant, 6, 3, number)) for number in range(8)]
    drawn = [opening(variant, 6, 3, number, balance=Balance()) for number in range(8)]
    assert [lead_in(position) <= Balance().most for position in drawn] == [True] * 8
    assert max(any_opening) > 2 * Balance().most
    again = [opening(variant, 6, 3, number, balance=Balance()).sfen() for number in range(8)]
    assert [position.sfen() for position in drawn] == again


def test_where_no_opening_is_even_it_is_the_most_even_one() -> None:
    start = hensoku.load(SLUG, backend="compiled").position("1kb/1p1/1P1/BKR b - 1")
    leads = []
    for move in start.legal_moves:
        start.push(move)
        leads.append(lead_in(start))
        start.pop()
    even = opening(start.variant, 1, 1, 0, start.sfen(), Balance(most=0))
    assert 0 < lead_in(even) == min(leads)


def test_what_an_engine_says() -> None:
    engine = Engine(ENGINE.split())
    engine.start()
    try:
        variant = hensoku.load(SLUG, backend="reference")
        reply = engine.think(variant, variant.setups["start"], [], 0, Limits(depth=3))
        assert (engine.name, engine.dialect.greeting) == ("Scripted", "usi")
        assert (reply.thought.score, reply.thought.depth, reply.thought.nodes, reply.thought.nps) == (
            "+12",
            3,
            345,
            678,
        )
        assert variant.position().is_legal(reply.move)
    finally:
        engine.close()
    with pytest.raises(EngineError, match="has ended with code 0"):
        engine.say("isready")


def test_numbers_that_are_none_are_no_fault() -> None:
    engine, variant = Engine([*ENGINE.split(), "--fault", "huge"]), hensoku.load(SLUG, backend="reference")
    engine.start()
    try:
        reply = engine.think(variant, variant.setups["start"], [], 0, Limits(depth=3))
    finally:
        engine.close()
    assert variant.position().is_legal(reply.move)
