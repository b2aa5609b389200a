"""The loader: what YAML values mean, where their characters stand, and what is refused with its place."""

from __future__ import annotations

import pytest
import yaml
from dsl_texts import findings_of, load, places, scalar
from hypothesis import example, given, settings
from hypothesis import strategies as st

from hensoku.dsl.nodes import Mapping, Scalar, Sequence
from hensoku.dsl.yaml import MAX_ALIASES, MAX_DEPTH, MAX_NODES, MAX_SCALAR

# YAML 1.2.2, section 10.3.2 (core schema): the tag resolution table, and values that YAML 1.1 read otherwise.
VALUES = [
    ("null", None),
    ("~", None),
    ("", None),
    ("true", True),
    ("FALSE", False),
    ("yes", "yes"),
    ("NO", "NO"),
    ("on", "on"),
    ("off", "off"),
    ("y", "y"),
    ("10", 10),
    ("-19", -19),
    ("010", 10),
    ("0o14", 12),
    ("0xA", 10),
    ("0b1", "0b1"),
    ("1_000", "1_000"),
    ("27:28", "27:28"),
    ("190:20:30", "190:20:30"),
    ("2001-12-14", "2001-12-14"),
    ("9x9", "9x9"),
    ("9×9", "9×9"),
    ("5e", "5e"),
    ("1.5", 1.5),
    ("12e03", 12000.0),
    (".5", 0.5),
    ("+.inf", float("inf")),
    ("=", "="),
    ("'10'", "10"),
    ('"true"', "true"),
    ("1" * 30, "1" * 30),
]


@pytest.mark.parametrize(("written", "value"), VALUES)
def test_core_schema(written: str, value: object) -> None:
    read = scalar(f"a: {written}\n").value
    assert (read, type(read)) == (value, type(value))


def test_keys_are_text() -> None:
    tree, findings = load("NO: 1\n010: 2\n~: 3\n27:28: 4\n")
    assert findings == []
    assert tree is not None
    assert [entry.key.text for entry in tree.entries] == ["NO", "010", "~", "27:28"]


# Text, the value, and for each of its characters (and its end) line and column, counted by hand.
PLACES = [
    ("plain", "a: bc", "bc", "1:4 1:5 1:6"),
    ("plain, folded", "a: b\n   c\n\n  d", "b c\nd", "1:4 1:5 2:4 3:1 4:3 4:4"),
    ("single", "a: 'b''c'", "b'c", "1:5 1:6 1:8 1:9"),
    ("single, folded", "a: 'b  \n  c'", "b c", "1:5 1:8 2:3 2:4"),
    ("double", 'a: "b\\tc"', "b\tc", "1:5 1:6 1:8 1:9"),
    ("double, hex", 'a: "\\x41\\u9f8d!"', "A龍!", "1:5 1:9 1:15 1:16"),
    ("double, joined", 'a: "b\\\n  c"', "bc", "1:5 2:3 2:4"),
    ("double, folded", 'a: "b \n\n c"', "b\nc", "1:5 2:1 3:2 3:3"),
    ("double, blank kept", 'a: "b\\ \n c"', "b  c", "1:5 1:6 1:8 2:2 2:3"),
    ("literal", "a: |\n  b\n   c\n", "b\n c\n", "2:3 2:4 3:3 3:4 3:5 4:1"),
    ("literal, indented by hand", "a: |2-\n    b\n", "  b", "2:3 2:4 2:5 2:6"),
    ("folded", "a: >-\n  b\n  c\n", "b c", "2:3 2:4 3:3 3:4"),
    ("folded, more indented", "a: >-\n  b\n    c\n  d\n", "b\n  c\nd", "2:3 2:4 3:3 3:4 3:5 3:6 4:3 4:4"),
    ("flow", "{b: 1, a: c d}", "c d", "1:11 1:12 1:13 1:14"),
    ("after kanji", '香: 1\na: "香b"', "香b", "2:5 2:6 2:7"),
]


