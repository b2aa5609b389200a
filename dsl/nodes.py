"""The YAML of a definition as plain nodes that know where they stand.

The loader builds them; the schema, the merge and the definition builder read them. A scalar keeps a map from each
character of its value to the character of the file that it came from, so that a finding inside a quoted, folded or
escaped string points at the author's own character.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias, final

from hensoku.dsl.source import Span


@final
@dataclass(frozen=True)
class Scalar:
    """`value` is the YAML 1.2 core-schema value; `text` the characters it was read from, quotes and escapes resolved.

    `offsets[i]` is the file offset of `text[i]`; it has one entry more than `text` (the end).
    """

    value: str | int | float | bool | None
    text: str
    span: Span
    offsets: tuple[int, ...]

    def part(self, start: int, end: int) -> Span:
        """The file span of `text[start:end]`; an empty part is a point."""
        last = self.offsets[end - 1] + 1 if end > start else self.offsets[start]
        return Span(self.span.source, self.offsets[start], last)


@final
@dataclass(frozen=True)
class Entry:
    key: Scalar
    value: Node


@final
@dataclass(frozen=True)
class Mapping:
    entries: tuple[Entry, ...]
    span: Span

    def get(self, key: str) -> Node | None:
        return next((entry.value for entry in self.entries if entry.key.text == key), None)

    def entry(self, key: str) -> Entry | None:
        return next((entry for entry in self.entries if entry.key.text == key), None)


@final
@dataclass(frozen=True)
class Sequence:
    items: tuple[Node, ...]
    span: Span


Node: TypeAlias = Scalar | Mapping | Sequence
