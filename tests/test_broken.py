"""What breaks programs: interrupts, characters that nothing can print, files that are none, boards without end."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import hensoku
from hensoku.cli.app import run
from hensoku.dsl.source import Source
from hensoku.dsl.yaml import read_yaml


class Interrupted:
    """A core that is interrupted when it counts."""

    def __init__(self, core: Any) -> None:
        self._core = core

    def copy(self) -> Interrupted:
        return Interrupted(self._core.copy())

    def perft(self, _depth: int) -> int:
        raise KeyboardInterrupt

    def __getattr__(self, name: str) -> Any:
        return getattr(self._core, name)


@pytest.mark.parametrize("count", [lambda p: p.divide(3), lambda p: p.perft(3)], ids=["divide", "perft"])
def test_an_interrupted_count_leaves_the_position_as_it_was(count: Callable[[hensoku.Position], object]) -> None:
    position = hensoku.load("minishogi", backend="reference").position()
    before = position.key, position.sfen(), position.legal_moves
    core = position._core
    position._core = Interrupted(core)
    with pytest.raises(KeyboardInterrupt):
        count(position)
    position._core = core
    assert (position.key, position.sfen(), position.legal_moves) == before
    position.push(position.legal_moves[0])
    assert position.turn == "gote"


@pytest.mark.parametrize("board", [(37, 9), (9, 37), (46, 46), (10_000, 10_000), (0, 5)])
def test_boards_without_end(board: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="a board has 1 to 36 files and ranks"):
        hensoku.destinations("R", board=board, origin=(0, 0))


@pytest.mark.parametrize(
    ("text", "number"), [(r"\ud800", "D800"), (r"a\e[31m", "001B"), (r"\a", "0007"), (r"\x85", "0085")]
)
def test_characters_that_only_an_escape_can_write(text: str, number: str) -> None:
    source = Source("x.yaml", f'title: "{text}"\n')
    _, found = read_yaml(source, 0, len(source.text))
    assert [(finding.code, finding.span.column) for finding in found] == [("HS012", 8)]
    assert number in found[0].message


SHEET = "---\ntitle: Tiny\nslug: tiny\nparent: minishogi\n---\n"


def test_a_link_to_itself_hides_no_other_file(tmp_path: Path) -> None:
    (tmp_path / "tiny.md").write_text(SHEET)
    (tmp_path / "loop.md").symlink_to("loop.md")
    assert run(["moves", str(tmp_path / "tiny.md")]) == 0


def test_a_pipe_is_no_definition(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo(tmp_path / "pipe.md")
    assert run(["check", str(tmp_path / "pipe.md")]) != 0
    assert "it is a pipe" in "".join(capsys.readouterr())


def test_a_file_whose_name_is_no_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = os.fsdecode(os.fsencode(tmp_path) + b"/\xff.md")
    Path(name).write_text(SHEET)
    assert run(["check", name]) == 0
    assert "internal error" not in capsys.readouterr().err


@pytest.mark.parametrize(("variable", "value"), [("CC", '"unterminated'), ("HENSOKU_CACHE", "~nobody-of-this-name/x")])
def test_variables_that_cannot_be_read(
    variable: str, value: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(variable, value)
    assert run(["build", "minishogi"]) == 2
    said = capsys.readouterr().err
    assert "internal error" not in said
    assert value in said


def test_positions_of_other_rules_are_others() -> None:
    plain = hensoku.load("shogi", backend="reference")
    other = hensoku.load("shogi", backend="reference", overrides={"drops": {"mate": {"P": "allowed"}}})
    assert plain.position() != other.position()
    assert plain.position() == hensoku.load("shogi", backend="reference").position()
