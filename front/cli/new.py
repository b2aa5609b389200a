"""`new`: a rule sheet to begin with."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from hensoku.cli.output import CommandError, say


def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What the variant is called, such as 'My Shogi'.")],
    parent: Annotated[
        str | None, typer.Option(metavar="SLUG", help="The variant that it changes; without it a whole definition.")
    ] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Where to; NAME.md here without it.")
    ] = None,
) -> None:
    """Write a commented rule sheet that passes check."""
    from hensoku.compiler.resolve import resolve
    from hensoku.compiler.resolve.library import Library
    from hensoku.scaffold import scaffold, slug_of

    slug = slug_of(name)
    if not slug:
        raise CommandError(f"{name!r} has no letter or digit that a file name can have")
    if Library.at().find(slug) is not None:
        raise CommandError(f"there is a variant {slug} already: see `hensoku show {slug}`, or choose another name")
    file = output or Path(f"{slug}.md")
    text = scaffold(name, resolve(parent) if parent is not None else None)
    try:
        with file.open("x", encoding="utf-8") as out:
            out.write(text)
    except OSError as error:
        raise CommandError(f"cannot write {file}: {(error.strerror or str(error)).lower()}") from None
    say(f"{file}: written; next `hensoku check {file}`, `hensoku show {file}`")
