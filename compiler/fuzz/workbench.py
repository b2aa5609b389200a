"""Compiles one definition as quickly as possible: Cython in this process, the C compiler's lightest optimisation.

Measured on one core: 0.25 s in Cython, 0.4 s in gcc at -O0 (1.1 s at -O1), half of which is for what Cython adds to any
module. Several modules in one call of the C compiler take as long as one by one.
"""

from __future__ import annotations

import io
import itertools
from contextlib import redirect_stderr
from dataclasses import replace
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from hensoku.compiler.build import processes, toolchain
from hensoku.compiler.build.digest import INCLUDE
from hensoku.compiler.build.errors import BuildError
from hensoku.compiler.codegen import generate
from hensoku.compiler.ir.types import Module
from hensoku.compiler.options import Options
from hensoku.runtime.load import load_built

QUICK: Final = Options(optimise=0, processor="baseline", timeout=300.0)
"""What fuzzed definitions are compiled with: no optimisation, portable code."""

SANITIZED: Final = replace(QUICK, sanitize=True)
"""The same with AddressSanitizer and UBSan; their libraries must be preloaded (`tests/sanitize.py`)."""

_LEAN: Final = {"emit_code_comments": False, "binding": False}
"""For Cython: a third less C, with the same functions in it."""

_numbers = itertools.count()


def compile_module(module: Module, folder: Path, options: Options = QUICK) -> ModuleType:
    """The built module of a variant that has gone through the passes. Raises BuildError."""
    name = f"fuzzed_{next(_numbers)}"
    pyx, c, library = (folder / f"{name}{suffix}" for suffix in (".pyx", ".c", toolchain.SUFFIX))
    pyx.write_text(generate(module, options, name=name, digest=name).source, "utf-8")
    _translate(pyx, c)
    compiler = toolchain.find_compiler()
    flags = (*toolchain.compile_flags(options), *toolchain.headers(INCLUDE))
    command = (*compiler.command, *flags, str(c), "-o", str(library))
    ended = processes.run(command, timeout=options.timeout)
    if ended.code != 0:
        raise BuildError("the C compiler failed for a fuzzed definition", output=ended.output)
    return load_built(library)


def _translate(pyx: Path, c: Path) -> None:
    """Cython in this process: starting one for each module would take as long as the translation."""
    main: Any = import_module("Cython.Compiler.Main")
    options: Any = import_module("Cython.Compiler.Options")
    made = options.CompilationOptions(
        output_file=str(c), include_path=[str(INCLUDE)], language_level=3, compiler_directives=_LEAN
    )
    said = io.StringIO()
    with redirect_stderr(said):
        result = main.compile(str(pyx), made)
    if result.num_errors:
        raise BuildError("Cython failed for a fuzzed definition", output=said.getvalue())


@cache
def warm_up() -> None:
    """Loads what every translation needs, by one of a module that holds next to nothing."""
    from tempfile import TemporaryDirectory

    with TemporaryDirectory(prefix="hensoku-") as folder:
        pyx = Path(folder) / "warm.pyx"
        pyx.write_text("cdef class Core:\n    cdef int turn\n    def copy(self):\n        return Core()\n", "utf-8")
        _translate(pyx, pyx.with_suffix(".c"))
