"""The options and arguments that several commands share."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from typing import Annotated

import typer

from hensoku.compiler.options import DEFAULT, Options, Tier


class BackendName(StrEnum):
    AUTO = "auto"
    COMPILED = "compiled"
    REFERENCE = "reference"


class TierName(StrEnum):
    MADE = "0"
    SETS = "1"
    DELTAS = "2"


def at_tier(tier: TierName, options: Options = DEFAULT) -> Options:
    tiers: dict[TierName, Tier] = {TierName.MADE: 0, TierName.SETS: 1, TierName.DELTAS: 2}
    return replace(options, tier=tiers[tier])


Variant = Annotated[str, typer.Argument(metavar="SLUG", help="Slug or alias of a shipped variant, or path of a file.")]
Profile = Annotated[str | None, typer.Option(help="Another reading of the variant, by name.")]
Evaluation = Annotated[
    str | None,
    typer.Option(
        metavar="FILE", help="The engine's numbers, in place of the file beside the definition; none for none."
    ),
]
Sfen = Annotated[str | None, typer.Option(metavar="S", help="The position; the start without it.")]
Setup = Annotated[str | None, typer.Option(help="A named start of the variant.")]
Backend = Annotated[BackendName, typer.Option(help="compiled code, the reference interpreter, or what is there.")]
HowFar = Annotated[
    TierName,
    typer.Option(
        "--tier",
        help="0: moves are made and tested; 1: the last ply is counted by sets of squares; 2: so are the last two.",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for another program.")]
