"""The corpus of moves in compiled code, many strings in a module: worked positions, equal pairs, and all pieces."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any

import pytest
from compiled_strings import BoardOf, compiled_strings
from move_boards import case_scene, check_case, corpus, filled, parsed

from hensoku.compiler.geometry import Geometry
from hensoku.dsl.moves.format import canonical

# ---------------------------------------------------------------------------------------------------- worked positions

CASES: list[dict[str, Any]] = sorted(corpus("cases.json"), key=lambda case: case["board"])
FEW = 10
"""Boards with fewer cases than this have a module of their own only in the long run."""


def by_board() -> Iterator[Any]:
    for (files, ranks), cases in groupby(CASES, key=lambda case: tuple(case["board"])):
        on_it = list(cases)
        marks = [pytest.mark.slow] if len(on_it) < FEW else []
        yield pytest.param(("grid", files, ranks), on_it, marks=marks, id=f"{files}x{ranks}")


@pytest.mark.parametrize(("board", "cases"), list(by_board()))
def test_cases(board: BoardOf, cases: list[dict[str, Any]], tmp_path: Path) -> None:
    strings = compiled_strings({case["betza"] for case in cases}, board, tmp_path)
    for case in cases:
        check_case(case, strings.ends(case["betza"], case_scene(case)))


# -------------------------------------------------------------------------------------------- pairs, and all the pieces

PAIRS: list[dict[str, str]] = corpus("equations.json")
PIECES: list[str] = sorted({entry["betza"] for game in corpus("pieces.json").values() for entry in game})
SOME = 40
"""Strings in a module."""

BOARDS = [
    ("grid", 9, 8),
    pytest.param(("cylinder", 8, 7), marks=pytest.mark.slow),
    pytest.param(("torus", 7, 6), marks=pytest.mark.slow),
]


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_equal_strings_are_equal_on_random_boards(board: BoardOf, tmp_path: Path) -> None:
    strings = compiled_strings({text for pair in PAIRS for text in (pair["a"], pair["b"])}, board, tmp_path)
    for seed in range(40):
        scene = filled(Random(seed), Geometry(*board))
        for pair in PAIRS:
            assert strings.ends(pair["a"], scene) == strings.ends(pair["b"], scene), (pair, seed)


@pytest.mark.parametrize("first", range(0, len(PIECES), SOME))
@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_pieces(board: BoardOf, first: int, tmp_path: Path) -> None:
    """Every canonical string compiles, and moves as the interpreter walks the string of the corpus."""
    spelled = {text: canonical(parsed(text)) for text in PIECES[first : first + SOME]}
    strings = compiled_strings(set(spelled.values()), board, tmp_path)
    for seed in range(8):
        scene = filled(Random(seed), Geometry(*board))
        for text, own in spelled.items():
            assert strings.ends(own, scene) == scene.ends(text), (text, seed)
