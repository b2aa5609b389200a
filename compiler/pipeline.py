"""The passes between a resolved module and the generator, in order. Each is `(Module, Options) -> Module`.

The verifier runs on what comes in and after every pass, so that a fault is found where it was made.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from hensoku.compiler.ir.types import Module
from hensoku.compiler.ir.verify import verify
from hensoku.compiler.options import DEFAULT, Options
from hensoku.compiler.passes.choose_lowering import choose_lowering
from hensoku.compiler.passes.find_stuck import find_stuck
from hensoku.compiler.passes.lower_to_deltas import lower_to_deltas
from hensoku.compiler.passes.lower_to_sets import lower_to_sets
from hensoku.compiler.passes.merge_moves import merge_moves
from hensoku.compiler.passes.prune_pieces import prune_pieces
from hensoku.compiler.passes.prune_vectors import prune_vectors

Pass: TypeAlias = Callable[[Module, Options], Module]
Trace: TypeAlias = Callable[[str, Module], None]
"""Is told the name of each pass and what came out of it."""

SIMPLER: Final[tuple[Pass, ...]] = (
    prune_pieces,  # kinds that no game can have
    merge_moves,  # moves that differ in their directions only
    find_stuck,  # where a piece could never move
    prune_vectors,  # directions that nothing uses; after all that may drop a move
)
"""All that the interpreter needs."""

PASSES: Final[tuple[Pass, ...]] = (
    *SIMPLER,
    choose_lowering,  # how the generator carries moves out; it looks at what is left
    lower_to_sets,  # what of it is counted by sets of squares; reads the choice before
    lower_to_deltas,  # what of that is counted two plies at once
)


def run(
    module: Module, options: Options = DEFAULT, trace: Trace | None = None, *, passes: tuple[Pass, ...] = PASSES
) -> Module:
    """The module after all passes, or some. Raises IRError, a fault of the compiler, if one breaks a rule of the IR."""
    if options.verify:
        verify(module)
    for change in passes:
        before, module = module, change(module, options)
        if options.verify and module is not before:
            verify(module)
        if trace is not None:
            trace(change.__name__, module)
    return module
