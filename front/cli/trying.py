"""`try`: draw where a move string leads."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated

import typer

from hensoku.cli.options import Json
from hensoku.cli.output import CommandError, say, say_json, show_findings

if TYPE_CHECKING:
    from hensoku.compiler.geometry import Geometry
    from hensoku.probe import Destinations, Place

ORIGIN, MOVE, CAPTURE, BOTH, FRIEND, ENEMY = "●", "○", "×", "⊗", "f", "e"
LEGEND = f"{ORIGIN} the piece  {MOVE} move  {CAPTURE} capture  {BOTH} both  {FRIEND} friend  {ENEMY} enemy"

_BOARD = re.compile(r"([1-9][0-9]?)[x×]([1-9][0-9]?)")
_MOST = 36
_PLACED = "A square, or square=name for a piece that conditions name; may be repeated."


def try_moves(
    moves: Annotated[str, typer.Argument(metavar="MOVES", help="A string of move notation.")],
    board: Annotated[str, typer.Option(metavar="FILESxRANKS")] = "9x9",
    at: Annotated[
        str | None, typer.Option(metavar="SQUARE", help="Where the piece stands; the middle without.")
    ] = None,
    friend: Annotated[list[str] | None, typer.Option(metavar="SQUARE", help=_PLACED)] = None,
    enemy: Annotated[list[str] | None, typer.Option(metavar="SQUARE", help=_PLACED)] = None,
    gote: Annotated[bool, typer.Option("--gote", help="The piece is gote's.")] = False,
    moved: Annotated[bool, typer.Option("--moved", help="The piece has moved before.")] = False,
    topology: Annotated[str, typer.Option(help="grid, cylinder or torus.")] = "grid",
    as_json: Json = False,
) -> None:
    """Draw where a piece with these moves may go."""
    from hensoku.compiler.geometry import TOPOLOGIES, Geometry
    from hensoku.dsl.moves.english import sentence
    from hensoku.dsl.moves.format import canonical
    from hensoku.dsl.moves.parse import parse_text
    from hensoku.probe import destinations

    size = size_of(board)
    if topology not in TOPOLOGIES:
        raise CommandError(f"no topology {topology!r}: choose {', '.join(TOPOLOGIES)}")
    geometry = Geometry(topology, *size)
    origin = (size[0] // 2, size[1] // 2) if at is None else place_on(geometry, at)
    friends, enemies = _pieces(geometry, friend), _pieces(geometry, enemy)
    _no_two(geometry, [origin, *friends, *enemies])
    parsed, findings = parse_text(moves)
    show_findings(findings)
    found = destinations(
        moves,
        board=size,
        origin=origin,
        friends=friends,
        enemies=enemies,
        side="gote" if gote else "sente",
        topology=topology,
        virgin=not moved,
    )
    if as_json:
        said = {"moves": found.moves, "captures": found.captures}
        say_json({key: sorted(_name(geometry, place) for place in places) for key, places in said.items()})
        return
    if parsed is not None:
        say(f"{canonical(parsed)}: {sentence(parsed)}")
    say(_drawn(geometry, origin, list(friends), list(enemies), found))


def _drawn(geometry: Geometry, origin: Place, friends: list[Place], enemies: list[Place], found: Destinations) -> str:
    from hensoku.cli.board import Grid, draw

    marks = {
        **dict.fromkeys(friends, FRIEND),
        **dict.fromkeys(enemies, ENEMY),
        **dict.fromkeys(found.moves, MOVE),
        **dict.fromkeys(found.captures, CAPTURE),
        **dict.fromkeys(found.moves & found.captures, BOTH),
        origin: ORIGIN,
    }
    squares = [(square.name, square.file, square.rank) for square in geometry.squares]
    labels = {_name(geometry, place): mark for place, mark in marks.items()}
    counted = f"{len(found.moves)} moves, {len(found.captures)} captures"
    return f"{draw(Grid(geometry.width, geometry.height, squares), labels, {})}\n{LEGEND}\n{counted}"


def size_of(text: str) -> tuple[int, int]:
    match = _BOARD.fullmatch(text)
    if match is None or max(int(match[1]), int(match[2])) > _MOST:
        raise CommandError(f"no board {text!r}: write files and ranks, as in 9x9, at most {_MOST}x{_MOST}")
    return int(match[1]), int(match[2])


def place_on(geometry: Geometry, name: str) -> Place:
    square = geometry.square(name)
    if square is None:
        raise CommandError(f"no square {name!r} on this board: write a file from the right and a rank, as in 5e")
    return geometry.place(square)


def _name(geometry: Geometry, place: Place) -> str:
    square = geometry.at(*place)
    return "" if square is None else geometry.squares[square].name


def _pieces(geometry: Geometry, placed: list[str] | None) -> dict[Place, str]:
    """Places by the name of what stands there; `5a` is a piece without a name, `5a=U` one that conditions know as U."""
    parts = (text.partition("=") for text in placed or [])
    return {place_on(geometry, square): name for square, _, name in parts}


def _no_two(geometry: Geometry, places: list[Place]) -> None:
    twice = next((place for place in places if places.count(place) > 1), None)
    if twice is not None:
        raise CommandError(f"two pieces on {_name(geometry, twice)}")
