"""A setup as a board to draw: squares of 40 units, files 9–1 above, ranks a–i at the right, as in shogi diagrams."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, final

from hensoku.compiler.data import variant_data
from hensoku.compiler.geometry import Geometry, rank_letters
from hensoku.compiler.ir.types import EMPTY, Setup, kind_of, side_of
from hensoku.compiler.resolve import Resolved
from hensoku.compiler.resolve.faces import number_faces
from hensoku.pages.koma import Koma, koma_of

CELL: Final = 40
_DOTTED: Final = 9
"""A board of so many files and ranks has dots where the zones end."""


@final
@dataclass(frozen=True)
class Placed:
    """A piece on the board, or in a hand (`count` of it); gote's are turned."""

    koma: Koma
    x: float
    y: float
    turned: bool
    count: int = 1


@final
@dataclass(frozen=True)
class Board:
    """What the template `board.svg` draws. Points are pairs of units from the corner at the top left."""

    title: str
    about: str
    files: tuple[str, ...]
    ranks: tuple[str, ...]
    joined: tuple[bool, bool]
    holes: tuple[tuple[int, int], ...]
    lines: tuple[tuple[tuple[int, int], ...], ...]
    dots: tuple[tuple[int, int], ...]
    pieces: tuple[Placed, ...]
    hands: tuple[tuple[Placed, ...], tuple[Placed, ...]]

    @property
    def width(self) -> int:
        return CELL * len(self.files)

    @property
    def height(self) -> int:
        return CELL * len(self.ranks)


def board_of(resolved: Resolved, setup: Setup, title: str) -> Board:
    """A setup of a variant."""
    topology = resolved.definition.topology
    files, ranks = topology.cols.value, topology.rows.value
    shape, faces = resolved.module.board, number_faces(resolved.definition)
    squares = {(square.file, square.rank) for square in shape.squares}
    corners = {square.name: _middle(square.file, square.rank) for square in shape.squares}
    pieces = [
        Placed(koma_of(faces.all[kind_of(cell)]), *_middle(square.file, square.rank), side_of(cell) == 1)
        for square, cell in zip(shape.squares, setup.cells, strict=True)
        if cell != EMPTY
    ]
    first, second = (tuple(_hand(resolved, setup, side, CELL * files)) for side in (0, 1))
    return Board(
        title=title,
        about=variant_data(resolved.module)["setups"][setup.name],
        files=tuple(str(files - file) for file in range(files)),
        ranks=tuple(rank_letters(rank) for rank in range(ranks)),
        joined=Geometry(topology.type.value, files, ranks).joined,
        holes=tuple(
            (CELL * file, CELL * rank) for rank in range(ranks) for file in range(files) if (file, rank) not in squares
        ),
        lines=tuple(tuple(corners[name.value] for name in line) for line in topology.lines),
        dots=_dots(files, ranks),
        pieces=tuple(pieces),
        hands=(first, second),
    )


def _middle(file: int, rank: int) -> tuple[int, int]:
    return CELL * file + CELL // 2, CELL * rank + CELL // 2


def _dots(files: int, ranks: int) -> tuple[tuple[int, int], ...]:
    if files % 3 or ranks % 3 or min(files, ranks) < _DOTTED:
        return ()
    return tuple(
        (CELL * file, CELL * rank) for file in (files // 3, 2 * files // 3) for rank in (ranks // 3, 2 * ranks // 3)
    )


def _hand(resolved: Resolved, setup: Setup, side: int, width: int) -> Iterator[Placed]:
    """The kinds in a hand, in rows as wide as the board; below it for sente, above it for gote."""
    faces = number_faces(resolved.definition)
    held = [(kind, setup.hands[side][kind]) for kind in resolved.module.hand_order if setup.hands[side][kind]]
    step = CELL + CELL // 2
    for index, (kind, count) in enumerate(held):
        row, column = divmod(index, max(1, width // step))
        yield Placed(koma_of(faces.all[kind]), step * column + CELL // 2, CELL * row + CELL // 2, side == 1, count)
