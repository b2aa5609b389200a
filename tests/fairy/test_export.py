"""Variants as sections of Fairy-Stockfish, there and back; and what that program lacks."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest
import yaml

import hensoku
from hensoku.compiler.ir.types import Module
from hensoku.compiler.resolve import resolve
from hensoku.dsl.source import Source
from hensoku.fairy.reading import import_sections
from hensoku.fairy.writing import WRITTEN, export

FAIRY = "fairy-stockfish"
RULES = Path(__file__).parents[1] / "rules"

# slug, profile, what Fairy-Stockfish counts at depth 1 and 2 when it loads the section
THERE = [
    ("shogi", FAIRY, (30, 900)),
    ("minishogi", FAIRY, (14, 181)),
    ("cannon-shogi", None, (60, 3_447)),
    ("sho-shogi", FAIRY, (26, 676)),
    ("kyoto-shogi", FAIRY, (12, 137)),
    ("micro-shogi", FAIRY, (9, 80)),
    ("dobutsu-shogi", FAIRY, (4, 17)),
    ("tori-shogi", FAIRY, (17, 288)),
    ("euro-shogi", FAIRY, (25, 625)),
    ("yari-shogi", FAIRY, (20, 400)),
    ("gorogoro-plus", FAIRY, (39, 1_438)),
    ("check-shogi", FAIRY, (30, 900)),
    ("okisaki-shogi", FAIRY, (37, 1_369)),
]


@pytest.mark.parametrize(("slug", "profile", "counts"), THERE, ids=[slug for slug, *_ in THERE])
def test_there_and_back(slug: str, profile: str | None, counts: tuple[int, int], tmp_path: Path) -> None:
    section = export(resolve(slug, profile=profile))
    assert not section.findings
    imported, found = import_sections(Source("x.ini", section.text))
    assert not found
    assert not imported[0].findings
    path = tmp_path / "back.md"
    path.write_text(imported[0].text.replace(f"slug: {imported[0].slug}", "slug: back"), encoding="utf-8")
    back = hensoku.load(path, backend="reference")
    there = hensoku.load(slug, profile=profile, backend="reference")
    assert (back.position().perft(1), back.position().perft(2)) == counts
    assert back.rules["repetition"] | PLACES == there.rules["repetition"] | PLACES
    assert {end["kind"]: end["result"] for end in back.rules["ends"]}.items() <= ends_of(there).items()


# moves of a piece C, its line in a section (Fairy-Stockfish, position.cpp, `legal`: a janggiCannon may neither jump
# over one nor take one; a customPiece may)
CANNONS = [
    ("pR{screen!=C,target!=C}", "janggiCannon = c"),
    ("pR", "customPiece1 = c:pR"),
    ("pB", "customPiece1 = c:pB"),
    ("mRcpR", "cannon = c"),
]


def with_cannons(folder: Path, *moves: str) -> Path:
    """A sheet of kings and cannons C, D, that move so."""
    letters = "CD"[: len(moves)]
    pieces = "".join(f"    {letter}: {{moves: '{one}'}}\n" for letter, one in zip(letters, moves, strict=True))
    path = folder / "cannons.yaml"
    path.write_text(
        "title: Cannons\nslug: cannons\nengine:\n  topology: {type: grid, rows: 5, cols: 6}\n  pieces:\n"
        f"    K: {{moves: K, royal: true}}\n{pieces}"
        f"  setup: '{letters.lower()}{5 - len(moves)}k/6/6/6/K{5 - len(moves)}{letters[::-1]} b - 1'\n"
    )
    return path


@pytest.mark.parametrize(("moves", "line"), CANNONS)
def test_cannons(moves: str, line: str, tmp_path: Path) -> None:
    section = export(resolve(with_cannons(tmp_path, moves)))
    assert not section.findings
    assert line in section.text.splitlines()
    imported, _ = import_sections(Source("x.ini", section.text))
    assert yaml.safe_load(imported[0].text.split("---")[1])["engine"]["pieces"]["C"]["moves"] == moves


def test_a_second_cannon_that_leaves_its_kind_alone(tmp_path: Path) -> None:
    (finding,) = export(resolve(with_cannons(tmp_path, "pR{screen!=C,target!=C}", "pR{screen!=D,target!=D}"))).findings
    assert finding.code == "HS510"
    assert finding.span.line == 8


PLACES = {"path": "", "line": ""}


def ends_of(variant: hensoku.Variant) -> dict[str, str]:
    """With what holds where a definition says nothing of it."""
    told = {end["kind"]: end["result"] for end in variant.rules["ends"]}
    return {"checkmate": "loss", "stalemate": "loss", **told}


# a definition of tests/rules, its profile, some of the lines that are written
WRITTEN_LINES = [
    ("placement", "anywhere", ["mustDrop = true", "dropRegionWhite = *1 *2 *3"]),
    ("placement", "king-anywhere", ["mustDrop = true", "mustDropType = k"]),
    ("promotion-limit", None, ["promotionLimit = a:1 g:3", "promotedPieceType = r:a s:g p:g"]),
]


@pytest.mark.parametrize(("name", "profile", "lines"), WRITTEN_LINES)
def test_lines(name: str, profile: str | None, lines: list[str]) -> None:
    section = export(resolve(RULES / f"{name}.yaml", profile=profile))
    assert set(lines) <= set(section.text.splitlines()), section.findings


@pytest.mark.parametrize(
    ("name", "what"),
    [("waiting", "mates that have to wait"), ("stalemating-drops", "drops that may not stalemate")],
)
def test_definitions_that_it_lacks(name: str, what: str) -> None:
    section = export(resolve(RULES / f"{name}.yaml"))
    assert any(what in finding.message for finding in section.findings)


# slug, what is said
LACKING = [
    ("annan-shogi", "borrowed moves"),
    ("unashogi", "rules that hold while a royal is in hand"),
    ("cylinder-shogi", "a board that is a cylinder"),
    ("torus-shogi", "a board that is a torus"),
    ("wa-shogi", "a board of more than 12 files and 10 ranks"),
    ("shogi", "mates by a drop that are no move"),
    ("whale-shogi", "what is said of captures of P"),
    ("chu-shogi", "limits on trades"),
    ("no-drop-shogi", "the end ends.dead_position"),
]


@pytest.mark.parametrize(("slug", "what"), LACKING)
def test_what_it_lacks(slug: str, what: str) -> None:
    section = export(resolve(slug))
    assert section.text == ""
    assert any(what in finding.message for finding in section.findings)
    assert {finding.code for finding in section.findings} == {"HS510"}


def test_the_place_of_a_mate_by_a_drop() -> None:
    (told,) = export(resolve("shogi")).findings
    assert told.span.source.text.splitlines()[told.span.line - 1].strip() == "mate: {P: illegal}"


def test_every_rule_is_looked_at() -> None:
    """A new rule of the language must be carried over or refused; then its field goes to `WRITTEN`."""
    assert {field.name for field in fields(Module)} == WRITTEN
