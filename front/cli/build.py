"""`build`: compile variants into the cache or into a folder of engines, or print what the compiler makes of one."""

from __future__ import annotations

from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hensoku.cli.options import HowFar, Json, Profile, TierName, at_tier
from hensoku.cli.output import Bar, CommandError, bar, complain, say, say_json, show_findings

if TYPE_CHECKING:
    from hensoku.building import Built
    from hensoku.compiler.options import Options
    from hensoku.compiler.resolve import Resolved
    from hensoku.standalone.make import Made


class Stage(StrEnum):
    AST = "ast"
    IR = "ir"
    PYX = "pyx"


def build_command(
    variants: Annotated[list[str] | None, typer.Argument(metavar="SLUG...", help="Slugs, aliases or paths.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="Every shipped variant.")] = False,
    emit: Annotated[Stage | None, typer.Option(help="Print a stage instead of building.")] = None,
    standalone: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Engines and wheels that need no hensoku, for all machines of this platform."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Build even what the cache has.")] = False,
    jobs: Annotated[int | None, typer.Option(min=1, help="Builds at once; without it one per processor.")] = None,
    profile: Profile = None,
    tier: HowFar = TierName.DELTAS,
    as_json: Json = False,
) -> None:
    """Compile variants into the build cache, or into a folder of engines. What is wrong with one does not keep the
    others from being built."""
    names = list(dict.fromkeys([*(variants or []), *(shipped() if everything else [])]))
    if not names:
        raise CommandError("name a variant, or --all")
    if emit is not None and standalone is not None:
        raise CommandError("--emit prints a stage, --standalone writes a folder: choose one")
    if emit is not None:
        for name in names:
            say(_emitted(_resolve(name, profile), emit, at_tier(tier)))
        return
    if tier is not TierName.DELTAS:
        raise CommandError("--tier goes with --emit; perft --tier builds what it needs")
    if standalone is not None:
        _build_engines(names, standalone, profile, force=force, jobs=jobs, as_json=as_json)
        return
    from hensoku.building import build_all

    with bar("building", len(names)) as shown:
        shown.stage("building", 0)
        built = build_all(names, profile, force=force, jobs=jobs, done=partial(_tell, shown))
    if as_json:
        say_json([one.as_data() for one in built])
    for one in built:
        _report(one, quiet=as_json)
    _exit(built)


def _build_engines(
    names: list[str], folder: Path, profile: str | None, *, force: bool, jobs: int | None, as_json: bool
) -> None:
    from hensoku.standalone.make import builds, make_all

    with bar("building", len(names) * builds()) as shown:
        shown.stage("building", 0)
        made = make_all(names, folder, profile, force=force, jobs=jobs, done=partial(_tell, shown))
    if as_json:
        say_json([one.as_data() for one in made])
    for one in made:
        _report_engine(one, quiet=as_json)
    _exit([one.built for one in made])


def _tell(shown: Bar, name: str) -> None:
    shown.advance(f"done: {name}")


def _exit(built: list[Built]) -> None:
    code = max(one.code for one in built)
    if code:
        raise typer.Exit(code)


def shipped() -> list[str]:
    """The slugs of the variants that come with the project: the names of their files."""
    from importlib.resources import files

    names = (entry.name for entry in files("hensoku.variants").iterdir())
    return sorted(name.removesuffix(".md") for name in names if name.endswith(".md"))


def _report_engine(one: Made, *, quiet: bool) -> None:
    if one.written is None:
        _report(one.built, quiet=quiet)
    elif not quiet:
        say(f"{one.built.name}: {one.written.launcher}")
        say(f"{one.built.name}: {one.written.wheel}")


def _report(one: Built, *, quiet: bool) -> None:
    if one.findings:
        show_findings(one.findings)
    elif one.error:
        complain(f"error: {one.error}")
    elif not quiet:
        how = f"built in {one.seconds:.1f} s" if one.fresh else "already built"
        say(f"{one.name}: {how}: {one.path}")


def _resolve(name: str, profile: str | None) -> Resolved:
    from hensoku.compiler.resolve import resolve

    return resolve(name, profile=profile)


def _emitted(resolved: Resolved, stage: Stage, options: Options) -> str:
    from hensoku.cli.dump import dump
    from hensoku.compiler.build import emit_source
    from hensoku.compiler.ir.text import print_module
    from hensoku.compiler.pipeline import run

    match stage:
        case Stage.AST:
            return dump(resolved.definition)
        case Stage.IR:
            return print_module(run(resolved.module, options))
        case Stage.PYX:
            return emit_source(resolved.module, options)
