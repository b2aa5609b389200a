"""Names, piece sets and regions of a definition in words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar, assert_never, final

from hensoku.compiler.geometry import rank_letters
from hensoku.compiler.resolve import Resolved
from hensoku.compiler.resolve.faces import number_faces
from hensoku.compiler.resolve.places import place
from hensoku.compiler.resolve.to_ir import piece_sets
from hensoku.dsl.definition import Area, FaceDef, Located, PerSet, PieceSet, Region
from hensoku.dsl.moves.english import sentence
from hensoku.dsl.moves.nodes import Moves
from hensoku.dsl.nodes import Mapping as Tree
from hensoku.dsl.nodes import Node
from hensoku.dsl.source import Span

T = TypeVar("T")

_NUMBERS: Final = (
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)
_ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_ENDINGS: Final[Mapping[int, str]] = {1: "st", 2: "nd", 3: "rd"}
_SEEN_BY_FIRST: Final = frozenset(("rank", "file", "square", "rectangle"))


@final
@dataclass(frozen=True)
class Rule:
    """One sentence, and the places that say so; none for what the language says where no file does."""

    text: str
    spans: tuple[Span, ...] = ()

    @property
    def places(self) -> tuple[str, ...]:
        """`file:line` of each place, once, the file without its folder."""
        return tuple(dict.fromkeys(place(span) for span in self.spans))


def rule(text: str, *spans: Span | None) -> Rule:
    return Rule(text, tuple(span for span in spans if span is not None))


def number(count: int) -> str:
    return _NUMBERS[count] if count < len(_NUMBERS) else f"{count:,}"


def ordinal(count: int) -> str:
    """ "first", "tenth", "21st", "112th"."""
    if count <= len(_ORDINALS):
        return _ORDINALS[count - 1]
    ending = "th" if count // 10 % 10 == 1 else _ENDINGS.get(count % 10, "th")
    return f"{count}{ending}"


def counted(count: int, noun: str) -> str:
    return f"{number(count)} {noun}{'' if count == 1 else 's'}"


def listed(parts: Sequence[str], last: str = "and") -> str:
    """ "a, b and c"; what is named twice (two pieces of one name) is told once."""
    parts = tuple(dict.fromkeys(parts))
    return "".join(parts) if len(parts) < 2 else f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def article(name: str) -> str:
    """ "a Pawn", "an Elephant", "a Unicorn"; a letter as it is spoken: "an S"."""
    letters = re.sub(r"[^A-Za-z].*", "", name)
    if len(letters) == 1:
        vowel = letters.upper() in "AEFHILMNORSX"
    else:
        vowel = name[:1].lower() in "aeiou" and not name.lower().startswith(("uni", "eu", "one"))
    return f"{'an' if vowel else 'a'} {name}"


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


@final
class Words:
    """The words for one variant."""

    def __init__(self, resolved: Resolved) -> None:
        self.resolved = resolved
        self.definition, self.module = resolved.definition, resolved.module
        self.sets = piece_sets(self.definition)
        self.faces = number_faces(self.definition)
        self.players = tuple(map(capital, self.definition.players))
        names = {piece.id.value: piece.name for piece in self.definition.pieces}
        promoted = {f"+{piece.id.value}": self._promoted(piece.promotes) for piece in self.definition.pieces}
        self.names: Mapping[str, str] = {**names, **promoted}
        sets = {name: self.kinds(of) for name, of in self.definition.sets.items() if not of.complement}
        self._in_conditions: Mapping[str, str] = {**sets, **self.names}

    @staticmethod
    def _promoted(faces: tuple[FaceDef, ...]) -> str:
        return listed([face.name for face in faces if face.becomes is None], "or")

    # --------------------------------------------------------------------------------------------------------- places

    def where(self, *keys: str) -> Span | None:
        """The place of a key under `engine`, None if no file has it."""
        node: Node | None = self.resolved.tree.get("engine")
        span: Span | None = None
        for key in keys:
            entry = node.entry(key) if isinstance(node, Tree) else None
            if entry is None:
                return None
            node, span = entry.value, entry.key.span
        return span

    # --------------------------------------------------------------------------------------------------------- pieces

    def name(self, piece: str) -> str:
        return self.names.get(piece, piece)

    def any_of(self, ids: Iterable[str]) -> str:
        """ "a Pawn or a Lance"."""
        return listed([article(self.name(piece)) for piece in ids], "or")

    def no_of(self, ids: Iterable[str]) -> str:
        """ "Pawn or Lance", after "no"."""
        return listed([self.name(piece) for piece in ids], "or")

    def subject(self, ids: Sequence[str], everybody: Sequence[str]) -> str:
        """Whom a rule is for: "a piece" if it is for everybody that it could be for."""
        if set(ids) >= set(everybody):
            return "a piece"
        left_out = [piece for piece in everybody if piece not in ids]
        if len(left_out) < 3 < len(ids):
            return f"a piece other than {self.any_of(left_out)}"
        return self.any_of(ids)

    def pieces(self, wanted: PieceSet) -> str:
        """A set as the author put it: "the royals", "the Pawn and the Lance", "all pieces but the King"."""
        names = [name.value for name in wanted.names]
        if names == ["all"]:
            return "no pieces" if wanted.complement else "all pieces"
        if not names:
            return "all pieces" if wanted.complement else "no pieces"
        told = listed([self._set_name(name) for name in names])
        return f"all pieces but {told}" if wanted.complement else told

    def one_of(self, wanted: PieceSet) -> str:
        """Any piece of a set: "its royal", "a Rook or a Lance", "any piece but the King"."""
        names = [name.value for name in wanted.names]
        if names == ["royal"] and not wanted.complement:
            return "its royal"
        if wanted.complement or "all" in names:
            return self.pieces(wanted).replace("all pieces", "any piece")
        return self.any_of(self._spread(wanted))

    def kinds(self, wanted: PieceSet) -> str:
        """The kinds of a set, after "no": "Rook or Lance"."""
        return self.no_of(self._spread(wanted))

    def _spread(self, wanted: PieceSet) -> tuple[str, ...]:
        """The names in a set, named sets taken apart."""
        found: list[str] = []
        for name in (name.value for name in wanted.names):
            inner = self.definition.sets.get(name)
            found += (
                [name] if inner is None else self._spread(inner) if not inner.complement else self.sets.members(inner)
            )
        return tuple(dict.fromkeys(found))

    def _set_name(self, name: str) -> str:
        if name == "royal":
            return "royals"
        if name in self.definition.sets:
            return self.pieces(self.definition.sets[name])
        return f"the {self.name(name)}"

    def grouped(self, ids: Sequence[str], values: PerSet[T]) -> list[tuple[tuple[str, ...], Located[T] | None]]:
        """The pieces by what holds for them, in the order of the pieces; None where no entry names them."""
        groups: dict[int, tuple[list[str], Located[T] | None]] = {}
        for piece in ids:
            value = self.sets.value(values, piece)
            groups.setdefault(id(value), ([], value))[0].append(piece)
        return [(tuple(pieces), value) for pieces, value in groups.values()]

    # -------------------------------------------------------------------------------------------------- moves, regions

    def moves(self, moves: Moves) -> str:
        return sentence(moves, self._in_conditions)

    def region(self, region: Region, *, of_board: bool = False) -> str:
        """A region as each side has its own, or (`of_board`) squares of the board."""
        told = listed([self._area(area) for area in region.areas])
        told = f"the squares outside {told}" if region.complement else told
        absolute = any(area.kind in _SEEN_BY_FIRST for area in region.areas)
        return f"{told} as {self.players[0]} sees the board" if absolute and not of_board else told

    def _area(self, area: Area) -> str:
        match area.kind:
            case "far":
                return _rows(area.count, "farthest")
            case "near":
                return _rows(area.count, "nearest")
            case "rank":
                return _span("rank", _rank(area.first), _rank(area.last or area.first))
            case "file":
                return _span("file", area.first, area.last or area.first)
            case "square":
                return area.first
            case "rectangle":
                return f"the squares from {area.first} to {area.last}"
            case "named":
                return f"the {area.first}"
            case "all":
                return "the whole board"
            case _:
                assert_never(area.kind)


def _rows(count: int, which: str) -> str:
    return f"the {which} rank" if count == 1 else f"the {number(count)} {which} ranks"


def _rank(name: str) -> str:
    return rank_letters(int(name) - 1) if name.isdecimal() else name


def _span(noun: str, first: str, last: str) -> str:
    return f"{noun} {first}" if first == last else f"{noun}s {first} to {last}"
