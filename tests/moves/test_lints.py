"""Doubtful spellings: the warning, where it points, and the spelling offered in its stead."""

from __future__ import annotations

import pytest
from move_boards import parsed

from hensoku.dsl.findings import Severity
from hensoku.dsl.moves.format import canonical
from hensoku.dsl.moves.parse import parse_text

LINTS = [
    # string, code, text pointed at, canonical spelling (by the rules of docs/notation.md)
    ("fK", "HS250", "f", "fWfF"),
    ("vQ", "HS250", "v", "vRB"),
    ("fcaK", "HS250", "f", "fcaffsbssWfcaffsbssF"),
    ("fN", "HS251", "f", "ffN"),
    ("lC", "HS251", "l", "llC"),
    ("L", "HS252", "L", "C"),
    ("J0", "HS252", "J", "Z0"),
    ("NN", "HS253", "NN", "N0"),
    ("WW", "HS253", "WW", "R"),
    ("fhF", "HS254", "h", "fF"),
    ("hK", "HS254", "h", "K"),
    ("nW", "HS255", "n", "W"),
    ("nR3", "HS255", "n", "R3"),
    ("fmrF", "HS256", "r", "fbrmF"),
    ("mcmR", "HS257", "m", "R"),
    ("ffW", "HS257", "f", "fW"),
    ("fmfW", "HS257", "f", "fmW"),
    ("frfrF", "HS257", "fr", "frF"),
    ("vvN", "HS257", "v", "vN"),
    ("mafsfsR", "HS257", "fs", "afsR"),
    ("R{screen!=U}", "HS258", "screen!=U", "R"),
]


@pytest.mark.parametrize(("text", "code", "pointed", "spelled"), LINTS, ids=[row[0] for row in LINTS])
def test_lint(text: str, code: str, pointed: str, spelled: str) -> None:
    moves, (finding,) = parse_text(text)
    assert moves is not None
    assert finding.severity is Severity.WARNING
    assert (finding.code, finding.span.text) == (code, pointed)
    assert spelled in (finding.help or "")
    (fix,) = finding.fixes
    assert fix.safe
    assert (fix.span.text, fix.replacement) == (text, spelled)
    assert parse_text(spelled)[1] == []
    assert canonical(parsed(spelled)) == spelled


SILENT = ["fmrW", "frflF", "ffbbN", "ffN", "fsN", "vN", "hlN", "nD", "mcR", "NmN", "[R?sR]", "pR{screen!=U}", "fhN"]


@pytest.mark.parametrize("text", SILENT)
def test_clear_spellings_are_left_alone(text: str) -> None:
    assert parse_text(text)[1] == []


def test_the_fix_replaces_its_move_only() -> None:
    _, (finding,) = parse_text("mR fK cB")
    assert finding.fixes[0].span.text == "fK"