@pytest.mark.parametrize("line_break", ["\n", "\r\n"], ids=["LF", "CRLF"])
@pytest.mark.parametrize(("name", "text", "value", "expected"), PLACES, ids=[row[0] for row in PLACES])
def test_characters_know_their_place(name: str, text: str, value: str, expected: str, line_break: str) -> None:
    text = text.replace("\n", line_break)
    read = scalar(text)
    assert read.text == value
    source = read.span.source
    found = [source.position(offset) for offset in read.offsets]
    wanted = [(int(line), int(column)) for line, column in (place.split(":") for place in expected.split())]
    assert found[:-1] == wanted[:-1], name
    assert found[-1] == wanted[-1] or line_break == "\r\n"  # the end after a break of two characters


STYLES = st.sampled_from([None, "'", '"', "|", ">"])


@example("\U00010000 ", "|")  # written in double quotes, as an escape
@given(st.text(st.characters(codec="utf-8", exclude_categories=["C"]), max_size=60), STYLES)
def test_places_of_whatever_yaml_writes(text: str, style: str | None) -> None:
    """PyYAML's emitter is the oracle: what it writes reads back, and every letter is found where it was written."""
    written = yaml.dump({"a": text}, default_style=style, allow_unicode=True, width=20)
    tree, findings = load(written)
    assert findings == []
    assert tree is not None
    read = tree.entries[0].value
    assert isinstance(read, Scalar)
    assert read.text == text
    assert len(read.offsets) == len(text) + 1
    escapes = written[read.offsets[0] - 1] == '"'
    for char, offset in zip(text, read.offsets, strict=False):
        if char.isalnum() and not escapes:
            assert written[offset] == char


def test_front_matter_and_byte_order_mark_do_not_shift_places() -> None:
    tree, _ = load("---\ntitle: x\nfoo: bar\n---\n\nText: [\n", "x.md")
    assert tree is not None
    assert [(entry.key.span.line, entry.value.span.column) for entry in tree.entries] == [(2, 8), (3, 6)]


def test_collections() -> None:
    tree, findings = load("a: [1, {b: c}]\nd:\n- e\n# end\n\n")
    assert findings == []
    assert tree is not None
    first, second = (entry.value for entry in tree.entries)
    assert isinstance(first, Sequence)
    assert isinstance(first.items[1], Mapping)
    assert (first.span.text, second.span.text) == ("[1, {b: c}]", "- e")


def test_a_few_aliases_are_fine() -> None:
    tree, findings = load("a: &x {b: c}\nd: *x\n")
    assert findings == []
    assert tree is not None
    assert tree.get("a") == tree.get("d")


BAD = [
    ("{moves: pR{screen!=U}}", "HS011", 1, 9, 'quote this string: "pR{screen!=U}"'),
    ("P: {moves: R{a=b,c=d}, n: 2}", "HS011", 1, 12, 'quote this string: "R{a=b,c=d}"'),
    ("moves: [R?sR]", "HS011", 1, 8, 'quote this string: "[R?sR]"'),
    ("{moves: [K?abK][cK-abK]}", "HS011", 1, 9, 'quote this string: "[K?abK][cK-abK]"'),
    ("{moves: (1,4)}", "HS011", 1, 9, 'quote this string: "(1,4)"'),
    ("moves: [(1,4)]", "HS011", 1, 9, 'quote this string: "(1,4)"'),
    ("a: `b", "HS011", 1, 4, 'quote this string: "`b"'),
    ("setup: *2l", "HS017", 1, 8, 'if the text itself begins with an asterisk, quote this string: "*2l…"'),
    ("a: b: c", "HS010", 1, 5, 'quote this text: "b: c"'),
    ("a: 'b", "HS010", 1, 4, "close it on its line: 'b'"),
    ("a: [1, 2", "HS010", 1, 4, "close it with ']'"),
    ("a:\n\tb: 1", "HS010", 2, 1, "indent with blanks"),
    ('a: "\\q"', "HS010", 1, 6, None),
    ("a: \x07", "HS012", 1, 4, None),
    ("a: 1\nb: 2\na: 3", "HS013", 3, 1, None),
    ("[a]: b", "HS014", 1, 1, 'to use it as text, quote this string: "[a]"'),
    ("a: {<<: {b: 1}}", "HS015", 1, 5, None),
    ("a: !!str b", "HS016", 1, 4, None),
    ("a: &x [*x]", "HS018", 1, 8, None),
    ("a: 1\n---\nb: 2", "HS019", 2, 1, None),
    ("- a", "HS024", 1, 1, None),
    ("text", "HS024", 1, 1, None),
    ("", "HS006", 1, 1, None),
    ("# nothing\n", "HS006", 1, 1, None),
]


