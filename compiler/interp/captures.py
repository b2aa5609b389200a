"""Captures that are forbidden although the piece moves so: what is protected, and counter-strikes.

Readings
- They bind moves alone: a piece that may not be taken now is attacked all the same, and so a royal is in check.
- Protected is what some enemy piece could take back, whatever became of its royals, and whatever these rules forbid it.
- Sets mean the printed face before the move: a piece that takes and promotes by it is none of what it becomes.
"""

from __future__ import annotations

from dataclasses import replace

from hensoku.compiler.interp.apply import enemy_victims
from hensoku.compiler.interp.codes import BoardMove
from hensoku.compiler.interp.moves import reached
from hensoku.compiler.interp.position import Position, pieces_of
from hensoku.compiler.interp.walk import seen_vector
from hensoku.compiler.ir.types import EMPTY, CounterStrike, Module, Protection, SquareIndex, kind_of


def may_capture(module: Module, position: Position, move: BoardMove) -> bool:
    """Whether no rule about captures forbids the move."""
    taken = enemy_victims(position, move)
    strikes = module.counter_strike
    return (strikes is None or _no_counter_strike(strikes, position, move, taken)) and not any(
        _forbids(module, rule, position, move, taken) for rule in module.protections
    )


def _no_counter_strike(
    rule: CounterStrike, position: Position, move: BoardMove, taken: tuple[SquareIndex, ...]
) -> bool:
    if position.struck < 0 or kind_of(position.cells[move.origin]) in rule.peers:
        return True
    return all(square == position.struck or kind_of(position.cells[square]) not in rule.targets for square in taken)


def _forbids(
    module: Module, rule: Protection, position: Position, move: BoardMove, taken: tuple[SquareIndex, ...]
) -> bool:
    kinds = {square: kind_of(position.cells[square]) for square in taken}
    if kind_of(position.cells[move.origin]) not in rule.takers:
        return False
    near = {seen_vector(module.board, vector, position.turn, move.origin) for vector in rule.near}
    return any(
        kinds[square] in rule.targets
        and square not in near
        and not any(kinds[other] in rule.excuses for other in taken if other != square)
        and _is_protected(module, position, move, square)
        for square in taken
    )


def _is_protected(module: Module, position: Position, move: BoardMove, target: SquareIndex) -> bool:
    """Whether a piece of the side not to move could take the mover on `target` (see `Protection`)."""
    taken = enemy_victims(position, move)
    cells = list(position.cells)
    for square in (move.origin, move.to, *move.vias):
        cells[square] = EMPTY
    cells[target] = position.cells[move.origin]
    for protector in pieces_of(position, 1 - position.turn):
        if protector == target:
            continue
        placed = cells.copy()
        if protector in taken:
            placed[protector] = position.cells[protector]
        after = replace(position, cells=tuple(placed))
        if any(target in result.victims for result in reached(module, after, protector)):
            return True
    return False
