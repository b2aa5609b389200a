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


@final
@dataclass(frozen=True)
class Entry:
    """One `key = value`."""

    key: Scalar
    value: Scalar


@final
@dataclass
class Section:
    """`[name:parent]` and its entries, in order; of a key that stands twice the later one counts. `findings` are about
    its lines."""

    name: Scalar
    parent: Scalar | None
    entries: dict[str, Entry] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)


def read(source: Source) -> tuple[dict[str, Section], list[Finding]]:
    """The sections of a file by name, and what is wrong outside of them; lines under a head that cannot be read are
    passed over with it. Of a file without any head, such as a text for people, that alone is told."""
    sections: dict[str, Section] = {}
    found: list[Finding] = []
    current: Section | None = None
    headed = False
    for number, start in enumerate(source.line_starts, 1):
        text = source.line(number)
        if not text.strip() or text.lstrip().startswith(("#", ";")):
            continue
        if text.lstrip().startswith("["):
            headed = True
            current = _head(source, start, text, found)
            if current is not None:
                sections[current.name.text] = current
        elif current is not None:
            _entry(source, start, text, current)
        elif not headed:
            found.append(_line(source, start, text, "it stands before the first [section]"))
    if found and not headed:
        told = "a file of Fairy-Stockfish has sections [name:parent]; a rule sheet begins with a line of three hyphens"
        return {}, [replace(found[0], help=told)]
    return sections, found


def built_in() -> Mapping[str, Section]:
    """The variants that Fairy-Stockfish knows by itself and a section may name as its parent."""
    text = files("hensoku.fairy").joinpath(_BUILT_IN).read_text("utf-8")
    sections, found = read(Source(_BUILT_IN, text))
    found += [one for section in sections.values() for one in section.findings]
    if found:
        raise ValueError(f"{_BUILT_IN}: {found[0].message}")
    return sections


def _head(source: Source, start: int, text: str, found: list[Finding]) -> Section | None:
    match = _HEAD.match(text.lstrip())
    indent = len(text) - len(text.lstrip())
    if match is None or not match["name"]:
        found.append(_line(source, start + indent, text.lstrip(), "write [name] or [name:parent]"))
        return None
    parent = None
    if match["parent"] is not None:
        parent = _scalar(source, start + indent + match.start("parent"), match["parent"])
    return Section(_scalar(source, start + indent + match.start("name"), match["name"]), parent)


def _entry(source: Source, start: int, text: str, section: Section) -> None:
    key, equals, value = text.partition("=")
    name = key.strip()
    if not equals or not name:
        section.findings.append(_line(source, start, text, "write key = value, or begin with #"))
        return
    at = start + len(key) - len(key.lstrip())
    value_at = start + len(key) + 1 + len(value) - len(value.lstrip())
    entry = Entry(_scalar(source, at, name), _scalar(source, value_at, value.strip()))
    if name in section.entries:
        section.findings.append(finding("HS505", entry.key.span, key=name))
    section.entries.pop(name, None)
    section.entries[name] = entry


def _line(source: Source, start: int, text: str, help_: str) -> Finding:
    return finding("HS500", Span(source, start, start + len(text)), help=help_)


def _scalar(source: Source, start: int, text: str) -> Scalar:
    end = start + len(text)
    return Scalar(text, text, Span(source, start, end), tuple(range(start, end + 1)))
