"""All that the page of a variant says, as data for its template."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final, final

from hensoku.compiler.ir.types import Kind
from hensoku.compiler.resolve import Resolved
from hensoku.compiler.resolve.faces import Face
from hensoku.compiler.resolve.to_ir import START
from hensoku.dsl.definition import MovesDef
from hensoku.marks import Name
from hensoku.pages.board import Board, board_of
from hensoku.pages.koma import Koma, koma_of
from hensoku.pages.moves import Figure, figure, legend
from hensoku.pages.tables import Named, Table, becomes, drops, promotions
from hensoku.rulebook import Rule
from hensoku.rulebook.pieces import besides, in_words, string_of
from hensoku.rulebook.words import Words, capital, listed

_SECTIONS: Final = ("Set-up", "Pieces")
"""Sections of the rules that the page tells in its own way."""

_FACTS: Final = {"win": "Won by", "designer": "By", "year": "Year"}

_BACKENDS: Final = {"compiled": "its compiled module", "reference": "its reference interpreter"}


@final
@dataclass(frozen=True)
class Card:
    """A face: its moves as strings with the squares where they hold, drawn and in words; and what else holds for it."""

    kind: Kind
    koma: Koma
    name: str
    letter: str
    strings: tuple[str, ...]
    figures: tuple[tuple[str, Figure], ...]
    says: tuple[str, ...]
    becomes: tuple[Named, ...]
    royal: bool


@final
@dataclass(frozen=True)
class Counts:
    """The move sequences from the start by length, from one on; and who counted them (`compiled` or `reference`)."""

    backend: str
    numbers: tuple[int, ...]


@final
@dataclass(frozen=True)
class Page:
    """A variant under one reading. `profiles` are what its other readings change."""

    resolved: Resolved
    book: Mapping[str, tuple[Rule, ...]]
    profiles: Mapping[str, tuple[Rule, ...]]
    counts: Counts | None

    @property
    def slug(self) -> str:
        return self.resolved.definition.meta.slug

    @property
    def title(self) -> str:
        return self.resolved.definition.meta.title

    @property
    def special(self) -> str:
        return self.resolved.definition.meta.texts.get("special", "")

    @property
    def names(self) -> tuple[str, ...]:
        """All names that one may look for."""
        meta = self.resolved.definition.meta
        return (meta.title, meta.slug, *meta.aliases)

    @property
    def order(self) -> tuple[float, str]:
        order = self.resolved.definition.meta.texts.get("order", "")
        return float(order) if re.fullmatch(r"-?[0-9]+(\.[0-9]+)?", order) else float("inf"), self.title

    @property
    def size(self) -> str:
        topology = self.resolved.definition.topology
        joined = "" if topology.type.value == "grid" else f", {topology.type.value}"
        return f"{topology.cols.value} × {topology.rows.value}{joined}"

    @property
    def facts(self) -> Iterator[tuple[str, str]]:
        """What is said in a few words."""
        definition = self.resolved.definition
        yield "Board", self.size
        yield "Players", listed([capital(player) for player in definition.players])
        for key, told in _FACTS.items():
            if key in definition.meta.texts:
                yield told, definition.meta.texts[key]

    @property
    def parent(self) -> str | None:
        said = self.resolved.definition.meta.parent
        return None if said is None else said.value

    @cached_property
    def words(self) -> Words:
        return Words(self.resolved)

    @cached_property
    def board(self) -> Board:
        return self.boards[START]

    @cached_property
    def boards(self) -> dict[str, Board]:
        """The start, then the named setups."""
        setups = self.resolved.module.setups
        return {
            setup.name: board_of(self.resolved, setup, self.title if setup.name == START else setup.name)
            for setup in setups
        }

    @property
    def handicaps(self) -> dict[str, Board]:
        return {name: board for name, board in self.boards.items() if name != START}

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """Each piece, then what it promotes to."""
        of_piece = sorted(
            self.words.faces.all, key=lambda face: (self.words.faces.base[face.piece.id.value], face.kind)
        )
        return tuple(map(self._card, of_piece))

    def _card(self, face: Face) -> Card:
        said = face.face or face.piece
        groups = [(self._where(group), group) for group in said.moves]
        return Card(
            kind=face.kind,
            koma=koma_of(face),
            name=said.name,
            letter=face.spelling,
            strings=tuple(string_of(group) for group in said.moves),
            figures=tuple((where, figure(group.moves)) for where, group in groups if group.moves is not None),
            says=(
                f"{capital(in_words(self.words, said.moves))}.",
                *(rule.text for rule in besides(self.words, face.piece, said)),
            ),
            becomes=becomes(self.words, face.kind),
            royal=face.kind in self.words.faces.royals(self.words.sets),
        )

    def _where(self, group: MovesDef) -> str:
        return "" if group.where is None else self.words.region(group.where)

    @property
    def legend(self) -> Iterator[tuple[str, str]]:
        used: set[Name] = {name for card in self.cards for _, drawn in card.figures for name in drawn.used}
        return legend(used)

    @property
    def mover(self) -> str:
        """Who moves first."""
        return self.words.players[self.resolved.definition.setup.turn]

    @property
    def counted_by(self) -> str:
        return _BACKENDS[self.counts.backend] if self.counts else ""

    @property
    def promotions(self) -> Table:
        return promotions(self.words)

    @property
    def drops(self) -> Table:
        return drops(self.words)

    @property
    def sections(self) -> dict[str, tuple[Rule, ...]]:
        return {name: told for name, told in self.book.items() if name not in _SECTIONS}

    @property
    def body(self) -> str:
        return self.resolved.documents[0].body
