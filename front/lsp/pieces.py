"""How pieces move, drawn and in words, as Markdown."""

from __future__ import annotations

from hensoku.cli.board import Grid, draw
from hensoku.compiler.geometry import Geometry
from hensoku.dsl.definition import FaceDef, MovesDef, PieceDef, TopologyDef
from hensoku.dsl.findings import DefinitionError
from hensoku.dsl.moves.english import sentence
from hensoku.dsl.moves.nodes import Moves
from hensoku.marks import MARKS, marks
from hensoku.survey import Scene, survey

_WIDEST = 9


def told(moves: Moves, topology: TopologyDef | None = None) -> str:
    """A move string, its sentence, and its drawing from the middle of a board."""
    return f"`{moves.text}`\n\n{_sentence(moves)}\n\n{drawing(moves.text, topology)}"


def piece(one: PieceDef, topology: TopologyDef) -> str:
    """A piece with its promoted faces."""
    parts = [_face(one.name, one.kanji, one.royal, one.moves, topology, drawn=True)]
    parts += [_promoted(face, topology) for face in one.promotes]
    return "\n\n".join(parts)


def _promoted(face: FaceDef, topology: TopologyDef) -> str:
    if face.becomes is not None:
        return f"promotes to {face.becomes.value}"
    return "promotes to " + _face(face.name, face.kanji, face.royal, face.moves, topology, drawn=False)


def _face(
    name: str, kanji: str, royal: bool, moves: tuple[MovesDef, ...], topology: TopologyDef, *, drawn: bool
) -> str:
    head = f"**{name}**{f' {kanji}' if kanji else ''}{', royal' if royal else ''}"
    parts = [head]
    for group in moves:
        where = f" (in {group.where.span.text})" if group.where is not None else ""
        if group.moves is None:
            parts.append(f"never moves{where}")
        elif drawn:
            parts.append(told(group.moves, topology) + where)
        else:
            parts.append(f"`{group.moves.text}`{where}: {_sentence(group.moves)}")
    return "\n\n".join(parts)


def _sentence(moves: Moves) -> str:
    text = sentence(moves)
    return f"{text[:1].upper()}{text[1:]}."


def drawing(moves: str, topology: TopologyDef | None = None) -> str:
    """Where a piece goes from the middle of its board, at most nine by nine, as a block of text."""
    kind = topology.type.value if topology else "grid"
    size = (min(topology.cols.value, _WIDEST), min(topology.rows.value, _WIDEST)) if topology else (_WIDEST, _WIDEST)
    scene = Scene(board=size, origin=(size[0] // 2, size[1] // 2), topology=kind)
    try:
        shown = list(marks(survey(moves, scene), scene))
    except (DefinitionError, ValueError):
        return ""
    geometry = Geometry(kind, *size)
    labels: dict[str, str] = {}
    for mark, place in shown:
        square = geometry.at(*place)
        if square is not None:
            name = geometry.squares[square].name
            labels[name] = labels.get(name, "") + MARKS[mark].glyph
    squares = [(square.name, square.file, square.rank) for square in geometry.squares]
    board = draw(Grid(geometry.width, geometry.height, squares), labels, {})
    legend = "  ".join(
        f"{mark.glyph} {mark.label}" for key, mark in MARKS.items() if any(key == one for one, _ in shown)
    )
    return f"```text\n{board}\n{legend}\n```"
