"""`hensoku tune`: the same seed gives the same file, which the engine reads; what Ctrl-C leaves; and that it gains."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import hensoku
from hensoku.cli.tune import Asked
from hensoku.compiler.evaluation import evaluate
from hensoku.compiler.options import Options
from hensoku.compiler.resolve import resolve
from hensoku.loading import load_with
from hensoku.tuning import games
from hensoku.tuning.fit import values
from hensoku.tuning.games import Sample
from hensoku.tuning.numbers import numbers_of

Command = Callable[..., Any]
SLUG = "dobutsu-shogi"
FEW = ("--games", "24", "--nodes", "60", "--plies", "4", "--match", "0")


@pytest.mark.parametrize("slug", [SLUG, pytest.param("minishogi", marks=pytest.mark.slow)])
def test_counts_make_up_the_evaluation(slug: str) -> None:
    """What the compiled evaluation says, worked out by numpy from its counts; halves of units are not dropped there."""
    variant, numbers = load_with(slug, "compiled", options=Options(engine=True)), numbers_of(slug, None, None)
    engine = hensoku.Engine(variant)
    for seed in range(60):
        position = variant.position().playout(seed, most=seed)
        side = variant.players.index(position.turn)
        counts = engine.counts(position)
        [value] = values(numbers, [[Sample([counts[side], counts[1 - side]], ((), ()), 0, 0.5)]])
        assert value == pytest.approx(engine.evaluate(position), abs=60, rel=0.02)
        if not any(counts[0][2]) and not any(counts[1][2]):
            assert value == pytest.approx(engine.evaluate(position), abs=2)


def test_the_same_seed_gives_the_same_file(hensoku_command: Command, tmp_path: Path) -> None:
    one, two, three = (tmp_path / f"{name}.yaml" for name in ("one", "two", "three"))
    said = hensoku_command("tune", SLUG, *FEW, "--out", str(one))
    assert (said.code, said.err) == (0, "")
    assert f"the numbers are in {one}" in said.out
    hensoku_command("tune", SLUG, *FEW, "--out", str(two), "--concurrency", "2")
    hensoku_command("tune", SLUG, *FEW, "--out", str(three), "--seed", "5")
    assert one.read_text("utf-8") == two.read_text("utf-8") != three.read_text("utf-8")
    assert one.read_text("utf-8").startswith(f"# hensoku tune {SLUG}: 24 games, seed 1, 60 nodes a move after 4 random")


def test_the_file_stands_beside_the_definition_and_is_read(
    hensoku_command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a game that is played like another one, whose engine is there."""
    monkeypatch.setattr(Asked, "load", lambda *_: load_with(SLUG, "compiled", options=Options(engine=True)))
    sheet = tmp_path / "mine.md"
    says = "engine:\n  evaluation: {price: {R: 321}}\n"
    sheet.write_text(f"---\ntitle: Mine\nparent: {SLUG}\n{says}---\n", "utf-8")
    told = json.loads(hensoku_command("tune", str(sheet), *FEW, "--json").out)
    assert told["file"] == str(tmp_path / "mine.evaluation.yaml")
    assert "R" not in told["numbers"]["price"]
    resolved = resolve(str(sheet))
    assert not resolved.findings
    numbers = evaluate(resolved.module)
    assert numbers.faces["R"].price == 321
    assert {piece: numbers.faces[piece].price for piece in told["numbers"]["price"]} == told["numbers"]["price"]


@pytest.mark.parametrize("done", [21, 3])
def test_interrupted(done: int, hensoku_command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = games.SelfPlay.__iter__

    def interrupted(self: games.SelfPlay) -> Iterator[list[Sample]]:
        for number, samples in enumerate(whole(self)):
            if number == done:
                raise KeyboardInterrupt
            yield samples

    monkeypatch.setattr(games.SelfPlay, "__iter__", interrupted)
    out = tmp_path / "dobutsu.yaml"
    said = hensoku_command("tune", SLUG, *FEW, "--out", str(out))
    assert f"interrupted after {done} games" in said.err
    assert list(tmp_path.iterdir()) == ([out] if done > 20 else [])
    assert said.code == (130 if done > 20 else 2)
    if done > 20:
        assert f"{done} games" in out.read_text("utf-8")
        assert resolve(SLUG, evaluation=str(out)).numbers is not None


def test_a_place_that_cannot_be_written(hensoku_command: Command, tmp_path: Path) -> None:
    said = hensoku_command("tune", SLUG, *FEW, "--out", str(tmp_path / "no" / "where.yaml"))
    assert said.code == 2
    assert "cannot write" in said.err


@pytest.mark.slow
def test_it_gains(hensoku_command: Command, tmp_path: Path) -> None:
    """From numbers under which all pieces are alike, in a match against those."""
    alike, out = tmp_path / "alike.yaml", tmp_path / "tuned.yaml"
    alike.write_text("price: {R B G S: 300, +R +B: 300, P: 300}\nhand: {R B G S: 300, P: 300}\n", "utf-8")
    settings = ("--games", "600", "--nodes", "500", "--match", "200", "--out", str(out), "--evaluation", str(alike))
    told = json.loads(hensoku_command("tune", "minishogi", *settings, "--json").out)
    elo = told["match"]["elo"]
    assert elo["value"] - elo["error"] > 0
    prices = told["numbers"]["price"]
    assert prices["R"] > prices["S"] > prices["P"]
    assert f"Elo {elo['value']:+.1f}" in out.read_text("utf-8")
