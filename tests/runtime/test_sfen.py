"""SFEN read and written over plain data: a small board with a hole, longer names and a promoted face."""

from __future__ import annotations

from typing import Any

import pytest
from played import reload

from hensoku.runtime.errors import SfenError
from hensoku.runtime.sfen import Placement, parse, write

IDS = ("K", "P", "+P", "[AB]", "X'", "L!")

# 3 files x 2 ranks; the middle of the lower rank is no square
HOLED: dict[str, Any] = {
    "board": {
        "files": 3,
        "ranks": 2,
        "squares": [["3a", 0, 0], ["2a", 1, 0], ["1a", 2, 0], ["3b", 0, 1], ["1b", 2, 1]],
    },
    "pieces": [{"id": name} for name in IDS],
    "hand_order": [3, 1],
    "struck": False,
}
STRUCK = {**HOLED, "struck": True}
NO_DROPS = {**STRUCK, "hand_order": []}


def read_and_written(data: dict[str, Any], text: str) -> str:
    it = parse(data, text)
    return write(data["board"], data["pieces"], data["hand_order"], it.cells, it.hands, it.turn, it.number, it.struck)


def test_what_a_placement_holds() -> None:
    assert parse(HOLED, "k1+P/[ab]*X' w 2[AB]p 7") == Placement(
        cells=(2 + 2 * 0 + 1, 0, 2 + 2 * 2, 2 + 2 * 3 + 1, 2 + 2 * 4),
        hands=((0, 0, 0, 2, 0, 0), (0, 1, 0, 0, 0, 0)),
        turn=1,
        number=7,
    )


SAME = ["3/1*1 b - 1", "k1+P/[ab]*X' w 2[AB]p 7", "1+p1/K*x' b [AB]12P[ab] 123", "L!1l!/1*1 b - 1"]


@pytest.mark.parametrize("text", SAME)
def test_round_trip(text: str) -> None:
    assert read_and_written(HOLED, text) == text


# the square of the last capture where counter-strikes are forbidden; without drops as lishogi writes it for chu shogi
WITH_A_SQUARE = [
    (NO_DROPS, "3/1*1 b 2a 2", 1),
    (NO_DROPS, "3/1*1 b - 2", -1),
    (STRUCK, "3/1*1 b -,1b 2", 4),
    (STRUCK, "3/1*1 b 2[AB]p,3a 2", 0),
    (STRUCK, "3/1*1 b 2[AB]p 2", -1),
]


@pytest.mark.parametrize(("data", "text", "struck"), WITH_A_SQUARE)
def test_the_square_of_the_last_capture(data: dict[str, Any], text: str, struck: int) -> None:
    assert parse(data, text).struck == struck
    assert read_and_written(data, text) == text


@pytest.mark.parametrize(
    ("data", "text", "column"),
    [(NO_DROPS, "3/1*1 b 9z 2", 9), (STRUCK, "3/1*1 b p,2b 2", 11), (HOLED, "3/1*1 b 2a", 10)],
)
def test_no_square_of_a_capture(data: dict[str, Any], text: str, column: int) -> None:
    with pytest.raises(SfenError) as told:
        parse(data, text)
    assert [fault.column for fault in told.value.faults] == [column]


WRITTEN = [
    ("3/1*1 b", "3/1*1 b - 1"),
    ("3/1*1 w P", "3/1*1 w P 1"),
    ("3/1*1  b\t- 1 ", "3/1*1 b - 1"),
    ("111/1*1 b", None),
    ("12/1*1 b", None),
    ("3/1*1 b pP2[AB] 3", "3/1*1 b 2[AB]Pp 3"),
    ("3/1*1 b 1P 3", "3/1*1 b P 3"),
]


@pytest.mark.parametrize(("text", "canonical"), WRITTEN, ids=[text for text, _ in WRITTEN])
def test_canonical_form(text: str, canonical: str | None) -> None:
    """`111` and `12` are one number each, as numbers above 9 are."""
    if canonical is None:
        with pytest.raises(SfenError, match="the board has 3"):
            parse(HOLED, text)
    else:
        assert read_and_written(HOLED, text) == canonical


