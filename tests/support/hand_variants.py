"""The six first variants, built by hand from their rules (docs/notation.md for the moves), as IR."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from hand_built import (
    FORWARD,
    LEFT,
    MOVE,
    RIGHT,
    SILVER,
    TAKE,
    F,
    Face,
    Grid,
    K,
    W,
    Walker,
    module,
    number,
    shogi_faces,
)

from hensoku.compiler.ir.types import Borrow, Module, Move, Piece, Royals

SHOGI = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -"
CANNON = "lnsgkgsnl/1rci1uab1/p1p1p1p1p/9/9/9/P1P1P1P1P/1BAU1ICR1/LNSGKGSNL b -"
ANNAN = "lnsgkgsnl/1r5b1/p1ppppp1p/1p5p1/9/1P5P1/P1PPPPP1P/1B5R1/LNSGKGSNL b -"
SHO = "lnsgkgsnl/1r2e2b1/ppppppppp/9/9/9/PPPPPPPPP/1B2E2R1/LNSGKGSNL b -"


def shogi() -> Module:
    grid = Grid(9, 9)
    return module(grid, number(grid, shogi_faces(grid), zone=3), SHOGI)


def minishogi() -> Module:
    grid = Grid(5, 5)
    faces = shogi_faces(grid)
    return module(grid, number(grid, {letter: faces[letter] for letter in "PSGBRK"}, zone=1), "rbsgk/4p/5/P4/KGSBR b -")


def cylinder_shogi() -> Module:
    grid = Grid(9, 9, joined_files=True)
    return module(grid, number(grid, shogi_faces(grid), zone=3), SHOGI)


def sho_shogi() -> Module:
    grid = Grid(9, 9)
    step = Walker(grid).move
    elephant = Face((step((*SILVER, LEFT, RIGHT)),), (step(K),), royal_promoted=True, dropped=False)
    faces = shogi_faces(grid, drops=False) | {"E": elephant}
    return module(grid, number(grid, faces, zone=3), SHO, royals=Royals(lost_when="all"))


def annan_shogi() -> Module:
    grid = Grid(9, 9)
    pieces = [_nowhere_stuck(piece) for piece in number(grid, shogi_faces(grid), zone=3)]
    return module(grid, pieces, ANNAN, borrow=Borrow((grid.vector((0, -1)),)))


def _nowhere_stuck(piece: Piece) -> Piece:
    promotion = replace(piece.promotion, forced="never") if piece.promotion else None
    drop = replace(piece.drop, stuck="allowed") if piece.drop else None
    return replace(piece, promotion=promotion, drop=drop)


def cannon_shogi() -> Module:
    grid = Grid(9, 9)
    walker = Walker(grid)

    def flying(own: tuple[tuple[int, int], ...], other: tuple[tuple[int, int], ...]) -> tuple[Move, ...]:
        """`mRpRmFpB2`, `mBpBmWpR2`"""
        steps = (walker.move(other, MOVE), walker.hop(other, reach=2))
        return (walker.ride(own, MOVE), walker.hop(own), *steps)

    soldier = Face((walker.move((FORWARD, LEFT, RIGHT)),), shogi_faces(grid)["P"].promoted)
    cannons = {
        "U": Face((walker.ride(W, MOVE), walker.hop(W, TAKE)), flying(W, F)),
        "A": Face((walker.hop(W),), flying(W, F)),
        "C": Face((walker.ride(F, MOVE), walker.hop(F, TAKE)), flying(F, W)),
        "I": Face((walker.hop(F),), flying(F, W)),
    }
    faces = shogi_faces(grid) | {"P": soldier} | cannons
    return module(grid, number(grid, faces, zone=3), CANNON)


VARIANTS: dict[str, Callable[[], Module]] = {
    "annan-shogi": annan_shogi,
    "cannon-shogi": cannon_shogi,
    "cylinder-shogi": cylinder_shogi,
    "minishogi": minishogi,
    "sho-shogi": sho_shogi,
    "shogi": shogi,
}
