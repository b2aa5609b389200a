"""The files of a standalone package and its folder that are written rather than copied; `@word` is filled in."""

from __future__ import annotations

from string import Template
from typing import Final, final


@final
class Text(Template):
    delimiter = "@"


INIT: Final = Text('''\
"""Positions, legal moves, outcomes and an engine for @name. Built by hensoku @hensoku.

    import @package
    position = @package.variant.position()
    position.push(position.legal_moves[0])
    position.search(seconds=1).best
"""

from pathlib import Path

from @package.runtime import (
    IllegalMoveError,
    LoadError,
    Move,
    MoveSyntaxError,
    Outcome,
    PieceOnBoard,
    Playouts,
    Position,
    SfenError,
    Variant,
)
from @package.runtime.engine import Clock, Engine, Limits, Line, Report, Score
from @package.runtime.standalone import open_variant

__version__ = "@version"

__all__ = [
    "Clock",
    "Engine",
    "IllegalMoveError",
    "Limits",
    "Line",
    "LoadError",
    "Move",
    "MoveSyntaxError",
    "Outcome",
    "PieceOnBoard",
    "Playouts",
    "Position",
    "Report",
    "Score",
    "SfenError",
    "Variant",
    "__version__",
    "variant",
]

variant: Variant


def __getattr__(name: str) -> Variant:
    """The variant is opened when it is first asked for."""
    if name != "variant":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = opened = open_variant(__name__, Path(__file__).parent)
    return opened
''')

MAIN: Final = Text('''\
"""The engine: USI or UCI on standard input and output."""

import sys

from @package import __version__
from @package.runtime.standalone import play


def main() -> int:
    return play("@package", "@name", __version__, sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
''')

LAUNCHER: Final = Text("""\
#!/bin/sh
# An engine for @name that speaks USI and UCI. Built by hensoku @hensoku.
# It runs in the first of these that loads what it was built for; HENSOKU_PYTHON names another.
here=$(dirname -- "$(readlink -f -- "$0")") || exit 2
check='import importlib.machinery as m, sys; sys.exit("@suffix" not in m.EXTENSION_SUFFIXES)'
start='import sys; sys.path.insert(0, sys.argv.pop(1)); from @package.__main__ import main; sys.exit(main())'
for python in "${HENSOKU_PYTHON:-python@python}" python3 python; do
    if "$python" -I -S -c "$check" 2>/dev/null; then
        exec "$python" -I -S -c "$start" "$here/hensoku_lib" "$@@"
    fi
done
echo "@name needs Python @python (it loads @suffix): install it, or name it in HENSOKU_PYTHON" >&2
exit 2
""")

README: Final = Text("""\
Engines, each for one game, built by hensoku @hensoku.

Each program in this folder speaks USI and UCI on standard input and output: name it to your GUI as an engine. It needs
Python @python and nothing else. The folder can be moved, and copied to other machines of the same platform.

The wheels (.whl) hold the same for Python programs: `pip install` one of them, then `import` what its name begins with.
""")

DESCRIPTION: Final = Text("""\
# @name

Moves, rules, outcomes and an engine of one game, compiled by hensoku @hensoku. It needs no other package.

```python
import @package

position = @package.variant.position()
position.push(position.legal_moves[0])
position.search(seconds=1).best
```

`@project` speaks USI and UCI on standard input and output. `@package.runtime.batch.Batch(@package.variant, 256)` steps
many games at once, as numpy arrays.
""")
