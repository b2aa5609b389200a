"""A tree of plain data as the YAML of a rule sheet: strings in quotes, small mappings in braces on one line."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

_WIDTH: Final = 110


def sheet(tree: Mapping[str, Any], title: str, origin: str) -> str:
    """A rule sheet: the definition, and a page that says where it came from."""
    lines = "\n".join(block(tree, ""))
    return f"---\n{lines}\n---\n\n# {title}\n\nTaken from the section `{title}` of `{origin}`.\n"


def block(tree: Mapping[str, Any], indent: str) -> Iterator[str]:
    """The lines of a mapping, each with an indent."""
    for key, value in tree.items():
        line = f"{indent}{_key(key)}: {_flow(value)}"
        nested = isinstance(value, Mapping) and value
        if nested and (not indent or key == "pieces" or len(line) > _WIDTH):
            yield f"{indent}{_key(key)}:"
            yield from block(value, indent + "  ")
        else:
            yield line


def _flow(value: Any) -> str:
    match value:
        case Mapping():
            return "{" + ", ".join(f"{_key(key)}: {_flow(item)}" for key, item in value.items()) + "}"
        case list():
            return "[" + ", ".join(_flow(item) for item in value) + "]"
        case bool():
            return "true" if value else "false"
        case int() | float():
            return str(value)
        case None:
            return "null"
        case str():
            return value if value.isidentifier() and value.islower() else json.dumps(value, ensure_ascii=False)
        case _:
            raise TypeError(f"no YAML for {type(value).__name__}")


def _key(key: str) -> str:
    return (
        key if key.replace("_", "").isalnum() and key.lower() not in ("y", "n") else json.dumps(key, ensure_ascii=False)
    )
