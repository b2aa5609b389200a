"""Where text comes from: a source file and a span inside it.

Offsets count Unicode code points of the decoded text; lines and columns are 1-based and count code points too.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property
from typing import final


@final
@dataclass(frozen=True)
class Source:
    """One text of an author: a rule sheet, a YAML file, or a string given to the API.

    `path` is what messages print (a path, or a label such as `<overrides>`).
    """

    path: str
    text: str = field(repr=False)

    @cached_property
    def line_starts(self) -> tuple[int, ...]:
        starts = [0]
        starts.extend(i + 1 for i, char in enumerate(self.text) if char == "\n")
        return tuple(starts)

    def position(self, offset: int) -> tuple[int, int]:
        """The 1-based (line, column) of an offset."""
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of a 1-based line without its line break."""
        start = self.line_starts[number - 1]
        end = self.text.find("\n", start)
        return self.text[start : None if end < 0 else end].rstrip("\r")


@final
@dataclass(frozen=True)
class Span:
    """A stretch of a source, `start` inclusive, `end` exclusive; empty where something is missing."""

    source: Source
    start: int
    end: int

    @property
    def line(self) -> int:
        return self.source.position(self.start)[0]

    @property
    def column(self) -> int:
        return self.source.position(self.start)[1]

    @property
    def text(self) -> str:
        return self.source.text[self.start : self.end]

    def __str__(self) -> str:
        return f"{self.source.path}:{self.line}:{self.column}"
