"""A resolved variant as plain data: what the runtime needs besides a core (`VariantData`).

A built module embeds it as `DATA`; the reference backend makes it on the spot. Squares are indices where the runtime
computes with them, and USI names in `rules`, which is for people and programs that look at a variant.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any, assert_never, get_args

from hensoku.compiler.actions import actions_of
from hensoku.compiler.ir.types import (
    BareKing,
    CheckCount,
    DeadPosition,
    Drop,
    End,
    Impasse,
    Kind,
    Module,
    MoveLimit,
    PassedFacing,
    Passes,
    PieceCount,
    Promotion,
    Protection,
    Setup,
    SquareIndex,
    Tally,
    Terms,
    Trigger,
    Try,
)
from hensoku.dsl.definition import When
from hensoku.runtime import sfen
from hensoku.runtime.contract import FORMAT, VariantData


def variant_data(module: Module) -> VariantData:
    """The plain data of a variant; see `hensoku.runtime.contract.VariantData` for its shape."""
    board = {
        "topology": module.board.topology,
        "files": module.board.files,
        "ranks": module.board.ranks,
        "squares": [[square.name, square.file, square.rank] for square in module.board.squares],
    }
    pieces = [_piece(module, kind) for kind in range(len(module.pieces))]
    return {
        "format": FORMAT,
        "slug": module.slug,
        "title": module.title,
        "profile": module.profile,
        "players": list(module.players),
        "board": board,
        "pieces": pieces,
        "hand_order": list(module.hand_order),
        "setups": {setup.name: _sfen(board, pieces, module, setup) for setup in module.setups},
        "paths": module.paths,
        "royals": _royals(module),
        "ends": [_end(end) for end in module.ends],
        "move_limit": next((_limit(end, end.terms) for end in module.ends if isinstance(end.terms, MoveLimit)), None),
        "repetition": asdict(module.repetition) if module.repetition else None,
        "least_cycle": _least_cycle(module),
        "drop_mates": {
            str(kind): {"mate": piece.drop.mate, "line": piece.drop.line}
            for kind, piece in enumerate(module.pieces)
            if piece.drop
        },
        "state": _has_state(module),
        "struck": module.counter_strike is not None,
        "actions": actions_of(module),
        "rules": _rules(module),
    }


def _least_cycle(module: Module) -> int:
    """Each side moves a piece and moves it back, unless a move may leave the board as it is."""
    moves = any(move.passes for piece in module.pieces for move in piece.moves)
    steps = any(square == target for vector in module.board.vectors for square, target in enumerate(vector.targets))
    return 2 if module.passing or moves or steps else 4


def _has_state(module: Module) -> bool:
    checks = any(isinstance(end.terms, CheckCount) and end.terms.count > 1 for end in module.ends)
    passes = any(isinstance(end.terms, Passes | PassedFacing) for end in module.ends)
    initial = any(move.initial for piece in module.pieces for move in piece.moves)
    return checks or passes or initial or module.counter_strike is not None


def _end(end: End) -> dict[str, Any]:
    return {"kind": end.kind, "result": end.result, "path": end.path, "line": end.line}


def _limit(end: End, terms: MoveLimit) -> dict[str, Any]:
    return {"result": end.result, "path": end.path, "line": end.line} | asdict(terms) | {"kinds": list(terms.kinds)}


def _royals(module: Module) -> dict[str, Any]:
    rule = module.royals
    facing = rule.facing.rule if rule.facing else "allowed"
    return {"lost_when": rule.lost_when, "check": rule.check, "facing": facing}


def _sfen(board: dict[str, Any], pieces: list[dict[str, Any]], module: Module, setup: Setup) -> str:
    return sfen.write(board, pieces, module.hand_order, setup.cells, setup.hands, setup.turn, setup.number)


def _piece(module: Module, kind: Kind) -> dict[str, Any]:
    piece = module.pieces[kind]
    return {
        "id": piece.id,
        "name": piece.name,
        "kanji": piece.kanji,
        "base": piece.base,
        "hand": piece.hand,
        "royal": piece.royal,
        "rank": piece.rank,
        "moves": list(dict.fromkeys(move.text for move in piece.moves)),
        "promotes": list(piece.promotion.targets) if piece.promotion else [],
        "stuck": _never_there(module, kind),
        "line": piece.line,
    }


def _never_there(module: Module, kind: Kind) -> list[list[SquareIndex]]:
    """By side, where no rule lets a kind stand: it could never move, and there is no way for it to come there."""
    piece = module.pieces[kind]
    squares = [square for square in piece.stuck if not _may_come(module, kind, square)]
    return [squares, sorted(module.board.turned[square] for square in squares)]


def _may_come(module: Module, kind: Kind, square: SquareIndex) -> bool:
    """Whether a kind may come to one of its stuck squares: by its own move, as what another promotes to, by a drop."""
    promotion = module.pieces[kind].promotion
    if promotion is None or not _must_promote(promotion, square):
        return True
    promotions = (piece.promotion for piece in module.pieces if piece.promotion)
    drops = (piece.drop for piece in module.pieces if piece.drop)
    return any(kind in other.targets and _may_choose_stuck(module, other, square) for other in promotions) or any(
        kind in drop.faces and drop.stuck == "allowed" and square in drop.squares for drop in drops
    )


def _may_choose_stuck(module: Module, promotion: Promotion, square: SquareIndex) -> bool:
    """Whether a target of a promotion is a choice where it is stuck: if nothing forbids it, or all are."""
    return promotion.forced != "stuck" or all(square in module.pieces[face].stuck for face in promotion.targets)


def _must_promote(promotion: Promotion, square: SquareIndex) -> bool:
    """Whether every move to a stuck square promotes, wherever it began and whatever it takes."""
    if promotion.forced == "never":
        return False
    always = (trigger.zone for trigger in promotion.triggers if _holds_at_the_end(trigger))
    return any(square in zone for zone in always)


def _holds_at_the_end(trigger: Trigger) -> bool:
    """Whether the trigger holds for every move that ends in its zone."""
    return (trigger.enter and trigger.within) or (trigger.capture and trigger.quiet)


# -------------------------------------------------------------------------------------------------------------- rules


def _rules(module: Module) -> dict[str, Any]:
    """The rules with names for squares and kinds; what is by piece is keyed by its id."""
    borrow, facing = module.borrow, module.royals.facing
    return {
        "royals": _royals(module),
        "facing": facing
        and {
            "rule": facing.rule,
            "pieces": _ids(module, facing.kinds),
            "along": [module.board.vectors[vector].name for vector in facing.vectors],
        },
        "passing": module.passing,
        "ends": [_end(end) | _terms(module, end.terms) for end in module.ends],
        "repetition": asdict(module.repetition) if module.repetition else None,
        "paths": module.paths,
        "borrow": borrow
        and {
            "from": [module.board.vectors[vector].name for vector in borrow.vectors],
            "whose": borrow.whose,
            "mode": borrow.mode,
        },
        "promotion": {piece.id: _promotion(module, piece.promotion) for piece in module.pieces if piece.promotion},
        "drops": {piece.id: _drop(module, piece.drop) for piece in module.pieces if piece.drop},
        "protections": [_protection(module, rule) for rule in module.protections],
        "counter_strike": module.counter_strike
        and {
            "peers": _ids(module, module.counter_strike.peers),
            "targets": _ids(module, module.counter_strike.targets),
        },
        "promotion_limits": [
            {"count": limit.count, "pieces": _ids(module, limit.kinds)} for limit in module.promotion_limits
        ],
        "first": _ids(module, module.first),
        "before_mate": _ids(module, module.before_mate),
        "within": {piece.id: _names(module, piece.within) for piece in module.pieces if piece.within is not None},
    }


def _protection(module: Module, rule: Protection) -> dict[str, Any]:
    return {
        "takers": _ids(module, rule.takers),
        "targets": _ids(module, rule.targets),
        "near": [module.board.vectors[vector].name for vector in rule.near],
        "excuses": _ids(module, rule.excuses),
    }


def _terms(module: Module, terms: Terms | None) -> dict[str, Any]:
    match terms:
        case None:
            return {}
        case Try(kinds, goal, safe):
            return {"pieces": _ids(module, kinds), "goal": _names(module, goal), "safe": safe}
        case CheckCount(count):
            return {"count": count}
        case BareKing() as bare:
            return asdict(bare) | {"weak": _ids(module, bare.weak)}
        case PieceCount(kinds, below):
            return {"pieces": _ids(module, kinds), "below": below}
        case PassedFacing(tally):
            return {"tally": tally and _tally(module, tally)}
        case Passes(times, tally):
            return {"times": times, "tally": tally and _tally(module, tally)}
        case Impasse():
            return _impasse(module, terms)
        case MoveLimit(moves, captures, kinds):
            return {"moves": moves, "after_capture": captures, "after_move_of": _ids(module, kinds)}
        case DeadPosition(kinds):
            return {"pieces": _ids(module, kinds)}
        case _:
            assert_never(terms)


def _tally(module: Module, tally: Tally) -> dict[str, Any]:
    return {"points": _points(module, tally.points), "bonus": list(tally.bonus)}


def _impasse(module: Module, terms: Impasse) -> dict[str, Any]:
    return {
        "zone": _names(module, terms.zone),
        "entered": terms.entered,
        "points": _points(module, terms.points),
        "needed": list(terms.needed),
        "drawn": list(terms.drawn),
        "declared": terms.declared,
        "checked": terms.checked,
        "credit": module.players[terms.credit] if terms.credit >= 0 else None,
        "both": terms.both,
        "credits": {setup.name: points for setup, points in zip(module.setups, terms.credits, strict=False)},
    }


def _points(module: Module, points: Iterable[int]) -> dict[str, int]:
    return {piece.id: value for piece, value in zip(module.pieces, points, strict=True)}


def _promotion(module: Module, promotion: Promotion) -> dict[str, Any]:
    return {
        "targets": _ids(module, promotion.targets),
        "triggers": [_trigger(module, trigger) for trigger in promotion.triggers],
        "forced": promotion.forced,
    }


def _trigger(module: Module, trigger: Trigger) -> dict[str, Any]:
    return {"zone": _names(module, trigger.zone), "when": [when for when in get_args(When) if getattr(trigger, when)]}


def _drop(module: Module, drop: Drop) -> dict[str, Any]:
    limit = drop.file_limit
    return {
        "faces": _ids(module, drop.faces),
        "squares": _names(module, drop.squares),
        "stuck": drop.stuck,
        "mate": drop.mate,
        "check": drop.check,
        "stalemate": drop.stalemate,
        "file_limit": limit and {"count": limit.count, "kinds": _ids(module, limit.kinds), "moves": limit.moves},
    }


def _names(module: Module, squares: Iterable[SquareIndex]) -> list[str] | str:
    """Squares by name; the word `all` for the whole board."""
    named = [module.board.squares[square].name for square in sorted(squares)]
    return "all" if len(named) == len(module.board.squares) else named


def _ids(module: Module, kinds: Iterable[Kind]) -> list[str]:
    return [module.pieces[kind].id for kind in kinds]
