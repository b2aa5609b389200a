"""A position as frozen data, and what can be read off it without a rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import final

from hensoku.compiler.ir.types import EMPTY, Impasse, Kind, Module, Side, SquareIndex, cell_of, kind_of, side_of


@final
@dataclass(frozen=True, slots=True)
class Position:
    """`hands[side][kind]` are counts. What makes no difference in a variant is left as it is here:

    - `virgin`: the squares whose piece has never moved
    - `checks`: how many checks each side has given
    - `passes`: how many moves in a row were passes, up to what the ends ask for
    - `struck`: the square of the last move's capture that forbids a counter-strike elsewhere, -1 if there is none
    - `credit`: points that an impasse adds, for what the setup lacked from which the game began
    """

    cells: tuple[int, ...]
    hands: tuple[tuple[int, ...], tuple[int, ...]]
    turn: Side
    virgin: frozenset[SquareIndex] = frozenset()
    checks: tuple[int, int] = (0, 0)
    passes: int = 0
    struck: SquareIndex = -1
    credit: int = 0


def start(module: Module) -> Position:
    setup = module.setups[0]
    return Position(setup.cells, setup.hands, setup.turn)


def fresh_virgin(module: Module, cells: Sequence[int]) -> frozenset[SquareIndex]:
    """Who counts as unmoved in a position that does not say: a piece that stands where the start has the very same,
    among those for whom it makes a difference."""
    initial = {kind for kind, piece in enumerate(module.pieces) if any(move.initial for move in piece.moves)}
    if initial and module.borrow is not None:
        initial = set(range(len(module.pieces)))
    at_start = module.setups[0].cells
    return frozenset(
        square
        for square, cell in enumerate(cells)
        if cell != EMPTY and cell == at_start[square] and kind_of(cell) in initial
    )


def fresh_credit(module: Module, position: Position) -> int:
    """The points that an impasse adds in a game that begins with this position: something only if it is a setup."""
    added = next((end.terms.credits for end in module.ends if isinstance(end.terms, Impasse)), ())
    placed = (position.cells, position.hands, position.turn)
    return max(
        (
            points
            for setup, points in zip(module.setups, added, strict=False)
            if (setup.cells, setup.hands, setup.turn) == placed
        ),
        default=0,
    )


def pieces_of(position: Position, side: Side) -> Iterator[SquareIndex]:
    """The squares on which that side's pieces stand."""
    return (square for square, cell in enumerate(position.cells) if cell != EMPTY and side_of(cell) == side)


def holds(position: Position, side: Side, kinds: Iterable[Kind]) -> bool:
    """Whether a side has one of some kinds in its hand."""
    return any(position.hands[side][kind] for kind in kinds)


def royals_on_board(module: Module, position: Position, side: Side) -> tuple[SquareIndex, ...]:
    royals = {cell_of(kind, side) for kind, piece in enumerate(module.pieces) if piece.royal}
    return tuple(square for square, cell in enumerate(position.cells) if cell in royals)


def royals_left(module: Module, position: Position, side: Side) -> int:
    """That side's royals, on the board and in its hand."""
    return len(royals_on_board(module, position, side)) + royals_in_hand(module, position, side)


def royals_in_hand(module: Module, position: Position, side: Side) -> int:
    return sum(count for kind, count in enumerate(position.hands[side]) if module.pieces[kind].royal)
