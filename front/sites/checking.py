"""Sites' sheets for `check`: what is found in the sheet with our keys is told at the places of the site's own."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from hensoku.dsl.findings import DefinitionError, Finding, Fix
from hensoku.dsl.load import read_source
from hensoku.dsl.source import Source, Span
from hensoku.sites.sheet import Carried, import_sheet

_PLUGIN: Final = re.compile(r"\bplugins\b[^\n]*(?:\n[^\n]*)?\bshogi\b")


def carried_over(name: str) -> tuple[Source, Carried] | None:
    """A file that has rules of a site's program, and what they are as keys; None for every other file."""
    try:
        source = read_source(name) if os.path.isfile(name) else None  # noqa: PTH113 - no error for odd names
    except DefinitionError:
        return None
    if source is None or _PLUGIN.search(source.text) is None:
        return None
    carried = import_sheet(source)
    return (source, carried) if carried.changed and carried.text else None


def at_home(findings: Iterable[Finding], source: Source, carried: Carried) -> Iterator[Finding]:
    """Findings about the new text, at the places of the old one."""
    for found in findings:
        yield replace(
            found,
            span=_moved(found.span, source, carried),
            related=tuple(replace(each, span=_moved(each.span, source, carried)) for each in found.related),
            fixes=tuple(fix for each in found.fixes if (fix := _kept(each, source, carried)) is not None),
        )


def _moved(span: Span, source: Source, carried: Carried) -> Span:
    """The place in the old text; that of `plugins` for what is only in the new one."""
    if span.source.path != source.path or span.source == source:
        return span
    ends = [_offset(span.source.position(at), source, carried) for at in (span.start, span.end)]
    start, end = ends
    if start is None or end is None or end < start:
        assert carried.place is not None
        return carried.place
    return Span(source, start, end)


def _offset(position: tuple[int, int], source: Source, carried: Carried) -> int | None:
    line, column = position
    old = carried.lines[line - 1] if line <= len(carried.lines) else None
    return None if old is None else source.line_starts[old] + column - 1


def _kept(fix: Fix, source: Source, carried: Carried) -> Fix | None:
    """A fix of what stands in the old text too."""
    moved = _moved(fix.span, source, carried)
    return replace(fix, span=moved) if moved.text == fix.span.text else None
