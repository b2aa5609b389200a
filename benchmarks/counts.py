"""Counts from the start, whose right answers are published, and counts from positions of random games."""

from __future__ import annotations

import random
import statistics
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, final

from rich.progress import track
from rich.table import Table

from benchmarks.engines import FAIRY
from benchmarks.peers import Peer, loaded, plainly

LOOPS: Final = frozenset({"cshogi", "python-shogi"})
"""Programs that would take minutes for a large count."""


@final
@dataclass(frozen=True)
class Work:
    """A count with its right answer; `slow` names peers that are not asked."""

    slug: str
    depth: int
    nodes: int
    slow: frozenset[str] = frozenset()


WORK: Final = (
    Work("shogi", 3, 25_470),
    Work("shogi", 4, 719_731, frozenset({"python-shogi"})),
    Work("shogi", 5, 19_861_490, LOOPS),
    Work("shogi", 6, 547_581_517, LOOPS | {FAIRY}),
    Work("cylinder-shogi", 5, 24_034_742),
    Work("annan-shogi", 5, 19_515_542),
    Work("cannon-shogi", 4, 13_406_022),
    Work("minishogi@fairy-stockfish", 7, 132_680_698),
    Work("sho-shogi", 6, 296_171_901),
    Work("tori-shogi", 6, 46_867_039),
    Work("kyoto-shogi", 7, 38_963_754),
    Work("micro-shogi", 8, 98_121_474),
    Work("gorogoro-shogi", 6, 20_552_765),
    Work("judkins-shogi@fairy-stockfish", 6, 51_190_233),
    Work("euro-shogi", 6, 234_638_669),
    Work("yari-shogi", 6, 63_607_658),
    Work("okisaki-shogi", 5, 58_915_668),
)
"""Counts from the start that are published or Fairy-Stockfish's (see tests/data/perft), of which the slowest peer takes
more than a second. Where that engine plays drops that mate, ours counts by the profile that does."""


@final
@dataclass
class Timed:
    work: Work
    peer: Peer
    seconds: list[float] = field(default_factory=list)
    nodes: int = 0
    wrong: int | None = None

    def run(self, sfen: str) -> None:
        self.nodes, seconds = self.peer.timed(self.work.slug, sfen, self.work.depth)
        self.seconds.append(seconds)
        if self.nodes != self.work.nodes and not self.peer.differs:
            self.wrong = self.nodes

    def speed(self, seconds: float) -> float:
        """Positions a second."""
        return self.nodes / seconds


def counts(peers: list[Peer], rounds: int, most: int) -> Table:
    """All programs in turn in each round, after one that is not measured; no count above `most`."""
    work = [one for one in WORK if one.nodes <= most]
    timed = [Timed(one, peer) for one in work for peer in peers if peer.knows(one.slug) and peer.name not in one.slow]
    for number in track(range(rounds + 1), "counts"):
        for one in timed:
            one.run(loaded(one.work.slug).setups["start"])
            if number == 0:
                one.seconds.clear()
    table = Table(title=f"counts from the start, {rounds} rounds, one thread")
    for name in ("work", "program", "min s", "median s", "million/s", "ratio min", "ratio median"):
        table.add_column(name, justify="left" if name in {"work", "program"} else "right")
    ours = {one.work: one for one in timed if one.peer.name == "hensoku"}
    for one in timed:
        table.add_row(*_row(one, ours[one.work]))
    return table


def _row(one: Timed, ours: Timed) -> Iterator[str]:
    work = one.work
    yield f"{work.slug} {work.depth}" if one is ours else ""
    yield one.peer.name
    if one.wrong is not None or ours.wrong is not None:
        wrong = one.wrong if one.wrong is not None else ours.wrong
        yield from ("", "", f"counts {wrong:,}, not {work.nodes:,}")
        return
    least, median = min(one.seconds), statistics.median(one.seconds)
    yield f"{least:.4f}"
    yield f"{median:.4f}"
    yield f"{one.speed(least) / 1e6:.1f}"
    yield f"{ours.speed(min(ours.seconds)) / one.speed(least):.1f}"
    yield f"{ours.speed(statistics.median(ours.seconds)) / one.speed(median):.1f}"


