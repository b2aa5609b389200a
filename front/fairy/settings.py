"""What a section says once its parents are merged: values by key, pieces by letter; and its faults."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Final, final

from hensoku.dsl.codes import finding
from hensoku.dsl.findings import Finding
from hensoku.dsl.nodes import Scalar
from hensoku.dsl.source import Span
from hensoku.fairy.ini import Entry, Section
from hensoku.fairy.keys import CUSTOM, KEYS, PIECE_TYPES, RENAMED, UNKNOWN_HERE, Kind, Use

REGION_PREFIX: Final = ("mobilityRegionWhite", "mobilityRegionBlack")
_NONE: Final = "-"
_ALL: Final = ("*",)
_DEFAULT_TYPES: Final = {"p": ("pawn",), "nbrq": ("knight", "bishop", "rook", "queen"), "*": _ALL}
_WORDS: Final = {Kind.BOOL: ("true", "false"), Kind.VALUE: ("win", "loss", "draw", "none")}


@final
@dataclass(frozen=True)
class Declared:
    """A piece of a section: its type, and its moves in that program's dialect."""

    type: str
    name: str
    moves: str
    span: Span
    written: Scalar | None = None
    """The move string, if the section has one of its own."""

    @property
    def is_pawn(self) -> bool:
        return self.type == "pawn"


@final
@dataclass
class Settings:
    """`entries` are the lines that count, `pieces` are by lower-case letter, `regions` those of single types.

    A letter means the type that bears it in the section that says so: `types` are those that a key names (`*` alone is
    all), `promoted` maps a type to the one that it promotes to; a later section adds to its parent's.
    """

    section: Section
    entries: dict[str, Entry] = field(default_factory=dict)
    pieces: dict[str, Declared] = field(default_factory=dict)
    regions: dict[str, Entry] = field(default_factory=dict)
    types: dict[str, tuple[str, ...]] = field(default_factory=dict)
    promoted: dict[str, str] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)

    def text(self, key: str) -> str:
        entry = self.entries.get(key)
        return KEYS[key].default if entry is None else entry.value.text

    def is_set(self, key: str) -> bool:
        """Whether a boolean is true."""
        return self.text(key) == "true"

    def number(self, key: str) -> int:
        """A number, a rank or a file."""
        text = self.text(key)
        return int(text) if text.isdigit() else ord(text) - ord("a") + 1

    def letters(self, key: str) -> tuple[str, ...]:
        """The letters of the pieces that a key names; `*` is all of them."""
        types = self.types.get(key, _DEFAULT_TYPES.get(KEYS[key].default, ()))
        return tuple(letter for letter, piece in self.pieces.items() if types == _ALL or piece.type in types)

    def promotions(self) -> dict[str, str]:
        """What promotes to what, by letter."""
        letters = {piece.type: letter for letter, piece in self.pieces.items()}
        pairs = self.promoted.items()
        return {letters[type_]: letters[to] for type_, to in pairs if type_ in letters and to in letters}

    def span(self, key: str) -> Span:
        """Where a value was said; the section's name, if it is a default."""
        entry = self.entries.get(key)
        return self.section.name.span if entry is None else entry.value.span

    def refuse(self, key: str, why: str, *, help: str | None = None) -> None:  # noqa: A002 - the field's own name
        """Note that what a key asks for cannot be carried over."""
        entry = self.entries.get(key)
        span = self.section.name.span if entry is None else entry.key.span
        self.findings.append(finding("HS504", span, key=key, why=why, help=help))


def resolve(section: Section, sections: Mapping[str, Section], built_in: Mapping[str, Section]) -> Settings:
    """A section with what its parents say."""
    settings = Settings(section)
    for ancestor in reversed(_chain(section, sections, built_in, settings)):
        settings.findings += ancestor.findings
        for name, entry in ancestor.entries.items():
            _take(settings, RENAMED.get(name, name), entry)
        for name, entry in ancestor.entries.items():
            _name_types(settings, name, entry)
    for key, entry in settings.entries.items():
        _check_value(settings, key, entry)
    return settings


def _chain(
    section: Section, sections: Mapping[str, Section], built_in: Mapping[str, Section], settings: Settings
) -> list[Section]:
    chain = [section]
    while (parent := chain[-1].parent) is not None:
        known = {**built_in, **sections}
        found = known.get(parent.text)
        if found is None or found in chain:
            near = get_close_matches(parent.text, known, n=1)
            help_ = (
                f"did you mean {near[0]!r}?"
                if near
                else f"known are the sections of the file and {', '.join(built_in)}"
            )
            settings.findings.append(finding("HS501", parent.span, name=parent.text, help=help_))
            break
        chain.append(found)
    return chain


