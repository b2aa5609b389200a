"""What goes silently when a piece is written anew: `N: {moves: "N"}` is a knight that does not promote any more.

Mappings merge key by key, but a piece with new moves or a new name replaces the inherited one whole. Who gives a new
name means another piece; who keeps the name may have thought of the moves only, and is warned of the rules that are
gone. Where only names are, a note says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hensoku.dsl.codes import finding
from hensoku.dsl.findings import Finding, Related
from hensoku.dsl.nodes import Entry, Mapping, Node, Scalar

_NAMES: Final = frozenset(("name", "kanji"))
_FACE: Final = ("name", "kanji", "royal", "rank", "within", "captured", "captures")
_PIECE: Final = (*_FACE, "letter", "promotes", "demotes")


def replaced(parent: Mapping, child: Mapping) -> Iterator[Finding]:
    """A finding for each piece and face of `child`, an engine, that replaces one of `parent` and says less than it."""
    inherited, own = parent.get("pieces"), child.get("pieces")
    if not isinstance(inherited, Mapping) or not isinstance(own, Mapping):
        return
    for entry in own.entries:
        name, old, new = entry.key.text, inherited.get(entry.key.text), entry.value
        if not isinstance(old, Mapping) or not isinstance(new, Mapping):
            continue
        if new.get("name") is not None or new.get("moves") is not None:
            yield from _lost(name, entry, old, new, _PIECE)
            continue
        face, before = new.entry("promotes"), old.get("promotes")
        if face is not None and isinstance(face.value, Mapping) and isinstance(before, Mapping):
            yield from _lost(f"+{name}", face, before, face.value, _FACE)


def _lost(name: str, entry: Entry, old: Mapping, new: Mapping, keys: tuple[str, ...]) -> Iterator[Finding]:
    """`null` for a key says that it is meant to go."""
    if _other_name(old.get("name"), new.get("name")) or new.get("becomes") is not None:
        return
    gone = [one for one in old.entries if one.key.text in keys and new.entry(one.key.text) is None]
    if not gone or new.get("moves") is None:
        return
    lost = [one.key.text for one in gone]
    code = "HS476" if _NAMES.issuperset(lost) else "HS473"
    told = f"write what stays; null says that it goes: `{gone[-1].key.text}: null`"
    related = (Related(gone[-1].key.span, "the inherited one"),)
    yield finding(code, entry.key.span, help=told, related=related, name=name, what=", ".join(lost))


def _other_name(old: Node | None, new: Node | None) -> bool:
    return isinstance(new, Scalar) and (not isinstance(old, Scalar) or old.text != new.text)
