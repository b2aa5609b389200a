"""The commands, and what every one of them does about errors."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, final

import typer

import hensoku
from hensoku.cli import (
    build,
    cache,
    check,
    diff,
    docs,
    engine,
    exchange,
    explain,
    fuzz,
    game,
    lsp,
    match,
    new,
    notation,
    play,
    record,
    rules,
    show,
    trying,
    tune,
)

CLEAN, FINDINGS, USAGE = 0, 1, 2


@final
@dataclass
class Settings:
    verbose: bool = False


settings = Settings()

app = typer.Typer(
    name="hensoku",
    help="A compiler for the shogi family: from a rule sheet to moves.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("check")(check.check)
app.command("explain")(explain.explain)
app.command("build")(build.build_command)
app.command("perft")(play.perft)
app.command("moves")(play.moves)
app.command("show")(show.show)
app.command("rules")(rules.rules)
app.command("try")(trying.try_moves)
app.command("diff")(diff.diff)
app.command("docs")(docs.docs)
app.command("diagram")(notation.diagram)
app.command("format")(notation.format_moves)
app.command("new")(new.new)
app.command("import")(exchange.import_file)
app.command("export")(exchange.export)
app.command("play")(game.play)
app.command("match")(match.match)
app.command("record")(record.record)
app.command("engine")(engine.engine)
app.command("evaluation")(engine.evaluation)
app.command("tune")(tune.tune)
app.command("lsp")(lsp.lsp)
app.command("fuzz")(fuzz.fuzz)
app.command("schema")(check.schema)
app.add_typer(cache.app, name="cache")


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"hensoku {hensoku.__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
    verbose: Annotated[
        bool, typer.Option("--verbose", help="Say more; show where an internal error came from.")
    ] = False,
) -> None:
    del version
    settings.verbose = verbose


def run(arguments: Sequence[str]) -> int:
    """Run the command line; the exit code: 0 clean, 1 findings, 2 usage or internal."""
    from hensoku.cli.output import warnings_to_stderr

    warnings_to_stderr()
    return guarded(lambda: app(list(arguments), prog_name="hensoku"))


def guarded(command: Callable[[], object]) -> int:
    """Run a command; bad input becomes a message, never a traceback."""
    try:
        command()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else USAGE if end.code else CLEAN
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return USAGE
    except Exception as error:
        return _explain(error)
    return CLEAN


def _explain(error: Exception) -> int:
    from hensoku.cli.output import CommandError, complain, reason_of, show_findings
    from hensoku.compiler.build.errors import BuildError
    from hensoku.dsl.findings import DefinitionError, not_there
    from hensoku.runtime.errors import IllegalMoveError, LoadError, MoveSyntaxError, SfenError

    match error:
        case DefinitionError():
            show_findings(error.findings)
            return USAGE if not_there(error.findings) else FINDINGS
        case CommandError() | BuildError() | SfenError() | IllegalMoveError() | MoveSyntaxError() | LoadError():
            complain(f"error: {error}")
            return USAGE
        case OSError():
            where = f"{error.filename}: " if error.filename else ""
            complain(f"error: {where}{reason_of(error)}")
            return USAGE
        case _:
            complain(f"internal error: {type(error).__name__}: {error}")
            if settings.verbose:
                complain("".join(traceback.format_exception(error)))
            complain("this is a fault of hensoku, not yours: please report it, with the output of --verbose")
            return USAGE