def _take(settings: Settings, name: str, entry: Entry) -> None:
    if name in PIECE_TYPES or name in CUSTOM:
        _declare(settings, name, entry)
    elif name.startswith(REGION_PREFIX):
        settings.regions[name] = entry
    elif name in KEYS:
        settings.entries[name] = entry
    elif name in UNKNOWN_HERE:
        settings.findings.append(
            finding("HS504", entry.key.span, key=name, why="pieces that never move and are no walls")
        )
    else:
        near = get_close_matches(name, [*KEYS, *PIECE_TYPES], n=1)
        help_ = f"did you mean {near[0]!r}?" if near else None
        settings.findings.append(finding("HS502", entry.key.span, name=name, help=help_))


def _declare(settings: Settings, type_: str, entry: Entry) -> None:
    """`shogiPawn = p`, `customPiece1 = a:pR`, `king = -`. A type and a letter belong to each other alone."""
    letter, colon, moves = (part.strip() for part in entry.value.text.partition(":"))
    for old in [old for old, declared in settings.pieces.items() if declared.type == type_]:
        del settings.pieces[old]
    if letter == _NONE:
        return
    if len(letter) != 1 or not letter.isascii() or not letter.isalpha():
        settings.findings.append(
            finding("HS503", entry.value.span, key=type_, what=Kind.PIECE.value, value=entry.value.text)
        )
        return
    known = PIECE_TYPES.get(type_)
    written = None
    if colon and (type_ in CUSTOM or type_ == "king"):
        written = _part(entry.value, entry.value.text.index(":") + 1)
    elif known is None or colon:
        settings.findings.append(
            finding(
                "HS503",
                entry.value.span,
                key=type_,
                what="a letter and its moves, such as a:pR",
                value=entry.value.text,
            )
        )
        return
    name = known.name if known else f"Piece {letter.upper()}"
    settings.pieces.pop(letter.lower(), None)
    settings.pieces[letter.lower()] = Declared(
        type_, name, moves or (known.moves if known else ""), entry.value.span, written
    )


def _name_types(settings: Settings, name: str, entry: Entry) -> None:
    """What the letters of a value mean, once all pieces of their section are known."""
    known = KEYS.get(name)
    if known is None or known.kind not in (Kind.PIECE, Kind.PIECES, Kind.MAP) or not _is(known.kind, entry.value.text):
        return
    text = entry.value.text.lower()
    if text in (_NONE, "*"):
        settings.types[name] = _ALL if text == "*" else ()
        return
    for letter in dict.fromkeys(char for char in text if char.isalpha()):
        if letter not in settings.pieces and known.use is Use.RULE:
            settings.findings.append(finding("HS508", entry.value.span, letter=letter))
    types = {letter: piece.type for letter, piece in settings.pieces.items()}
    if name == "promotedPieceType":
        pairs = [(types.get(pair[0]), types.get(pair[2], _NONE)) for pair in text.split()]
        settings.promoted |= {type_: to for type_, to in pairs if type_ is not None}
    elif known.kind is not Kind.MAP:
        settings.types[name] = tuple(types[letter] for letter in text if letter in types)


def _part(value: Scalar, start: int) -> Scalar:
    """The rest of a value from a character on, without blanks around it."""
    text = value.text[start:]
    begin = start + len(text) - len(text.lstrip())
    stripped = text.strip()
    offsets = value.offsets[begin : begin + len(stripped) + 1]
    return Scalar(stripped, stripped, value.part(begin, begin + len(stripped)), offsets)


# ------------------------------------------------------------------------------------------------------------- values


def _check_value(settings: Settings, key: str, entry: Entry) -> None:
    known, text = KEYS[key], entry.value.text
    if known.use is Use.OTHER or known.use is Use.CASTLING:
        return
    if not _is(known.kind, text):
        settings.findings.append(finding("HS503", entry.value.span, key=key, what=known.kind.value, value=text))
    elif known.use is Use.FOREIGN and text != known.default:
        settings.findings.append(finding("HS504", entry.key.span, key=key, why=known.means))


def _is(kind: Kind, text: str) -> bool:
    match kind:
        case Kind.BOOL | Kind.VALUE:
            return text in _WORDS[kind]
        case Kind.INT:
            return text.isdigit()
        case Kind.RANK:
            return text.isdigit() and 1 <= int(text) <= 10
        case Kind.FILE:
            return (text.isdigit() and 1 <= int(text) <= 12) or (len(text) == 1 and "a" <= text <= "l")
        case Kind.PIECE:
            return len(text) == 1 and (text.isalpha() or text in "-*")
        case Kind.PIECES:
            return text in ("-", "*") or (bool(text) and all(char.isalpha() or char.isspace() for char in text))
        case Kind.REGION:
            return text == _NONE or all(_is_square(square) for square in text.split())
        case Kind.MAP:
            return text == _NONE or all(len(pair) >= 3 and pair[1] == ":" for pair in text.split())
        case Kind.TEXT | Kind.WORD:
            return bool(text)


def _is_square(text: str) -> bool:
    """`d4`, `*7` (a rank), `d*` (a file), `**`."""
    file, rank = text[:1], text[1:]
    return (file == "*" or "a" <= file <= "l") and (rank == "*" or (rank.isdigit() and 1 <= int(rank) <= 10))
