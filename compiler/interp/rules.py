"""Attack, check and legality.

Readings
- An attack is a way of moving that takes the piece, on the way or at the end. Whether the attacker might legally make
  the move does not matter, nor does a file limit that binds board moves.
- `lost_when: any`: a side is in check when any of its royals is attacked. `all`: when its only royal is; with two or
  more, none is in check, and any may be taken. A royal in one's own hand is a royal that is left. A side without royals
  is never in check.
- `check: answered`: no move may leave the mover in check, nor may it give up a royal of its own on which the game hangs
  (by taking it, or by turning it into something that is not royal).
- A mate that has to wait for what is in hand is judged by the replies there would be without that rule, so that two
  sides who could mate each other do not ask each other for ever.
- Drops that mate are judged whatever else ends the game: a check that wins is no mate if it could be answered.
- Checks are counted as they are given. A position that is set up counts the check that it shows.
- A pass is a move that leaves everything where it was, be it the one that hands over the turn or a lion's. It is bound
  by check as other moves are, but where pieces face each other and that must be answered: there it may always be made
  (Fairy-Stockfish), for it accepts the offer.
- Facing is no check: whoever must end it is not mated, if it cannot, but stalemated.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import assert_never

from hensoku.compiler.interp.apply import apply, victims
from hensoku.compiler.interp.captures import may_capture
from hensoku.compiler.interp.codes import BoardMove, DropMove
from hensoku.compiler.interp.moves import board_moves, drops, passes, reached
from hensoku.compiler.interp.position import (
    Position,
    fresh_credit,
    fresh_virgin,
    holds,
    pieces_of,
    royals_left,
    royals_on_board,
)
from hensoku.compiler.interp.walk import first_met
from hensoku.compiler.ir.types import (
    CheckCount,
    Facing,
    Module,
    PassedFacing,
    Passes,
    Side,
    SquareIndex,
    kind_of,
    side_of,
)


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
    for move in dict.fromkeys((*board_moves(module, position), *passes(module, position))):
        if may_capture(module, position, move) and _is_legal(module, position, move):
            yield move
    yield from (move for move in drops(module, position) if _is_legal(module, position, move))


def _is_legal(module: Module, position: Position, move: BoardMove | DropMove) -> bool:
    return _is_sound(module, position, move) and not (
        holds(position, position.turn, module.before_mate) and _mates(module, apply(module, position, move))
    )


def _mates(module: Module, after: Position) -> bool:
    """Whether the side to move is in check and has no reply, a mate that has to wait being one."""
    lenient = replace(module, before_mate=())
    return in_check(module, after, after.turn) and not any(True for _ in _lawful(lenient, after))


def _is_sound(module: Module, position: Position, move: BoardMove | DropMove) -> bool:
    after = apply(module, position, move)
    if module.royals.facing is not None and faces(module, position) and _accepts_facing(module, position, move):
        return True
    if not _keeps_from_facing(module, position, after):
        return False
    if module.royals.check == "answered" and (
        in_check(module, after, position.turn) or _gives_up_royal(module, position, after)
    ):
        return False
    return isinstance(move, BoardMove) or _drop_allowed(module, after, move)


def faces(module: Module, position: Position) -> bool:
    """Whether pieces face each other, if there is a rule about that."""
    rule = module.royals.facing
    return rule is not None and any(
        _faces_along(module, position, rule, square, vector)
        for square in pieces_of(position, 0)
        if kind_of(position.cells[square]) in rule.kinds
        for vector in rule.vectors
    )


def _faces_along(module: Module, position: Position, rule: Facing, square: SquareIndex, vector: int) -> bool:
    met = first_met(module.board, vector, position.cells, square)
    return met >= 0 and side_of(position.cells[met]) == 1 and kind_of(position.cells[met]) in rule.kinds


def _keeps_from_facing(module: Module, before: Position, after: Position) -> bool:
    """Whether a move that led to `after` does as the rule on facing asks."""
    rule = module.royals.facing
    if rule is None:
        return True
    match rule.rule:
        case "illegal":
            return not faces(module, after)
        case "answered":
            return not (faces(module, before) and faces(module, after))
        case _:
            assert_never(rule.rule)


def _accepts_facing(module: Module, position: Position, move: BoardMove | DropMove) -> bool:
    rule = module.royals.facing
    return rule is not None and rule.rule == "answered" and is_pass(position, move)


def is_pass(position: Position, move: BoardMove | DropMove) -> bool:
    """Whether the move leaves everything where it was."""
    stays = isinstance(move, BoardMove) and move.to == move.origin and move.becomes < 0
    return stays and not victims(position, move)


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
    """The rules about drops that check, mate or stalemate. Replies are judged in full: a reply that is itself a
    forbidden drop is no reply. Stalemate is not mate."""
    rule = module.pieces[drop.kind].drop
    if rule is None or ((rule.check, rule.stalemate) == ("allowed", "allowed") and rule.mate != "illegal"):
        return True
    checks = in_check(module, after, after.turn)
    if checks and rule.check == "illegal":
        return False
    ends = rule.mate if checks else rule.stalemate
    return ends != "illegal" or any(True for _ in _lawful(module, after))


# ------------------------------------------------------------------------------------------------------------- checks


def fresh(module: Module, position: Position) -> Position:
    """The position as one whose past is not known: who stands as in the start has not moved, and the check that it
    shows is the first; a setup is the beginning of its game."""
    position = replace(position, virgin=fresh_virgin(module, position.cells))
    return replace(position, checks=_checks(module, position, (0, 0)), credit=fresh_credit(module, position))


def play(module: Module, position: Position, move: BoardMove | DropMove) -> Position:
    """The position after the move, with the check that it gives and the passes in a row counted, where the variant
    counts them."""
    after = apply(module, position, move)
    passed = min(position.passes + 1, most_passes(module)) if is_pass(position, move) else 0
    return replace(after, checks=_checks(module, after, position.checks), passes=passed)


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


def most_passes(module: Module) -> int:
    """How far passes in a row are counted; 0 where no end asks for them."""
    asked = [end.terms for end in module.ends if isinstance(end.terms, Passes | PassedFacing)]
    return max((terms.times if isinstance(terms, Passes) else 1 for terms in asked), default=0)
