"""The faces of a definition's pieces, numbered: first all pieces as printed, then the promoted faces, in order."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, final

from hensoku.compiler.ir.types import Kind
from hensoku.compiler.resolve.sets import Sets
from hensoku.dsl.definition import Definition, FaceDef, PieceDef, PieceSet

_BARE: Final = re.compile(r"[A-Z]['!]*\Z")


@final
@dataclass(frozen=True)
class Face:
    """One kind to be: a piece as printed (`face` None) or a promoted face. `spelling` is SFEN's, upper case."""

    kind: Kind
    piece: PieceDef
    face: FaceDef | None
    spelling: str

    @property
    def royal(self) -> bool:
        return self.face.royal if self.face else self.piece.royal


@final
@dataclass(frozen=True)
class Faces:
    """All kinds. `base` and `promoted` find them by the piece's id, `placed` by id and `SetupPiece.face`."""

    all: tuple[Face, ...]
    base: Mapping[str, Kind]
    promoted: Mapping[str, tuple[Kind, ...]]
    placed: Mapping[tuple[str, int], Kind]

    def of(self, wanted: PieceSet, sets: Sets) -> tuple[Kind, ...]:
        """The faces that a set names: a piece with all its faces, `+P` P's promoted ones, `royal` the royal ones."""
        found = {kind for name in wanted.names for kind in self._named(name.value, sets)}
        return tuple(face.kind for face in self.all if (face.kind in found) != wanted.complement)

    def printed(self, wanted: PieceSet, sets: Sets) -> tuple[Kind, ...]:
        """The faces that a set names where printed faces are meant: `P` the piece itself, `+P` its promoted ones, and
        `royal` the royal ones. What is left out of a set leaves the other pieces as printed."""
        found = {kind for name in wanted.names for kind in self._printed(name.value, sets)}
        return tuple(sorted(set(self.base.values()) - found if wanted.complement else found))

    def _printed(self, name: str, sets: Sets) -> Iterable[Kind]:
        if name == "all":
            return self.base.values()
        if name in sets.named:
            return self.printed(sets.named[name], sets)
        return (self.base[name],) if name in self.base else self._named(name, sets)

    def royals(self, sets: Sets) -> tuple[Kind, ...]:
        """The royal faces: those that say so, and the printed faces of `royals.pieces`."""
        return tuple(
            face.kind for face in self.all if face.royal or (face.face is None and face.piece.id.value in sets.royal)
        )

    def _named(self, name: str, sets: Sets) -> Iterable[Kind]:
        """An inherited set may name a piece that was removed since: it has no faces."""
        if name == "all":
            return range(len(self.all))
        if name == "royal":
            return self.royals(sets)
        if name in sets.named:
            return self.of(sets.named[name], sets)
        if name.startswith("+"):
            return self.promoted.get(name[1:], ())
        return (self.base[name], *self.promoted[name]) if name in self.base else ()


def number_faces(definition: Definition) -> Faces:
    faces: list[Face] = []
    placed: dict[tuple[str, int], Kind] = {}
    for piece in definition.pieces:
        placed[piece.id.value, 0] = len(faces)
        faces.append(Face(len(faces), piece, None, _spelling(piece.letter.value)))
    promoted: dict[str, tuple[Kind, ...]] = {}
    for piece in definition.pieces:
        kinds = []
        for index, face in enumerate(piece.promotes, start=1):
            if face.becomes is not None:
                continue
            placed[piece.id.value, index] = len(faces)
            kinds.append(len(faces))
            spelling = _spelling(face.letter.value) if face.letter else f"+{_spelling(piece.letter.value)}"
            faces.append(Face(len(faces), piece, face, spelling))
        promoted[piece.id.value] = tuple(kinds)
    base = {piece.id.value: kind for kind, piece in enumerate(definition.pieces)}
    return Faces(tuple(faces), base, promoted, placed)


def _spelling(letter: str) -> str:
    """SFEN writes a letter, with marks, as it is and a longer name in brackets."""
    return letter if _BARE.match(letter) else f"[{letter}]"
