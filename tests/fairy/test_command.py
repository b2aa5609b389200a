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


@pytest.mark.parametrize(("asked", "told"), [(["tiny"], 1), (["child"], 1), (["good"], 0), (["-o", "sheets"], 1)])
def test_a_key_that_stands_twice(
    asked: list[str], told: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is told once, also where a child takes the section over; who asks for another section is not bothered."""
    monkeypatch.chdir(tmp_path)
    twice = "nFoldRule = 4\nnFoldRule = 3\n"
    Path("variants.ini").write_text(f"{SECTION}{twice}[child:tiny]\n[good:minishogi]\n")
    assert run(["import", "variants.ini", *asked]) == told
    said = capsys.readouterr()
    assert (said.err.count("warning[HS505]"), "not written" in said.err, bool(said.out)) == (told, False, True)


def test_a_text_for_people_is_told_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("Whale Shogi\n\nIt is played on 36 squares.\nwinner: who mates\n", encoding="utf-8")
    assert run(["import", str(path)]) == 1
    said = capsys.readouterr().err
    assert said.count("error[HS500]") == 1
    assert "a rule sheet begins with a line of three hyphens" in said


@pytest.mark.parametrize("name", ["sheet.txt", "sheet"])
def test_a_rule_sheet_of_another_name(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plugin = "  plugins:\n    shogi:\n      promotionZone: 2\n"
    text = f"---\nslug: tiny\nparent: minishogi\nengine:\n{plugin}---\n\nProse: of it.\n"
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    assert run(["import", str(path), "-o", str(tmp_path / "sheets")]) == 0
    said = capsys.readouterr()
    written = tmp_path / "sheets" / "tiny.md"
    assert (said.out.strip(), said.err) == (str(written), "")
    assert 'promotion: {zone: "far 2"}' in written.read_text("utf-8")


def test_export(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["export", "minishogi", "--profile", "fairy-stockfish"]) == 0
    assert capsys.readouterr().out.startswith("[minishogi]\n")
    assert run(["export", "annan-shogi"]) == 1
    assert "borrowed moves" in capsys.readouterr().err
