"""Rename and formatting: the changes of one file, as spans and what is to stand there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from hensoku.dsl.definition import MovesDef, PieceDef
from hensoku.dsl.findings import Fix
from hensoku.dsl.moves.format import canonical
from hensoku.dsl.source import Span
from hensoku.lsp.cursor import found_at
from hensoku.lsp.look import names_in, piece_at
from hensoku.lsp.sheet import Sheet, parts

_KEY: Final = re.compile(r"[A-Z][A-Z0-9_]{0,7}|[A-Z]'")
_MARKED: Final = re.compile(r"[A-Z]['!]*")
"""What stands in a setup without brackets."""


class RenameError(ValueError):
    """A rename that cannot be made; the message says why."""


def renameable(sheet: Sheet, offset: int) -> tuple[PieceDef, Span] | None:
    """The piece at an offset, and where it is named there."""
    cursor = found_at(sheet.document, offset) if sheet.document else None
    return None if cursor is None or sheet.now is None else piece_at(sheet, cursor, offset)


def rename(sheet: Sheet, offset: int, new: str) -> list[Fix]:
    """Another key for a piece: its key, its letters in setups and hands, and its names in sets and conditions.
    Raises RenameError."""
    if sheet.now is None:
        raise RenameError("the file has errors; a piece can be renamed when they are mended")
    found = renameable(sheet, offset)
    if found is None:
        raise RenameError("here is no piece")
    piece = found[0]
    if piece.id.span.source != sheet.source:
        raise RenameError(f"{piece.id.value} is inherited; it can be renamed in {piece.id.span.source.path}")
    if not _KEY.fullmatch(new):
        raise RenameError(f"{new!r} is no key of a piece: a letter, or up to eight letters and digits, in upper case")
    others = [one for one in sheet.now.definition.pieces if one is not piece]
    if any(new in (one.id.value, one.letter.value) for one in others):
        raise RenameError(f"there is a piece {new} already")
    return _changes(sheet, piece, new)


def _changes(sheet: Sheet, piece: PieceDef, new: str) -> list[Fix]:
    changes = {piece.id.span: _quoted(piece.id.span, new)}
    has_letter = piece.letter.value != piece.id.value
    for named in names_in(sheet):
        if named.name.removeprefix("+") != piece.id.value or named.span.source != sheet.source:
            continue
        if not named.in_setup or _is_key(sheet, named.span):
            changes[named.span] = named.span.text.replace(piece.id.value, new)
        elif not has_letter:
            changes[named.span] = _letter(named.span.text, new)
    ordered = sorted(changes.items(), key=lambda change: change[0].start)
    return [Fix(span, text) for span, text in ordered]


def _is_key(sheet: Sheet, span: Span) -> bool:
    """Whether a piece in hand stands as a key (`{P: 2}`), not in a hand as SFEN has it."""
    cursor = found_at(sheet.document, span.start) if sheet.document else None
    return cursor is not None and cursor.is_key


def _letter(written: str, new: str) -> str:
    """A letter of a setup with a new name: its side is its case, and a longer name stands in brackets."""
    plus = "+" if written.startswith("+") else ""
    spelled = new.lower() if written.strip("+[]").islower() else new
    return f"{plus}{spelled}" if _MARKED.fullmatch(new) else f"{plus}[{spelled}]"


def _quoted(span: Span, new: str) -> str:
    """A key in the quotes that the old one had."""
    quote = span.text[:1] if span.text[:1] in "\"'" else ""
    return f"{quote}{new}{quote}"


def formatted(sheet: Sheet) -> Iterator[Fix]:
    """The canonical spelling of every move string of the file itself; nothing else is touched."""
    if sheet.now is None:
        return
    seen: set[Span] = set()
    for node in parts(sheet.now.definition):
        if not isinstance(node, MovesDef) or node.moves is None or node.span.source != sheet.source:
            continue
        scalar, spelled = node.moves.scalar, canonical(node.moves)
        if spelled != scalar.text and scalar.span not in seen and scalar.text:
            seen.add(scalar.span)
            yield Fix(scalar.part(0, len(scalar.text)), scalar.spelled(spelled))
