"""The faces of a variant as types of Fairy-Stockfish: a letter for each, and the type or slot that moves like it."""

from __future__ import annotations

import string
from dataclasses import dataclass, field
from typing import final

from hensoku.compiler.resolve.faces import Face
from hensoku.dsl.codes import finding
from hensoku.dsl.findings import Finding
from hensoku.dsl.moves.format import canonical
from hensoku.dsl.nodes import Scalar
from hensoku.dsl.source import Source, Span
from hensoku.fairy import betza
from hensoku.fairy.keys import CUSTOM, PIECE_TYPES

_PAWN, _KING = "shogiPawn", "king"


@final
@dataclass
class Letters:
    """`by_kind` maps a kind to its letter (lower case), `lines` are the types in the order in which they are needed."""

    by_kind: dict[int, str] = field(default_factory=dict)
    lines: dict[str, str] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)

    def all(self, faces: tuple[Face, ...], promoting: frozenset[int], king: bool) -> None:
        """Give every face its letter. A promoted face shares the type of another that moves alike and does not promote.

        `promoting` are the kinds that promote, `king`: whether royal pieces are that program's king."""
        wanted = {face.kind: face.spelling.lower() for face in faces if face.face is None and len(face.spelling) == 1}
        free = iter([letter for letter in string.ascii_lowercase if letter not in wanted.values()])
        types: dict[tuple[str, bool], str] = {}
        for face in faces:
            moves = self._moves(face)
            alike = moves, face.royal
            shared = types.get(alike) if face.face is not None else None
            letter = shared or wanted.get(face.kind) or next(free, "")
            if not letter:
                self._refuse(face, "more faces that move unlike each other than there are letters")
                return
            self.by_kind[face.kind] = letter
            if shared is None:
                self._declare(letter, moves, royal=face.royal and king, face=face)
            if face.kind not in promoting:
                types.setdefault(alike, letter)

    def _declare(self, letter: str, moves: str, *, royal: bool, face: Face) -> None:
        if royal:
            self.lines[_KING] = letter if moves == "K" else f"{letter}:{moves}"
            return
        for name in _types(moves, face):
            if name not in (_KING, *self.lines):
                self.lines[name] = letter
                return
        if "{" in moves:
            self._refuse(face, "a second piece that neither jumps over its own kind nor takes it")
            return
        slot = next((slot for slot in CUSTOM if slot not in self.lines), None)
        if slot is None:
            self._refuse(face, f"more than {len(CUSTOM)} pieces that move in no way that it knows by itself")
        else:
            self.lines[slot] = f"{letter}:{moves}"

    def _moves(self, face: Face) -> str:
        """The moves in that program's dialect, canonical; empty if it cannot say them."""
        defined = face.face.moves if face.face is not None else face.piece.moves
        if len(defined) != 1 or defined[0].where is not None:
            self._refuse(face, "moves that differ by region")
            return ""
        moves = defined[0].moves
        if moves is None:
            self._refuse(face, "a piece that never moves")
            return ""
        if _types(canonical(moves), face):
            return canonical(moves)
        text = canonical(moves).replace("N0", "NN")
        back, found = betza.translate(_scalar(text))
        if found or back != canonical(moves):
            why = found[0].message if found else "it would read them otherwise"
            self.findings.append(finding("HS510", defined[0].span, what=f"the moves {canonical(moves)!r} ({why})"))
        return text

    def _refuse(self, face: Face, what: str) -> None:
        span = face.face.span if face.face is not None else face.piece.span
        self.findings.append(finding("HS510", span, what=what))


def _types(moves: str, face: Face) -> tuple[str, ...]:
    """The types that move so by themselves."""
    return tuple(
        name for name, known in PIECE_TYPES.items() if known.moves and betza.standard(known, face.spelling) == moves
    )


def mates_are_judged(letters: Letters, kind: int) -> bool:
    """Whether a face is the one type whose dropped mate that program judges."""
    return letters.lines.get(_PAWN) == letters.by_kind.get(kind)


def _scalar(text: str) -> Scalar:
    return Scalar(text, text, Span(Source("<moves>", text), 0, len(text)), tuple(range(len(text) + 1)))
