"""Games in CSA's format for files, version 2.2 (http://www2.computer-shogi.org/protocol/record_v22.html).

Times are whole seconds there. What a comment says follows the move, as does its time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from hensoku.records.record import End, Played, Record, RecordError, commented, lines_of, one_line
from hensoku.records.standard import (
    BY_CSA,
    BY_ID,
    EVEN,
    HAND_ORDER,
    MOVER,
    NOBODY,
    OTHER,
    SIZE,
    Diagram,
    Ends,
    check_standard,
    end_of,
    word_of,
)
from hensoku.runtime.move import Move
from hensoku.runtime.position import Position
from hensoku.runtime.variant import Variant

NAME: Final = "CSA"

_SIDES: Final = "+-"
_MOVE: Final = re.compile(r"([+-])([0-9]{2})([0-9]{2})([A-Z]{2})")
_CELL: Final = re.compile(r"([+-])([A-Z]{2})")
_TIME: Final = re.compile(r"T([0-9]{1,9}(?:\.[0-9]*)?)")
_RANKS: Final = "abcdefghi"
_ROWS: Final = "123456789"
_IN_HAND: Final = "00"
_REST: Final = "00AL"

_ENDS: Final[Ends] = {
    "%TORYO": ("resignation", OTHER),
    "%TSUMI": ("checkmate", OTHER),
    "%TIME_UP": ("time", OTHER),
    "%ILLEGAL_MOVE": ("illegal-move", OTHER),
    "%KACHI": ("impasse", MOVER),
    "%SENNICHITE": ("repetition", NOBODY),
    "%JISHOGI": ("impasse", NOBODY),
    "%HIKIWAKE": ("draw", NOBODY),
    "%MAX_MOVES": ("move-limit", NOBODY),
}
_FOULS: Final = {"%+ILLEGAL_ACTION": 0, "%-ILLEGAL_ACTION": 1}
"""The side that did what may not be done, such as giving perpetual check."""

_UNFINISHED: Final = ("%CHUDAN", "%MATTA", "%ERROR", "%FUZUMI")


# -------------------------------------------------------------------------------------------------------------- write


def write(record: Record) -> str:
    """Raises RecordError for a variant that CSA cannot speak of."""
    check_standard(record.variant, NAME)
    position = record.begun()
    named = zip(_SIDES, map(one_line, record.names), strict=True)
    lines = ["V2.2", *(f"N{sign}{name}" for sign, name in named if name)]
    lines += [f"${key}:{one_line(value)}" for key, value in record.tags.items() if re.fullmatch(r"[A-Z_]+", key)]
    lines += _written_start(record)
    for _, played in record.steps(position):
        lines.append(_written_move(position, played.move))
        if played.seconds is not None:
            lines.append(f"T{round(played.seconds)}")
        lines += [f"'*{line}" for line in lines_of(played.comment)] if played.comment else []
    lines += _written_end(record, position)
    return "\n".join(lines) + "\n"


def _written_start(record: Record) -> list[str]:
    diagram = Diagram.of(record.variant, record.start)
    if record.start == EVEN:
        return ["PI", "+"]
    rows = []
    for rank in _RANKS:
        cells = [diagram.pieces.get(f"{file}{rank}") for file in range(SIZE, 0, -1)]
        told = (f"{_SIDES[cell[1]]}{BY_ID[cell[0]].csa}" if cell else " * " for cell in cells)
        rows.append(f"P{_RANKS.index(rank) + 1}{''.join(told)}")
    for side, hand in enumerate(diagram.hands):
        held = "".join(f"{_IN_HAND}{BY_ID[piece].csa}" * hand.get(piece, 0) for piece in HAND_ORDER)
        rows += [f"P{_SIDES[side]}{held}"] if held else []
    return [*rows, _SIDES[diagram.turn]]


def _written_move(position: Position, move: Move) -> str:
    sign = _SIDES[position.variant.players.index(position.turn)]
    if move.from_ is None:
        return f"{sign}{_IN_HAND}{_number(move.to)}{BY_ID[move.drop or ''].csa}"
    piece = position.piece_at(move.from_)
    if piece is None:
        raise RecordError(f"{move}: nothing stands on {move.from_}")
    face = BY_ID["+" + piece.id] if move.becomes == "+" else BY_ID[piece.id]
    return f"{sign}{_number(move.from_)}{_number(move.to)}{face.csa}"


def _written_end(record: Record, position: Position) -> list[str]:
    end = record.end
    if end is None:
        return ["%CHUDAN"]
    if word := word_of(_ENDS, end, position.turn):
        return [word]
    if end.winner is None:
        return [f"' {one_line(end.reason)}", "%HIKIWAKE"]
    loser = 1 - record.variant.players.index(end.winner)
    return [f"' {one_line(end.reason)}", next(word for word, side in _FOULS.items() if side == loser)]


def _number(square: str) -> str:
    return f"{square[0]}{_RANKS.index(square[1]) + 1}"


# --------------------------------------------------------------------------------------------------------------- read


def read(text: str, variant: Variant) -> list[Record]:
    """Games separated by `/`. Raises RecordError."""
    check_standard(variant, NAME)
    games: list[list[tuple[int, str]]] = [[]]
    for number, line in _statements(text):
        if line == "/":
            games.append([])
        else:
            games[-1].append((number, line))
    return [_Game(variant).read(game) for game in games if game]


def _statements(text: str) -> Iterator[tuple[int, str]]:
    """Statements, which may stand in one line with commas between."""
    for number, line in enumerate(lines_of(text), 1):
        if line.startswith(("'", "N", "$")):
            yield number, line
        else:
            yield from ((number, part) for part in line.split(",") if part.strip())


class _Game:
    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.diagram = Diagram()
        self.names = ["", ""]
        self.tags: dict[str, str] = {}
        self.moves: list[Played] = []
        self.end: End | None = None
        self.position: Position | None = None
        self.start = ""
        self.is_said = False  # something of the last move

    def read(self, statements: list[tuple[int, str]]) -> Record:
        for number, text in statements:
            try:
                self._statement(text)
            except ValueError as error:
                raise RecordError(str(error), number) from error
        if self.position is None:
            raise RecordError("the side to move, `+` or `-`, is missing")
        first, second = self.names
        return Record(self.variant, self.start, tuple(self.moves), (first, second), self.end, self.tags)

    def _statement(self, text: str) -> None:
        match text[0]:
            case "V":
                pass
            case "'":
                self._comment(text)
            case "N" if text[1:2] in tuple(_SIDES):
                self.names[_SIDES.index(text[1])] = text[2:]
            case "$":
                key, _, value = text[1:].partition(":")
                self.tags[key] = value
            case "P":
                self._placed(text)
            case "+" | "-" if len(text) == 1:
                self.diagram.turn = _SIDES.index(text)
                self.start = self.diagram.sfen(self.variant)
                self.position = self.variant.position(self.start)
            case "+" | "-":
                self._move(text)
            case "T":
                self._time(text)
            case "%":
                self._end(text)
            case _:
                raise RecordError(f"{text!r} is no statement of {NAME}")

    def _comment(self, text: str) -> None:
        if text.startswith("'*") and self.moves:
            self.moves[-1] = commented(self.moves[-1], text[2:], first=not self.is_said)
            self.is_said = True

    def _time(self, text: str) -> None:
        found = _TIME.fullmatch(text)
        if found is None:
            raise RecordError(f"{text!r} is no time: `T` and seconds")
        if self.moves and self.end is None:
            self.moves[-1] = replace(self.moves[-1], seconds=float(found[1]))

    def _placed(self, text: str) -> None:
        kind, rest = text[1:2], text[2:]
        if kind == "I":
            self._even_but(rest)
        elif kind in tuple(_SIDES):
            self._pieces(_SIDES.index(kind), rest)
        elif kind in tuple(_ROWS):
            self._row(_RANKS[_ROWS.index(kind)], rest)
        else:
            raise RecordError(f"{text!r} places nothing")

    def _even_but(self, text: str) -> None:
        """`82HI22KA` are taken away from the even start."""
        self.diagram = Diagram.of(self.variant, EVEN)
        for at in range(0, len(text), 4):
            place = text[at : at + 2]
            if self.diagram.pieces.pop(_square(place), None) is None:
                raise RecordError(f"nothing stands on {place} at the start")

    def _row(self, rank: str, text: str) -> None:
        """Nine cells of three characters: ` * `, or a side and a piece."""
        for index in range(SIZE):
            cell = text[3 * index : 3 * index + 3].strip()
            if cell in ("", "*"):
                continue
            found = _CELL.fullmatch(cell)
            if found is None:
                raise RecordError(f"{cell!r} is no cell of a row")
            self.diagram.pieces[f"{SIZE - index}{rank}"] = (_face(found[2]), _SIDES.index(found[1]))

    def _pieces(self, side: int, text: str) -> None:
        """`P+99KY00FU00FU`; `00AL` is all that stands nowhere."""
        hand = self.diagram.hands[side]
        for at in range(0, len(text), 4):
            place, code = text[at : at + 2], text[at + 2 : at + 4]
            if place + code == _REST:
                self._rest(hand)
            elif place == _IN_HAND:
                hand[_face(code)] = hand.get(_face(code), 0) + 1
            else:
                self.diagram.pieces[_square(place)] = (_face(code), side)

    def _rest(self, hand: dict[str, int]) -> None:
        full = Diagram.of(self.variant, EVEN)
        for piece in HAND_ORDER:
            there = [at for at in self.diagram.pieces.values() if at[0].removeprefix("+") == piece]
            held = sum(other.get(piece, 0) for other in self.diagram.hands)
            left = sum(at[0] == piece for at in full.pieces.values()) - len(there) - held
            if left > 0:
                hand[piece] = hand.get(piece, 0) + left

    def _move(self, text: str) -> None:
        found, position = _MOVE.fullmatch(text), self.position
        if found is None:
            raise RecordError(f"{text!r} is no move of {NAME}")
        if position is None:
            raise RecordError("a move before the position: `PI` and the side to move are missing")
        _, origin, to, code = found.groups()
        face = _face(code)
        if origin == _IN_HAND:
            move = Move(None, _square(to), drop=face)
        else:
            piece = position.piece_at(_square(origin))
            promotes = piece is not None and face == f"+{piece.id}"
            if piece is not None and face != piece.id and not promotes:
                raise RecordError(f"{text!r}: {BY_ID[piece.id].csa} stands on {origin}")
            move = Move(_square(origin), _square(to), becomes="+" if promotes else "")
        position.push(move)
        self.moves.append(Played(move))
        self.is_said = False

    def _end(self, word: str) -> None:
        if self.position is None:
            raise RecordError("an end before the position")
        if word in _FOULS:
            self.end = End(self.variant.players[1 - _FOULS[word]], "illegal-move")
        elif word in _ENDS:
            self.end = end_of(_ENDS, word, self.variant, self.variant.players.index(self.position.turn))
        elif word not in _UNFINISHED:
            raise RecordError(f"{word!r} is no end of {NAME}")


def _square(number: str) -> str:
    if not re.fullmatch(r"[1-9]{2}", number):
        raise RecordError(f"{number!r} is no square")
    return f"{number[0]}{_RANKS[int(number[1]) - 1]}"


def _face(code: str) -> str:
    if code not in BY_CSA:
        raise RecordError(f"{code!r} is no piece of {NAME}")
    return BY_CSA[code].id
