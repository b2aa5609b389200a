"""Move codes of `hensoku.runtime.contract`, packed and unpacked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never, final

from hensoku.compiler.ir.types import Kind, SquareIndex
from hensoku.runtime.contract import (
    BECOMES_SHIFT,
    FROM_SHIFT,
    MOST_VIAS,
    NO_SQUARE,
    SQUARE_MASK,
    TO_SHIFT,
    VIA_SHIFTS,
    Code,
)


@final
@dataclass(frozen=True, slots=True)
class BoardMove:
    """`becomes` is the kind that the mover turns into, -1 if it stays what it is."""

    origin: SquareIndex
    to: SquareIndex
    vias: tuple[SquareIndex, ...] = ()
    becomes: Kind = -1


@final
@dataclass(frozen=True, slots=True)
class DropMove:
    """A piece of `kind` leaves the hand and stands on `to` as `face`."""

    kind: Kind
    face: Kind
    to: SquareIndex


def encode(move: BoardMove | DropMove) -> Code:
    """Raises `ValueError` for a move with more vias than a code can hold."""
    match move:
        case BoardMove(origin, to, vias, becomes):
            return _pack(to, origin, vias, becomes)
        case DropMove(kind, face, to):
            return _pack(to, NO_SQUARE, (kind,), -1 if face == kind else face)
        case _:
            assert_never(move)


def decode(code: Code) -> BoardMove | DropMove:
    to, origin, *vias = (code >> shift & SQUARE_MASK for shift in (TO_SHIFT, FROM_SHIFT, *VIA_SHIFTS))
    becomes = (code >> BECOMES_SHIFT) - 1
    if origin == NO_SQUARE:
        kind = vias[0]
        return DropMove(kind, kind if becomes < 0 else becomes, to)
    return BoardMove(origin, to, tuple(via for via in vias if via != NO_SQUARE), becomes)


def _pack(to: SquareIndex, origin: SquareIndex, vias: tuple[int, ...], becomes: Kind) -> Code:
    if len(vias) > MOST_VIAS:
        raise ValueError(f"a move code holds {MOST_VIAS} squares on the way, not {len(vias)}")
    code = to << TO_SHIFT | origin << FROM_SHIFT | becomes + 1 << BECOMES_SHIFT
    for shift, via in zip(VIA_SHIFTS, (*vias, *(NO_SQUARE,) * (MOST_VIAS - len(vias))), strict=True):
        code |= via << shift
    return code
