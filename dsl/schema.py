"""The schema as data, and how to find one's way in it.

`schema.json` is JSON Schema (draft 2020-12) and the only list of keys. Beside the standard it has
- `x-says`: what a value is, in words that complete "'rows' is …";
- `x-presentation`: keys that are passed over with a note; with `x-rules` they may hold rules of another program;
- `x-keys`: what the keys of an open mapping are;
- `x-replaced-by`, beside `deprecated`: the key to write instead.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, TypeAlias

from hensoku.dsl.nodes import Mapping, Node, Scalar, Sequence

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator

Schema: TypeAlias = dict[str, Any]


@cache
def load_schema() -> Schema:
    schema: Schema = json.loads(files("hensoku.dsl").joinpath("schema.json").read_text(encoding="utf-8"))
    return schema


@cache
def validator() -> Draft202012Validator:
    from jsonschema import Draft202012Validator

    return Draft202012Validator(_in_python(load_schema()))


def _in_python(schema: Any) -> Any:
    """The schema with patterns as Python reads them: its `$` would stand before a line break at the end, too."""
    if isinstance(schema, list):
        return [_in_python(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    found = {key: _in_python(value) for key, value in schema.items()}
    if isinstance(found.get("pattern"), str):
        found["pattern"] = _whole(found["pattern"])
    if "patternProperties" in found:
        found["patternProperties"] = {_whole(key): value for key, value in found["patternProperties"].items()}
    return found


def _whole(pattern: str) -> str:
    return f"{pattern[:-1]}\\Z" if pattern.endswith("$") else pattern


def plain(node: Node) -> Any:
    """A node as plain data: dict, list, and the values of scalars."""
    match node:
        case Scalar():
            return node.value
        case Mapping():
            return {entry.key.text: plain(entry.value) for entry in node.entries}
        case Sequence():
            return [plain(item) for item in node.items]


def resolved(schema: Any) -> Schema:
    """A part of the schema with its reference followed."""
    while isinstance(schema, dict) and "$ref" in schema:
        target = load_schema()["$defs"][schema["$ref"].rpartition("/")[2]]
        schema = {**target, **{key: value for key, value in schema.items() if key != "$ref"}}
    return schema if isinstance(schema, dict) else {}


def alternatives(schema: Any) -> Iterator[Schema]:
    """The forms that a value may have, references followed."""
    schema = resolved(schema)
    if "anyOf" not in schema:
        yield schema
    for alternative in schema.get("anyOf", ()):
        yield from alternatives(alternative)


@cache
def default(part: str, key: str) -> Any:
    """What holds where a definition says nothing under a key of one of its parts (`drops`, `stuck`)."""
    known = next(form["properties"][key] for form in alternatives(_part(part)) if key in form.get("properties", {}))
    return resolved(known)["default"]


def _part(name: str) -> Schema:
    found: Schema = load_schema()["$defs"][name]
    return found


def types(schema: Schema) -> list[str]:
    """The types of JSON that a form takes."""
    said = schema.get("type", [])
    return [said] if isinstance(said, str) else said
