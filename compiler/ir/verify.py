"""What every module keeps to; checked after each pass, so that a fault is found where it was made.

First each field has a value of its type (`check_types`, read off the dataclasses), then the rules of
`hensoku.compiler.ir.types` hold. A fault here is a fault of the compiler, not of a definition: those are found before.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from typing import Final, Literal, NoReturn, assert_never, final, get_args

from hensoku.compiler.ir import types as ir
from hensoku.compiler.ir.shape import Hint, alternatives, item_hints, node_classes, origin_of, shape_of, tuple_hint
from hensoku.runtime.contract import BECOMES_SHIFT, MOST_VIAS, NO_SQUARE

_PLAIN: Final = frozenset((int, bool, str, type(None)))
CODE_BITS = 64
MOST_KINDS = (1 << (CODE_BITS - BECOMES_SHIFT)) - 1
"""What a code holds of a kind is one more, and 0 for none."""
MOST_SQUARES = NO_SQUARE


@final
class IRError(ValueError):
    """A module that breaks a rule of the IR; `path` is the faulty node (`pieces[3].moves[0].legs[1].turns`)."""

    def __init__(self, path: str, message: str) -> None:
        super().__init__(f"{path or 'module'}: {message}")
        self.path, self.message = path, message


def verify(module: ir.Module) -> None:
    """Raise `IRError` for the first fault of a module."""
    check_types(module, ir.Module, "")
    check_board(module.board)
    _require(module.pieces, "pieces", "there are no pieces")
    _require(len(module.pieces) <= MOST_KINDS, "pieces", f"more than {MOST_KINDS} kinds")
    _check_unique([piece.id for piece in module.pieces], "pieces", "id")
    for kind, piece in enumerate(module.pieces):
        check_piece(module, kind, piece, f"pieces[{kind}]")
    check_setups(module)
    check_rules(module)


def _fail(path: str, message: str) -> NoReturn:
    raise IRError(path, message)


def _require(holds: object, path: str, message: str) -> None:
    if not holds:
        _fail(path, message)


# -------------------------------------------------------------------------------------------------------------- types


def check_types(value: object, hint: Hint, path: str) -> None:
    """Whether a value is what its annotation says, all the way down."""
    if type(value) is hint and hint in _PLAIN:
        return
    options = alternatives(hint)
    if dataclasses.is_dataclass(value) and type(value) in node_classes(hint):
        shape = shape_of(type(value))
        for field in (*shape.heads, *shape.fields):
            check_types(getattr(value, field.name), field.hint, f"{path}.{field.name}".lstrip("."))
    elif isinstance(value, tuple) and tuple_hint(hint) is not None:
        hints = item_hints(hint, len(value))
        _require(len(hints) == len(value), path, f"{len(value)} items instead of {len(hints)}")
        for index, (item, item_hint) in enumerate(zip(value, hints, strict=True)):
            check_types(item, item_hint, f"{path}[{index}]")
    elif not any(_is_plain(value, option) for option in options):
        _fail(path, f"{value!r} is no {' or '.join(_hint_name(option) for option in options)}")


def _is_plain(value: object, option: Hint) -> bool:
    if origin_of(option) is Literal:
        return any(type(value) is type(word) and value == word for word in get_args(option))
    return option in _PLAIN and type(value) is option


def _hint_name(option: Hint) -> str:
    return option.__name__ if isinstance(option, type) else str(option).replace("typing.", "")


# ------------------------------------------------------------------------------------------------------------ indices


def _check_index(value: int, count: int, path: str, what: str, none: bool = False) -> None:
    """An index below `count`, or -1 where `none` is allowed."""
    _require((-1 if none else 0) <= value < count, path, f"{value} is no {what}")


def _check_indices(values: Sequence[int], count: int, path: str, what: str) -> None:
    """Different valid indices, in any order."""
    for value in values:
        _check_index(value, count, path, what)
    _check_unique(values, path, what)


def _check_unique(values: Iterable[Hashable], path: str, what: str) -> None:
    twice = [value for value, count in Counter(values).items() if count > 1]
    _require(not twice, path, f"{what} {twice[0]!r} is given twice" if twice else "")


def _check_region(squares: Sequence[int] | None, board: ir.Board, path: str) -> None:
    """Different squares in ascending order; None is anywhere."""
    if squares is not None:
        _check_indices(squares, len(board.squares), path, "square")
        _require(list(squares) == sorted(squares), path, "the squares are not in ascending order")


# -------------------------------------------------------------------------------------------------------------- board


def check_board(board: ir.Board) -> None:
    count = len(board.squares)
    _require(0 < count <= MOST_SQUARES, "board.squares", f"{count} squares instead of 1 to {MOST_SQUARES}")
    _check_unique([square.name for square in board.squares], "board.squares", "name")
    for index, square in enumerate(board.squares):
        path = f"board.squares[{index}]"
        _require(0 <= square.file < board.files and 0 <= square.rank < board.ranks, path, "outside the SFEN grid")
    places = [(square.rank, square.file) for square in board.squares]
    _require(places == sorted(set(places)), "board.squares", "not in SFEN reading order, or two on one place")
    _require(len(board.turned) == count, "board.turned", f"{len(board.turned)} squares instead of {count}")
    for index, turned in enumerate(board.turned):
        _check_index(turned, count, f"board.turned[{index}]", "square")
        _require(board.turned[turned] == index, f"board.turned[{index}]", "turned twice is another square")
    _check_unique([vector.name for vector in board.vectors], "board.vectors", "name")
    for index in range(len(board.vectors)):
        _check_vector(board, index, f"board.vectors[{index}]")
    for index in range(len(board.vectors)):
        _check_turned(board, index, f"board.vectors[{index}]")
    _check_unique([ring.stride for ring in board.rings], "board.rings", "stride")
    for index, ring in enumerate(board.rings):
        _check_ring(board, ring, f"board.rings[{index}]")


def _check_vector(board: ir.Board, index: int, path: str) -> None:
    vector, count = board.vectors[index], len(board.squares)
    _check_index(vector.turned, len(board.vectors), f"{path}.turned", "vector")
    _require(len(vector.targets) == count, f"{path}.targets", f"{len(vector.targets)} squares instead of {count}")
    for square, target in enumerate(vector.targets):
        _check_index(target, count, f"{path}.targets[{square}]", "square", none=True)


def _check_turned(board: ir.Board, index: int, path: str) -> None:
    vector = board.vectors[index]
    opposite = board.vectors[vector.turned]
    _require(opposite.turned == index, f"{path}.turned", "turned twice is another vector")
    for square, target in enumerate(vector.targets):
        turned = -1 if target < 0 else board.turned[target]
        agrees = opposite.targets[board.turned[square]] == turned
        _require(agrees, f"{path}.targets[{square}]", "the turned vector leads elsewhere")


def _check_ring(board: ir.Board, ring: ir.Ring, path: str) -> None:
    _require(ring.stride >= 1, f"{path}.stride", f"{ring.stride} is no stride")
    _check_indices(ring.vectors, len(board.vectors), f"{path}.vectors", "vector")
    for eighth, vector in enumerate(ring.vectors):
        agrees = board.vectors[vector].turned == ring.vectors[(eighth + 4) % 8]
        _require(agrees, f"{path}.vectors[{eighth}]", "the turned vector is not opposite on the ring")


# -------------------------------------------------------------------------------------------------------------- moves


def check_move(module: ir.Module, move: ir.Move, path: str) -> None:
    _require(move.legs, f"{path}.legs", "a move has no legs")
    last = len(move.legs) - 1
    for index, leg in enumerate(move.legs):
        check_leg(module.board, leg, f"{path}.legs[{index}]", first=index == 0, last=index == last)
    _require(last == 0 or move.legs[0].ring >= 0, f"{path}.legs[0].ring", "the first of several legs has no ring")
    vias = _most_vias(module, move)
    _require(vias <= MOST_VIAS, f"{path}.legs", f"{vias} vias, and a move code holds {MOST_VIAS}")
    for index, test in enumerate(move.tests):
        if isinstance(test, ir.KindTest):
            _check_indices(test.kinds, len(module.pieces), f"{path}.tests[{index}].kinds", "kind")
    _check_region(move.where, module.board, f"{path}.where")


def _most_vias(module: ir.Module, move: ir.Move) -> int:
    """The most vias that a result has: where it captured, where a pass turned, or, if paths count, where it ended a leg
    otherwise than by a hop."""
    earlier = [set(leg.lands) for leg in move.legs[:-1]]
    captures, turns = {"enemy", "friend"}, {"empty"}
    if module.paths:
        return sum(1 for lands in earlier if lands & (captures | turns))
    most = sum(1 for lands in earlier if lands & captures)
    return max(most, sum(1 for lands in earlier if lands & turns)) if move.passes else most


def check_leg(board: ir.Board, leg: ir.Leg, path: str, *, first: bool, last: bool) -> None:
    _require(leg.lands, f"{path}.lands", "the leg lands nowhere")
    _check_unique(leg.lands, f"{path}.lands", "landing")
    hops = [landing for landing in leg.lands if landing.startswith("hop")]
    _require(not (last and hops), f"{path}.lands", "the last leg cannot end on a piece that it hops over")
    _check_index(leg.ring, len(board.rings), f"{path}.ring", "ring", none=first)
    if first:
        _check_starts(board, leg, path)
    else:
        _require(not leg.starts, f"{path}.starts", "only the first leg has starts")
        _require(leg.turns, f"{path}.turns", "a later leg needs turns")
        _check_indices(leg.turns, 8, f"{path}.turns", "eighth of a turn")
        needs_units = leg.gate != "open" and board.rings[leg.ring].stride > 1
        has_units = any(ring.stride == 1 for ring in board.rings)
        _require(has_units or not needs_units, f"{path}.gate", "there is no ring of stride 1 to pass over")
    _check_ray(leg, path)


def _check_starts(board: ir.Board, leg: ir.Leg, path: str) -> None:
    _require(leg.starts, f"{path}.starts", "the first leg needs starts")
    _require(not leg.turns, f"{path}.turns", "the first leg has no turns")
    _check_unique(leg.starts, f"{path}.starts", "start")
    for index, start in enumerate(leg.starts):
        where = f"{path}.starts[{index}]"
        _check_index(start.vector, len(board.vectors), f"{where}.vector", "vector")
        for vector in start.between:
            _check_index(vector, len(board.vectors), f"{where}.between", "vector")
        on_ring = leg.ring < 0 or start.vector in board.rings[leg.ring].vectors
        _require(on_ring, f"{where}.vector", "not on the leg's ring")


def _check_ray(leg: ir.Leg, path: str) -> None:
    reach = leg.reach or float("inf")
    fewest, most = leg.screens
    _require(leg.reach >= 0, f"{path}.reach", f"{leg.reach} is no number of steps")
    _require(1 <= leg.least <= reach, f"{path}.least", f"{leg.least} is not between 1 and the reach")
    _require(0 <= leg.skip < reach, f"{path}.skip", f"{leg.skip} is not between 0 and the reach")
    _require(fewest >= 0 and (most == -1 or most >= fewest), f"{path}.screens", f"{leg.screens} is no range")
    plain = leg.lands == ("empty",) and leg.screens == (0, 0)
    _require(plain or not leg.circle, f"{path}.circle", "a circle goes over empty squares only")
    _require(leg.beyond == "any" or fewest >= 1, f"{path}.beyond", "there is no screen to land behind")


# ------------------------------------------------------------------------------------------------------------- pieces


def check_piece(module: ir.Module, kind: ir.Kind, piece: ir.Piece, path: str) -> None:
    kinds = len(module.pieces)
    _require(piece.id, f"{path}.id", "the id is empty")
    for index, move in enumerate(piece.moves):
        check_move(module, move, f"{path}.moves[{index}]")
    _check_index(piece.base, kinds, f"{path}.base", "kind")
    _require(module.pieces[piece.base].base == piece.base, f"{path}.base", "the base is a face of another piece")
    _check_index(piece.hand, kinds, f"{path}.hand", "kind", none=True)
    _check_region(piece.stuck, module.board, f"{path}.stuck")
    _check_region(piece.within, module.board, f"{path}.within")
    _check_indices(piece.uncapturable_by, kinds, f"{path}.uncapturable_by", "kind")
    if piece.promotion is not None:
        _check_promotion(module, kind, piece.promotion, f"{path}.promotion")
    if piece.drop is not None:
        _check_drop(module, piece.drop, f"{path}.drop")


def _check_promotion(module: ir.Module, kind: ir.Kind, promotion: ir.Promotion, path: str) -> None:
    _require(promotion.targets, f"{path}.targets", "there is nothing to promote to")
    _check_indices(promotion.targets, len(module.pieces), f"{path}.targets", "kind")
    _require(kind not in promotion.targets, f"{path}.targets", "the piece promotes to itself")
    for index, trigger in enumerate(promotion.triggers):
        where = f"{path}.triggers[{index}]"
        _check_region(trigger.zone, module.board, f"{where}.zone")
        flags = (trigger.enter, trigger.leave, trigger.within, trigger.capture, trigger.quiet)
        _require(any(flags), where, "the trigger has no occasion")


def _check_drop(module: ir.Module, drop: ir.Drop, path: str) -> None:
    _require(drop.faces, f"{path}.faces", "there is no face to drop")
    _check_indices(drop.faces, len(module.pieces), f"{path}.faces", "kind")
    _check_region(drop.squares, module.board, f"{path}.squares")
    if drop.file_limit is not None:
        _require(drop.file_limit.count >= 1, f"{path}.file_limit.count", "a limit below one")
        _check_indices(drop.file_limit.kinds, len(module.pieces), f"{path}.file_limit.kinds", "kind")


# -------------------------------------------------------------------------------------------------------------- rules


def check_setups(module: ir.Module) -> None:
    _require(module.setups, "setups", "there is no setup")
    _check_unique([setup.name for setup in module.setups], "setups", "name")
    cells, kinds = len(module.board.squares), len(module.pieces)
    for index, setup in enumerate(module.setups):
        path = f"setups[{index}]"
        _require(len(setup.cells) == cells, f"{path}.cells", f"{len(setup.cells)} cells instead of {cells}")
        for square, cell in enumerate(setup.cells):
            valid = cell == ir.EMPTY or ir.cell_of(0, 0) <= cell < ir.cell_of(kinds, 0)
            _require(valid, f"{path}.cells[{square}]", f"{cell} is no cell")
        for side, hand in enumerate(setup.hands):
            where = f"{path}.hands[{side}]"
            _require(len(hand) == kinds, where, f"{len(hand)} counts instead of {kinds}")
            _require(min(hand) >= 0, where, "a negative count")
            missing = [kind for kind, count in enumerate(hand) if count and kind not in module.hand_order]
            _require(not missing, where, f"kind {missing} is not in hand_order")
        _require(setup.turn in (0, 1), f"{path}.turn", f"{setup.turn} is no side")
        _require(setup.number >= 1, f"{path}.number", f"{setup.number} is no move number")


def check_rules(module: ir.Module) -> None:
    kinds = len(module.pieces)
    _check_indices(module.hand_order, kinds, "hand_order", "kind")
    for name, held in (("first", module.first), ("before_mate", module.before_mate)):
        _check_indices(held, kinds, name, "kind")
        undropped = [kind for kind in held if module.pieces[kind].drop is None]
        _require(not undropped, name, f"kind {undropped} is never dropped")
    for index, limit in enumerate(module.promotion_limits):
        path = f"promotion_limits[{index}]"
        _require(limit.count >= 1, f"{path}.count", "a limit below one")
        _check_indices(limit.kinds, kinds, f"{path}.kinds", "kind")
    for kind, piece in enumerate(module.pieces):
        known = piece.hand < 0 or piece.hand in module.hand_order
        _require(known, f"pieces[{kind}].hand", f"kind {piece.hand} is not in hand_order")
    _check_unique([end.path for end in module.ends], "ends", "path")
    order = [get_args(ir.EndKind).index(end.kind) for end in module.ends]
    _require(order == sorted(order), "ends", "not in the order in which they go before each other")
    for index, end in enumerate(module.ends):
        check_end(module, end, f"ends[{index}]")
    if module.royals.facing is not None:
        _require(module.royals.facing.vectors, "royals.facing.vectors", "there is no line")
        _check_indices(module.royals.facing.vectors, len(module.board.vectors), "royals.facing.vectors", "vector")
        _check_indices(module.royals.facing.kinds, kinds, "royals.facing.kinds", "kind")
    for index, weight in enumerate(module.evaluation):
        _check_region(weight.squares, module.board, f"evaluation[{index}].squares")
    if module.repetition is not None:
        _require(module.repetition.times >= 2, "repetition.times", f"{module.repetition.times} is no repetition")
    if module.borrow is not None:
        _require(module.borrow.vectors, "borrow.vectors", "there is no donor")
        _check_indices(module.borrow.vectors, len(module.board.vectors), "borrow.vectors", "vector")
    check_captures(module)


def check_captures(module: ir.Module) -> None:
    kinds, vectors = len(module.pieces), len(module.board.vectors)
    for index, rule in enumerate(module.protections):
        path = f"protections[{index}]"
        for name, named in (("takers", rule.takers), ("targets", rule.targets), ("excuses", rule.excuses)):
            _check_indices(named, kinds, f"{path}.{name}", "kind")
        _check_indices(rule.near, vectors, f"{path}.near", "vector")
    if module.counter_strike is not None:
        _check_indices(module.counter_strike.peers, kinds, "counter_strike.peers", "kind")
        _check_indices(module.counter_strike.targets, kinds, "counter_strike.targets", "kind")


def check_end(module: ir.Module, end: ir.End, path: str) -> None:
    terms, path = end.terms, f"{path}.terms"
    _require(type(terms) is ir.TERMS.get(end.kind, type(None)), path, f"not the terms of {end.kind}")
    match terms:
        case None:
            pass
        case ir.BareKing() as bare:
            _check_indices(bare.weak, len(module.pieces), f"{path}.weak", "kind")
            _require(bare.reply or not bare.threat, f"{path}.threat", "a threat without a reply")
        case ir.Try(kinds, goal):
            _check_indices(kinds, len(module.pieces), f"{path}.kinds", "kind")
            _check_region(goal, module.board, f"{path}.goal")
        case ir.CheckCount(count):
            _require(count >= 1, f"{path}.count", f"{count} is no number of checks")
        case ir.PieceCount(kinds, below):
            _check_indices(kinds, len(module.pieces), f"{path}.kinds", "kind")
            _require(below >= 1, f"{path}.below", "no side has fewer than none")
        case ir.PassedFacing(tally):
            _require(module.royals.facing, path, "there is no rule on facing")
            _check_tally(module, tally, f"{path}.tally")
        case ir.Passes(times, tally):
            _require(times >= 1, f"{path}.times", f"{times} is no number of passes")
            _check_tally(module, tally, f"{path}.tally")
        case ir.Impasse():
            _check_impasse(module, terms, path)
        case ir.MoveLimit(moves, _, kinds):
            _require(moves >= 1, f"{path}.moves", f"{moves} is no number of moves")
            _check_indices(kinds, len(module.pieces), f"{path}.kinds", "kind")
        case ir.DeadPosition(kinds):
            _check_indices(kinds, len(module.pieces), f"{path}.kinds", "kind")
        case _:
            assert_never(terms)


def _check_tally(module: ir.Module, tally: ir.Tally | None, path: str) -> None:
    if tally is not None:
        _check_points(module, tally.points, f"{path}.points")
        _require(min(tally.bonus) >= 0, f"{path}.bonus", "a bonus below none")


def _check_impasse(module: ir.Module, terms: ir.Impasse, path: str) -> None:
    _check_region(terms.zone, module.board, f"{path}.zone")
    _check_points(module, terms.points, f"{path}.points")
    _require(terms.entered >= 0, f"{path}.entered", f"{terms.entered} is no number of pieces")
    _require(min(terms.needed) >= 1 or not any(terms.needed), f"{path}.needed", "points are needed of one side only")
    _require(min(terms.drawn) >= 0, f"{path}.drawn", "points below none")
    _require(terms.credit in (-1, 0, 1), f"{path}.credit", f"{terms.credit} is no side")
    fits = len(terms.credits) == (0 if terms.credit < 0 else len(module.setups))
    _require(fits, f"{path}.credits", f"{len(terms.credits)} numbers for {len(module.setups)} setups")
    _require(min(terms.credits, default=0) >= 0, f"{path}.credits", "points below none")


def _check_points(module: ir.Module, points: Sequence[int], path: str) -> None:
    kinds = len(module.pieces)
    _require(len(points) == kinds, path, f"{len(points)} numbers instead of {kinds}")
    _require(not points or min(points) >= 0, path, "points below none")
