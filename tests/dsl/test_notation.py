"""Setups, regions, piece sets: what they are read as, and where they go wrong."""

from __future__ import annotations

import pytest
from dsl_texts import scalar

from hensoku.dsl.definition import Area, SetupNode, SetupPiece
from hensoku.dsl.findings import Finding
from hensoku.dsl.notation.piecesets import parse_piece_set
from hensoku.dsl.notation.regions import parse_line, parse_region
from hensoku.dsl.notation.setups import Cell, parse_hand, parse_setup


def quoted(text: str) -> str:
    return f'a: "{text}"'


def column(finding: Finding) -> int:
    """The column inside the string, from 1; the string itself begins at column 5."""
    return finding.span.column - 4


# ------------------------------------------------------------------------------------------------------------- regions

REGIONS = [
    ("far 3", [("far", "", "", 3)], False),
    ("near 12", [("near", "", "", 12)], False),
    ("rank 1-3", [("rank", "1", "3", 0)], False),
    ("rank a-c", [("rank", "a", "c", 0)], False),
    ("rank 9", [("rank", "9", "9", 0)], False),
    ("file 4-6", [("file", "4", "6", 0)], False),
    ("5e", [("square", "5e", "5e", 0)], False),
    ("12aa", [("square", "12aa", "12aa", 0)], False),
    ("4a-6c", [("rectangle", "4a", "6c", 0)], False),
    ("5e, 5f far 1", [("square", "5e", "5e", 0), ("square", "5f", "5f", 0), ("far", "", "", 1)], False),
    ("palace", [("named", "palace", "", 0)], False),
    ("farther", [("named", "farther", "", 0)], False),
    ("all", [("all", "", "", 0)], False),
    ("all but far 1", [("far", "", "", 1)], True),
    ("none", [("all", "", "", 0)], True),
]


@pytest.mark.parametrize(("text", "areas", "complement"), REGIONS)
def test_regions(text: str, areas: list[tuple[str, str, str, int]], complement: bool) -> None:
    region, findings = parse_region(scalar(quoted(text)))
    assert findings == []
    assert region is not None
    assert [(area.kind, area.first, area.last, area.count) for area in region.areas] == areas
    assert (region.complement, region.span.text) == (complement, text)


BAD_REGIONS = [
    ("", "HS300", 1),
    ("far", "HS302", 4),
    ("far 0", "HS305", 5),
    ("far 03", "HS305", 5),
    ("far -1", "HS302", 5),
    ("far x", "HS302", 5),
    ("rank 3-1", "HS307", 6),
    ("rank c-a", "HS307", 6),
    ("file 1-", "HS302", 8),
    ("5E", "HS302", 1),
    ("5e-", "HS302", 4),
    ("all but", "HS302", 8),
    ("5e,, 5f", "HS302", 4),
    ("far 1 (x)", "HS302", 7),
    ("last rank", "HS302", 1),
    ("5e " * 2000, "HS308", 4001),
]


@pytest.mark.parametrize(("text", "code", "at"), BAD_REGIONS, ids=[row[0][:20] for row in BAD_REGIONS])
def test_bad_regions(text: str, code: str, at: int) -> None:
    region, findings = parse_region(scalar(quoted(text)))
    assert region is None
    assert [(finding.code, column(finding)) for finding in findings] == [(code, at)]


# a region in words, how it is written
IN_WORDS = [
    ("last rank", "far 1"),
    ("the last 3 ranks", "far 3"),
    ("the last rank", "far 1"),
    ("not last rank", "all but far 1"),
    ("all but last rank", "all but far 1"),
    ("first 2 rows", "near 2"),
    ("home rank", "near 1"),
]


@pytest.mark.parametrize(("text", "written"), IN_WORDS)
def test_regions_in_words(text: str, written: str) -> None:
    region, [found] = parse_region(scalar(quoted(text)))
    assert region is None
    assert (found.code, found.span.text, found.message) == ("HS302", text, f"{text!r} is no region")
    assert found.help == f"write '{written}': far and near count ranks as the owner of the piece sees them"
    [fix] = found.fixes
    assert (fix.replacement, fix.safe) == (written, False)
    assert parse_region(scalar(quoted(fix.replacement)))[1] == []


