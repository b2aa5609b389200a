"""The YAML of a definition as plain nodes that know where they stand.

The loader builds them; the schema, the merge and the definition builder read them. A scalar keeps a map from each
character of its value to the character of the file that it came from, so that a finding inside a quoted, folded or
escaped string points at the author's own character.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, TypeAlias, final

from hensoku.dsl.source import Span

_ESCAPES: Final = {"x": 4, "u": 6, "U": 10}
"""How many characters an escape in double quotes has, the backslash included; others have two."""


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
        first = self.offsets[start]
        last = self.offsets[end - 1] + self._written(self.offsets[end - 1]) if end > start else first
        return Span(self.span.source, first, last)

    def _written(self, at: int) -> int:
        """With how many characters the one at an offset is written."""
        text, quote = self.span.source.text, self.span.text[:1]
        if quote == '"' and text[at] == "\\":
            return _ESCAPES.get(text[at + 1], 2)
        return 2 if quote == "'" and text.startswith("''", at) else 1

    def spelled(self, text: str) -> str:
        """A text as it is written inside this scalar, whose quotes it may have to respect."""
        match self.span.text[:1]:
            case "'":
                return text.replace("'", "''")
            case '"':
                return text.replace("\\", "\\\\").replace('"', '\\"')
            case _:
                return text


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


def key_node(name: str, span: Span) -> Scalar:
    """A key that nobody wrote, for what stands at a place."""
    return Scalar(name, name, span, (span.start,) * (len(name) + 1))


def nested(keys: Iterable[str], node: Mapping) -> Mapping:
    """A mapping under these keys, the outermost first."""
    for key in reversed(tuple(keys)):
        node = Mapping((Entry(key_node(key, node.span), node),), node.span)
    return node
