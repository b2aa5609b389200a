"""Decides which moves are followed by a count of replies that is only corrected for what they change.

In: a module with `lowering.sets`. Out: the same with `lowering.deltas`, or with `lowering.no_deltas`, which says why
there are none. Invariant: a choice is about speed only. Replies to a move that is not known to change little are
counted anew, by changed sets or by making it; so is a whole position where royals or drops that may mate make it
unusual.

    set_class(steps) Pawn, set_class(rides) Rook, set_class(steps) King
    -> delta_class(sets)  delta_class(pieces) {watches …}  delta_class(pieces) …

A class watches squares if what stands there changes its number of moves: the squares along its rays up to what stops
them, and where its steps end if they only take, or only promote if they take. A move that meets no square that is
watched, and no line to a royal, changes drops only. Where moves are lent, a class is what pieces move as.
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from hensoku.compiler.ir.deltas import DeltaClass, Deltas
from hensoku.compiler.ir.sets import BOTH_LANDINGS, SetClass, Sets
from hensoku.compiler.ir.types import (
    BareKing,
    CheckCount,
    DeadPosition,
    End,
    Impasse,
    Kind,
    Module,
    MoveLimit,
    PassedFacing,
    Passes,
    PieceCount,
    Try,
)
from hensoku.compiler.options import DEFAULT, Options
from hensoku.compiler.passes.lower_to_sets import royals_in_hand
from hensoku.compiler.passes.set_classes import moves_limit, weighs_taking

DELTA_TIER = 2


def lower_to_deltas(module: Module, options: Options = DEFAULT) -> Module:
    lowering = module.lowering
    assert lowering is not None
    sets = lowering.sets
    why = f"tier {options.tier}" if options.tier < DELTA_TIER else _refusal(module, sets)
    deltas = None if why or sets is None else _deltas(module, sets)
    return replace(module, lowering=replace(lowering, deltas=deltas, no_deltas=why))


def _refusal(module: Module, sets: Sets | None) -> str:
    """Why no replies of the variant are counted by what moves change; empty if they may be."""
    if sets is None:
        return "last moves are not counted by sets"
    answered = module.royals.check == "answered"
    royal = [one for one in sets.classes if any(module.pieces[kind].royal for kind in one.kinds)]
    walking = next((one.why for one in sets.classes if one.form == "walks"), "")
    ending = next((end.kind for end in module.ends if _may_end(end)), "")
    promoted = any(module.pieces[kind].promotion for one in royal for kind in one.kinds)
    in_hand = royals_in_hand(module) and (answered or bool(module.royals.in_hand_forbids))
    reasons = (
        (module.royals.facing is not None, "royals may not face each other"),
        (any(atom.sources for one in sets.classes for atom in one.atoms), "steps only from some squares"),
        (sets.word == "lanes", "the board is larger than a machine word"),
        (in_hand, "a royal can be in hand"),
        (module.counter_strike is not None, "captures that are forbidden after another"),
        (any(moves_limit(module, kind) for kind in range(len(module.pieces))), "moves are limited by file"),
        (module.borrow is not None and module.borrow.unites, "moves of several pieces are borrowed at once"),
        (module.borrow is not None and not answered, "moves are borrowed, and check is ignored"),
        (
            module.borrow is not None and any(weighs(module, one) for one in sets.classes),
            "moves are borrowed, and taking changes promotions",
        ),
        (bool(walking), f"pieces that are made and tested: {walking}"),
        (bool(sets.tried), "drops that are tried"),
        (bool(ending), f"an end that many moves may bring about: {ending}"),
        (answered and len(royal) != 1, "royals that move in different ways"),
        (answered and not all(map(is_plain, royal)), "a royal that is more than a stepper"),
        (promoted, "a royal that promotes"),
        (
            any(_watches(module, one) for one in sets.classes if one.rises),
            "what may become royal is more than a stepper, or promotes by taking",
        ),
    )
    return next((reason for holds, reason in reasons if holds), "")


def _may_end(end: End) -> bool:
    """Whether an end may come about by moves that take no royal, give no check and reach no goal, while there are
    pieces enough, none stands on its goal and no royal of the side to reply in the zone of an impasse."""
    match end.terms:
        case None | CheckCount() | MoveLimit() | Try() | Impasse() | DeadPosition():
            return False
        case BareKing(ignore_stuck=ignore_stuck):
            return ignore_stuck
        case PieceCount() | PassedFacing() | Passes():
            return True
        case _:
            assert_never(end.terms)


def is_plain(one: SetClass) -> bool:
    """Whether a class only steps, by steps that land on enemies as on empty squares."""
    return all(atom.is_step and atom.lands == BOTH_LANDINGS for atom in one.atoms)


def weighs(module: Module, one: SetClass) -> bool:
    """Whether a piece of a class may have more moves to a square, or fewer, if it takes there."""
    return any(weighs_taking(module, kind) for kind in one.kinds)


def _watches(module: Module, one: SetClass) -> bool:
    return not is_plain(one) or weighs(module, one)


def _deltas(module: Module, sets: Sets) -> Deltas:
    classes = tuple(_class(module, one) for one in sets.classes)
    rises = "what may become royal" if any(one.rises for one in sets.classes) else ""
    captures, checks = _why_captures_are_made(module, sets), _why_checks_are_made(module)
    return Deltas(classes, rises or captures, rises or checks, tuple(sorted(_scarce(module))))


def _scarce(module: Module) -> set[Kind]:
    """The kinds that may be all that a side has left where the game ends."""
    scarce: set[Kind] = set()
    for end in module.ends:
        match end.terms:
            case DeadPosition(kinds):
                scarce.update(kinds)
            case BareKing():
                scarce.update(kind for kind, piece in enumerate(module.pieces) if piece.royal)
    return scarce


def _why_captures_are_made(module: Module, sets: Sets) -> str:
    """A bound piece may take beside the royal's line only where lines go over several pieces."""
    atoms = [atom for one in sets.classes for atom in one.atoms if atom.takes]
    several = any(atom.blockers > 1 or (atom.occupied and len(atom.between) > 1) for atom in atoms)
    royal = [one for one in sets.classes if any(module.pieces[kind].royal for kind in one.kinds)]
    odd = not all(is_plain(one) and not any(module.pieces[kind].promotion for kind in one.kinds) for one in royal)
    return "lines over several pieces" if several else "a royal that is more than a stepper" if odd else ""


def _why_checks_are_made(module: Module) -> str:
    return "checks may end the game" if any(isinstance(end.terms, CheckCount) for end in module.ends) else ""


def _class(module: Module, one: SetClass) -> DeltaClass:
    why = _why_not_at_once(module, one)
    return DeltaClass("pieces" if why else "sets", _watches(module, one), why)


def _why_not_at_once(module: Module, one: SetClass) -> str:
    """Why the moves of several pieces of a class are not counted at once."""
    pieces = [module.pieces[kind] for kind in one.kinds]
    goals = any(isinstance(end.terms, Try) and set(end.terms.kinds) & set(one.kinds) for end in module.ends)
    reasons = (
        (not is_plain(one), "more than a stepper"),
        (any(piece.royal for piece in pieces), "royal"),
        (one.rises, "may become royal"),
        (goals, "may end the game on its goal"),
        (len({piece.promotion for piece in pieces}) > 1, "its kinds promote in different ways"),
    )
    return next((reason for holds, reason in reasons if holds), "")
