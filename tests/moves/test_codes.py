"""Every code of the move notation is explained by a string that earns it and one that earns nothing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hensoku.compiler.geometry import Geometry
from hensoku.compiler.lower_moves import lower_moves
from hensoku.dsl.codes.moves import MOVES
from hensoku.dsl.moves.parse import parse_text

ROOT = Path(__file__).parents[2]


def found(text: str) -> set[str]:
    moves, findings = parse_text(text)
    lowered = lower_moves(moves, Geometry("grid", 3, 3), {"royal": (0,)})[1] if moves else []
    return {finding.code for finding in (*findings, *lowered)}


@pytest.mark.parametrize("code", MOVES)
def test_the_examples_of_a_code(code: str) -> None:
    assert found(MOVES[code].wrong) == {code}
    assert found(MOVES[code].right) == set()


def test_every_code_in_use_is_explained_and_every_explained_code_is_in_use() -> None:
    files = [*(ROOT / "dsl" / "moves").glob("*.py"), ROOT / "compiler" / "lower_moves.py"]
    used = {code for file in files for code in re.findall(r'"(HS2\d\d)"', file.read_text(encoding="utf-8"))}
    assert used == set(MOVES)
