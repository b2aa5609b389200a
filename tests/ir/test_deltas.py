"""Which moves are followed by a corrected count of replies, and why others are not."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hand_variants import annan_shogi, cannon_shogi, minishogi, sho_shogi, shogi

from hensoku.compiler.ir.types import Borrow, CounterStrike, DeadPosition, Deltas, End, Module, PieceCount, Royals, Try
from hensoku.compiler.options import DEFAULT, Options
from hensoku.compiler.pipeline import run
from hensoku.compiler.resolve import resolve


def deltas_of(module: Module) -> Deltas:
    lowering = run(module).lowering
    assert lowering is not None
    assert lowering.deltas is not None, lowering.no_deltas
    return lowering.deltas


FOLLOWED = [
    (shogi(), "P", "sets", False, ""),
    (shogi(), "+P", "sets", False, ""),
    (shogi(), "N", "sets", False, ""),
    (shogi(), "R", "pieces", True, "more than a stepper"),
    (shogi(), "+B", "pieces", True, "more than a stepper"),
    (shogi(), "K", "pieces", False, "royal"),
    (cannon_shogi(), "U", "pieces", True, "more than a stepper"),
    (sho_shogi(), "E", "pieces", False, "may become royal"),
    (annan_shogi(), "P", "sets", False, ""),
    (annan_shogi(), "L", "pieces", True, "more than a stepper"),
    (annan_shogi(), "K", "pieces", False, "royal"),
]


@pytest.mark.parametrize(("module", "piece", "followed", "watches", "why"), FOLLOWED)
def test_classes(module: Module, piece: str, followed: str, watches: bool, why: str) -> None:
    lowering = run(module).lowering
    assert lowering is not None
    assert lowering.sets is not None
    kind = next(kind for kind, one in enumerate(module.pieces) if one.id == piece)
    index = next(index for index, one in enumerate(lowering.sets.classes) if kind in one.kinds)
    found = deltas_of(module).classes[index]
    assert (found.followed, found.watches, found.why) == (followed, watches, why)


REFUSED = [
    (minishogi(), Options(tier=1), "tier 1"),
    (minishogi(), Options(tier=0), "tier 0"),
    (
        replace(annan_shogi(), royals=Royals("any", "ignored")),
        DEFAULT,
        "moves are borrowed, and check is ignored",
    ),
    (
        replace(annan_shogi(), borrow=Borrow((0, 1))),
        DEFAULT,
        "moves of several pieces are borrowed at once",
    ),
    (
        replace(minishogi(), counter_strike=CounterStrike(peers=(), targets=(1,))),
        DEFAULT,
        "captures that are forbidden after another",
    ),
    (resolve("heian-dai-shogi").module, DEFAULT, "the board is larger than a machine word"),
    (resolve("unashogi").module, DEFAULT, "a royal can be in hand"),
    (resolve("anki-shogi").module, DEFAULT, "moves are limited by file"),
    (replace(minishogi(), passing=True), DEFAULT, "last moves are not counted by sets"),
    (
        replace(minishogi(), ends=(End("piece-count", "loss", "ends.piece_count", terms=PieceCount((0, 1), 2)),)),
        DEFAULT,
        "an end that many moves may bring about: piece-count",
    ),
    (
        replace(sho_shogi(), royals=Royals("any")),
        DEFAULT,
        "pieces that are made and tested: may become royal",
    ),
]


def test_pieces_with_a_goal_go_one_by_one() -> None:
    module = minishogi()
    gold = next(kind for kind, piece in enumerate(module.pieces) if piece.id == "G")
    goal = End("try", "win", "ends.try", terms=Try((gold,), (0,)))
    lowering = run(replace(module, ends=(goal,))).lowering
    assert lowering is not None
    assert lowering.sets is not None
    assert lowering.deltas is not None
    index = next(index for index, one in enumerate(lowering.sets.classes) if gold in one.kinds)
    assert lowering.deltas.classes[index].why == "may end the game on its goal"


def test_where_little_is_left_moves_are_made() -> None:
    module = sho_shogi()
    king = next(kind for kind, piece in enumerate(module.pieces) if piece.royal)
    dead = End("dead-position", "draw", "ends.dead-position", terms=DeadPosition((king,)))
    assert deltas_of(replace(module, ends=(dead,))).scarce == (king,)


@pytest.mark.parametrize(("module", "options", "why"), REFUSED)
def test_no_deltas(module: Module, options: Options, why: str) -> None:
    lowering = run(module, options).lowering
    assert lowering is not None
    assert (lowering.deltas, lowering.no_deltas) == (None, why)