# (text, column of the first fault, part of the message)
BAD = [
    ("", 1, "it is empty"),
    ("3/1*1", 6, "the side to move is missing"),
    ("3/1*1 b - 1 2", 13, "four fields"),
    ("3 b - 1", 1, "1 rows, the board has 2"),
    ("3/1*1/3 b - 1", 1, "3 rows, the board has 2"),
    ("2/1*1 b - 1", 1, "row 1 has 2 cells, the board has 3"),
    ("kkkk/1*1 b - 1", 1, "row 1 has 4 cells, the board has 3"),
    ("/1*1 b - 1", 1, "row 1 has 0 cells, the board has 3"),
    ("3/3 b - 1", 3, "row 2, cell 2 from the left is no square of this board: write `*`"),
    ("3/1k1 b - 1", 4, "row 2, cell 2 from the left is no square of this board"),
    ("1*1/1*1 b - 1", 2, "row 1, cell 2 from the left is a square of this board"),
    ("03/1*1 b - 1", 1, "'03' is no count of empty squares"),
    ("z2/1*1 b - 1", 1, "z is no piece of this variant"),
    ("[zz]2/1*1 b - 1", 1, "[zz] is no piece of this variant"),
    ("[Ab]2/1*1 b - 1", 1, "[Ab] mixes upper case (sente) and lower case (gote)"),
    ("+k2/1*1 b - 1", 1, "k has no promoted face"),
    ("+z2/1*1 b - 1", 1, "+z is no piece of this variant"),
    ("++p2/1*1 b - 1", 1, "unexpected '+'"),
    ("k?1/1*1 b - 1", 2, "unexpected '?'"),
    ("3/1*1 x - 1", 7, "'x' is no side to move"),
    ("3/1*1 W - 1", 7, "'W' is no side to move"),
    ("3/1*1 b k 1", 9, "k is never in hand in this variant"),
    ("3/1*1 b +P 1", 9, "+P is never in hand in this variant"),
    ("3/1*1 b z 1", 9, "z is no piece of this variant"),
    ("3/1*1 b PP 1", 10, "P is in the hands twice"),
    ("3/1*1 b 0P 1", 9, "'0' is no count of pieces in hand"),
    ("3/1*1 b 1000P 1", 9, "'1000' is no count of pieces in hand"),
    ("3/1*1 b 2 1", 9, "unexpected '2'"),
    ("3/1*1 b P- 1", 10, "unexpected '-'"),
    ("3/1*1 b - 0", 11, "'0' is no move number"),
    ("3/1*1 b - -1", 11, "'-1' is no move number"),
    ("3/1*1 b - x", 11, "'x' is no move number"),
    ("3/1*1 b - ١", 11, "is no move number"),
    ("3/1*1[P] b - 1", 6, "[P] is no piece of this variant"),
    ("9" * 5000 + "/1*1 b - 1", 1, "is no count of empty squares"),
    ("3/1*1 b - " + "9" * 5000, 11, "is no move number"),
    ("k" * 1_000_000, None, "too many for an SFEN"),
    ("3/1*1 b - 1\0", 11, "is no move number"),
]


@pytest.mark.parametrize(("text", "column", "message"), BAD, ids=[repr(text[:20]) for text, _, _ in BAD])
def test_bad_text(text: str, column: int | None, message: str) -> None:
    with pytest.raises(SfenError) as caught:
        parse(HOLED, text)
    assert message in str(caught.value)
    assert caught.value.column == column
    assert len(str(caught.value)) < 22_000


def test_all_faults_are_told() -> None:
    with pytest.raises(SfenError) as caught:
        parse(HOLED, "z2/+k*2 x K? 0")
    assert [str(fault) for fault in caught.value.faults] == [
        "column 1: z is no piece of this variant",
        "column 4: k has no promoted face",
        "column 4: row 2 has 4 cells, the board has 3",
        "column 9: 'x' is no side to move: `b` (sente) or `w` (gote)",
        "column 11: K is never in hand in this variant",
        "column 12: unexpected '?' among the hands",
        "column 14: '0' is no move number",
    ]


# Texts of another kind or another board: one fault, and nothing that only follows from it.
FOREIGN = [
    ("startpos", "the start is what there is without an SFEN"),
    ("nonsense", "this is no SFEN"),
    ("7g7f", "this is no SFEN"),
    (
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        "the board is 3×2, and this is a position of 9×9",
    ),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "the board is 3×2, and this is a position of 8×8"),
]


