"""Why a move may not be played, as far as it can be said without knowing the rules of the variant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hensoku.runtime.move import Move

if TYPE_CHECKING:
    from hensoku.runtime.position import Position


def reason_against(position: Position, move: Move) -> str:
    """What is wrong with a move that is not legal in `position`."""
    squares = [square for square in (move.from_, *move.via, move.to) if square is not None]
    for square in squares:
        if square not in position.variant.square_index:
            return f"{square} is no square of this board"
    if not position.legal_moves:
        return "the game is over"
    return _against_drop(position, move) if move.from_ is None else _against_board_move(position, move.from_, move)


def _against_drop(position: Position, move: Move) -> str:
    assert move.drop is not None
    side = position.turn
    if move.drop.removeprefix("+") not in {held.removeprefix("+") for held in position.hand(side)}:
        return f"{side} has no {move.drop} in hand"
    if position.piece_at(move.to) is not None:
        return f"{move.to} is occupied"
    return _not_legal(position)


def _against_board_move(position: Position, origin: str, move: Move) -> str:
    piece = position.piece_at(origin)
    if piece is None:
        return f"there is no piece on {origin}"
    if piece.side != position.turn:
        return f"the piece on {origin} is {piece.side}'s, and {position.turn} is to move"
    others = [other for other in position.legal_moves if other.from_ == origin and other.to == move.to]
    if others:
        return "what is legal is " + " or ".join(sorted(map(str, others)))
    return _not_legal(position)


def _not_legal(position: Position) -> str:
    return "it does not answer the check" if position.is_check() else "it is not among the legal moves"
