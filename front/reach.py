"""The squares that a move string may pass or reach from a square, whatever stands on the board."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias, final

from hensoku.compiler.ir.types import Board, Leg, Move, Side, SquareIndex

Line: TypeAlias = tuple[SquareIndex, ...]


@final
@dataclass(frozen=True)
class Reach:
    """`squares`: all on which it matters what stands there.

    `lines`: slides, each from the origin on, and whether nothing but the edge ends them. `skipped`: passed over
    whatever stands there. `between`: the lame paths of leaps that must be empty. `screens`: what may be jumped.
    """

    squares: frozenset[SquareIndex]
    lines: tuple[tuple[Line, bool], ...]
    skipped: frozenset[SquareIndex]
    between: frozenset[SquareIndex]
    screens: tuple[Screens, ...]


@final
@dataclass(frozen=True)
class Screens:
    """Squares of pieces to jump, the squares that may be reached by it, and whether these are the nearest pieces to
    jump in their direction."""

    squares: Line
    beyond: Line
    nearest: bool


@final
@dataclass(frozen=True)
class _Walked:
    """A leg as it was walked: the squares it comes to in order, those of its lame path, and where it began."""

    index: int
    begun: SquareIndex
    octant: int
    squares: Line
    between: Line


def reach(board: Board, moves: tuple[Move, ...], origin: SquareIndex, side: Side) -> Reach:
    squares: set[SquareIndex] = set()
    lines: dict[tuple[Line, bool], None] = {}
    skipped: set[SquareIndex] = set()
    between: set[SquareIndex] = set()
    screens: dict[Line, Screens] = {}
    for move in moves:
        walked = list(_walk(board, move, origin, side))
        here = frozenset(square for leg in walked for square in (*leg.squares, *leg.between)) - {origin}
        squares |= here
        for each in walked:
            leg = move.legs[each.index]
            skipped.update(each.squares[: leg.skip])
            if {"hop", "empty"} <= set(leg.lands):
                skipped.update(each.squares)
            if leg.gate == "empty":
                between.update(each.between)
            for found in _screens(leg, each, sorted(here)):
                screens.setdefault(found.squares, found)
        lines.update(dict.fromkeys(_lines(move, walked, origin)))
    return Reach(frozenset(squares), tuple(lines), frozenset(skipped), frozenset(between), tuple(screens.values()))


def _walk(board: Board, move: Move, origin: SquareIndex, side: Side) -> Iterator[_Walked]:
    """Every leg from every square at which the one before may turn."""
    first = move.legs[0]
    ring = board.rings[first.ring].vectors if first.ring >= 0 else ()
    done: set[tuple[int, SquareIndex, int]] = set()
    todo: list[_Walked] = []
    for start in first.starts:
        octant = ring.index(start.vector) if start.vector in ring else -1
        between, at = [], origin
        for vector in start.between:
            at = _target(board, at, vector, side)
            between.append(at)
        squares = _ray(board, origin, start.vector, first.reach, side)
        todo.append(_Walked(0, origin, octant, squares, tuple(square for square in between if square >= 0)))
    while todo:
        walked = todo.pop(0)
        yield walked
        if walked.index + 1 == len(move.legs):
            continue
        leg = move.legs[walked.index + 1]
        for begun in walked.squares:
            for turn in leg.turns:
                octant = (walked.octant + turn) % 8
                if (walked.index, begun, octant) not in done:
                    done.add((walked.index, begun, octant))
                    vector = board.rings[leg.ring].vectors[octant]
                    squares = _ray(board, begun, vector, leg.reach, side)
                    todo.append(_Walked(walked.index + 1, begun, octant, squares, ()))


def _ray(board: Board, begun: SquareIndex, vector: int, most: int, side: Side) -> Line:
    """The squares of equal steps, up to the edge or the square where it began."""
    found: list[SquareIndex] = []
    at = begun
    while not most or len(found) < most:
        at = _target(board, at, vector, side)
        if at < 0 or at == begun:
            break
        found.append(at)
    return tuple(found)


def _target(board: Board, square: SquareIndex, vector: int, side: Side) -> SquareIndex:
    if square < 0:
        return -1
    return board.vectors[board.vectors[vector].turned if side else vector].targets[square]


def _screens(leg: Leg, walked: _Walked, everywhere: list[SquareIndex]) -> Iterator[Screens]:
    fewest, squares = leg.screens[0], walked.squares
    if fewest:
        for index in range(len(squares) - fewest):
            yield Screens(squares[index : index + fewest], squares[index + fewest :], index == 0)
    if leg.gate == "occupied" and squares:
        yield Screens(walked.between, squares[:1], nearest=True)
    if {"hop", "hop-friend"} & set(leg.lands):
        for index, square in enumerate(squares):
            yield Screens((square,), tuple(to for to in everywhere if to != square), index == 0)


def _lines(move: Move, walked: list[_Walked], origin: SquareIndex) -> Iterator[tuple[Line, bool]]:
    """Slides on one line, or bent once after a single step. More turns would cover the board."""
    *earlier, last = move.legs
    if last.reach == 1 or last.screens[0] or len(earlier) > 1 or any(leg.reach != 1 for leg in earlier):
        return
    for each in walked:
        if each.index == len(earlier) and len(each.squares) > 1:
            yield (origin, *((each.begun,) if earlier else ()), *each.squares), last.reach == 0
