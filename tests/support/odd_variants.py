"""Small variants of unusual pieces and rules, several to a board, for comparing the two backends."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from hand_built import BACKWARD, BOTH, FORWARD, GOLD, KNIGHT, TAKE, F, Grid, K, W, Walker, module, piece

from hensoku.compiler.ir.types import (
    Borrow,
    Drop,
    End,
    FileLimit,
    KindTest,
    Leg,
    Module,
    Move,
    Piece,
    Promotion,
    RankTest,
    Royals,
    Trigger,
)

ALL_BUT_BACK = (0, 1, 2, 3, 5, 6, 7)
EVERYWHERE = tuple(range(8))
BACK = (4,)
SIDEWAYS = (2, 6)


def chain(first: Leg, *later: Leg, passes: bool = False) -> Move:
    """Several legs on the ring of unit steps."""
    return Move((replace(first, ring=0), *(replace(leg, ring=0) for leg in later)), passes=passes)


def lion(grid: Grid) -> tuple[Move, ...]:
    """`KNADcaKmcabK`: steps, leaps of two, a capture on the way, and back where it was with or without a victim."""
    walker = Walker(grid)
    leaps = tuple((x, y) for x in range(-2, 3) for y in range(-2, 3) if max(abs(x), abs(y)) == 2)
    step = walker.leg(K, TAKE)
    return (
        walker.move((*K, *leaps)),
        chain(step, Leg(BOTH, turns=ALL_BUT_BACK)),
        chain(walker.leg(K), Leg(BOTH, turns=BACK), passes=True),
    )


def hook(grid: Grid) -> tuple[Move, ...]:
    """`[R?sR]`"""
    walker = Walker(grid)
    return (walker.ride(W), chain(walker.leg(W, ("empty",), reach=0), Leg(BOTH, turns=SIDEWAYS, reach=0)))


def torus(*, paths: bool = False) -> Module:
    """A board without edges: riders meet themselves from behind, leaps land on one square in two ways."""
    grid = Grid(7, 6, joined_files=True, joined_ranks=True)
    walker = Walker(grid)
    pieces = (
        piece("K", 0, [walker.move(K)], royal=True, hand=-1),
        piece("Q", 1, [walker.ride(K), walker.move(KNIGHT)]),
        piece("L", 2, lion(grid)),
        piece("H", 3, hook(grid)),
        piece("G", 4, [walker.move(K, BOTH, reach=0, screens=(1, 1), beyond="next")]),
    )
    dropped = [replace(p, drop=None if p.royal else Drop((p.base,), grid.far(3))) for p in pieces]
    return module(grid, dropped, "2k2g1/3g3/1hq2l1/1L2QH1/3G3/1G2K2 b -", slug="torus", paths=paths)


def gates() -> Module:
    """Lame leaps, leaps that must jump, screens without limit and within limits, conditions, a hole in the middle."""
    grid = Grid(7, 7, joined_files=True, holes=("4d",))
    walker = Walker(grid)
    horse = [walker.lame((1, 2), ((0, 1),), "empty"), walker.lame((-1, -2), ((0, -1),), "empty")]
    jumper = [walker.lame((0, 2), ((0, 1),), "occupied"), walker.lame((2, 2), ((1, 1),), "occupied")]
    rider = walker.lame((1, 2), ((0, 1), (1, 0)), "empty", reach=0)
    cannon = replace(walker.hop(W), tests=(KindTest("screen", (4,), False), KindTest("target", (4,), False)))
    general = replace(
        walker.ride(F, TAKE, screens=(1, -1)),
        tests=(RankTest("screen", "<", "self"), RankTest("target", "<=", 2)),
    )
    pieces = (
        piece("K", 0, [walker.move(K)], royal=True, hand=-1, rank=3),
        piece("H", 1, [Move((leg,)) for leg in horse]),
        piece("J", 2, [*(Move((leg,)) for leg in jumper), Move((rider,))], rank=1),
        piece("T", 3, [walker.ride(W, screens=(1, 2)), walker.ride(F, skip=1), walker.ride(W, least=2)]),
        piece("C", 4, [cannon], rank=1),
        piece("V", 5, [general, walker.move(F, reach=2)], rank=2),
    )
    dropped = [replace(p, drop=None if p.royal else Drop((p.base,), grid.far(7))) for p in pieces]
    return module(grid, dropped, "1kc1v1t/2j1h2/7/6/7/2H1J2/T1V1CK1 b -", slug="gates")


def borrowers(*, lions: bool = False) -> Module:
    """Every piece moves as the pieces before and behind it and as itself; the king too. Captured pieces are dropped."""
    grid = Grid(6, 6)
    walker = Walker(grid)
    rule = Drop((1,), grid.far(6), mate="illegal", check="allowed", file_limit=FileLimit(1, (1,), moves=True))
    pieces = (
        piece("K", 0, [walker.move(K)], royal=True, hand=-1),
        piece("P", 1, [walker.move((FORWARD,))], drop=rule),
        piece("R", 2, [walker.ride(W)], drop=Drop((2,), grid.far(4))),
        piece("N", 3, lion(grid) if lions else [walker.move(KNIGHT)], drop=Drop((3,), grid.far(6), check="illegal")),
        piece("C", 4, [walker.hop(F)], drop=Drop((4,), grid.far(6))),
    )
    donors = Borrow((grid.vector(FORWARD), grid.vector(BACKWARD)), mode="add")
    setup = "1k1r2/cpn3/p5/5P/3NPC/2R1K1 b P"
    return module(grid, pieces, setup, borrow=donors, slug="lion-borrowers" if lions else "borrowers")


def _confined(grid: Grid) -> tuple[Piece, ...]:
    walker = Walker(grid)
    near, far = grid.squares("4e 3e 2e 4f 3f 2f"), grid.far(3)
    zone = Trigger(grid.far(2), enter=True, capture=True)
    soldier = (walker.move((FORWARD,)), replace(walker.move(((1, 0), (-1, 0))), where=far))
    pawn = (walker.move((FORWARD,)), replace(walker.move((FORWARD,), ("empty",), reach=2), initial=True))
    prince = Promotion((0, 5), (zone, Trigger(grid.far(4), quiet=True)), "stuck")
    return (
        piece("K", 0, [walker.move(W), walker.ride((FORWARD,), TAKE)], royal=True, hand=-1, within=near),
        piece("S", 1, soldier, promotion=Promotion((5,), (zone,), "always")),
        piece("P", 2, pawn, promotion=prince, stuck=grid.far(1)),
        piece("A", 3, [walker.move(F)], within=near, uncapturable_by=(1, 4)),
        piece("D", 4, [walker.move(GOLD, ("empty", "enemy", "friend")), walker.ride(F)], uncapturable_by=(4,)),
        piece("G", 5, [walker.move(GOLD)], base=1, hand=1),
    )


def regions(*, lost_when: str = "any", check: str = "answered") -> Module:
    """Palaces, moves by region, first moves, promotion to a king, who may not take whom, friends taken."""
    grid = Grid(5, 6)
    pieces = tuple(
        replace(p, drop=None if p.within or p.base != kind else Drop((kind, 5), grid.far(5)))
        for kind, p in enumerate(_confined(grid))
    )
    return module(
        grid,
        pieces,
        "1aka1/d3d/p1s1p/P1S1P/D3D/1AKA1 b -",
        royals=Royals(lost_when, check),  # type: ignore[arg-type]
        ends=(End("royal-captured", "loss", "ends.royal-captured"), End("checkmate", "loss", "ends.checkmate")),
        slug=f"regions-{lost_when}-{check}",
    )


ODD: dict[str, Callable[[], Module]] = {
    "torus": torus,
    "torus, paths count": lambda: torus(paths=True),
    "gates": gates,
    "borrowers": borrowers,
    "lion borrowers": lambda: borrowers(lions=True),
    "regions": regions,
    "regions, last king, check ignored": lambda: regions(lost_when="all", check="ignored"),
    "regions, last king": lambda: regions(lost_when="all"),
}
