"""Lints: what a definition says and can hardly mean. All are warnings, and run only when a definition is checked.

A lint is a function from `Facts` to findings. It speaks of what stands in the file itself, not of what is inherited,
and says nothing where it is not sure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, TypeAlias

from hensoku.compiler.lint.facts import Facts
from hensoku.compiler.lint.pieces import demoted_royals, idle_promotions, immobile, lost_royals, unreached
from hensoku.compiler.lint.places import closed_goals, closed_zones
from hensoku.compiler.lint.profiles import idle_profiles
from hensoku.compiler.lint.rules import idle_ends, idle_entries, no_drops, unused_names
from hensoku.compiler.lint.setups import outside_their_regions, unequal_armies, unprotected_royals
from hensoku.compiler.lint.words import other_setups, other_wins
from hensoku.compiler.resolve import Resolved
from hensoku.dsl.findings import Finding

Lint: TypeAlias = Callable[[Facts], Iterator[Finding]]

LINTS: Final[tuple[Lint, ...]] = (
    immobile,
    unreached,
    idle_promotions,
    demoted_royals,
    lost_royals,
    closed_zones,
    closed_goals,
    idle_entries,
    idle_ends,
    no_drops,
    unused_names,
    unprotected_royals,
    unequal_armies,
    outside_their_regions,
    other_wins,
    other_setups,
    idle_profiles,
)


def lint(resolved: Resolved, profiles: Mapping[str, Resolved]) -> list[Finding]:
    """What is doubtful in a variant without errors. `profiles`: the same variant under each of its profiles."""
    facts = Facts(resolved, profiles)
    return [found for each in LINTS for found in each(facts)]
