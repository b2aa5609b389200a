"""A game at the terminal: what is typed, and what is answered."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import hensoku
from hensoku.records.files import load

Command = Callable[..., Any]
Play = Callable[..., Any]
SCRIPTED = Path(__file__).parent.parent / "support" / "scripted.py"
ENGINE = f"{sys.executable} {SCRIPTED}"


@pytest.fixture
def play(hensoku_command: Command, monkeypatch: pytest.MonkeyPatch) -> Play:
    """A game with lines typed one after the other."""

    def played(slug: str, lines: str, *options: str) -> Any:
        monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines.split("; ")) + "\n"))
        return hensoku_command("play", slug, "--backend", "reference", *options)

    return played


def test_a_board(play: Play) -> None:
    said = play("dobutsu-shogi", "2c2b; quit")
    assert (said.code, said.err) == (0, "")
    board = """\
    3   2   1
+-------------+
|  vR  vK  vB |a   gote: -
|  ・ > P  ・ |b
|  ・  ・  ・ |c
|   B   K   R |d   sente: P
+-------------+
gote to move, after 2c2b
check
"""
    assert board in said.out


# slug, options, what is typed, what is said at the end of all
SAID = [
    ("dobutsu-shogi", (), "2d", "2d1c 2d3c\n"),
    ("dobutsu-shogi", (), "3d", "Elephant on 3d has no legal move now\n"),
    ("dobutsu-shogi", (), "1b", "nothing on 1b can move now\n"),
    ("dobutsu-shogi", (), "2c2b; 2a2b; C", "'C' is no move, no square, no piece and no command: see `help`\n"),
    ("minishogi", ("--sfen", "4k/5/5/5/K4 b S 1"), "S*1b; 1a1b; s", "sente has no S in hand\n"),
    ("minishogi", (), "P*3c", "P*3c may not be played: sente has no P in hand\n"),
    ("minishogi", (), "Q*3c", "Q*3c may not be played: sente has no Q in hand: no piece of minishogi is called so\n"),
    ("minishogi", (), "9i", "9i is no square of this board\n"),
    ("minishogi", (), "9i9h", "9i9h may not be played: 9i is no square of this board\n"),
    ("minishogi", (), "X", "'X' is no move, no square, no piece and no command: see `help`\n"),
    ("dobutsu-shogi", (), "2c2b; 2a2b; 1d1c; P", "P*1b P*1d P*2a P*2c P*3b P*3c\n"),
    ("dobutsu-shogi", (), "legal", "4: 1d1c 2c2b 2d1c 2d3c\n"),
    ("dobutsu-shogi", (), "2c2a", "2c2a may not be played: P on 2c cannot reach 2a\n"),
    ("dobutsu-shogi", (), "rubbish", "'rubbish' is no move, no square, no piece and no command: see `help`\n"),
    ("dobutsu-shogi", (), "undo", "there is no move to take back\n"),
    ("dobutsu-shogi", (), "redo", "there is no move that was taken back\n"),
    ("dobutsu-shogi", (), "clock", "there is no clock: begin with --tc\n"),
    ("dobutsu-shogi", (), "declare", "sente has nothing to declare here\n"),
    ("dobutsu-shogi", (), "swap", "there is no engine: begin with --engine\n"),
    ("dobutsu-shogi", (), "save", "write `save FILE`: .usi, .json, .log, .kif, .kifu or .csa\n"),
    ("dobutsu-shogi", (), "load /no/such.json", "/no/such.json: no such file or directory\n"),
    ("dobutsu-shogi", (), "resign; 2c2b", "the game is over: `undo` takes a move back, `new` begins another one\n"),
    ("dobutsu-shogi", (), "1d1c; undo; redo; moves", "1. 1d1c\n"),
    ("dobutsu-shogi", (), "1d1c; new; sfen", "rkb/1p1/1P1/BKR b - 1\n"),
    ("dobutsu-shogi", (), "1d1c; resign; undo; moves", "1. 1d1c\n"),
    ("dobutsu-shogi", ("--tc", "60+1"), "clock", "sente 61.0 s, gote 61.0 s (60+1)\n"),
    ("dobutsu-shogi", ("--tc", "0.000001"), "1d1c; moves", "no move yet\n"),
    ("minishogi", ("--sfen", "4k/S4/5/5/K4 b - 1"), "5b4a", "write 5b4a= or 5b4a+\n"),
    ("minishogi", ("--sfen", "4k/S4/5/5/K4 b - 1"), "5b4a=; sfen", "1S2k/5/5/5/K4 w - 2\n"),
    ("minishogi", ("--sfen", "4k/P4/5/5/K4 b - 1"), "5b5a; sfen", "+P3k/5/5/5/K4 w - 2\n"),
]  # fmt: skip


@pytest.mark.parametrize(("slug", "options", "lines", "end"), SAID, ids=[lines for _, _, lines, _ in SAID])
def test_what_is_answered(slug: str, options: tuple[str, ...], lines: str, end: str, play: Play) -> None:
    said = play(slug, lines, *options)
    assert (said.code, said.err) == (0, "")
    assert said.out.endswith(f"{end}\n")


# what is typed, options, what is said of the end
ENDS = [
    ("resign", (), "resignation: gote wins"),
    ("1d1c; resign", (), "resignation: sente wins"),
    ("1d1c", ("--tc", "0.000001"), "time: gote wins"),
    ("4c4b", ("--sfen", "4k/4G/4P/5/K4 w - 1"), "checkmate: sente wins (ends.checkmate, shogi.md:"),
]


@pytest.mark.parametrize(("lines", "options", "said"), ENDS)
def test_ends(lines: str, options: tuple[str, ...], said: str, play: Play) -> None:
    slug = "minishogi" if "--sfen" in options else "dobutsu-shogi"
    assert f"\n{said}" in play(slug, lines, *options).out


def test_both_ways_to_look(play: Play) -> None:
    said = play("minishogi", "flip", "--letters", "--side", "gote")
    first, second = said.out.split("a move such as")
    assert "   1  2  3  4  5" in first
    assert "|  R  B  S  G  K |e   sente: -" in first
    assert "   5  4  3  2  1" in second


def test_saved_and_gone_on_with(play: Play, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    assert f"saved {path}\n" in play("dobutsu-shogi", f"1d1c; 3a3b; save {path}").out
    variant = hensoku.load("dobutsu-shogi", backend="reference")
    [game] = load(path, variant)
    assert [str(played.move) for played in game.moves] == ["1d1c", "3a3b"]
    assert all(played.seconds is not None for played in game.moves)
    assert play("dobutsu-shogi", "undo; moves", "--load", str(path)).out.endswith("\n1. 1d1c\n\n")
    assert play("dobutsu-shogi", f"load {path}; moves").out.endswith("\n1. 1d1c  2. 3a3b\n\n")


def test_against_an_engine(play: Play) -> None:
    said = play("dobutsu-shogi", "1d1c; hint; undo; moves; swap; moves; quit", "--against", ENGINE)
    assert (said.code, said.err) == (0, "")
    *_, hint, after = said.out.split("Scripted: ")
    assert "  +12/3\n" in hint
    assert "no move yet\n" in hint
    assert "\n1. " in after  # the engine has played the first move
    said = play("dobutsu-shogi", "moves", "--against", ENGINE, "--side", "gote")
    assert said.out.count("Scripted: ") == 1


def test_a_hint_where_nothing_can_be_built(play: Play, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HENSOKU_CACHE", str(tmp_path))
    monkeypatch.setenv("CC", "/bin/false")
    said = play("dobutsu-shogi", "hint; 1d1c; moves")
    assert said.code == 0
    assert "our engine cannot be built: the C compiler failed for dobutsu-shogi\n" in said.out
    assert said.out.endswith("1. 1d1c\n\n")


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        ("crash", "Scripted has ended with code 3: out of ideas; you play both sides now"),
        ("garbage", "Scripted answered 'e2e4', which is no legal move; you play both sides now"),
        ("win", "gote has nothing to declare here; you play both sides now"),
        ("resign", "resignation: sente wins"),
    ],
)
def test_an_engine_at_fault(fault: str, told: str, play: Play) -> None:
    said = play("dobutsu-shogi", "1d1c; moves", "--against", f"{ENGINE} --fault {fault}")
    assert f"{told}\n" in said.out
    assert said.out.endswith("\n1. 1d1c\n\n")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--side", "north"), "error: 'north' is no side: sente, gote or both\n"),
        (("--against", "no-such-engine"), "error: no-such-engine cannot be started: No such file or directory\n"),
        (("--against", ""), "error: an engine is a command line, not an empty text\n"),
        (("--tc", "x"), "error: 'x' is no number for time: "),
        (("--load", "/no/such.json"), "error: /no/such.json: no such file or directory\n"),
    ],
)
def test_asked_wrongly(options: tuple[str, ...], said: str, play: Play) -> None:
    got = play("dobutsu-shogi", "quit", *options)
    assert got.code == 2
    assert got.err.startswith(said)
