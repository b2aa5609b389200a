"""`diagram` and `format`: move strings without a variant."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from hensoku.cli.output import say, show_findings

Moves = Annotated[str, typer.Argument(metavar="MOVES", help="A string of move notation.")]


def diagram(
    moves: Moves,
    board: Annotated[str, typer.Option(metavar="FILESxRANKS")] = "9x9",
    at: Annotated[
        str | None, typer.Option(metavar="SQUARE", help="Where the piece stands; the middle without.")
    ] = None,
    output: Annotated[Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write here.")] = None,
) -> None:
    """Draw a move string as an SVG."""
    from hensoku.cli.trying import place_on, size_of
    from hensoku.compiler.geometry import Geometry
    from hensoku.diagram import diagram as drawn

    size = size_of(board)
    origin = (size[0] // 2, size[1] // 2) if at is None else place_on(Geometry("grid", *size), at)
    text = drawn(moves, board=size, origin=origin)
    if output is None:
        say(text)
    else:
        output.write_text(text, encoding="utf-8")


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
