"""The moves of a piece as a small diagram: no wider than it has to be, the piece itself in the middle."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, final

from hensoku.diagram import CELL, CORNERS, LEFT, TOP, Picture
from hensoku.dsl.moves.format import canonical
from hensoku.dsl.moves.nodes import Moves
from hensoku.marks import MARKS, Name, marks
from hensoku.probe import Place
from hensoku.survey import Scene, Survey, survey

_WIDEST: Final = 4
"""Steps from the middle that are drawn at most."""

_LEAST: Final = 2
"""Steps that are drawn at least."""

_LEAST_OVER: Final = 3
"""Steps where pieces are jumped."""

_EDGE: Final = 4
"""Units around the board."""


@final
@dataclass(frozen=True)
class Figure:
    """What the template draws: `shapes` are elements of an SVG that is `size` units wide and high, None for the piece
    itself, at `centre`. `used` are the marks in it."""

    size: int
    centre: tuple[int, int]
    shapes: tuple[str | None, ...]
    string: str
    used: tuple[Name, ...]

    @property
    def view(self) -> str:
        return f"{LEFT - _EDGE} {TOP - _EDGE} {self.size} {self.size}"


@lru_cache(maxsize=1024)
def figure(moves: Moves) -> Figure:
    """The diagram of a group of moves, as on a board without end."""
    string = canonical(moves)
    found = survey(string, _scene(_WIDEST))
    steps = _steps(found, _scene(_WIDEST).origin)
    scene = _scene(steps)
    found = survey(string, scene)
    picture, drawn = Picture(scene), list(marks(found, scene))
    shapes = (
        *picture.board(),
        *picture.slides(found),
        *picture.arcs(found),
        *(
            None if name == "piece" else picture.mark(name, *picture.centre(place), scene, place)
            for name, place in drawn
        ),
    )
    size = CELL * scene.board[0] + 2 * _EDGE
    used = tuple(name for name in MARKS if name != "piece" and any(name == each for each, _ in drawn))
    return Figure(size, picture.centre(scene.origin), shapes, string, used)


def legend(names: set[Name]) -> Iterator[tuple[str, str]]:
    """For each of the marks, in their order, its shape around the point (0, 0) and what it means."""
    scene = Scene()
    for name, mark in MARKS.items():
        if name in names:
            yield Picture(scene).mark(name, *CORNERS.get(name, (0, 0)), scene), mark.label


def _scene(steps: int) -> Scene:
    return Scene(board=(2 * steps + 1, 2 * steps + 1), origin=(steps, steps))


def _steps(found: Survey, origin: Place) -> int:
    """How far the diagram must reach: to all that is on no slide without end."""
    endless = {place for line, endless in found.lines if endless for place in line}
    places = {
        *(found.moves | found.captures | found.own | found.doubles | found.returns) - endless,
        *found.skipped,
        *found.between,
    }
    farthest = max((max(abs(x - origin[0]), abs(y - origin[1])) for x, y in places), default=0)
    return min(max(farthest, _LEAST_OVER if found.screens else _LEAST), _WIDEST)
