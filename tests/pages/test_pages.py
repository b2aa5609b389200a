"""Pages of variants: what stands on them, read back from their HTML."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from drawn_sheets import drawn_sheets
from html_text import Element, parsed

from hensoku.cli.build import shipped
from hensoku.compiler.resolve import resolve
from hensoku.pages import site
from hensoku.pages.prose import prose
from hensoku.rulebook import rules

Command = Callable[..., Any]


def page_of(name: str) -> Element:
    return parsed(site.page_html(site.read(name, 0), ["shogi"])[0])


def rows(page: Element, section: str) -> list[str]:
    return [row.text for row in page.one("section", id=section).one("table").all("tr")]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


# ---------------------------------------------------------------------------------------------------------- every one


@pytest.mark.parametrize("slug", shipped())
def test_every_variant_has_a_page(slug: str) -> None:
    """All pieces of the start are on the board, each face has its card, every rule is told; nothing is fetched."""
    page, resolved = page_of(slug), resolve(slug)
    board = page.one("figure", class_="start")
    start = resolved.module.setups[0]
    held = sum(1 for hand in start.hands for count in hand if count)
    assert len(board.all("use")) == sum(1 for cell in start.cells if cell) + held
    turned = [each for each in board.all("g") if each.attributes.get("transform", "").endswith(" rotate(180)")]
    assert len(turned) == sum(cell % 2 for cell in start.cells) + sum(1 for count in start.hands[1] if count)
    files, ranks = resolved.module.board.files, resolved.module.board.ranks
    names = [name.text for name in board.all("text", class_="name")]
    assert names[:files] == [str(number) for number in range(files, 0, -1)]
    assert names[files:] == list("abcdefghijklmno")[:ranks]
    assert len(page.all("article")) == len(resolved.module.pieces)
    told = page.one("section", id="rules").text
    sections = {name: found for name, found in rules(resolved).items() if name not in ("Set-up", "Pieces")}
    assert [rule.text for found in sections.values() for rule in found if " ".join(rule.text.split()) not in told] == []
    asked = [*page.all("script"), *page.all("link"), *page.all("img"), *page.all("iframe")]
    assert asked == []
    assert {use.attributes["href"] for use in page.all("use")} == {"#koma"}


def test_random_definitions_have_pages(tmp_path: Path) -> None:
    """Whatever can be written can be drawn."""
    for file in drawn_sheets(5, 25, tmp_path):
        page = page_of(str(file))
        assert len(page.all("article")) == len(resolve(file).module.pieces)


# ------------------------------------------------------------------------------------------------------------- tables

USUAL = "enters, leaves or stays inside the three farthest ranks"

PROMOTION = [
    ("shogi", "飛 Rook 龍 Dragon King " + USUAL + " no"),
    ("shogi", "歩 Pawn と Tokin " + USUAL + " where it could never move again"),
    (
        "chu-shogi",
        "仲 Go-Between 醉 Drunk Elephant enters the four farthest ranks, or captures something and begins or",
    ),
    ("chu-shogi", "ends there, or ends on the farthest rank no"),
    ("kyoto-shogi", "歩 Pawn 飛 Rook makes any move always"),
    ("micro-shogi", "銀 Silver General 香 Lance captures always"),
    ("tori-shogi", "鷹 Falcon 鵰 Eagle enters, leaves or stays inside the two farthest ranks always"),
    ("dobutsu-shogi", "P Chick +P Hen enters the farthest rank always"),
    ("makruk", "P Bia M Met enters the three farthest ranks always"),
]
"""Rows of tables as the rule sheets say it in prose."""

DROPS = [
    ("shogi", "飛 Rook on any square any number may"),
    ("shogi", "歩 Pawn on any square from which it could move at most one may not"),
    ("tori-shogi", "燕 Swallow on any square from which it could move at most two may not"),
    ("dobutsu-shogi", "P Chick on any square"),
    ("kyoto-shogi", "歩 Pawn on any square either"),
    ("whale-shogi", "D Dolphin on the squares outside the farthest rank at most two may not"),
]


@pytest.mark.parametrize(("slug", "wanted"), PROMOTION)
def test_promotion(slug: str, wanted: str) -> None:
    assert [row for row in rows(page_of(slug), "promotion") if wanted in row]


@pytest.mark.parametrize(("slug", "wanted"), DROPS)
def test_drops(slug: str, wanted: str) -> None:
    assert wanted in rows(page_of(slug), "drops")


@pytest.mark.parametrize(("slug", "section"), [("sho-shogi", "drops"), ("whale-shogi", "promotion")])
def test_what_there_is_not_has_no_section(slug: str, section: str) -> None:
    page = page_of(slug)
    assert page.all("section", id=section) == []
    assert section.capitalize() not in page.one("nav").text


# -------------------------------------------------------------------------------------------------------------- cards

CARDS = [
    ("shogi", "Knight", "桂 Knight N ffN"),
    ("shogi", "Knight", "Jumps two squares forward and one to the side. becomes 圭 Promoted Knight"),
    ("sho-shogi", "Crown Prince", "太 Crown Prince royal +E K"),
    ("cannon-shogi", "Gold Cannon", "U mRcpR"),
    ("whale-shogi", "Porpoise", "A captured Porpoise comes to the captor's hand as a Killer Whale."),
    ("whale-shogi", "Dolphin", "D fW in all but far 1 bB in far 1"),
    ("xiangqi", "General", "The General never leaves the palace."),
]


@pytest.mark.parametrize(("slug", "name", "wanted"), CARDS)
def test_card(slug: str, name: str, wanted: str) -> None:
    (card,) = (each for each in page_of(slug).all("article") if each.one("h3").text.removesuffix(" royal") == name)
    assert wanted in card.text


FIGURES = [
    ("shogi", "King", 5, 8, 0),
    ("shogi", "Rook", 5, 8, 4),
    ("shogi", "Knight", 5, 2, 0),
    ("janggi", "Elephant", 7, 8, 0),
    ("dai-shogi", "Violent Ox", 5, 8, 4),
]
"""Squares across, filled dots, slides: counted by hand from the moves of the rule sheets."""


@pytest.mark.parametrize(("slug", "name", "squares", "dots", "slides"), FIGURES)
def test_figure(slug: str, name: str, squares: int, dots: int, slides: int) -> None:
    (card,) = (each for each in page_of(slug).all("article") if each.one("h3").text.removesuffix(" royal") == name)
    drawn = card.one("svg", class_="moves")
    assert drawn.attributes["viewbox"].split()[2:] == [str(40 * squares + 8)] * 2
    assert len(drawn.all("circle", class_="hs-step")) == dots
    lines = [path for path in drawn.all("path", class_="hs-slide") if re.fullmatch(r"M[\d ]+", path.attributes["d"])]
    assert len(lines) == slides


# -------------------------------------------------------------------------------------------------------------- prose

PROSE = [
    ("# A Title\n\ntext", "<p>text</p>\n"),
    ("# Another\n\ntext", "<h3>Another</h3>\n<p>text</p>\n"),
    ("## A Title\n\n### One\n\n#### Two", "<h3>One</h3>\n<h4>Two</h4>\n"),
    ("# a\n\n###### b", "<h3>a</h3>\n<h6>b</h6>\n"),
    ("<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n"),
    ("a <b onclick='x'>b</b>", "<p>a &lt;b onclick='x'&gt;b&lt;/b&gt;</p>\n"),
    ("[x](javascript:alert(1))", "<p>[x](javascript:alert(1))</p>\n"),
    ("[x](data:text/html;base64,AA)", "<p>[x](data:text/html;base64,AA)</p>\n"),
    ("[shogi](shogi.md#drops)", '<p><a href="shogi.html">shogi</a></p>\n'),
    ("[other](other.md), [up](../shogi.md)", "<p>other, up</p>\n"),
    ("[host](//example.org/shogi)", "<p>host</p>\n"),
    ("[out](https://example.org/?a=1&b=2)", '<p><a href="https://example.org/?a=1&amp;b=2">out</a></p>\n'),
    ("![a board](https://example.org/board.png)", "<p>a board</p>\n"),
    ("[![pic](x.png)](https://example.org)", '<p><a href="https://example.org">pic</a></p>\n'),
    ("|a|\n|-|\n|<i>|", "<table>\n<thead>\n<tr>\n<th>a</th>"),
    ("{{svg:x-board.svg \"A 'start'\"}}", "[x-board|A 'start']"),
    ("{{svg:x-board.svg}}", "[x-board|]"),
    ('before {{svg:x-board.svg "the start"}} after', "<p>before the start after</p>\n"),
    ('{{svg:y-board.svg "an <i>other</i>"}}', "an &lt;i&gt;other&lt;/i&gt;"),
    ("`{{svg:x-board.svg}}`", "<p><code>{{svg:x-board.svg}}</code></p>\n"),
]


@pytest.mark.parametrize(("body", "html"), PROSE)
def test_prose(body: str, html: str) -> None:
    found = prose(body, "A Title", ["shogi"], lambda name, caption: f"[{name}|{caption}]" if name[0] == "x" else None)
    assert found.html.startswith(html)
    assert found.missing == (("y-board",) if "svg:y" in body else ())


HOSTILE = """\
---
title: "<script>1</script>"
slug: hostile
parent: minishogi
special: "\\"><img src=x onerror=1>"
designer: "<b>x</b>"
engine:
  pieces:
    G: {name: "</title><i>", kanji: "<u>", moves: "W"}
