"""Which numbers of an evaluation can be changed: those that a definition does not say, by the names that it could."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, final

from hensoku.compiler.evaluation import Evaluation, evaluate
from hensoku.compiler.ir.types import Kind, Module
from hensoku.compiler.resolve import Resolved, resolve
from hensoku.compiler.resolve.beside import NONE
from hensoku.compiler.resolve.faces import number_faces

BY_PIECE: Final = ("price", "hand", "mobility", "force")
WHOLE: Final = ("advance", "danger", "most_danger", "tempo")

MOST: Final[Mapping[str, int]] = {
    "price": 9999,
    "hand": 9999,
    "mobility": 99,
    "force": 99,
    "advance": 200,
    "danger": 9999,
    "most_danger": 9999,
    "tempo": 999,
}
"""The largest that a definition may say; the least is 0."""

LIKELY: Final[Mapping[str, tuple[float, float]]] = {
    "price": (40, 0.25),
    "hand": (40, 0.25),
    "mobility": (2, 0.3),
    "force": (1, 0.3),
    "advance": (25, 0),
    "danger": (15, 0.5),
    "most_danger": (100, 0.3),
    "tempo": (15, 0),
}
"""How far off a number may well be: so much, and so much of itself."""


@final
@dataclass(frozen=True)
class Number:
    """One number; `piece` is its name in a definition, empty for one of the whole variant, `kind` its place."""

    name: str
    piece: str
    kind: Kind
    value: int

    @property
    def likely(self) -> float:
        least, share = LIKELY[self.name]
        return max(least, share * self.value)


@final
@dataclass(frozen=True)
class Numbers:
    """An evaluation, and those of its numbers that may be changed."""

    evaluation: Evaluation
    free: tuple[Number, ...]
    kinds: int


def numbers_of(name: str, profile: str | None, evaluation: str | None) -> Numbers:
    """The numbers that a variant is played by. Raises DefinitionError."""
    resolved = resolve(name, profile=profile, evaluation=evaluation)
    own = resolve(name, profile=profile, evaluation=NONE)
    said = {(weight.name, weight.piece) for weight in own.module.evaluation}
    module, whole = resolved.module, evaluate(resolved.module)
    every = (*_by_piece(resolved, whole), *_whole(whole))
    free = tuple(number for number in every if (number.name, _id_of(module, number)) not in said)
    return Numbers(whole, free, len(module.pieces))


def _id_of(module: Module, number: Number) -> str:
    return module.pieces[number.kind].id if number.piece else ""


def _by_piece(resolved: Resolved, evaluation: Evaluation) -> Iterator[Number]:
    """A piece with several promoted faces has no name for each of them: they stay as they are."""
    faces, pieces = number_faces(resolved.definition), resolved.module.pieces
    named = {kind: piece for piece, kind in faces.base.items()}
    named |= {kinds[0]: f"+{piece}" for piece, kinds in faces.promoted.items() if len(kinds) == 1}
    for kind, piece in sorted(named.items()):
        face = evaluation.faces[pieces[kind].id]
        values = {"price": face.price, "hand": face.hand, "mobility": face.mobility, "force": face.force}
        for name in BY_PIECE:
            if name != "hand" or kind in resolved.module.hand_order:
                yield Number(name, piece, kind, values[name])


def _whole(evaluation: Evaluation) -> Iterator[Number]:
    values = (evaluation.advance, evaluation.danger, evaluation.most_danger, evaluation.tempo)
    yield from (Number(name, "", -1, value) for name, value in zip(WHOLE, values, strict=True))
