"""Makes one move of moves that could be one.

In: a module. Out: the same with fewer moves. Invariant: no two moves of a piece are the same but for the starts of
their first leg, their `text` and their `line`. What became one stands where the first stood, with the texts of all.

    move 'F'  {starts = NE SE SW NW}   ->  move 'F fW' {starts = NE SE SW NW N}
    move 'fW' {starts = N}
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from hensoku.compiler.ir.types import Module, Move, Start
from hensoku.compiler.options import DEFAULT, Options


def merge_moves(module: Module, _options: Options = DEFAULT) -> Module:
    return replace(module, pieces=tuple(replace(piece, moves=_merged(piece.moves)) for piece in module.pieces))


def _merged(moves: Iterable[Move]) -> tuple[Move, ...]:
    alike: dict[Move, list[Move]] = {}
    for move in moves:
        alike.setdefault(_without_starts(move), []).append(move)
    return tuple(_united(group) for group in alike.values())


def _without_starts(move: Move) -> Move:
    first, *later = move.legs
    return replace(move, legs=(replace(first, starts=()), *later), text="", line="")


def _united(moves: list[Move]) -> Move:
    first, *later = moves[0].legs
    starts: dict[Start, None] = dict.fromkeys(start for move in moves for start in move.legs[0].starts)
    return replace(
        moves[0],
        legs=(replace(first, starts=tuple(starts)), *later),
        text=" ".join(dict.fromkeys(move.text for move in moves if move.text)),
        line=next((move.line for move in moves if move.line), ""),
    )
