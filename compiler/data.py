"""A resolved variant as plain data: what the runtime needs besides a core (`VariantData`).

A built module embeds it as `DATA`; the reference backend makes it on the spot. Squares are indices where the runtime
computes with them, and USI names in `rules`, which is for people and programs that look at a variant.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from hensoku.compiler.ir.types import Drop, Kind, Module, Piece, Promotion, Setup, SquareIndex, Trigger
from hensoku.runtime import sfen
from hensoku.runtime.contract import FORMAT, VariantData

_TRIGGERS = ("enter", "leave", "within", "capture", "quiet")


def variant_data(module: Module) -> VariantData:
    """The plain data of a variant; see `hensoku.runtime.contract.VariantData` for its shape."""
    board = {
        "topology": module.board.topology,
        "files": module.board.files,
        "ranks": module.board.ranks,
        "squares": [[square.name, square.file, square.rank] for square in module.board.squares],
    }
    pieces = [_piece(module, piece) for piece in module.pieces]
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
        "royals": asdict(module.royals),
        "ends": [asdict(end) for end in module.ends],
        "repetition": asdict(module.repetition) if module.repetition else None,
        "drop_mates": {str(kind): piece.drop.mate for kind, piece in enumerate(module.pieces) if piece.drop},
        "state": any(move.initial for piece in module.pieces for move in piece.moves),
        "rules": _rules(module),
    }


def _sfen(board: dict[str, Any], pieces: list[dict[str, Any]], module: Module, setup: Setup) -> str:
    return sfen.write(board, pieces, module.hand_order, setup.cells, setup.hands, setup.turn, setup.number)


def _piece(module: Module, piece: Piece) -> dict[str, Any]:
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
        "stuck": _never_there(module, piece),
        "line": piece.line,
    }


def _never_there(module: Module, piece: Piece) -> list[list[SquareIndex]]:
    """By side, where no rule lets the piece stand: it could never move, must promote, and may not be dropped."""
    promotes_there = piece.promotion is not None and piece.promotion.forced != "never"
    dropped_there = piece.drop is not None and piece.drop.stuck == "allowed"
    squares = piece.stuck if promotes_there and not dropped_there else ()
    return [sorted(squares), sorted(module.board.turned[square] for square in squares)]


# -------------------------------------------------------------------------------------------------------------- rules


def _rules(module: Module) -> dict[str, Any]:
    """The rules with names for squares and kinds; what is by piece is keyed by its id."""
    borrow = module.borrow
    return {
        "royals": asdict(module.royals),
        "ends": [asdict(end) for end in module.ends],
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
        "within": {piece.id: _names(module, piece.within) for piece in module.pieces if piece.within is not None},
    }


def _promotion(module: Module, promotion: Promotion) -> dict[str, Any]:
    return {
        "targets": _ids(module, promotion.targets),
        "triggers": [_trigger(module, trigger) for trigger in promotion.triggers],
        "forced": promotion.forced,
    }


def _trigger(module: Module, trigger: Trigger) -> dict[str, Any]:
    return {"zone": _names(module, trigger.zone), "when": [when for when in _TRIGGERS if getattr(trigger, when)]}


def _drop(module: Module, drop: Drop) -> dict[str, Any]:
    limit = drop.file_limit
    return {
        "faces": _ids(module, drop.faces),
        "squares": _names(module, drop.squares),
        "stuck": drop.stuck,
        "mate": drop.mate,
        "check": drop.check,
        "file_limit": limit and {"count": limit.count, "kinds": _ids(module, limit.kinds), "moves": limit.moves},
    }


def _names(module: Module, squares: Iterable[SquareIndex]) -> list[str] | str:
    """Squares by name; the word `all` for the whole board."""
    named = [module.board.squares[square].name for square in sorted(squares)]
    return "all" if len(named) == len(module.board.squares) else named


def _ids(module: Module, kinds: Iterable[Kind]) -> list[str]:
    return [module.pieces[kind].id for kind in kinds]
