"""Findings in what was inherited, told where their cause stands.

`pieces: {P: null}` removes a piece, and the setup of the parent still has it: the fault is the line that was written,
not the parent's.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from hensoku.dsl.codes import CODES, finding
from hensoku.dsl.findings import Finding, Related
from hensoku.dsl.load import Document
from hensoku.dsl.nodes import Entry, Mapping, Scalar
from hensoku.dsl.source import Span

_IN_SETUP: Final = "HS402"
"""A setup has a piece that there is not."""

_FOLLOWING: Final = "HS441"
"""What was inherited names a piece that there is not any more."""

_OF_A_SETUP: Final = frozenset(("HS458", "HS459", "HS462", "HS470"))
_OWN_SETUP: Final = (
    "what is changed here does not go with the inherited setups: change it, or write a `setup` of your own"
)


def at_their_cause(findings: Iterable[Finding], documents: Sequence[Document]) -> list[Finding]:
    """The findings, those about the setup of a parent at the entry that removed the piece; what only follows from it is
    left out. `documents`: the file itself, then its parents."""
    own, removed = documents[0].source, list(_removed(documents[0]))
    causes = {CODES[_IN_SETUP].message.format(letter=entry.key.text): entry for entry in removed}
    following = {CODES[_FOLLOWING].message.format(name=entry.key.text) for entry in removed}
    told = []
    for one in findings:
        if one.code == _IN_SETUP and one.message in causes and one.span.source != own:
            told.append(_at(causes[one.message], one))
        elif one.code != _FOLLOWING or one.message not in following:
            told.append(one)
    return told


def at_home(findings: Iterable[Finding], documents: Sequence[Document]) -> list[Finding]:
    """The findings, those about the setups of a parent told once for each code, where the file takes it over: a parent
    with a dozen of handicaps would tell the same fault of the file a dozen times."""
    own, told = documents[0].source, dict[str, Finding]()
    kept = []
    for one in findings:
        if one.code not in _OF_A_SETUP or one.span.source == own or len(documents) == 1:
            kept.append(one)
        elif one.code not in told:
            related = (Related(one.span, "in this inherited setup"), *one.related)
            told[one.code] = replace(one, span=_inheriting(documents[0]), related=related, help=one.help or _OWN_SETUP)
    return [*told.values(), *kept]


def _inheriting(document: Document) -> Span:
    """Where a file names its parent."""
    engine = document.tree.get("engine")
    extends = engine.get("extends") if isinstance(engine, Mapping) else None
    said = extends or document.tree.get("parent")
    return document.tree.span if said is None else said.span


def _removed(document: Document) -> Iterable[Entry]:
    engine = document.tree.get("engine")
    pieces = engine.get("pieces") if isinstance(engine, Mapping) else None
    entries = pieces.entries if isinstance(pieces, Mapping) else ()
    return (entry for entry in entries if isinstance(entry.value, Scalar) and entry.value.value is None)


def _at(entry: Entry, found: Finding) -> Finding:
    name = entry.key.text
    related = (Related(found.span, f"the inherited setup has {name}"),)
    told = f"write a `setup` without {name}"
    return finding("HS421", entry.key.span, help=told, related=related, name=name)
