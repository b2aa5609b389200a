"""The key of a built module: a digest of everything that changes what is built.

`source_digest` covers the project's own files by content, `Key` the rest. Two builds with one key are the same module;
a machine for which a module was not built computes another key.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, Final

import hensoku.compiler
import hensoku.dsl
import hensoku.runtime
from hensoku.compiler.build import toolchain
from hensoku.compiler.options import Options

BITS = 256
SHORT = 12
"""So many hexadecimal digits of a digest go into the name of its module; the whole is compared besides."""

COMPILER = Path(hensoku.compiler.__path__[0])
DSL = Path(hensoku.dsl.__path__[0])
RUNTIME = Path(hensoku.runtime.__path__[0])
INCLUDE = RUNTIME / "include"
RESULT_IS_THE_SAME: Final[dict[str, Any]] = {"timeout": 0.0, "verify": True}
"""Options that do not change what is built, and one value for each; every other option is part of the key."""

GENERATOR_PARTS = (
    COMPILER / "codegen",
    COMPILER / "passes",
    COMPILER / "ir",
    COMPILER / "build",
    COMPILER / "pipeline.py",
    COMPILER / "geometry.py",
    COMPILER / "layout.py",
    COMPILER / "data.py",
    COMPILER / "actions.py",
    COMPILER / "evaluation.py",
    COMPILER / "interp",
    DSL / "definition.py",
    RUNTIME / "contract.py",
    RUNTIME / "chance.py",
    RUNTIME / "sfen.py",
    INCLUDE,
)
"""Everything that has a say in what is generated; the evaluation asks the interpreter."""

_SUFFIXES = (".py", ".pyx", ".h", ".lark", ".json")


def digest(parts: Iterable[str | bytes]) -> str:
    """BLAKE2b of the parts and where each ends, in hexadecimal."""
    state = hashlib.blake2b(digest_size=BITS // 8)
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        state.update(len(data).to_bytes(8, "little"))
        state.update(data)
    return state.hexdigest()


def file_digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, lambda: hashlib.blake2b(digest_size=BITS // 8)).hexdigest()


def source_digest(parts: Iterable[Path]) -> str:
    """The contents of files and folders of sources, each under its name."""
    pieces: list[str | bytes] = []
    for part in parts:
        above = len(str(part.parent)) + 1
        for file in files_of(part):
            with open(file, "rb") as source:  # noqa: PTH123 - this runs at every load, over every source
                pieces += (file[above:], source.read())
    return digest(pieces)


def files_of(part: Path) -> list[str]:
    """The sources of a part, which is a file or a folder."""
    return sorted(_files(str(part))) if part.is_dir() else [str(part)]


def _files(folder: str) -> Iterator[str]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                yield from _files(entry.path)
            elif entry.name.endswith(_SUFFIXES):
                yield entry.path


@cache
def generator_digest() -> str:
    return source_digest(GENERATOR_PARTS)


def cython_version() -> str:
    from importlib.metadata import version

    return version("cython")


def module_digest(ir_text: str, options: Options, compiler: toolchain.Compiler) -> str:
    """The key of what `compiler` makes of a resolved variant (its IR as text) under `options` on this machine."""
    flags = toolchain.compile_flags(options)
    return digest(
        (
            ir_text,
            generator_digest(),
            cython_version(),
            " ".join(toolchain.CYTHON_FLAGS),
            toolchain.describe(compiler, flags),
            " ".join(flags),
            repr(replace(options, **RESULT_IS_THE_SAME)),
            toolchain.platform_stamp(),
            toolchain.cpu_stamp() if options.processor == "native" else "",
        )
    )
