"""Variants that cannot be, each refused at the place of the fault."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hensoku.compiler.resolve import resolve
from hensoku.dsl.findings import DefinitionError, Finding

START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL"


def refused(**overrides: Any) -> Finding:
    with pytest.raises(DefinitionError) as raised:
        resolve("shogi", overrides=overrides)
    return raised.value.findings[0]


def start(old: str, new: str) -> str:
    assert old in START
    return START.replace(old, new)


SETUPS = [
    ("two kings", start("LNSGKG", "LNSKKG"), "HS458", "K", "sente has 2 royal pieces"),
    ("no king", start("lnsgkgsnl", "lnsg1gsnl"), "HS458", None, "gote has no royal pieces"),
    ("pawn on the last rank", start("1r5b1", "1r1P3b1"), None, "", ""),
    ("pawn that can never move", start("lnsgkgsnl", "Pnsgkgsnl"), "HS459", "P", "Pawn on 9a could never move"),
    ("gote's pawn on its last rank", start("LNSGKGSNL", "LNSGKGSNp"), "HS459", "p", "Pawn on 1i could never move"),
    ("knight before the last rank", start("1r5b1", "1r3N1b1"), "HS459", "N", "Knight on 4b could never move"),
    ("lance on the last rank", start("lnsgkgsnl", "lnsgkgsnL"), "HS459", "L", "Lance on 1a could never move"),
    ("short row", start("LNSGKGSNL", "LNSGKGSN"), "HS404", "LNSGKGSN", "9 squares, not 8"),
    ("long row", start("LNSGKGSNL", "LNSGKGSNL1"), "HS404", "LNSGKGSNL1", "9 squares, not 10"),
    ("a rank too few", START.removesuffix("/LNSGKGSNL"), "HS405", None, "9 rows, not 8"),
    ("unknown letter", start("LNSG", "LNXG"), "HS402", "X", "no piece is called X"),
    ("promoted gold", start("LNSG", "LNS+G"), "HS406", "+G", "G does not promote"),
    ("gote in check, sente to move", start("1r5b1/ppppp", "1r5b1/ppppR"), "HS462", None, "gote is not to move"),
    (
        "sente in check, gote to move",
        start("PPPPPPPPP/1B", "PPPPrPPPP/1B") + " w",
        "HS462",
        None,
        "sente is not to move",
    ),
]


@pytest.mark.parametrize(
    ("setup", "code", "text", "message"), [pytest.param(*case, id=title) for title, *case in SETUPS if case[1]]
)
def test_setup(setup: str, code: str, text: str | None, message: str) -> None:
    found = refused(setup=setup)
    assert found.code == code
    assert message in found.message
    assert found.span.text == (setup if text is None else text)


def test_a_pawn_before_the_last_rank_may_stand() -> None:
    resolve("shogi", overrides={"setup": start("1r5b1", "1r1P3b1")})


def test_a_pawn_on_the_last_rank_where_the_rules_let_it_stand() -> None:
    setup = "Pnsgkgsnl/1r5b1/p1ppppp1p/1p5p1/9/1P5P1/P1PPPPP1P/1B5R1/LNSGKGSNL"
    resolve("annan-shogi", overrides={"setup": setup})


def test_the_fault_of_a_named_setup_is_found_there() -> None:
    found = refused(setups={"odd": start("LNSGKG", "LNSKKG")})
    assert (found.code, found.span.text) == ("HS458", "K")


# what a file changes, which of the setups that it inherits become wrong by it, what is told
INHERITED = [
    ("pieces: {G: {royal: true}}", "HS458", "sente has 3 royal pieces"),
    ('pieces: {S: {name: Silver, moves: "F", within: 5e}}', "HS459", "Silver on 7a could never move"),
    ('pieces: {P: {name: Cannon, moves: "vRpR"}}', "HS462", "gote is not to move, and its royal can be taken"),
]


@pytest.mark.parametrize(("said", "code", "message"), INHERITED)
def test_the_setups_of_a_parent_are_told_once_and_at_home(said: str, code: str, message: str, tmp_path: Path) -> None:
    """Shogi has a dozen of handicaps, which are all as wrong as its start."""
    file = tmp_path / "mine.yaml"
    file.write_text(f"parent: shogi\nengine:\n  {said}\n", encoding="utf-8")
    with pytest.raises(DefinitionError) as caught:
        resolve(file)
    [found] = caught.value.findings
    assert (found.code, found.span.source.path, found.span.text) == (code, str(file), "shogi")
    assert message in found.message
    assert [Path(place.span.source.path).name for place in found.related] == ["shogi.md"]


def test_two_royals_where_the_last_one_counts() -> None:
    resolve("shogi", overrides={"setup": start("LNSGKG", "LNSKKG"), "royals": {"lost_when": "all"}})


def test_the_king_may_be_taken_where_check_is_ignored() -> None:
    overrides = {"setup": start("1r5b1/ppppp", "1r5b1/ppppR"), "royals": {"check": "ignored"}}
    resolve("shogi", overrides=overrides)


GROUPS = [
    ("zone outside the board", {"promotion": {"zone": "far 10"}}, "HS409", "10"),
    ("square outside the board", {"promotion": {"zone": "10a"}}, "HS409", "10a"),
    ("unknown region", {"promotion": {"zone": "palace"}}, "HS408", "palace"),
    ("unknown piece in a set", {"drops": {"file_limit": {"X": 1}}}, "HS407", "X"),
    ("one letter twice", {"pieces": {"Q": {"name": "Queen", "letter": "P", "moves": "Q"}}}, "HS403", "P"),
    ("setup that disagrees", {"topology": {"rows": 8}}, "HS405", None),
    ("huge board", {"topology": {"rows": 10_000, "cols": 10_000}}, "HS104", "10000"),
    ("unknown topology", {"topology": {"type": "hex"}}, "HS103", "hex"),
    ("donors along a line", {"borrow": {"from": "bR"}}, "HS457", None),
    ("donors by a chain", {"borrow": {"from": "WaW"}}, "HS457", None),
    ("a board without pieces", {"setup": "9/9/9/9/9/9/9/9/9", "setups": None}, "HS467", "9/9/9/9/9/9/9/9/9"),
    ("lopsided holes", {"topology": {"holes": "1a"}}, "HS461", None),
]


@pytest.mark.parametrize(("overrides", "code", "text"), [pytest.param(*case, id=title) for title, *case in GROUPS])
def test_group(overrides: dict[str, Any], code: str, text: str | None) -> None:
    found = refused(**overrides)
    assert found.code == code
    if text is not None:
        assert found.span.text.strip('"') == text


def test_a_definition_that_would_compile_for_minutes() -> None:
    leaps = [f"({x},{y})" for x in range(1, 30) for y in range(x, 30)]
    rows = ["36"] * 36
    rows[0], rows[-1] = "k35", "35K"
    wide = {f"X{n}": {"name": f"piece {n}", "moves": " ".join(leaps[n::25])} for n in range(25)}
    found = refused(
        topology={"rows": 36, "cols": 36},
        setup="/".join(rows),
        setups=None,
        pieces={**dict.fromkeys("RBGSNLP"), **wide},
        drops=None,
        promotion=None,
    )
    assert (found.code, found.message.partition(":")[0]) == ("HS460", "vectors times squares")
