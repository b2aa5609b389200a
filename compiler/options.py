"""What a caller chooses about compiling; a definition has no say in it.

Options that change the generated code are part of the cache key of a built module (`hensoku.compiler.build`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, final

Tier: TypeAlias = Literal[0, 1, 2]
OptimisationLevel: TypeAlias = Literal[0, 1, 2, 3]
Processor: TypeAlias = Literal["native", "avx2", "baseline"]


@final
@dataclass(frozen=True, slots=True)
class Options:
    """How to compile a module.

    - `tier`: how far the generator goes. 0: every move is made and tested, or seen to need no test; 1: last moves are
      counted by sets of squares where a variant allows it; 2: so are the last two plies, replies once and then what
      each move changes of them.
    - `self_check`: the last two plies are also counted by making the moves, and what differs is told on stderr.
    - `optimise`: the C compiler's level (`-O`); fuzzed definitions are built with a low one.
    - `processor`: which instructions may be used. `native`: all that this machine has; `baseline`: those that every
      processor of the platform has; `avx2`: of x86-64, AVX2, BMI1, BMI2 and POPCNT too (`hensoku.runtime.processor`).
    - `sanitize`: build with AddressSanitizer and UBSan.
    - `verify`: run the verifier after every pass.
    - `prune`: leave out pieces that no game can have; false keeps them for boards that are set up freely.
    - `engine`: build the search in as well (`Table` and `Searcher` of the module).
    - `timeout`: seconds that Cython and the C compiler may take together; many, for a busy machine takes its time.
    """

    tier: Tier = 2
    self_check: bool = False
    optimise: OptimisationLevel = 3
    processor: Processor = "native"
    sanitize: bool = False
    verify: bool = True
    prune: bool = True
    engine: bool = False
    timeout: float = 600.0


DEFAULT = Options()
