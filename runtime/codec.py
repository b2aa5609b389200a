"""Between move codes (`hensoku.runtime.contract`) and `Move`s. A code is spelled once and then looked up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, final

from hensoku.runtime.contract import (
    BECOMES_SHIFT,
    FROM_SHIFT,
    NO_SQUARE,
    SQUARE_MASK,
    TO_SHIFT,
    VIA_SHIFTS,
    Code,
    changing,
)
from hensoku.runtime.move import Move

_MOVER_SHIFT = 64


def to_square(code: Code) -> int:
    return code >> TO_SHIFT & SQUARE_MASK


def from_square(code: Code) -> int:
    """The origin, NO_SQUARE for a drop."""
    return code >> FROM_SHIFT & SQUARE_MASK


def dropped_kind(code: Code) -> int | None:
    """The kind that leaves the hand, None for a move on the board."""
    return code >> VIA_SHIFTS[0] & SQUARE_MASK if from_square(code) == NO_SQUARE else None


@final
class MoveCodec:
    """The spellings of one variant's moves."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self._squares = [square[0] for square in data["board"]["squares"]]
        self._pieces: Sequence[Mapping[str, Any]] = data["pieces"]
        self._spelled: dict[int, Move] = {}
        self._named: dict[str, list[Move]] = {}

    def decode(self, code: Code, cells: Sequence[int]) -> Move:
        """The move of a code in a position; how a promotion is written depends on the piece that moves."""
        return self.spell(code, changing(code, cells))

    def spell(self, code: Code, mover: int) -> Move:
        """The same, for the kind that changes by it (`hensoku.runtime.contract.changing`)."""
        key = code | mover + 1 << _MOVER_SHIFT
        move = self._spelled.get(key)
        if move is None:
            move = self._spelled[key] = self._spell(code, mover)
            self._named.setdefault(str(move), []).append(move)
        return move

    def named(self, text: str) -> Sequence[Move]:
        """The moves spelled so far that are written so; more than one where it depends on what moves."""
        return self._named.get(text, ())

    def _spell(self, code: Code, mover: int) -> Move:
        to, origin, becomes = self._squares[to_square(code)], from_square(code), (code >> BECOMES_SHIFT) - 1
        if (kind := dropped_kind(code)) is not None:
            return Move(None, to, drop=self._pieces[kind if becomes < 0 else becomes]["id"].upper())
        vias = (code >> shift & SQUARE_MASK for shift in VIA_SHIFTS)
        via = tuple(self._squares[square] for square in vias if square != NO_SQUARE)
        return Move(self._squares[origin], to, via, "" if becomes < 0 else self._change(mover, becomes))

    def _change(self, mover: int, becomes: int) -> str:
        base = self._pieces[mover]["base"]
        targets = [kind for kind in self._pieces[mover]["promotes"] if kind != base or kind == mover]
        if becomes == base:
            return "-"
        if targets == [becomes]:
            return "+"
        piece_id: str = self._pieces[becomes]["id"].upper()
        return "+" + piece_id.removeprefix("+")
