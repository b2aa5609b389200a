"""Decides which moves are counted by sets of squares, without being made.

In: a module with its other lowering. Out: the same with `lowering.sets`, or with `lowering.no_sets`, which says why
there are none. Invariant: a choice is about speed only. What this pass does not know is left to be made and tested: a
class of pieces (`walks`), a kind of drop (`tried`), or the whole variant.

    lowering(lines) {kinds=[…]}
    -> lowering(lines) {kinds=[…] sets={word=u64 … classes=[…] tried=[…]}}

`set_classes` says how kinds fall into classes, and which of these count by sets.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any, Final, cast

from hensoku.compiler.ir.sets import SetClass, Sets, TriedDrop
from hensoku.compiler.ir.types import (
    Borrow,
    CounterStrike,
    Drop,
    Facing,
    FileLimit,
    Kind,
    Leg,
    Lowering,
    Module,
    Move,
    Piece,
    Promotion,
    Protection,
    Royals,
    Trigger,
)
from hensoku.compiler.layout import Layout, choose_layout
from hensoku.compiler.options import DEFAULT, Options
from hensoku.compiler.passes.set_classes import classes


def lower_to_sets(module: Module, options: Options = DEFAULT) -> Module:
    lowering = module.lowering
    assert lowering is not None
    layout = choose_layout(module.board)
    why = "tier 0" if options.tier == 0 else refusal(module, lowering, layout)
    if why or layout is None:
        return replace(module, lowering=replace(lowering, sets=None, no_sets=why))
    made = classes(module, lowering, layout)
    why = _royal_refusal(module, made) or _loan_refusal(module, made)
    sets = None if why else Sets(layout.word, layout.stride, made, tuple(_tried(module, made)))
    return replace(module, lowering=replace(lowering, sets=sets, no_sets=why))


def refusal(module: Module, lowering: Lowering, layout: Layout | None) -> str:
    """Why nothing of the variant is counted by sets; empty if it may be."""
    answered = module.royals.check == "answered"
    unknown = next(_unknown(module), "")
    reasons = (
        (unknown, f"a rule that sets do not know: {unknown}"),
        (layout is None, "the board is larger than 16 files of 16 ranks"),
        (lowering.attacks == "walks", lowering.why),
        (module.borrow is not None and module.borrow.whose != "friend", "moves are borrowed from the enemy"),
        (royals_in_hand(module) and _hands_matter(module), "a royal can be in hand, and others be left"),
        (royals_in_hand(module) and module.borrow is not None, "a royal can be in hand, and moves are borrowed"),
        (
            module.royals.facing is not None and not _faces_as_royal(module),
            "pieces that face each other otherwise than royals",
        ),
        (_forbids_captures(module) and module.borrow is not None, "captures are forbidden, and moves are borrowed"),
        (answered and _royal_given_up(module), "a royal can be given up"),
    )
    return next((reason for holds, reason in reasons if holds), "")


KNOWN: Final[dict[type, str]] = {
    Borrow: "vectors whose mode",
    CounterStrike: "peers targets",
    Module: "slug title profile board pieces setups royals ends repetition borrow players paths hand_order protections"
    " counter_strike lowering evaluation",
    Protection: "takers targets near excuses",
    Royals: "lost_when check facing in_hand_forbids",
    Piece: "id name kanji moves base hand royal rank promotion drop stuck within uncapturable_by line",
    Move: "legs initial passes tests where text line",
    Leg: "lands starts ring turns reach least skip gate screens beyond",
    Promotion: "targets triggers forced",
    Trigger: "zone enter leave within capture quiet",
    Facing: "kinds vectors rule",
    Drop: "faces squares stuck mate check file_limit line",
    FileLimit: "count kinds moves",
}
"""What this pass has been taught to look at; a field beside these has to have its default."""


def _unknown(node: object) -> Iterator[str]:
    """The fields of a module that say something this pass does not know."""
    if isinstance(node, tuple):
        for item in node:
            yield from _unknown(item)
    elif type(node) in KNOWN:
        known = KNOWN[type(node)].split()
        for field in fields(cast(Any, node)):
            value = getattr(node, field.name)
            if field.name in known:
                yield from _unknown(value)
            elif value != field.default:
                yield field.name


def _royal_refusal(module: Module, classes: tuple[SetClass, ...]) -> str:
    if module.royals.check == "ignored":
        return ""
    royal = (one for one in classes if any(module.pieces[kind].royal for kind in one.kinds))
    return next((f"a royal that is counted otherwise: {one.why}" for one in royal if one.form == "walks"), "")


def _loan_refusal(module: Module, classes: tuple[SetClass, ...]) -> str:
    if module.borrow is None:
        return ""
    return next((f"what is counted otherwise can be borrowed: {one.why}" for one in classes if one.form == "walks"), "")


def royals_in_hand(module: Module) -> bool:
    """Whether a royal may be in a hand."""
    return any(module.pieces[kind].royal for kind in module.hand_order)


def _hands_matter(module: Module) -> bool:
    """Whether a royal in hand may be one of several of a side."""
    return module.royals.check == "answered" and module.royals.lost_when == "all"


def _faces_as_royal(module: Module) -> bool:
    """Whether facing is the same as an attack on the only royals, along lines that lead there and back."""
    facing, vectors = module.royals.facing, module.board.vectors
    royal = tuple(kind for kind, piece in enumerate(module.pieces) if piece.royal)
    plain = module.royals.check == "answered" and module.royals.lost_when == "any" and module.borrow is None
    return (
        facing is not None
        and plain
        and facing.rule == "illegal"
        and set(facing.kinds) == set(royal)
        and not royals_in_hand(module)
        and all(
            _leads_back(vectors[vector].targets, vectors[vectors[vector].turned].targets) for vector in facing.vectors
        )
    )


def _leads_back(there: tuple[int, ...], back: tuple[int, ...]) -> bool:
    return all(back[target] == square for square, target in enumerate(there) if target >= 0)


def _forbids_captures(module: Module) -> bool:
    return bool(module.protections) or module.counter_strike is not None


def _royal_given_up(module: Module) -> bool:
    takes_friends = any("friend" in leg.lands for piece in module.pieces for move in piece.moves for leg in move.legs)
    demoted = any(
        piece.royal and piece.promotion and not all(module.pieces[target].royal for target in piece.promotion.targets)
        for piece in module.pieces
    )
    return takes_friends or demoted


# -------------------------------------------------------------------------------------------------------------- drops


def _tried(module: Module, classes: tuple[SetClass, ...]) -> Iterator[TriedDrop]:
    of_kind = {kind: one for one in classes for kind in one.kinds}
    opening = any(atom.takes and (atom.blockers or atom.occupied) for one in classes for atom in one.atoms)
    for kind, piece in enumerate(module.pieces):
        if piece.drop is not None:
            why = _drop_reason(module, kind, piece.drop, of_kind, opening=opening)
            if why:
                yield TriedDrop(kind, why)


def _drop_reason(module: Module, kind: Kind, drop: Drop, of_kind: dict[Kind, SetClass], *, opening: bool) -> str:
    faces = [of_kind[face] for face in drop.faces]
    answered = module.royals.check == "answered"
    royal, becomes = (answered and module.pieces[kind].royal), {module.pieces[face].royal for face in drop.faces}
    reasons = (
        (drop.check == "illegal", "may not give check"),
        (royal and drop.mate == "illegal", "a royal that may not mate"),
        (royal and False in becomes, "a royal that may become another piece"),
        (answered and not royal and True in becomes, "may become royal"),
        (drop.mate == "illegal" and module.royals.check == "ignored", "check is ignored, mate is not"),
        (drop.mate == "illegal" and opening, "may give check as a screen"),
        (drop.mate == "illegal" and any(face.hides for face in faces), "may give check in many ways"),
    )
    return next((reason for holds, reason in reasons if holds), "")
