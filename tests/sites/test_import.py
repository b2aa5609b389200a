"""Rule sheets of sites: their keys as ours, the file around them as it was. Their moves: `test_moves.py`."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from counts import starts
from golden import Golden

import hensoku
from hensoku.checking.one import check_one
from hensoku.compiler.resolve import resolve
from hensoku.dsl.load import load_document
from hensoku.dsl.schema import plain
from hensoku.dsl.source import Source
from hensoku.sites.sheet import import_sheet

Command = Callable[..., Any]

SHEETS = Path(__file__).with_name("sheets")


# --------------------------------------------------------------------------------------------------------------- keys

HEAD = (
    "slug: x\nparent: minishogi\nengine:\n  vocabulary:\n"
    "    gold: {symbols: {0: G, 1: g}}\n    pawn: {symbols: [P, p]}\n    king: {symbols: {0: K, 1: k}}\n"
    "  plugins:\n    shogi:\n      "
)

KEYS: list[tuple[str, dict[str, Any]]] = [
    ("promotionZone: 2", {"promotion": {"zone": "far 2"}}),
    ("promotionZone: 0", {"promotion": {"zone": "none"}}),
    ("drops: false", {"drops": "none"}),
    ("drops: true", {}),
    ("royalType: king", {}),
    ("royalType: none", {"pieces": {"K": {"royal": False}}}),
    ("royalType: gold", {"pieces": {"G": {"royal": True}, "K": {"royal": False}}}),
    ("noCheck: true", {"royals": {"check": "ignored"}, "ends": {"royal_captured": "loss"}}),
    ("noCheck: false", {}),
    ("winCondition: capture", {"royals": {"check": "ignored"}, "ends": {"royal_captured": "loss"}}),
    ("winCondition: checkmate", {"ends": {"checkmate": "loss"}}),
    ("winCondition: reduced-to-one", {"ends": {"piece_count": {"pieces": "all", "below": 2, "result": "loss"}}}),
    ("nifuType: gold", {"drops": {"file_limit": {"G": 1, "P": None}}}),
    ("nifuType: none", {"drops": {"file_limit": {"P": None}}}),
    ("nifuType: pawn\n      nifuLimit: 2", {"drops": {"file_limit": {"P": 2}}}),
    ("dropPawnFileLimit: 3", {"drops": {"file_limit": {"P": 3}}}),
    ("dropPawnFileLimit: true", {"drops": {"file_limit": {"P": 1}}}),
    ("dropPawnFileLimit: false", {"drops": {"file_limit": {"P": None}}}),
    ("noDropLastRank: [pawn, gold]", {"drops": {"region": {"P": "all but far 1", "G": "all but far 1"}}}),
    ("noDropSecondRank: [gold]", {"drops": {"region": {"G": "all but far 2"}}}),
    (
        "noDropSecondRank: [gold]\n      noDropLastRank: [pawn, gold]",
        {"drops": {"region": {"G": "all but far 2", "P": "all but far 1"}}},
    ),
    ("dropCheckmateLimit: true", {"drops": {"mate": {"P": "illegal"}}}),
    ("dropCheckmateLimit: false", {"drops": {"mate": {"P": "allowed"}}}),
    (
        "dropCheckmateLimit: true\n      nifuType: gold",
        {"drops": {"mate": {"G": "illegal", "P": None}, "file_limit": {"G": 1, "P": None}}},
    ),
    ("initialHands: [[gold, pawn, pawn], [gold]]", {"hands": "GPPg"}),
    ("pieceMoves: {gold: {type: rider, dirs: all}}", {"pieces": {"G": {"name": "Gold", "kanji": "金", "moves": "Q"}}}),
    (
        "pieceMoves: {promoted_gold: {type: rider, dirs: all}}",
        {"pieces": {"G": {"promotes": {"name": "Promoted Gold", "moves": "Q"}}}},
    ),
]


def imported(keys: str) -> tuple[dict[str, Any], list[str]]:
    carried = import_sheet(Source("x.yaml", HEAD + keys + "\n"))
    document, findings = load_document(Source("x.yaml", carried.text))
    assert document is not None
    assert findings == []
    return plain(document.tree)["engine"] or {}, [found.message for found in carried.findings]


@pytest.mark.parametrize(("keys", "wanted"), KEYS)
def test_keys(keys: str, wanted: dict[str, Any]) -> None:
    assert imported(keys) == (wanted, [])


def test_limits_of_a_letter_that_is_another_piece() -> None:
    """Shogi's pawn is P; a pheasant of that letter may stand twice on a file, and give mate by a drop."""
    text = (
        'slug: x\nparent: shogi\nengine:\n  setup: "k8/9/9/9/9/9/9/9/P7K"\n  vocabulary:\n'
        "    king: {symbols: {0: K, 1: k}}\n    pheasant: {symbols: {0: P, 1: p}}\n"
        "  plugins: {shogi: {pieceMoves: {pheasant: {type: rider, dirs: diagonal, maxSteps: 1}}}}\n"
    )
    document, _ = load_document(Source("x.yaml", import_sheet(Source("x.yaml", text)).text))
    assert document is not None
    assert plain(document.tree)["engine"]["drops"] == {"file_limit": {"P": None}, "mate": {"P": None}}


