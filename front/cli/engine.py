"""`engine` speaks a protocol on standard input and output; `evaluation` prints the numbers that it goes by."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hensoku.cli.options import Evaluation, Json, Profile, Variant
from hensoku.cli.output import say, say_json

if TYPE_CHECKING:
    from hensoku.runtime import variant as runtime
    from hensoku.runtime.engine.dialogue import Say
    from hensoku.runtime.engine.notation import Notation


class Protocol(StrEnum):
    USI = "usi"
    UCI = "uci"


def engine(
    variant: Variant,
    profile: Profile = None,
    evaluation: Evaluation = None,
    protocol: Annotated[
        Protocol | None, typer.Option(help="What the other program speaks; without it, what it greets in.")
    ] = None,
) -> None:
    """Play as an engine: lines of USI or UCI on standard input, answers on standard output."""
    import hensoku
    from hensoku.compiler.resolve.library import Library
    from hensoku.runtime.engine.conversation import converse
    from hensoku.runtime.engine.dialogue import Dialogue

    def begin(notation: Notation, out: Say) -> Dialogue:
        return Dialogue(
            notation=notation,
            slug=variant,
            names=Library.at().names(),
            open_variant=lambda name: _open(name, *((profile, evaluation) if name == variant else (None, None))),
            version=hensoku.__version__,
            out=out,
            called=Library.at().called(variant),
        )

    converse(begin, protocol)


def evaluation(variant: Variant, profile: Profile = None, evaluation: Evaluation = None, as_json: Json = False) -> None:
    """Print what pieces are worth to the engine, in hundredths of a pawn: worked out from the definition, or tuned."""
    from hensoku.compiler.evaluation import evaluate
    from hensoku.compiler.resolve import resolve

    module = resolve(variant, profile=profile, evaluation=evaluation).module
    numbers = evaluate(module)
    whole = {
        "danger": numbers.danger,
        "most_danger": numbers.most_danger,
        "tempo": numbers.tempo,
    }
    rows: dict[str, dict[str, Any]] = {
        piece: {
            "price": face.price,
            "hand": face.hand,
            "mobility": face.mobility,
            "force": face.force,
            "advance": max(map(int.__sub__, face.worth, face.squares)) - face.price,
            "square": list(face.squares),
        }
        for piece, face in numbers.faces.items()
    }
    if as_json:
        say_json({"variant": module.slug, "profile": module.profile, "pieces": rows, **whole})
        return
    say(f"{'':8}{'price':>7}{'hand':>7}{'mobility':>10}{'force':>7}{'advance':>9}")
    for piece, row in rows.items():
        say(f"{piece:8}{row['price']:7}{row['hand']:7}{row['mobility']:10}{row['force']:7}{row['advance']:9}")
    say(", ".join(f"{name} {value}" for name, value in whole.items()))


def _open(name: str, profile: str | None, evaluation: str | None) -> runtime.Variant:
    """Raises ValueError for one that cannot be opened."""
    from hensoku.compiler.build import BuildError
    from hensoku.compiler.options import Options
    from hensoku.dsl.findings import DefinitionError, not_there
    from hensoku.loading import load_with

    try:
        return load_with(name, "compiled", profile, evaluation=evaluation, options=Options(engine=True))
    except DefinitionError as error:
        missing = not_there(error.findings)
        raise ValueError("; ".join(found.message for found in error.findings) if missing else str(error)) from error
    except BuildError as error:
        raise ValueError(str(error)) from error
