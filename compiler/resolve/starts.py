"""Setups to IR: cells and hands by kind. The builder has checked their letters and their shape."""

from __future__ import annotations

from hensoku.compiler.geometry import Geometry
from hensoku.compiler.ir.types import EMPTY, Setup, cell_of
from hensoku.compiler.resolve.faces import Faces
from hensoku.dsl.codes import finding
from hensoku.dsl.definition import SetupNode, SetupPiece
from hensoku.dsl.findings import Finding


def start(name: str, node: SetupNode, faces: Faces, geometry: Geometry, findings: list[Finding]) -> Setup:
    cells = []
    for square in geometry.squares:
        said = node.rows[square.rank][square.file]
        if isinstance(said, SetupPiece):
            cells.append(cell_of(_kind(said, faces), said.side))
        else:
            cells.append(EMPTY)
            if said == "*":
                problem = f"{square.name} is a square, and the setup has a hole there"
                findings.append(finding("HS464", node.row_spans[square.rank], problem=problem))
    findings += _covered_holes(node, geometry)
    hands = [[0] * len(faces.all), [0] * len(faces.all)]
    for piece, count in node.hands:
        hands[piece.side][_kind(piece, faces)] += count
    return Setup(name, tuple(cells), (tuple(hands[0]), tuple(hands[1])), node.turn, node.number)


def _covered_holes(node: SetupNode, geometry: Geometry) -> list[Finding]:
    """Cells that are holes of the board and hold something else in the setup."""
    squares = {(square.file, square.rank) for square in geometry.squares}
    return [
        finding("HS464", node.row_spans[rank], problem="the setup has no '*' where the board has a hole")
        for rank, row in enumerate(node.rows)
        if any(cell != "*" and (file, rank) not in squares for file, cell in enumerate(row))
    ]


def _kind(piece: SetupPiece, faces: Faces) -> int:
    return faces.placed[piece.name, piece.face]
