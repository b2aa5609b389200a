"""How games end, by both backends: the tables of `tests/data/ends`. `tests/support/ends.py` says who else was asked."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, get_args

import pytest
from compiled import Workshop
from counts import SHEETS, cases
from counts import variant as shipped
from ends import DRAW, OTHER_RULES, TABLES, Game, check, games
from rulebooks import RULES, both_backends, variant

from hensoku import Variant
from hensoku.compiler.ir.types import EndKind

OF_DEFINITIONS = tuple(table for table in TABLES if table not in ("declared", "shipped"))
ALL = tuple(game for table in TABLES for game in games(table))


def parameters(rows: Iterable[Game]) -> list[Any]:
    return [pytest.param(game, id=game.name) for game in rows]


@both_backends
@pytest.mark.parametrize("game", parameters(game for table in OF_DEFINITIONS for game in games(table)))
def test_definitions(game: Game, backend: str, workshop: Workshop) -> None:
    check(game, variant(game.variant, game.profile, backend, workshop))


@pytest.mark.parametrize("game", parameters(games("shipped")))
def test_shipped_variants(game: Game) -> None:
    check(game, shipped(game.variant, "reference", game.profile))


@pytest.mark.parametrize("game", cases(games("shipped")))
def test_shipped_variants_compiled(game: Game) -> None:
    check(game, shipped(game.variant, "compiled", game.profile))


@both_backends
@pytest.mark.parametrize("game", parameters(games("declared")))
def test_declarations(game: Game, backend: str, workshop: Workshop) -> None:
    """What may be declared is no end yet; an impasse that ends the game by itself is nothing to declare."""
    position = variant(game.variant, game.profile, backend, workshop).position(game.sfen)
    assert position.declaration() == game.outcome, game.why
    by_itself = game.profile == "lishogi"
    assert (position.outcome() is None) == bool(position.legal_moves) == (not by_itself)


# ---------------------------------------------------------------------------------------------------------- the tables


@pytest.mark.parametrize("game", parameters(ALL))
def test_rows(game: Game) -> None:
    """Each says where its rule is from, and of a peer that does not agree who is right."""
    assert game.why
    assert game.source
    assert bool(game.winner) == bool(game.reason)
    assert bool(game.differs) == any(answer != game.winner for answer in game.peers.values())
    assert {game.winner, *game.peers.values()} <= {"", DRAW, *_variant(game).players}


def _variant(game: Game) -> Variant:
    path = game.variant if game.table == "shipped" else RULES / f"{game.variant}.yaml"
    return shipped(path, "reference", game.profile)


def test_no_row_stands_twice() -> None:
    told = [(game.table, game.variant, game.profile, game.sfen, game.moves) for game in ALL]
    assert sorted(row for row in set(told) if told.count(row) > 1) == []


def test_every_end_is_in_a_table() -> None:
    assert {game.reason for game in ALL} == {"", *get_args(EndKind), *OTHER_RULES}
    assert {game.variant for game in games("shipped")} <= set(SHEETS)
