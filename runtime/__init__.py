"""The runtime: positions, moves and outcomes over a built variant. Imports nothing else of ours, and no packages.

`open_built(path).position()` is a game of a variant that was built elsewhere.
"""

from hensoku.runtime.errors import IllegalMoveError, LoadError, MoveSyntaxError, SfenError, SfenFault
from hensoku.runtime.load import load_built, open_built
from hensoku.runtime.move import Move
from hensoku.runtime.outcome import Outcome
from hensoku.runtime.playout import Playouts
from hensoku.runtime.position import Position
from hensoku.runtime.variant import Variant
from hensoku.runtime.view import PieceOnBoard

__all__ = [
    "IllegalMoveError",
    "LoadError",
    "Move",
    "MoveSyntaxError",
    "Outcome",
    "PieceOnBoard",
    "Playouts",
    "Position",
    "SfenError",
    "SfenFault",
    "Variant",
    "load_built",
    "open_built",
]