MAPS = [
    ("promotionMap: {pawn: gold}", {"P": {"promotes": {"name": "Gold", "moves": "WfF"}}}),
    ("promotionMap: {pawn: tokin}", {}),
    ("promotionMap: {}", {"P": {"promotes": None}}),
    ("promotionMap: {gold: pawn}", {"G": {"promotes": {"name": "Pawn", "moves": "fW"}}, "P": {"promotes": None}}),
]


@pytest.mark.parametrize(("keys", "pieces"), MAPS)
def test_promotion_maps(keys: str, pieces: dict[str, Any]) -> None:
    setup = '  setup: "4k/4p/5/P4/K3G"\n  plugins:'
    carried = import_sheet(Source("x.yaml", (HEAD + keys + "\n").replace("  plugins:", setup)))
    document, _ = load_document(Source("x.yaml", carried.text))
    assert document is not None
    assert (plain(document.tree)["engine"].get("pieces", {}), carried.findings) == (pieces, ())


LEFT: list[tuple[str, int, str]] = [
    ("speed: 3", 10, "'speed' is not carried over: no key of the plugin that is known here"),
    ("promotionZone: 2\n      speed: 3", 11, "'speed' is not carried over: no key of the plugin that is known here"),
    (
        "captureRule: custodian",
        10,
        "'captureRule' is not carried over: pieces are captured in another way than",
    ),
    ("winCondition: stalemate", 10, "'winCondition' is not carried over: no such end is known here"),
    ("royalType: queen", 10, "'royalType' is not carried over: it is no piece of the sheet, and not none"),
    ("promotionZone: all", 10, "'promotionZone' is not carried over: it is no number of ranks"),
    ("promotionZone: true", 10, "'promotionZone' is not carried over: it is no number of ranks"),
    ("drops: maybe", 10, "'drops' is not carried over: it is neither true nor false"),
    ("nifuLimit: 2", 10, "'nifuLimit' is not carried over: nifuType does not say of which piece"),
    ("nifuType: queen", 10, "'nifuType' is not carried over: it names no piece of the sheet"),
    ("noDropLastRank: [pawn, queen]", 10, "'noDropLastRank' is not carried over: it names no piece of the sheet"),
    ("initialHands: [pawn]", 10, "'initialHands' is not carried over: it is no list of two hands"),
    ("promotionMap: 5", 10, "'promotionMap' is not carried over: it is no mapping of pieces"),
    (
        "promotionMap: {gold: dragon}",
        10,
        "'dragon' is not carried over: nothing says how it moves, here or in a parent",
    ),
    (
        "pieceMoves: {queen: {type: rider, dirs: all}}",
        10,
        "'queen' is not carried over: the vocabulary has no symbol",
    ),
]


