"""How many positions a second an engine looks at, ours beside Fairy-Stockfish; how many games ours plays in an hour."""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from typing import Final, final

from rich.progress import track
from rich.table import Table

import hensoku
from benchmarks.counts import random_positions
from benchmarks.engines import FAIRY
from hensoku.compiler.options import Options
from hensoku.engines.engine import Engine
from hensoku.engines.limits import Limits
from hensoku.engines.variants import Game, set_up
from hensoku.loading import load_with
from hensoku.runtime.engine import Engine as Own
from hensoku.runtime.engine import Limits as OwnLimits

SEARCHED: Final = (
    ("minishogi", "fairy-stockfish"),
    ("sho-shogi", "fairy-stockfish"),
    ("cannon-shogi", None),
    ("tori-shogi", "fairy-stockfish"),
)
"""Variants, and the reading of each that Fairy-Stockfish can play."""

OPTIONS: Final = {"Hash": "16", "Threads": "1"}


@final
@dataclass
class Runner:
    """A program that searches one variant; a number for each round."""

    name: str
    engine: Engine
    game: Game
    speeds: list[float] = field(default_factory=list)

    def run(self, positions: Sequence[str], nodes: int) -> None:
        seen, seconds = 0, 0.0
        self.engine.new_game()
        for sfen in positions:
            reply = self.engine.think(self.game.variant, sfen, (), _turn(sfen), Limits(nodes=nodes))
            seen += reply.thought.nodes
            seconds += reply.seconds
        self.speeds.append(seen / seconds)


def _turn(sfen: str) -> int:
    return int(sfen.split()[1] == "w")


def search_speeds(fairy: str | None, rounds: int, count: int, nodes: int, seed: int) -> Table:
    """All programs in turn in each round, on the same positions, after a round that is not measured."""
    table = Table(title=f"search, {count} positions of random games (seed {seed}), {nodes} nodes each, {rounds} rounds")
    for name in ("variant", "program", "million/s median", "million/s most", "ratio median"):
        table.add_column(name, justify="left" if name in {"variant", "program"} else "right")
    for slug, profile in SEARCHED:
        positions = random_positions(slug, count, seed)
        with ExitStack() as stack:
            runners = list(_runners(slug, profile, fairy, stack))
            for number in track(range(rounds + 1), f"{slug}, search"):
                for runner in runners:
                    runner.run(positions, nodes)
                    if number == 0:
                        runner.speeds.clear()
        for runner in runners:
            table.add_row(*_row(slug, runner, runners[0]))
    return table


def _runners(slug: str, profile: str | None, fairy: str | None, stack: ExitStack) -> Iterator[Runner]:
    load_with(slug, "compiled", profile, options=Options(engine=True))
    game = Game(hensoku.load(slug, profile=profile), slug)
    own = [sys.executable, "-m", "hensoku", "engine", slug, "--protocol", "uci"]
    commands = {"hensoku": [*own, *(["--profile", profile] if profile else [])]}
    if fairy:
        commands[FAIRY] = [fairy]
    for name, command in commands.items():
        engine = Engine(command, "uci")
        engine.start()
        stack.enter_context(closing(engine))
        set_up(engine, game, OPTIONS, knows=name == "hensoku")
        yield Runner(name, engine, game)


def _row(slug: str, runner: Runner, ours: Runner) -> Iterator[str]:
    yield slug if runner is ours else ""
    yield runner.name
    median, most = statistics.median(runner.speeds), max(runner.speeds)
    yield f"{median / 1e6:.2f}"
    yield f"{most / 1e6:.2f}"
    yield f"{statistics.median(ours.speeds) / median:.2f}"


# ------------------------------------------------------------------------------------------------------- self-play


def self_play(rounds: int, games: int, nodes: int, seed: int, processes: int) -> Table:
    """Whole games of the engine against itself, in so many processes at once: how many an hour."""
    table = Table(
        title=f"self-play, {processes} processes, {nodes} nodes a move, {rounds} rounds of {games} games each"
    )
    for name in ("variant", "games/h median", "games/h most", "moves a game"):
        table.add_column(name, justify="left" if name == "variant" else "right")
    slugs = [slug for slug, _ in SEARCHED]
    for slug in slugs:
        load_with(slug, "compiled", options=Options(engine=True))
    with ProcessPoolExecutor(processes) as pool:
        for slug in slugs:
            speeds, moves = [], 0
            for number in track(range(rounds), f"{slug}, self-play"):
                begun = time.perf_counter()
                seeds = range(seed + number * processes * games, seed + (number + 1) * processes * games, games)
                played = list(pool.map(_play, [slug] * processes, [games] * processes, [nodes] * processes, seeds))
                speeds.append(processes * games / (time.perf_counter() - begun) * 3600)
                moves += sum(played)
            each = moves / (rounds * processes * games)
            table.add_row(slug, f"{statistics.median(speeds):,.0f}", f"{max(speeds):,.0f}", f"{each:.0f}")
    return table


def _play(slug: str, games: int, nodes: int, seed: int) -> int:
    """Plays games from random openings; gives their moves after those."""
    from hensoku.matches.openings import opening

    variant = load_with(slug, "compiled", options=Options(engine=True))
    engine, moves = Own(variant, hash=4), 0
    for number in range(games):
        engine.forget()
        position = opening(variant, 6, seed, number)
        while position.outcome() is None and len(position.history) < 500:
            best = engine.think(position, OwnLimits(nodes=nodes)).best
            if best is None:
                break  # a win that is declared
            position.push(best)
            moves += 1
    return moves
