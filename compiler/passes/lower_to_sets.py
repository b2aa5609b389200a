"""Decides which moves are counted by sets of squares, without being made.

In: a module with its other lowering. Out: the same with `lowering.sets`, or with `lowering.no_sets`, which says why
there are none. Invariant: a choice is about speed only. What this pass does not know is left to be made and tested: a
class of pieces (`walks`), a kind of drop (`tried`), or the whole variant.

    pieces Pawn 'fW', Gold 'WfF', Tokin 'WfF', Rook 'R'
    -> set_class(steps) {kinds=[0] …}  set_class(steps) {kinds=[1 3] …}  set_class(rides) {kinds=[2] …}

A class counts by sets if each of its moves is one leg along a line: a step, a ride, a hop over so many pieces, a lame
step. Such moves are attacks along lines too: what a move does to the safety of a royal is a mask for each line.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from typing import Any, Final, TypeAlias, assert_never, cast, final

from hensoku.compiler.ir.sets import Atom, AtomLanding, ClassForm, SetClass, Sets, TriedDrop
from hensoku.compiler.ir.types import (
    Borrow,
    CounterStrike,
    Drop,
    Facing,
    FileLimit,
    Forced,
    Form,
    Kind,
    Leg,
    Lowering,
    Module,
    Move,
    Piece,
    Promotion,
    Protection,
    Royals,
    SquareIndex,
    Trigger,
)
from hensoku.compiler.layout import Layout, choose_layout
from hensoku.compiler.options import DEFAULT, Options

MOST_BLOCKERS: Final = 3
MOST_SHIFTS: Final = 6
BOTH_LANDINGS: Final[tuple[AtomLanding, ...]] = ("empty", "enemy")

Promotes: TypeAlias = tuple[tuple[Trigger, ...], tuple[int, ...]] | None


def lower_to_sets(module: Module, options: Options = DEFAULT) -> Module:
    lowering = module.lowering
    assert lowering is not None
    layout = choose_layout(module.board)
    why = "tier 0" if options.tier == 0 else refusal(module, lowering, layout)
    if why or layout is None:
        return replace(module, lowering=replace(lowering, sets=None, no_sets=why))
    classes = _classes(module, lowering, layout)
    why = _royal_refusal(module, classes) or _loan_refusal(module, classes)
    sets = None if why else Sets(layout.word, layout.stride, classes, tuple(_tried(module, classes)))
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
    held = {kind for setup in module.setups for hand in setup.hands for kind, count in enumerate(hand) if count}
    held |= {piece.hand for piece in module.pieces if piece.hand >= 0}
    held |= {kind for kind, piece in enumerate(module.pieces) if piece.drop is not None}
    return any(module.pieces[kind].royal for kind in held)


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


def _file_limits(module: Module) -> list[FileLimit]:
    drops = (piece.drop for piece in module.pieces)
    return list(dict.fromkeys(drop.file_limit for drop in drops if drop and drop.file_limit))


def moves_limit(module: Module, kind: Kind) -> FileLimit | None:
    """The limit by file to which board moves that end as a kind must keep."""
    drop = module.pieces[module.pieces[kind].base].drop
    limit = drop.file_limit if drop else None
    return limit if limit and limit.moves and kind in limit.kinds else None


# ------------------------------------------------------------------------------------------------------------ classes


@final
@dataclass(frozen=True, slots=True)
class _Likeness:
    """What the kinds of a class have in common."""

    made: SetClass
    promotes: Promotes
    limits: tuple[bool, ...]
    royal: bool
    struck: bool
    filed: Kind | None


def _classes(module: Module, lowering: Lowering, layout: Layout) -> tuple[SetClass, ...]:
    limits = _file_limits(module)
    alike: dict[_Likeness, list[Kind]] = {}
    for kind, piece in enumerate(module.pieces):
        made = _class(module, lowering, layout, kind)
        limited = tuple(kind in limit.kinds for limit in limits)
        struck = module.counter_strike is not None and kind in module.counter_strike.targets
        filed = kind if moves_limit(module, kind) else None
        alike.setdefault(_Likeness(made, promoting(module, kind), limited, piece.royal, struck, filed), []).append(kind)
    return tuple(replace(likeness.made, kinds=tuple(kinds)) for likeness, kinds in alike.items())


def promoting(module: Module, kind: Kind) -> Promotes:
    """When a kind promotes, and how many more moves than one a promoting move to each square then is (side 0's eyes);
    None if it never is more than one."""
    piece = module.pieces[kind]
    promotion = piece.promotion
    if promotion is None or not promotion.triggers:
        return None
    targets = set(promotion.targets) - {kind}
    more = tuple(_more_faces(module, piece, promotion.forced, targets, square) for square in _squares(module))
    return (promotion.triggers, more) if any(more) else None


def _squares(module: Module) -> range:
    return range(len(module.board.squares))


def _more_faces(module: Module, piece: Piece, forced: Forced, targets: set[Kind], square: SquareIndex) -> int:
    faces, stays = promoted_faces(module, piece, forced, targets, square)
    return len(faces) + stays - 1


def promoted_faces(
    module: Module, piece: Piece, forced: Forced, targets: set[Kind], square: SquareIndex
) -> tuple[set[Kind], bool]:
    """What a piece that promotes on a square (side 0's eyes) may become, and whether it may as well stay what it is."""
    match forced:
        case "never":
            return targets, True
        case "always":
            return targets, False
        case "stuck":
            free = {target for target in targets if square not in module.pieces[target].stuck}
            stuck = square in piece.stuck
            return (free or targets if stuck else free), not stuck
        case _:
            assert_never(forced)


def _class(module: Module, lowering: Lowering, layout: Layout, kind: Kind) -> SetClass:
    piece, lowered = module.pieces[kind], lowering.kinds[kind]
    atoms: list[Atom] = []
    reasons, hides = [], False
    for move, form in zip(piece.moves, lowered.moves, strict=True):
        bound = move.where is not None or piece.within is not None
        why = form.why or _unlike_atoms(move, form.form, layout)
        if bound and not _is_one_step(move.legs[0]):
            why = why or ("confined" if move.where is None else "only from some squares")
        if why:
            reasons.append(why)
            hides |= any("enemy" in leg.lands for leg in move.legs)
        else:
            atoms += _atoms(move, module, piece.within)
    reasons += _bindings(module, kind)
    hides |= bool(list(_bindings(module, kind))) and any(atom.takes for atom in atoms)
    filed = moves_limit(module, kind) is not None
    reasons += [*_forbidden_captures(module, kind), *_promotions(module, kind, piece)]
    rises = not reasons and not filed and _rises(module, piece)
    repeats = _may_meet(module, atoms) if module.borrow and module.borrow.unites else lowered.repeats
    steps = all(atom.is_step for atom in atoms) and not repeats and not rises and not filed
    chosen: ClassForm = "walks" if reasons else "steps" if steps else "rides"
    return SetClass(chosen, (), tuple(dict.fromkeys(atoms)), hides, rises, next(iter(reasons), ""))


def _unlike_atoms(move: Move, form: Form, layout: Layout) -> str:
    leg = move.legs[0]
    least, most = leg.screens
    vectors = [start.vector for start in leg.starts]
    reasons = (
        (not set(leg.lands) <= {"empty", "enemy"}, "lands on friends"),
        (form == "hop" and (least != most or leg.beyond == "next"), "an open number of pieces to hop over"),
        (form == "hop" and most > MOST_BLOCKERS, "many pieces to hop over"),
        (any(_stays(layout, vector) for vector in vectors), "a step that leads nowhere else"),
        (
            any(len(layout.shifts(vector)) > MOST_SHIFTS for vector in vectors),
            "a direction that bends all over the board",
        ),
    )
    return next((reason for holds, reason in reasons if holds), "")


def _stays(layout: Layout, vector: int) -> bool:
    return any(square == target for square, target in enumerate(layout.board.vectors[vector].targets))


def _is_one_step(leg: Leg) -> bool:
    return leg.reach == 1 and leg.screens == (0, 0)


def _atoms(move: Move, module: Module, within: tuple[SquareIndex, ...] | None) -> Iterator[Atom]:
    leg = move.legs[0]
    lands = tuple(landing for landing in BOTH_LANDINGS if landing in leg.lands)
    for start in leg.starts:
        between = start.between if leg.gate != "open" else ()
        occupied = bool(between) and leg.gate == "occupied"
        sources = _sources(move, module.board.vectors[start.vector].targets, within)
        if sources is None or sources:
            yield Atom(start.vector, lands, leg.reach, leg.screens[0], between, occupied, sources)


def _sources(
    move: Move, targets: tuple[int, ...], within: tuple[SquareIndex, ...] | None
) -> tuple[SquareIndex, ...] | None:
    """From where a step may be made that is bound to some squares; None if none binds it."""
    if move.where is None and within is None:
        return None
    ends = range(len(targets)) if within is None else within
    where = range(len(targets)) if move.where is None else move.where
    return tuple(square for square in where if targets[square] in ends)


def _may_meet(module: Module, atoms: list[Atom]) -> bool:
    """Whether two steps that one piece has, of whatever class, may be the same move: those by different vectors to one
    square, and those by one vector of which one lands on less or is made from fewer squares."""
    vectors = {start.vector for piece in module.pieces for move in piece.moves for start in move.legs[0].starts}
    targets = [module.board.vectors[vector].targets for vector in sorted(vectors)]
    ends = ([its[square] for its in targets if its[square] >= 0] for square in _squares(module))
    bound = any(len(atom.lands) < len(BOTH_LANDINGS) or atom.sources is not None for atom in atoms)
    return bound or any(len(set(its)) < len(its) for its in ends)


def _bindings(module: Module, kind: Kind) -> Iterator[str]:
    """What binds a kind's moves and attacks besides the squares on their way."""
    if any(kind in other.uncapturable_by for other in module.pieces):
        yield "may not take everything"


def _forbidden_captures(module: Module, kind: Kind) -> Iterator[str]:
    """What forbids a kind some captures, though it attacks what it may not take."""
    if any(kind in rule.takers for rule in module.protections):
        yield "may not take what is protected"
    if module.counter_strike is not None and kind in module.counter_strike.peers:
        yield "may strike back where others may not"


def _promotions(module: Module, kind: Kind, piece: Piece) -> Iterator[str]:
    if piece.promotion and kind in piece.promotion.targets:
        yield "may promote to what it is"
    if piece.promotion and any(moves_limit(module, target) for target in piece.promotion.targets):
        yield "becomes what is limited by file"
    yield from _becomes_royal(module, piece)


def _becomes_royal(module: Module, piece: Piece) -> Iterator[str]:
    targets = piece.promotion.targets if piece.promotion and not piece.royal else ()
    royal = module.royals.check == "answered" and any(module.pieces[target].royal for target in targets)
    if royal and not _rises(module, piece):
        yield "may become royal"


def _rises(module: Module, piece: Piece) -> bool:
    """Whether a promotion makes a second royal, with which no check needs an answer, and is never forced."""
    promotion = piece.promotion
    if promotion is None or piece.royal or module.royals != Royals("all") or module.borrow is not None:
        return False
    faces = [module.pieces[target] for target in promotion.targets]
    free = promotion.forced == "never" or (promotion.forced == "stuck" and not any(f.stuck for f in (piece, *faces)))
    return bool(promotion.triggers) and bool(faces) and free and all(face.royal for face in faces)


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
