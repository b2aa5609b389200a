"""Hover and definition: what stands at a place means, and where it was said first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, final

from hensoku.dsl.definition import PieceDef, PieceSet
from hensoku.dsl.moves.nodes import Condition, Moves
from hensoku.dsl.moves.parse import parse_moves
from hensoku.dsl.nodes import Mapping, Node, Scalar
from hensoku.dsl.source import Span
from hensoku.lsp.cursor import Cursor, Step, described, found_at, schemas_at
from hensoku.lsp.pieces import piece, told
from hensoku.lsp.sheet import Sheet, letters_of, parts, piece_of, setups_of

_PARENTS: Final = (("parent",), ("engine", "extends"))


def hover(sheet: Sheet, offset: int) -> tuple[str, Span] | None:
    """Markdown about what stands at an offset, and the stretch that it is about."""
    cursor = found_at(sheet.document, offset) if sheet.document else None
    if cursor is None:
        return None
    named = piece_at(sheet, cursor, offset)
    if named is not None and sheet.resolved is not None:
        return piece(named[0], sheet.resolved.definition.topology), named[1]
    if cursor.is_key:
        about = described((*cursor.path, cursor.scalar.text)).get("description")
        return None if not about else (f"**{cursor.scalar.text}**\n\n{about}", cursor.scalar.span)
    if _says(cursor, "a move string"):
        moves, _ = parse_moves(cursor.scalar)
        topology = sheet.resolved.definition.topology if sheet.resolved else None
        return None if moves is None else (told(moves, topology), cursor.scalar.span)
    return None


def _says(cursor: Cursor, what: str) -> bool:
    return any(form.get("x-says") == what for form in schemas_at(cursor.path))


def piece_at(sheet: Sheet, cursor: Cursor, offset: int) -> tuple[PieceDef, Span] | None:
    """The piece that a place names: by its key, by a letter of a setup, in a piece set or a condition."""
    if sheet.resolved is None:
        return None
    definition = sheet.resolved.definition
    if cursor.is_key and cursor.path == ("engine", "pieces"):
        found = piece_of(definition, cursor.scalar.text)
        return None if found is None else (found, cursor.scalar.span)
    for named in names_in(sheet):
        if named.span.source == sheet.source and named.span.start <= offset <= named.span.end - named.in_setup:
            found = piece_of(definition, named.name)
            if found is not None:
                return found, named.span
    return None


@final
@dataclass(frozen=True)
class Named:
    """A place that names a piece: by its key, or by a letter of a setup or hand."""

    name: str
    span: Span
    in_setup: bool = False


def names_in(sheet: Sheet) -> Iterator[Named]:
    """Every place at which the variant, or a profile, names a piece, but for the keys of the pieces themselves."""
    if sheet.now is None:
        return
    for resolved in (sheet.now, *sheet.profiles()):
        definition = resolved.definition
        for setup in setups_of(definition):
            yield from (Named(letter.name, letter.span, in_setup=True) for letter in letters_of(setup))
        for node in parts(definition):
            match node:
                case PieceSet():
                    yield from (Named(name.value, name.span) for name in node.names)
                case Moves():
                    yield from _conditions(node)
                case PieceDef():
                    becomes = (face.becomes for face in node.promotes)
                    named = (node.captured, *(face.captured for face in node.promotes), *becomes)
                    yield from (Named(one.value, one.span) for one in named if one and one.value != "removed")


def _conditions(moves: Moves) -> Iterator[Named]:
    for move in moves.moves:
        for condition in (each for each in parts(move) if isinstance(each, Condition)):
            for name in condition.values:
                if name.text[:1].isupper() or name.text[:1] == "+":
                    yield Named(name.text, moves.span(name.place))


# ---------------------------------------------------------------------------------------------------------- definition


def definition(sheet: Sheet, offset: int) -> Span | None:
    """Where what stands at an offset is defined: a parent's file, a piece, a region or set, or an inherited key."""
    cursor = found_at(sheet.document, offset) if sheet.document else None
    if cursor is None or sheet.resolved is None:
        return None
    resolved = sheet.resolved
    if not cursor.is_key and cursor.path in _PARENTS and len(resolved.documents) > 1:
        return Span(resolved.documents[1].source, 0, 0)
    own_key = cursor.is_key and cursor.path == ("engine", "pieces")
    named = None if own_key else piece_at(sheet, cursor, offset)
    if named is not None:
        return named[0].id.span
    if cursor.is_key:
        return _inherited(sheet, (*cursor.path, cursor.scalar.text))
    return _named(sheet, cursor) or _inherited(sheet, cursor.path)


def _named(sheet: Sheet, cursor: Cursor) -> Span | None:
    """The region or piece set that a value names."""
    assert sheet.resolved is not None
    named = sheet.resolved.definition
    known = {name: region.span for name, region in named.regions.items()}
    known |= {name: pieces.span for name, pieces in named.sets.items()}
    return next((known[word] for word in cursor.scalar.text.split() if word in known), None)


def _inherited(sheet: Sheet, path: tuple[Step, ...]) -> Span | None:
    """The key at a path in the nearest parent that has it."""
    for document in sheet.resolved.documents[1:] if sheet.resolved else ():
        node: Node | None = document.tree
        key: Scalar | None = None
        for step in path:
            entry = node.entry(step) if isinstance(node, Mapping) and isinstance(step, str) else None
            node, key = (entry.value, entry.key) if entry else (None, None)
        if key is not None:
            return key.span
    return None
