"""What a piece that is written anew has lost is told. The rule: docs/semantics.md, Inheritance."""

from __future__ import annotations

from pathlib import Path

import pytest

from hensoku.compiler.resolve import resolve

# (pieces of a child of shogi, the notes)
PIECES = [
    ('N: {moves: "N"}', ["N whole, and so it has no name, kanji, promotes any more"]),
    ('N: {name: Knight, kanji: 桂, moves: "N"}', ["N whole, and so it has no promotes any more"]),
    ('N: {name: Knight, kanji: 桂, moves: "N", promotes: null}', []),
    ('N: {name: Horse, moves: "N"}', []),  # another piece
    ('P: {promotes: {moves: "K"}}', ["+P whole, and so it has no name, kanji any more"]),
    ('P: {promotes: {name: Prince, moves: "K"}}', []),
    ("P: {promotes: {royal: false}}", []),  # merged key by key
    ('K: {name: King, kanji: 玉, moves: "Q"}', ["K whole, and so it has no royal any more"]),
    ('X: {moves: "N"}', []),
]


@pytest.mark.parametrize(("pieces", "notes"), PIECES)
def test_notes(tmp_path: Path, pieces: str, notes: list[str]) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(f"parent: shogi\nengine: {{pieces: {{{pieces}}}}}", encoding="utf-8")
    found = [one for one in resolve(file).findings if one.code == "HS473"]
    assert [one.message for one in found] == [f"this replaces the inherited {note}" for note in notes]
    assert {one.severity.value for one in found} <= {"note"}
    assert {one.span.text for one in found} <= {pieces[0], "promotes"}
