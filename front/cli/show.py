"""`show`: a variant's board, its pieces, or all of its definition."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from hensoku.cli.options import BackendName, Json, Profile, Setup, Sfen, Variant
from hensoku.cli.output import say, say_json, say_table
from hensoku.cli.play import open_position

if TYPE_CHECKING:
    from hensoku.runtime.position import Position


def show(
    variant: Variant,
    sfen: Sfen = None,
    setup: Setup = None,
    letters: Annotated[bool, typer.Option("--letters", help="SFEN letters instead of kanji.")] = False,
    resolved: Annotated[
        bool, typer.Option("--resolved", help="Every value of the definition, with the place it came from.")
    ] = False,
    pieces: Annotated[bool, typer.Option("--pieces", help="The pieces: how each moves, and what it becomes.")] = False,
    profile: Profile = None,
    as_json: Json = False,
) -> None:
    """Draw a position, hands beside the board; or print the pieces, or the resolved variant."""
    if pieces:
        _pieces(variant, profile, as_json=as_json)
        return
    position = open_position(variant, sfen, setup, BackendName.REFERENCE, profile)
    if as_json:
        say_json(_as_json(position))
        return
    if resolved:
        from hensoku.compiler.resolve import resolve
        from hensoku.compiler.resolve.listing import listing

        say(listing(resolve(variant, profile=profile).tree))
        return
    from hensoku.cli.board import draw_position

    named = (
        f"{position.variant.title} ({position.variant.profile})" if position.variant.profile else position.variant.title
    )
    say(f"{named}\n{draw_position(position, kanji=not letters)}\n{position.sfen()}")


def _pieces(variant: str, profile: str | None, *, as_json: bool) -> None:
    from hensoku.compiler.resolve import resolve
    from hensoku.rulebook.pieces import table
    from hensoku.rulebook.words import Words

    rows = table(Words(resolve(variant, profile=profile)))
    if as_json:
        say_json(rows)
        return
    told = [
        (row["letter"], row["kanji"], row["name"], row["moves"], ", ".join(row["promotes"]), row["sentence"])
        for row in rows
    ]
    say_table(("letter", "kanji", "name", "moves", "promotes to", "in words"), told)


def _as_json(position: Position) -> dict[str, Any]:
    variant = position.variant
    return {
        "slug": variant.slug,
        "title": variant.title,
        "profile": variant.profile,
        "profiles": list(variant.profiles),
        "players": list(variant.players),
        "board": variant.data["board"],
        "pieces": variant.pieces,
        "setups": variant.setups,
        "rules": variant.rules,
        "position": {"sfen": position.sfen(), "turn": position.turn, "check": position.is_check()},
    }
