"""Profiles that change nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from hensoku.compiler.ir import types as ir
from hensoku.compiler.lint.facts import Facts
from hensoku.compiler.resolve import Resolved
from hensoku.dsl.codes import finding
from hensoku.dsl.findings import Finding, Related
from hensoku.dsl.nodes import Entry, Mapping, Node, Scalar
from hensoku.dsl.schema import plain
from hensoku.dsl.source import Span

_REPLACED_WHOLE: Final = frozenset(("name", "moves", "becomes"))
"""A piece that says one of these stands for the inherited one whole, so that the rest must be said again."""


def idle_profiles(facts: Facts) -> Iterator[Finding]:
    """Overrides of a profile that say what holds without them. An empty profile says that there is no difference."""
    for entry in _profiles(facts.resolved):
        changed = facts.profiles.get(entry.key.text)
        if changed is None or not isinstance(entry.value, Mapping) or not entry.value.entries:
            continue
        if _rules(changed.module) == _rules(facts.resolved.module):
            told = f"write `{entry.key.text}: {{}}` if there is no difference"
            yield finding("HS491", entry.key.span, help=told, what=f"the profile {entry.key.text!r}")
        elif not _inherits(facts.resolved, entry.key.text):
            yield from _idle(entry.value, _engine(facts.resolved.tree))


def _profiles(resolved: Resolved) -> tuple[Entry, ...]:
    engine = _engine(resolved.documents[0].tree)
    profiles = engine.get("profiles") if engine is not None else None
    return profiles.entries if isinstance(profiles, Mapping) else ()


def _engine(tree: Mapping) -> Mapping | None:
    engine = tree.get("engine")
    return engine if isinstance(engine, Mapping) else None


def _inherits(resolved: Resolved, name: str) -> bool:
    """Whether a parent has a profile of that name, which this one might take back."""
    for document in resolved.documents[1:]:
        engine = _engine(document.tree)
        profiles = engine.get("profiles") if engine is not None else None
        profile = profiles.get(name) if isinstance(profiles, Mapping) else None
        if isinstance(profile, Mapping) and profile.entries:
            return True
    return False


def _idle(profile: Mapping, engine: Mapping | None) -> Iterator[Finding]:
    """Entries that are in the engine already, with the same value."""
    for entry in profile.entries:
        known = engine.entry(entry.key.text) if engine is not None else None
        whole = isinstance(entry.value, Mapping) and any(entry.value.get(key) is not None for key in _REPLACED_WHOLE)
        if isinstance(entry.value, Mapping) and known is not None and isinstance(known.value, Mapping) and not whole:
            yield from _idle(entry.value, known.value)
        elif known is None:
            if _is_null(entry.value):
                yield finding("HS491", entry.key.span, what=f"{entry.key.text!r} is not there, and removing it")
        elif plain(entry.value) == plain(known.value):
            related = (Related(known.key.span, "the same value"),) if known.key.span.source.text else ()
            yield finding("HS491", _place(entry), related=related, what=f"this value of {entry.key.text!r}")


def _place(entry: Entry) -> Span:
    return entry.value.span if isinstance(entry.value, Scalar) else entry.key.span


def _is_null(node: Node) -> bool:
    return isinstance(node, Scalar) and node.value is None


def _rules(module: ir.Module) -> ir.Module:
    """A module without its names and places."""
    pieces = tuple(
        replace(piece, line="", moves=tuple(replace(move, line="", text="") for move in piece.moves))
        for piece in module.pieces
    )
    ends = tuple(replace(end, line="") for end in module.ends)
    repetition = replace(module.repetition, line="") if module.repetition else None
    return replace(module, profile="", pieces=pieces, ends=ends, repetition=repetition)
