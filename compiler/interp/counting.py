"""Ends that count what the sides have: points for pieces.

Readings
- An impasse is the side to move's: its royals on the board all stand in the zone, there is at least one, and the other
  pieces in the zone are counted without them.
- Where both sides have to have entered, check is asked of the side to move alone, and the points are its own.
- Points of an impasse are what stands in the zone and what is in hand; those of a tally are everything.
- In a handicap game what the setup lacks of the start, by points, is credited to one side. It is one if it began with a
  named setup, or with an SFEN that is the same (lishogi).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from hensoku.compiler.interp.position import Position, pieces_of, royals_on_board
from hensoku.compiler.interp.rules import in_check
from hensoku.compiler.interp.walk import seen_square
from hensoku.compiler.ir.types import Impasse, Module, Side, SquareIndex, Tally, kind_of
from hensoku.runtime.contract import DRAW

NOBODY: Final = -1
SIDES: Final = (0, 1)


def ahead(position: Position, tally: Tally) -> int:
    """The side with more points, `DRAW` for equal ones."""
    sente, gote = (
        _points(position, tally.points, pieces_of(position, side), side) + tally.bonus[side] for side in SIDES
    )
    return DRAW if sente == gote else int(gote > sente)


def impasse_for(module: Module, position: Position, terms: Impasse) -> int:
    """What the side to move has by an impasse: itself when it has enough, `DRAW` for a draw, `NOBODY`."""
    side = position.turn
    inside = _inside(module, position, terms, side)
    if not all(_royals_inside(module, position, terms, one) for one in (SIDES if terms.both else (side,))):
        return NOBODY
    if len(inside) - len(royals_on_board(module, position, side)) < terms.entered:
        return NOBODY
    if not terms.checked and in_check(module, position, side):
        return NOBODY
    points = _points(position, terms.points, inside, side)
    if side == terms.credit:
        points += position.credit
    if points >= terms.needed[side]:
        return side
    return DRAW if 0 < terms.drawn[side] <= points else NOBODY


def _royals_inside(module: Module, position: Position, terms: Impasse, side: Side) -> bool:
    """Whether a side has royals on the board, all of them in its zone."""
    royals = royals_on_board(module, position, side)
    return bool(royals) and set(royals) <= set(_inside(module, position, terms, side))


def _inside(module: Module, position: Position, terms: Impasse, side: Side) -> list[SquareIndex]:
    """Where the pieces of a side stand in its zone."""
    return [square for square in pieces_of(position, side) if seen_square(module.board, square, side) in terms.zone]


def _points(position: Position, points: Sequence[int], squares: Iterable[SquareIndex], side: Side) -> int:
    """The points of what stands on some squares, and of the hand."""
    on_board = sum(points[kind_of(position.cells[square])] for square in squares)
    return on_board + sum(points[kind] * count for kind, count in enumerate(position.hands[side]))
