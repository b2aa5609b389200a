"""Playing: the search of a built module (`contract`), how long it thinks (`limits`), what it finds (`engine`), and the
protocols that other programs speak with it (`usi`, `uci`)."""

from hensoku.runtime.engine.engine import Engine, Line, Report, Score
from hensoku.runtime.engine.limits import Clock, Limits

__all__ = ["Clock", "Engine", "Limits", "Line", "Report", "Score"]
