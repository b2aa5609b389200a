"""Sentences for pieces. Each line of the table was read against the rules of the piece, not against the code."""

from __future__ import annotations

from pathlib import Path

from golden import Golden
from move_boards import parsed

from hensoku.dsl.moves.english import sentence

TABLE = Path(__file__).parent / "sentences.txt"


def test_sentences(golden: Golden) -> None:
    strings = [line.split("\t")[0] for line in TABLE.read_text(encoding="utf-8").splitlines()]
    assert len(strings) > 60
    golden.check(TABLE, "".join(f"{text}\t{sentence(parsed(text))}\n" for text in strings))


def test_names_in_conditions_can_be_told_in_words() -> None:
    said = sentence(parsed("pR{screen!=U,target=royal}"), {"U": "Gold Cannon"})
    assert said.endswith("if no Gold Cannon is jumped and nothing but a royal is captured")
