"""Games as USI speaks of them, one a line: `startpos moves 7g7f 3c3d`, or `sfen … moves …`.

A line holds the start and the moves, and nothing of names, times and how the game ended.
"""

from __future__ import annotations

from hensoku.records.record import Played, Record, RecordError
from hensoku.runtime.errors import MoveSyntaxError, SfenError
from hensoku.runtime.move import Move
from hensoku.runtime.variant import Variant

_SFEN_FIELDS = 4


def write(record: Record) -> str:
    start = "startpos" if record.begins_at_start else f"sfen {record.start}"
    moves = " ".join(str(played.move) for played in record.moves)
    return f"{start} moves {moves}\n" if moves else f"{start}\n"


def read(text: str, variant: Variant) -> list[Record]:
    """Blank lines and those that begin with `#` are passed over; a leading `position` is, too."""
    lines = ((number, line.split()) for number, line in enumerate(text.splitlines(), 1))
    return [_game(words, variant, number) for number, words in lines if words and not words[0].startswith("#")]


def _game(words: list[str], variant: Variant, line: int) -> Record:
    if words[0] == "position":
        words = words[1:]
    at = words.index("moves") if "moves" in words else len(words)
    place, moves = words[:at], words[at + 1 :]
    if place == ["startpos"]:
        start = variant.setups["start"]
    elif place[:1] == ["sfen"] and len(place) > _SFEN_FIELDS - 1:
        start = _checked(" ".join(place[1:]), variant, line)
    else:
        raise RecordError("a game begins with `startpos` or `sfen` and a position, and its moves follow `moves`", line)
    return Record(variant, start, tuple(Played(parse_move(move, line)) for move in moves))


def _checked(sfen: str, variant: Variant, line: int) -> str:
    try:
        return variant.position(sfen).sfen()
    except SfenError as error:
        raise RecordError(str(error), line) from error


def parse_move(text: str, line: int | None = None) -> Move:
    """A move in USI. Raises RecordError."""
    try:
        return Move.parse(text)
    except MoveSyntaxError as error:
        raise RecordError(str(error), line) from error
