"""A table of counts and speeds, ours beside each peer that is present.

    python -m benchmarks [--rounds 5] [--fairy PATH [--fairy-variants PATH]] [--quick]

All programs are measured in one run, in turn within each round; the table shows minimum and median time, and how many
times longer a peer takes, by minimum and by median. A speed is printed only for a right count.
"""

from __future__ import annotations

import platform
import statistics
import time
from dataclasses import dataclass, field
from typing import Annotated, Final, final

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

import hensoku
from benchmarks.peers import Peer, peers


@final
@dataclass(frozen=True)
class Work:
    """A count with its right answer; `slow` names peers that would take minutes."""

    slug: str
    depth: int
    nodes: int
    slow: frozenset[str] = frozenset()


_LOOPS: Final = frozenset({"cshogi", "python-shogi"})

WORK: Final = (
    Work("shogi", 3, 25_470),
    Work("shogi", 4, 719_731, frozenset({"python-shogi"})),
    Work("shogi", 5, 19_861_490, _LOOPS),
    Work("minishogi", 5, 533_203),
    Work("sho-shogi", 4, 445_372),
    Work("cannon-shogi", 4, 13_406_022),
    Work("annan-shogi", 4, 658_600),
    Work("cylinder-shogi", 4, 832_015),
)
"""Published counts from the start; see tests/data/perft for their sources."""


@final
@dataclass
class Timed:
    work: Work
    peer: Peer
    seconds: list[float] = field(default_factory=list)
    wrong: int | None = None

    def run(self, sfen: str) -> None:
        started = time.perf_counter()
        nodes = self.peer.count(self.work.slug, sfen, self.work.depth)
        self.seconds.append(time.perf_counter() - started)
        if nodes != self.work.nodes:
            self.wrong = nodes


def main(
    rounds: Annotated[int, typer.Option(min=1, help="Rounds; five or more for figures to quote.")] = 5,
    fairy: Annotated[str | None, typer.Option(help="Path of a Fairy-Stockfish with large boards.")] = None,
    fairy_variants: Annotated[str | None, typer.Option(help="Path of its variants.ini, for Cannon Shogi.")] = None,
    quick: Annotated[bool, typer.Option(help="Only counts below a million.")] = False,
) -> None:
    console = Console()
    present = peers(fairy, fairy_variants)
    work = [one for one in WORK if not quick or one.nodes < 1_000_000]
    starts = {one.slug: hensoku.load(one.slug, backend="compiled").setups["start"] for one in work}
    timed = [
        Timed(one, peer)
        for one in work
        for peer in present
        if (peer.variants is None or one.slug in peer.variants) and peer.name not in one.slow
    ]
    for one in timed:
        one.run(starts[one.work.slug])
        one.seconds.clear()
    for _ in track(range(rounds), "rounds", console=Console(stderr=True)):
        for one in timed:
            one.run(starts[one.work.slug])
    console.print(_table(timed, rounds))
    console.print("\n".join(f"{peer.name}: {peer.how}" for peer in present))


def _table(timed: list[Timed], rounds: int) -> Table:
    table = Table(title=f"{platform.machine()}, Python {platform.python_version()}, {rounds} rounds, one thread")
    for name in ("work", "program", "min s", "median s", "million/s", "ratio min", "ratio median"):
        table.add_column(name, justify="left" if name in {"work", "program"} else "right")
    ours = {one.work: one for one in timed if one.peer.name == "hensoku"}
    for one in timed:
        label = f"{one.work.slug} {one.work.depth}" if one.peer.name == "hensoku" else ""
        if one.wrong is not None:
            table.add_row(label, one.peer.name, "", "", f"counts {one.wrong:,}, not {one.work.nodes:,}")
            continue
        least, median = min(one.seconds), statistics.median(one.seconds)
        base = ours[one.work]
        ratios = (least / min(base.seconds), median / statistics.median(base.seconds))
        table.add_row(
            label,
            one.peer.name,
            f"{least:.4f}",
            f"{median:.4f}",
            f"{one.work.nodes / least / 1e6:.1f}",
            *(f"{ratio:.1f}" for ratio in ratios),
        )
    return table


typer.run(main)
