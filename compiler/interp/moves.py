"""What may be moved and dropped, whatever then becomes of one's royals.

Readings
- A borrower moves as its donors' printed faces move; its own moves remain where it has no donor, or in mode `add`.
  What is lent is the moves alone: promotion, confinement and what may not take whom go by the borrower's own face.
- `within` binds the square on which a move ends, not those on which it turns.
- Promotion looks at the first and the last square of the whole move. Where no trigger holds, nothing is forced.
- With `forced: stuck` a piece does not promote to what could never move from there either, unless it must and has no
  other face to choose.
- A side that may not take while a royal is in its hand attacks nothing either. Where it may not promote then, a move
  that would have to promote is none.
- A promotion limit strikes out faces when all else is settled: where a piece would be stuck but for one of those, the
  move is none. Elsewhere a piece that always promotes stays as it is when all its faces are struck out (so does
  Fairy-Stockfish's).
- While a side holds what it has to place first, its moves are the drops of that and nothing else, passes neither.
- A file limit counts what stands on the file after the move, the piece that came to it included.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from hensoku.compiler.interp.apply import apply
from hensoku.compiler.interp.codes import BoardMove, DropMove, encode
from hensoku.compiler.interp.position import Position, holds, pieces_of, royals_in_hand, royals_on_board
from hensoku.compiler.interp.walk import Result, results, seen_square, seen_vector
from hensoku.compiler.ir.types import (
    EMPTY,
    Borrow,
    FileLimit,
    Forbidden,
    Kind,
    Module,
    Move,
    Side,
    SquareIndex,
    Trigger,
    kind_of,
    side_of,
)


def movement(module: Module, position: Position, square: SquareIndex) -> tuple[Move, ...]:
    """The moves that the piece on a square has there: its own, or those it borrows."""
    own = module.pieces[kind_of(position.cells[square])].moves
    if module.borrow is None:
        return own
    donors = tuple(_donors(module, module.borrow, position, square))
    lent = tuple(move for face in donors for move in module.pieces[face].moves)
    match module.borrow.mode:
        case "replace":
            return lent if donors else own
        case "add":
            return own + lent
        case _:
            assert_never(module.borrow.mode)


def _donors(module: Module, borrow: Borrow, position: Position, square: SquareIndex) -> Iterator[Kind]:
    """The printed faces of the pieces from which the piece on a square borrows."""
    side = side_of(position.cells[square])
    for vector in borrow.vectors:
        place = seen_vector(module.board, vector, side, square)
        donor = position.cells[place] if place >= 0 else EMPTY
        if donor == EMPTY:
            continue
        if borrow.whose == "any" or (side_of(donor) == side) == (borrow.whose == "friend"):
            yield kind_of(donor)


def reached(module: Module, position: Position, square: SquareIndex) -> Iterator[Result]:
    """Every way in which the piece on a square can move, whoever's turn it is."""
    cell = position.cells[square]
    piece, side = module.pieces[kind_of(cell)], side_of(cell)
    ranks = tuple(face.rank for face in module.pieces)
    peaceful, virgin = forbidden(module, position, side, "captures"), square in position.virgin
    for move in movement(module, position, square):
        for result in results(module.board, move, position.cells, square, side, virgin=virgin, ranks=ranks):
            confined = piece.within is not None and seen_square(module.board, result.to, side) not in piece.within
            if (
                not confined
                and not (peaceful and result.victims)
                and _may_take(module, position, kind_of(cell), result)
            ):
                yield result


def forbidden(module: Module, position: Position, side: Side, what: Forbidden) -> bool:
    """Whether a side may not do something as long as it holds a royal in its hand."""
    return what in module.royals.in_hand_forbids and royals_in_hand(module, position, side) > 0


def _may_take(module: Module, position: Position, taker: Kind, result: Result) -> bool:
    return all(taker not in module.pieces[kind_of(position.cells[square])].uncapturable_by for square in result.victims)


# ---------------------------------------------------------------------------------------------------- board moves


def board_moves(module: Module, position: Position) -> list[BoardMove]:
    """The moves of the side to move, each once."""
    if holds(position, position.turn, module.first):
        return []
    return [move for move in ways_to_move(module, position) if _board_move_fits_file(module, position, move)]


def ways_to_move(module: Module, position: Position) -> list[BoardMove]:
    """The same, also where a file limit that binds moves is against it."""
    squares = pieces_of(position, position.turn)
    return [move for square in squares for move in _moves_from(module, position, square)]


def passes(module: Module, position: Position) -> list[BoardMove]:
    """The move that hands over the turn: of the first royal in SFEN order, to where it stands."""
    royals = royals_on_board(module, position, position.turn)
    allowed = module.passing and not holds(position, position.turn, module.first)
    return [BoardMove(royals[0], royals[0])] if allowed and royals else []


