"""Our engine against itself, in every variant, with settings by chance: no illegal move, no crash, no time loss."""

from __future__ import annotations

import io
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from counts import SHEETS

import hensoku
from hensoku.compiler.options import Options
from hensoku.engines.limits import Limits
from hensoku.engines.variants import Game
from hensoku.loading import load_with
from hensoku.matches.game import House
from hensoku.matches.match import Contestant, Match, Plan

VARIANTS = Path(__file__).parents[2] / "variants"
QUICK = ("minishogi", "dobutsu-shogi")
GAMES = 4
"""Of each variant: more than 200 in all."""


def drawn(rng: random.Random, name: str, slug: str) -> Contestant:
    """An engine with a table, threads and lines by chance, 0.1 s for the game and an increment."""
    command = [sys.executable, "-m", "hensoku", "engine", slug]
    limits = Limits(time=0.1, increment=rng.choice((0.02, 0.05, 0.1)))
    choices = {"USI_Hash": "1 4 16", "Threads": "1 1 2", "MultiPV": "1 1 3"}
    options = {option: rng.choice(words.split()) for option, words in choices.items()}
    return Contestant(name, command, limits, options, knows=True)


@pytest.mark.parametrize(
    "slug", [slug if slug in QUICK else pytest.param(slug, marks=pytest.mark.slow) for slug in SHEETS]
)
def test_games(slug: str) -> None:
    load_with(slug, "compiled", options=Options(engine=True))
    rng = random.Random(slug)
    game = Game(hensoku.load(slug), slug)
    plan = Plan(GAMES, seed=rng.randrange(1000), house=House(margin=0.1, most_plies=300))
    with Match(game, drawn(rng, "one", slug), drawn(rng, "two", slug), plan) as match:
        games = [record for pair in match for record in pair]
    assert match.tally.faults == ({}, {}), [record.tags.get("Fault") for record in games]
    assert len(games) == GAMES
    for record in games:
        assert record.replay().variant is game.variant


def test_at_the_terminal(hensoku_command: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Of a definition in a file, of which the engine knows no more than the path."""
    path = tmp_path / "mine.md"
    text = (VARIANTS / "dobutsu-shogi.md").read_text("utf-8")
    path.write_text(text.replace("slug: dobutsu-shogi", "slug: mine"), encoding="utf-8")
    monkeypatch.setattr("sys.stdin", io.StringIO("1d1c\nhint\nquit\n"))
    said = hensoku_command("play", str(path), "--engine", "--pace", "depth=3")
    assert (said.code, said.err) == (0, "")
    assert "sente to move, after " in said.out
    assert "you play both sides now" not in said.out
