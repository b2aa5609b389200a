"""UCI as Fairy-Stockfish speaks it for variants: a hand in brackets behind the board, squares a1, b1, … from the first
mover's left, drops as `P@e5`, the first mover called white."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Final, final

from hensoku.runtime.engine.engine import Line
from hensoku.runtime.engine.limits import Limits, whole_number
from hensoku.runtime.engine.usi import legal_only, set_up
from hensoku.runtime.move import PIECE, Move

if TYPE_CHECKING:
    from hensoku.runtime.position import Position
    from hensoku.runtime.variant import Variant

CLOCKS: Final = (("wtime", "winc"), ("btime", "binc"))

_FEN: Final = re.compile(r"(?P<board>[^\s\[\]]+(?:\[[^\s\]]+\][^\s\[\]]*)*?)(?:\[(?P<hand>[A-Za-z'!+~-]*)\])?")
_SQUARE: Final = re.compile(r"[a-z][0-9]{1,2}")
_DROP: Final = re.compile(rf"(?P<piece>{PIECE})@(?P<to>{_SQUARE.pattern})")
_MOVE: Final = re.compile(rf"(?P<squares>(?:{_SQUARE.pattern}){{2,}})(?P<mark>[-+]|(?i:{PIECE})|)")


@final
class Uci:
    """Positions as FEN, mates counted in moves."""

    name: ClassVar[str] = "uci"
    greeting: ClassVar[str] = "uciok"
    variant_option: ClassVar[str] = "UCI_Variant"
    hash_option: ClassVar[str] = "Hash"
    ponder_option: ClassVar[str] = "Ponder"
    new_game: ClassVar[str] = "ucinewgame"

    def position(self, variant: Variant, words: Sequence[str]) -> Position:
        board = variant.data["board"]
        return set_up(variant, words, {"fen": sfen_of, "sfen": " ".join}, lambda move: usi_move(board, move))

    def move(self, position: Position, move: Move) -> str:
        return uci_move(position.variant.data["board"], move)

    def only(self, position: Position, words: Sequence[str]) -> tuple[str, ...]:
        return legal_only(position, [str(usi_move(position.variant.data["board"], word)) for word in words])

    def score(self, line: Line) -> str:
        plies = line.score.mate
        if plies is None:
            return f"cp {line.score.pawns}"
        return f"mate {(plies + 1) // 2 if plies > 0 else -(-plies // 2)}"

    def clock_of(self, position: Position) -> tuple[str, str]:
        return CLOCKS[position.variant.players.index(position.turn)]

    def best(self, move: str | None, ponder: str | None, *, declares: bool, resigns: bool) -> str:
        del declares, resigns  # UCI has no words for either
        return f"bestmove {move or '(none)'}" + (f" ponder {ponder}" if ponder else "")

    def mate_limits(self, words: Sequence[str], limits: Limits) -> Limits:
        moves = whole_number(words[0]) if words else None
        return replace(limits, mate=2 * moves - 1) if moves and moves > 0 else limits

    def mate(self, moves: Sequence[str] | None, *, timeout: bool) -> str:
        del moves, timeout
        return ""


def sfen_of(fields: Sequence[str]) -> str:
    """The SFEN of a FEN's fields: board with hand, side to move, …, number of the full move."""
    match = _FEN.fullmatch(fields[0])
    if match is None:
        raise ValueError(f"{fields[0]!r} is no board with a hand")
    turn = fields[1] if len(fields) > 1 else "w"
    if turn not in ("w", "b"):
        raise ValueError(f"{turn!r} is no side: w or b")
    full = int(fields[-1]) if len(fields) > 2 and fields[-1].isdecimal() else 1
    number = 2 * max(full, 1) - (turn == "w")
    return f"{match['board']} {'b' if turn == 'w' else 'w'} {_hand(match['hand'] or '')} {number}"


def _hand(letters: str) -> str:
    """A hand as SFEN has it: each piece once, with its number."""
    counts = Counter(re.findall(r"[A-Za-z]['!]?", letters))
    return "".join(f"{count if count > 1 else ''}{piece}" for piece, count in counts.items()) or "-"


def usi_move(board: dict[str, Any], text: str) -> Move:
    """The move that `uci_move` writes so. Raises ValueError for what is no move on the board."""
    if drop := _DROP.fullmatch(text):
        return Move(None, _usi_square(board, drop["to"]), drop=drop["piece"])
    match = _MOVE.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is no move")
    origin, *via, to = (_usi_square(board, name) for name in _SQUARE.findall(match["squares"]))
    mark = match["mark"]
    return Move(origin, to, tuple(via), mark if mark in ("", "+", "-") else f"+{mark.upper()}")


def uci_move(board: dict[str, Any], move: Move) -> str:
    """The move as UCI writes it; squares on the way stand between, as in `6f6g6f`."""
    squares = [*((move.from_,) if move.from_ else ()), *move.via, move.to]
    spelled = "".join(_uci_square(board, square) for square in squares)
    if move.drop is not None:
        return f"{move.drop}@{spelled}"
    mark = move.becomes if len(move.becomes) < 2 else move.becomes[1:].lower()
    return spelled + mark


def _usi_square(board: dict[str, Any], name: str) -> str:
    file, rank = ord(name[0]) - ord("a"), board["ranks"] - int(name[1:])
    found = (square[0] for square in board["squares"] if (square[1], square[2]) == (file, rank))
    square = next(found, None)
    if square is None:
        raise ValueError(f"{name!r} is no square of this board")
    return str(square)


def _uci_square(board: dict[str, Any], name: str) -> str:
    _, file, rank = next(square for square in board["squares"] if square[0] == name)
    return f"{chr(ord('a') + file)}{board['ranks'] - rank}"
