"""The reference page of the language, `docs/language.md`, written from the schema so the two cannot drift apart."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from hensoku.dsl.build.ends import RESULTS, needed_options
from hensoku.dsl.schema import load_schema

_HEAD: Final = """# The language

Every key of a definition. This page is written from `dsl/schema.json`, the only list of keys; `hensoku schema` prints
that. Move strings have [a page of their own](notation.md); what a value means in doubtful cases says
[semantics](semantics.md).

A definition is the front matter of a rule sheet (`.md`, between two lines `---`), or a `.yaml` file that holds the same
mapping.
"""

_ORDER: Final = (
    "engine",
    "topology",
    "region",
    "set",
    "setup",
    "pieces",
    "piece",
    "face",
    "moves",
    "moves_by_region",
    "promotes",
    "captures",
    "promotion",
    "drops",
    "file_limit",
    "royals",
    "facing",
    "borrow",
    "trade",
    "ends",
    "points",
    "repetition",
    "evaluation",
)


def reference_page() -> str:
    """The whole page as Markdown."""
    known = load_schema()
    definitions: dict[str, Any] = known["$defs"]
    sections = [_HEAD, "## Outer keys\n", _table(known, definitions)]
    for name in _ORDER:
        node = definitions[name]
        sections += [f"## {node.get('title', name)}\n", *_body(node, definitions)]
        if name == "ends":
            sections += _ends(node, definitions)
    return "\n".join(part.rstrip("\n") + "\n" for part in sections if part)


def _body(node: dict[str, Any], definitions: dict[str, Any]) -> Iterator[str]:
    if "description" in node:
        yield node["description"] + "\n"
    examples = node.get("examples", [])
    if examples:
        yield "Such as " + ", ".join(f"`{_shown(example)}`" for example in examples[:10]) + ".\n"
    mapping = _mapping(node)
    if mapping is not None:
        yield _table(mapping, definitions)


def _ends(node: dict[str, Any], definitions: dict[str, Any]) -> Iterator[str]:
    """A section for each end that has options."""
    for kind, said in node["properties"].items():
        mapping = _mapping(said)
        if mapping is None:
            continue
        needed = needed_options(kind)
        yield f"### {kind}\n"
        told = f"The result is `{RESULTS[kind]}` unless `result` says another."
        if needed:
            told += f" It needs {', '.join(f'`{key}`' for key in needed)}."
        example = next((one for one in said.get("examples", ()) if isinstance(one, dict)), None)
        yield told + (f" Such as `{_shown(example)}`." if example else "") + "\n"
        options = {key: option for key, option in mapping["properties"].items() if key != "result"}
        yield _table({"properties": options}, definitions)


def _mapping(node: dict[str, Any]) -> dict[str, Any] | None:
    """The schema of a node's mapping form, or of the mappings that it lists, if they have keys of their own."""
    forms = [node, *node.get("anyOf", [])]
    forms += [form["items"] for form in forms if isinstance(form.get("items"), dict)]
    return next((form for form in forms if "properties" in form), None)


def _table(node: dict[str, Any], definitions: dict[str, Any]) -> str:
    rows = [_row(key, said, definitions) for key, said in node["properties"].items() if not _presentation(said)]
    if rows:
        rows = ["| key | value | meaning |", "|---|---|---|", *rows]
    passed = [f"`{key}`" for key, said in node["properties"].items() if _presentation(said)]
    if passed:
        rows += [*([""] if rows else []), f"Passed over, with a note: {', '.join(passed)}."]
    return "\n".join(rows) + "\n"


def _presentation(said: dict[str, Any]) -> bool:
    return bool(said.get("x-presentation"))


def _row(key: str, said: dict[str, Any], definitions: dict[str, Any]) -> str:
    target = _target(said, definitions)
    words = [said.get("description") or target.get("description", "")]
    default = said.get("default", target.get("default"))
    if default is not None:
        words.append(f"Default: `{_shown(default)}`.")
    examples = said.get("examples") or []
    if examples:
        words.append("Such as " + ", ".join(f"`{_shown(example)}`" for example in examples[:3]) + ".")
    return f"| `{key}` | {_escaped(_value(said, definitions))} | {_escaped(' '.join(word for word in words if word))} |"


def _target(said: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    name = said.get("$ref", "").removeprefix("#/$defs/")
    found: dict[str, Any] = definitions.get(name, {})
    return found


def _value(said: dict[str, Any], definitions: dict[str, Any]) -> str:
    target = _target(said, definitions)
    choices = said.get("enum") or target.get("enum")
    if choices:
        return ", ".join(f"`{_shown(choice)}`" for choice in choices if choice is not None)
    named = said.get("x-says") or target.get("x-says")
    if named:
        return str(named)
    forms = [_value(form, definitions) for form in said.get("anyOf") or target.get("anyOf") or []]
    return "; or ".join(form for form in dict.fromkeys(forms) if form)


def _shown(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _escaped(text: str) -> str:
    return text.replace("|", "\\|")
