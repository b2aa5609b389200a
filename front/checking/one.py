"""All that is said about one definition: by the resolver, by the lints, and about each of its profiles."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import final

from hensoku.compiler.lint import lint
from hensoku.compiler.resolve import Resolved, resolve
from hensoku.dsl.findings import DefinitionError, Finding
from hensoku.dsl.load import Document, load_document, unsaved
from hensoku.dsl.nodes import Mapping
from hensoku.dsl.silence import silenced
from hensoku.sites.checking import at_home, carried_over


@final
@dataclass(frozen=True)
class Checked:
    """What was found under a name. `files` are the definition and its parents, None if they could not all be read."""

    name: str
    findings: tuple[Finding, ...]
    files: tuple[Path, ...] | None = None


def check_one(name: str, profile: str | None = None) -> Checked:
    """All findings about a definition and, unless one `profile` is asked for, about each of its profiles. What a site
    has under `plugins.shogi` is checked as the keys that `hensoku import` makes of it."""
    foreign = carried_over(name)
    if foreign is None:
        return _check(name, profile)
    source, carried = foreign
    with unsaved({os.path.abspath(name): carried.text}):  # noqa: PTH100 - as the loader looks for it
        checked = _check(name, profile)
    document, _ = load_document(source)
    told = (*silenced(carried.findings, document), *at_home(checked.findings, source, carried))
    return Checked(name, _ordered(_once(told)), checked.files)


def _check(name: str, profile: str | None) -> Checked:
    try:
        resolved = resolve(name, profile=profile)
    except DefinitionError as error:
        document = _broken(name, error.findings)
        findings = [*error.findings, *(_of_profiles(name, document) if profile is None else ())]
        return Checked(name, _ordered(silenced(_once(findings), document)))
    findings = list(resolved.findings)
    profiles: dict[str, Resolved] = {}
    for other in resolved.definition.profiles if profile is None else ():
        try:
            profiles[other] = resolve(name, profile=other)
            findings += profiles[other].findings
        except DefinitionError as error:
            findings += error.findings
    findings += lint(resolved, profiles)
    return Checked(name, _ordered(silenced(_once(findings), resolved.documents[0])), resolved.files)


def _of_profiles(name: str, document: Document | None) -> Iterator[Finding]:
    """What is found about the profiles of a file that has errors."""
    engine = document.tree.get("engine") if document is not None else None
    profiles = engine.get("profiles") if isinstance(engine, Mapping) else None
    for entry in profiles.entries if isinstance(profiles, Mapping) else ():
        try:
            yield from resolve(name, profile=entry.key.text).findings
        except DefinitionError as error:
            yield from error.findings


def _once(findings: Iterable[Finding]) -> list[Finding]:
    """Findings without those that a profile has in common with the rest."""
    return list({(found.code, found.message, str(found.span)): found for found in findings}.values())


def _ordered(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Findings in the order of their places, those of the file itself as they stand in it."""
    return tuple(sorted(findings, key=lambda found: (found.span.source.path, found.span.start, found.span.end)))


def _broken(name: str, findings: Iterable[Finding]) -> Document | None:
    """The document of a file that has errors, if it has one."""
    source = next((found.span.source for found in findings if found.span.source.path == name), None)
    return None if source is None or not source.text else load_document(source)[0]