@pytest.mark.parametrize(("text", "code", "line", "column", "help_"), BAD, ids=[repr(row[0]) for row in BAD])
def test_bad_yaml(text: str, code: str, line: int, column: int, help_: str | None) -> None:
    _, findings = load(text)
    assert places(findings)[:1] == [(code, line, column)]
    if help_ is not None:
        assert findings[0].help is not None
        assert findings[0].help.startswith(help_)


PIECE = """\
pieces:
  P:
    name: Pawn
    kanji: 歩
    moves: "fW"
    promotes: {name: Tokin, kanji: と, moves: "WfF"}
other: 1
"""

# What is replaced in PIECE, by what; line and column of the cause, the message, the help, the related place.
CAUSES = [
    ("kanji: 歩", "kanji 歩", 4, 5, "this line is no `key: value`", "write `kanji: 歩`", ""),
    (
        "kanji: 歩",
        "kanji:歩",
        4,
        5,
        "this line is no `key: value`",
        "write `kanji: 歩`, with a blank after the colon",
        "",
    ),
    ("pieces:", "pieces", 1, 1, "this line is no `key: value`", "write `pieces:`", ""),
    (
        "name: Pawn",
        'name: "Pawn',
        3,
        11,
        "the quote that opens here is closed only on line 5",
        'close it on line 3: "Pawn"',
        "5:12",
    ),
    ('"fW"', '"fW', 5, 12, "the quote that opens here is closed only on line 6", 'close it on line 5: "fW"', "6:46"),
    ('"fW"', "'fW", 5, 12, "the text ends before the closing quote", "close it on its line: 'fW'", ""),
    ('"WfF"}', '"WfF}', 6, 46, "the text ends before the closing quote", 'close it on its line: "WfF"', ""),
    ('"fW"', '"f"W"', 5, 15, "the text goes on after its closing quote", "put all of it in quotes", "5:12"),
    ("Pawn", "'Pawn's", 3, 17, "the text goes on after its closing quote", "put all of it in quotes", "3:11"),
    (
        "Pawn",
        "Pawn: a piece",
        3,
        15,
        "a ':' and a blank separate key and value",
        'quote this text: "Pawn: a piece"',
        "",
    ),
    ('"WfF"}', '"WfF"', 6, 15, "the '{' that opens here is not closed", "close it with '}'", "7:1"),
    ("{name", "[name", 6, 51, "this '}' closes a '['", "write ']'", "6:15"),
    ('"WfF"}', '"WfF"]', 6, 51, "this ']' closes a '{'", "write '}'", "6:15"),
    ('"WfF"}', '"WfF"}}', 6, 52, "this '}' closes nothing", "take it out", ""),
    (
        "kanji: と",
        "kanji: #と",
        6,
        36,
        "a '#' after a blank begins a comment",
        'if it is text, quote it: "#と"',
        "6:15",
    ),
    ('"fW"', '"fW", rank: 1', 5, 16, "a ',' separates entries only inside braces", "begin a new line", ""),
    (
        "    kanji: 歩",
        "   kanji: 歩",
        4,
        4,
        "this line is indented by 3 blanks, as none",
        "indent it like the line",
        "3:5",
    ),
    ("    kanji: 歩", "     kanji: 歩", 4, 6, "this line is indented deeper than the text", "indent both alike", "3:5"),
    ("other", " other", 7, 2, "this line is indented by 1 blank, as none", "indent it like the line", "6:5"),
    (
        "    kanji: 歩",
        "    - kanji: 歩",
        4,
        5,
        "this line is an item of a list, among keys",
        "write keys or a list",
        "3:5",
    ),
    ("    name: Pawn", "    - name", 4, 5, "this line has a key, among the items of a list", "write a list", "3:5"),
]


