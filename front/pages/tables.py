"""Promotion and drops as tables: a row for each piece that promotes, or that can leave a hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias, final

from hensoku.compiler.ir.types import Kind, Module
from hensoku.compiler.options import DEFAULT
from hensoku.compiler.passes.find_stuck import find_stuck
from hensoku.compiler.resolve.faces import Face
from hensoku.dsl.definition import USUAL, Located, PerSet, Region, said
from hensoku.pages.koma import Koma, koma_of
from hensoku.rulebook.play import may_be_dropped, may_promote, touches
from hensoku.rulebook.words import Words, number


@final
@dataclass(frozen=True)
class Named:
    """A face and what it is called."""

    koma: Koma
    name: str


@final
@dataclass(frozen=True)
class Row:
    piece: Named
    becomes: tuple[Named, ...]
    cells: tuple[str, ...]


@final
@dataclass(frozen=True)
class Table:
    """`head` are the titles of `cells`; a column in which nothing is said is left out."""

    head: tuple[str, ...]
    rows: tuple[Row, ...]


Column: TypeAlias = Callable[["_Piece"], str]

Columns: TypeAlias = Mapping[str, tuple[Column, str]]
"""By title, what is said of a piece; and what is written where nothing is."""


@final
@dataclass(frozen=True)
class _Piece:
    """A piece of which a table speaks, and whether there are squares from which it could never move."""

    id: str
    words: Words
    gets_stuck: bool
    turns: bool

    def value(self, values: PerSet[Any]) -> Any:
        """What is said of it, None if no entry names it."""
        found: Located[Any] | None = self.words.sets.value(values, self.id)
        return None if found is None else found.value

    def word(self, values: PerSet[str], part: str, key: str) -> str:
        """The word that holds for it."""
        return said(self.words.sets.value(values, self.id), part, key)


def named(face: Face) -> Named:
    return Named(koma_of(face), (face.face or face.piece).name)


def becomes(words: Words, kind: Kind) -> tuple[Named, ...]:
    """What a face promotes to, or turns back to."""
    promotion = words.module.pieces[kind].promotion
    return tuple(named(words.faces.all[target]) for target in promotion.targets) if promotion else ()


def promotions(words: Words) -> Table:
    """What each piece becomes, where, and whether it must."""
    return _table(words, may_promote, _PROMOTION)


def drops(words: Words) -> Table:
    """Where each piece may be dropped, and what a drop of it may not do."""
    return _table(words, may_be_dropped, _DROPS) if words.definition.drops.enabled else Table((), ())


def _table(words: Words, able: Callable[[Words, str], bool], columns: Columns) -> Table:
    module = find_stuck(words.module, DEFAULT)
    pieces = [
        _Piece(piece.id.value, words, _gets_stuck(module, words, piece.id.value), bool(piece.promotes))
        for piece in words.definition.pieces
        if able(words, piece.id.value)
    ]
    told = {title: [column(piece) for piece in pieces] for title, (column, _) in columns.items()}
    head = tuple(title for title, cells in told.items() if any(cells))
    rows = tuple(
        Row(
            named(words.faces.all[words.faces.base[piece.id]]),
            becomes(words, words.faces.base[piece.id]),
            tuple(told[title][index] or columns[title][1] for title in head),
        )
        for index, piece in enumerate(pieces)
    )
    return Table(head, rows)


def _gets_stuck(module: Module, words: Words, piece: str) -> bool:
    return bool(module.pieces[words.faces.base[piece]].stuck)


# ---------------------------------------------------------------------------------------------------------- promotion


def _when(piece: _Piece) -> str:
    rules = piece.words.definition.promotion
    mode = piece.word(rules.mode, "promotion", "mode")
    if mode in _MODES:
        return _MODES[mode]
    zone, again = piece.value(rules.zone), piece.value(rules.again)
    told = "" if zone is None else touches(piece.value(rules.when) or USUAL, piece.words.region(zone))
    if again is None:
        return told
    return f"{told}, or ends on {piece.words.region(again)}".lstrip(", ")


_MODES: Final = {"every_move": "makes any move", "on_capture": "captures"}


def _must(piece: _Piece) -> str:
    rules = piece.words.definition.promotion
    if piece.word(rules.mode, "promotion", "mode") != "zone":
        return "always"
    forced = piece.word(rules.forced, "promotion", "forced")
    if forced == "stuck":
        return "where it could never move again" if piece.gets_stuck else "no"
    return {"always": "always", "never": "no"}[forced]


_PROMOTION: Final[Columns] = {"when its move": (_when, ""), "must it": (_must, "")}


# -------------------------------------------------------------------------------------------------------------- drops


def _where(piece: _Piece) -> str:
    rules = piece.words.definition.drops
    region: Region | None = piece.value(rules.region)
    if region is not None and region.is_none:
        return "nowhere"
    told = "on any square" if region is None or region.is_all else f"on {piece.words.region(region)}"
    if piece.gets_stuck and piece.word(rules.stuck, "drops", "stuck") == "illegal":
        told += " from which it could move"
    return told


def _face(piece: _Piece) -> str:
    style = piece.word(piece.words.definition.drops.faces, "drops", "faces")
    return _FACES[style] if piece.turns else ""


_FACES: Final = {"unpromoted": "", "either": "either", "as_captured": "as captured"}


def _per_file(piece: _Piece) -> str:
    limit = piece.value(piece.words.definition.drops.file_limit)
    if limit is None:
        return ""
    return f"at most {number(limit.count)}{', moved there too' if limit.moves else ''}"


def _mate(piece: _Piece) -> str:
    return _FORBIDDEN[piece.word(piece.words.definition.drops.mate, "drops", "mate")]


def _check(piece: _Piece) -> str:
    return _FORBIDDEN[piece.word(piece.words.definition.drops.check, "drops", "check")]


_FORBIDDEN: Final = {"allowed": "", "illegal": "may not", "loses": "loses the game"}

_DROPS: Final[Columns] = {
    "where": (_where, ""),
    "face up": (_face, "unpromoted"),
    "unpromoted on a file": (_per_file, "any number"),
    "to give check": (_check, "may"),
    "to give mate": (_mate, "may"),
}
