"""Lines of generated source, indented, with the places in the definition that they come from."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import final

from hensoku.compiler.codegen.names import note

INDENT = "    "


@final
@dataclass(slots=True)
class Writer:
    """`places` are (line of the generated source, `path:line` of the definition), both 1-based."""

    lines: list[str] = field(default_factory=list)
    places: list[tuple[int, str]] = field(default_factory=list)
    depth: int = 0

    def __call__(self, *texts: str) -> None:
        """Adds lines; a text of several keeps its own indentation."""
        lines = (line for text in texts for line in text.split("\n"))
        self.lines += [INDENT * self.depth + line if line else "" for line in lines]

    def text(self, text: str) -> None:
        """Adds a text that is written with line breaks around it."""
        self(text.strip("\n"))

    def origin(self, place: str, text: str = "") -> None:
        """`# from <place>`, if the place is known."""
        if place:
            self(f"# from {note(place)}" + (f": {note(text)}" if text else ""))
            self.places.append((len(self.lines), place))

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """Lines under a head, which is left out if there are none."""
        start = len(self.lines)
        self(head)
        body = len(self.lines)
        self.depth += 1
        yield
        self.depth -= 1
        if len(self.lines) == body:
            del self.lines[start:]

    @contextmanager
    def function(self, head: str, says: str) -> Iterator[None]:
        """A function of the module without its `cdef … noexcept nogil:`, after the comment that says what it is for."""
        self("", "", f"# {says}")
        with self.block(f"cdef {head} noexcept nogil:"):
            yield
