"""The ends that a position shows by itself, and the legal moves, of which there are none then.

Readings
- The end `royal-captured` is there when a side that has royals in the start has none left. With `lost_when: any` and
  check answered a royal cannot be taken: a position without one was set up so (the attacker of a tsume problem) and is
  no end. With `all` one move may take the last two at once, which is one.
- Should both sides have none left, the side to move has lost: its royal was taken last. So it is with `piece-count`.
- A try is there as long as the piece stands on its goal, whoever is to move; `safe` asks for attacks as check does.
  Tries of both sides at once are a draw (Fairy-Stockfish, shogiops).
- Bare kings of both sides are a draw. A bared side with a reply plays on for one move: if it does not bare the other,
  that is the end, unless a threat is enough; a threat is a lawful move as if nothing had been taken before.
- Mate and stalemate go before `bare-king` and what follows it: where no move is left these are not looked at.
- A position is dead when nothing but certain pieces is left, in the hands too, whatever they could still do.
- A move limit does not show in the position: the runtime counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import assert_never

from hensoku.compiler.interp.apply import apply
from hensoku.compiler.interp.codes import BoardMove, DropMove
from hensoku.compiler.interp.counting import NOBODY, SIDES, ahead, impasse_for
from hensoku.compiler.interp.position import Position, pieces_of, royals_left, start
from hensoku.compiler.interp.rules import attacked, checks_with, counts_checks, faces, lawful_moves
from hensoku.compiler.interp.walk import seen_square
from hensoku.compiler.ir.types import (
    AFTER_MATE,
    BareKing,
    CheckCount,
    DeadPosition,
    End,
    Impasse,
    Kind,
    Module,
    MoveLimit,
    PassedFacing,
    Passes,
    PieceCount,
    Side,
    Try,
    kind_of,
)
from hensoku.runtime.contract import DRAW, winner_by


def legal_moves(module: Module, position: Position) -> list[BoardMove | DropMove]:
    """Each legal move once; none when the position is an end."""
    return [] if ended(module, position) is not None else lawful_moves(module, position)


def ended(module: Module, position: Position) -> tuple[int, int] | None:
    """The end that the position alone shows: (index into `ends`, winner, `DRAW` for a draw)."""
    for index, end in enumerate(module.ends):
        winner = _winner(module, position, end)
        if winner == NOBODY:
            continue
        if end.kind in AFTER_MATE and not lawful_moves(module, position):
            return None
        return index, winner
    return None


def declared(module: Module, position: Position) -> tuple[int, int] | None:
    """The end that the side to move may declare: (index into `ends`, winner, `DRAW` for a draw)."""
    for index, end in enumerate(module.ends):
        if isinstance(end.terms, Impasse) and end.terms.declared:
            winner = _by_impasse(module, position, end, end.terms)
            if winner != NOBODY:
                return index, winner
    return None


def _winner(module: Module, position: Position, end: End) -> int:
    """Who has won, or `DRAW`, if the position alone shows an end; else `NOBODY`."""
    match end.terms:
        case Impasse() as terms:
            return NOBODY if terms.declared else _by_impasse(module, position, end, terms)
        case PassedFacing(tally) | Passes(_, tally) if tally is not None:
            return ahead(position, tally) if _named(module, position, end) else NOBODY
        case _:
            named = _named(module, position, end)
            return NOBODY if not named else DRAW if len(named) > 1 else winner_by(end.result, named[0])


def _by_impasse(module: Module, position: Position, end: End, terms: Impasse) -> int:
    found = impasse_for(module, position, terms)
    return winner_by(end.result, found) if found in SIDES else found


def _named(module: Module, position: Position, end: End) -> tuple[Side, ...]:
    """The side that an end names, if the position alone shows that end; both sides for a draw."""
    idle = (1 - position.turn,)
    match end.terms:
        case None:
            taken = end.kind == "royal-captured"
            return _last_hit(position, lambda side: taken and _royals_taken(module, position, side))
        case Try() as terms:
            return tuple(side for side in SIDES if _has_reached(module, position, terms, side))
        case CheckCount(count):
            checks = position.checks if counts_checks(module) else checks_with(module, position)
            return tuple(side for side in (*idle, position.turn) if checks[side] >= count)[:1]
        case PassedFacing():
            return idle if position.passes > 0 and faces(module, position) else ()
        case Passes(times):
            return idle if position.passes >= times else ()
        case BareKing() as bare_king:
            bare = tuple(side for side in SIDES if _is_bare(module, position, bare_king, side))
            won = len(bare) == 2 or not any(_is_poor(module, position, bare_king, 1 - side) for side in bare)
            return bare if won and not _replies(module, position, bare_king, bare) else ()
        case PieceCount() as few:
            return _last_hit(position, lambda side: _has_few(position, few, side))
        case DeadPosition() as terms:
            return (position.turn,) if _is_dead(position, terms) else ()
        case Impasse() | MoveLimit():
            return ()
        case _:
            assert_never(end.terms)


def _last_hit(position: Position, is_hit: Callable[[Side], bool]) -> tuple[Side, ...]:
    """The side to which something has happened; if to both, the side to move, for it happened to it last."""
    return tuple(side for side in (position.turn, 1 - position.turn) if is_hit(side))[:1]


def _royals_taken(module: Module, position: Position, side: Side) -> bool:
    rule = module.royals
    can_be_taken = rule.check == "ignored" or rule.lost_when == "all"
    return can_be_taken and royals_left(module, start(module), side) > 0 == royals_left(module, position, side)


def _has_reached(module: Module, position: Position, terms: Try, side: Side) -> bool:
    reached = [
        square
        for square in pieces_of(position, side)
        if kind_of(position.cells[square]) in terms.kinds and seen_square(module.board, square, side) in terms.goal
    ]
    return any(not (terms.safe and attacked(module, position, (square,), by=1 - side)) for square in reached)


def _is_dead(position: Position, terms: DeadPosition) -> bool:
    on_board = (kind_of(position.cells[square]) for side in SIDES for square in pieces_of(position, side))
    in_hand = (kind for side in SIDES for kind, count in enumerate(position.hands[side]) if count)
    return all(kind in terms.kinds for kind in (*on_board, *in_hand))


def _is_bare(module: Module, position: Position, terms: BareKing, side: Side) -> bool:
    single = all(royals_left(module, position, each) == 1 for each in SIDES)
    has_others = any(not module.pieces[kind].royal for kind in _army(module, position, terms, side))
    return not has_others and (single or not terms.single)


def _is_poor(module: Module, position: Position, terms: BareKing, side: Side) -> bool:
    """Whether a side has nothing but royals and weak pieces."""
    return all(module.pieces[kind].royal or kind in terms.weak for kind in _army(module, position, terms, side))


def _army(module: Module, position: Position, terms: BareKing, side: Side) -> Iterator[Kind]:
    """The kinds that a side has on the board and in hand."""
    for square in pieces_of(position, side):
        kind = kind_of(position.cells[square])
        stuck = seen_square(module.board, square, side) in module.pieces[kind].stuck
        if not (terms.ignore_stuck and stuck):
            yield kind
    yield from (kind for kind, count in enumerate(position.hands[side]) if count)


def _replies(module: Module, position: Position, terms: BareKing, bare: tuple[Side, ...]) -> bool:
    """Whether the game goes on although the sides of `bare` are."""
    if terms.threat:
        return any(_can_bare(module, replace(position, turn=side, struck=-1), terms) for side in bare)
    return terms.reply and bare == (position.turn,) and _can_bare(module, position, terms)


def _can_bare(module: Module, position: Position, terms: BareKing) -> bool:
    """Whether the side to move can at once take all but royals and weak pieces of the other, or the last royal."""
    other = 1 - position.turn
    was_poor = _is_poor(module, position, terms, other)
    afters = (apply(module, position, move) for move in lawful_moves(module, position))
    return any(
        _royals_taken(module, after, other) or (not was_poor and _is_poor(module, after, terms, other))
        for after in afters
    )


def _has_few(position: Position, terms: PieceCount, side: Side) -> bool:
    counted = [square for square in pieces_of(position, side) if kind_of(position.cells[square]) in terms.kinds]
    return len(counted) < terms.below
