"""Positions and how many positions lie beyond them, as somebody else counted: `tests/data`.

`perft/<slug>.jsonl` has positions of a variant, `starts.jsonl` the counts from the starts. The rows of a new variant
are found by themselves; only `SIX` and `BRIEF` name variants.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from compiled import QUICK

import hensoku
import hensoku.variants
from hensoku.compiler.options import DEFAULT
from hensoku.loading import load_with

DATA = Path(__file__).parents[1] / "data"
FOLDER = DATA / "perft"
SHEETS = tuple(sorted(path.stem for folder in hensoku.variants.__path__ for path in Path(folder).glob("*.md")))

SIX = ("annan-shogi", "cannon-shogi", "cylinder-shogi", "minishogi", "sho-shogi", "shogi")
"""The first variants: they have the largest tables, and the longest games in the slow run."""

BRIEF = (
    *SIX,
    "check-shogi",  # an end at the first check
    "chu-shogi",  # two steps in a turn, captures that are forbidden, two royals
    "dobutsu-shogi",  # a royal that is taken, the safe try
    "kyoto-shogi",  # a piece turns over at every move; two sets of letters
    "micro-shogi",  # it turns over when it captures
    "tori-shogi",  # forced promotion, two on a file
    "torus-shogi",  # both pairs of edges joined
    "wa-shogi-with-drops",  # 121 squares, 17 pieces
    "whale-shogi",  # moves by rank, a piece that changes when it is captured
    "xiangqi",  # kings that may not face each other, palaces, lame leapers, cannons
    "yari-shogi",  # mate by a dropped pawn allowed, stalemate a draw
)
"""What the default run builds; all others are of the slow run."""

TABLES = tuple(slug for slug in SHEETS if (FOLDER / f"{slug}.jsonl").is_file())


@dataclass(frozen=True)
class Count:
    """One line of a file. `source` says who counted, `profile` has their reading or letters, `why` what it decides."""

    name: str
    variant: str
    sfen: str
    depth: int
    nodes: int
    source: str
    profile: str | None = None
    why: str = ""


@dataclass(frozen=True)
class Start:
    """The counts from a start, by depth from 1 on: the variant's own, or that of an SFEN (handicap starts)."""

    name: str
    variant: str
    counts: tuple[int, ...]
    source: str
    profile: str | None = None
    sfen: str | None = None


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def profile_of(row: dict[str, Any]) -> str | None:
    """Reading and letters both name a profile; a row has one of them at most."""
    names = [str(row.pop(key)) for key in ("reading", "letters") if key in row]
    assert len(names) <= 1, row
    return names[0] if names else None


@cache
def counts_of(file: str) -> tuple[Count, ...]:
    rows = lines(FOLDER / f"{file}.jsonl")
    return tuple(
        Count(name=f"{file}-{number}-depth-{row['depth']}", profile=profile_of(row), **row)
        for number, row in enumerate(rows, 1)
    )


@cache
def starts() -> tuple[Start, ...]:
    found = []
    for row in lines(DATA / "starts.jsonl"):
        name = "-".join(filter(None, (row["variant"], row.pop("start", None), row.get("profile"))))
        found.append(Start(name=name, counts=tuple(row.pop("counts")), **row))
    return tuple(found)


@cache
def variant(slug: str | Path, backend: Any, profile: str | None = None) -> hensoku.Variant:
    """As everybody has it; a reading that only a few rows ask about is built quickly."""
    options = DEFAULT if profile is None else QUICK
    return load_with(str(slug), backend, profile, options=options)


def position(count: Count, backend: str) -> hensoku.Position:
    return variant(count.variant, backend, count.profile).position(count.sfen)


def cases(rows: Iterable[Any], *, slow: bool = False) -> list[Any]:
    """Parameters from rows, or slugs: those of variants outside `BRIEF` are of the slow run, as all are with `slow`."""
    found = []
    for row in rows:
        slug = row if isinstance(row, str) else row.variant
        marks = [pytest.mark.slow] if slow or slug not in BRIEF else []
        found.append(pytest.param(row, id=row if isinstance(row, str) else row.name, marks=marks))
    return found


def difference(count: Count) -> str:
    """What both backends count behind each first move, the moves on which they differ marked."""
    compiled, reference = (position(count, backend).divide(count.depth) for backend in ("compiled", "reference"))
    moves = sorted(compiled.keys() | reference.keys())
    rows = [
        f"{'  ' if compiled.get(move) == reference.get(move) else '! '}{move:8}"
        f"{compiled.get(move, '-'):>10}{reference.get(move, '-'):>10}"
        for move in moves
    ]
    head = f"{count.variant} {count.sfen!r} depth {count.depth}: {count.nodes} by {count.source} {count.why}"
    sums = f"  {'':8}{sum(compiled.values()):>10}{sum(reference.values()):>10}"
    return "\n".join((head, f"  {'':8}{'compiled':>10}{'reference':>10}", *rows, sums))
