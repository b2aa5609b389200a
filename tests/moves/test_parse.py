"""Syntax errors, limits, positions in the author's file, and what conditions and ranges may say."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from move_boards import codes, parsed

from hensoku.dsl.findings import Severity
from hensoku.dsl.moves.check import MAX_LEGS
from hensoku.dsl.moves.format import canonical
from hensoku.dsl.moves.nodes import Chain, Simple
from hensoku.dsl.moves.parse import MAX_LENGTH, MAX_MOVES, parse_moves, parse_text
from hensoku.dsl.nodes import Scalar
from hensoku.dsl.source import Source, Span

REFUSED = [
    # string, code, 1-based column, text pointed at, words in message or help
    ("", "HS200", 1, "", "empty"),
    ("   ", "HS200", 1, "   ", "empty"),
    ("W#", "HS201", 2, "#", "expected an atom"),
    ("Wf", "HS201", 3, "", "modifiers without an atom"),
    ("W100", "HS201", 4, "0", "at most two digits"),
    ("W05", "HS201", 3, "5", "no leading zero"),
    ("3W", "HS201", 1, "3", "after its atom"),
    ("f3W", "HS201", 2, "3", "after its atom"),
    ("WY", "HS201", 2, "Y", "no atom is called 'Y'"),
    ("(1,", "HS201", 1, "(", "(1,4)"),
    ("(100,2)", "HS201", 1, "(", "(1,4)"),
    ("[F?]", "HS201", 4, "]", "expected an atom"),
    ("[F?R}", "HS201", 5, "}", "']'"),
    ("R]", "HS201", 2, "]", "the end"),
    ("W\n", "HS201", 2, "\n", "expected"),
    ("騎", "HS201", 1, "騎", "expected an atom"),
    ("“fW”", "HS201", 1, "“", "straight"),
    ("eW", "HS202", 1, "e", "leave 'e' out"),
    ("R{}", "HS201", 3, "}", "screens"),
    ("pR{screen", "HS201", 10, "", "comparison"),
    ("pR{screen!U}", "HS201", 10, "!", "comparison"),
    ("pR{screen!=}", "HS201", 12, "}", "a piece"),
    ("pR{screen!=U", "HS201", 13, "", "the brace is not closed"),
    ("pR{hurdle!=U}", "HS210", 4, "hurdle", "screen"),
    ("pR{screen<U}", "HS210", 4, "screen<U", "screen.rank"),
    ("pR{screen.size<2}", "HS210", 4, "screen.size<2", "rank"),
    ("pR{screen.rank<U}", "HS210", 16, "U", "self.rank"),
    ("pR{screen=self.rank}", "HS210", 11, "self.rank", "no piece"),
    ("pR{screen=1..2}", "HS210", 11, "1", "screens"),
    ("R{screens=2}", "HS210", 3, "screens=2", "'p' or 'g'"),
    ("pR{screens!=2}", "HS210", 4, "screens!=2", "screens=1..3"),
    ("pR{screens=3..2}", "HS210", 12, "3", "between 3 and 2"),
    ("pR{screens=0}", "HS210", 12, "0", "1 to 99"),
    ("pR{screens=x}", "HS210", 12, "x", "1 to 99"),
    ("pR{screens=2,screens=3}", "HS210", 14, "screens=3", "twice"),
    ("R{min=1|2}", "HS210", 3, "min=1|2", "min=2"),
    ("R2{min=3}", "HS210", 8, "3", "within a range of 2"),
    ("W{min=2}", "HS210", 7, "2", "within a range of 1"),
    ("RmasR{min=2}", "HS210", 7, "min=2", "single leg"),
    ("U3", "HS212", 2, "3", "no range"),
    ("fU", "HS212", 1, "f", "m and c"),
    ("hN", "HS204", 1, "h", "'fh'"),
    ("afhW", "HS204", 3, "h", "later leg"),
    ("[F?sR]", "HS204", 4, "s", "lines of 'R'"),
    ("jjR2", "HS206", 1, "j", "longer range"),
    ("jjD", "HS206", 2, "j", "one 'j'"),
    ("njD", "HS206", 2, "j", "contradict"),
    ("jjjR", "HS206", 3, "j", "'jj' two"),
    ("iiR", "HS202", 2, "i", "'ii'"),
    ("[iF?R]", "HS202", 2, "i", "before the '['"),
    ("tafW", "HS213", 1, "t", "needs 'p' or 'g'"),
    ("gyafW", "HS207", 2, "y", "twice"),
    ("[yF?R]", "HS207", 2, "y", "in brackets"),
    ("aU", "HS208", 2, "U", "several legs"),
    ("ia[F?R]", "HS208", 3, "", "before '['"),
    ("[" + "K?W?" * 30 + "K]", "HS203", 18, "K", "at most 8 legs"),
    ("cacacacaK", "HS203", 7, "c", "at most 3"),
    ("a" * MAX_LEGS + "K", "HS203", 9, "K", "at most 8 legs"),
    ("aaaabK", "HS203", 5, "b", "at most 4 legs"),
    ("W" * (MAX_LENGTH + 1), "HS203", MAX_LENGTH + 1, "W", "at most 500"),
    ("W " * (MAX_MOVES + 1), "HS203", 2 * MAX_MOVES + 1, "W", "at most 64"),
]


@pytest.mark.parametrize(
    ("text", "code", "column", "pointed", "words"), REFUSED, ids=[repr(row[0])[:30] for row in REFUSED]
)
def test_refused(text: str, code: str, column: int, pointed: str, words: str) -> None:
    moves, findings = parse_text(text)
    assert moves is None
    found = findings[0]
    assert (found.code, found.span.column, found.span.text) == (code, column, pointed)
    assert words in f"{found.message}; {found.help}"


@settings(max_examples=600, deadline=None, derandomize=True)
@given(st.text(alphabet="afmcpgyjnitbhRWKNFO()[]{}?-.,|!=<> 0123xscreenvia騎\n", max_size=24))
def test_no_string_makes_it_stumble(text: str) -> None:
    moves, findings = parse_text(text)
    errors = [finding for finding in findings if finding.severity is Severity.ERROR]
    assert (moves is None) == bool(errors)
    for finding in findings:
        assert 0 <= finding.span.start <= finding.span.end <= len(text)
    if moves is not None:
        assert canonical(parsed(canonical(moves))) == canonical(moves)


def test_all_errors_of_a_string_are_found() -> None:
    assert codes(parse_text("xW jW pW")[1]) == ["HS202", "HS206", "HS205"]


def test_a_finding_points_into_the_author_s_string() -> None:
    """A double-quoted scalar with an escape: the column is the author's, not the string's."""
    source = Source("sheet.md", 'moves: "W\\tkR"\n')
    scalar = Scalar("W\tkR", "W\tkR", Span(source, 7, 14), (8, 9, 11, 12, 13))
    (finding,) = parse_moves(scalar)[1]
    assert str(finding.span) == "sheet.md:1:12"
    assert finding.span.text == "k"


def test_nodes_keep_letters_and_places() -> None:
    moves = parsed("fmW caK{target!=royal}")
    first, second = moves.moves
    assert isinstance(first, Simple)
    assert isinstance(second, Simple)
    assert (first.groups[0].text, first.groups[0].offsets, first.atom.text) == ("fm", (0, 1), "W")
    assert [group.text for group in second.groups] == ["c", ""]
    assert moves.span(second.place).text == "caK{target!=royal}"
    assert moves.span(second.conditions[0].values[0].place).text == "royal"


def test_a_bracket_keeps_its_joints() -> None:
    (chain,) = parsed("i[ F ? fr R2 - abK ]").moves
    assert isinstance(chain, Chain)
    assert [(leg.joint, leg.modifiers.text, leg.atom.text) for leg in chain.legs] == [
        ("", "", "F"),
        ("?", "fr", "R"),
        ("-", "ab", "K"),
    ]
    assert chain.place.start == 0
    assert chain.place.end == len("i[ F ? fr R2 - abK ]")


def test_spaces_separate_and_places_do_not_compare() -> None:
    assert parsed("fmW cfF").moves == parsed("fmWcfF").moves
    assert len(parsed("N N").moves) == 2
    assert len(parsed("NN").moves) == 1
