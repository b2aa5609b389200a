"""`build`: compile variants into the cache, or print what the compiler makes of one."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from hensoku.cli.options import HowFar, Json, Profile, TierName, at_tier
from hensoku.cli.output import CommandError, bar, complain, say, say_json, show_findings

if TYPE_CHECKING:
    from hensoku.building import Built
    from hensoku.compiler.options import Options
    from hensoku.compiler.resolve import Resolved


class Stage(StrEnum):
    AST = "ast"
    IR = "ir"
    PYX = "pyx"


def build_command(
    variants: Annotated[list[str] | None, typer.Argument(metavar="SLUG...", help="Slugs, aliases or paths.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="Every shipped variant.")] = False,
    emit: Annotated[Stage | None, typer.Option(help="Print a stage instead of building.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Build even what the cache has.")] = False,
    jobs: Annotated[int | None, typer.Option(min=1, help="Builds at once; without it one per processor.")] = None,
    profile: Profile = None,
    tier: HowFar = TierName.DELTAS,
    as_json: Json = False,
) -> None:
    """Compile variants into the build cache. What is wrong with one does not keep the others from being built."""
    names = list(dict.fromkeys([*(variants or []), *(shipped() if everything else [])]))
    if not names:
        raise CommandError("name a variant, or --all")
    if emit is not None:
        for name in names:
            say(_emitted(_resolve(name, profile), emit, at_tier(tier)))
        return
    if tier is not TierName.DELTAS:
        raise CommandError("--tier goes with --emit; perft --tier builds what it needs")
    from hensoku.building import build_all

    with bar("building", len(names)) as shown:
        shown.stage("building", 0)
        built = build_all(names, profile, force=force, jobs=jobs, done=lambda name: shown.advance(f"done: {name}"))
    if as_json:
        say_json([one.as_data() for one in built])
    for one in built:
        _report(one, quiet=as_json)
    code = max(one.code for one in built)
    if code:
        raise typer.Exit(code)


def shipped() -> list[str]:
    """The slugs of the variants that come with the project: the names of their files."""
    from importlib.resources import files

    names = (entry.name for entry in files("hensoku.variants").iterdir())
    return sorted(name.removesuffix(".md") for name in names if name.endswith(".md"))


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
