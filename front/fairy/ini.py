"""The lines of an INI file, with their places: sections, `key = value`, comments."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from importlib.resources import files
from typing import Final, final

from hensoku.dsl.codes import finding
from hensoku.dsl.findings import Finding
from hensoku.dsl.nodes import Scalar
from hensoku.dsl.source import Source, Span

_HEAD: Final = re.compile(r"\[\s*(?P<name>[^\]:]*?)\s*(?::\s*(?P<parent>[^\]]*?)\s*)?\]\s*$")
_BUILT_IN: Final = "builtin.ini"
_BEFORE: Final = "it stands before the first [section]"


@final
@dataclass(frozen=True)
class Entry:
    """One `key = value`."""

    key: Scalar
    value: Scalar


@final
@dataclass
class Section:
    """`[name:parent]` and its entries, in order; of a key that stands twice the later one counts."""

    name: Scalar
    parent: Scalar | None
    entries: dict[str, Entry] = field(default_factory=dict)


def read(source: Source) -> tuple[dict[str, Section], list[Finding]]:
    """The sections of a file by name. Of a file without any, such as a text for people, that alone is told."""
    sections: dict[str, Section] = {}
    found: list[Finding] = []
    current: Section | None = None
    for number, start in enumerate(source.line_starts, 1):
        text = source.line(number)
        if not text.strip() or text.lstrip().startswith(("#", ";")):
            continue
        if text.lstrip().startswith("["):
            current = _head(source, start, text, found)
            if current is not None:
                sections[current.name.text] = current
        else:
            _entry(source, start, text, current, found)
    if found and all(one.help == _BEFORE for one in found):
        told = "a file of Fairy-Stockfish has sections [name:parent]; a rule sheet begins with a line of three hyphens"
        return sections, [replace(found[0], help=told)] if not sections else found
    return sections, found


def built_in() -> Mapping[str, Section]:
    """The variants that Fairy-Stockfish knows by itself and a section may name as its parent."""
    text = files("hensoku.fairy").joinpath(_BUILT_IN).read_text("utf-8")
    sections, found = read(Source(_BUILT_IN, text))
    if found:
        raise ValueError(f"{_BUILT_IN}: {found[0].message}")
    return sections


def _head(source: Source, start: int, text: str, found: list[Finding]) -> Section | None:
    match = _HEAD.match(text.lstrip())
    indent = len(text) - len(text.lstrip())
    if match is None or not match["name"]:
        found.append(
            finding("HS500", _span(source, start + indent, start + len(text)), help="write [name] or [name:parent]")
        )
        return None
    parent = None
    if match["parent"] is not None:
        parent = _scalar(source, start + indent + match.start("parent"), match["parent"])
    return Section(_scalar(source, start + indent + match.start("name"), match["name"]), parent)


def _entry(source: Source, start: int, text: str, section: Section | None, found: list[Finding]) -> None:
    key, equals, value = text.partition("=")
    name = key.strip()
    if section is None or not equals or not name:
        help_ = _BEFORE if section is None else "write key = value, or begin with #"
        found.append(finding("HS500", _span(source, start, start + len(text)), help=help_))
        return
    at = start + len(key) - len(key.lstrip())
    value_at = start + len(key) + 1 + len(value) - len(value.lstrip())
    entry = Entry(_scalar(source, at, name), _scalar(source, value_at, value.strip()))
    if name in section.entries:
        found.append(finding("HS505", entry.key.span, key=name))
    section.entries.pop(name, None)
    section.entries[name] = entry


def _scalar(source: Source, start: int, text: str) -> Scalar:
    end = start + len(text)
    return Scalar(text, text, _span(source, start, end), tuple(range(start, end + 1)))


def _span(source: Source, start: int, end: int) -> Span:
    return Span(source, start, end)
