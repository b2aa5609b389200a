"""Keys and types: a tree of nodes against the schema, with messages in our own words at the smallest place.

Each file is looked at by itself, before it is merged, so nothing here asks for what may be inherited. What is at fault
is left out of the tree that is read on with, so that one run tells also what is wrong with the rest.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Final, final

from hensoku.dsl.codes import finding
from hensoku.dsl.findings import Finding, Fix
from hensoku.dsl.lost import Fault, Lost, Path, renamed, with_key, without
from hensoku.dsl.nodes import Entry, Mapping, Node, Scalar, Sequence
from hensoku.dsl.schema import Schema, alternatives, load_schema, plain, resolved, types, validator
from hensoku.dsl.schema_words import described, expected, shape, short, takes_text, words
from hensoku.dsl.source import Span
from hensoku.dsl.yaml_errors import quoted_sequence

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError


@final
@dataclass(frozen=True)
class Structure:
    """What is wrong with the keys and types of one file, in the order of the text; the tree without it, and what was
    left out."""

    findings: tuple[Finding, ...]
    tree: Mapping
    lost: tuple[Lost, ...]


# ------------------------------------------------------------------------------------------------------------- errors


def validate(tree: Mapping) -> list[Finding]:
    """What is wrong with the keys and types of one file, in the order of the text."""
    return list(examine(tree).findings)


def examine(tree: Mapping) -> Structure:
    """Hold one file against the schema, and leave out what is wrong."""
    faults, notes = list(_faults(tree)), _notes(tree, load_schema())
    small = [fault for fault in faults if fault.finding.code == _LOWER_CASE and fault.meant]
    for fault in small:
        tree = with_key(tree, fault.path, fault.meant)
    if small:  # what stands under these keys is known now for what it is
        faults = [*small, *_faults(tree)]
    left, lost = without(tree, [fault for fault in faults if fault not in small])
    lost += tuple(renamed(tree, fault) for fault in small if len(fault.meant) > 1)
    found = [*(fault.finding for fault in faults), *notes]
    return Structure(tuple(sorted(found, key=lambda one: (one.span.start, one.span.end))), left, lost)


_LOWER_CASE: Final = "HS109"


def _faults(tree: Mapping) -> Iterator[Fault]:
    for error in validator().iter_errors(plain(tree)):
        yield from _explained(error, tree)


def _explained(error: ValidationError, tree: Mapping) -> Iterator[Fault]:
    """An error of the schema in our words; an error of a choice is the error of the alternative that was meant."""
    path = tuple(error.absolute_path)
    if error.validator == "anyOf":
        meant = _meant(error)
        for inner in meant:
            yield from _explained(inner, tree)
        if not meant:
            yield Fault(_wrong("HS102", error, tree), path)
    elif "propertyNames" in error.absolute_schema_path:
        yield _wrong_key(error, tree)
    elif error.validator == "not":
        yield Fault(_refused_key(error, tree), path)
    elif error.validator == "additionalProperties":
        yield from _unknown_keys(error, tree)
    elif error.validator == "required":
        yield from _missing_keys(error, tree)
    else:
        yield Fault(_wrong(_CODES.get(str(error.validator), "HS105"), error, tree), path)


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
    quoted = quoted_sequence(node) if isinstance(node, Sequence) and takes_text(schema) else None
    if quoted is not None:
        return quoted
    help_, fixes = _called(node, error, tree) or _mended(schema, node)
    found = "the same one twice" if error.validator == "uniqueItems" else described(node)
    return finding(code, _head(node), where=name, expected=expected(schema), found=found, help=help_, fixes=fixes)


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
        return shape(schema), ()
    if node.text.lower() in _FLAGS and any("boolean" in types(alternative) for alternative in alternatives(schema)):
        meant = _FLAGS[node.text.lower()]
        return f"write {meant}", (Fix(node.span, meant, safe=False),)
    choices = words(schema)
    near = get_close_matches(node.text.lower(), choices, n=1)
    if near:
        return f"did you mean {near[0]!r}?", (Fix(node.span, near[0], safe=False),)
    if node.value in (False, None) and "none" in choices:
        return "write none", (Fix(node.span, "none", safe=False),)
    if choices:
        return shape(schema), ()
    is_number = isinstance(node.value, int | float)
    if is_number and takes_text(schema) and "\n" not in node.text:
        return f'if it is text, quote this string: "{node.text}"', (Fix(node.span, f'"{node.text}"'),)
    return shape(schema), ()


_FLAGS: Final = {"yes": "true", "on": "true", "y": "true", "no": "false", "off": "false", "n": "false"}
"""What older YAML takes for true and false."""


def _wrong_key(error: ValidationError, tree: Mapping) -> Fault:
    node, name = _at(error.absolute_path, tree)
    key: Any = error.instance
    schema: Any = error.schema
    span = _entry(node, key).key.span
    told = finding("HS105", span, where=f"a key of {name}", expected=expected(schema), found=repr(short(key)))
    return Fault(told, (*error.absolute_path, key))


def _refused_key(error: ValidationError, tree: Mapping) -> Finding:
    """A key that is known elsewhere and has no place here (a schema `false`)."""
    path = list(error.absolute_path)
    mapping, name = _at(path[:-1], tree)
    entry = _entry(mapping, str(path[-1]))
    return finding("HS101", entry.key.span, key=entry.key.text, where=name, help="it stands in `engine` itself")


def _unknown_keys(error: ValidationError, tree: Mapping) -> Iterator[Fault]:
    node, name = _at(error.absolute_path, tree)
    schema: Any = error.schema
    keys: Any = error.instance
    patterns = list(schema.get("patternProperties", {}))
    for key in keys:
        if key in schema.get("properties", {}) or any(re.search(pattern, key) for pattern in patterns):
            continue
        span, path = _entry(node, key).key.span, (*error.absolute_path, key)
        if schema.get("x-keys") == "piece" and any(re.search(pattern, key.upper()) for pattern in patterns):
            yield _lower_case(key, span, path, keys)
            continue
        help_, meant, is_alike = _advice(key, schema, _offered(schema, path))
        fixes = (Fix(span, meant, safe=False),) if is_alike and meant not in keys else ()
        yield Fault(finding("HS101", span, key=short(key), where=name, help=help_, fixes=fixes), path, meant)


def _lower_case(key: str, span: Span, path: Path, keys: Iterable[str]) -> Fault:
    meant = key.upper() if key.upper() not in keys and len(key.upper()) == len(key) else ""
    fixes = (Fix(span, meant),) if meant else ()
    return Fault(finding(_LOWER_CASE, span, key=short(key), help=f"write {key.upper()!r}", fixes=fixes), path, meant)


def _offered(schema: Schema, path: Path) -> list[str]:
    """The keys that may be written in a mapping: none for presentation, nor, in a profile, what it may not say."""
    refused = _refused_in_profiles() if path[-3:-2] == ("profiles",) else frozenset()
    known = schema.get("properties", {})
    return [word for word in known if "x-presentation" not in known[word] and word not in refused]


def _refused_in_profiles() -> frozenset[str]:
    forms = load_schema()["$defs"]["profile"]["anyOf"]
    said = (entry for form in forms for entry in form.get("properties", {}).items())
    return frozenset(key for key, value in said if "not" in value)


def _advice(key: str, schema: Schema, offered: list[str]) -> tuple[str, str, bool]:
    """What to write instead of an unknown key, the known key that it is meant for ("" if that cannot be told), and
    whether it is only spelled otherwise."""
    said = re.match(r"(\w+)[:\s]\s*(.+)", key)
    if said is not None and said[1] in offered:
        return f"write `{said[1]}: {short(said[2])}`", said[1], False
    if key == "engine" and "setup" in offered:
        return "what stands here is a part of the engine already: leave `engine` out", "", False
    near = get_close_matches(key, offered, n=1) or get_close_matches(key.lower(), offered, n=1)
    return (f"did you mean {near[0]!r}?", near[0], True) if near else (_known(schema, offered, key), "", False)


def _known(schema: Schema, keys: list[str], wanted: str) -> str:
    if schema.get("x-keys") == "piece":
        told = "the key of a piece is a letter or a name of up to eight letters and digits, in upper case"
        named = re.fullmatch(r"([A-Za-z])[A-Za-z ]+", wanted)
        return f"{told}, such as `{named[1].upper()}: {{name: {wanted}, …}}`" if named else told
    if wanted in load_schema()["properties"] and "setup" in keys:
        return f"{wanted!r} stands outside `engine`, in which are the rules: {', '.join(keys)}"
    return f"known here: {', '.join(keys)}"


def _missing_keys(error: ValidationError, tree: Mapping) -> Iterator[Fault]:
    """The mapping as a whole is at fault: without the key it says nothing."""
    node, name = _at(error.absolute_path, tree)
    schema: Any = error.schema
    keys: Any = error.instance
    for key in schema["required"]:
        if key not in keys:
            yield Fault(finding("HS106", _head(node), where=name, key=key), tuple(error.absolute_path))


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
    described = resolved(known)
    if described.get("x-presentation"):
        unread = described.get("x-rules") and not any(around.entry(rule) for rule in _RULES)
        yield finding("HS152" if unread else "HS150", entry.key.span, key=key)
        return
    if described.get("deprecated"):
        new = described.get("x-replaced-by", "")
        fixes = (Fix(entry.key.span, new),) if new and around.entry(new) is None else ()
        yield finding("HS151", entry.key.span, key=key, new=new, help=f"write {new!r}", fixes=fixes)
    yield from _notes(entry.value, known)
