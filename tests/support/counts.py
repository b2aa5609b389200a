"""Positions and how many positions lie beyond them, as somebody else counted: `tests/data/perft`."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import hensoku

FOLDER = Path(__file__).parents[1] / "data" / "perft"
VARIANTS = ("annan-shogi", "cannon-shogi", "cylinder-shogi", "minishogi", "sho-shogi", "shogi")


@dataclass(frozen=True)
class Count:
    """One line of a file. `source` says who counted, `reading` which profile they follow, `why` what it decides."""

    name: str
    variant: str
    sfen: str
    depth: int
    nodes: int
    source: str
    reading: str | None = None
    why: str = ""


@cache
def counts_of(file: str) -> tuple[Count, ...]:
    lines = (FOLDER / f"{file}.jsonl").read_text("utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    return tuple(Count(name=f"{file}-{number}-depth-{row['depth']}", **row) for number, row in enumerate(rows, 1))


@cache
def variant(slug: str, backend: Any, profile: str | None = None) -> hensoku.Variant:
    return hensoku.load(slug, backend=backend, profile=profile)


def position(count: Count, backend: str) -> hensoku.Position:
    return variant(count.variant, backend, count.reading).position(count.sfen)


def difference(count: Count) -> str:
    """What both backends count behind each first move, the moves on which they differ marked."""
    compiled, reference = (position(count, backend).divide(count.depth) for backend in ("compiled", "reference"))
    moves = sorted(compiled.keys() | reference.keys())
    lines = [
        f"{'  ' if compiled.get(move) == reference.get(move) else '! '}{move:8}"
        f"{compiled.get(move, '-'):>10}{reference.get(move, '-'):>10}"
        for move in moves
    ]
    head = f"{count.variant} {count.sfen!r} depth {count.depth}: {count.nodes} by {count.source} {count.why}"
    sums = f"  {'':8}{sum(compiled.values()):>10}{sum(reference.values()):>10}"
    return "\n".join((head, f"  {'':8}{'compiled':>10}{'reference':>10}", *lines, sums))
