"""What may be written at the cursor: keys, words, pieces, regions, squares, variants, and atoms of moves."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from collections.abc import Mapping as PlainMapping
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, TypeAlias, final

from hensoku.compiler.resolve.library import Library
from hensoku.dsl.definition import Definition
from hensoku.dsl.moves.english import sentence
from hensoku.dsl.moves.parse import parse_text
from hensoku.dsl.nodes import Mapping, Node, Scalar
from hensoku.dsl.schema import Schema, alternatives
from hensoku.lsp.cursor import Cursor, before, is_typed, schemas_at, typed_at
from hensoku.lsp.sheet import Sheet
from hensoku.lsp.words import ATOMS, MODIFIERS, REGIONS, SETS

Kind: TypeAlias = Literal["key", "word", "piece", "region", "square", "atom", "variant"]

_WORD: Final = re.compile(r"[\w+'-]*\Z")
_SPACED: Final = re.compile(r"(?:far |near |rank |file |all but )?[\w+'-]*\Z")


@final
@dataclass(frozen=True)
class Offer:
    """`written` is what the offer replaces: so many characters before the cursor."""

    label: str
    kind: Kind
    detail: str = ""
    insert: str = ""
    written: int = 0


@final
@dataclass(frozen=True)
class _Known:
    """What the file and its parents have names for; what is typed may leave the file without a meaning."""

    definition: Definition | None
    squares: tuple[str, ...]
    pieces: PlainMapping[str, str]
    regions: PlainMapping[str, str]
    sets: PlainMapping[str, str]


def offers(sheet: Sheet, offset: int) -> list[Offer]:
    """Everything that may stand at an offset, each once."""
    cursor = typed_at(sheet.path, sheet.text, offset)
    if cursor is None:
        return []
    known = _known(sheet, cursor.root)
    found = _keys(known, cursor) if cursor.is_key else _values(known, cursor)
    return list({offer.label: offer for offer in found}.values())


def _known(sheet: Sheet, root: Mapping) -> _Known:
    resolved = sheet.resolved or sheet.parent(root)
    definition = resolved.definition if resolved else None
    pieces = {one.id.value: one.name for one in definition.pieces} if definition else {}
    regions = {name: region.span.text for name, region in definition.regions.items()} if definition else {}
    sets = {name: found.span.text for name, found in definition.sets.items()} if definition else {}
    return _Known(
        definition,
        tuple(square.name for square in resolved.module.board.squares) if resolved else (),
        {**pieces, **_written(root, "pieces")},
        {**regions, **_written(root, "regions")},
        {**sets, **_written(root, "sets")},
    )


def _written(root: Mapping, group: str) -> dict[str, str]:
    """The names under a key of the engine, and what is said of them."""
    engine = root.get("engine")
    found = engine.get(group) if isinstance(engine, Mapping) else None
    entries = [entry for entry in found.entries if not is_typed(entry.key)] if isinstance(found, Mapping) else []
    return {entry.key.text: _about(entry.value) for entry in entries}


def _about(node: Node) -> str:
    name = node.get("name") if isinstance(node, Mapping) else node
    return name.text if isinstance(name, Scalar) else ""


def _keys(known: _Known, cursor: Cursor) -> Iterator[Offer]:
    written = len(_word(before(cursor), _WORD))
    there = {entry.key.text for entry in cursor.around.entries} if cursor.around else set()
    for schema in schemas_at(cursor.path):
        for offer in (*_known_keys(schema, written), *_open_keys(known, schema, written)):
            if offer.label not in there:
                yield offer


def _known_keys(schema: Schema, written: int) -> Iterator[Offer]:
    for key, said in schema.get("properties", {}).items():
        if said is False or said.get("x-presentation"):
            continue
        forms = list(alternatives(said))
        detail = said.get("description") or (forms[0].get("description", "") if forms else "")
        yield Offer(key, "key", detail, f"{key}: ", written)


def _open_keys(known: _Known, schema: Schema, written: int) -> Iterator[Offer]:
    match schema.get("x-keys"):
        case "piece":
            yield from (Offer(key, "piece", name, f"{key}: ", written) for key, name in known.pieces.items())
        case "set":
            yield from (replace(offer, written=written) for offer in _sets(known, ""))


def _values(known: _Known, cursor: Cursor) -> Iterator[Offer]:
    text = before(cursor)
    forms = schemas_at(cursor.path)
    if any("properties" in form or (not text and "x-keys" in form) for form in forms):
        yield from _keys(known, replace(cursor, is_key=True, around=None))  # the first key of a mapping
    for form in forms:
        written = len(_word(text, _WORD))
        for word in form.get("enum", ()):
            if word is not None:
                yield Offer(str(word), "word", form.get("x-says", ""), written=written)
        if "boolean" in _types(form):
            yield from (Offer(word, "word", written=written) for word in ("true", "false"))
        offered = _OFFERED.get(form.get("x-says", ""))
        if offered is not None:
            yield from offered(known, text)


def _types(form: Schema) -> list[Any]:
    types = form.get("type", [])
    return types if isinstance(types, list) else [types]


def _word(text: str, pattern: re.Pattern[str]) -> str:
    found = pattern.search(text)
    return found[0] if found else ""


# ----------------------------------------------------------------------------------------------------------- notations


def _moves(_known: _Known, text: str) -> Iterator[Offer]:
    if "{" in text.rpartition("}")[2]:
        return  # a condition
    for atom in ATOMS:
        moves, _ = parse_text(atom)
        yield Offer(atom, "atom", sentence(moves) if moves else "")
    yield from (Offer(letter, "atom", meaning) for letter, meaning in MODIFIERS.items())
    if not text:
        yield Offer("none", "word", "a piece that never moves")


def _regions(known: _Known, text: str) -> Iterator[Offer]:
    written = len(_word(text, _SPACED))
    offered = {**REGIONS, **known.regions}
    yield from (Offer(region, "region", meaning, written=written) for region, meaning in offered.items())
    yield from (Offer(square, "square", written=written) for square in known.squares)


def _sets(known: _Known, text: str) -> Iterator[Offer]:
    written = len(_word(text, _WORD))
    yield from (Offer(name, "word", meaning, written=written) for name, meaning in {**SETS, **known.sets}.items())
    yield from _pieces(known, text)


def _pieces(known: _Known, text: str) -> Iterator[Offer]:
    written = len(_word(text, _WORD))
    yield from (Offer(key, "piece", name, written=written) for key, name in known.pieces.items())


def _setup(known: _Known, _text: str) -> Iterator[Offer]:
    letters = {one.id.value: one.letter.value for one in known.definition.pieces} if known.definition else {}
    for key, name in known.pieces.items():
        letter = letters.get(key, key)
        for side, spelled in (("sente", letter), ("gote", letter.lower())):
            yield Offer(spelled if len(letter) == 1 else f"[{spelled}]", "piece", f"{name}, {side}'s")


def _captured(known: _Known, text: str) -> Iterator[Offer]:
    yield from (Offer(word, "word", written=len(_word(text, _WORD))) for word in ("hand", "removed"))
    yield from _pieces(known, text)


def _variants(_known: _Known, text: str) -> Iterator[Offer]:
    written = len(_word(text, _WORD))
    yield from (Offer(name, "variant", written=written) for name in Library.at().names())


_OFFERED: Final[dict[str, Callable[[_Known, str], Iterator[Offer]]]] = {
    "a move string": _moves,
    "a region such as far 3": _regions,
    "a piece set such as P L N": _sets,
    "a setup in SFEN": _setup,
    "`hand`, `removed` or the key of a piece": _captured,
    "the key of a piece": _pieces,
    "a name in small letters, digits and hyphens": _variants,
}
"""By what the schema says that a value is."""
