"""A shogi piece as it is drawn: a pentagon with one sign, or with several below each other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, final

from rich.cells import cell_len

from hensoku.compiler.resolve.faces import Face

_SIZES: Final = (21.0, 14.5, 10.5)
"""Of one sign, and of two and more below each other; in units of which a square has 40."""

_LETTERS: Final = (19.0, 15.0, 11.0, 9.0)
"""Of one letter and more of them side by side."""

_MIDDLE: Final = 2.4
"""Where the middle of what is written is, below that of the square: a pentagon is wider there."""

_BASELINE: Final = 0.36
"""How far a baseline is below the middle of its signs, in their size."""


@final
@dataclass(frozen=True)
class Koma:
    """`label` is what is written on it; `promoted` faces are written in red."""

    label: str
    promoted: bool = False

    @property
    def size(self) -> float:
        sizes = _SIZES if self._upright else _LETTERS
        return sizes[min(len(self.label), len(sizes)) - 1]

    @property
    def lines(self) -> Iterator[tuple[str, float]]:
        """What is written, and how far below the middle of the square its baseline is."""
        signs = tuple(self.label) if self._upright else (self.label,)
        for index, sign in enumerate(signs):
            below = (index - (len(signs) - 1) / 2 + _BASELINE) * self.size
            yield sign, round(_MIDDLE + below, 1)

    @property
    def _upright(self) -> bool:
        """Whether each sign has a place of its own: kanji have, letters stand side by side."""
        return cell_len(self.label) == 2 * len(self.label)


def koma_of(face: Face) -> Koma:
    """The kanji of a face, or its letters as SFEN has them."""
    kanji = (face.face or face.piece).kanji
    return Koma(kanji or face.spelling.strip("[]"), face.face is not None)
