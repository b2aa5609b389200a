"""Typed nodes as indented text: `hensoku build SLUG --emit ast`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from hensoku.dsl.nodes import Scalar
from hensoku.dsl.source import Span

_INDENT = "  "


def dump(node: Any) -> str:
    """A dataclass with all that is in it, one field a line; a place in a file is `path:line:column`."""
    return "\n".join(_lines(node, ""))


def _lines(node: Any, label: str) -> Iterator[str]:
    """`label` is what stands before the value on its first line: the name of a field, or a number."""
    if isinstance(node, Span):
        yield f"{label}@ {node}"
    elif isinstance(node, Scalar):
        yield f"{label}{node.value!r} @ {node.span}"
    elif is_dataclass(node):
        parts = ((field.name, getattr(node, field.name)) for field in fields(node))
        yield from _block(f"{label}{type(node).__name__}", parts)
    elif isinstance(node, Mapping):
        yield from _block(f"{label}{{}}", ((str(key), value) for key, value in node.items()))
    elif isinstance(node, (list, tuple)):
        yield from _block(f"{label}[]", ((str(index), value) for index, value in enumerate(node)))
    else:
        yield f"{label}{node.value if isinstance(node, Enum) else repr(node)}"


def _block(head: str, parts: Iterator[tuple[str, Any]]) -> Iterator[str]:
    yield head
    for name, value in parts:
        for line in _lines(value, f"{name}: "):
            yield _INDENT + line
