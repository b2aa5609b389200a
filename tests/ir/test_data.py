"""The plain data of a variant, against the page of its shape (`runtime/contract.py`)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace

import pytest
from hand_variants import ANNAN, CANNON, SHO, SHOGI, VARIANTS, annan_shogi, minishogi, shogi
from ir_edits import changed
from odd_variants import ODD

from hensoku.compiler.data import variant_data
from hensoku.compiler.ir.types import Drop, Module, Promotion, Repetition, Trigger
from hensoku.compiler.pipeline import run
from hensoku.compiler.resolve import resolve

FIELDS = {
    "": "format slug title profile players board pieces hand_order setups paths royals ends repetition drop_mates"
    " least_cycle state struck move_limit actions rules",
    "board": "topology files ranks squares",
    "royals": "lost_when check facing",
    "repetition": "times result side perpetual path line",
    "pieces": "id name kanji base hand royal rank moves promotes stuck line",
    "ends": "kind result path line",
}


@pytest.mark.parametrize("name", [*VARIANTS, *ODD])
def test_shape(name: str) -> None:
    data = variant_data(run(replace({**VARIANTS, **ODD}[name](), repetition=Repetition(4, "draw"))))
    assert json.loads(json.dumps(data)) == data
    for part, fields in FIELDS.items():
        found = data[part] if part else data
        for item in found if isinstance(found, list) else [found]:
            assert set(item) == set(fields.split())


@pytest.mark.parametrize(
    ("slug", "cycle"),
    [
        ("shogi", 4),
        ("torus-shogi", 4),  # a ride stops before the square where it began
        ("chu-shogi", 2),  # a lion may pass
        ("janggi", 2),  # so may a king
    ],
)
def test_how_soon_a_position_can_come_again(slug: str, cycle: int) -> None:
    assert variant_data(resolve(slug).module)["least_cycle"] == cycle


STARTS = {
    "annan-shogi": ANNAN,
    "cannon-shogi": CANNON,
    "cylinder-shogi": SHOGI,
    "minishogi": "rbsgk/4p/5/P4/KGSBR b -",
    "sho-shogi": SHO,
    "shogi": SHOGI,
}


@pytest.mark.parametrize("name", VARIANTS)
def test_starts(name: str) -> None:
    assert variant_data(VARIANTS[name]())["setups"] == {"start": f"{STARTS[name]} 1"}


def test_hands_sides_and_numbers_of_a_start() -> None:
    made = minishogi()
    hands = ((2, 0, 1, *[0] * 7), (0, 1, *[0] * 8))
    setup = replace(made.setups[0], hands=hands, turn=1, number=7)
    made = replace(made, setups=(setup,), hand_order=(2, 1, 0))
    assert variant_data(made)["setups"]["start"] == "rbsgk/4p/5/P4/KGSBR w G2Ps 7"


def stuck_of(module: Module, id_: str) -> list[list[str]]:
    data = variant_data(module)
    names = [square[0] for square in data["board"]["squares"]]
    (piece,) = (piece for piece in data["pieces"] if piece["id"] == id_)
    return [[names[square] for square in squares] for squares in piece["stuck"]]


NOWHERE: list[list[str]] = [[], []]
LAST = [["5a", "4a", "3a", "2a", "1a"], ["5e", "4e", "3e", "2e", "1e"]]
PROMOTION, DROP = "pieces[0].promotion", "pieces[0].drop"
ENTERED = Trigger((0, 1, 2, 3, 4), enter=True)

NEVER_THERE: list[tuple[str, Mapping[str, object], list[list[str]]]] = [
    ("a pawn of minishogi", {}, LAST),
    ("promotion is free", {f"{PROMOTION}.forced": "never"}, NOWHERE),
    ("promotion is always forced", {f"{PROMOTION}.forced": "always"}, LAST),
    ("there is no promotion", {PROMOTION: None}, NOWHERE),
    ("it may be dropped there", {f"{DROP}.stuck": "allowed"}, NOWHERE),
    ("it is not dropped at all", {DROP: None}, LAST),
    ("only a move into the zone promotes, not one within", {f"{PROMOTION}.triggers": (ENTERED,)}, NOWHERE),
    ("captures and quiet moves", {f"{PROMOTION}.triggers": (replace(ENTERED, capture=True, quiet=True),)}, LAST),
    ("captures alone", {f"{PROMOTION}.triggers": (replace(ENTERED, enter=False, capture=True),)}, NOWHERE),
    ("another kind turns into it", {"pieces[1].promotion": Promotion((0,), (ENTERED,), "never")}, NOWHERE),
    (
        "another kind is dropped as it",
        {"pieces[1].drop": Drop((0, 1), (4,), stuck="allowed")},
        [LAST[0][:4], LAST[1][1:]],
    ),
]


@pytest.mark.parametrize(("_what", "changes", "stuck"), NEVER_THERE)
def test_where_a_piece_never_stands(_what: str, changes: Mapping[str, object], stuck: list[list[str]]) -> None:
    made = minishogi()
    for path, value in changes.items():
        made = changed(made, path, value)
    assert stuck_of(made, "P") == stuck


def test_rules_name_squares_and_pieces() -> None:
    rules = variant_data(minishogi())["rules"]
    last = ["5a", "4a", "3a", "2a", "1a"]
    trigger = {"zone": last, "when": ["enter", "leave", "within"]}
    assert rules["promotion"]["P"] == {"targets": ["+P"], "triggers": [trigger], "forced": "stuck"}
    assert rules["drops"]["P"] == {
        "faces": ["P"],
        "squares": "all",
        "stuck": "illegal",
        "mate": "illegal",
        "check": "allowed",
        "stalemate": "allowed",
        "file_limit": {"count": 1, "kinds": ["P"], "moves": False},
    }
    assert variant_data(annan_shogi())["rules"]["borrow"] == {"from": ["+0-1"], "whose": "friend", "mode": "replace"}


def test_drops_that_mate() -> None:
    told = variant_data(minishogi())["drop_mates"]
    assert {kind: rule["mate"] for kind, rule in told.items()} == {"0": "illegal", **dict.fromkeys("1234", "allowed")}


@pytest.mark.parametrize(("make", "state"), [(shogi, False), (ODD["regions"], True)])
def test_state(make: object, state: object) -> None:
    assert callable(make)
    assert variant_data(make())["state"] is state