@pytest.mark.parametrize(("keys", "line", "message"), LEFT)
def test_what_is_left_is_told_by_line(keys: str, line: int, message: str) -> None:
    carried = import_sheet(Source("x.yaml", HEAD + keys + "\n"))
    assert [(found.code, found.span.line) for found in carried.findings] == [("HS520", line)]
    assert carried.findings[0].message.startswith(message)


SYMBOLS = ["{0: G, 1: h}", "{0: G}", "[G, G]", "G"]


@pytest.mark.parametrize("symbols", SYMBOLS)
def test_symbols_that_are_none(symbols: str) -> None:
    carried = import_sheet(Source("x.yaml", HEAD.replace("{0: G, 1: g}", symbols, 1) + "drops: false\n"))
    assert [found.message for found in carried.findings] == [
        "'vocabulary.gold' is not carried over: its symbols are not one in upper and one in lower case"
    ]


OTHER_GAMES = [
    ("topology: {type: hex, radius: 4}", "a board of the type 'hex' cannot be carried over"),
    ("topology: {type: pit}", "a board of the type 'pit' cannot be carried over"),
    ("players: [red, blue, green, black]", "a game of 4 players cannot be carried over"),
]


@pytest.mark.parametrize(("engine", "message"), OTHER_GAMES)
def test_other_games_are_refused(engine: str, message: str) -> None:
    carried = import_sheet(Source("x.yaml", f"slug: x\nengine:\n  {engine}\n"))
    assert carried.text == ""
    assert [found.message for found in carried.findings] == [message]


def test_an_engine_in_braces_is_refused() -> None:
    carried = import_sheet(Source("x.yaml", "slug: x\nengine: {plugins: {shogi: {drops: false}}}\n"))
    assert (carried.text, carried.findings[0].message) == ("", "an engine in braces cannot be carried over")


VALUES = [
    "null",
    "true",
    "0",
    "2",
    "-1",
    "x",
    "none",
    "[]",
    "{}",
    "[gold, [pawn], {a: b}]",
    "[[gold], x]",
    "{gold: pawn}",
    "{pawn: x}",
    "{promoted_queen: {type: rider, dirs: all}}",
    "{gold: {type: leaper, offsets: [[1], x, {a: 1}]}}",
]
ALL_KEYS = sorted({row[0].partition(":")[0] for row in KEYS} | {row[0].partition(":")[0] for row in LEFT})


@pytest.mark.parametrize("key", [*ALL_KEYS, "flipMap"])
def test_no_value_is_met_with_a_traceback(key: str, tmp_path: Path) -> None:
    for number, value in enumerate(VALUES):
        text = HEAD + f"{key}: {value}\n"
        carried = import_sheet(Source("x.yaml", text))
        document, findings = load_document(Source("x.yaml", carried.text))
        assert (document is not None, findings) == (True, [])
        file = tmp_path / f"{number}.yaml"
        file.write_text(text, "utf-8")
        assert {found.span.source.text for found in check_one(str(file)).findings} <= {text, *parents()}


@cache
def parents() -> frozenset[str]:
    return frozenset(document.source.text for document in resolve("minishogi").documents)


# ------------------------------------------------------------------------------------------------------- whole sheets


@pytest.mark.parametrize("name", ["birds", "small", "turning"])
def test_golden(hensoku_command: Command, golden: Golden, name: str) -> None:
    said = hensoku_command("import", str(SHEETS / f"{name}.md"))
    golden.check(SHEETS / "golden" / f"{name}.md", said.out)
    golden.check(SHEETS / "golden" / f"{name}.txt", said.err.replace(str(SHEETS), "sheets"))
    assert said.code == (1 if said.err else 0)


@pytest.mark.parametrize("name", ["birds", "small"])
def test_an_imported_sheet_passes_check(hensoku_command: Command, tmp_path: Path, name: str) -> None:
    said = hensoku_command("import", str(SHEETS / f"{name}.md"), "-o", str(tmp_path))
    assert (said.code, said.out, said.err) == (0, f"{tmp_path / f'{name}.md'}\n", "")
    assert hensoku_command("check", str(tmp_path)).code == 0
    written, before = (tmp_path / f"{name}.md").read_text("utf-8"), (SHEETS / f"{name}.md").read_text("utf-8")
    assert written.partition("\n---\n")[2] == before.partition("\n---\n")[2]
    again = hensoku_command("import", str(tmp_path / f"{name}.md"))
    assert again.out == written
    assert "no plugins.shogi to carry over" in again.err


