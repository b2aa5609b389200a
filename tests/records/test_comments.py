"""What is said of a move is read as it was written, whatever it is."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import hensoku
from hensoku.records.files import FORMATS, load, save
from hensoku.records.record import End, Played, Record, RecordError

KEEP_ALL = ("json", "log")
KEEP_LINES = ("kif", "kifu", "csa")
"""In these a line break is that of the format, whichever it was."""


@cache
def game(end: End | None = None) -> Record:
    variant = hensoku.load("shogi", backend="reference")
    moves = tuple(Played(hensoku.Move.parse(move)) for move in ("7g7f", "3c3d", "8h2b+"))
    return Record(variant, variant.setups["start"], moves, end=end)


def said_of(record: Record) -> list[tuple[float | None, str]]:
    return [(played.seconds, played.comment) for played in record.moves]


def written(name: str, record: Record) -> Record:
    [back] = FORMATS[name].read(FORMATS[name].write(record), record.variant)
    return back


def with_said(record: Record, said: list[tuple[float | None, str]]) -> Record:
    moves = zip(record.moves, said, strict=True)
    return replace(record, moves=tuple(replace(move, seconds=time, comment=text) for move, (time, text) in moves))


ODD = (
    "",
    " ",
    "  two  blanks  ",
    "\n",
    "\n\n",
    "one\n\nthree\n",
    "\ttab\t",
    "2s",
    "good, 2s",
    "good,\n2s",
    "1.5s, 2s",
    ", 2s",
    ", ",
    "s",
    "*",
    "* star",
    "**two stars",
    "'* a comment in a comment",
    "# no remark",
    "& no bookmark",
    "{",
    "}",
    "{ a } b {",
    "; to the end",
    "\\",
    "\\}",
    "\\x7d",
    "\\x5cx7d",
    "\\u3000",
    '[Result "1-0"]',
    "1-0",
    "*\n1-0",
    "T12",
    "%TORYO",
    "/",
    "変化：3手",
    "   4 投了",
    "まで3手",
    "全角　空白　",
    "　",
    "a \u3000 b",
    "\x00\x0b\x0c\x1c\x85\u2028\ufeff",
    "word " * 60,
    "a, b\\c ; " * 30,
)


@pytest.mark.parametrize("name", [*KEEP_ALL, *KEEP_LINES])
@pytest.mark.parametrize("seconds", [None, 3.0])
@pytest.mark.parametrize("text", ODD, ids=range(len(ODD)))
def test_odd_comments(name: str, seconds: float | None, text: str) -> None:
    said = [(seconds, text), (None, "between"), (seconds, text)]
    assert said_of(written(name, with_said(game(), said))) == said


@pytest.mark.parametrize(("text", "lines"), [("a\rb", "a\nb"), ("a\r\nb\r", "a\nb\n"), ("\r\r\n", "\n\n")])
def test_line_breaks(text: str, lines: str) -> None:
    said = [(None, text), (1.0, text), (None, text)]
    for name in (*KEEP_ALL, *KEEP_LINES):
        expected = text if name in KEEP_ALL else lines
        assert {comment for _, comment in said_of(written(name, with_said(game(), said)))} == {expected}, name


PIECES = st.sampled_from(
    [*" \n\r\t\\{}[]*#&;',.0123456789sxu%/+-", "　", "\x85", "\u2028", ", 2s", "\\x7d", "1-0", "投了"]
)
COMMENTS = st.one_of(st.lists(PIECES, max_size=12).map("".join), st.text(max_size=40))
SAID = st.lists(
    st.tuples(st.one_of(st.none(), st.integers(0, 9999).map(float)), COMMENTS), min_size=3, max_size=3
)  # whole seconds: the others are not kept by KIF and CSA


@settings(max_examples=60)
@given(SAID)
@example([(None, "x, 2s"), (2.0, "x, 2s"), (None, "2s")])
def test_any_comments(said: list[tuple[float | None, str]]) -> None:
    record = with_said(game(), said)
    for name in KEEP_ALL:
        assert said_of(written(name, record)) == said, name
    lines = [(seconds, re.sub("\r\n|\r", "\n", text)) for seconds, text in said]
    for name in KEEP_LINES:
        assert said_of(written(name, record)) == lines, name


READ = (
    # what others write behind a move, the format, what is said
    ("*good\n*  really\n", "kif", "good\n  really"),
    ("**解析 0\n", "kif", "*解析 0"),
    ("*\n*second line\n", "kif", "\nsecond line"),
    ("# a remark\n&a bookmark\n*good\n", "kif", "good"),
    ("'* 30 -3334FU\n", "csa", " 30 -3334FU"),
    ("'** 30 -3334FU\n", "csa", "* 30 -3334FU"),
    ("'a remark\nT3\n'*good\n", "csa", "good"),
    ("{ good }", "log", "good"),
    ("{good\n   move}", "log", "good move"),
    ("{C:\\new \\x and \\u12}", "log", "C:\\new \\x and \\u12"),
)
BEFORE = {"kif": "手合割：平手\n   1 ７六歩(77)\n", "csa": "PI\n+\n+7776FU\n", "log": "1. 7g7f "}


@pytest.mark.parametrize(("text", "name", "said"), READ)
def test_what_others_say(text: str, name: str, said: str) -> None:
    [back] = FORMATS[name].read(BEFORE[name] + text, game().variant)
    assert [played.comment for played in back.moves] == [said]


@pytest.mark.parametrize("name", KEEP_LINES)
@pytest.mark.parametrize("winner", ["sente", "gote", None])
def test_the_reason_of_an_end_is_no_comment(name: str, winner: str | None) -> None:
    """One that the format has no word for stands in a remark."""
    record = game(End(winner, "crash"))
    assert "crash" in FORMATS[name].write(record)
    assert [text for _, text in said_of(written(name, record))] == ["", "", ""]


@pytest.mark.parametrize("char", ["〜", "¬", "é"])
def test_what_shift_jis_reads_otherwise(char: str, tmp_path: Path) -> None:
    """It has no wave dash and no sign of negation of half width, and takes those that look alike."""
    record = with_said(game(), [(None, f"a {char}")] * 3)
    with pytest.raises(RecordError, match=rf"'{char}' cannot be written in cp932 \(.kifu is in UTF-8\)"):
        save(tmp_path / "game.kif", [record])
    save(tmp_path / "game.kifu", [record])
    assert said_of(load(tmp_path / "game.kifu", record.variant)[0]) == said_of(record)


def test_a_line_may_begin_with_a_piece_of_a_long_name() -> None:
    moves = tuple(Played(hensoku.Move.parse(move)) for move in ("[AB]*5e", "7g7f") * 40)
    text = FORMATS["log"].write(replace(game(), moves=moves))
    assert "\n[AB]*5e" in text
    [back] = FORMATS["log"].read(text, game().variant)
    assert back.moves == moves
