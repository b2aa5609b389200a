"""`hensoku fuzz`: what it prints, and with which exit code."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hensoku.cli.app import FINDINGS, run

SMALL = """\
title: Small
slug: small
engine:
  topology: {rows: 3, cols: 3}
  pieces: {K: {moves: "K", royal: true}}
  setup: "1k1/3/1K1"
"""


def test_counts_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["fuzz", "--count", "2", "--seed", "9", "--first", "4", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["definitions"] == 2
    assert said["positions"] > 2
    assert said["found"] == []


def test_a_file_is_compared_on_the_positions_that_it_names(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "small.yaml"
    file.write_text("# position: 1k1/3/1K1 w - 1\n# moves: 2a1a 2c3c\n" + SMALL, "utf-8")
    assert run(["fuzz", str(file)]) == 0
    assert capsys.readouterr().out.startswith("1 definitions, ")


def test_a_position_that_is_none_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "small.yaml"
    file.write_text("# position: 1k1/3/1K1 w - 1\n# moves: 2a2c\n" + SMALL, "utf-8")
    assert run(["fuzz", str(file)]) == FINDINGS
    assert "2a2c may not be played" in capsys.readouterr().err


def test_a_file_that_is_no_definition_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "small.yaml"
    file.write_text(SMALL.replace("1K1", "1Q1"), "utf-8")
    assert run(["fuzz", str(file)]) == FINDINGS
    assert "HS402" in capsys.readouterr().err
