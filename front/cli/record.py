"""`record`: games in files, checked by playing them, and written in another format."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hensoku.cli.options import Backend, BackendName, Json, Profile, Variant
from hensoku.cli.output import CommandError, say, say_json

if TYPE_CHECKING:
    from hensoku.records.record import Record


def record(
    variant: Variant,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Games: .usi, .json, .log, .kif, .kifu or .csa.")],
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write them here; the suffix says how.")
    ] = None,
    backend: Backend = BackendName.REFERENCE,
    profile: Profile = None,
    as_json: Json = False,
) -> None:
    """Replay the games of a file, every move checked, and tell how they ended; or write them in another format."""
    from hensoku.cli.play import open_position
    from hensoku.records.files import load, save
    from hensoku.records.json_text import as_data
    from hensoku.records.record import RecordError

    loaded = open_position(variant, None, None, backend, profile).variant
    try:
        records = load(file, loaded)
        if output is not None:
            save(output, records)
    except RecordError as error:
        raise CommandError(f"{file}: {error}" if error.line else str(error)) from error
    if as_json:
        say_json([as_data(one) for one in records])
    else:
        say("\n".join(map(_in_short, records)))


def _in_short(one: Record) -> str:
    names = " - ".join(filter(None, one.names))
    end = one.end
    ended = "not finished" if end is None else f"{end.reason}, winner: {end.winner or 'nobody'}"
    moves = f"{len(one.moves)} move{'' if len(one.moves) == 1 else 's'}"
    return f"{names + ': ' if names else ''}{moves}, {ended}: {one.replay().sfen()}"
