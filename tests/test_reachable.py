"""Every position that a game may reach is one that can be set up: its SFEN is read again, to the end of the game."""

from __future__ import annotations

import random
from typing import Any

import pytest

import hensoku
from hensoku import Variant

PRINCE = {"G": {"promotes": {"name": "Prince", "moves": "K", "royal": True}}, "K": {"captured": "removed"}}
LIONS = {"G": {"promotes": {"name": "Lion", "moves": "KNADcaKmcabK"}}}
HEIR = {"S": {"promotes": {"becomes": "K"}}}
EVERYWHERE = {"zone": "all"}
CHANGING = {"pieces": PRINCE, "promotion": EVERYWHERE}

# (variant, rules beside its own); the pieces of minishogi change into what the titles say
RULES: dict[str, tuple[str, dict[str, Any]]] = {
    "princes, each counts": ("minishogi", CHANGING),
    "princes, the last one counts": ("minishogi", {**CHANGING, "royals": {"lost_when": "all"}}),
    "princes that are taken": ("minishogi", {**CHANGING, "royals": {"check": "ignored"}}),
    "princes that are dropped": ("minishogi", {**CHANGING, "drops": {"faces": "either"}}),
    "silvers that become kings": ("minishogi", {"pieces": HEIR, "promotion": EVERYWHERE}),
    "lions against princes": (
        "minishogi",
        {
            "pieces": {**PRINCE, "B": LIONS["G"]},
            "promotion": {**EVERYWHERE, "mode": "every_move"},
            "royals": {"lost_when": "all"},
        },
    ),
    "kings that are held": ("minishogi", {"pieces": {"K": {"captured": "K"}}, "royals": {"check": "ignored"}}),
    "pawns that stay": ("minishogi", {"promotion": {"forced": "never"}}),
    "pawns dropped to stay": ("minishogi", {"drops": {"stuck": "allowed"}}),
    "dobutsu shogi": ("dobutsu-shogi", {}),
    "micro shogi": ("micro-shogi", {}),
    "kyoto shogi": ("kyoto-shogi", {}),
}

GAMES, PLIES = 3, 50


@pytest.mark.parametrize(("slug", "rules"), RULES.values(), ids=RULES)
def test_every_position_of_a_game_is_read_again(slug: str, rules: dict[str, Any]) -> None:
    variant = hensoku.load(slug, overrides=rules, backend="reference")
    for seed in range(GAMES):
        play(variant, random.Random(seed))


def play(variant: Variant, dice: random.Random) -> None:
    """A game that takes what it can half of the time, so that it comes to an end."""
    position = variant.position()
    for _ in range(PLIES):
        assert variant.position(position.sfen()).sfen() == position.sfen()
        moves = sorted(position.legal_moves)
        if not moves:
            return
        telling = [move for move in moves if position.victims(move) or move.becomes]
        position.push(dice.choice(telling if telling and dice.random() < 0.5 else moves))


def test_a_second_king_is_refused_where_none_may_come() -> None:
    with pytest.raises(hensoku.SfenError, match="sente has 2 royal pieces"):
        hensoku.load("minishogi", backend="reference").position("4k/5/5/5/K3K b - 1")
