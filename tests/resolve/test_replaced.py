"""What a piece that is written anew has lost is told. The rule: docs/semantics.md, Inheritance."""

from __future__ import annotations

from pathlib import Path

import pytest

from hensoku.compiler.resolve import resolve
from hensoku.dsl.findings import Severity

# (pieces of a child of shogi, what is told)
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
def test_what_goes_is_told(tmp_path: Path, pieces: str, notes: list[str]) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(f"parent: shogi\nengine: {{pieces: {{{pieces}}}}}", encoding="utf-8")
    found = [one for one in resolve(file).findings if one.code in ("HS473", "HS476")]
    assert [one.message for one in found] == [f"this replaces the inherited {note}" for note in notes]
    looks = "no name, kanji any more"
    assert all(one.severity is (Severity.NOTE if looks in one.message else Severity.WARNING) for one in found)
    assert {one.span.text for one in found} <= {pieces[0], "promotes"}
