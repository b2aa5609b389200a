"""What is at fault in a file, left out of it: one wrong key keeps nobody from reading the rest.

    {drops: {fil_limit: {P: 1}}, setup: [9], pieces: {k: {moves: K}, P: {moves: fW, rank: x}}}
    {drops: {},                  setup: null, pieces: {K: {moves: K}, P: {moves: fW}}}

An entry or an item that is wrong is gone. Where what is inherited instead would not go with the rest of the file, such
as another board, `null` takes its place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Mapping as PlainMapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, TypeAlias, final

from hensoku.dsl.findings import Finding
from hensoku.dsl.nodes import Entry, Mapping, Node, Scalar, Sequence, key_node

Path: TypeAlias = tuple[str | int, ...]
"""Keys and numbers of items that lead to a place."""

_ALONE: Final = frozenset(("topology", "rows", "cols", "setup", "pieces"))
"""Keys whose inherited values would contradict what else a file says."""


@final
@dataclass(frozen=True)
class Fault:
    """A finding and the key, value or item at fault; `meant` is the known key that an unknown one may be meant for."""

    finding: Finding
    path: Path
    meant: str = ""


@final
@dataclass(frozen=True)
class Lost:
    """What was left out: the keys that lead to it, its own last (none for a whole file), and its value."""

    keys: tuple[str, ...]
    value: Node
    meant: str = ""

    @cached_property
    def words(self) -> frozenset[str]:
        """All words in it, its own key too, in upper case and without signs before them."""
        texts = (*self.keys[-1:], *_texts(self.value))
        return frozenset(word.lstrip("+").upper() for text in texts for word in text.split())


def without(tree: Mapping, faults: Iterable[Fault]) -> tuple[Mapping, tuple[Lost, ...]]:
    """A tree without what is at fault, and what that was."""
    lost: list[Lost] = []
    left = _left(tree, (), {fault.path: fault for fault in faults}, lost)
    assert isinstance(left, Mapping)
    return left, tuple(lost)


def renamed(tree: Mapping, fault: Fault) -> Lost:
    """What has another key now: a longer one is seldom the one that the rest of the file goes by."""
    return _lost(fault.path, tree, fault)


def with_key(tree: Mapping, path: Path, key: str) -> Mapping:
    """A tree in which the key at a path is another one of the same length."""
    first, *rest = path
    entries = tuple(_with_key(entry, tuple(rest), key) if entry.key.text == first else entry for entry in tree.entries)
    return replace(tree, entries=entries)


def _with_key(entry: Entry, rest: Path, key: str) -> Entry:
    if not rest:
        return replace(entry, key=replace(entry.key, value=key, text=key))
    assert isinstance(entry.value, Mapping)
    return replace(entry, value=with_key(entry.value, rest, key))


def _left(node: Node, path: Path, faults: PlainMapping[Path, Fault], lost: list[Lost]) -> Node:
    match node:
        case Scalar():
            return node
        case Mapping():
            entries = (left for entry in node.entries for left in _left_of(entry, path, node, faults, lost))
            return replace(node, entries=tuple(entries))
        case Sequence():
            return replace(node, items=tuple(_left_items(node, path, faults, lost)))


def _left_of(
    entry: Entry, around: Path, mapping: Mapping, faults: PlainMapping[Path, Fault], lost: list[Lost]
) -> Iterator[Entry]:
    path = (*around, entry.key.text)
    fault = faults.get(path)
    if fault is None:
        yield replace(entry, value=_left(entry.value, path, faults, lost))
        return
    lost.append(_lost(path, entry.value, fault))
    alone = fault.meant or entry.key.text
    if alone in _ALONE and (alone == entry.key.text or mapping.entry(alone) is None):
        at = entry.value.span
        yield Entry(key_node(alone, entry.key.span), Scalar(None, "", at, (at.start,)))


def _left_items(node: Sequence, path: Path, faults: PlainMapping[Path, Fault], lost: list[Lost]) -> Iterator[Node]:
    for index, item in enumerate(node.items):
        at = (*path, index)
        if at in faults:
            lost.append(_lost(at, item, faults[at]))
        else:
            yield _left(item, at, faults, lost)


def _lost(path: Path, value: Node, fault: Fault) -> Lost:
    return Lost(tuple(step for step in path if isinstance(step, str)), value, fault.meant)


def _texts(node: Node) -> Iterator[str]:
    match node:
        case Scalar():
            yield node.text
        case Mapping():
            for entry in node.entries:
                yield entry.key.text
                yield from _texts(entry.value)
        case Sequence():
            for item in node.items:
                yield from _texts(item)
