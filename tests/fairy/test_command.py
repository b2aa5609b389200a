"""`hensoku import` and `hensoku export`."""

from __future__ import annotations

from pathlib import Path

import pytest

from hensoku.cli.app import run

SECTION = "[tiny:minishogi]\nstartFen = 4k/4p/5/P4/K4[-] w 0 1\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "variants.ini"
    path.write_text(SECTION + "\n[other:tiny]\nmustCapture = true\n")
    return path


def test_a_section_is_printed(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["import", str(file), "tiny"]) == 0
    assert 'setup: "4k/4p/5/P4/K4"' in capsys.readouterr().out


def test_sections_are_written(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["import", str(file), "--output", str(tmp_path / "sheets")]) == 1
    said = capsys.readouterr()
    assert said.out.strip() == str(tmp_path / "sheets" / "tiny.md")
    assert "captures that must be made" in said.err
    assert "other: not written" in said.err
    assert run(["check", str(tmp_path / "sheets" / "tiny.md")]) == 0
    assert run(["import", str(file), "tiny", "--output", str(tmp_path / "sheets")]) == 2
    assert "is there already" in capsys.readouterr().err


def test_a_file_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["import", str(tmp_path / "none.ini")]) != 0
    assert "Traceback" not in capsys.readouterr().err


def test_export(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["export", "minishogi", "--profile", "fairy-stockfish"]) == 0
    assert capsys.readouterr().out.startswith("[minishogi]\n")
    assert run(["export", "annan-shogi"]) == 1
    assert "borrowed moves" in capsys.readouterr().err
