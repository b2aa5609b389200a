"""Canonical strings: a table, and random strings on random boards."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from move_boards import parsed, random_scene

from hensoku.dsl.moves.format import canonical
from hensoku.dsl.moves.parse import parse_text
from hensoku.dsl.moves.sample import sample_moves

SAME = [
    # strings of one meaning, the canonical one first
    ("K", "WF", "K1", "FW", "fWbWsWF"),
    ("Q", "RB", "WWFF", "Q0", "K0", "BR", "BRB"),
    ("R", "W0", "R0", "mcR", "cmR", "mRcR", "(0,1)0"),
    ("W", "R1", "W1", "(0,1)", "vWsW"),
    ("R3", "W3"),
    ("Q3", "R3B3", "K3"),
    ("WfF", "fFW", "WflFfrF"),
    ("fWF", "FfW"),
    ("fsW", "sfW", "fWlWrW", "flrW"),
    ("ffN", "(1,2)ff", "fN")[::2],
    ("N", "(1,2)", "(2,1)", "hrNhlN", "ffNbbNsN"),
    ("C0", "CC", "LL"),
    ("(1,4)", "(4,1)"),
    ("mRcpR", "cpRmR"),
    ("mBpBpR2mW", "mBpBmWpR2"),
    ("fmWfcF", "mfWcfF"),
    ("fmWifmnD", "fmWimfnD"),
    ("gQ", "gRgB"),
    ("pR{screens=2}", "ppR{screens=2..2}", "pR{screens=2}"),
    ("ppR", "pR{screens>=1}", "pR{screens=1..}"),
    ("pR", "pR{screens=1}", "ppR{screens<=1}", "pR{min=1}"),
    ("pR{screen!=A|U,target!=U}", "pR{target!=U,screen!=U|A|U}"),
    ("N N{target=U}", "N{target=U}N"),
    ("nN", "nN nN"),
    ("KNADcaKmcabK", "NADcaKmcabKK", "KNADcaKcmabK"),
    ("RasR", "RmasR", "RmasW0"),
    ("FyafsF", "FmyafsF"),
    ("mpafsW", "pmafsW", "mpafrWmpaflW")[:2],
    ("W[B?sB]", "[B?sB]W", "[mB?sB]W")[:2],
    ("[K?aK]", "[K?rvlvfslrfK]", "[K?aK] [K?aK]")[::2],
    ("cU", "cU cU"),
]


@pytest.mark.parametrize("strings", SAME, ids=[row[0] for row in SAME])
def test_strings_of_one_meaning(strings: tuple[str, ...]) -> None:
    wanted, *others = strings
    assert canonical(parsed(wanted)) == wanted
    for other in others:
        assert canonical(parsed(other)) == wanted, other


@settings(max_examples=150, deadline=None, derandomize=True)
@given(st.integers(min_value=0, max_value=2**32))
def test_the_canonical_string_means_the_same_and_is_canonical(seed: int) -> None:
    random = Random(seed)
    kinds = {"A": (1,), "B": (2,), "all": (0, 1, 2)}
    text = sample_moves(random, names=list(kinds))
    spelled = canonical(parsed(text))
    assert canonical(parsed(spelled)) == spelled
    assert parse_text(spelled)[1] == []
    for _ in range(2):
        board = random_scene(random)
        assert board.results(spelled, kinds) == board.results(text, kinds)


def test_samples_are_repeatable_and_varied() -> None:
    strings = [sample_moves(Random(seed)) for seed in range(600)]
    assert strings == [sample_moves(Random(seed)) for seed in range(600)]
    letters = set("".join(strings))
    assert set("fblrvshmcdtpgynji") <= letters
    assert set("WFDNAHCZGKQRBU[(") <= letters
