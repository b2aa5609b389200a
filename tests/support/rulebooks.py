"""The small definitions of `tests/rules`, each about one rule, on both backends; and counts of others for them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from compiled import Workshop
from counts import FOLDER as COUNTS

from hensoku import Outcome, Variant
from hensoku.compiler.data import variant_data
from hensoku.compiler.interp.core import ReferenceCore
from hensoku.compiler.ir.types import Module
from hensoku.compiler.pipeline import run
from hensoku.compiler.resolve import resolve

RULES = Path(__file__).parents[1] / "rules"

BACKENDS = ("reference", "compiled")
both_backends = pytest.mark.parametrize("backend", BACKENDS)


@cache
def rulebook(name: str, profile: str | None = None) -> Module:
    """The module of a definition after all passes."""
    return run(resolve(RULES / f"{name}.yaml", profile=profile).module)


def variant(name: str, profile: str | None, backend: str, workshop: Workshop) -> Variant:
    """`profile` may be empty as well."""
    module = rulebook(name, profile or None)
    if backend == "reference":
        return Variant(variant_data(module), lambda: ReferenceCore(module), backend)
    built = workshop.module(module)
    return Variant(built.DATA, built.Core, backend)


@dataclass(frozen=True)
class Counted:
    """One line of a table of counts. `source` says who counted."""

    table: str
    name: str
    sfen: str
    depth: int
    nodes: int
    source: str
    profile: str | None = None

    def __str__(self) -> str:
        return f"{self.name}-{self.sfen}-depth-{self.depth}"


def counted(table: str) -> list[Counted]:
    """The lines of a table, each for the definition that it names."""
    rows = [json.loads(line) for line in (COUNTS / f"{table}.jsonl").read_text("utf-8").splitlines()]
    return [Counted(table, row.pop("variant"), **row) for row in rows]


def outcome(winner: str | None, reason: str) -> Outcome:
    """The outcome by a rule under `ends`."""
    return Outcome(winner, reason, f"ends.{reason.replace('-', '_')}")
