"""The options and arguments that several commands share."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer


class BackendName(StrEnum):
    AUTO = "auto"
    COMPILED = "compiled"
    REFERENCE = "reference"


Variant = Annotated[str, typer.Argument(metavar="SLUG", help="Slug or alias of a shipped variant, or path of a file.")]
Profile = Annotated[str | None, typer.Option(help="Another reading of the variant, by name.")]
Sfen = Annotated[str | None, typer.Option(metavar="S", help="The position; the start without it.")]
Setup = Annotated[str | None, typer.Option(help="A named start of the variant.")]
Backend = Annotated[BackendName, typer.Option(help="compiled code, the reference interpreter, or what is there.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for another program.")]
