"""`hensoku new`: a sheet that passes check as it is, and with every commented line made a line."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import hensoku
import hensoku.variants
from hensoku.checking.one import check_one
from hensoku.dsl.findings import Severity

PARENTS = sorted(path.stem for path in Path(next(iter(hensoku.variants.__path__))).glob("*.md"))


def grave(file: Path) -> list[str]:
    return [
        f"{each.code} {each.message}" for each in check_one(str(file)).findings if each.severity is not Severity.NOTE
    ]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("parent", PARENTS)
def test_a_child_passes_check_and_is_its_parent(hensoku_command: Callable[..., Any], folder: Path, parent: str) -> None:
    assert hensoku_command("new", "My Variant", "--parent", parent).code == 0
    file = folder / "my-variant.md"
    assert grave(file) == []
    before, after = (hensoku.load(name, backend="reference") for name in (parent, str(file)))
    assert before.position().sfen() == after.position().sfen()
    assert before.position().perft(1) == after.position().perft(1)


@pytest.mark.parametrize("parent", ["shogi", "sho-shogi", "cannon-shogi", "kyoto-shogi"])
def test_what_is_commented_is_right_too(hensoku_command: Callable[..., Any], folder: Path, parent: str) -> None:
    hensoku_command("new", "My Variant", "--parent", parent)
    file = folder / "my-variant.md"
    text = re.sub(r"^  # (pieces:|  .*)$", r"  \1", file.read_text("utf-8"), flags=re.MULTILINE)
    assert "\n  pieces:\n    " in text
    file.write_text(text, "utf-8")
    assert grave(file) == []
    before, after = (hensoku.load(name, backend="reference").position().perft(2) for name in (parent, str(file)))
    assert before == after


def test_a_sheet_without_a_parent(hensoku_command: Callable[..., Any], folder: Path) -> None:
    assert hensoku_command("new", "Zwölf: 十二").code == 0
    (file,) = folder.iterdir()
    assert file.name == "zw-lf.md"
    assert grave(file) == []
    assert hensoku.load(file, backend="reference").title == "Zwölf: 十二"
    assert hensoku.load(file, backend="reference").position().perft(1) == 9 + 5  # nine Pawns; the King alone


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["Minishogi"], "there is a variant minishogi already"),
        (["変則"], "no letter or digit"),
        (["Mine", "--parent", "nobody"], "no variant is called 'nobody'"),
        (["Mine", "-o", "no/such/folder.md"], "cannot write"),
    ],
)
def test_what_cannot_be_written(
    hensoku_command: Callable[..., Any], folder: Path, arguments: list[str], words: str
) -> None:
    said = hensoku_command("new", *arguments)
    assert said.code in {1, 2}
    assert words in said.err
    assert list(folder.iterdir()) == []


def test_a_file_is_never_written_over(hensoku_command: Callable[..., Any], folder: Path) -> None:
    (folder / "mine.md").write_text("kept")
    assert "file exists" in hensoku_command("new", "Mine").err
    assert (folder / "mine.md").read_text() == "kept"
