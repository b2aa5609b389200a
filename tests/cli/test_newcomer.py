"""The way of a newcomer: Whale Shogi from its one-page rules, from `hensoku new` to playing, with the slips on the way.

The rules: https://en.wikipedia.org/wiki/Whale_shogi. The counts are Fairy-Stockfish's, whose definition has the
moves on the board alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Command = Callable[..., Any]

WHALES = """\
board: "6×6"
players: "2"
win: Checkmate
engine:
  topology: {type: grid, rows: 6, cols: 6}
  setup: "bnpwgh/dddddd/6/6/DDDDDD/HGWPNB"
  pieces:
    W: {name: White Whale, moves: "K", royal: true}
    P: {name: Porpoise, moves: "sW", captured: K}
    K: {name: Killer Whale, moves: "RF"}
    G: {name: Grey Whale, moves: "fRbB"}
    N: {name: Narwhal, moves: "fDsbW"}
    B: {name: Blue Whale, moves: "fFvW"}
    H: {name: Humpback Whale, moves: "FbW"}
    D: {name: Dolphin, moves: [{in: all but far 1, moves: "fW"}, {in: far 1, moves: "bB"}]}
  drops: {region: {D: all but far 1}, file_limit: {D: 2}, mate: {D: illegal}}
  ends: {checkmate: loss, stalemate: loss}
  repetition: {times: 4, result: draw}
---
"""
"""What is written over what `hensoku new` gives, from the board on."""


@pytest.fixture
def sheet(hensoku_command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """A sheet as `hensoku new` writes it, with another definition in it."""
    monkeypatch.chdir(tmp_path)

    def write(text: str) -> Path:
        file = Path("my-whales.md")
        file.unlink(missing_ok=True)
        assert hensoku_command("new", "My Whales").code == 0
        said = file.read_text("utf-8")
        begin, end = said.index("board:"), said.index("---\n", 4) + 4
        file.write_text(said[:begin] + text + said[end:], "utf-8")
        return file

    return write


def test_from_new_to_playing(hensoku_command: Command, sheet: Callable[[str], Path]) -> None:
    name = str(sheet(WHALES))
    assert hensoku_command("check", name).out == ""
    assert "v" in hensoku_command("show", name).out
    assert "A captured Porpoise comes to the captor's hand as a Killer Whale." in hensoku_command("rules", name).out
    assert len(hensoku_command("moves", name).out.splitlines()) == 7
    for depth, count in ((1, 7), (2, 49), (3, 398)):
        assert f" {count} (" in hensoku_command("perft", name, str(depth), "--backend", "reference").out


def test_it_is_the_variant_that_is_shipped(hensoku_command: Command, sheet: Callable[[str], Path]) -> None:
    said = hensoku_command("diff", str(sheet(WHALES)), "whale-shogi", "--games", "0")
    assert (said.code, said.out.splitlines()[-1]) == (0, "The rules are the same, written otherwise.")


def test_what_is_there_is_shown(hensoku_command: Command) -> None:
    said = hensoku_command("new", "Whale Shogi")
    assert said.code == 2
    assert "see `hensoku show whale-shogi`, or choose another name" in said.err


SLIPS = [
    ("W: {name: White Whale, moves", "White Whale: {moves", "such as `W: {name: White Whale, …}`"),
    ('moves: "sW"', "moves: one step sideways", "moves are letters, not words: fW is a step straight forward"),
    ('moves: "sW"', "moves: sideways", "moves are letters, not words: fW is a step straight forward"),
    ('"RF"', '"R+F"', "moves stand side by side, without a sign between them: RF"),
    ('"RF"', '"R, F"', "moves stand side by side, without a sign between them: RF"),
    ('"fRbB"', '"Rf Bb"', "modifiers stand before their atom: bB"),
    ("captured: K", "captured: Killer Whale", "a piece goes by its key here, this one by 'K'"),
    ("file_limit: {D: 2}", "file_limit: {dolphin: 2}", "a piece goes by its key here, this one by 'D'"),
    ("mate: {D: illegal}", "mate: {Dolphins: illegal}", "a piece goes by its key here, this one by 'D'"),
    ("file_limit: {D: 2}", "file_limit: 2", "such as {P: 1}"),
    ("  drops:", "  promotion: none\n  drops:", "(leave it out where none does)"),
    ("  drops:", "  win: Checkmate\n  drops:", "'win' stands outside `engine`, in which are the rules"),
    ("checkmate: loss", "checkmate: lose", "did you mean 'loss'?"),
    (", royal: true", "", "say `royal: true` of a piece, or `royals: {pieces: …}`"),
    ("rows: 6, cols: 6", "rows: 9, cols: 9", "the board has 9 ranks here"),
    ("captured: K", "promotes: {name: Killer Whale, moves: RF}", "say under `promotion` when it promotes"),
]
"""What a newcomer writes in place of what, and what is told."""


@pytest.mark.parametrize(("right", "slip", "told"), SLIPS)
def test_slips(hensoku_command: Command, sheet: Callable[[str], Path], right: str, slip: str, told: str) -> None:
    assert right in WHALES
    said = hensoku_command("check", str(sheet(WHALES.replace(right, slip, 1))))
    assert said.code == 1
    assert told in re.sub(r"\s+", " ", said.out)


@pytest.mark.parametrize("moves", ["mcab", "cdf", "fsW bri"])
def test_modifiers_are_no_words(hensoku_command: Command, moves: str) -> None:
    said = hensoku_command("try", moves)
    assert "not words" not in said.err
    assert "modifiers without an atom" in said.err
