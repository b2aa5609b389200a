"""`explain`: why a code is told, an example, and the same one mended."""

from __future__ import annotations

from typing import Annotated

import typer

from hensoku.cli.options import Json
from hensoku.cli.output import CommandError, say, say_json


def explain(
    codes: Annotated[
        list[str] | None, typer.Argument(metavar="CODES...", help="Codes, or their beginnings; all without.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Explain codes of findings; list them if there are several."""
    from hensoku.dsl.codes import CODES
    from hensoku.dsl.explain import as_data, explanation

    wanted = list(dict.fromkeys(code for name in codes or ["HS"] for code in _meant(name)))
    if as_json:
        say_json([as_data(code) for code in wanted])
    elif len(wanted) == 1 or (codes and len(codes) == len(wanted)):
        parts = [f"{code}: {CODES[code].title}\n\n{explanation(code)}" for code in wanted]
        say("\n".join(parts).rstrip())
    else:
        for code in wanted:
            say(f"{code}  {CODES[code].severity.value:<7}  {CODES[code].title}")


def _meant(name: str) -> list[str]:
    from difflib import get_close_matches

    from hensoku.dsl.codes import CODES

    found = [code for code in CODES if code.startswith(name.upper())]
    if not found:
        near = get_close_matches(name.upper(), CODES, n=1)
        raise CommandError(f"there is no code {name!r}" + (f", did you mean {near[0]}?" if near else ""))
    return found
