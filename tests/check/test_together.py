"""One run tells all that can be told: what is wrong with a key keeps nothing else from being read, and nothing is told
that only follows from it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import hensoku.variants
from hensoku.checking.one import check_one
from hensoku.compiler.resolve import following
from hensoku.dsl.codes.meaning import MEANING
from hensoku.dsl.findings import Finding, Severity
from hensoku.dsl.load import load_document, read_source, unsaved
from hensoku.dsl.nodes import Entry, Mapping, Node, Scalar, Sequence
from hensoku.dsl.source import Source

GOOD = """\
title: Small
slug: small
board: "3×3"
engine:
  topology: {rows: 3, cols: 3}
  regions: {home: "near 1"}
  setup: "1k1/3/PK1"
  pieces:
    K: {moves: "K", royal: true}
    P: {moves: "fW", promotes: {moves: "W"}}
  drops: {region: {P: home}}
"""
CHILD = 'slug: child\nparent: small\nengine:\n  pieces: {G: {moves: "Y"}}\n'

# What is replaced in GOOD, by what, as often as said; what is told: the code and the text at its place.
TOGETHER = {
    "an unknown key, a move string and a row": (
        [("  drops", "  foo: bar\n  drops"), ('"fW"', '"fX"'), ("/PK1", "/PK")],
        [("HS404", "PK"), ("HS201", "X"), ("HS101", "foo")],
    ),
    "a type, a letter and a region": (
        [("royal: true", "royal: yes"), ("/PK1", "/XK1"), ("P: home", "P: hoem")],
        [("HS402", "X"), ("HS102", "yes"), ("HS408", "hoem")],
    ),
    "a piece in lower case is read": (
        [("    P:", "    p:"), ('"fW"', '"fX"'), ("/PK1", "/YK1")],
        [("HS402", "Y"), ("HS109", "p"), ("HS201", "X")],
    ),
    "its own unknown keys are told": (
        [("    P: {", "    p: {foo: 1, ")],
        [("HS109", "p"), ("HS101", "foo")],
    ),
    "an item of a list": (
        [('promotes: {moves: "W"}', 'promotes: [3, {moves: "X"}]')],
        [("HS102", "3"), ("HS201", "X")],
    ),
    "a profile": (
        [("  drops", '  profiles: {x: {foo: 1, pieces: {P: {moves: "X"}}}}\n  drops'), ("royal: true", "royal: yes")],
        [("HS102", "yes"), ("HS101", "foo"), ("HS201", "X")],
    ),
    "a profile of a file with a wrong move string": (
        [("  drops", '  profiles: {x: {pieces: {P: {moves: "X"}}}}\n  drops'), ('"fW"', '"fY"')],
        [("HS201", "Y"), ("HS201", "X")],
    ),
    "no setup, whatever else is wrong elsewhere": (
        [('  setup: "1k1/3/PK1"\n', ""), ("royal: true", "royal: yes")],
        [("HS400", ""), ("HS102", "yes")],
    ),
    "pieces under a wrong key": ([("pieces", "peices"), ("P: home", "K: home")], [("HS101", "peices")]),
    "a board under a wrong key": ([("topology", "toplogy"), ("rows: 3", "rows: 4")], [("HS101", "toplogy")]),
    "ranks under a wrong key": ([("rows: 3", "row: 4")], [("HS101", "row")]),
    "a setup outside the engine": (
        [('  setup: "1k1/3/PK1"\n', ""), ("title", 'setup: "1k1/3/PK1"\ntitle')],
        [("HS101", "setup")],
    ),
    "regions under a wrong key": ([("regions", "region")], [("HS101", "region")]),
    "a region of a wrong type": ([('"near 1"', "{a: b}")], [("HS102", "{")]),
    "moves under a wrong key": ([('moves: "fW"', 'mvoes: "fW"')], [("HS101", "mvoes")]),
    "a promotion of a wrong type": ([('{moves: "W"}', "W"), ("/PK1", "/+PK1")], [("HS102", "W")]),
    "a parent under a wrong key": ([("slug", "inherits: shogi\nslug"), ("/PK1", "/GK1")], [("HS101", "inherits")]),
    "a parent of no name": (
        [("slug", "parent: nobody\nslug"), ("topology: {rows: 3, cols: 3}", "paths: false"), ("/PK1", "/GKX")],
        [("HS451", "nobody")],
    ),
}


def found(path: Path) -> list[Finding]:
    return [one for one in check_one(str(path)).findings if one.severity is not Severity.NOTE]


@pytest.mark.parametrize("title", TOGETHER)
def test_one_run_tells_all(title: str, tmp_path: Path) -> None:
    changes, expected = TOGETHER[title]
    text = GOOD
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    (tmp_path / "small.yaml").write_text(text, encoding="utf-8")
    assert [(one.code, one.span.text) for one in found(tmp_path / "small.yaml")] == expected


@pytest.mark.parametrize(
    ("parent", "expected"),
    [
        (GOOD.replace("royal: true", "royal: yes"), [("child", "HS201"), ("small", "HS102")]),
        (GOOD.replace("    P:", "    Pawn:"), [("child", "HS201"), ("small", "HS109")]),
        (GOOD.replace("slug: small", "slug: small\nslug: large"), [("child", "HS201"), ("small", "HS013")]),
        (GOOD.replace("title", "\ttitle"), [("child", "HS201"), ("small", "HS010")]),
    ],
)
def test_a_parent_with_faults(parent: str, expected: list[tuple[str, str]], tmp_path: Path) -> None:
    (tmp_path / "small.yaml").write_text(parent, encoding="utf-8")
    (tmp_path / "child.yaml").write_text(CHILD, encoding="utf-8")
    told = [(Path(one.span.source.path).stem, one.code) for one in found(tmp_path / "child.yaml")]
    assert told == expected


def test_numbers_with_faults(tmp_path: Path) -> None:
    (tmp_path / "small.yaml").write_text(GOOD.replace('"fW"', '"fX"'), encoding="utf-8")
    (tmp_path / "small.evaluation.yaml").write_text("pricee: 1\n", encoding="utf-8")
    assert sorted(one.code for one in found(tmp_path / "small.yaml")) == ["HS101", "HS201"]


# ------------------------------------------------------------------------------------------------- nothing that follows

STANDING = {"HS410", "HS413", "HS416", "HS417", "HS421"}
"""What no key that was left out can be behind: two things that are both there, or (HS421) what another code becomes."""


def test_it_is_known_of_each_code_whether_it_may_follow() -> None:
    tables = (following._NAMED, following._LACKING, following._SIZED, following._LETTERS, following._WITHOUT_EFFECT)
    known = frozenset().union(*tables, {following._INCOMPLETE}, STANDING)
    assert known >= set(MEANING)
    assert not STANDING & frozenset().union(*tables)


SHEETS = sorted(Path(next(iter(hensoku.variants.__path__))).glob("*.md"))
PASSED_OVER = {"surface", "render", "vocabulary", "fenMap", "directional", "plugins", "layout", "set"}


def entries(node: Node) -> Iterator[Entry]:
    match node:
        case Mapping():
            for entry in node.entries:
                if entry.key.text not in PASSED_OVER:
                    yield entry
                    yield from entries(entry.value)
        case Sequence():
            for item in node.items:
                yield from entries(item)
        case Scalar():
            pass


def spoiled(source: Source, entry: Entry) -> Iterator[str]:
    """The text with one key spelled otherwise, with one that is none, with one value of another type."""
    key, value, text = entry.key.span, entry.value.span, source.text
    swapped = key.text[:-2] + key.text[-1] + key.text[-2] if len(key.text) > 2 else f"{key.text}zz"
    for other in (swapped, "zzq"):
        yield text[: key.start] + other + text[key.end :]
    if isinstance(entry.value, Scalar):
        yield f"{text[: value.start]}[[1]]{text[value.end :]}"
    else:
        yield f"{text[: key.end]}: 17.5{text[value.end :]}"


@pytest.mark.parametrize(
    "sheet",
    [pytest.param(sheet, marks=[pytest.mark.slow] * (index % 6 > 0)) for index, sheet in enumerate(SHEETS)],
    ids=lambda sheet: sheet.stem,
)
def test_one_fault_in_a_key_or_type_is_one_fault(sheet: Path) -> None:
    source, rng = read_source(sheet), random.Random(sheet.stem)
    document, _ = load_document(source)
    assert document is not None
    for entry in rng.sample(list(entries(document.tree)), 2):
        for text in spoiled(source, entry):
            with unsaved({str(sheet): text}):
                told = [one for one in found(sheet) if one.severity is Severity.ERROR]
            if any(one.code.startswith("HS1") for one in told):
                assert {one.code[:3] for one in told} == {"HS1"}, (entry.key.text, text)
