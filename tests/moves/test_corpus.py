"""The corpus of moves: worked positions, refused strings, equal pairs and the pieces of 26 games."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from move_boards import case_scene, check_case, corpus, parsed, random_scene

from hensoku.compiler.resolve import resolve
from hensoku.dsl.findings import DefinitionError, Severity
from hensoku.dsl.moves.english import sentence
from hensoku.dsl.moves.format import canonical
from hensoku.dsl.moves.parse import parse_text

CASES: list[dict[str, Any]] = corpus("cases.json")
PIECES: list[str] = sorted({entry["betza"] for game in corpus("pieces.json").values() for entry in game})
SYNTAX = {"HS200", "HS201"}


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['id']}-{case['betza']}")
@pytest.mark.parametrize("spelled", [str, lambda text: canonical(parsed(text))], ids=["written", "canonical"])
def test_case(case: dict[str, Any], spelled: Any) -> None:
    check_case(case, case_scene(case).ends(spelled(case["betza"])))


WHERE = {
    # string: (1-based column, the text pointed at); worked out by hand from the reasons in bad.json
    "": (1, ""),
    "f": (2, ""),
    "wW": (1, "w"),
    "X": (1, "X"),
    "W#": (2, "#"),
    "NN3": (3, "3"),
    "O2": (1, "O"),
    "fceF": (3, "e"),
    "oR": (1, "o"),
    "zB": (1, "z"),
    "qN": (1, "q"),
    "uR": (1, "u"),
    "xR": (1, "x"),
    "kR": (1, "k"),
    "tR": (1, "t"),
    "pW": (1, "p"),
    "gF": (1, "g"),
    "pD": (1, "p"),
    "gA": (1, "g"),
    "jW": (1, "j"),
    "jH": (1, "j"),
    "jZ": (1, "j"),
    "jDD": (1, "j"),
    "yR": (1, "y"),
    "pgR": (2, "g"),
    "pppR": (3, "p"),
    "ggQ": (2, "g"),
    "aN": (2, "N"),
    "afsN0": (4, "N"),
    "yafsW3": (1, "y"),
    "aiR": (2, "i"),
    "v[F?R]": (1, "v"),
    "[F]": (3, "]"),
    "[F?R": (5, ""),
    "[N?R]": (2, "N"),
    "[FyR]": (3, "y"),
    "m[F?R]": (1, "m"),
    "(0,0)": (1, "(0,0)"),
    "R{": (3, ""),
    "(W)2": (1, "("),
    "ppafR": (2, "p"),
    "fsK": (1, "fs"),
    "frK": (1, "fr"),
    "rlbK": (1, "rlb"),
    "frlQ": (1, "frl"),
}


@pytest.mark.parametrize("bad", corpus("bad.json"), ids=lambda bad: bad["betza"] or "empty")
def test_bad_string_is_refused_at_its_stage_and_character(bad: dict[str, str]) -> None:
    moves, findings = parse_text(bad["betza"])
    assert moves is None
    (finding,) = findings
    assert finding.severity is Severity.ERROR
    assert (finding.code in SYNTAX) == (bad["stage"] == "syntax")
    assert (finding.span.column, finding.span.text) == WHERE[bad["betza"]]


@pytest.mark.parametrize("bad", corpus("bad.json"), ids=lambda bad: bad["betza"] or "empty")
def test_no_backend_gets_a_bad_string(bad: dict[str, str], tmp_path: Path) -> None:
    """A definition with it is refused at the same character."""
    file = tmp_path / "bad.yaml"
    before = "    A: {moves: "
    piece = f'{before}"{bad["betza"]}"}}'
    file.write_text(f"title: Bad\nslug: bad\nengine:\n  topology: {{rows: 3, cols: 3}}\n  pieces:\n{piece}\n", "utf-8")
    with pytest.raises(DefinitionError) as refused:
        resolve(file)
    column, text = WHERE[bad["betza"]]
    (place,) = (found.span for found in refused.value.findings if found.code.startswith("HS2"))
    assert (place.line, place.column, place.text) == (6, len(before) + 1 + column, text)


@pytest.mark.parametrize("pair", corpus("equations.json"), ids=lambda pair: f"{pair['a']}={pair['b']}")
def test_equation_holds_on_random_boards(pair: dict[str, str]) -> None:
    """On boards without holes: a leap passes over a hole, the same move in legs does not."""
    for seed in range(60):
        board = random_scene(Random(seed), holes=False)
        assert board.ends(pair["a"]) == board.ends(pair["b"]), seed


@pytest.mark.parametrize("text", PIECES)
def test_piece(text: str) -> None:
    """Every piece parses without a lint; its canonical string is its own, and generates the same."""
    moves, findings = parse_text(text)
    assert moves is not None
    assert findings == []
    spelled = canonical(moves)
    assert canonical(parsed(spelled)) == spelled
    assert parse_text(spelled)[1] == []
    for seed in range(8):
        board = random_scene(Random(seed))
        assert board.results(spelled) == board.results(text), seed


def test_the_corpus_is_whole() -> None:
    pieces = [entry["betza"] for game in corpus("pieces.json").values() for entry in game]
    assert (len(CASES), len(corpus("bad.json")), len(corpus("equations.json")), len(pieces)) == (195, 45, 52, 567)


@pytest.mark.parametrize("text", PIECES)
def test_every_piece_has_a_sentence(text: str) -> None:
    assert sentence(parsed(text)).isprintable()
