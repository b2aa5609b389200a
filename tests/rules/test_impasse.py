"""Impasse in handicap games: what a setup lacks is credited to its giver, as lishogi has it.

The positions are those of `ImpasseTest` in its library scalashogi. Other impasses, by themselves and by declaration,
are in `tests/data/ends`.
"""

from __future__ import annotations

import pytest
from compiled import Workshop
from rulebooks import BACKENDS, both_backends, outcome, variant

from hensoku.runtime.position import restore

SEVENTEEN = "9/9/9/9/9/9/3p1lllg/+P+P2kssgg/K+P4ssg w r 2"

# (the setup from which the game began, sfen, winner, what scalashogi says of it)
HANDICAPS = [
    ("two-piece", SEVENTEEN, "gote", "17 points for gote, but 2 piece handicap"),
    ("start", SEVENTEEN, None, "17 points for gote"),
    ("rook", "9/9/9/9/9/9/3p1lllg/+P+P2kssgr/K+P4ssg w r 2", None, "21 points for gote plus 1 piece handicap"),
    ("rook", "9/9/9/9/9/9/3p1lllr/+P+P2kssgr/K+P4ssg w 2s 2", "gote", "one more (not of scalashogi)"),
]


@both_backends
@pytest.mark.parametrize(("setup", "sfen", "winner", "why"), HANDICAPS, ids=[row[-1] for row in HANDICAPS])
def test_what_a_handicap_lacks_is_credited(
    setup: str, sfen: str, winner: str | None, why: str, backend: str, workshop: Workshop
) -> None:
    """The position is set down in the middle of a game that began with the setup, as scalashogi's test does."""
    of = variant("impasse", "lishogi", backend, workshop)
    began, there = of.new_core(), of.new_core()
    first, later = of.position(setup=setup), of.position(sfen)
    for core, position in ((began, first), (there, later)):
        core.reset(position._core.cells(), position._core.hands(), position._core.turn, ())
    placed = (there.cells(), there.hands(), there.turn, began.state())
    found = restore(of, of.fingerprint, placed, 2, ()).outcome()
    assert found == (outcome(winner, "impasse") if winner else None), why


def test_the_sfen_of_a_setup_is_that_setup(workshop: Workshop) -> None:
    for backend in BACKENDS:
        of = variant("impasse", "lishogi", backend, workshop)
        lance = of.position(setup="lance")
        assert of.position(lance.sfen()) == lance
        lance.push("5a4b")
        assert of.position(lance.sfen()) != lance  # of that game it is not known how it began
