"""What numbers of a variant's moves need to know beyond its data; `hensoku.runtime.actions` says how they are numbered.

A move has a number of its own if where it comes from, where it goes, and what stands there afterwards say all of it.
Moves that are walked leg by leg do not: they may lead to one square with other victims on the way.
"""

from __future__ import annotations

from typing import Any

from hensoku.compiler.ir.types import Module


def actions_of(module: Module) -> dict[str, Any]:
    """The entry `actions` of `VariantData`: `{turned, drops, several}`; see `hensoku.runtime.contract`."""
    faces = [face for kind in module.hand_order if (drop := module.pieces[kind].drop) for face in drop.faces]
    walked = [piece.name for piece in module.pieces if any(len(move.legs) > 1 for move in piece.moves)]
    return {
        "turned": list(module.board.turned),
        "drops": list(dict.fromkeys(faces)),
        "several": walked[0] if walked else "",
    }
