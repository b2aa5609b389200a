"""Findings as a person and a program see them."""

from __future__ import annotations

import json

import pytest
from dsl_texts import findings_of

from hensoku.dsl.findings import AGAIN, DefinitionError, Finding, Related, Severity
from hensoku.dsl.load import read_source
from hensoku.dsl.render import WIDEST, as_data, render, render_all
from hensoku.dsl.source import Source, Span

KANJI = Source("変則.md", "---\ntitle: 香車\tと 歩\nslug: X\n---\n")


def found(start: int, end: int, **more: object) -> Finding:
    return Finding("HS999", "wrong", Span(KANJI, start, end), **more)  # type: ignore[arg-type]


def test_caret_under_full_width_text() -> None:
    assert render(found(14, 15)).splitlines() == [
        "error[HS999]: wrong",
        " --> 変則.md:2:11",
        "  |",
        "2 | title: 香車 と 歩",
        "  |             ^^",
    ]


def test_related_places_and_help() -> None:
    related = (Related(Span(KANJI, 4, 9), "this one"),)
    text = render(found(16, 22, severity=Severity.WARNING, help="write it\ntwice", related=related))
    assert text.splitlines() == [
        "warning[HS999]: wrong",
        " --> 変則.md:2:13",
        "  |",
        "2 | title: 香車 と 歩",
        "  |                ^^",
        " ::: 変則.md:2:1",
        "  |",
        "2 | title: 香車 と 歩",
        "  | ----- this one",
        "  = help: write it",
        "    twice",
    ]


def test_the_same_again_is_marked_on_its_line() -> None:
    source = Source("x.yaml", "axax\nxxa\nb\nx\nxx\n")
    first, *others = [at for at, char in enumerate(source.text) if char == "x"]
    related = tuple(Related(Span(source, at, at + 1), AGAIN) for at in others)
    text = render(Finding("HS999", "wrong", Span(source, first, first + 1), related=related, help="mend it"))
    assert text.splitlines()[1:] == [
        " --> x.yaml:1:2",
        "  |",
        "1 | axax",
        "  |  ^ ^",
        " ::: x.yaml:2:1",
        "  |",
        "2 | xxa",
        "  | -- and here",
        " ::: x.yaml:4:1",
        "  |",
        "4 | x",
        "  | - and here",
        "  = and 2 more: 5:1, 5:2",
        "  = help: mend it",
    ]


def test_a_hundred_places_do_not_fill_the_screen() -> None:
    source = Source("x.yaml", "x\n" * 100)
    related = tuple(Related(Span(source, 2 * line, 2 * line + 1), AGAIN) for line in range(1, 100))
    finding = Finding("HS999", "wrong", Span(source, 0, 1), related=related)
    assert len(render(finding).splitlines()) < 20
    assert len(as_data(finding)["related"]) == 99


def test_empty_place_at_the_end() -> None:
    source = Source("x.yaml", "a: [1")
    text = render(Finding("HS999", "open", Span(source, 5, 5)))
    assert text.splitlines()[3:] == ["1 | a: [1", "  |      ^"]


@pytest.mark.parametrize("at", [0, 500, 1990])
def test_long_lines_are_cut_around_the_fault(at: int) -> None:
    source = Source("x.yaml", "x" * at + "FAULT" + "y" * (1995 - at))
    lines = render(Finding("HS999", "long", Span(source, at, at + 5))).splitlines()
    assert len(lines[3]) <= WIDEST + len("1 | …  …")
    column = lines[4].index("^")
    assert (lines[3][column : column + 5], lines[4].count("^")) == ("FAULT", 5)


def test_nothing_reaches_the_terminal_as_it_is() -> None:
    source = Source("x.yaml", "a: \x1b[31m\u202e\u200bb")
    assert not any(char in render(Finding("HS999", "odd", Span(source, 8, 9))) for char in "\x1b\u202e\u200b")


def test_file_without_text() -> None:
    with pytest.raises(DefinitionError) as error:
        read_source("no/such/file.md")
    assert render_all(error.value.findings).splitlines() == [
        "error[HS001]: cannot read this file: no such file or directory",
        " --> no/such/file.md:1:1",
    ]


def test_colour_says_the_same() -> None:
    (finding,) = findings_of("title: 1998")
    assert [line.rstrip() for line in render(finding, color=True).plain.splitlines()] == render(finding).splitlines()


def test_data() -> None:
    (finding,) = findings_of("titel: x")
    data = as_data(finding)
    assert json.loads(json.dumps(data)) == data
    place = {"path": "x.yaml", "line": 1, "column": 1, "end_line": 1, "end_column": 6}
    assert data == {
        "code": "HS101",
        "severity": "error",
        "message": "unknown key 'titel' in the definition",
        "help": "did you mean 'title'?",
        "related": [],
        "fixes": [{"replacement": "title", "safe": False, **place}],
        **place,
    }
