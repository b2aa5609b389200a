"""What face a captured piece has in the hand and when it is dropped, on both backends; worked out by hand."""

from __future__ import annotations

import pytest
from compiled import Workshop
from rulebooks import both_backends, variant

# (profile, what is captured, the hand after it, the ways in which that may be dropped, why)
FACES = [
    ("", "+s", "+S", "+S", "it keeps its face"),
    ("", "s", "S", "S", "this one, too"),
    ("unpromoted", "+s", "S", "S", "it turns back"),
    ("either", "+s", "S", "S +S", "the piece itself is in hand, and shows what the player likes"),
]


@both_backends
@pytest.mark.parametrize(("profile", "taken", "held", "dropped", "why"), FACES)
def test_faces(profile: str, taken: str, held: str, dropped: str, why: str, backend: str, workshop: Workshop) -> None:
    position = variant("drop-faces", profile, backend, workshop).position(f"4k/5/2{taken}2/2R2/K4 b - 1")
    position.push("3d3c")
    assert position.hand("sente") == {held: 1}, why
    position.push("1a2a")
    found = {str(move).partition("*")[0] for move in position.legal_moves if "*" in str(move)}
    assert found == set(dropped.split()), why