@pytest.mark.parametrize(("text", "message"), FOREIGN, ids=[text[:9] for text, _ in FOREIGN])
def test_texts_of_another_kind(text: str, message: str) -> None:
    with pytest.raises(SfenError) as caught:
        parse(HOLED, text)
    (fault,) = caught.value.faults
    assert message in fault.message


def test_a_few_faults_are_told_and_all_are_there() -> None:
    with pytest.raises(SfenError) as caught:
        parse(HOLED, "abc/d*e b - 1")
    assert [fault.column for fault in caught.value.faults] == [1, 2, 3, 5, 7]
    assert str(caught.value).endswith("column 5: d is no piece of this variant; and 1 more")


# What position() asks beyond the syntax. Sources: the rules of shogi and of tsume problems; sho shogi's two royals.
GOOD_POSITIONS = [
    ("shogi", "4k4/9/9/9/9/9/9/9/4K4 b - 1", "bare kings"),
    ("shogi", "4k4/9/4P4/9/9/9/9/9/9 b G 1", "a tsume problem: the attacker has no king"),
    ("shogi", "4k4/4G4/4P4/9/9/9/9/9/9 w - 2", "a tsume problem after its first move"),
    ("shogi", "4k4/4R4/9/9/9/9/9/9/4K4 w - 1", "the side to move may be in check"),
    ("shogi", "4k4/4p4/4p4/9/9/9/9/9/4K4 b - 1", "two pawns on a file bind drops only"),
    ("shogi", "+P3k4/9/9/9/9/9/9/9/4K4 b - 1", "a tokin on the last rank"),
    ("shogi", "p3k4/9/9/9/9/9/9/9/4K3P b - 1", "pawns on their own first rank"),
    ("sho-shogi", "4k4/9/4+E4/9/9/9/9/4r4/4K3R b - 1", "two royals"),
    ("sho-shogi", "4k4/9/9/4r4/4K3+E/9/9/9/9 w - 1", "two royals, one attacked by the side to move"),
    ("sho-shogi", "4+e4/9/9/9/9/9/9/9/4K4 b - 1", "a crown prince alone"),
]


@pytest.mark.parametrize(("name", "sfen", "why"), GOOD_POSITIONS, ids=[why for _, _, why in GOOD_POSITIONS])
def test_good_positions(name: str, sfen: str, why: str) -> None:
    assert reload(name).position(sfen).sfen() == sfen, why


BAD_POSITIONS = [
    ("shogi", "4k4/9/9/9/9/9/9/4K4/4K4 b - 1", "sente has 2 royal pieces (K), at most 1"),
    ("shogi", "9/9/9/9/9/9/9/9/9 b - 1", "neither side has a royal piece (K)"),
    ("shogi", "9/9/9/9/9/9/9/9/4K4 b - 1", "gote has no royal piece (K) and is not the attacker"),
    ("shogi", "4k4/4R4/9/9/9/9/9/9/4K4 b - 1", "gote is in check and not to move"),
    ("shogi", "4k4/9/9/9/9/9/9/4r4/4K4 w - 1", "sente is in check and not to move"),
    ("shogi", "P3k4/9/9/9/9/9/9/9/4K4 b - 1", "sente's P on 9a could never move"),
    ("shogi", "4k4/9/9/9/9/9/9/9/4K3p b - 1", "gote's P on 1i could never move"),
    ("shogi", "4k4/N8/9/9/9/9/9/9/4K3l b - 1", "sente's N on 9b could never move; gote's L on 1i could never move"),
    ("sho-shogi", "4k4/9/9/4r4/4K3E/9/9/9/9 w - 1", "sente is in check and not to move"),
    ("sho-shogi", "4k4/9/9/9/4K3E/9/9/9/9 w P 1", "P is never in hand in this variant"),
]


@pytest.mark.parametrize(("name", "sfen", "message"), BAD_POSITIONS, ids=[message for _, _, message in BAD_POSITIONS])
def test_bad_positions(name: str, sfen: str, message: str) -> None:
    with pytest.raises(SfenError) as caught:
        reload(name).position(sfen)
    assert message in str(caught.value)
