"""A merged definition as YAML that says of every value where it came from.

engine:
  topology:
    type: "grid"  # shogi.md:15
    rows: 5       # minishogi.md:18
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Final, TypeAlias

from hensoku.compiler.resolve.places import place
from hensoku.dsl.nodes import Mapping, Node, Scalar

_INDENT: Final = "  "
_WIDEST: Final = 72
_BARE: Final = re.compile(r"[A-Za-z][A-Za-z_-]*\Z")
_WORDS: Final = frozenset(("null", "true", "false", "yes", "no", "on", "off"))

Line: TypeAlias = tuple[str, str]
"""The YAML, and the place of its value if it has one."""


def listing(tree: Mapping) -> str:
    """YAML that reads as the same tree, a comment `# file:line` after each value."""
    lines = list(_mapping(tree, ""))
    width = max((len(text) for text, at in lines if at and len(text) <= _WIDEST), default=0)
    return "\n".join(f"{text:<{width}}  # {at}" if at else text for text, at in lines)


def _mapping(node: Mapping, indent: str) -> Iterator[Line]:
    for entry in node.entries:
        yield from _under(f"{indent}{_key(entry.key)}:", entry.value, indent)


def _under(head: str, node: Node, indent: str) -> Iterator[Line]:
    """A value after its key or its dash: beside it, or on the lines below."""
    match node:
        case Scalar():
            yield f"{head} {_value(node)}", place(node.span)
        case Mapping(entries=()):
            yield f"{head} {{}}", place(node.span)
        case Mapping():
            yield head, ""
            yield from _mapping(node, indent + _INDENT)
        case _ if not node.items:
            yield f"{head} []", place(node.span)
        case _:
            yield head, ""
            for item in node.items:
                yield from _under(f"{indent}{_INDENT}-", item, indent + _INDENT)


def _key(key: Scalar) -> str:
    return key.text if _BARE.match(key.text) and key.text.lower() not in _WORDS else _quoted(key.text)


def _value(scalar: Scalar) -> str:
    return _quoted(scalar.text) if isinstance(scalar.value, str) else scalar.text


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
