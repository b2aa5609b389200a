"""`docs`: variants as HTML pages."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hensoku.cli.options import Backend, BackendName
from hensoku.cli.output import CommandError, bar, complain, say

if TYPE_CHECKING:
    from hensoku.pages.page import Page


def docs(
    variants: Annotated[
        list[str] | None, typer.Argument(metavar="SLUG...", help="Slugs, aliases or paths; all variants without.")
    ] = None,
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="The folder to write to.")] = Path("site"),
    depth: Annotated[
        int, typer.Option(min=0, max=9, metavar="N", help="Count move sequences up to this length; 0 counts none.")
    ] = 3,
    backend: Backend = BackendName.AUTO,
) -> None:
    """Write a page for each variant, and an index: the board, the pieces, the rules in English, the rule sheet."""
    from hensoku.compiler.resolve.library import Library
    from hensoku.pages import site

    names = variants or Library.at().names()
    pages: list[Page] = []
    with bar("docs", len(names)) as shown:
        for name in names:
            shown.stage(name, len(pages))
            pages.append(site.read(name, depth, backend.value))
    try:
        written = list(site.write(pages, out))
    except ValueError as error:
        raise CommandError(str(error)) from None
    for one in written:
        for missing in one.missing:
            complain(f"warning: {one.path}: no picture {missing!r}: the sheet has its board, its setups and its pieces")
    say(f"{written[-1].path}: {len(pages)} {'variant' if len(pages) == 1 else 'variants'}")
