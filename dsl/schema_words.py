"""What is said of the values that the schema allows, and of those that stand there."""

from __future__ import annotations

import json
from typing import Any

from hensoku.dsl.nodes import Mapping, Node, Scalar, Sequence
from hensoku.dsl.schema import Schema, alternatives, resolved, types


def expected(schema: Schema) -> str:
    """What a value must be, in words that complete "must be"."""
    says = []
    for alternative in alternatives(schema):
        choices = [word for word in alternative.get("enum", ()) if word is not None]
        said = alternative.get("x-says", "")
        if len(choices) > 1:
            said = f"one of {', '.join(map(str, choices))}"
        says.append(said)
    told = list(dict.fromkeys(filter(None, says)))
    if told and told[0].endswith(" or a mapping"):
        told = [told[0], *(said for said in told[1:] if not said.startswith("a mapping"))]
    return " or ".join(told)


def words(schema: Schema) -> list[str]:
    """The words that a value may be."""
    return [word for each in alternatives(schema) for word in each.get("enum", ()) if isinstance(word, str)]


def takes_text(schema: Schema) -> bool:
    return any("string" in types(alternative) for alternative in alternatives(schema))


def shape(schema: Schema) -> str | None:
    """An example of a value that is no single word."""
    examples = [each for each in resolved(schema).get("examples", ()) if isinstance(each, dict | list)]
    return f"such as {_flow(examples[0])}" if examples else None


def _flow(value: Any) -> str:
    """Plain data as YAML on one line."""
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key}: {_flow(item)}' for key, item in value.items())}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(_flow, value))}]"
    return json.dumps(value, ensure_ascii=False) if not isinstance(value, str) else value


def described(node: Node) -> str:
    """What stands there, in words that complete "not"."""
    match node:
        case Mapping():
            return "a mapping"
        case Sequence():
            return f"a list of {len(node.items)}"
        case Scalar(value=None):
            return "nothing"
        case Scalar(value=bool() | int() | float()):
            return short(node.text)
        case Scalar():
            return repr(short(node.text))


def short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}..."
