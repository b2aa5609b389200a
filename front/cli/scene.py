"""The options that set up a board for one move string: `try` and `diagram` have them all."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from hensoku.cli.output import CommandError

if TYPE_CHECKING:
    from hensoku.compiler.geometry import Geometry
    from hensoku.probe import Place
    from hensoku.survey import Scene

_PLACED = "A square, or square=name for a piece that conditions name; may be repeated."
_BOARD = re.compile(r"([1-9][0-9]?)[x×]([1-9][0-9]?)")
_MOST = 36

Moves: TypeAlias = Annotated[str, typer.Argument(metavar="MOVES", help="A string of move notation.")]
Board: TypeAlias = Annotated[str, typer.Option(metavar="FILESxRANKS")]
At: TypeAlias = Annotated[
    str | None, typer.Option(metavar="SQUARE", help="Where the piece stands; the middle without.")
]
Friend: TypeAlias = Annotated[list[str] | None, typer.Option(metavar="SQUARE", help=_PLACED)]
Enemy: TypeAlias = Annotated[list[str] | None, typer.Option(metavar="SQUARE", help=_PLACED)]
Gote: TypeAlias = Annotated[bool, typer.Option("--gote", help="The piece is gote's.")]
Moved: TypeAlias = Annotated[bool, typer.Option("--moved", help="The piece has moved before.")]
Topology: TypeAlias = Annotated[str, typer.Option(help="grid, cylinder or torus.")]


def scene_of(
    board: str,
    at: str | None,
    friend: list[str] | None,
    enemy: list[str] | None,
    topology: str,
    *,
    gote: bool,
    moved: bool,
) -> tuple[Scene, Geometry]:
    """What the options describe."""
    from hensoku.compiler.geometry import TOPOLOGIES, Geometry
    from hensoku.survey import Scene

    size = _size(board)
    if topology not in TOPOLOGIES:
        raise CommandError(f"no topology {topology!r}: choose {', '.join(TOPOLOGIES)}")
    geometry = Geometry(topology, *size)
    origin = (size[0] // 2, size[1] // 2) if at is None else _place(geometry, at)
    scene = Scene(
        board=size,
        origin=origin,
        friends=_pieces(geometry, friend),
        enemies=_pieces(geometry, enemy),
        side="gote" if gote else "sente",
        topology=topology,
        virgin=not moved,
    )
    places = [scene.origin, *scene.friends, *scene.enemies]
    twice = next((place for place in places if places.count(place) > 1), None)
    if twice is not None:
        raise CommandError(f"two pieces on {name_of(geometry, twice)}")
    return scene, geometry


def name_of(geometry: Geometry, place: Place) -> str:
    square = geometry.at(*place)
    return "" if square is None else geometry.squares[square].name


def _size(text: str) -> tuple[int, int]:
    match = _BOARD.fullmatch(text)
    if match is None or max(int(match[1]), int(match[2])) > _MOST:
        raise CommandError(f"no board {text!r}: write files and ranks, as in 9x9, at most {_MOST}x{_MOST}")
    return int(match[1]), int(match[2])


def _place(geometry: Geometry, name: str) -> Place:
    square = geometry.square(name)
    if square is None:
        raise CommandError(f"no square {name!r} on this board: write a file from the right and a rank, as in 5e")
    return geometry.place(square)


def _pieces(geometry: Geometry, placed: list[str] | None) -> dict[Place, str]:
    """Places by the name of what stands there; `5a` is a piece without a name, `5a=U` one that conditions know as U."""
    parts = (text.partition("=") for text in placed or [])
    return {_place(geometry, square): name for square, _, name in parts}
