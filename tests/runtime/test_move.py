"""USI texts and moves."""

from __future__ import annotations

import pickle

import pytest

from hensoku.runtime.errors import MoveSyntaxError
from hensoku.runtime.move import Move

# USI protocol: http://hgm.nubati.net/usi.html; steps of two as lishogi writes them
ROUND_TRIPS = [
    ("7g7f", Move("7g", "7f")),
    ("2b3c+", Move("2b", "3c", becomes="+")),
    ("2b3c+S", Move("2b", "3c", becomes="+S")),
    ("2b3c+[AB]", Move("2b", "3c", becomes="+[AB]")),
    ("3c3d-", Move("3c", "3d", becomes="-")),
    ("P*5e", Move(None, "5e", drop="P")),
    ("+P*5e", Move(None, "5e", drop="+P")),
    ("X'*5e", Move(None, "5e", drop="X'")),
    ("L!*5e", Move(None, "5e", drop="L!")),
    ("[AB]*5e", Move(None, "5e", drop="[AB]")),
    ("6f6g6f", Move("6f", "6f", ("6g",))),
    ("6f5e4d+", Move("6f", "4d", ("5e",), "+")),
    ("12l11k", Move("12l", "11k")),
    ("36aj36aa", Move("36aj", "36aa")),
    ("5a5aa", Move("5a", "5aa")),
    ("9aa9z", Move("9aa", "9z")),
    ("1a1b1c1d1e", Move("1a", "1e", ("1b", "1c", "1d"))),
]


@pytest.mark.parametrize(("text", "move"), ROUND_TRIPS, ids=[text for text, _ in ROUND_TRIPS])
def test_round_trip(text: str, move: Move) -> None:
    assert Move.parse(text) == move
    assert str(move) == text


def test_an_explicit_refusal_to_promote_is_no_mark() -> None:
    assert Move.parse("2d2c=") == Move.parse("2d2c")
    assert str(Move.parse("2d2c=")) == "2d2c"


BAD = [
    ("", "an empty text is no move"),
    ("7g", "a move names at least two squares"),
    ("7g7", "'7' is no square"),
    ("g7f7", "'g7f7' is no square"),
    ("0a1a", "'0a1a' is no square"),
    ("7G7F", "'7G7F' is no square"),
    (" 7g7f", "' 7g7f' is no square"),
    ("7g7f ", "' ' is neither a square nor a promotion"),
    ("7g7f\n", "is neither a square nor a promotion"),
    ("7g7f++", "'++' is neither a square nor a promotion"),
    ("7g7f+s", "'+s' is neither a square nor a promotion"),
    ("7g7f?", "'?' is neither a square nor a promotion"),
    ("٧g7f", "is no square"),
    ("1a1b1c1d1e1f", "a move names at most 5 squares"),
    ("*5e", "no piece before `*`"),
    ("P*", "no square after `*`"),
    ("p*5e", "'p' is no piece to drop, write 'P'"),
    ("[ab]*5e", "write '[AB]'"),
    ("PP*5e", "'PP' is no piece to drop"),
    ("P*5e+", "a drop does not promote"),
    ("P*5e5d", "'5e5d' is no square"),
    ("P*5e*", "'5e*' is no square"),
    ("resign", "'resign' is no square"),
]


@pytest.mark.parametrize(("text", "message"), BAD, ids=[repr(text) for text, _ in BAD])
def test_bad_text(text: str, message: str) -> None:
    with pytest.raises(MoveSyntaxError) as caught:
        Move.parse(text)
    assert message in str(caught.value)


BAD_FIELDS = [
    {"from_": "7g", "to": "7f", "drop": "P"},
    {"from_": None, "to": "7f"},
    {"from_": None, "to": "7f", "drop": "p"},
    {"from_": None, "to": "7f", "drop": "P", "becomes": "+"},
    {"from_": "7g", "to": "f7"},
    {"from_": "7g", "to": "7f", "becomes": "="},
    {"from_": "7g", "to": "7f", "via": ("1a", "1b", "1c", "1d")},
]


@pytest.mark.parametrize("fields", BAD_FIELDS, ids=str)
def test_bad_fields(fields: dict[str, object]) -> None:
    with pytest.raises(MoveSyntaxError):
        Move(**fields)  # type: ignore[arg-type]


def test_other_types_are_refused() -> None:
    with pytest.raises(TypeError, match="not int"):
        Move.parse(7776)  # type: ignore[arg-type]


def test_hashable_ordered_picklable() -> None:
    moves = [Move.parse(text) for text in ("P*5e", "7g7f", "2b3c+", "2b3c")]
    assert [str(move) for move in sorted(moves)] == ["2b3c", "2b3c+", "7g7f", "P*5e"]
    assert pickle.loads(pickle.dumps(moves)) == moves
    assert len({*moves, Move.parse("7g7f")}) == 4
    with pytest.raises(AttributeError):
        moves[0].to = "5f"  # type: ignore[misc]


@pytest.mark.parametrize("text", ["7g7f", "2b3c+", "3c3d-", "2b3c+S", "P*5e", "+P*5e", "[AB]*5e", "6f6g6f", "10a12aa"])
def test_the_representation_is_python(text: str) -> None:
    move = Move.parse(text)
    assert repr(move) == f"Move.parse({text!r})"
    assert eval(repr(move)) == move  # noqa: S307
