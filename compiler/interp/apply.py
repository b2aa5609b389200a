"""What a move does to a position."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from hensoku.compiler.interp.codes import BoardMove, DropMove
from hensoku.compiler.interp.position import Position
from hensoku.compiler.ir.types import EMPTY, Module, SquareIndex, cell_of, kind_of, side_of


def victims(position: Position, move: BoardMove | DropMove) -> tuple[SquareIndex, ...]:
    """The squares on which the move takes something, ascending: what stands on its vias and on its end, the mover
    itself apart."""
    if isinstance(move, DropMove):
        return ()
    on_the_way = {move.to, *move.vias} - {move.origin}
    return tuple(sorted(square for square in on_the_way if position.cells[square] != EMPTY))


def enemy_victims(position: Position, move: BoardMove) -> tuple[SquareIndex, ...]:
    """Those of the victims that are not the mover's own."""
    return tuple(square for square in victims(position, move) if side_of(position.cells[square]) != position.turn)


def apply(module: Module, position: Position, move: BoardMove | DropMove) -> Position:
    """The position after the move. An enemy victim goes to the mover's hand as `Piece.hand` says, or leaves the game;
    a friend always leaves it. Who has moved, or has been dropped, is no longer virgin. Whether the move gives check is
    not looked at (`rules.play`)."""
    match move:
        case BoardMove():
            return _move(module, position, move)
        case DropMove():
            return _drop(position, move)
        case _:
            assert_never(move)


def _move(module: Module, position: Position, move: BoardMove) -> Position:
    side = position.turn
    cells, hand = list(position.cells), list(position.hands[side])
    mover = cells[move.origin]
    taken = victims(position, move)
    for square in taken:
        in_hand = module.pieces[kind_of(cells[square])].hand
        if side_of(cells[square]) != side and in_hand >= 0:
            hand[in_hand] += 1
        cells[square] = EMPTY
    cells[move.origin] = EMPTY
    cells[move.to] = mover if move.becomes < 0 else cell_of(move.becomes, side)
    virgin = position.virgin - {move.origin, move.to, *taken}
    return replace(_after(position, cells, hand, virgin), struck=_struck(module, position, move))


def _struck(module: Module, position: Position, move: BoardMove) -> SquareIndex:
    """Where a move takes what forbids a counter-strike elsewhere: the last such square on its way; -1 if nowhere."""
    rule = module.counter_strike
    if rule is None or kind_of(position.cells[move.origin]) in rule.peers:
        return -1
    taken = enemy_victims(position, move)
    on_the_way = [square for square in (*move.vias, move.to) if square in taken]
    return next((square for square in reversed(on_the_way) if kind_of(position.cells[square]) in rule.targets), -1)


def _drop(position: Position, move: DropMove) -> Position:
    side = position.turn
    cells, hand = list(position.cells), list(position.hands[side])
    hand[move.kind] -= 1
    cells[move.to] = cell_of(move.face, side)
    return _after(position, cells, hand, position.virgin)


def _after(position: Position, cells: list[int], hand: list[int], virgin: frozenset[SquareIndex]) -> Position:
    """The position with the mover's hand changed and the other side to move."""
    sente, gote = position.hands
    hands = (sente, tuple(hand)) if position.turn else (tuple(hand), gote)
    return replace(position, cells=tuple(cells), hands=hands, turn=1 - position.turn, virgin=virgin, struck=-1)
