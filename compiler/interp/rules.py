"""Attack, check and legality.

Readings
- An attack is a way of moving that takes the piece, on the way or at the end. Whether the attacker might legally make
  the move does not matter, nor does a file limit that binds board moves.
- `lost_when: any`: a side is in check when any of its royals is attacked. `all`: when its only royal is; with two or
  more, none is in check, and any may be taken. A royal in one's own hand is a royal that is left. A side without royals
  is never in check.
- `check: answered`: no move may leave the mover in check, nor may it give up a royal of its own on which the game hangs
  (by taking it, or by turning it into something that is not royal).
- Drops that mate are judged whatever else ends the game: a check that wins is no mate if it could be answered.
- Checks are counted as they are given. A position that is set up counts the check that it shows.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import assert_never

from hensoku.compiler.interp.apply import apply
from hensoku.compiler.interp.codes import BoardMove, DropMove
from hensoku.compiler.interp.moves import board_moves, drops, reached
from hensoku.compiler.interp.position import (
    Position,
    fresh_virgin,
    pieces_of,
    royals_left,
    royals_on_board,
)
from hensoku.compiler.ir.types import CheckCount, Module, Side, SquareIndex


def attacked(module: Module, position: Position, squares: tuple[SquareIndex, ...], by: Side) -> bool:
    """Whether a piece of side `by` can take what stands on any of the squares."""
    return any(
        square in result.victims
        for attacker in pieces_of(position, by)
        for result in reached(module, position, attacker)
        for square in squares
    )


def in_check(module: Module, position: Position, side: Side) -> bool:
    royals = royals_on_board(module, position, side)
    match module.royals.lost_when:
        case "any":
            hang_on = royals
        case "all":
            hang_on = royals if royals_left(module, position, side) == 1 else ()
        case _:
            assert_never(module.royals.lost_when)
    return bool(hang_on) and attacked(module, position, hang_on, by=1 - side)


def lawful_moves(module: Module, position: Position) -> list[BoardMove | DropMove]:
    """The legal moves, each once, as far as the game has not ended."""
    return list(_lawful(module, position))


def _lawful(module: Module, position: Position) -> Iterator[BoardMove | DropMove]:
    yield from (move for move in board_moves(module, position) if _is_legal(module, position, move))
    yield from (move for move in drops(module, position) if _is_legal(module, position, move))


def _is_legal(module: Module, position: Position, move: BoardMove | DropMove) -> bool:
    after = apply(module, position, move)
    if module.royals.check == "answered" and (
        in_check(module, after, position.turn) or _gives_up_royal(module, position, after)
    ):
        return False
    return isinstance(move, BoardMove) or _drop_allowed(module, after, move)


def _gives_up_royal(module: Module, before: Position, after: Position) -> bool:
    """Whether the mover has lost, by its own move, a royal on which the game hung."""
    had, has = (royals_left(module, position, before.turn) for position in (before, after))
    match module.royals.lost_when:
        case "any":
            return has < had
        case "all":
            return has == 0 < had
        case _:
            assert_never(module.royals.lost_when)


def _drop_allowed(module: Module, after: Position, drop: DropMove) -> bool:
    """The rules about drops that check or mate. Replies are judged in full: a reply that is itself a forbidden drop is
    no reply. Stalemate is not mate."""
    rule = module.pieces[drop.kind].drop
    if rule is None or (rule.check == "allowed" and rule.mate != "illegal"):
        return True
    if not in_check(module, after, after.turn):
        return True
    return rule.check == "allowed" and any(True for _ in _lawful(module, after))


# ------------------------------------------------------------------------------------------------------------- checks


def fresh(module: Module, position: Position) -> Position:
    """The position as one whose past is not known: who stands as in the start has not moved, and the check that it
    shows is the first."""
    virgin = fresh_virgin(module, position.cells)
    return replace(position, virgin=virgin, checks=_checks(module, position, (0, 0)))


def play(module: Module, position: Position, move: BoardMove | DropMove) -> Position:
    """The position after the move, with the check that it gives counted, if the variant counts checks."""
    after = apply(module, position, move)
    return replace(after, checks=_checks(module, after, position.checks))


def _checks(module: Module, position: Position, before: tuple[int, int]) -> tuple[int, int]:
    return checks_with(module, position, before) if counts_checks(module) else before


def checks_with(module: Module, position: Position, before: tuple[int, int] = (0, 0)) -> tuple[int, int]:
    """The checks given by each side, with the one that the position shows."""
    sente, gote = before
    if not in_check(module, position, position.turn):
        return before
    return (sente + 1, gote) if position.turn else (sente, gote + 1)


def counts_checks(module: Module) -> bool:
    """Whether the checks given so far are part of a position; where the first one ends the game, it shows by itself."""
    return any(isinstance(end.terms, CheckCount) and end.terms.count > 1 for end in module.ends)
