"""Both backends say the same on random definitions. What fails here is shrunk by
`hensoku fuzz --seed S --first N --count 1 --out DIR`, and goes to `found/` with a line on what it was."""

from __future__ import annotations

from pathlib import Path

import pytest

from hensoku.compiler.fuzz.campaign import Tally, run_files, run_numbers

BLOCK = 10
FEW, MANY = range(0, 40, BLOCK), range(40, 340, BLOCK)
SEED = 20261130
FOUND = sorted((Path(__file__).parent / "found").glob("*.yaml"))


def told(tally: Tally) -> list[str]:
    """What was found, for people."""
    return [f"{found.name}: {found.failure.kind}: {found.failure.detail}" for found in tally.found]


def try_block(first: int) -> None:
    tally = run_numbers(SEED, range(first, first + BLOCK))
    assert told(tally) == []
    assert tally.definitions == BLOCK
    assert tally.positions > BLOCK


@pytest.mark.parametrize("first", FEW)
def test_random_definitions(first: int) -> None:
    try_block(first)


@pytest.mark.slow
@pytest.mark.parametrize("first", MANY)
def test_many_random_definitions(first: int) -> None:
    try_block(first)


@pytest.mark.parametrize("file", FOUND, ids=[file.stem for file in FOUND])
def test_what_was_found(file: Path) -> None:
    """Shrunk definitions of differences that there were once."""
    assert told(run_files([file])) == []
