"""How many royals a setup has, and pieces that become one. Sources: the rules of `royals` in docs/semantics.md."""

from __future__ import annotations

from typing import Any

import pytest

from hensoku.compiler.resolve import resolve
from hensoku.dsl.findings import DefinitionError, Finding

BOTH, NO_GOTE, NO_SENTE = "4k4/9/9/9/9/9/9/9/4K4", "9/9/9/9/9/9/9/9/4K4", "4k4/9/9/9/9/9/9/9/9"
NEITHER, TWO = "4g4/9/9/9/9/9/9/9/4G4", "4k4/9/9/9/9/9/9/9/3KK4"
EACH = "royal pieces in this setup, where the game hangs on each"
LAST = "royal pieces in this setup, where the game hangs on the last one"
ALL, IGNORED = {"lost_when": "all"}, {"check": "ignored"}
HELD = {"captured": "K"}
NO_KING = {"K": {"royal": False}}
PRINCE = {"G": {"promotes": {"name": "Prince", "moves": "K", "royal": True}}}


def findings(**engine: Any) -> list[Finding]:
    try:
        return list(resolve("shogi", overrides={"setups": None, **engine}).findings)
    except DefinitionError as error:
        return list(error.findings)


# (rules beside shogi's, setup, another setup, the messages)
SETUPS: list[tuple[dict[str, Any], str, str, list[str]]] = [
    ({}, BOTH, BOTH, []),
    ({}, NO_GOTE, BOTH, [f"gote has no {EACH}"]),
    ({}, NO_SENTE, BOTH, [f"sente has no {EACH}"]),
    ({}, TWO, BOTH, [f"sente has 2 {EACH}"]),
    ({}, BOTH, NEITHER, [f"sente has no {EACH}", f"gote has no {EACH}"]),
    ({}, NEITHER, NEITHER, []),
    ({"pieces": NO_KING}, BOTH, TWO, []),
    ({"royals": ALL}, TWO, BOTH, []),
    ({"royals": ALL}, NO_GOTE, BOTH, [f"gote has no {LAST}"]),
    ({"royals": ALL}, NO_SENTE, BOTH, [f"sente has no {LAST}"]),
    ({"royals": IGNORED}, BOTH, NO_GOTE, [f"gote has no {EACH}"]),
    ({"pieces": {"K": HELD}}, f"{NEITHER} b Kk 1", BOTH, []),
    ({"pieces": {"K": HELD}}, f"{BOTH} b K 1", BOTH, []),
    ({"pieces": {"K": HELD}}, f"{NEITHER} b K 1", BOTH, [f"gote has no {LAST}"]),
]


@pytest.mark.parametrize(("rules", "setup", "other", "messages"), SETUPS)
def test_royals_of_setups(rules: dict[str, Any], setup: str, other: str, messages: list[str]) -> None:
    found = findings(**rules, setup=setup, setups={"other": other})
    assert [(one.code, one.message) for one in found] == [("HS458", message) for message in messages]


PRINCES: list[tuple[dict[str, Any], bool]] = [
    ({}, True),
    ({"royals": ALL}, False),
    ({"royals": {"lost_when": "any"}}, False),  # said beside the piece
    ({"pieces": {**PRINCE, **NO_KING}}, False),  # the only royals of the game
]


@pytest.mark.parametrize(("rules", "warned"), PRINCES)
def test_a_promoted_royal_beside_the_king(rules: dict[str, Any], warned: bool) -> None:
    found = findings(**{"setup": f"{BOTH} b Gg 1", "pieces": PRINCE, **rules})
    assert [one.code for one in found] == ["HS469"] * warned
    assert [one.span.text for one in found] == ["{"] * warned
    assert all(one.help and "lost_when: all" in one.help for one in found)


SEEN: dict[str, Any] = {"royals": {"lost_when": "any", **IGNORED}, "ends": {"royal_captured": "loss"}}
PRINCESS = "Gold General may become a second one"
# (rules beside those of SEEN, how a side may come to have two royals)
UNSEEN: list[tuple[dict[str, Any], str]] = [
    ({"pieces": PRINCE}, PRINCESS),
    ({"pieces": {"G": {"promotes": {"becomes": "K"}}}}, PRINCESS),
    ({"pieces": {"G": {"captured": "K"}}}, PRINCESS),
    ({"pieces": {"K": HELD}, "setup": f"{BOTH} b Kk 1"}, "sente has 2 in the setup 'start'"),
    ({"pieces": {"K": HELD}}, ""),  # when a king is taken, the game is over
    ({}, ""),
    ({"pieces": PRINCE, "royals": {**ALL, **IGNORED}}, ""),
    ({"pieces": PRINCE, "royals": {"lost_when": "any"}}, ""),
    ({"pieces": PRINCE, "ends": {"royal_captured": None}}, ""),  # nothing hangs on it
]


@pytest.mark.parametrize(("rules", "how"), UNSEEN)
def test_a_royal_that_nobody_would_miss(rules: dict[str, Any], how: str) -> None:
    found = [one for one in findings(**{"setup": f"{BOTH} b Gg 1", **SEEN, **rules}) if one.code == "HS474"]
    assert [one.message for one in found] == [f"a royal that is taken would not be missed: {how}"] * bool(how)
    assert all(one.span.text == '"ignored"' for one in found)
