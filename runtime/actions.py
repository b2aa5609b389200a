"""The moves of a variant as numbers, the same in every position: what a policy of fixed size is over.

From the eyes of the side that moves (the board turned by 180 degrees for the second one), with S squares in the order
of `data["board"]["squares"]`:

    (from * S + to) * C + choice        a move on the board. `choice` is 0 if the piece stays what it is, else the
                                        place (from 1) of what it becomes among its `promotes`; C is 1 more than the
                                        most that a piece has. A pass goes from a square to itself.
    S * S * C + slot * S + to           a drop. `slot` is the place of the piece that comes to the board (with its
                                        face) among those that can be dropped, `data["actions"]["drops"]`.

So shogi has 81 * 81 * 2 + 7 * 81 = 13,689 numbers. Pieces that move in several steps, such as the lion, may reach one
square in one way and another; a variant with such a piece has no numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, final

from hensoku.runtime.codec import dropped_kind, from_square, to_square
from hensoku.runtime.contract import BECOMES_SHIFT, Code, changing

if TYPE_CHECKING:
    from hensoku.runtime.move import Move
    from hensoku.runtime.position import Position


@final
class ActionError(ValueError):
    """A variant whose moves have no numbers, or a number that is no legal move."""


@final
class Actions:
    """The numbers of a variant's moves, 0 to `count` - 1. Raises ActionError if it has none."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        told = data.get("actions")
        if told is None:
            raise ActionError(f"{data['slug']} was built by a hensoku that did not number moves: build it again")
        if told["several"]:
            raise ActionError(
                f"the moves of {data['slug']} have no numbers: {told['several']} moves in several steps, "
                "so that where it comes from and goes to does not say what it takes"
            )
        self._pieces: Sequence[Mapping[str, Any]] = data["pieces"]
        self._turned: Sequence[int] = told["turned"]
        self._slots = {kind: slot for slot, kind in enumerate(told["drops"])}
        self.squares = len(self._turned)
        self.choices = 1 + max(len(piece["promotes"]) for piece in self._pieces)
        self.count = self._first_drop + len(self._slots) * self.squares

    @cached_property
    def _first_drop(self) -> int:
        return self.squares * self.squares * self.choices

    def number(self, code: Code, cells: Sequence[int], turn: int) -> int:
        """The number of a move that side `turn` can make where `cells` stand."""
        to = self.seen(to_square(code), turn)
        becomes = (code >> BECOMES_SHIFT) - 1
        if (kind := dropped_kind(code)) is not None:
            return self._first_drop + self._slots[kind if becomes < 0 else becomes] * self.squares + to
        mover = changing(code, cells)
        choice = 0 if mover < 0 else 1 + self._pieces[mover]["promotes"].index(becomes)
        return (self.seen(from_square(code), turn) * self.squares + to) * self.choices + choice

    def legal(self, position: Position) -> dict[int, Move]:
        """The legal moves of a position by their numbers; none when the game is over."""
        if position.outcome() is not None:
            return {}
        core = position.core()
        cells, turn = core.cells(), core.turn
        return {self.number(code, cells, turn): move for move, code in position.codes().items()}

    def seen(self, square: int, turn: int) -> int:
        """A square from the eyes of a side."""
        return self._turned[square] if turn else square
