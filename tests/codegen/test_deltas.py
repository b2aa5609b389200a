"""The last two plies counted at once agree with moves that are made, in games that are steered at what is rare.

The module is built so that each of its formulas is held against making the move, and each count of two plies against
one whose first moves are all made; it tells on stderr what differs. Counts whose moves are made are held against the
interpreter and tables elsewhere.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from compiled import source
from hand_variants import minishogi

import hensoku
from hensoku.compiler.build.driver import build
from hensoku.compiler.build.store import Store
from hensoku.compiler.ir.types import Module
from hensoku.compiler.options import Options
from hensoku.compiler.pipeline import run
from hensoku.loading import load_with
from hensoku.runtime.load import load_built

SLUGS = ("annan-shogi", "cannon-shogi", "cylinder-shogi", "kyoto-shogi", "sho-shogi", "shogi")
MORE = (
    "anhoku-shogi",
    "check-shogi",
    "euro-shogi",
    "makruk",
    "micro-shogi",
    "minishogi",
    "tori-shogi",
    "torus-shogi",
    "dobutsu-shogi",
    "wa-shogi-with-drops",
    "yari-shogi",
)
MIXED: dict[str, tuple[str, dict[str, object]]] = {
    "annan on a cylinder": ("annan-shogi", {"topology": {"type": "cylinder", "rows": 9, "cols": 9}}),
    "annan where a check wins": ("annan-shogi", {"ends": {"check_count": {"count": 1, "result": "win"}}}),
    "promotions by taking": ("shogi", {"promotion": {"when": ["capture"]}}),
    "promotions by taking, of pieces that borrow": ("annan-shogi", {"promotion": {"when": ["capture"]}}),
    "promotions by quiet moves, with cannons": ("cannon-shogi", {"promotion": {"when": ["quiet"]}}),
    "cannons on a cylinder": ("cannon-shogi", {"topology": {"type": "cylinder", "rows": 9, "cols": 9}}),
    "cannons that borrow": ("cannon-shogi", {"borrow": {"from": "bW", "of": "friend", "mode": "replace"}}),
    "lent by a neighbour at the side": ("annan-shogi", {"borrow": {"from": "lW", "of": "friend", "mode": "replace"}}),
}
"""Rules together that no variant has."""

FEW, MANY = 120, 100_000
"""Positions of a variant in the default and in the slow run, where it takes about a minute with the build."""

BEFORE, PLIES, TRIED = 200, 10, 8
"""A game is at random for up to so many plies, then so many more are steered: of some moves it takes the best."""

Taste = Callable[[hensoku.Position, hensoku.Move], int]
"""How much a game wants a move."""


def after(game: hensoku.Position, move: hensoku.Move, wanted: Callable[[hensoku.Position], int]) -> int:
    game.push(move)
    worth = wanted(game)
    game.pop()
    return worth


TASTES: dict[str, Taste] = {
    "anything": lambda _game, _move: 0,
    "captures": lambda game, move: len(game.victims(move)),
    "checks": lambda game, move: after(game, move, lambda after: after.is_check()),
    "few replies": lambda game, move: -after(game, move, lambda after: after.perft(1)),
    "many replies": lambda game, move: after(game, move, lambda after: after.perft(1)),
}


CHECKING = Options(tier=2, optimise=1, self_check=True)


def checking(slug: str, overrides: dict[str, object] | None = None) -> hensoku.Variant:
    return load_with(slug, "compiled", overrides=overrides, options=CHECKING)


def positions(variant: hensoku.Variant, taste: Taste, count: int) -> Iterator[hensoku.Position]:
    """Positions of random games; every other of the last moves is chosen by a taste."""
    rng = random.Random(f"deltas {variant.slug}")
    found = 0
    while found < count:
        game = variant.position().playout(rng.getrandbits(64), most=rng.randrange(BEFORE))
        for _ in range(PLIES):
            moves = list(game.legal_moves)
            if not moves:
                break
            found += 1
            yield game
            some = rng.sample(moves, min(TRIED, len(moves))) if rng.random() < 0.5 else [rng.choice(moves)]
            game.push(max(some, key=lambda move: taste(game, move)))


def told() -> int:
    """How much has been told on stderr."""
    return os.fstat(2).st_size


def agree(variant: hensoku.Variant, count: int, told_before: pytest.CaptureFixture[str]) -> None:
    for taste in TASTES.values():
        for game in positions(variant, taste, count // len(TASTES)):
            game.perft(2)
            assert not told(), (game.sfen(), told_before.readouterr().err)


@pytest.mark.parametrize("slug", SLUGS)
def test_deltas_agree(slug: str, capfd: pytest.CaptureFixture[str]) -> None:
    agree(checking(slug), FEW, capfd)


def test_a_wrong_formula_is_told(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """The start of minishogi with a reply too many behind each plain move."""
    right = "(z.base + freed + gain)"

    def wrong(module: Module, options: Options, name: str, digest: str) -> str:
        said = source(module, options, name, digest)
        assert right in said
        return said.replace(right, "(z.base + freed + gain + 1)")

    tmp_path.chmod(0o700)
    load_built(
        build(run(minishogi()), replace(CHECKING, optimise=0), store=Store(tmp_path), translate=wrong)
    ).Core().perft(2)
    told = capfd.readouterr().err
    assert "replies to" in told
    assert "pairs" in told


@pytest.mark.parametrize("slug", SLUGS)
def test_deltas_are_sums(slug: str) -> None:
    """What the module says of two plies, added up by hand."""
    for game in positions(checking(slug), TASTES["captures"], 4):
        assert game.perft(2) == sum(after(game, move, lambda after: after.perft(1)) for move in game.legal_moves)


WEIGHED = (
    ("shogi", "capture", "lnRs2b1s/2+Sg5/3pp1p1l/2kP5/p2N4P/P1g1PPPp1/NPpG4N/LpS1G1+r1L/B3Kp3 w P2p 102", 2141),
    ("shogi", "quiet", "l5k2/1rg5p/n2s1pgsb/1Ppp2P1l/L3p3g/pSGPn1pR1/1pP1nP3/6S1+p/BN2K4 b l4p 131", 2623),
    ("annan-shogi", "capture", "Pn2gksn1/2s3g2/2Pppp2l/r1p3bp1/ppPBp1S1R/1P2P4/5P1P1/2SGL1K2/lN2G2NL w 3p 74", 2423),
)
"""Counts of two plies by the interpreter where a stepper has more moves to a square if it takes there, or fewer."""


@pytest.mark.parametrize(("slug", "when", "sfen", "count"), WEIGHED)
def test_promotions_that_depend_on_taking_are_watched(slug: str, when: str, sfen: str, count: int) -> None:
    variant = hensoku.load(slug, overrides={"promotion": {"when": [when]}}, backend="compiled")
    assert variant.position(sfen).perft(2) == count


@pytest.mark.slow
@pytest.mark.parametrize("slug", SLUGS + MORE)
def test_deltas_agree_on_many_positions(slug: str, capfd: pytest.CaptureFixture[str]) -> None:
    agree(checking(slug), MANY, capfd)


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "overrides"), MIXED.values(), ids=list(MIXED))
def test_deltas_agree_where_rules_mix(
    slug: str, overrides: dict[str, object], capfd: pytest.CaptureFixture[str]
) -> None:
    agree(checking(slug, overrides), MANY, capfd)
