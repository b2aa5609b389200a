"""SFEN, read strictly and written: rows, side to move, hands, move number.

    lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1

Beyond 9x9: numbers above 9 are one number (`12`), `*` is a cell of the grid that is no square, names longer than a
letter stand in brackets (`[AB]`, gote's `[ab]`), a letter may have a mark (`X'`, `L!`). Upper case is sente's.
The third field may be missing, and so may the fourth. Reading reports every fault that it finds. Where counter-strikes
are forbidden, the square of the capture that forbids them stands in the third field: instead of the hands if there are
no drops (`b 8j 2`, as lishogi writes it), else after them and a comma (`b 2Pp,8j 2`).

Cells are numbered as in `hensoku.runtime.contract`: 0 is empty, else 2 + 2 * kind + side.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, final

from hensoku.runtime.contract import cell_of, kind_of, side_of
from hensoku.runtime.errors import SfenError, SfenFault

SIDES = ("b", "w")

_HOLE = -1
_TOKEN = re.compile(r"(?P<count>[0-9]+)|(?P<hole>\*)|(?P<piece>\+?(?:[A-Za-z]['!]?|\[[^\[\]/\s]*\]))|(?P<bad>.)")
_IN_HAND = re.compile(r"(?P<count>[0-9]*)(?P<piece>\+?(?:[A-Za-z]['!]?|\[[^\[\]/\s]*\]))|(?P<bad>.)")
_NUMBER = re.compile(r"[1-9][0-9]{0,8}")
_MAX_LENGTH = 20_000
_MAX_IN_HAND = 999


@final
@dataclass(frozen=True)
class Placement:
    """A position as SFEN gives it: `hands[side][kind]` are counts, `number` is that of the next move, `struck` the
    square of the last capture that forbids counter-strikes elsewhere, -1 if there is none."""

    cells: tuple[int, ...]
    hands: tuple[tuple[int, ...], tuple[int, ...]]
    turn: int
    number: int
    struck: int = -1


# -------------------------------------------------------------------------------------------------------------- write


def write(
    board: Mapping[str, Any],
    pieces: Sequence[Mapping[str, Any]],
    hand_order: Sequence[int],
    cells: Sequence[int],
    hands: Sequence[Sequence[int]],
    turn: int,
    number: int,
    struck: int = -1,
) -> str:
    """The SFEN of a position. `board`, `pieces` and `hand_order` are as in `VariantData`; sente's hand comes first."""
    grid = [[_HOLE] * board["files"] for _ in range(board["ranks"])]
    for (_, file, rank), cell in zip(board["squares"], cells, strict=True):
        grid[rank][file] = cell
    rows = "/".join(_written_row(row, pieces) for row in grid)
    held = "".join(
        f"{count if count > 1 else ''}{_spelled(pieces[kind]['id'], side)}"
        for side in (0, 1)
        for kind in hand_order
        if (count := hands[side][kind])
    )
    third = held or "-"
    if struck >= 0:
        name = board["squares"][struck][0]
        third = f"{third},{name}" if hand_order else name
    return f"{rows} {SIDES[turn]} {third} {number}"


def _written_row(row: Sequence[int], pieces: Sequence[Mapping[str, Any]]) -> str:
    parts: list[str] = []
    empty = 0
    for cell in row:
        if cell == 0:
            empty += 1
            continue
        if empty:
            parts.append(str(empty))
            empty = 0
        parts.append("*" if cell == _HOLE else _spelled(pieces[kind_of(cell)]["id"], side_of(cell)))
    if empty:
        parts.append(str(empty))
    return "".join(parts)


def _spelled(piece_id: str, side: int) -> str:
    return piece_id.lower() if side else piece_id.upper()


# --------------------------------------------------------------------------------------------------------------- read


