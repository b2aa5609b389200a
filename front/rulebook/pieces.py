"""The pieces: their names, how they move, what they become."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hensoku.dsl.definition import FaceDef, MovesDef, PieceDef
from hensoku.dsl.moves.format import canonical
from hensoku.rulebook.words import Rule, Words, capital, listed, rule


def pieces(words: Words) -> Iterator[Rule]:
    """Each piece, then its promoted faces; what it is beside its moves follows in sentences of its own."""
    for piece in words.definition.pieces:
        yield from _face(words, piece, piece)
        for face in piece.promotes:
            if face.becomes is None:
                yield from _face(words, piece, face)


def table(words: Words) -> list[dict[str, Any]]:
    """A row for each face: letter, kanji, name, move string, sentence, the names of what it promotes to."""
    return [
        {
            "letter": face.spelling,
            "kanji": said.kanji,
            "name": said.name,
            "moves": "; ".join(string_of(moves) for moves in said.moves),
            "sentence": in_words(words, said.moves),
            "promotes": _targets(words, face.piece, said),
        }
        for face in words.faces.all
        for said in [face.face or face.piece]
    ]


def string_of(moves: MovesDef) -> str:
    """The canonical move string, with the squares where it holds."""
    string = "none" if moves.moves is None else canonical(moves.moves)
    return string if moves.where is None else f"{string} in {moves.where.span.text}"


def _face(words: Words, piece: PieceDef, face: PieceDef | FaceDef) -> Iterator[Rule]:
    spelling = next(each.spelling for each in words.faces.all if (each.face or each.piece) is face)
    called = f"{spelling}, {face.kanji}" if face.kanji else spelling
    moves = in_words(words, face.moves)
    yield rule(f"{face.name} ({called}): {moves}.{_promotes(words, piece, face)}", face.span)
    yield from besides(words, piece, face)


def besides(words: Words, piece: PieceDef, face: PieceDef | FaceDef) -> Iterator[Rule]:
    """What holds for a face beside its moves."""
    within, never, spared, captured = face.within, face.never_takes, face.spares, face.captured
    if isinstance(face, FaceDef):  # a face is as its piece where it says nothing
        within, never, spared = within or piece.within, never or piece.never_takes, spared or piece.spares
    if within is not None:
        yield rule(f"The {face.name} never leaves {words.region(within)}.", within.span)
    if never is not None:
        yield rule(f"The {face.name} may not capture {words.pieces(never)}.", never.span)
    if spared is not None:
        told = words.one_of(spared)
        yield rule(f"The {face.name} may not capture {told} where an enemy piece could capture it back.", spared.span)
    if captured is not None and captured.value == "removed":
        yield rule(f"A captured {face.name} leaves the game.", captured.span)
    elif captured is not None:
        yield rule(
            f"A captured {face.name} comes to the captor's hand as {words.any_of([captured.value])}.", captured.span
        )
    if face.rank:
        yield rule(f"The {face.name} is of rank {face.rank} among the pieces that jump.", face.span)


def in_words(words: Words, moves: tuple[MovesDef, ...]) -> str:
    """The moves of a face as part of a sentence."""
    return "; ".join(_group(words, group) for group in moves) or "does not move"


def _group(words: Words, group: MovesDef) -> str:
    told = "does not move" if group.moves is None else words.moves(group.moves)
    return told if group.where is None else f"on {words.region(group.where)}, {told}"


def _targets(words: Words, piece: PieceDef, face: PieceDef | FaceDef) -> list[str]:
    back = [piece.name] if piece.demotes else []
    if isinstance(face, FaceDef) and not piece.in_turn:
        return back
    names = [words.name(target.becomes.value) if target.becomes else target.name for target in piece.promotes]
    if not piece.in_turn:
        return names
    after = 1 + piece.promotes.index(face) if isinstance(face, FaceDef) else 0
    return [*names, *back][after : after + 1]


def _promotes(words: Words, piece: PieceDef, face: PieceDef | FaceDef) -> str:
    targets = _targets(words, piece, face)
    if not targets:
        return ""
    is_last = isinstance(face, FaceDef) and targets == [piece.name]
    verb = "turns back to" if is_last else "turns to" if piece.demotes else "promotes to"
    return f" {capital(verb)} {listed(targets, 'or')}."
