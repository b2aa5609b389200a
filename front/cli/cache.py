"""`cache info` and `cache clear`."""

from __future__ import annotations

import typer

from hensoku.cli.options import Json
from hensoku.cli.output import counted, say, say_json

app = typer.Typer(help="The cache of built variants.", no_args_is_help=True)

_MIB = 1 << 20


@app.command("info")
def info(as_json: Json = False) -> None:
    """Say where the cache is and what is in it."""
    from hensoku.compiler.build import open_store

    found = open_store().info()
    if as_json:
        told = {"root": str(found.root), "modules": list(found.modules), "bytes": found.size, "limit": found.limit}
        say_json(told)
        return
    say(f"folder: {found.root}")
    say(f"modules: {len(found.modules)}")
    say(f"size: {found.size / _MIB:.1f} MiB of {found.limit / _MIB:.0f} MiB")


@app.command("clear")
def clear() -> None:
    """Remove every built module."""
    from hensoku.compiler.build import open_store

    removed = open_store().clear()
    say(f"removed {counted(len(removed.modules), 'module')}, {removed.size / _MIB:.1f} MiB, from {removed.root}")
