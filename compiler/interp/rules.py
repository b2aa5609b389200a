"""Attack, check, legality, and the ends that a position shows.

Readings
- An attack is a way of moving that takes the piece, on the way or at the end. Whether the attacker might legally make
  the move does not matter, nor does a file limit that binds board moves.
- `lost_when: any`: a side is in check when any of its royals is attacked. `all`: when its only royal is; with two or
  more, none is in check, and any may be taken. A royal in one's own hand is a royal that is left. A side without royals
  is never in check.
- `check: answered`: no move may leave the mover in check, nor may it give up a royal of its own on which the game hangs
  (by taking it, or by turning it into something that is not royal).
- The end `royal-captured` is there when a side that has royals in the start has none left. With `lost_when: any` and
  check answered a royal cannot be taken: a position without one was set up so (the attacker of a tsume problem) and is
  no end. With `all` one move may take the last two at once, which is one.
- Should both sides have none left, the side to move has lost: its royal was taken last.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from hensoku.compiler.interp.apply import apply
from hensoku.compiler.interp.codes import BoardMove, DropMove
from hensoku.compiler.interp.moves import board_moves, drops, reached
from hensoku.compiler.interp.position import (
    Position,
    pieces_of,
    royals_left,
    royals_on_board,
    start,
)
from hensoku.compiler.ir.types import End, Module, Result, Side, SquareIndex

DRAWN = 2


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


def legal_moves(module: Module, position: Position) -> list[BoardMove | DropMove]:
    """Each legal move once; none when the position is an end."""
    if ended(module, position) is not None:
        return []
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
    if rule.check == "illegal" or ended(module, after) is not None:
        return False
    return any(True for _ in _lawful(module, after))


# ----------------------------------------------------------------------------------------------------------- ends


def ended(module: Module, position: Position) -> tuple[int, int] | None:
    """The end that the position alone shows: (index into `ends`, winner, `DRAWN` for a draw)."""
    for index, end in enumerate(module.ends):
        named = _named_side(module, position, end)
        if named is not None:
            return index, _winner(end.result, named)
    return None


def _named_side(module: Module, position: Position, end: End) -> Side | None:
    """The side that an end names, if the position alone shows that end."""
    match end.kind:
        case "royal-captured":
            sides = (position.turn, 1 - position.turn)
            return next((side for side in sides if _royals_taken(module, position, side)), None)
        case "checkmate" | "stalemate":
            return None
        case _:
            assert_never(end.kind)


def _royals_taken(module: Module, position: Position, side: Side) -> bool:
    rule = module.royals
    can_be_taken = rule.check == "ignored" or rule.lost_when == "all"
    return can_be_taken and royals_left(module, start(module), side) > 0 == royals_left(module, position, side)


def _winner(result: Result, named: Side) -> int:
    match result:
        case "loss":
            return 1 - named
        case "win":
            return named
        case "draw":
            return DRAWN
        case _:
            assert_never(result)
