"""`build`: compile variants into the cache, or print what the compiler makes of one."""

from __future__ import annotations

import os
import time
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hensoku.cli.options import Json, Profile
from hensoku.cli.output import Bar, CommandError, bar, complain, say, say_json

if TYPE_CHECKING:
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
    profile: Profile = None,
    as_json: Json = False,
) -> None:
    """Compile variants into the build cache."""
    names = [*(variants or []), *(shipped() if everything else [])]
    if not names:
        raise CommandError("name a variant, or --all")
    resolved = [_resolve(name, profile) for name in dict.fromkeys(names)]
    if emit is not None:
        for variant in resolved:
            say(_emitted(variant, emit))
        return
    built = _build_all(resolved, force=force)
    if as_json:
        say_json(built)
        return
    for one in built:
        if "error" in one:
            complain(f"error: {one['error']}")
        else:
            how = f"built in {one['seconds']:.1f} s" if one["built"] else "already built"
            say(f"{one['variant']}: {how}: {one['path']}")
    if any("error" in one for one in built):
        raise typer.Exit(2)


def shipped() -> list[str]:
    """The slugs of the variants that come with the project: the names of their files."""
    from importlib.resources import files

    names = (entry.name for entry in files("hensoku.variants").iterdir())
    return sorted(name.removesuffix(".md") for name in names if name.endswith(".md"))


def _resolve(name: str, profile: str | None) -> Resolved:
    from hensoku.compiler.resolve import resolve

    return resolve(name, profile=profile)


def _build_all(variants: list[Resolved], *, force: bool) -> list[dict[str, Any]]:
    """Build side by side: the work is done by Cython and the C compiler, in processes of their own."""
    with (
        bar("building", len(variants)) as shown,
        ThreadPoolExecutor(max_workers=os.cpu_count()) as pool,
    ):
        running = [pool.submit(_build_one, one, force=force) for one in variants]
        try:
            _watch(running, shown)
        except KeyboardInterrupt:
            pool.shutdown(cancel_futures=True)
            raise
        return [future.result() for future in running]


def _watch(running: list[Future[dict[str, Any]]], shown: Bar) -> None:
    """Keep the bar alive until all is done."""
    pending = set(running)
    while pending:
        done, pending = wait(pending, timeout=0.2, return_when=FIRST_COMPLETED)
        shown.advance(by=len(done))


def _build_one(resolved: Resolved, *, force: bool) -> dict[str, Any]:
    from hensoku.compiler.build import BuildError, build

    stages: list[str] = []
    begun = time.monotonic()
    slug = resolved.module.slug
    try:
        path = build(resolved.module, force=force, progress=stages.append)
    except BuildError as error:
        return {"variant": slug, "error": str(error)}
    return {"variant": slug, "path": str(path), "built": bool(stages), "seconds": round(time.monotonic() - begun, 3)}


def _emitted(resolved: Resolved, stage: Stage) -> str:
    from hensoku.cli.dump import dump
    from hensoku.compiler.build import emit_source
    from hensoku.compiler.ir.text import print_module

    match stage:
        case Stage.AST:
            return dump(resolved.definition)
        case Stage.IR:
            return print_module(resolved.module)
        case Stage.PYX:
            return emit_source(resolved.module)