# a region, the word in it that is none, the word that is meant
MISSPELT = [
    ("fra 2", "fra", "far"),
    ("Far 2", "Far", "far"),
    ("files 3-5", "files", "file"),
    ("columns 3-5", "columns", "file"),
    ("5e, row 3", "row", "rank"),
    ("all but nera 1", "nera", "near"),
]


@pytest.mark.parametrize(("text", "word", "meant"), MISSPELT)
def test_misspelt_words_of_regions(text: str, word: str, meant: str) -> None:
    region, [found] = parse_region(scalar(quoted(text)))
    assert region is None
    assert (found.code, found.span.text, found.message) == ("HS302", word, f"{word!r} is no word of a region")
    assert found.help == f"did you mean {meant!r}?"
    assert [(fix.replacement, fix.safe) for fix in found.fixes] == [(meant, False)]


# a region that is wrong in its last character, though a word that might be another one stands before
@pytest.mark.parametrize("text", ["palace 2", "fare far x", "fare 5e !", "file 3-5 fare 6f !"])
def test_names_of_regions_are_left_alone(text: str) -> None:
    region, [found] = parse_region(scalar(quoted(text)))
    assert region is None
    assert (found.span.text, found.message[:10]) == (text[-1], "unexpected")


def test_region_in_a_folded_scalar() -> None:
    region, _ = parse_region(scalar("a: >-\n  far 1\n  5e\n"))
    assert region is not None
    second = region.areas[1]
    assert second == Area("square", "5e", "5e", span=second.span)
    assert second.span is not None
    assert (second.span.line, second.span.column) == (3, 3)


def test_lines() -> None:
    line, findings = parse_line(scalar(quoted("4a-5b-6c")))
    assert findings == []
    assert line is not None
    assert [(square.value, square.span.column) for square in line] == [("4a", 5), ("5b", 8), ("6c", 11)]
    assert [finding.code for finding in parse_line(scalar(quoted("4a")))[1]] == ["HS302"]


# ---------------------------------------------------------------------------------------------------------- piece sets

SETS = [
    ("P L N", ["P", "L", "N"], False),
    ("P, L", ["P", "L"], False),
    ("+P [AB] X'", ["+P", "AB", "X'"], False),
    ("L! N", ["L!", "N"], False),
    ("royal", ["royal"], False),
    ("big-ones", ["big-ones"], False),
    ("all", [], True),
    ("none", [], False),
    ("all but K", ["K"], True),
]


@pytest.mark.parametrize(("text", "names", "complement"), SETS)
def test_piece_sets(text: str, names: list[str], complement: bool) -> None:
    pieces, findings = parse_piece_set(scalar(quoted(text)))
    assert findings == []
    assert pieces is not None
    assert ([name.value for name in pieces.names], pieces.complement) == (names, complement)


@pytest.mark.parametrize(("text", "at"), [("P,,L", 3), ("3", 1), ("all but", 8), ("all K", 5), ("P|L", 2)])
def test_bad_piece_sets(text: str, at: int) -> None:
    pieces, findings = parse_piece_set(scalar(quoted(text)))
    assert pieces is None
    assert [(finding.code, column(finding)) for finding in findings] == [("HS303", at)]


# -------------------------------------------------------------------------------------------------------------- setups


def spelled(setup: SetupNode) -> str:
    """A setup as SFEN with a dot for each empty square."""

    def cell(piece: Cell) -> str:
        if not isinstance(piece, SetupPiece):
            return piece or "."
        name = piece.name if len(piece.name) == 1 or piece.name[-1] in "'!" else f"[{piece.name}]"
        return "+" * piece.face + (name.lower() if piece.side else name)

    rows = "/".join("".join(cell(piece) for piece in row) for row in setup.rows)
    hands = "".join(f"{count}{cell(piece)}" for piece, count in setup.hands)
    return f"{rows} {'bw'[setup.turn]} {hands or '-'} {setup.number}"


