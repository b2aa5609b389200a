"""How codes are spelled: one target or several, turning back, faces that are dropped."""

from __future__ import annotations

from typing import Any

import pytest

from hensoku.runtime.codec import MoveCodec
from hensoku.runtime.contract import BECOMES_SHIFT, FROM_SHIFT, NO_SQUARE, TO_SHIFT, VIA_SHIFTS


def face(name: str, base: int, *promotes: int) -> dict[str, Any]:
    return {"id": name, "base": base, "promotes": list(promotes)}


# kinds: 0 K, 1 P -> +P, 2 +P -> P (turns back), 3 S -> G or +S, 4 G, 5 +S, 6 [AB] -> G only
DATA: dict[str, Any] = {
    "board": {"squares": [["2a", 0, 0], ["1a", 1, 0], ["2b", 0, 1], ["1b", 1, 1]]},
    "pieces": [
        face("K", 0),
        face("P", 1, 2),
        face("+P", 1, 1),
        face("S", 3, 4, 5),
        face("G", 4),
        face("+S", 3),
        face("[AB]", 6, 4),
    ],
}


def code(origin: int, to: int, *via: int, becomes: int = -1) -> int:
    vias = (*via, NO_SQUARE, NO_SQUARE, NO_SQUARE)[:3]
    packed = sum(square << shift for square, shift in zip(vias, VIA_SHIFTS, strict=True))
    return to << TO_SHIFT | origin << FROM_SHIFT | packed | becomes + 1 << BECOMES_SHIFT


def drop(kind: int, to: int, face: int = -1) -> int:
    return code(NO_SQUARE, to, kind, becomes=face)


# (kind on 2b, code, text)
SPELLED = [
    (0, code(2, 0), "2b2a"),
    (0, code(2, 2, 3), "2b1b2b"),
    (0, code(2, 0, 3, 1), "2b1b1a2a"),
    (1, code(2, 0, becomes=2), "2b2a+"),
    (2, code(2, 0, becomes=1), "2b2a-"),
    (3, code(2, 0, becomes=4), "2b2a+G"),
    (3, code(2, 0, becomes=5), "2b2a+S"),
    (6, code(2, 0, becomes=4), "2b2a+"),
    (0, drop(1, 3), "P*1b"),
    (0, drop(1, 3, face=2), "+P*1b"),
    (0, drop(6, 3), "[AB]*1b"),
]


@pytest.mark.parametrize(("kind", "packed", "text"), SPELLED, ids=[text for _, _, text in SPELLED])
@pytest.mark.parametrize("side", [0, 1])
def test_spelling(kind: int, packed: int, text: str, side: int) -> None:
    assert str(MoveCodec(DATA).decode(packed, (0, 0, 2 + 2 * kind + side, 0))) == text


def test_one_code_of_two_movers() -> None:
    """A change to G is `+` for the only target and `+G` for one of two: the same code, spelled by who moves."""
    codec, packed = MoveCodec(DATA), code(2, 0, becomes=4)
    by_mover = [str(codec.decode(packed, (0, 0, 2 + 2 * kind, 0))) for kind in (3, 6, 3)]
    assert by_mover == ["2b2a+G", "2b2a+", "2b2a+G"]
