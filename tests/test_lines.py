"""Positions that decide one rule each of how lines limit moves, counted with and without sets of squares.

Each was found by leaving the rule out of a counting program: that program was wrong there. `source` says who counted;
the interpreter counts those of depth 1 again in every run, those of depth 2 in the slow one.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache

import pytest
from counts import FOLDER

import hensoku
from hensoku.compiler.options import Options, Tier
from hensoku.loading import load_with


@dataclass(frozen=True)
class Row:
    variant: str
    sfen: str
    depth: int
    nodes: int
    source: str
    why: str
    topology: str = "grid"


ROWS = [Row(**json.loads(line)) for line in (FOLDER / "lines.jsonl").read_text("utf-8").splitlines()]


@cache
def variant(slug: str, topology: str, tier: Tier | None) -> hensoku.Variant:
    """The variant on another board of its size; None is the interpreter."""
    overrides = {} if topology == "grid" else {"topology": {"type": topology, "rows": 9, "cols": 9}}
    if tier is None:
        return hensoku.load(slug, backend="reference", overrides=overrides)
    return load_with(slug, "compiled", overrides=overrides, options=Options(tier=tier, optimise=0))


@pytest.mark.parametrize("tier", [0, 1, 2])
@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.variant}-{row.depth}-{row.why[:40]}")
def test_compiled(row: Row, tier: Tier) -> None:
    assert variant(row.variant, row.topology, tier).position(row.sfen).perft(row.depth) == row.nodes, row.why


@pytest.mark.parametrize(
    "row",
    [pytest.param(row, marks=pytest.mark.slow if row.depth == 2 else ()) for row in ROWS if row.depth < 3],
    ids=lambda row: f"{row.variant}-{row.depth}-{row.why[:40]}",
)
def test_reference(row: Row) -> None:
    assert variant(row.variant, row.topology, None).position(row.sfen).perft(row.depth) == row.nodes, row.why