SETUPS = [
    ("3/1K1", ".../.K. b - 1"),
    ("3/1K1 w", ".../.K. w - 1"),
    ("3/1k1 w - 7", ".../.k. w - 7"),
    ("3/1K1 b 2Pp[ab]", ".../.K. b 2P1p1[ab] 1"),
    ("+P1+p/*1*", "+P.+p/*.* b - 1"),
    ("[ab]1[CD]/3", "[ab].[CD]/... b - 1"),
    ("X'1x'/3", "X'.x'/... b - 1"),
    ("L!1l!/3", "L!.l!/... b - 1"),
    ("3/[AB]2", ".../[AB].. b - 1"),
    ("3/2[AB]", ".../..[AB] b - 1"),
    (" 3/ 3 ", ".../... b - 1"),
]


@pytest.mark.parametrize(("text", "expected"), SETUPS)
def test_setups(text: str, expected: str) -> None:
    setup, findings = parse_setup(scalar(quoted(text)), 3)
    assert findings == []
    assert setup is not None
    assert spelled(setup) == expected


# After a full last row a bracket is a hand, elsewhere a piece (cannon and sho seeds: `…[-] b - 1`).
BRACKET_HANDS = [
    ("3/3[-] b - 1", 3, ".../... b - 1"),
    ("3/3[]", 3, ".../... b - 1"),
    ("3/3[-]", None, ".../... b - 1"),
    ("3/3[Pp] w", 3, ".../... w 1P1p 1"),
    ("3/3[2P] b - 1", 3, ".../... b 2P 1"),
]


@pytest.mark.parametrize(("text", "columns", "expected"), BRACKET_HANDS)
def test_bracket_hands_are_read_with_a_note(text: str, columns: int | None, expected: str) -> None:
    setup, findings = parse_setup(scalar(quoted(text)), columns)
    assert [(finding.code, finding.severity.value, column(finding)) for finding in findings] == [("HS350", "note", 4)]
    assert setup is not None
    assert spelled(setup) == expected


BAD_SETUPS = [
    ("3//3", "HS301", 3),
    ("3/", "HS301", 3),
    ("3/?", "HS301", 3),
    ("3/++P", "HS301", 4),
    ("3/3 x", "HS301", 5),
    ("3/3 b 2", "HS301", 8),
    ("3/3 b - 1 x", "HS301", 11),
    ("3/[]2", "HS301", 3),
    ("3/[a-b]2", "HS301", 3),
    ("3/[aB]2", "HS304", 3),
    ("0/3", "HS305", 1),
    ("03/3", "HS305", 1),
    ("100/3", "HS305", 1),
    ("99999999999/3", "HS305", 1),
    ("3/3 b - 0", "HS305", 9),
    ("3/3 b 0P", "HS305", 7),
    ("P,3,K", "HS306", 2),
    ("3/3[] w - - 0 1", "HS306", 7),
    ("3/3 w KQkq - 0 1", "HS306", 5),
    ("3/3[-] w 0 1", "HS306", 8),
    ("3/3[P] b p 1", "HS413", 4),
]


@pytest.mark.parametrize(("text", "code", "at"), BAD_SETUPS)
def test_bad_setups(text: str, code: str, at: int) -> None:
    setup, findings = parse_setup(scalar(quoted(text)), 3)
    assert setup is None
    assert [(finding.code, column(finding)) for finding in findings] == [(code, at)]


def test_hand_alone() -> None:
    hands, findings = parse_hand(scalar(quoted("LN2p")))
    assert findings == []
    assert hands is not None
    assert [(piece.name, piece.side, count) for piece, count in hands] == [("L", 0, 1), ("N", 0, 1), ("P", 1, 2)]


def test_places_in_a_setup_over_several_lines() -> None:
    setup, _ = parse_setup(scalar("a: >-\n  1k1/\n  3/\n  1K1\n"), 3)
    assert setup is not None
    assert [(span.line, span.column) for span in setup.row_spans] == [(2, 3), (3, 3), (4, 3)]
