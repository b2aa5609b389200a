"""`hensoku engine`: the protocol that it is greeted in, and what it says before any variant is built."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import hensoku

Command = Callable[..., Any]

WRONG = """
slug: wrong
engine:
  topology: {type: grid, rows: 3, cols: 3}
  setup: "1k1/3/1K1"
  pieces:
    K: {name: King, moves: "Kx", royal: true}
"""

# (what the command is given, what it hears, what it says)
HEARD = [
    ((), "usi\n", "option name USI_Variant type combo default minishogi"),
    ((), "uci\n", "option name UCI_Variant type combo default minishogi"),
    ((), "\n\nuci\n", "uciok"),
    ((), "setoption name USI_Hash value 1\nusi\n", "usiok"),
    (("--protocol", "uci"), "usi\n", "info string no command usi"),
    (("--protocol", "usi"), "uci\n", "info string no command uci"),
    (
        (),
        "usi\nsetoption name USI_Variant value nope\n",
        "info string setoption: no variant is called 'nope'\n",
    ),
    ((), "usi\nsetoption name USI_Variant\n", "info string setoption: write `value` and the name of a variant"),
    ((), "usi\nsetoption name USI_Variant value WRONG\n", "wrong.yaml:7:31: HS201: modifiers without an atom"),
    ((), "", ""),
]


@pytest.mark.parametrize(("options", "heard", "expected"), HEARD)
def test_what_is_said(
    options: tuple[str, ...],
    heard: str,
    expected: str,
    hensoku_command: Command,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    file = tmp_path / "wrong.yaml"
    file.write_text(WRONG)
    monkeypatch.setattr("sys.stdin", io.StringIO(heard.replace("WRONG", str(file))))
    said = hensoku_command("engine", "minishogi", *options)
    assert (said.code, said.err) == (0, "")
    assert expected in said.out
    assert "Traceback" not in said.out


CALLED = [
    # what the command is given, what it is called
    ("FILE", "wrong"),
    ("minishogi", "minishogi"),
    ("5x5-shogi", "minishogi"),
    ("nope", "nope"),
    ("no/such/file.md", "no/such/file.md"),
]


@pytest.mark.parametrize(("given", "called"), CALLED)
def test_what_it_is_called(
    given: str, called: str, hensoku_command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """By the name that the first lines of a file say, which is there at once, whatever else is wrong with it."""
    file = tmp_path / "other name.yaml"
    file.write_text(WRONG)
    monkeypatch.setattr("sys.stdin", io.StringIO("usi\n"))
    said = hensoku_command("engine", given.replace("FILE", str(file)))
    version, _, name = said.out.splitlines()[0].removeprefix("id name hensoku ").partition(" ")
    assert (version, name) == (hensoku.__version__, called)
