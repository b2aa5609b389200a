"""Chooses how the generator carries out each move, and how it looks for attacks.

In: a module. Out: the same module with `lowering`. Invariant: a choice is about speed only. `walk` and `walks` are
right for everything, so a move or a rule that this pass does not know may always be left to them.

    move 'R' {…}                  ->  ray
    move 'pR' {… screens = 1 1}   ->  hop
    move 'nN' {… gate = empty}    ->  gate
    move 'cabK' {… two legs}      ->  walk "several legs"
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations, permutations
from typing import Literal, final

from hensoku.compiler.ir.types import (
    Board,
    KindLowering,
    Landing,
    Leg,
    Lowering,
    Module,
    Move,
    MoveLowering,
    Piece,
)
from hensoku.compiler.options import DEFAULT, Options


def choose_lowering(module: Module, _options: Options = DEFAULT) -> Module:
    one_way = frozenset(index for index, vector in enumerate(module.board.vectors) if not _is_injective(vector.targets))
    arrivals = _arrivals(module)
    union = module.borrow is not None and module.borrow.unites
    kinds = tuple(
        KindLowering(
            tuple(lower_move(move, one_way) for move in piece.moves),
            repeats=union or _may_repeat(piece, arrivals),
        )
        for piece in module.pieces
    )
    attacks, why = _choose_attacks(module, kinds)
    return replace(module, lowering=Lowering(kinds, attacks, why))


def lower_move(move: Move, one_way: frozenset[int] = frozenset()) -> MoveLowering:
    """The form of one move. `one_way` are the vectors that cannot be walked back."""
    leg = move.legs[0]
    reasons = (
        (len(move.legs) > 1, "several legs"),
        (move.initial, "only while it has never moved"),
        (bool(move.tests), "conditions"),
        (leg.skip > 0, "passes squares whatever they hold"),
        (leg.least > 1, "a least range"),
        (leg.circle, "a full circle"),
        (any(start.vector in one_way for start in leg.starts), "a direction that cannot be walked back"),
    )
    why = next((reason for holds, reason in reasons if holds), "")
    return MoveLowering("walk", why) if why else _lower_leg(leg)


def _lower_leg(leg: Leg) -> MoveLowering:
    gated = leg.gate != "open" and any(start.between for start in leg.starts)
    if gated:
        single = leg.reach == 1 and leg.screens == (0, 0)
        return MoveLowering("gate") if single else MoveLowering("walk", "a gate at every step")
    match leg.screens, leg.beyond:
        case (0, 0), "any":
            return MoveLowering("ray")
        case (least, _), "any" if least > 0:
            return MoveLowering("hop")
        case (1, 1), "next":
            return MoveLowering("hop")
    return MoveLowering("walk", "an unusual number of screens")


def _choose_attacks(module: Module, kinds: tuple[KindLowering, ...]) -> tuple[Literal["lines", "walks"], str]:
    """Lines are looked up by the kind that stands on them; what depends on more than that kind is walked."""
    takers = {frozenset(piece.uncapturable_by) for piece in module.pieces if piece.royal}
    borrows = module.borrow is not None
    reasons = (
        (len(takers) > 1, "not everything that may take one royal may take another"),
        (borrows and any(move.form == "walk" for kind in kinds for move in kind.moves), "walked moves can be borrowed"),
        (borrows and any(piece.within is not None for piece in module.pieces), "a borrower may be confined"),
        (borrows and any(takers), "a borrower may not take a royal"),
    )
    why = next((reason for holds, reason in reasons if holds), "")
    return ("walks", why) if why else ("lines", "")


def _is_injective(targets: tuple[int, ...]) -> bool:
    on_board = [target for target in targets if target >= 0]
    return len(on_board) == len(set(on_board))


# ----------------------------------------------------------------------------------------- results that may coincide

MOST_WORK = 1_000_000
"""Above so many steps to compare (huge wrapped boards) every kind is taken to repeat itself."""


@final
@dataclass(frozen=True, slots=True)
class _Step:
    """So many steps of a vector."""

    vector: int
    count: int


@final
@dataclass(frozen=True, slots=True)
class _Landing:
    """What a ray asks for so that it may land after its steps."""

    lands: frozenset[Landing]
    screens: tuple[int, int]
    skip: int


@final
@dataclass(frozen=True, slots=True)
class _Arrivals:
    """`twins`: different steps that lead from some square to one and the same. `longest`: the most steps of a ray."""

    twins: frozenset[tuple[_Step, _Step]]
    longest: int


def _may_repeat(piece: Piece, arrivals: _Arrivals | None) -> bool:
    """Whether two ways to move may have the same end and victims. Several legs: taken for granted."""
    if arrivals is None or any(len(move.legs) > 1 for move in piece.moves):
        return True
    landings: dict[_Step, list[_Landing]] = defaultdict(list)
    for move in piece.moves:
        for start in move.legs[0].starts:
            for step, landing in _ray(move.legs[0], start.vector, arrivals.longest):
                landings[step].append(landing)
    if any(_overlap(a, b) for same in landings.values() for a, b in combinations(same, 2)):
        return True
    return any(
        left.lands & right.lands
        for first, second in arrivals.twins
        for left in landings.get(first, ())
        for right in landings.get(second, ())
    )


def _ray(leg: Leg, vector: int, longest: int) -> Iterator[tuple[_Step, _Landing]]:
    landing = _Landing(frozenset(leg.lands), leg.screens, leg.skip)
    for count in range(max(leg.least, leg.skip + 1), min(leg.reach or longest, longest) + 1):
        yield _Step(vector, count), landing


def _overlap(a: _Landing, b: _Landing) -> bool:
    """On one ray, after the same steps: the screens are the same pieces, so their number may tell two moves apart."""
    if a.skip != b.skip:
        return bool(a.lands & b.lands)
    (least_a, most_a), (least_b, most_b) = a.screens, b.screens
    apart = -1 < most_a < least_b or -1 < most_b < least_a
    return bool(a.lands & b.lands) and not apart


def _arrivals(module: Module) -> _Arrivals | None:
    """None if that is too much to work out."""
    reaches = _reaches(module)
    longest, twins, work = 0, set[tuple[_Step, _Step]](), 0
    for square in range(len(module.board.squares)):
        arriving: dict[int, list[_Step]] = defaultdict(list)
        for vector, reach in sorted(reaches.items()):
            for count, target in enumerate(_walk(module.board, vector, square, reach), start=1):
                arriving[target].append(_Step(vector, count))
                longest = max(longest, count)
        for steps in arriving.values():
            work += len(steps) * len(steps)
            twins.update(pair for pair in permutations(steps, 2))
        if work > MOST_WORK:
            return None
    return _Arrivals(frozenset(twins), longest)


def _reaches(module: Module) -> dict[int, int]:
    """How far any piece goes along each vector."""
    reaches: dict[int, int] = {}
    for leg in (move.legs[0] for piece in module.pieces for move in piece.moves):
        for start in leg.starts:
            for vector in (start.vector, module.board.vectors[start.vector].turned):
                reaches[vector] = max(reaches.get(vector, 0), leg.reach or len(module.board.squares))
    return reaches


def _walk(board: Board, vector: int, square: int, reach: int) -> Iterator[int]:
    """The squares of a ray on an empty board; on one that is walked for ever it ends after as many steps as squares."""
    targets, at = board.vectors[vector].targets, square
    for _ in range(min(reach, len(board.squares))):
        at = targets[at]
        if at < 0 or at == square:
            return
        yield at
