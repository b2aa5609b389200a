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

Pass: TypeAlias = Callable[[Module, Options], Module]

PASSES: Final[tuple[Pass, ...]] = (choose_lowering,)


def run(module: Module, options: Options = DEFAULT) -> Module:
    """The module after all passes. Raises IRError, a fault of the compiler, if one breaks a rule of the IR."""
    if options.verify:
        verify(module)
    for change in PASSES:
        module = change(module, options)
        if options.verify:
            verify(module)
    return module
