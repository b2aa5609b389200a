"""A look at a position: what stands where, by the names that people use."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, final

from hensoku.runtime import sfen as sfen_text
from hensoku.runtime.contract import Core, kind_of, side_of
from hensoku.runtime.given import expect


@final
@dataclass(frozen=True, slots=True)
class PieceOnBoard:
    """A piece on a square: the face that shows, and whose it is. Its text is its SFEN spelling."""

    id: str
    name: str
    kanji: str
    side: str
    sfen: str

    def __str__(self) -> str:
        return self.sfen


@final
@dataclass(frozen=True, slots=True)
class View:
    """`data` is the variant's, `squares` are its squares' indices by name; `core` stands on the position."""

    data: Mapping[str, Any]
    squares: Mapping[str, int]
    core: Core

    @property
    def players(self) -> list[str]:
        names: list[str] = self.data["players"]
        return names

    @property
    def turn(self) -> str:
        """The name of the side to move: `sente` or `gote`."""
        return self.players[self.core.turn]

    def sfen(self, number: int) -> str:
        data, core = self.data, self.core
        struck = core.state()[-1]
        return sfen_text.write(
            data["board"], data["pieces"], data["hand_order"], core.cells(), core.hands(), core.turn, number, struck
        )

    def piece_at(self, square: str) -> PieceOnBoard | None:
        """The piece on a square such as `5e`, None if it is empty. Raises ValueError for no square of the board."""
        expect(square, str, "a square is text such as '5e'")
        index = self.squares.get(square)
        if index is None:
            raise ValueError(f"{square!r} is no square of this board")
        return self.piece(self.core.cells()[index])

    def piece(self, cell: int) -> PieceOnBoard | None:
        """What a cell of the core holds."""
        if not cell:
            return None
        piece, side = self.data["pieces"][kind_of(cell)], side_of(cell)
        spelled = piece["id"].lower() if side else piece["id"].upper()
        return PieceOnBoard(piece["id"], piece["name"], piece["kanji"], self.players[side], spelled)

    def hand(self, side: str) -> dict[str, int]:
        """The pieces in the hand of `sente` or `gote`: how many by id, those it has none of left out."""
        expect(side, str, "a side is a name")
        if side not in self.players:
            raise ValueError(f"{side!r} is no side: {' or '.join(self.players)}")
        counts = self.core.hands()[self.players.index(side)]
        return {self.data["pieces"][kind]["id"]: counts[kind] for kind in self.data["hand_order"] if counts[kind]}

    def is_check(self) -> bool:
        """Whether the side to move is in check."""
        return self.core.in_check(self.core.turn)
