"""From a resolved variant to a built module: passes, generator, Cython, C compiler, cache."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias, final

from hensoku.compiler.build import processes, toolchain
from hensoku.compiler.build.digest import INCLUDE, SHORT, module_digest
from hensoku.compiler.build.digest import digest as digest_of
from hensoku.compiler.build.errors import BuildError
from hensoku.compiler.build.store import KEEP, Store, open_store
from hensoku.compiler.ir.types import Module
from hensoku.compiler.options import DEFAULT, Options

SOURCE_BUDGET = 4_000_000
"""Characters of generated source; more would keep Cython and the C compiler busy for minutes."""

Progress: TypeAlias = Callable[[str], None]
"""Called with the name of each stage as it begins: `generate`, `translate`, `compile`."""


Translate: TypeAlias = Callable[[Module, Options, str, str], str]
"""Turns a resolved variant into the Cython source of a module with a name, which carries a digest."""


@final
@dataclass(frozen=True)
class Job:
    """One module to be built: its name, the full digest that it is kept under, and what with."""

    module: Module
    options: Options
    compiler: toolchain.Compiler
    name: str
    digest: str


def generate_source(module: Module, options: Options, name: str, digest: str) -> str:
    """The generator's source for the variant, after all passes."""
    from hensoku.compiler.codegen import generate
    from hensoku.compiler.evaluation import evaluate
    from hensoku.compiler.pipeline import run

    evaluation = evaluate(module) if options.engine else None
    return generate(run(module, options), options, name=name, digest=digest, evaluation=evaluation).source


def emit_source(module: Module, options: Options = DEFAULT) -> str:
    """The generated source for reading; it needs no C compiler, and its digest is of the variant alone."""
    from hensoku.compiler.codegen.names import module_name
    from hensoku.compiler.ir.text import print_module

    of_variant = digest_of([print_module(module)])
    return generate_source(module, options, module_name(module.slug, of_variant[:SHORT]), of_variant)


def plan(module: Module, options: Options = DEFAULT) -> Job:
    """What would be built, and under which key. Raises NoCompilerError."""
    from hensoku.compiler.codegen.names import module_name
    from hensoku.compiler.ir.text import print_module

    compiler = toolchain.find_compiler()
    if not options.engine:
        module = replace(module, evaluation=())
    digest = module_digest(print_module(module), options, compiler)
    return Job(module, options, compiler, module_name(module.slug, digest[:SHORT]), digest)


def build(
    module: Module,
    options: Options = DEFAULT,
    *,
    store: Store | None = None,
    progress: Progress | None = None,
    force: bool = False,
    translate: Translate = generate_source,
) -> Path:
    """The shared object of a variant, from the cache or built now.

    `store` is the cache to use (the user's, if None), `force` builds even what is there. Raises NoCompilerError, or
    BuildError with the words of the tool that failed.
    """
    job = plan(module, options)
    shelf = open_store() if store is None else store
    found = None if force else shelf.find(job.name, job.digest)
    if found:
        return found
    shelf = shelf.writable()
    with shelf.lock(job.name):
        found = None if force else shelf.find(job.name, job.digest)
        return found or _build(job, shelf, progress or _silent, translate)


def _silent(stage: str) -> None:
    del stage


def _build(job: Job, store: Store, progress: Progress, translate: Translate) -> Path:
    progress("generate")
    source = translate(job.module, job.options, job.name, job.digest)
    if len(source) > SOURCE_BUDGET:
        raise BuildError(
            f"{job.module.slug} is too large to compile: {len(source):,} characters of source, the budget is "
            f"{SOURCE_BUDGET:,}; use a smaller board or fewer moves, or --backend reference"
        )
    deadline = time.monotonic() + job.options.timeout
    with store.workshop(job.name) as folder:
        pyx, c, library = (folder / f"{job.name}{suffix}" for suffix in (".pyx", ".c", toolchain.SUFFIX))
        pyx.write_text(source, "utf-8")
        progress("translate")
        cython = (sys.executable, "-P", "-m", "cython", *toolchain.CYTHON_FLAGS, f"-I{INCLUDE}", pyx.name, "-o", c.name)
        _run("Cython", cython, job, folder, pyx, deadline)
        progress("compile")
        flags = (*toolchain.compile_flags(job.options), *toolchain.headers(INCLUDE))
        _run("the C compiler", (*job.compiler.command, *flags, c.name, "-o", library.name), job, folder, c, deadline)
        return store.put(folder, job.name, job.digest)


def _run(tool: str, command: tuple[str, ...], job: Job, folder: Path, source: Path, deadline: float) -> None:
    """Run one tool in the workshop; on failure keep the workshop and say what the tool said."""
    try:
        ended = processes.run(command, timeout=max(deadline - time.monotonic(), 0.1), folder=folder)
    except OSError as error:
        raise BuildError(f"{tool} could not be started for {job.module.slug}: {error}") from error
    if ended.code == 0:
        return
    (folder / KEEP).touch()
    if ended.code is None:
        raise BuildError(
            f"{tool} was still busy with {job.module.slug} after {job.options.timeout:.0f} s and was ended; "
            "a smaller definition, or --backend reference, will do",
            output=ended.output,
            source=source,
        )
    raise BuildError(f"{tool} failed for {job.module.slug}", output=ended.output, source=source)