def test_what_is_left_of_a_sheet_passes_check(hensoku_command: Command, tmp_path: Path) -> None:
    """Pieces that a parent has under letters of faces are taken away."""
    assert hensoku_command("import", str(SHEETS / "turning.md"), "-o", str(tmp_path)).code == 1
    assert hensoku_command("check", str(tmp_path / "turning.md")).code == 0


KNOWN = [("small", "minishogi", 3), ("birds", "tori-shogi", 2)]
"""A sheet, the variant that it is (tori shogi as far as nothing must promote), and the depth of the comparison."""


@pytest.mark.parametrize(("name", "slug", "depth"), KNOWN)
def test_counts_are_those_of_the_variant(
    hensoku_command: Command, tmp_path: Path, name: str, slug: str, depth: int
) -> None:
    hensoku_command("import", str(SHEETS / f"{name}.md"), "-o", str(tmp_path))
    position = hensoku.load(tmp_path / f"{name}.md", backend="reference").position()
    known = next(row.counts for row in starts() if row.variant == slug)
    assert tuple(position.perft(length) for length in range(1, depth + 1)) == known[:depth]


# -------------------------------------------------------------------------------------------------------------- check


@pytest.mark.parametrize("name", ["birds", "small"])
def test_check_reads_a_sheet_as_it_is(hensoku_command: Command, name: str) -> None:
    said = hensoku_command("check", str(SHEETS / f"{name}.md"))
    assert (said.code, said.out) == (0, "")


FOUND = [
    ("birds", "2s1S2", "2s1X2", "HS402", "no piece is called X", "X"),
    ("birds", "dirs: all", "dirs: al", "HS520", "'pieceMoves.phoenix' is not carried over", "al"),
    ("small", "/5/P4/", "/6/P4/", "HS404", "a row of this board has 5 squares, not 6", "6"),
]


@pytest.mark.parametrize(("name", "old", "new", "code", "message", "place"), FOUND)
def test_check_tells_the_places_of_the_site(
    tmp_path: Path, name: str, old: str, new: str, code: str, message: str, place: str
) -> None:
    text = (SHEETS / f"{name}.md").read_text("utf-8").replace(old, new, 1)
    (tmp_path / "sheet.md").write_text(text, "utf-8")
    found = [each for each in check_one(str(tmp_path / "sheet.md")).findings if each.severity.value != "note"]
    told = next(each for each in found if each.code == code)
    assert told.message.startswith(message)
    assert told.span.text.strip('"') == place
    assert told.span.source.text == text


def test_json_has_the_lines_of_the_site(hensoku_command: Command) -> None:
    """Notes about keys behind the plugin, too, which stand on other lines in the new text."""
    told = json.loads(hensoku_command("check", str(SHEETS / "birds.md"), "--format", "json", "--notes").out)
    lines = {each["message"].split("'")[1]: each["line"] for each in told[0]["findings"]}
    text = (SHEETS / "birds.md").read_text("utf-8").splitlines()
    assert {key: text[line - 1].strip().partition(":")[0] for key, line in lines.items() if key != "layout"} == {
        key: key for key in ("playable", "surface", "render")
    }


def test_show_and_perft_want_the_imported_sheet(hensoku_command: Command) -> None:
    said = hensoku_command("show", str(SHEETS / "small.md"))
    assert said.code == 1
    assert "HS400" in said.err


def test_the_parent_of_a_site_is_ours(tmp_path: Path) -> None:
    text = HEAD + "promotionZone: 2\n"
    (tmp_path / "x.yaml").write_text(text, "utf-8")
    (tmp_path / "new.yaml").write_text(import_sheet(Source("x.yaml", text)).text, "utf-8")
    assert resolve(tmp_path / "new.yaml").definition.promotion.zone[0][1].value.areas[0].count == 2