---

# Hostile

{{svg:hostile-board.svg "<s>start</s>"}}

{{svg:hostile-king.svg}}

{{svg:elsewhere.svg "gone"}}
"""


def test_what_a_sheet_says_is_text(hensoku_command: Command, folder: Path) -> None:
    (folder / "hostile.md").write_text(HOSTILE, "utf-8")
    said = hensoku_command("docs", "hostile.md", "--out", "site", "--depth", "0")
    assert (said.code, said.out) == (0, "site/index.html: 1 variant\n")
    assert said.err == (
        "warning: site/hostile.html: no picture 'elsewhere': the sheet has its board, its setups and its pieces\n"
    )
    for name in ("hostile", "index"):
        page = parsed((folder / "site" / f"{name}.html").read_text("utf-8"))
        assert [found for tag in ("img", "i", "u", "s") for found in page.all(tag)] == []
        assert [script.text[:12] for script in page.all("script")] == (['"use strict"'] if name == "index" else [])
        assert page.one("title").text in ("<script>1</script>", "Variants")
    sheet = parsed((folder / "site" / "hostile.html").read_text("utf-8")).one("section", id="rule-sheet")
    board, king = sheet.all("figure")
    assert (board.text.endswith("<s>start</s>"), len(board.all("use"))) == (True, 12)
    assert king.one("svg", class_="moves").attributes["aria-label"] == "K"
    assert sheet.text.endswith("gone")


# ------------------------------------------------------------------------------------------------------------ command


def test_counts_are_of_the_start(hensoku_command: Command, folder: Path) -> None:
    """Minishogi: 14, 181 (counted by many)."""
    hensoku_command("docs", "minishogi", "--depth", "2", "--backend", "reference", "--out", "site")
    counts = parsed((folder / "site/minishogi.html").read_text("utf-8")).one("section", id="counts")
    assert counts.text.endswith("moves sequences 1 14 2 181")
    assert "(its reference interpreter) as this page was written" in counts.text


def test_index(hensoku_command: Command, folder: Path) -> None:
    hensoku_command("docs", "minishogi", "shogi", "--depth", "0", "--out", "a/b")
    index = parsed((folder / "a/b/index.html").read_text("utf-8"))
    assert [item.one("a").attributes["href"] for item in index.all("li")] == ["shogi.html", "minishogi.html"]
    assert index.all("li")[1].attributes["data-names"] == "Minishogi minishogi mini mini-shogi gogo-shogi 5x5-shogi"
    assert (
        parsed((folder / "a/b/minishogi.html").read_text("utf-8")).one("p", class_="up").text
        == "Variants · after shogi"
    )


def test_two_of_one_name(hensoku_command: Command, folder: Path) -> None:
    said = hensoku_command("docs", "shogi", "shogi", "--depth", "0", "--out", "site")
    assert (said.code, said.err) == (2, "error: two pages would be shogi.html\n")
    assert not (folder / "site").exists()


@pytest.mark.parametrize(("arguments", "code"), [(("nothing-like-it",), 2), (("shogi", "--out", "file/x"), 2)])
def test_what_cannot_be_done(hensoku_command: Command, folder: Path, arguments: tuple[str, ...], code: int) -> None:
    (folder / "file").write_text("", "utf-8")
    said = hensoku_command("docs", *arguments, "--depth", "0")
    assert said.code == code
    assert said.err.startswith("error")
