"""The pieces with their faces, and the letters by which a setup knows them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, final

from hensoku.dsl.build.context import Context, entries, filled, flag, group, is_null, items, located, number, text
from hensoku.dsl.definition import FaceDef, Located, MovesDef, PieceDef, PieceSet
from hensoku.dsl.findings import Fix, Related
from hensoku.dsl.moves.parse import parse_moves
from hensoku.dsl.nodes import Entry, Mapping, Node, Sequence
from hensoku.dsl.notation.piecesets import RESERVED
from hensoku.dsl.source import Span

MOST_FACES: Final = 500
"""More would not fit into a move code (`runtime/contract.py`) and would take minutes to compile."""

_PRESENTATION: Final = frozenset(("set", "fenMap", "directional", "vocabulary"))


def build_pieces(context: Context, engine: Mapping) -> tuple[PieceDef, ...]:
    found = [
        _piece(context, entry, entry.value)
        for entry in entries(engine, "pieces")
        if isinstance(entry.value, Mapping) and entry.key.text not in _PRESENTATION
    ]
    if not found:
        context.lacks("pieces", engine, 'engine.pieces: {K: {name: King, moves: "K", royal: true}}')
    faces = sum(1 + len(piece.promotes) for piece in found)
    if faces > MOST_FACES:
        context.say("HS417", found[-1].id.span, limit=MOST_FACES, found=faces)
    _check_names(context, found)
    return tuple(found)


def _piece(context: Context, entry: Entry, node: Mapping) -> PieceDef:
    key = Located(entry.key.text, entry.key.span)
    letter = located(node.get("letter")) or key
    promoted = tuple(_face(context, key, item) for item in items(node.get("promotes")) if isinstance(item, Mapping))
    _check_turns(context, node, promoted)
    return PieceDef(
        id=key,
        name=text(node.get("name")) or key.value,
        kanji=text(node.get("kanji")) or "",
        moves=_moves(context, node, key.value, key.span),
        promotes=promoted,
        royal=flag(node.get("royal"), default=False),
        rank=_rank(node),
        within=context.region(node.get("within")),
        captured=_captured(node),
        span=entry.key.span,
        letter=letter,
        demotes=flag(node.get("demotes"), default=False),
        in_turn=flag(node.get("in_turn"), default=False),
        never_takes=_captures(context, node, "never"),
        spares=_captures(context, node, "protected"),
    )


def _face(context: Context, piece: Located[str], node: Mapping) -> FaceDef:
    becomes = located(node.get("becomes"))
    moves: tuple[MovesDef, ...] = ()
    if becomes is None:
        moves = _moves(context, node, f"+{piece.value}", Span(node.span.source, node.span.start, node.span.start + 1))
    else:
        _check_nothing_else(context, node)
    return FaceDef(
        name=text(node.get("name")) or f"+{piece.value}",
        kanji=text(node.get("kanji")) or "",
        moves=moves,
        royal=flag(node.get("royal"), default=False),
        rank=_rank(node),
        becomes=becomes,
        span=node.span,
        letter=located(node.get("letter")),
        within=context.region(node.get("within")),
        captured=_captured(node),
        never_takes=_captures(context, node, "never"),
        spares=_captures(context, node, "protected"),
    )


def _check_turns(context: Context, node: Mapping, promoted: tuple[FaceDef, ...]) -> None:
    """Faces that follow one another: there are several, and none comes after one that is another piece."""
    entry = node.entry("in_turn")
    if entry is None or not flag(entry.value, default=False):
        return
    problem = "a piece without a second promoted face has none to come to in turn" if len(promoted) < 2 else ""
    if any(face.becomes for face in promoted[:-1]):
        problem = "a piece that has become another one has no further face to come to in turn"
    if problem:
        context.say("HS440", entry.key.span, problem=problem)


def _check_nothing_else(context: Context, node: Mapping) -> None:
    for entry in node.entries:
        if entry.key.text != "becomes" and not is_null(entry.value):
            context.say(
                "HS108",
                entry.key.span,
                where="a promoted face",
                first="becomes",
                second=entry.key.text,
                help="the piece that it becomes says the rest",
            )


def _rank(node: Mapping) -> int:
    rank = number(node.get("rank"))
    return 0 if rank is None else rank.value


def _captured(node: Mapping) -> Located[str] | None:
    captured = located(node.get("captured"))
    return None if captured is None or captured.value == "hand" else captured


def _captures(context: Context, node: Mapping, key: str) -> PieceSet | None:
    captures = group(node, "captures")
    return None if captures is None else context.piece_set(captures.get(key))


# --------------------------------------------------------------------------------------------------------------- moves


def _moves(context: Context, node: Mapping, piece: str, span: Span) -> tuple[MovesDef, ...]:
    moves = node.get("moves")
    if moves is None or is_null(moves):
        context.say("HS412", span, piece=piece, help="a piece that never moves says `moves: none`")
        return ()
    found = [_one(context, item) for item in items(moves)]
    return tuple(each for each in found if each is not None)


def _one(context: Context, node: Node) -> MovesDef | None:
    """A move string, or one with its region."""
    if isinstance(node, Sequence):
        return None
    scalar = filled(node.get("moves")) if isinstance(node, Mapping) else filled(node)
    if scalar is None:
        return None
    where = context.region(node.get("in")) if isinstance(node, Mapping) else None
    if scalar.text.strip() == "none":
        return MovesDef(None, where, scalar.span)
    moves, findings = parse_moves(scalar)
    context.findings += findings
    return None if moves is None else MovesDef(moves, where, scalar.span)


# --------------------------------------------------------------------------------------------------------------- names


def _check_names(context: Context, pieces: list[PieceDef]) -> None:
    known = {piece.id.value for piece in pieces}
    context.called |= {piece.name.lower(): piece.id.value for piece in pieces}
    for piece in pieces:
        for captured in (piece.captured, *(face.captured for face in piece.promotes)):
            if captured is not None and captured.value != "removed":
                check_piece(context, captured, known)
        met = {piece.id.value}
        for becomes in (face.becomes for face in piece.promotes if face.becomes is not None):
            check_piece(context, becomes, known)
            if becomes.value in met:
                again = "itself" if becomes.value == piece.id.value else f"{becomes.value} twice"
                context.say("HS440", becomes.span, problem=f"{piece.id.value} becomes {again}")
            met.add(becomes.value)


def check_piece(context: Context, name: Located[str], known: set[str]) -> None:
    if name.value not in known:
        help_, fixes = _meant(context, name, known)
        context.say("HS407", name.span, name=repr(name.value), help=help_, fixes=fixes)


def _meant(context: Context, name: Located[str], known: set[str]) -> tuple[str, tuple[Fix, ...]]:
    """What a name that is none may be meant for: the piece that is called so, the names that it is made of, the same in
    upper case, the nearest."""
    from difflib import get_close_matches

    called = name.value.lower()
    id_ = context.called.get(called) or context.called.get(called.removesuffix("s"))
    if id_ is not None:
        return f"a piece goes by its key here, this one by {id_!r}", (Fix(name.span, id_, safe=False),)
    if len(name.value) > 1 and all(letter in known for letter in name.value):
        apart = " ".join(name.value)
        return f"several pieces stand apart: {apart!r}", (Fix(name.span, apart, safe=False),)
    near = get_close_matches(name.value, sorted(known), n=1)
    guess = name.value.upper() if name.value.upper() in known else near[0] if near else None
    if guess is None:
        return f"pieces here: {' '.join(sorted(known))}", ()
    return f"did you mean {guess!r}?", (Fix(name.span, guess, safe=False),)


def build_sets(context: Context, engine: Mapping, pieces: tuple[PieceDef, ...]) -> dict[str, PieceSet]:
    ids = {piece.id.value for piece in pieces}
    found = {}
    for entry in entries(engine, "sets"):
        if entry.key.text in RESERVED or entry.key.text in ids:
            context.say("HS416", entry.key.span, name=entry.key.text, kind="piece set")
        pieces_of = context.piece_set(entry.value)
        if pieces_of is not None:
            found[entry.key.text] = pieces_of
    return found


def check_sets(context: Context, sets: dict[str, PieceSet], pieces: tuple[PieceDef, ...]) -> None:
    """Every piece set that was read: names that are there. An inherited set may name a piece that was removed since."""
    known = {"royal", *sets, *(piece.id.value for piece in pieces)}
    known |= {f"+{piece.id.value}" for piece in pieces if any(face.becomes is None for face in piece.promotes)}
    for name in (name for piece_set in context.sets for name in piece_set.names):
        if name.value not in known and context.is_inherited(name.span):
            context.say("HS441", name.span, name=name.value)
        else:
            check_piece(context, name, known)
    for name_of, piece_set in sets.items():
        if _reaches(sets, piece_set, name_of, set()):
            context.say("HS410", piece_set.span, kind="piece set", name=name_of)


def _reaches(sets: dict[str, PieceSet], piece_set: PieceSet, name: str, seen: set[str]) -> bool:
    for each in piece_set.names:
        if each.value == name:
            return True
        if each.value in sets and each.value not in seen:
            seen.add(each.value)
            if _reaches(sets, sets[each.value], name, seen):
                return True
    return False


# ------------------------------------------------------------------------------------------------------------- letters


@final
@dataclass
class Letters:
    """SFEN spellings: `P`, `+P`, `AB` to the id of a piece and its face (0 itself, 1 the first promoted one)."""

    faces: dict[str, tuple[str, int]] = field(default_factory=dict)
    _spans: dict[str, tuple[Span, str]] = field(default_factory=dict)

    def add(self, context: Context, letter: str, owner: str, face: int, span: Span) -> None:
        if letter not in self.faces:
            self.faces[letter] = (owner, face)
            self._spans[letter] = (span, f"+{owner}" if face else owner)
            return
        first_span, first = self._spans[letter]
        second = f"+{owner}" if face else owner
        related = (Related(first_span, f"{first} has it here"),)
        context.say("HS403", span, first=first, second=second, letter=letter, related=related)


def build_letters(context: Context, pieces: tuple[PieceDef, ...]) -> Letters:
    letters = Letters()
    for piece in pieces:
        letters.add(context, piece.letter.value, piece.id.value, 0, piece.letter.span)
        for letter, face, span in _face_letters(context, piece):
            letters.add(context, letter, piece.id.value, face, span)
    return letters


def _face_letters(context: Context, piece: PieceDef) -> Iterator[tuple[str, int, Span]]:
    """A face without a letter of its own is `+` and the piece's; there can be one such face."""
    plain: Span | None = None
    for index, face in enumerate(piece.promotes, start=1):
        if face.becomes is not None:
            continue
        if face.letter is not None:
            yield face.letter.value, index, face.letter.span
        elif plain is None:
            plain = face.span
            yield f"+{piece.letter.value}", index, face.span
        else:
            span = Span(face.span.source, face.span.start, face.span.start + 1)
            problem = f"{piece.id.value} has two promoted faces +{piece.letter.value}"
            related = (Related(Span(plain.source, plain.start, plain.start + 1), "the first one"),)
            context.say("HS414", span, problem=problem, related=related, help="give this one a `letter`")
