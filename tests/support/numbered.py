"""The shipped variants whose moves have numbers: those in which no piece moves in several steps."""

from __future__ import annotations

from counts import SHEETS

from hensoku.compiler.resolve import resolve


def in_several_steps(slug: str) -> bool:
    return any(len(move.legs) > 1 for piece in resolve(slug).module.pieces for move in piece.moves)


NUMBERED = tuple(slug for slug in SHEETS if not in_several_steps(slug))
