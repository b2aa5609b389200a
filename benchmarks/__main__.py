"""Counts and speeds, ours beside each peer that is present.

    python -m benchmarks [--rounds 5] [--only counts|positions|python|search|games|differences] [--quick]
        [--yaneuraou PATH] [--haitaka PATH] [--haitaka-annan PATH] [--fairy PATH [--fairy-variants PATH]]

All programs are measured in one run, in turn within each round; the tables show minimum and median, and how many times
longer a peer takes. A speed is printed only for a right count, or with the count of a peer that is known to go by rules
of its own. `--only differences` times nothing: it lists the positions that some program counts otherwise than ours.
"""

from __future__ import annotations

import platform
from enum import StrEnum
from typing import Annotated, final

import typer
from rich.console import Console

from benchmarks.counts import counts, differences, on_positions
from benchmarks.peers import Paths, peers
from benchmarks.python import python_side
from benchmarks.search import search_speeds, self_play

QUICK = 1_000_000


@final
class Part(StrEnum):
    COUNTS = "counts"
    POSITIONS = "positions"
    PYTHON = "python"
    SEARCH = "search"
    GAMES = "games"
    DIFFERENCES = "differences"


MEASURED = tuple(part for part in Part if part is not Part.DIFFERENCES)
"""What is shown if nothing is asked for."""


def main(
    rounds: Annotated[int, typer.Option(min=1, help="Rounds; five or more for figures to quote.")] = 5,
    only: Annotated[list[Part] | None, typer.Option(help="One of the tables; may be given more than once.")] = None,
    yaneuraou: Annotated[str | None, typer.Option(help="Path of YaneuraOu.")] = None,
    haitaka: Annotated[str | None, typer.Option(help="Path of haitaka's example perft.")] = None,
    haitaka_annan: Annotated[
        str | None, typer.Option(help="Path of the example perft of haitaka-variants, built with its feature annan.")
    ] = None,
    fairy: Annotated[str | None, typer.Option(help="Path of a Fairy-Stockfish with large boards.")] = None,
    fairy_variants: Annotated[str | None, typer.Option(help="Path of its variants.ini, for Cannon Shogi.")] = None,
    positions: Annotated[int, typer.Option(min=1, help="So many random positions.")] = 100,
    depth: Annotated[int, typer.Option(min=1, help="How deep they are counted.")] = 3,
    seed: Annotated[int, typer.Option(help="Other positions and games for another seed.")] = 2026,
    nodes: Annotated[int, typer.Option(min=1, help="Nodes of each search.")] = 20_000,
    move_nodes: Annotated[int, typer.Option(min=1, help="Nodes of each move of self-play.")] = 1000,
    games: Annotated[int, typer.Option(min=1, help="Games of self-play, of each process in each round.")] = 20,
    processes: Annotated[int, typer.Option(min=1, help="Processes of self-play.")] = 2,
    quick: Annotated[bool, typer.Option(help="Only counts below a million.")] = False,
) -> None:
    console, present = Console(), peers(Paths(fairy, fairy_variants, yaneuraou, haitaka, haitaka_annan))
    parts = set(only or MEASURED)
    console.print(f"{platform.machine()}, Python {platform.python_version()}")
    if Part.COUNTS in parts:
        console.print(counts(present, rounds, QUICK if quick else 10**12))
    if Part.POSITIONS in parts:
        for slug in ("shogi", "cannon-shogi", "annan-shogi"):
            if sum(peer.knows(slug) for peer in present) > 1:
                console.print(on_positions(present, slug, depth, positions, rounds, seed))
    if Part.DIFFERENCES in parts:
        for slug in ("shogi", "cannon-shogi"):
            if sum(peer.knows(slug) and not peer.differs for peer in present) > 1:
                console.print(differences(present, slug, depth, positions, seed))
    if Part.PYTHON in parts:
        console.print(python_side(rounds, seed))
    if Part.SEARCH in parts:
        console.print(search_speeds(fairy, rounds, positions, nodes, seed))
    if Part.GAMES in parts:
        console.print(self_play(rounds, games, move_nodes, seed, processes))
    console.print("\n".join(f"{peer.name}: {peer.how}" for peer in present))


typer.run(main)