# ------------------------------------------------------------------------------------------------------- positions


def random_positions(slug: str, count: int, seed: int) -> list[str]:
    """Positions after 20 to 120 moves at random that are not the last of their game."""
    rng, variant, found = random.Random(seed), loaded(slug), list[str]()
    while len(found) < count:
        position = variant.position().playout(rng.getrandbits(64), most=rng.randint(20, 120))
        if position.outcome() is None:
            found.append(position.sfen())
    return found


def on_positions(peers: list[Peer], slug: str, depth: int, count: int, rounds: int, seed: int) -> Table:
    """How many times longer than we the others take for each position: the tenth, the middle and the ninetieth of a
    hundred. The time of a position is the least of all rounds; its right count is what most programs say, or, if only
    ours goes by these rules, what it says when it makes and tests every move."""
    known = [peer for peer in peers if peer.knows(slug) and peer.name not in LOOPS]
    positions = random_positions(slug, count, seed)
    best: dict[tuple[str, str], float] = {}
    said: dict[str, dict[str, int]] = {sfen: {} for sfen in positions}
    for _ in track(range(rounds), f"{slug}, positions"):
        for sfen in positions:
            for peer in known:
                nodes, seconds = peer.timed(slug, sfen, depth)
                best[peer.name, sfen] = min(seconds, best.get((peer.name, sfen), seconds))
                said[sfen][peer.name] = nodes
    table = Table(title=f"{slug} {depth} on {count} positions of random games (seed {seed}), {rounds} rounds")
    for name in ("program", "million/s, median", "ratio p10", "ratio median", "ratio p90"):
        table.add_column(name, justify="left" if name == "program" else "right")
    alike = [peer.name for peer in known if not peer.differs]
    alone = len(alike) == 1
    right = {
        sfen: plainly(slug).position(sfen).perft(depth) if alone else most_say([said[sfen][name] for name in alike])
        for sfen in positions
    }
    pace = {(peer.name, sfen): said[sfen][peer.name] / best[peer.name, sfen] for peer in known for sfen in positions}
    for peer in known:
        wrong = [sfen for sfen in positions if said[sfen][peer.name] != right[sfen] and not peer.differs]
        spread = [f"counts {len(wrong)} otherwise"] if wrong else _spread(peer.name, positions, pace)
        table.add_row(peer.name, *spread)
    return table


def differences(peers: list[Peer], slug: str, depth: int, count: int, seed: int) -> Table:
    """Which positions of random games are counted otherwise by some program than by ours; nothing is timed."""
    known = [peer for peer in peers if peer.knows(slug) and peer.name not in LOOPS and not peer.differs]
    table = Table(title=f"{slug} {depth} on {count} positions of random games (seed {seed}): counts that differ")
    table.add_column("position", overflow="fold")
    for peer in known:
        table.add_column(peer.name, justify="right")
    total = 0
    for sfen in track(random_positions(slug, count, seed), slug):
        said = [peer.count(slug, sfen, depth)[0] for peer in known]
        total += said[0]
        if len(set(said)) > 1:
            table.add_row(sfen, *map(str, said))
    table.caption = f"{table.row_count} of {count} positions differ; {total:,} in all by ours"
    return table


def most_say(counts: Sequence[int]) -> int | None:
    """The count that at least two programs give, and more than give any other."""
    (first, times), *others = Counter(counts).most_common(2)
    return first if times > 1 and all(times > less for _, less in others) else None


def _spread(name: str, positions: list[str], pace: Mapping[tuple[str, str], float]) -> Iterator[str]:
    """`pace`: positions a second."""
    yield f"{statistics.median(pace[name, sfen] / 1e6 for sfen in positions):.1f}"
    if name != "hensoku":
        ratios = sorted(pace["hensoku", sfen] / pace[name, sfen] for sfen in positions)
        for place in (0.1, 0.5, 0.9):
            yield f"{ratios[min(int(place * len(ratios)), len(ratios) - 1)]:.1f}"
