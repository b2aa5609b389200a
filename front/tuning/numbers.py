"""Which numbers of an evaluation can be changed: those that a definition does not say, by the names that it could."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from string import digits
from typing import Final, final

from hensoku.compiler.evaluation import Evaluation, evaluate
from hensoku.compiler.ir.types import Kind, Module, SquareIndex
from hensoku.compiler.resolve import Resolved, resolve
from hensoku.compiler.resolve.beside import NONE
from hensoku.compiler.resolve.faces import number_faces
from hensoku.dsl.schema import load_schema

BY_PIECE: Final = ("price", "hand", "mobility", "force")
WHOLE: Final = ("advance", "danger", "most_danger", "tempo")

LIKELY: Final[Mapping[str, tuple[float, float]]] = {
    "price": (40, 0.25),
    "hand": (40, 0.25),
    "mobility": (2, 0.3),
    "force": (1, 0.3),
    "square": (15, 0),
    "advance": (25, 0),
    "danger": (15, 0.5),
    "most_danger": (100, 0.3),
    "tempo": (15, 0),
}
"""How far off a number may well be: so much, and so much of itself."""


@final
@dataclass(frozen=True)
class Number:
    """One number; `piece` is its name in a definition, empty for one of the whole variant, `kind` its place; `region`
    and `squares` are where a `square` counts."""

    name: str
    piece: str
    kind: Kind
    value: int
    region: str = ""
    squares: tuple[SquareIndex, ...] = ()

    @property
    def likely(self) -> float:
        least, share = LIKELY[self.name]
        return max(least, share * self.value)

    @property
    def bounds(self) -> tuple[int, int]:
        """What a definition may say, by its schema."""
        told = load_schema()["$defs"]["evaluation"]["properties"][self.name]
        while "additionalProperties" in told:
            told = told["additionalProperties"]
        return told["minimum"], told["maximum"]


@final
@dataclass(frozen=True)
class Numbers:
    """An evaluation, and those of its numbers that may be changed."""

    evaluation: Evaluation
    free: tuple[Number, ...]


def numbers_of(name: str, profile: str | None, evaluation: str | None) -> Numbers:
    """The numbers that a variant is played by. Raises DefinitionError."""
    resolved = resolve(name, profile=profile, evaluation=evaluation)
    own = resolve(name, profile=profile, evaluation=NONE)
    said = {(weight.name, weight.piece, weight.squares) for weight in own.module.evaluation}
    module, whole = resolved.module, evaluate(resolved.module)
    named = _named(resolved)
    every = (*_by_piece(module, named, whole), *_on_squares(module, named), *_whole(whole))
    free = tuple(number for number in every if (number.name, _id_of(module, number), number.squares) not in said)
    return Numbers(whole, free)


def _id_of(module: Module, number: Number) -> str:
    return module.pieces[number.kind].id if number.piece else ""


def _named(resolved: Resolved) -> list[tuple[Kind, str]]:
    """The names of faces. A piece with several promoted faces has none for each of them: they stay as they are."""
    faces = number_faces(resolved.definition)
    named = {kind: piece for piece, kind in faces.base.items()}
    named |= {kinds[0]: f"+{piece}" for piece, kinds in faces.promoted.items() if len(kinds) == 1}
    return sorted(named.items())


def _by_piece(module: Module, named: Iterable[tuple[Kind, str]], evaluation: Evaluation) -> Iterator[Number]:
    for kind, piece in named:
        face = evaluation.faces[module.pieces[kind].id]
        values = {"price": face.price, "hand": face.hand, "mobility": face.mobility, "force": face.force}
        for name in BY_PIECE:
            if name != "hand" or kind in module.hand_order:
                yield Number(name, piece, kind, values[name])


def _on_squares(module: Module, named: Iterable[tuple[Kind, str]]) -> Iterator[Number]:
    """Of each piece one for each rank and each file: together they say most of what squares do, by few numbers."""
    regions = _lines(module)
    for kind, piece in named:
        said = [weight for weight in module.evaluation if weight.piece == module.pieces[kind].id]
        for region, squares in regions.items():
            value = sum(weight.value for weight in said if weight.squares == squares)
            yield Number("square", piece, kind, value, region, squares)


def _lines(module: Module) -> Mapping[str, tuple[SquareIndex, ...]]:
    """The squares of each rank and file, by the name of the region."""
    found: dict[str, list[SquareIndex]] = {}
    for index, square in enumerate(module.board.squares):
        rank = square.name.lstrip(digits)
        for region in (f"rank {rank}", f"file {square.name.removesuffix(rank)}"):
            found.setdefault(region, []).append(index)
    return {region: tuple(squares) for region, squares in sorted(found.items())}


def _whole(evaluation: Evaluation) -> Iterator[Number]:
    values = (evaluation.advance, evaluation.danger, evaluation.most_danger, evaluation.tempo)
    yield from (Number(name, "", -1, value) for name, value in zip(WHOLE, values, strict=True))
