"""Merging definitions on their nodes, so that every value keeps the place it came from.

    parent  {drops: {mate: {P: illegal}}, ends: [a]}
    child   {drops: {mate: {P: null, L: loses}}}
    merged  {drops: {mate: {L: loses}}, ends: [a]}

Mappings merge key by key, in the parent's order; lists and scalars replace; null removes. What differs:
- `drops: none` is `{enabled: false}`.
- A piece that gives a new `name` or `moves` replaces the inherited entry whole; so does a promoted face, also with
  `becomes`.
- Named setups belong to a start: they are inherited only where the start is.
- A profile is inherited only by name: a profile of the child is merged over its parent's of that name, others are left.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from hensoku.dsl.nodes import Entry, Mapping, Node, Scalar

_WHOLE: Final = ("name", "moves", "becomes")


def merge_engines(parent: Mapping, child: Mapping) -> Mapping:
    """The engine of a child over its parent's."""
    child = normalised(child)
    unwanted = [] if child.get("profiles") else ["profiles"]
    if child.get("setup") is not None:
        unwanted += ["setups", "hands"]
    return _merge(_without(parent, *unwanted), child, {"pieces": _merge_pieces, "profiles": _merge_profiles})


def merge_profile(engine: Mapping, profile: Mapping) -> Mapping:
    """A profile, or overrides, over a merged engine, whose named setups stay unless the profile has a start."""
    profile = normalised(profile)
    kept = _without(engine, "setups", "hands") if profile.get("setup") is not None else engine
    return _merge(kept, profile, {"pieces": _merge_pieces})


def normalised(engine: Mapping) -> Mapping:
    """An engine with `drops: none` spelled out, in its profiles too."""
    return replace(engine, entries=tuple(replace(entry, value=_normal(entry)) for entry in engine.entries))


def without_nulls(node: Node) -> Node:
    """A node without the entries whose value is null."""
    if not isinstance(node, Mapping):
        return node
    kept = (entry for entry in node.entries if not _is_null(entry.value))
    return replace(node, entries=tuple(replace(entry, value=without_nulls(entry.value)) for entry in kept))


def _normal(entry: Entry) -> Node:
    value = entry.value
    if entry.key.text == "drops" and isinstance(value, Scalar) and value.value == "none":
        no = Scalar(False, "false", value.span, (value.span.start,) * 5 + (value.span.end,))
        key = replace(entry.key, value="enabled", text="enabled", offsets=(entry.key.span.start,) * 8)
        return Mapping((Entry(key, no),), value.span)
    if entry.key.text == "profiles" and isinstance(value, Mapping):
        return replace(value, entries=tuple(_normal_profile(profile) for profile in value.entries))
    return value


def _normal_profile(entry: Entry) -> Entry:
    return replace(entry, value=normalised(entry.value)) if isinstance(entry.value, Mapping) else entry


def _without(mapping: Mapping, *keys: str) -> Mapping:
    return replace(mapping, entries=tuple(entry for entry in mapping.entries if entry.key.text not in keys))


def _merge(parent: Mapping, child: Mapping, special: dict[str, Callable[[Mapping, Mapping], Mapping]]) -> Mapping:
    """`special`: how the mappings under some keys merge."""
    entries = {entry.key.text: entry for entry in parent.entries}
    for entry in child.entries:
        key, known = entry.key.text, entries.get(entry.key.text)
        if known is not None and isinstance(known.value, Mapping) and isinstance(entry.value, Mapping):
            merged = special.get(key, _plain)(known.value, entry.value)
            entries[key] = Entry(entry.key, merged)
        else:
            entries[key] = entry
    return Mapping(tuple(entries.values()), child.span)


def _plain(parent: Mapping, child: Mapping) -> Mapping:
    return _merge(parent, child, {})


def _merge_pieces(parent: Mapping, child: Mapping) -> Mapping:
    named = (entry.key.text for entry in child.entries)
    return _merge(parent, child, dict.fromkeys(named, _merge_piece))


def _merge_piece(parent: Mapping, child: Mapping) -> Mapping:
    if any(child.get(key) is not None for key in _WHOLE):
        return child
    return _merge(parent, child, {"promotes": _merge_piece})


def _merge_profiles(parent: Mapping, child: Mapping) -> Mapping:
    named = {entry.key.text for entry in child.entries}
    kept = replace(parent, entries=tuple(entry for entry in parent.entries if entry.key.text in named))
    return _merge(kept, child, dict.fromkeys(named, merge_profile))


def _is_null(node: Node) -> bool:
    return isinstance(node, Scalar) and node.value is None
