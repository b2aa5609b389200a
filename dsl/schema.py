"""Keys and types: a tree of nodes against `schema.json`, with messages in our own words at the smallest place.

The schema is JSON Schema (draft 2020-12) and the only list of keys. Beside the standard it has
- `x-says`: what a value is, in words that complete "'rows' is …";
- `x-presentation`: keys that are passed over with a note; with `x-rules` they may hold rules of another program;
- `x-keys`: what the keys of an open mapping are;
- `x-replaced-by`, beside `deprecated`: the key to write instead.
Each file is validated by itself, before it is merged, so nothing here asks for what may be inherited.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from hensoku.dsl.codes import finding
from hensoku.dsl.findings import Finding, Fix
from hensoku.dsl.nodes import Entry, Mapping, Node, Scalar, Sequence
from hensoku.dsl.source import Span
from hensoku.dsl.yaml_errors import quoted_sequence

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import ValidationError

Schema: TypeAlias = dict[str, Any]


def validate(tree: Mapping) -> list[Finding]:
    """What is wrong with the keys and types of one file, in the order of the text."""
    found = [*_errors(tree), *_notes(tree, load_schema())]
    return sorted(found, key=lambda each: (each.span.start, each.span.end))


@cache
def load_schema() -> Schema:
    schema: Schema = json.loads(files("hensoku.dsl").joinpath("schema.json").read_text(encoding="utf-8"))
    return schema


@cache
def _validator() -> Draft202012Validator:
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


def _errors(tree: Mapping) -> Iterator[Finding]:
    for error in _validator().iter_errors(plain(tree)):
        yield from _explained(error, tree)


def plain(node: Node) -> Any:
    """A node as plain data: dict, list, and the values of scalars."""
    match node:
        case Scalar():
            return node.value
        case Mapping():
            return {entry.key.text: plain(entry.value) for entry in node.entries}
        case Sequence():
            return [plain(item) for item in node.items]


# ------------------------------------------------------------------------------------------------------------- errors


def _explained(error: ValidationError, tree: Mapping) -> Iterator[Finding]:
    """An error of the schema in our words; an error of a choice is the error of the alternative that was meant."""
    if error.validator == "anyOf":
        meant = _meant(error)
        for inner in meant:
            yield from _explained(inner, tree)
        if not meant:
            yield _wrong("HS102", error, tree)
    elif "propertyNames" in error.absolute_schema_path:
        yield _wrong_key(error, tree)
    elif error.validator == "not":
        yield _refused_key(error, tree)
    elif error.validator == "additionalProperties":
        yield from _unknown_keys(error, tree)
    elif error.validator == "required":
        yield from _missing_keys(error, tree)
    else:
        yield _wrong(_CODES.get(str(error.validator), "HS105"), error, tree)


_CODES: Final = {
    "type": "HS102",
    "enum": "HS103",
    "minimum": "HS104",
    "maximum": "HS104",
    "minItems": "HS107",
    "maxItems": "HS107",
    "uniqueItems": "HS107",
}


def _meant(error: ValidationError) -> list[ValidationError]:
    """The errors of the first alternative that takes values of this type; none if no alternative does."""
    branches: dict[Any, list[ValidationError]] = {}
    for inner in error.context or ():
        branches.setdefault(inner.relative_schema_path[0], []).append(inner)
    for inners in branches.values():
        if not any(_is_other_type(inner) for inner in inners):
            return inners
    return []


def _is_other_type(error: ValidationError) -> bool:
    if error.relative_path:
        return False
    if error.validator == "anyOf":
        return not _meant(error)
    return error.validator == "type" or (error.validator == "enum" and not isinstance(error.instance, str))


def _wrong(code: str, error: ValidationError, tree: Mapping) -> Finding:
    """A value that is not what its key takes."""
    node, name = _at(error.absolute_path, tree)
    schema: Any = error.schema
    quoted = quoted_sequence(node) if isinstance(node, Sequence) and _takes_text(schema) else None
    if quoted is not None:
        return quoted
    help_, fixes = _called(node, error, tree) or _mended(schema, node)
    found = "the same one twice" if error.validator == "uniqueItems" else _found(node)
    return finding(code, _head(node), where=name, expected=_expected(schema), found=found, help=help_, fixes=fixes)


def _called(node: Node, error: ValidationError, tree: Mapping) -> tuple[str, tuple[Fix, ...]] | None:
    """The key of a piece, where its name was written; None elsewhere."""
    if error.validator != "pattern" or not isinstance(node, Scalar):
        return None
    pieces = _under(tree, "engine", "pieces")
    for entry in pieces.entries if isinstance(pieces, Mapping) else ():
        name = _under(entry.value, "name")
        if isinstance(name, Scalar) and name.text.lower() == node.text.lower():
            key = entry.key.text
            return f"a piece goes by its key here, this one by {key!r}", (Fix(node.span, key, safe=False),)
    return None


def _under(node: Node | None, *keys: str) -> Node | None:
    """What stands under keys within each other, None if nothing does."""
    for key in keys:
        node = node.get(key) if isinstance(node, Mapping) else None
    return node


def _mended(schema: Schema, node: Node) -> tuple[str | None, tuple[Fix, ...]]:
    """What to write instead, where that can be told."""
    if not isinstance(node, Scalar):
        return _shape(schema), ()
    if node.text.lower() in _FLAGS and any("boolean" in _types(alternative) for alternative in alternatives(schema)):
        meant = _FLAGS[node.text.lower()]
        return f"write {meant}", (Fix(node.span, meant, safe=False),)
    words = _words(schema)
    near = get_close_matches(node.text.lower(), words, n=1)
    if near:
        return f"did you mean {near[0]!r}?", (Fix(node.span, near[0], safe=False),)
    if node.value in (False, None) and "none" in words:
        return "write none", (Fix(node.span, "none", safe=False),)
    if words:
        return _shape(schema), ()
    is_number = isinstance(node.value, int | float)
    if is_number and _takes_text(schema) and "\n" not in node.text:
        return f'if it is text, quote this string: "{node.text}"', (Fix(node.span, f'"{node.text}"'),)
    return _shape(schema), ()


_FLAGS: Final = {"yes": "true", "on": "true", "y": "true", "no": "false", "off": "false", "n": "false"}
"""What older YAML takes for true and false."""


def _shape(schema: Schema) -> str | None:
    """An example of a value that is no single word."""
    examples = [each for each in _resolved(schema).get("examples", ()) if isinstance(each, dict | list)]
    return f"such as {_flow(examples[0])}" if examples else None


def _flow(value: Any) -> str:
    """Plain data as YAML on one line."""
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key}: {_flow(item)}' for key, item in value.items())}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(_flow, value))}]"
    return json.dumps(value, ensure_ascii=False) if not isinstance(value, str) else value


def _wrong_key(error: ValidationError, tree: Mapping) -> Finding:
    node, name = _at(error.absolute_path, tree)
    key: Any = error.instance
    schema: Any = error.schema
    span = _entry(node, key).key.span
    return finding("HS105", span, where=f"a key of {name}", expected=_expected(schema), found=repr(_short(key)))


def _refused_key(error: ValidationError, tree: Mapping) -> Finding:
    """A key that is known elsewhere and has no place here (a schema `false`)."""
    path = list(error.absolute_path)
    mapping, name = _at(path[:-1], tree)
    entry = _entry(mapping, str(path[-1]))
    return finding("HS101", entry.key.span, key=entry.key.text, where=name, help="it stands in `engine` itself")


def _unknown_keys(error: ValidationError, tree: Mapping) -> Iterator[Finding]:
    node, name = _at(error.absolute_path, tree)
    schema: Any = error.schema
    known = schema.get("properties", {})
    patterns = list(schema.get("patternProperties", {}))
    keys: Any = error.instance
    for key in keys:
        if key in known or any(re.search(pattern, key) for pattern in patterns):
            continue
        span = _entry(node, key).key.span
        if schema.get("x-keys") == "piece" and any(re.search(pattern, key.upper()) for pattern in patterns):
            fixes = () if key.upper() in keys else (Fix(span, key.upper()),)
            yield finding("HS109", span, key=_short(key), help=f"write {key.upper()!r}", fixes=fixes)
            continue
        offered = [word for word in known if "x-presentation" not in known[word]]
        said = re.match(r"(\w+)[:\s]\s*(.+)", key)
        if said is not None and said[1] in offered:
            yield finding("HS101", span, key=_short(key), where=name, help=f"write `{said[1]}: {_short(said[2])}`")
            continue
        if key == "engine" and "setup" in known:
            told = "what stands here is a part of the engine already: leave `engine` out"
            yield finding("HS101", span, key=key, where=name, help=told)
            continue
        near = get_close_matches(key, offered, n=1) or get_close_matches(key.lower(), offered, n=1)
        fixes = (Fix(span, near[0], safe=False),) if near and near[0] not in keys else ()
        help_ = f"did you mean {near[0]!r}?" if near else _known(schema, offered, key)
        yield finding("HS101", span, key=_short(key), where=name, help=help_, fixes=fixes)


def _known(schema: Schema, keys: list[str], wanted: str) -> str:
    if schema.get("x-keys") == "piece":
        told = "the key of a piece is a letter or a name of up to eight letters and digits, in upper case"
        named = re.fullmatch(r"([A-Za-z])[A-Za-z ]+", wanted)
        return f"{told}, such as `{named[1].upper()}: {{name: {wanted}, …}}`" if named else told
    if wanted in load_schema()["properties"] and "setup" in keys:
        return f"{wanted!r} stands outside `engine`, in which are the rules: {', '.join(keys)}"
    return f"known here: {', '.join(keys)}"


def _missing_keys(error: ValidationError, tree: Mapping) -> Iterator[Finding]:
    node, name = _at(error.absolute_path, tree)
    schema: Any = error.schema
    keys: Any = error.instance
    for key in schema["required"]:
        if key not in keys:
            yield finding("HS106", _head(node), where=name, key=key)


# -------------------------------------------------------------------------------------------------------------- words


def _at(path: Iterable[str | int], tree: Mapping) -> tuple[Node, str]:
    """The node at a path, and what to call it."""
    node: Node = tree
    name = "the definition"
    for step in path:
        if isinstance(node, Sequence) and isinstance(step, int):
            node, name = node.items[step], f"item {step + 1} of {name}"
        elif isinstance(node, Mapping):
            node, name = _entry(node, str(step)).value, f"'{step}'"
    return node, name


def _entry(node: Node, key: str) -> Entry:
    entry = node.entry(key) if isinstance(node, Mapping) else None
    if entry is None:
        raise LookupError(key)
    return entry


def _head(node: Node) -> Span:
    """A scalar whole; of a collection only the first character, for the fault is that it is one."""
    if isinstance(node, Scalar):
        return node.span
    return Span(node.span.source, node.span.start, min(node.span.start + 1, node.span.end))


def _resolved(schema: Any) -> Schema:
    while isinstance(schema, dict) and "$ref" in schema:
        target = load_schema()["$defs"][schema["$ref"].rpartition("/")[2]]
        schema = {**target, **{key: value for key, value in schema.items() if key != "$ref"}}
    return schema if isinstance(schema, dict) else {}


def alternatives(schema: Any) -> Iterator[Schema]:
    """The forms that a value may have, references followed."""
    schema = _resolved(schema)
    if "anyOf" not in schema:
        yield schema
    for alternative in schema.get("anyOf", ()):
        yield from alternatives(alternative)


def _expected(schema: Schema) -> str:
    says = []
    for alternative in alternatives(schema):
        words = [word for word in alternative.get("enum", ()) if word is not None]
        said = alternative.get("x-says", "")
        if len(words) > 1:
            said = f"one of {', '.join(str(word) for word in words)}"
        says.append(said)
    told = list(dict.fromkeys(filter(None, says)))
    if told and told[0].endswith(" or a mapping"):
        told = [told[0], *(said for said in told[1:] if not said.startswith("a mapping"))]
    return " or ".join(told)


def _words(schema: Schema) -> list[str]:
    return [word for each in alternatives(schema) for word in each.get("enum", ()) if isinstance(word, str)]


def _takes_text(schema: Schema) -> bool:
    return any("string" in _types(alternative) for alternative in alternatives(schema))


def _types(schema: Schema) -> list[str]:
    types = schema.get("type", [])
    return [types] if isinstance(types, str) else types


def _found(node: Node) -> str:
    match node:
        case Mapping():
            return "a mapping"
        case Sequence():
            return f"a list of {len(node.items)}"
        case Scalar(value=None):
            return "nothing"
        case Scalar(value=bool() | int() | float()):
            return _short(node.text)
        case Scalar():
            return repr(_short(node.text))


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}..."


# -------------------------------------------------------------------------------------------------------------- notes


def _notes(node: Node, schema: Any) -> Iterator[Finding]:
    """Keys that are passed over, and deprecated ones."""
    for alternative in alternatives(schema):
        match node:
            case Mapping():
                for entry in node.entries:
                    yield from _entry_notes(entry, alternative, node)
            case Sequence():
                for item in node.items:
                    yield from _notes(item, alternative.get("items", {}))
            case Scalar():
                pass


_RULES: Final = ("pieces", "promotion", "drops", "royals", "ends")
"""Where some of these are, the rules are said in this language, too."""


def _entry_notes(entry: Entry, schema: Schema, around: Mapping) -> Iterator[Finding]:
    key = entry.key.text
    known = schema.get("properties", {}).get(key)
    if known is None:
        patterns = schema.get("patternProperties", {})
        known = next((value for pattern, value in patterns.items() if re.search(pattern, key)), None)
    if known is None:
        known = schema.get("additionalProperties", {})
    described = _resolved(known)
    if described.get("x-presentation"):
        unread = described.get("x-rules") and not any(around.entry(rule) for rule in _RULES)
        yield finding("HS152" if unread else "HS150", entry.key.span, key=key)
        return
    if described.get("deprecated"):
        new = described.get("x-replaced-by", "")
        fixes = (Fix(entry.key.span, new),) if new and around.entry(new) is None else ()
        yield finding("HS151", entry.key.span, key=key, new=new, help=f"write {new!r}", fixes=fixes)
    yield from _notes(entry.value, known)
