"""Pieces of a site's sheet: `vocabulary` and `pieceMoves`, `promotionMap` and `flipMap` as our `pieces`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Any, Final, final

from hensoku.dsl.codes import finding
from hensoku.dsl.definition import Definition, PieceDef
from hensoku.dsl.findings import Finding
from hensoku.dsl.moves.format import canonical
from hensoku.dsl.nodes import Entry, Node, Scalar, Sequence
from hensoku.dsl.nodes import Mapping as Tree
from hensoku.dsl.source import Span
from hensoku.sites.moves import PieceMoves

_PROMOTED: Final = "promoted_"
_COMMON: Final = {
    "king": "K",
    "rook": "R",
    "bishop": "B",
    "gold": "G",
    "silver": "S",
    "knight": "N",
    "lance": "L",
    "pawn": "P",
}
"""Letters of pieces that a sheet without a vocabulary moves."""


@final
@dataclass
class Pieces:
    """By name: `letters` of the pieces, in the order of the sheet; `strings`, the moves that it says; what pieces
    promote to (`faces`), and what they turn over to (`flips`)."""

    parent: Definition | None
    findings: list[Finding] = field(default_factory=list)
    letters: dict[str, str] = field(default_factory=dict)
    spans: dict[str, Span] = field(default_factory=dict)
    strings: dict[str, str | None] = field(default_factory=dict)
    faces: dict[str, str] = field(default_factory=dict)
    flips: dict[str, str] = field(default_factory=dict)
    promotes: bool = False
    """Whether the sheet says of all pieces whether they promote."""

    own_letters: dict[str, str] = field(default_factory=dict)
    """Letters of faces, which are no pieces of their own."""

    # --------------------------------------------------------------------------------------------------------- reading

    def read(self, vocabulary: Tree | None, plugin: Tree, placed: AbstractSet[str]) -> None:
        """`placed` are the letters that stand in the setup."""
        for entry in vocabulary.entries if vocabulary else ():
            self._name(entry)
        moves = plugin.get("pieceMoves")
        for entry in moves.entries if isinstance(moves, Tree) else ():
            reader = PieceMoves(entry.key.text)
            self.strings[entry.key.text] = reader.string(entry.value)
            self.findings += reader.findings
            self.spans.setdefault(entry.key.text, entry.key.span)
        self.faces = self._map(plugin, "promotionMap")
        self.flips = self._map(plugin, "flipMap")
        self.promotes = any(plugin.get(key) is not None for key in ("promotionMap", "flipMap"))
        for name in self.strings:
            base = name.removeprefix(_PROMOTED)
            if base != name:
                self.faces.setdefault(base, name)
                self.spans.setdefault(base, self.spans[name])
        targets = {*self.faces.values(), *self.flips.values()}
        for name in dict.fromkeys(self.faces.values()):
            alone = name in self.letters and name not in self.faces
            if alone and self.letters[name] not in placed:  # nothing begins as this piece: it is a face alone
                letter = self.letters.pop(name)
                if list(self.faces.values()).count(name) == 1:
                    self.own_letters[name] = letter
        for name in (*self.strings, *self.faces):
            if name not in self.letters and name not in targets and name in _COMMON:
                self.letters[name] = _COMMON[name]
            elif name not in self.letters and name not in targets:
                self._refuse(name, "the vocabulary has no symbol for it")

    def _name(self, entry: Entry) -> None:
        """The letter of a piece. What has a `+` before it, or nothing, is a promoted face."""
        name, symbols = entry.key.text, entry.value.get("symbols") if isinstance(entry.value, Tree) else None
        self.spans[name] = entry.key.span
        match symbols:
            case Tree():
                told = [item.value.text for item in symbols.entries if isinstance(item.value, Scalar)]
            case Sequence():
                told = [item.text for item in symbols.items if isinstance(item, Scalar)]
            case _:
                told = []
        if len(told) != 2 or told[0].upper() != told[1].upper() or told[0] == told[1]:
            why = "its symbols are not one in upper and one in lower case"
            self.findings.append(finding("HS520", (symbols or entry.key).span, key=f"vocabulary.{name}", why=why))
        elif not told[0].startswith("+"):
            self.letters[name] = told[0].upper()

    def _map(self, plugin: Tree, key: str) -> dict[str, str]:
        node = plugin.get(key)
        if node is not None and not isinstance(node, Tree):
            self.findings.append(finding("HS520", node.span, key=key, why="it is no mapping of pieces"))
        found = {}
        for entry in node.entries if isinstance(node, Tree) else ():
            self.spans.setdefault(entry.key.text, entry.key.span)
            if isinstance(entry.value, Scalar) and entry.value.value is not None:
                found[entry.key.text] = entry.value.text
                self.spans.setdefault(entry.value.text, entry.value.span)
        return found

    # --------------------------------------------------------------------------------------------------------- telling

    def tree(self, royal: str | None) -> dict[str, Any]:
        """Our `pieces`. `royal` is the name of the royal piece, "none" for none, None if the sheet does not say."""
        turned = {to for name, to in self.flips.items() if to in self.letters and self._first(name, to)}
        found: dict[str, Any] = {}
        for name, letter in self.letters.items():
            told = None if name in turned else self._piece(name, letter, royal)
            if told or (told is None and self._taken(letter)):
                found[letter] = told
        return found | {letter: None for letter in self.own_letters.values() if self._taken(letter)}

    def _taken(self, letter: str) -> bool:
        """Whether the parent has a piece of this letter."""
        return self.parent is not None and any(piece.letter.value == letter for piece in self.parent.pieces)

    def _first(self, name: str, to: str) -> bool:
        """Whether of two pieces that turn into each other this one is the piece, and the other its face."""
        names = list(self.letters)
        return self.flips.get(to) != name or names.index(name) < names.index(to)

    def _piece(self, name: str, letter: str, royal: str | None) -> dict[str, Any] | None:
        """An entry of `pieces`: empty if the parent's holds, None if there is to be none."""
        known = self._inherited(name, letter)
        moves = self.strings.get(name)
        told: dict[str, Any] = {}
        if name in self.strings and moves is None:  # told already: no piece rather than another one
            return None
        if moves is not None:
            told = {"name": _title(name)} | ({"kanji": known.kanji} if known and known.kanji else {}) | {"moves": moves}
        elif known is None:
            self._refuse(name, "nothing says how it moves, here or in a parent")
            return {}
        if royal is not None and (name == royal) != bool(not told and known and known.royal):
            told["royal"] = name == royal
        target = self.flips.get(name) or self.faces.get(name)
        if target is not None:
            face = self._face(target, known)
            if face is not None:
                told["promotes"] = face
        elif not told.get("moves") and known and known.promotes and self.promotes:
            told["promotes"] = None
        if name in self.flips:
            told["demotes"] = True
        return told

    def _face(self, target: str, known: PieceDef | None) -> dict[str, Any] | None:
        """A promoted face that moves as `target`; None if it is the one that the parent has."""
        moves = self.strings.get(target)
        if target in self.strings and moves is None:
            return None
        if moves is not None:
            told = {"name": _title(target), "moves": moves}
        else:
            letter = self.letters.get(target, "")
            like = self._inherited(target, letter) if letter else None
            if like is None:
                if not (known and known.promotes):
                    self._refuse(target, "nothing says how it moves, here or in a parent")
                return None
            told = {"name": _title(target), "moves": _string(like)}
        letters = {name: self.letters[name] for name in self.flips.values() if name in self.letters} | self.own_letters
        return told | ({"letter": letters[target]} if target in letters else {})

    def _inherited(self, name: str, letter: str) -> PieceDef | None:
        """The piece of the parent that has this letter and, by and large, this name."""
        words = set(name.replace("_", " ").lower().split())
        pieces = self.parent.pieces if self.parent else ()
        return next(
            (piece for piece in pieces if piece.letter.value == letter and words <= set(piece.name.lower().split())),
            None,
        )

    def is_other(self, letter: str) -> bool:
        """Whether a letter is another piece here than in the parent."""
        names = [name for name, own in self.letters.items() if own == letter]
        return bool(names) and self._inherited(names[0], letter) is None

    def of(self, node: Node, key: str) -> Iterator[str]:
        """The letters of the pieces that a value names."""
        for item in node.items if isinstance(node, Sequence) else (node,):
            if isinstance(item, Scalar) and item.text in self.letters:
                yield self.letters[item.text]
            elif not isinstance(item, Scalar) or item.text != "none":
                self.findings.append(finding("HS520", item.span, key=key, why="it names no piece of the sheet"))

    def letters_of_parent(self) -> Mapping[str, str]:
        """Names of pieces that a parent has, where the sheet has no vocabulary."""
        return {name: letter for name, letter in _COMMON.items() if self._inherited(name, letter)}

    def _refuse(self, name: str, why: str) -> None:
        self.findings.append(finding("HS520", self.spans[name], key=name, why=why))


def _title(name: str) -> str:
    return " ".join(word.capitalize() for word in name.split("_"))


def _string(piece: PieceDef) -> str:
    """The moves of a piece of a parent that moves alike everywhere."""
    moves = piece.moves[0].moves if len(piece.moves) == 1 else None
    return "none" if moves is None else canonical(moves)