def parse(data: Mapping[str, Any], text: str) -> Placement:
    """The placement that `text` gives for the variant `data`. Raises SfenError (a ValueError) with all faults."""
    if not isinstance(text, str):
        raise TypeError(f"an SFEN is text, not {type(text).__name__}")
    if len(text) > _MAX_LENGTH:
        raise SfenError(text[:40] + "...", [SfenFault(f"{len(text)} characters are too many for an SFEN")])
    return _Reader(data, text).read()


@final
@dataclass
class _Reader:
    """One reading: what is understood so far and the faults."""

    data: Mapping[str, Any]
    text: str
    faults: list[SfenFault] = field(default_factory=list)

    def read(self) -> Placement:
        fields = [(found.group(), found.start()) for found in re.finditer(r"\S+", self.text)]
        given = len(fields)
        if given > 4:
            self._fault("an SFEN has four fields: rows, side to move, hands, move number", fields[4][1])
        if foreign := self._foreign([text for text, _ in fields]):
            raise SfenError(self.text, [SfenFault(foreign, 1)])
        fields += [(default, len(self.text)) for default in ("", "b", "-", "1")[len(fields) :]]
        self.kinds = {piece["id"].upper(): kind for kind, piece in enumerate(self.data["pieces"])}
        cells = self._rows(*fields[0]) if fields[0][0] else ()
        turn = self._turn(*fields[1])
        hands, struck = self._third(*fields[2])
        number = self._number(*fields[3])
        if given < 2:
            missing = "the side to move is missing: `b` (sente) or `w` (gote)" if given else "it is empty"
            self._fault(missing, len(self.text))
        if self.faults:
            raise SfenError(self.text, self.faults)
        return Placement(cells, hands, turn, number, struck)

    def _foreign(self, fields: Sequence[str]) -> str | None:
        """What the text is instead of a position of this board, if that is plain; more would only follow from it."""
        board = self.data["board"]
        if fields == ["startpos"]:
            return "the start is what there is without an SFEN"
        if len(fields) == 1 and "/" not in fields[0] and board["ranks"] > 1:
            return "this is no SFEN: rows with `/` between them, `b` or `w`, hands, move number"
        rows = fields[0].split("/") if fields else []
        widths = {_width(row) for row in rows}
        if len(rows) != board["ranks"] and len(widths) == 1 and widths != {board["files"]}:
            return (
                f"the board is {board['files']}×{board['ranks']}, and this is a position of {widths.pop()}×{len(rows)}"
            )
        return None

    def _fault(self, message: str, offset: int) -> None:
        self.faults.append(SfenFault(message, offset + 1))

    def _piece(self, text: str, offset: int) -> int:
        """The cell of a piece on the board, 0 with a fault if there is none."""
        plus, name = ("+", text[1:]) if text[0] == "+" else ("", text)
        kind = self.kinds.get(text.upper())
        if kind is None:
            known = plus and name.upper() in self.kinds
            self._fault(f"{name} has no promoted face" if known else f"{text} is no piece of this variant", offset)
            return 0
        if name not in (name.upper(), name.lower()):
            self._fault(f"{name} mixes upper case (sente) and lower case (gote)", offset)
        return cell_of(kind, int(name != name.upper()))

    # rows

    def _rows(self, text: str, offset: int) -> tuple[int, ...]:
        board = self.data["board"]
        rows = text.split("/")
        if len(rows) != board["ranks"]:
            self._fault(f"{len(rows)} rows, the board has {board['ranks']}", offset)
        places = {(file, rank): square for square, (_, file, rank) in enumerate(board["squares"])}
        cells = [0] * len(places)
        for rank, row in enumerate(rows):
            if rank < board["ranks"]:
                self._row(row, offset, rank, places, cells)
            offset += len(row) + 1
        return tuple(cells)

    def _row(self, row: str, offset: int, rank: int, places: Mapping[tuple[int, int], int], cells: list[int]) -> None:
        files: int = self.data["board"]["files"]
        file = 0
        for width, cell, at in self._row_tokens(row, offset):
            for step in range(min(width, files - file)):
                square = places.get((file + step, rank))
                if (square is None) != (cell == _HOLE):
                    found = "no square of this board: write `*`" if square is None else "a square of this board"
                    self._fault(f"row {rank + 1}, cell {file + step + 1} from the left is {found}", at)
                elif square is not None:
                    cells[square] = cell
            file += width
        if file != files:
            self._fault(f"row {rank + 1} has {file} {'cell' if file == 1 else 'cells'}, the board has {files}", offset)

    def _row_tokens(self, row: str, offset: int) -> Iterator[tuple[int, int, int]]:
        """(width, cell, offset) of each run of empty squares, hole and piece."""
        for found in _TOKEN.finditer(row):
            at = offset + found.start()
            match found.lastgroup:
                case "count" if found.group().startswith("0") or len(found.group()) > 3:
                    self._fault(f"{_short(found.group())} is no count of empty squares", at)
                case "count":
                    yield int(found.group()), 0, at
                case "hole":
                    yield 1, _HOLE, at
                case "piece":
                    yield 1, self._piece(found.group(), at), at
                case _:
                    self._fault(f"unexpected {found.group()!r} among the rows", at)
                    yield 1, 0, at  # for some piece; that its row is short then would be said beside it

    # the other fields

    def _turn(self, text: str, offset: int) -> int:
        if text not in SIDES:
            self._fault(f"{_short(text)} is no side to move: `b` (sente) or `w` (gote)", offset)
            return 0
        return SIDES.index(text)

    def _third(self, text: str, offset: int) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], int]:
        """The hands, and the square that may stand beside them or in their place."""
        held, struck = text, ""
        if self.data["struck"] and self.data["hand_order"]:
            held, _, struck = text.partition(",")
        elif self.data["struck"] and text != "-":
            held, struck = "-", text
        return self._hands(held, offset), self._square(struck, offset + len(text) - len(struck))

    def _square(self, text: str, offset: int) -> int:
        names = [square[0] for square in self.data["board"]["squares"]]
        if text and text not in names:
            self._fault(f"{_short(text)} is no square of this board, where something was taken", offset)
        return names.index(text) if text in names else -1

    def _hands(self, text: str, offset: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        counts = [[0] * len(self.data["pieces"]) for _ in SIDES]
        for found in () if text == "-" else _IN_HAND.finditer(text):
            at = offset + found.start()
            if found.group("bad"):
                self._fault(f"unexpected {found.group()!r} among the hands", at)
                continue
            cell = self._piece(found.group("piece"), at + len(found.group("count")))
            if not cell:
                continue
            kind, side = kind_of(cell), side_of(cell)
            if kind not in self.data["hand_order"]:
                self._fault(f"{found.group('piece')} is never in hand in this variant", at)
            elif counts[side][kind]:
                self._fault(f"{found.group('piece')} is in the hands twice: write a count before it", at)
            else:
                counts[side][kind] = self._count(found.group("count"), at)
        return tuple(counts[0]), tuple(counts[1])

    def _count(self, text: str, offset: int) -> int:
        if not text:
            return 1
        if text.startswith("0") or len(text) > len(str(_MAX_IN_HAND)):
            self._fault(f"{_short(text)} is no count of pieces in hand", offset)
            return 1
        return int(text)

    def _number(self, text: str, offset: int) -> int:
        if not _NUMBER.fullmatch(text):
            self._fault(f"{_short(text)} is no move number", offset)
            return 1
        return int(text)


def _width(row: str) -> int:
    """How many cells a row fills, whatever its letters mean."""
    counts = (found.group("count") for found in _TOKEN.finditer(row))
    return sum(int(count) if count and len(count) <= 3 else 1 for count in counts)


def _short(text: str) -> str:
    return repr(text if len(text) <= 20 else text[:20] + "...")
