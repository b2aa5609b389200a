"""Both backends say the same of every position of random games, and every move is taken back without a trace.

Games begin at the start, and at positions of the counts, which have hands, promoted pieces and checks. The six first
variants have the longest games, and the default run has a few of the variants that it builds.
"""

from __future__ import annotations

import random

import pytest
from counts import BRIEF, SHEETS, SIX, TABLES, cases, counts_of, variant

from hensoku import Move, Position

FEW_GAMES, FEWER_GAMES, FEW_PLIES = 10, 4, 12
MANY_GAMES, MANY_PLIES = 200, 100
GAMES, PLIES = 50, 100

SQUARES = 6_400
"""So many squares one game of the interpreter may look at: 100 plies on 8x8, 44 on 12x12, 28 on 15x15."""

POSITIONS, FEWER_POSITIONS = 1000, 150
REFERENCE_POSITIONS = 8

PAIRS, PAIRS_AFTER = 300, 200
"""Positions of each variant after up to so many moves."""

MOST_LOOKED_AT = 30_000
"""So many positions of one variant the interpreter lists the moves of: half an hour at its slowest."""


def start_of(slug: str, game: int) -> str | None:
    """Every other game begins at the start, the others at one position after another of the counts."""
    rows = [row for row in counts_of(slug) if row.profile is None] if slug in TABLES else []
    return rows[game * 7 % len(rows)].sfen if rows and game % 2 else None


def agreed(compiled: Position, reference: Position) -> list[Move]:
    """The legal moves, after both have said the same of their positions."""
    sfen = reference.sfen()
    assert compiled.sfen() == sfen
    moves = sorted(reference.legal_moves)
    assert sorted(compiled.legal_moves) == moves, sfen
    assert compiled.is_check() == reference.is_check(), sfen
    assert compiled.outcome() == reference.outcome(), sfen
    return moves


def play(slug: str, game: int, plies: int) -> None:
    rng = random.Random(f"{slug} {game}")
    sfen = start_of(slug, game)
    compiled, reference = (variant(slug, backend).position(sfen) for backend in ("compiled", "reference"))
    for _ in range(plies):
        moves = agreed(compiled, reference)
        if not moves:
            return
        move = rng.choice(moves)
        assert compiled.victims(move) == reference.victims(move), (reference.sfen(), move)
        compiled.push(move)
        reference.push(move)
    agreed(compiled, reference)


@pytest.mark.parametrize("slug", BRIEF)
def test_random_games(slug: str) -> None:
    for game in range(FEW_GAMES if slug in SIX else FEWER_GAMES):
        play(slug, game, FEW_PLIES)


@pytest.mark.slow
@pytest.mark.parametrize("slug", SHEETS)
def test_two_plies_of_random_positions(slug: str) -> None:
    """As far as the interpreter gets: `PAIRS` positions, fewer where it would have to look at too many."""
    rng, looked_at = random.Random(f"two plies {slug}"), 0
    for _ in range(PAIRS):
        game = variant(slug, "compiled").position().playout(rng.getrandbits(64), most=rng.randrange(PAIRS_AFTER))
        if game.outcome() is not None:
            game.pop()
        sfen = game.sfen()
        compiled, reference = (variant(slug, backend).position(sfen) for backend in ("compiled", "reference"))
        assert compiled.perft(2) == reference.perft(2), sfen
        looked_at += len(reference.legal_moves) + 1
        if looked_at > MOST_LOOKED_AT:
            return


@pytest.mark.slow
@pytest.mark.parametrize("block", range(0, MANY_GAMES, 20))
@pytest.mark.parametrize("slug", SIX)
def test_many_random_games(slug: str, block: int) -> None:
    for game in range(block, block + 20):
        play(slug, 1000 + game, MANY_PLIES)


@pytest.mark.slow
@pytest.mark.parametrize("block", range(0, GAMES, 10))
@pytest.mark.parametrize("slug", [slug for slug in SHEETS if slug not in SIX])
def test_random_games_of_every_variant(slug: str, block: int) -> None:
    squares = len(variant(slug, "reference").data["board"]["squares"])
    for game in range(block, block + 10):
        play(slug, 1000 + game, min(PLIES, SQUARES // squares))


# ------------------------------------------------------------------------------------------------------- taking back


def told(position: Position) -> tuple[str, int]:
    return position.sfen(), position.key


def takes_back(position: Position) -> None:
    """Every legal move, played and taken back, leads to the same position with the same key."""
    before, twin, checked = told(position), position.copy(), position.is_check()
    for move in position.legal_moves:
        position.push(move)
        assert position.sfen() != before[0], move
        assert position.pop() == move
        assert told(position) == before, move
    assert position == twin
    assert position.is_check() == checked
    assert position.legal_moves == twin.legal_moves


def take_back_along_games(slug: str, backend: str, positions: int, plies: int) -> None:
    """A position's key is the same whether moves led to it or an SFEN gave it, unless SFEN leaves out a part of it."""
    rng = random.Random(f"back {slug}")
    seen = game = 0
    while seen < positions:
        position = variant(slug, backend).position(start_of(slug, game))
        game += 1
        for _ in range(plies):
            takes_back(position)
            seen += 1
            moves = position.legal_moves
            if not moves or seen == positions:
                break
            position.push(rng.choice(moves))
            if not position.variant.data["state"]:
                assert position.key == variant(slug, backend).position(position.sfen()).key
        start = variant(slug, backend).position(start_of(slug, game - 1))
        while position.history:
            position.pop()
        assert told(position) == told(start)


@pytest.mark.parametrize("slug", cases(SHEETS))
def test_every_move_is_taken_back(slug: str) -> None:
    take_back_along_games(slug, "compiled", POSITIONS if slug in SIX else FEWER_POSITIONS, plies=60)


@pytest.mark.parametrize("slug", BRIEF)
def test_every_move_is_taken_back_by_the_reference(slug: str) -> None:
    take_back_along_games(slug, "reference", REFERENCE_POSITIONS, plies=5)
