"""hensoku 変則: a compiler for the shogi family.

    import hensoku
    variant = hensoku.load("cannon-shogi")
    position = variant.position()
    position.push("9g9f")

What is here is imported when it is first used: `import hensoku` costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hensoku.compiler.build.errors import BuildError, HensokuWarning, NoCompilerError
    from hensoku.dsl.findings import DefinitionError
    from hensoku.learn.many import batch
    from hensoku.loading import Backend, load
    from hensoku.probe import Destinations, destinations
    from hensoku.runtime.engine import Clock, Engine, Limits, Line, Report, Score
    from hensoku.runtime.errors import IllegalMoveError, LoadError, MoveSyntaxError, SfenError
    from hensoku.runtime.move import Move
    from hensoku.runtime.outcome import Outcome
    from hensoku.runtime.position import Position
    from hensoku.runtime.variant import Variant

__version__ = "0.1.0"

__all__ = [
    "Backend",
    "BuildError",
    "Clock",
    "DefinitionError",
    "Destinations",
    "Engine",
    "HensokuWarning",
    "IllegalMoveError",
    "Limits",
    "Line",
    "LoadError",
    "Move",
    "MoveSyntaxError",
    "NoCompilerError",
    "Outcome",
    "Position",
    "Report",
    "Score",
    "SfenError",
    "Variant",
    "__version__",
    "batch",
    "destinations",
    "load",
]

_HOMES = {
    "Backend": "hensoku.loading",
    "BuildError": "hensoku.compiler.build.errors",
    "Clock": "hensoku.runtime.engine",
    "DefinitionError": "hensoku.dsl.findings",
    "Destinations": "hensoku.probe",
    "Engine": "hensoku.runtime.engine",
    "HensokuWarning": "hensoku.compiler.build.errors",
    "IllegalMoveError": "hensoku.runtime.errors",
    "Limits": "hensoku.runtime.engine",
    "Line": "hensoku.runtime.engine",
    "LoadError": "hensoku.runtime.errors",
    "Move": "hensoku.runtime.move",
    "MoveSyntaxError": "hensoku.runtime.errors",
    "NoCompilerError": "hensoku.compiler.build.errors",
    "Outcome": "hensoku.runtime.outcome",
    "Position": "hensoku.runtime.position",
    "Report": "hensoku.runtime.engine",
    "Score": "hensoku.runtime.engine",
    "SfenError": "hensoku.runtime.errors",
    "Variant": "hensoku.runtime.variant",
    "batch": "hensoku.learn.many",
    "destinations": "hensoku.probe",
    "load": "hensoku.loading",
}


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
