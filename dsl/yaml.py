"""YAML text to nodes that know their place, strictly and within limits.

PyYAML scans and parses; this module builds the nodes from its events, so that every limit is met while events stream,
before memory is spent. What YAML allows and a definition does not (merge keys, tags, several documents, a key twice)
is refused with its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final, final

import yaml
from yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

from hensoku.dsl.codes import finding
from hensoku.dsl.findings import Finding, Related
from hensoku.dsl.nodes import Entry, Mapping, Node, Scalar, Sequence
from hensoku.dsl.scalars import core_value, offsets
from hensoku.dsl.source import Source, Span
from hensoku.dsl.yaml_errors import cut_by_commas, syntax_finding

MAX_DEPTH: Final = 64
MAX_NODES: Final = 20_000
_HIDDEN: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
MAX_SCALAR: Final = 64 * 1024
MAX_ALIASES: Final = 64


class _RefusedError(Exception):
    """Reading ends here: what follows would be guessed, or would cost too much."""

    def __init__(self, found: Finding) -> None:
        self.finding = found


def read_yaml(source: Source, start: int, end: int) -> tuple[Node | None, list[Finding]]:
    """The node that `source.text[start:end]` holds, None if it is empty or refused, and what is wrong with it."""
    reader = _Reader(source, start)
    text = source.text[start:end]
    try:
        for event in yaml.parse(text, Loader=yaml.SafeLoader):
            reader.take(event)
    except _RefusedError as refused:
        return None, [*reader.findings, refused.finding]
    except yaml.YAMLError as error:
        return None, [*reader.findings, syntax_finding(error, source, start, end)]
    return reader.root, reader.findings


@final
@dataclass
class _Open:
    """A collection whose end has not come yet. `items` of a mapping are keys and values in turn."""

    is_mapping: bool
    start: int
    flow: bool
    anchor: str | None
    items: list[Node] = field(default_factory=list)
    size: int = 1
    depth: int = 1


@final
@dataclass(frozen=True)
class _Anchor:
    node: Node | None
    size: int
    depth: int


@final
@dataclass
class _Reader:
    source: Source
    shift: int
    findings: list[Finding] = field(default_factory=list)
    root: Node | None = None
    _open: list[_Open] = field(default_factory=list)
    _anchors: dict[str, _Anchor] = field(default_factory=dict)
    _nodes: int = 0
    _aliases: int = 0
    _documents: int = 0

    def take(self, event: Event) -> None:
        if isinstance(event, ScalarEvent | MappingStartEvent | SequenceStartEvent) and event.tag is not None:
            help_ = "write the value without a tag, in quotes if it is text"
            self.findings.append(finding("HS016", self._point(event), tag=event.tag, help=help_))
        match event:
            case DocumentStartEvent():
                self._document(event)
            case ScalarEvent():
                self._add(self._scalar(event), event.anchor, 1, 1)
            case AliasEvent():
                self._alias(event)
            case MappingStartEvent() | SequenceStartEvent():
                self._enter(event)
            case MappingEndEvent() | SequenceEndEvent():
                self._leave(event)

    def _span(self, start: int, end: int) -> Span:
        return Span(self.source, self.shift + start, self.shift + end)

    def _event_span(self, event: Event) -> Span:
        return self._span(_index(event.start_mark), _index(event.end_mark))

    def _point(self, event: Event) -> Span:
        """The first character of what an event stands for."""
        return self._span(_index(event.start_mark), _index(event.start_mark) + 1)

    def _document(self, event: DocumentStartEvent) -> None:
        self._documents += 1
        if self._documents > 1:
            raise _RefusedError(finding("HS019", self._event_span(event)))

    # --------------------------------------------------------------------------------------------------------- nodes

    def _scalar(self, event: ScalarEvent) -> Scalar:
        span = self._event_span(event)
        if len(event.value) > MAX_SCALAR:
            raise _RefusedError(finding("HS022", self._point(event), limit=MAX_SCALAR, size=len(event.value)))
        hidden = _HIDDEN.search(event.value)  # an escape can write what the file itself cannot hold
        if hidden:
            self.findings.append(finding("HS012", span, number=ord(hidden.group())))
        written = span.text
        if event.style in ("|", ">"):
            body = written.rstrip(" \t\r\n")
            span = Span(self.source, span.start, span.start + len(body))
        places = offsets(written, event.style, event.value, span.start)
        value = core_value(event.value) if event.style is None and event.tag is None else event.value
        return Scalar(value, event.value, span, places)

    def _alias(self, event: AliasEvent) -> None:
        name = event.anchor or ""
        span = self._event_span(event)
        anchor = self._anchors.get(name)
        if anchor is None:
            help_ = f'if the text itself begins with an asterisk, quote this string: "{span.text.strip()}…"'
            raise _RefusedError(finding("HS017", span, name=name, help=help_))
        if anchor.node is None:
            raise _RefusedError(finding("HS018", span, name=name))
        self._aliases += 1
        if self._aliases > MAX_ALIASES:
            raise _RefusedError(finding("HS023", span, limit=MAX_ALIASES))
        self._check_depth(len(self._open) + anchor.depth, span)
        self._add(anchor.node, None, anchor.size, anchor.depth, span)

    def _enter(self, event: MappingStartEvent | SequenceStartEvent) -> None:
        at = self._point(event)
        self._check_depth(len(self._open) + 1, at)
        self._count(1, at)
        if event.anchor:
            self._anchors[event.anchor] = _Anchor(None, 0, 0)
        is_mapping = isinstance(event, MappingStartEvent)
        self._open.append(_Open(is_mapping, _index(event.start_mark), bool(event.flow_style), event.anchor))

    def _leave(self, event: MappingEndEvent | SequenceEndEvent) -> None:
        done = self._open.pop()
        end = _index(event.end_mark) if done.flow else self._end_of(done)
        span = self._span(done.start, end)
        if done.is_mapping:
            entries = tuple(self._entries(done.items))
            node: Node = Mapping(entries, span)
        else:
            node = Sequence(tuple(done.items), span)
        if done.flow:
            self.findings.extend(cut_by_commas(node))
        self._nodes -= done.size  # _add counts the whole
        self._add(node, done.anchor, done.size, done.depth)

    def _end_of(self, block: _Open) -> int:
        """Where a block collection ends: PyYAML's own mark is at the next token, past comments and empty lines."""
        ends = [item.span.end - self.shift for item in block.items if item.span.end - self.shift >= block.start]
        return max(ends, default=block.start)

    def _add(self, node: Node, anchor: str | None, size: int, depth: int, at: Span | None = None) -> None:
        """Put a whole node where it belongs. `at` is where it stands, if it is not its own place."""
        self._count(size, at or node.span)
        if anchor:
            self._anchors[anchor] = _Anchor(node, size, depth)
        if not self._open:
            self.root = node
            return
        parent = self._open[-1]
        if parent.is_mapping and len(parent.items) % 2 == 0 and not isinstance(node, Scalar):
            span = Span(self.source, node.span.start, node.span.start + 1)
            raise _RefusedError(finding("HS014", span, help=_quoted_key(node)))
        parent.items.append(node)
        parent.size += size
        parent.depth = max(parent.depth, depth + 1)

    # -------------------------------------------------------------------------------------------------------- limits

    def _count(self, size: int, span: Span) -> None:
        self._nodes += size
        if self._nodes > MAX_NODES:
            raise _RefusedError(finding("HS021", Span(self.source, span.start, span.start + 1), limit=MAX_NODES))

    def _check_depth(self, depth: int, span: Span) -> None:
        if depth > MAX_DEPTH:
            raise _RefusedError(finding("HS020", span, limit=MAX_DEPTH))

    # ---------------------------------------------------------------------------------------------------------- keys

    def _entries(self, items: list[Node]) -> Iterator[Entry]:
        """Keys with their values; a key that stands twice counts once, with its first value."""
        first: dict[str, Span] = {}
        for key, value in zip(items[::2], items[1::2], strict=True):
            assert isinstance(key, Scalar)
            if key.text in first:
                related = (Related(first[key.text], "it stands here first"),)
                self.findings.append(finding("HS013", key.span, key=key.text, related=related))
                continue
            first[key.text] = key.span
            if key.text == "<<" and key.value == key.span.text:
                help_ = "write the entries out, or let `engine.extends` name a definition to inherit from"
                self.findings.append(finding("HS015", key.span, help=help_))
                continue
            yield Entry(key, value)


def _index(mark: Any) -> int:
    """PyYAML's marks have an index whenever a text is parsed; its types allow for others."""
    return int(mark.index)


def _quoted_key(node: Node) -> str:
    text = node.span.text
    return f'to use it as text, quote this string: "{text}"' if len(text) < 40 and '"' not in text else "write a word"