@pytest.mark.parametrize(("old", "new", "line", "column", "message", "help_", "related"), CAUSES)
def test_the_cause_and_not_where_it_was_noticed(
    old: str, new: str, line: int, column: int, message: str, help_: str, related: str
) -> None:
    assert old in PIECE
    _, (found,) = load(PIECE.replace(old, new, 1))
    assert places([found]) == [("HS010", line, column)]
    assert found.message.startswith(message)
    assert str(found.help).startswith(help_)
    assert [f"{one.span.line}:{one.span.column}" for one in found.related] == ([related] if related else [])


def test_a_list_where_a_move_string_belongs() -> None:
    text = "engine: {pieces: {P: {name: Pawn, promotes: {name: [cK-abK]}}}}"
    (found,) = findings_of(text)
    assert (found.code, found.span.text, found.help) == ("HS011", "[cK-abK]", 'quote this string: "[cK-abK]"')


def test_both_places_of_a_key_that_stands_twice() -> None:
    _, (found,) = load("a: 1\nb: 2\na: 3")
    assert [(related.span.line, related.span.column) for related in found.related] == [(1, 1)]


# ------------------------------------------------------------------------------------------------------------- limits


def test_nesting_a_thousand_deep() -> None:
    _, findings = load("a: " + "[" * 1000 + "]" * 1000)
    assert places(findings) == [("HS020", 1, 3 + MAX_DEPTH)]


def test_block_nesting_a_thousand_deep() -> None:
    _, findings = load("\n".join(f"{' ' * depth}a:" for depth in range(1000)))
    assert [finding.code for finding in findings] == ["HS020"]


def test_alias_bomb() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 6)}]" for n in range(1, 12)]
    _, findings = load("\n".join(lines))
    assert [finding.code for finding in findings] == ["HS021"]
    assert findings[0].span.line == 6  # 10 * 6 ** 5 values are more than the limit


def test_deep_aliases() -> None:
    lines = ["a0: &a0 [x]"] + [f"a{n}: &a{n} [*a{n - 1}]" for n in range(1, 70)]
    _, findings = load("\n".join(lines))
    assert [finding.code for finding in findings] == ["HS020"]


def test_many_aliases() -> None:
    _, findings = load("a: &a 1\n" + "".join(f"b{n}: *a\n" for n in range(MAX_ALIASES + 1)))
    assert places(findings) == [("HS023", MAX_ALIASES + 2, len(f"b{MAX_ALIASES}: ") + 1)]


def test_many_values() -> None:
    _, findings = load("a: [" + "1," * MAX_NODES + "]")
    assert [finding.code for finding in findings] == ["HS021"]


def test_long_string() -> None:
    _, findings = load("a: " + "x" * (MAX_SCALAR + 1))
    assert places(findings) == [("HS022", 1, 4)]


# ---------------------------------------------------------------------------------------------------- whatever it is


@settings(deadline=None)  # a busy machine takes its time
@given(st.text(max_size=200))
def test_any_text_is_a_document_or_a_finding(text: str) -> None:
    tree, findings = load(text)
    assert tree is not None or findings
    assert all(0 <= finding.span.start <= finding.span.end <= len(text) for finding in findings)


YAML_PARTS = [
    *"{}[],:?&*!|>%@`'\"#-\n \t",
    "a",
    "a: ",
    "- ",
    "\n  ",
    "<<: ",
    "*a",
    "&a ",
    "---\n",
    "(1,4)",
    "香",
    "\\x",
    "\r\n",
]


@given(st.lists(st.sampled_from(YAML_PARTS), max_size=40).map("".join))
def test_anything_like_yaml_is_a_document_or_a_finding(text: str) -> None:
    tree, findings = load(text)
    assert tree is not None or findings
    assert all(finding.message and not finding.message.endswith(".") for finding in findings)