def _moves_from(module: Module, position: Position, square: SquareIndex) -> list[BoardMove]:
    """With `paths` equal codes are one move; without, so are results of equal end, face and set of victims, and the
    smallest code stands for them (contract.py)."""
    kind = kind_of(position.cells[square])
    moves: dict[object, BoardMove] = {}
    for result in reached(module, position, square):
        for face in _faces_after(module, position, square, result):
            if face != kind and not _has_room(module, position, square, face):
                continue
            move = BoardMove(square, result.to, _vias(module, square, result), -1 if face == kind else face)
            identity = encode(move) if module.paths else (move.to, face, frozenset(result.victims))
            moves[identity] = min(moves.get(identity, move), move, key=encode)
    return list(moves.values())


def _vias(module: Module, origin: SquareIndex, result: Result) -> tuple[SquareIndex, ...]:
    is_pass = result.to == origin and not result.victims
    return result.stops if module.paths or is_pass else result.via


def _faces_after(module: Module, position: Position, origin: SquareIndex, result: Result) -> tuple[Kind, ...]:
    """What the mover may stand as when it has moved: itself first, unless it must promote."""
    kind, side = kind_of(position.cells[origin]), position.turn
    promotion = module.pieces[kind].promotion
    first, last = (seen_square(module.board, square, side) for square in (origin, result.to))
    if promotion is None or not any(
        _triggered(trigger, first, last, takes=bool(result.victims)) for trigger in promotion.triggers
    ):
        return (kind,)
    targets = () if forbidden(module, position, side, "promotion") else promotion.targets
    match promotion.forced:
        case "never":
            return (kind, *targets)
        case "stuck":
            free = tuple(target for target in targets if last not in module.pieces[target].stuck)
            return (free or targets) if last in module.pieces[kind].stuck else (kind, *free)
        case "always":
            if not targets or any(_has_room(module, position, origin, target) for target in targets):
                return targets
            return () if last in module.pieces[kind].stuck else (kind,)
        case _:
            assert_never(promotion.forced)


def _has_room(module: Module, position: Position, origin: SquareIndex, face: Kind) -> bool:
    """Whether no limit is against one more of a face, the piece on `origin` left aside."""
    others = [kind_of(position.cells[square]) for square in pieces_of(position, position.turn) if square != origin]
    return all(
        sum(kind in limit.kinds for kind in others) < limit.count
        for limit in module.promotion_limits
        if face in limit.kinds
    )


def _triggered(trigger: Trigger, first: SquareIndex, last: SquareIndex, *, takes: bool) -> bool:
    began, ends = first in trigger.zone, last in trigger.zone
    return (
        (trigger.enter and ends and not began)
        or (trigger.leave and began and not ends)
        or (trigger.within and began and ends)
        or (trigger.capture and takes and (began or ends))
        or (trigger.quiet and not takes and (began or ends))
    )


def _board_move_fits_file(module: Module, position: Position, move: BoardMove) -> bool:
    kind = kind_of(position.cells[move.origin]) if move.becomes < 0 else move.becomes
    drop = module.pieces[module.pieces[kind].base].drop
    if drop is None or drop.file_limit is None or not drop.file_limit.moves:
        return True
    return _file_holds(module, apply(module, position, move), move.to, drop.file_limit)


def _file_holds(module: Module, after: Position, square: SquareIndex, limit: FileLimit) -> bool:
    """Whether the piece that came to `square` leaves its file within the limit."""
    cell, file = after.cells[square], module.board.squares[square].file
    if kind_of(cell) not in limit.kinds:
        return True
    on_file = [
        other
        for other in pieces_of(after, side_of(cell))
        if module.board.squares[other].file == file and kind_of(after.cells[other]) in limit.kinds
    ]
    return len(on_file) <= limit.count


# ---------------------------------------------------------------------------------------------------------- drops


def drops(module: Module, position: Position) -> list[DropMove]:
    """The drops of the side to move, but for what rules about check and mate forbid."""
    hand = position.hands[position.turn]
    placed = module.first if holds(position, position.turn, module.first) else range(len(hand))
    return [drop for kind in placed if hand[kind] > 0 for drop in _drops_of(module, position, kind)]


def _drops_of(module: Module, position: Position, kind: Kind) -> Iterator[DropMove]:
    rule = module.pieces[kind].drop
    if rule is None:
        return
    for face in rule.faces:
        for seen in rule.squares:
            square = seen_square(module.board, seen, position.turn)
            stuck = rule.stuck == "illegal" and seen in module.pieces[face].stuck
            if position.cells[square] != EMPTY or stuck:
                continue
            drop = DropMove(kind, face, square)
            if rule.file_limit is None or _file_holds(module, apply(module, position, drop), square, rule.file_limit):
                yield drop
