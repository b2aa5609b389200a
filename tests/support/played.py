"""Variants that can be played, over the reference interpreter, from modules built by hand."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

from hand_variants import minishogi, sho_shogi, shogi

from hensoku.compiler.data import variant_data
from hensoku.compiler.interp.core import ReferenceCore
from hensoku.compiler.ir.types import End, Module, Repetition
from hensoku.runtime.position import Position
from hensoku.runtime.variant import Variant

MADE = {"shogi": shogi, "minishogi": minishogi, "sho-shogi": sho_shogi}
RANKED = "RBGSNLP"
FOURFOLD = Repetition(times=4, result="draw", perpetual="loss", line="shogi.md:40")
BOTH_LOSE = (End("checkmate", "loss", "ends.checkmate"), End("stalemate", "loss", "ends.stalemate"))


def played(module: Module, **changes: Any) -> Variant:
    """The module as a variant, hands in the order of `RANKED`, with mate, stalemate and fourfold repetition."""
    ids = [piece.id for piece in module.pieces]
    order = sorted((kind for kind, piece in enumerate(module.pieces) if piece.drop), key=lambda k: RANKED.find(ids[k]))
    module = replace(module, **{"hand_order": tuple(order), "ends": BOTH_LOSE, "repetition": FOURFOLD, **changes})
    return Variant(variant_data(module), lambda: ReferenceCore(module), "reference")


@cache
def reload(name: str) -> Variant:
    """A variant that can be pickled: this function finds it again."""
    variant = played(MADE[name](), slug=name)
    return Variant(dict(variant.data), variant.new_core, "reference", profiles=("lishogi",), reload=(reload, (name,)))


def after(variant: Variant, sfen: str | None, moves: str) -> Position:
    """The position of an SFEN (the start) after moves that are written with blanks between."""
    position = variant.position(sfen)
    for move in moves.split():
        position.push(move)
    return position
