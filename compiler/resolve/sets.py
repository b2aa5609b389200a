"""Piece sets and regions of a definition as kinds and squares, and values by piece set."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar, final

from hensoku.compiler.geometry import Geometry
from hensoku.compiler.ir.types import SquareIndex
from hensoku.dsl.codes import finding
from hensoku.dsl.definition import Area, Located, PerSet, PieceSet, Region
from hensoku.dsl.findings import Finding
from hensoku.dsl.source import Span

T = TypeVar("T")


@final
@dataclass(frozen=True)
class Sets:
    """The names that piece sets are made of. `pieces` are the ids of all pieces in the definition's order."""

    pieces: tuple[str, ...]
    royal: frozenset[str]
    named: Mapping[str, PieceSet]

    def members(self, wanted: PieceSet) -> tuple[str, ...]:
        """The ids of a set, in the definition's order."""
        found: set[str] = set()
        for name in wanted.names:
            found.update(self._of(name.value))
        return tuple(piece for piece in self.pieces if (piece in found) != wanted.complement)

    def value(self, values: PerSet[T], piece: str) -> Located[T] | None:
        """What applies to a piece: the last entry that names it."""
        return next((value for wanted, value in reversed(values) if piece in self.members(wanted)), None)

    def _of(self, name: str) -> Iterable[str]:
        if name == "all":
            return self.pieces
        if name == "royal":
            return self.royal
        if name in self.named:
            return self.members(self.named[name])
        return (name,)


@final
@dataclass(frozen=True)
class Regions:
    """Regions of one board. What lies outside it is a finding."""

    geometry: Geometry
    named: Mapping[str, Region]
    findings: list[Finding]

    def squares(self, region: Region | None) -> tuple[SquareIndex, ...]:
        """The squares of a region as side 0 sees them, ascending; the whole board for None."""
        everywhere = range(len(self.geometry.squares))
        if region is None:
            return tuple(everywhere)
        found = {square for area in region.areas for square in self._area(area, region.span)}
        return tuple(square for square in everywhere if (square in found) != region.complement)

    def _area(self, area: Area, around: Span) -> tuple[SquareIndex, ...]:
        try:
            return self._known(area)
        except ValueError as error:
            self.findings.append(finding("HS464", area.span or around, problem=error))
            return ()

    def _known(self, area: Area) -> tuple[SquareIndex, ...]:
        geometry = self.geometry
        match area.kind:
            case "far":
                return geometry.far(area.count)
            case "near":
                return geometry.near(area.count)
            case "rank":
                return geometry.ranks(area.first, area.last or area.first)
            case "file":
                return geometry.files(area.first, area.last or area.first)
            case "square":
                return geometry.rectangle(area.first, area.first)
            case "rectangle":
                return geometry.rectangle(area.first, area.last)
            case "named":
                return self.squares(self.named[area.first])
            case "all":
                return tuple(range(len(geometry.squares)))
