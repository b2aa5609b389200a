"""`fuzz`: random definitions, on which the interpreter and the compiled code must agree."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hensoku.cli.options import HowFar, Json, TierName, at_tier
from hensoku.cli.output import bar, complain, say, say_json

if TYPE_CHECKING:
    from hensoku.compiler.fuzz.campaign import Found, Tally

SHOWN = 8
"""So many lines of a failure are shown."""


def fuzz(
    files: Annotated[
        list[Path] | None,
        typer.Argument(metavar="FILE...", help="Definition files to compare on, in place of random ones."),
    ] = None,
    count: Annotated[int, typer.Option(min=1, help="How many definitions.")] = 100,
    seed: Annotated[int, typer.Option(help="The same seed gives the same definitions and positions.")] = 0,
    first: Annotated[int, typer.Option(min=0, help="The number of the first definition of the seed.")] = 0,
    workers: Annotated[int, typer.Option(min=1, max=256, help="How many definitions are tried at once.")] = 1,
    out: Annotated[Path | None, typer.Option(metavar="DIR", help="Shrink what fails, and write it there.")] = None,
    sanitize: Annotated[
        bool, typer.Option("--sanitize", help="Compile with AddressSanitizer and UBSan, which must be preloaded.")
    ] = False,
    tier: HowFar = TierName.DELTAS,
    as_json: Json = False,
) -> None:
    """Compare the interpreter and the compiled code on random definitions and positions."""
    from hensoku.compiler.fuzz.campaign import run_files, run_numbers
    from hensoku.compiler.fuzz.workbench import QUICK, SANITIZED

    options = at_tier(tier, SANITIZED if sanitize else QUICK)
    begun = time.monotonic()
    if files:
        tally = run_files(files, workers=workers, options=options)
    else:
        numbers = range(first, first + count)
        with bar("comparing", count) as shown:
            tally = run_numbers(
                seed, numbers, workers=workers, out=out, options=options, progress=lambda _: shown.advance()
            )
    _tell(tally, time.monotonic() - begun, as_json=as_json)
    if tally.found:
        raise typer.Exit(1)


def _tell(tally: Tally, seconds: float, *, as_json: bool) -> None:
    if as_json:
        say_json(
            {
                "definitions": tally.definitions,
                "positions": tally.positions,
                "redrawn": dict(sorted(tally.rejects.items())),
                "seconds": round(seconds, 3),
                "processor_seconds": round(tally.seconds, 3),
                "slowest": {"number": tally.slowest[1], "processor_seconds": round(tally.slowest[0], 3)},
                "found": [_as_data(found) for found in tally.found],
            }
        )
        return
    for found in tally.found:
        lines = found.failure.detail.strip().splitlines()
        complain(f"{found.name}: {found.failure.kind}: " + "\n  ".join(lines[-SHOWN:]))
        if found.file is not None:
            complain(f"  written to {found.file}")
    redrawn = ", ".join(f"{count} for {code}" for code, count in sorted(tally.rejects.items()))
    say(
        f"{tally.definitions} definitions, {tally.positions:,} positions, {len(tally.found)} differences "
        f"({seconds:.1f} s; {tally.seconds:.1f} s of the processor, {tally.slowest[0]:.1f} s for number "
        f"{tally.slowest[1]}; drafts drawn again: {redrawn or 'none'})"
    )


def _as_data(found: Found) -> dict[str, Any]:
    trail = found.failure.trail
    return {
        "name": found.name,
        "kind": found.failure.kind,
        "detail": found.failure.detail,
        "position": trail and trail.sfen,
        "moves": list(trail.moves) if trail else [],
        "file": found.file and str(found.file),
    }
