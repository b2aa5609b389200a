"""Where in a definition a place of the text is: the keys that lead to it, and whether it is a key or a value."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias, final

from hensoku.dsl.load import SHEET_SUFFIXES, Document
from hensoku.dsl.nodes import Mapping, Node, Scalar, Sequence
from hensoku.dsl.schema import Schema, alternatives, load_schema
from hensoku.dsl.source import Source
from hensoku.dsl.yaml import read_yaml

Step: TypeAlias = str | int

_MARK: Final = "⌖"
"""Stands for the cursor in a text that is still being written."""

_FENCE: Final = re.compile(r"---[ \t]*\r?\n")
_CLOSING: Final = re.compile(r"^---[ \t]*\r?$", re.MULTILINE)


@final
@dataclass(frozen=True)
class Cursor:
    """`path` leads to the value, or to the mapping in which the key stands; `scalar` is what is there; `around` the
    mapping that it is in; `root` all that could be read."""

    path: tuple[Step, ...]
    is_key: bool
    scalar: Scalar
    around: Mapping | None
    root: Mapping


def found_at(document: Document, offset: int) -> Cursor | None:
    """The key or scalar of a whole document at an offset."""
    for cursor in _walk(document.tree, (), None, document.tree):
        if cursor.scalar.span.start <= offset <= cursor.scalar.span.end:
            return cursor
    return None


def typed_at(path: str, text: str, offset: int) -> Cursor | None:
    """What is being written at an offset: the text before it is read as if the rest were not there. The value of the
    cursor's scalar ends where the cursor is."""
    begin = 0
    if Path(path).suffix.lower() in SHEET_SUFFIXES:
        opening = _FENCE.match(text)
        if opening is None or offset < opening.end() or _CLOSING.search(text, opening.end(), offset):
            return None
        begin = opening.end()
    head = text[:offset]
    closers = _closers(text[begin:offset])
    for ending in () if closers is None else (closers, f": 0{closers}", f": 0\n{closers}"):
        source = Source(path, f"{head}{_MARK}{ending}\n")
        root, _ = read_yaml(source, begin, len(source.text))
        for cursor in _walk(root, (), None, root) if isinstance(root, Mapping) else ():
            if _MARK in cursor.scalar.text:
                return cursor
    return None


def is_typed(scalar: Scalar) -> bool:
    """Whether the cursor stands in a scalar."""
    return _MARK in scalar.text


def before(cursor: Cursor) -> str:
    """The part of a typed scalar before the cursor."""
    return cursor.scalar.text.partition(_MARK)[0]


def _walk(node: Node, path: tuple[Step, ...], around: Mapping | None, root: Mapping) -> Iterator[Cursor]:
    match node:
        case Scalar():
            yield Cursor(path, False, node, around, root)
        case Mapping():
            for entry in node.entries:
                yield Cursor(path, True, entry.key, node, root)
                yield from _walk(entry.value, (*path, entry.key.text), node, root)
        case Sequence():
            for index, item in enumerate(node.items):
                yield from _walk(item, (*path, index), around, root)


def _closers(text: str) -> str | None:
    """What closes the quotes and brackets that are open at the end of YAML text; None inside a comment."""
    open_: list[str] = []
    at = 0
    while at < len(text):
        char, first = text[at], at == 0 or text[at - 1] in " \t\n[{,:"
        if char in "\"'" and first:
            end = _after_quote(text, at)
            if end is None:
                return char + "".join(reversed(open_))
            at = end
            continue
        if char == "#" and (at == 0 or text[at - 1] in " \t\n"):
            end_of_line = text.find("\n", at)
            if end_of_line < 0:
                return None
            at = end_of_line
        elif char in "[{" and (first or open_):
            open_.append("]" if char == "[" else "}")
        elif open_ and char == open_[-1]:
            open_.pop()
        at += 1
    return "".join(reversed(open_))


def _after_quote(text: str, at: int) -> int | None:
    pattern = r'"(?:[^"\\]|\\.)*"' if text[at] == '"' else r"'(?:[^']|'')*'(?!')"
    found = re.compile(pattern, re.DOTALL).match(text, at)
    return found.end() if found else None


# -------------------------------------------------------------------------------------------------------------- schema


def schemas_at(path: tuple[Step, ...]) -> list[Schema]:
    """The forms that a value at a path may have."""
    found = list(alternatives(load_schema()))
    for step in path:
        found = [form for schema in found for part in _under(schema, step) for form in alternatives(part)]
    return found


def described(path: tuple[Step, ...]) -> Schema:
    """What the schema says of the key that ends a path, its own description first."""
    for schema in schemas_at(path[:-1]):
        for part in _under(schema, path[-1]):
            forms = list(alternatives(part))
            return {**(forms[0] if forms else {}), **part}
    return {}


def _under(schema: Schema, step: Step) -> Iterator[Any]:
    if isinstance(step, int):
        if "items" in schema:
            yield schema["items"]
        return
    known = schema.get("properties", {})
    if step in known:
        yield known[step]
        return
    fitting = [part for pattern, part in schema.get("patternProperties", {}).items() if re.search(pattern, step)]
    more = schema.get("additionalProperties")
    yield from fitting or ([more] if isinstance(more, dict) else [])
