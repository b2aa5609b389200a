"""How the kinds of a variant fall into classes that are counted alike; `lower_to_sets` asks, and the generator.

    pieces Pawn 'fW', Gold 'WfF', Tokin 'WfF', Rook 'R'
    -> set_class(steps) {kinds=[0] …}  set_class(steps) {kinds=[1 3] …}  set_class(rides) {kinds=[2] …}

A class counts by sets if each of its moves is one leg along a line: a step, a ride, a hop over so many pieces, a lame
step. Such moves are attacks along lines too: what a move does to the safety of a royal is a mask for each line.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, TypeAlias, assert_never, final

from hensoku.compiler.ir.sets import BOTH_LANDINGS, Atom, ClassForm, SetClass
from hensoku.compiler.ir.types import (
    FileLimit,
    Forced,
    Form,
    Kind,
    Leg,
    Lowering,
    Module,
    Move,
    Piece,
    Royals,
    SquareIndex,
    Trigger,
)
from hensoku.compiler.layout import Layout

MOST_BLOCKERS: Final = 3
MOST_SHIFTS: Final = 6

Promotes: TypeAlias = tuple[tuple[Trigger, ...], tuple[int, ...]] | None


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


def classes(module: Module, lowering: Lowering, layout: Layout) -> tuple[SetClass, ...]:
    """All kinds, each in one class, those first that come first."""
    limits = _file_limits(module)
    alike: dict[_Likeness, list[Kind]] = {}
    for kind, piece in enumerate(module.pieces):
        made = _class(module, lowering, layout, kind)
        limited = tuple(kind in limit.kinds for limit in limits)
        struck = module.counter_strike is not None and kind in module.counter_strike.targets
        filed = kind if moves_limit(module, kind) else None
        alike.setdefault(_Likeness(made, promoting(module, kind), limited, piece.royal, struck, filed), []).append(kind)
    return tuple(replace(likeness.made, kinds=tuple(kinds)) for likeness, kinds in alike.items())


def _file_limits(module: Module) -> list[FileLimit]:
    drops = (piece.drop for piece in module.pieces)
    return list(dict.fromkeys(drop.file_limit for drop in drops if drop and drop.file_limit))


def moves_limit(module: Module, kind: Kind) -> FileLimit | None:
    """The limit by file to which board moves that end as a kind must keep."""
    drop = module.pieces[module.pieces[kind].base].drop
    limit = drop.file_limit if drop else None
    return limit if limit and limit.moves and kind in limit.kinds else None


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


def weighs_taking(module: Module, kind: Kind) -> bool:
    """Whether a kind may have more moves to a square if it takes there, or fewer, for it promotes by that."""
    promotes = promoting(module, kind)
    triggers = () if promotes is None else promotes[0]
    anyhow = (trigger.enter and trigger.leave and trigger.within for trigger in triggers)
    return any(
        trigger.capture != trigger.quiet and not always for trigger, always in zip(triggers, anyhow, strict=True)
    )


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
    bindings = list(_bindings(module, kind))
    hides |= bool(bindings) and any(atom.takes for atom in atoms)
    filed = moves_limit(module, kind) is not None
    reasons += [*bindings, *_forbidden_captures(module, kind), *_promotions(module, kind, piece)]
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
        (not set(leg.lands) <= set(BOTH_LANDINGS), "lands on friends"),
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
