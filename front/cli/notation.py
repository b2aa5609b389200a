"""`diagram` and `format`: move strings without a variant."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from hensoku.cli.output import say, show_findings, write_file
from hensoku.cli.scene import At, Board, Enemy, Friend, Gote, Moved, Moves, Topology, scene_of


def diagram(
    moves: Moves,
    board: Board = "9x9",
    at: At = None,
    friend: Friend = None,
    enemy: Enemy = None,
    gote: Gote = False,
    moved: Moved = False,
    topology: Topology = "grid",
    output: Annotated[Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write here.")] = None,
) -> None:
    """Draw a move string as an SVG.

    Among the pieces of --friend and --enemy it is what it can do; without any, what it could do with pieces to take and
    to jump where they are wanted.
    """
    from hensoku.diagram import diagram as drawn

    scene, _ = scene_of(board, at, friend, enemy, topology, gote=gote, moved=moved)
    text = drawn(moves, scene)
    if output is None:
        say(text)
    else:
        write_file(output, text)


def format_moves(moves: Moves) -> None:
    """Print the canonical spelling of a move string."""
    from hensoku.dsl.findings import DefinitionError
    from hensoku.dsl.moves.format import canonical
    from hensoku.dsl.moves.parse import parse_text

    parsed, findings = parse_text(moves)
    if parsed is None:
        raise DefinitionError(findings)
    show_findings(findings)
    say(canonical(parsed))
