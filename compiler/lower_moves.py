"""Move nodes to IR moves: the paths of `dsl/moves/meaning.py` over the vectors of one board.

What is decided here: the lame path of a leap, the rings that later legs turn on, and which pieces a condition names.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import cast

from hensoku.compiler.geometry import Geometry
from hensoku.compiler.ir import types as ir
from hensoku.dsl.findings import Finding
from hensoku.dsl.moves.meaning import ORTHOGONAL_STEP, Path, PathLeg, paths
from hensoku.dsl.moves.nodes import Condition, Moves

_LANDINGS: tuple[ir.Landing, ...] = ("empty", "enemy", "friend", "hop", "hop-friend")


def lower_moves(
    moves: Moves,
    geometry: Geometry,
    kinds: Mapping[str, tuple[ir.Kind, ...]],
    where: tuple[ir.SquareIndex, ...] | None = None,
    line: str = "",
) -> tuple[tuple[ir.Move, ...], list[Finding]]:
    """The IR moves of a move string on a board, each once, in the order written; and the names that `kinds` lacks.

    `kinds`: what a name in a condition stands for. `where`: the only squares from which the moves may start, as side 0
    sees them. Vectors and rings are made in `geometry`.
    """
    found: dict[ir.Move, ir.Move] = {}
    findings: list[Finding] = []
    for node in moves.moves:
        text = moves.text[node.place.start : node.place.end]
        tests = tuple(_tests(moves, node.conditions, kinds, findings))
        for path in paths(node):
            move = ir.Move(_legs(path, geometry), path.initial, path.passes, tests, where)
            if move.legs[0].starts:  # `U` has nowhere to go on a single square
                found.setdefault(move, replace(move, text=text, line=line))
    return tuple(found.values()), findings


def full_circles(moves: Iterable[ir.Move], geometry: Geometry) -> Iterator[ir.Move]:
    """For each slide that can come round to where it began: the move that does, and changes nothing."""
    for move in moves:
        leg, *later = move.legs
        starts = tuple(start for start in leg.starts if geometry.comes_round(start.vector))
        if not later and starts and "empty" in leg.lands and leg.reach != 1 and leg.screens == (0, 0):
            circle = replace(leg, lands=("empty",), starts=starts, circle=True)
            yield replace(move, legs=(circle,), passes=True)


# ----------------------------------------------------------------------------------------------------------------- legs


def _legs(path: Path, geometry: Geometry) -> tuple[ir.Leg, ...]:
    several = len(path.legs) > 1
    return tuple(_leg(leg, geometry, first=index == 0, several=several) for index, leg in enumerate(path.legs))


def _leg(leg: PathLeg, geometry: Geometry, *, first: bool, several: bool) -> ir.Leg:
    ring = geometry.ring(leg.step.major) if several and leg.step is not None else -1
    if leg.gate != "open" and not first:
        geometry.ring(1)  # the lame path of a later leg is made of unit steps
    return ir.Leg(
        lands=tuple(landing for landing in _LANDINGS if landing in leg.lands),
        starts=_starts(leg, geometry, several=several) if first else (),
        ring=ring,
        turns=() if first else tuple(sorted(leg.heads)),
        reach=leg.reach,
        least=leg.least,
        skip=leg.skip,
        gate=leg.gate,
        screens=leg.screens,
        beyond=leg.beyond,
    )


def _starts(leg: PathLeg, geometry: Geometry, *, several: bool) -> tuple[ir.Start, ...]:
    if leg.step is None:
        return tuple(ir.Start(vector) for vector in geometry.everywhere())
    steps = [leg.step.toward(head) for head in sorted(leg.heads)]
    starts = [ir.Start(geometry.vector(*step), _between(step, leg, geometry)) for step in steps]
    if not several and leg.step == ORTHOGONAL_STEP:
        starts.extend(ir.Start(vector) for vector in geometry.line_vectors(steps))
    return tuple(starts)


def _between(step: tuple[int, int], leg: PathLeg, geometry: Geometry) -> tuple[int, ...]:
    if leg.gate == "open":
        return ()
    return tuple(geometry.vector(*unit) for unit in lame_path(*step))


def lame_path(right: int, forward: int) -> tuple[tuple[int, int], ...]:
    """The unit steps that lead from square to square over what a lame leap passes, the landing not included:
    orthogonal steps along the longer axis first, then diagonal ones (docs/notation.md)."""
    straight = abs(abs(right) - abs(forward))
    slanting = min(abs(right), abs(forward))
    toward = _sign(right), _sign(forward)
    along = (toward[0], 0) if abs(right) > abs(forward) else (0, toward[1])
    return ((along,) * straight + (toward,) * slanting)[:-1]


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


# ---------------------------------------------------------------------------------------------------------- conditions


def _tests(
    moves: Moves,
    conditions: tuple[Condition, ...],
    kinds: Mapping[str, tuple[ir.Kind, ...]],
    findings: list[Finding],
) -> Iterator[ir.Test]:
    for condition in conditions:
        if condition.slot in ("screens", "min"):
            continue  # bounds of the last leg
        slot = cast("ir.Slot", condition.slot)
        value = condition.values[0].text
        if condition.attribute == "rank":
            yield ir.RankTest(slot, condition.comparison, "self" if value == "self.rank" else int(value))
        else:
            named = _kinds(moves, condition, kinds, findings)
            yield ir.KindTest(slot, named, among=condition.comparison == "=")


def _kinds(
    moves: Moves, condition: Condition, kinds: Mapping[str, tuple[ir.Kind, ...]], findings: list[Finding]
) -> tuple[ir.Kind, ...]:
    named: set[ir.Kind] = set()
    for value in condition.values:
        if value.text in kinds:
            named.update(kinds[value.text])
            continue
        near = difflib.get_close_matches(value.text, kinds, n=1, cutoff=0.5)
        help_ = f"did you mean {near[0]!r}?" if near else None
        message = f"no piece or set is called {value.text!r}"
        findings.append(Finding("HS211", message, moves.span(value.place), help=help_))
    return tuple(sorted(named))
