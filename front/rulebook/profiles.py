"""What each profile of a variant changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from hensoku.compiler.resolve import Resolved, resolve
from hensoku.rulebook import Rule, rules
from hensoku.rulebook.words import rule

_REPLACED: Final = frozenset(("Board", "Set-up", "Pieces"))
"""Sections whose new rules say by themselves which old ones they replace."""

Book = Mapping[str, tuple[Rule, ...]]


def changes(name: str, resolved: Resolved, book: Book) -> dict[str, tuple[Rule, ...]]:
    """The rules that are other under each profile of a variant, by profile. `book` are those without one."""
    found = {}
    for profile in resolved.definition.profiles:
        told = tuple(_changed(book, rules(resolve(name, profile=profile))))
        found[profile] = told or (rule("Nothing is different."),)
    return found


def _changed(before: Book, after: Book) -> Iterator[Rule]:
    for section in dict.fromkeys((*before, *after)):
        old, new = before.get(section, ()), after.get(section, ())
        known, kept = {told.text for told in old}, {told.text for told in new}
        if section not in _REPLACED:
            yield from (rule(f"No longer: {gone.text}") for gone in old if gone.text not in kept)
        yield from (told for told in new if told.text not in known)
