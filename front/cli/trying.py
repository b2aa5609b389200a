"""`try`: draw in the terminal where a move string leads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hensoku.cli.options import Json
from hensoku.cli.output import counted, say, say_json, show_findings
from hensoku.cli.scene import At, Board, Enemy, Friend, Gote, Moved, Moves, Topology, name_of, scene_of

if TYPE_CHECKING:
    from rich.text import Text

    from hensoku.compiler.geometry import Geometry
    from hensoku.survey import Scene, Survey

_PLACED = (None, "f", "e")
"""What gives way to a mark on the same square."""


def try_moves(
    moves: Moves,
    board: Board = "9x9",
    at: At = None,
    friend: Friend = None,
    enemy: Enemy = None,
    gote: Gote = False,
    moved: Moved = False,
    topology: Topology = "grid",
    as_json: Json = False,
) -> None:
    """Draw where a piece with these moves may go.

    Among the pieces of --friend and --enemy it is what it can do; without any, what it could do with pieces to take and
    to jump where they are wanted.
    """
    from hensoku.dsl.moves.english import sentence
    from hensoku.dsl.moves.format import canonical
    from hensoku.dsl.moves.parse import parse_text
    from hensoku.survey import survey

    scene, geometry = scene_of(board, at, friend, enemy, topology, gote=gote, moved=moved)
    parsed, findings = parse_text(moves)
    show_findings([] if parsed is None else findings)
    found = survey(moves, scene)
    if as_json:
        say_json(_as_json(found, geometry))
        return
    if parsed is not None:
        say(f"{canonical(parsed)}: {sentence(parsed)}")
    say(_drawn(found, scene, geometry))


def _as_json(found: Survey, geometry: Geometry) -> dict[str, Any]:
    groups = {
        "moves": found.moves,
        "captures": found.captures,
        "own": found.own,
        "doubles": found.doubles,
        "returns": found.returns,
        "hop_moves": found.hop_moves,
        "hop_captures": found.hop_captures,
    }
    named = {key: sorted(name_of(geometry, place) for place in places) for key, places in groups.items()}
    return {**named, "pass": found.passes}


def _drawn(found: Survey, scene: Scene, geometry: Geometry) -> Text:
    """The board, what the marks on it mean, and how many moves there are."""
    from rich.text import Text

    from hensoku.cli.board import Grid, draw
    from hensoku.marks import MARKS, marks

    labels: dict[str, str] = {}
    drawn = list(marks(found, scene))
    for name, place in drawn:
        square = name_of(geometry, place)
        before = "" if labels.get(square) in _PLACED else labels.get(square, "")
        labels[square] = before + MARKS[name].glyph
    squares = [(square.name, square.file, square.rank) for square in geometry.squares]
    text = Text(draw(Grid(geometry.width, geometry.height, squares), labels, {}) + "\n")
    used = [mark for name, mark in MARKS.items() if any(name == each for each, _ in drawn)]
    for mark in used:
        for row, line in enumerate(text.plain.splitlines()):
            if line.startswith("|"):
                _paint(text, row, mark.glyph, mark.style)
    for index, mark in enumerate(used):
        text.append("  " if index else "")
        text.append(mark.glyph, mark.style)
        text.append(f" {mark.label}")
    moves, captures = found.moves | found.hop_moves, found.captures | found.hop_captures
    return text.append(f"\n{counted(len(moves), 'move')}, {counted(len(captures), 'capture')}")


def _paint(text: Text, row: int, glyph: str, style: str) -> None:
    """Colour a glyph within the frame of a row of the board; the name of the rank stands outside."""
    lines = text.plain.split("\n")
    begin = sum(len(line) + 1 for line in lines[:row])
    for index, letter in enumerate(lines[row][: lines[row].rindex("|")]):
        if letter == glyph:
            text.stylize(style, begin + index, begin + index + 1)
