"""Input that is wrong: a located error for each, from the file to what `hensoku.load` raises and `check` prints.

`«` stands before the place that a finding points at; it is taken out of the text before it is read.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from bad_texts import DEFINITIONS, ELSEWHERE, GOOD

import hensoku
from hensoku.cli.app import run


def place(text: str) -> tuple[int, int]:
    before = text.partition("«")[0]
    return before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1


@pytest.mark.parametrize("title", DEFINITIONS)
def test_definition(title: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old, new, code, message = DEFINITIONS[title]
    assert old in GOOD
    marked = GOOD.replace(old, new, 1)
    line, column = ELSEWHERE.get(title) or place(marked)
    file = tmp_path / "small.yaml"
    file.write_text(marked.replace("«", ""), encoding="utf-8")
    with pytest.raises(hensoku.DefinitionError) as raised:
        hensoku.load(file, backend="reference")
    found = raised.value.findings[0]
    assert (found.code, found.span.line, found.span.column) == (code, line, column)
    assert message in found.message
    assert run(["check", str(file)]) == 1
    said = capsys.readouterr().out
    assert f"{file}:{line}:{column}" in said
    assert "Traceback" not in said


def test_what_the_cases_change_is_right(tmp_path: Path) -> None:
    file = tmp_path / "small.yaml"
    file.write_text(GOOD, encoding="utf-8")
    assert hensoku.load(file, backend="reference").position().perft(1) > 0


def test_no_utf8(tmp_path: Path) -> None:
    file = tmp_path / "small.yaml"
    file.write_bytes(GOOD.encode().replace(b"Small", b"Sm\xe4ll"))
    with pytest.raises(hensoku.DefinitionError, match="HS002: this file is not UTF-8") as raised:
        hensoku.load(file, backend="reference")
    assert str(raised.value.findings[0].span) == f"{file}:1:10"


HOSTILE = ['""" \' {0} %s', "a\nimport os\n", "class", "歩", "\\", "*/ # cython: x"]


def test_texts_of_a_definition_are_only_texts(tmp_path: Path) -> None:
    """From the file to a compiled module: names come back as written, and the moves are those of plain names."""
    quoted = [f'"{text.encode("unicode_escape").decode().replace(chr(34), chr(92) + chr(34))}"' for text in HOSTILE]
    names = dict(zip(("Small", "King", "Pawn", "Tokin"), quoted, strict=False))
    hostile = GOOD
    for plain, text in names.items():
        hostile = hostile.replace(f": {plain}", f": {text}")
    hostile = hostile.replace("royal:", f"kanji: {quoted[4]}, royal:").replace("slug: small", "slug: class")
    file = tmp_path / "class.yaml"
    file.write_text(hostile, encoding="utf-8")
    compiled, reference = (hensoku.load(file, backend=backend) for backend in ("compiled", "reference"))
    assert (compiled.title, compiled.slug) == (HOSTILE[0], "class")
    assert [piece["name"] for piece in compiled.pieces] == HOSTILE[1:4]
    assert compiled.pieces[0]["kanji"] == HOSTILE[4]
    counts = [variant.position().perft(depth) for variant in (compiled, reference) for depth in (1, 2, 3)]
    assert counts[:3] == counts[3:]


SFENS = [
    ("", "it is empty"),
    ("4k4/9/9/9/9/9/9/9/4K4", "the side to move is missing"),
    ("4k4/9/9/9/9/9/9/4K4 b - 1", "8 rows, the board has 9"),
    ("4k3/9/9/9/9/9/9/9/4K4 b - 1", "row 1 has 8 cells, the board has 9"),
    ("4k4/9/9/9/4X4/9/9/9/4K4 b - 1", "X is no piece of this variant"),
    ("4k4/9/9/9/9/9/9/9/4K4 x - 1", "is no side to move"),
    ("4k4/9/9/9/9/9/9/9/4K4 b k 1", "k is never in hand in this variant"),
    ("4k4/9/9/9/9/9/9/9/4K4 b - 0", "is no move number"),
    ("4k4/9/9/9/9/9/9/9/3KK4 b - 1", "sente has 2 royal pieces"),
    ("4k4/4R4/9/9/9/9/9/9/4K4 b - 1", "gote is in check and not to move"),
    ("P3k4/9/9/9/9/9/9/9/4K4 b - 1", "sente's P on 9a could never move"),
]


@pytest.mark.parametrize(("sfen", "message"), SFENS)
@pytest.mark.parametrize("backend", ["compiled", "reference"])
def test_sfen(sfen: str, message: str, backend: str) -> None:
    shogi = hensoku.load("shogi", backend=backend)  # type: ignore[arg-type]
    before = shogi.position()
    with pytest.raises(ValueError, match="bad SFEN") as raised:
        shogi.position(sfen)
    assert message in str(raised.value)
    assert before == shogi.position()


@pytest.mark.parametrize("move", ["7g7e", "5a5b", "P*5e", "7g7f+", "5e5d", "", "x", "0a0b"])
@pytest.mark.parametrize("backend", ["compiled", "reference"])
def test_an_illegal_move_changes_nothing(move: str, backend: str) -> None:
    position = hensoku.load("shogi", backend=backend).position()  # type: ignore[arg-type]
    position.push("2g2f")
    position.push("3c3d")
    before = (position.sfen(), position.key, position.history, position.legal_moves)
    assert not position.is_legal(move)
    with pytest.raises(ValueError, match=r"no move|may not be played"):
        position.push(move)
    assert (position.sfen(), position.key, position.history, position.legal_moves) == before
