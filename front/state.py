"""What an answer that is remembered rests on, as digests: the project's own code, and folders of definitions."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import hensoku.compiler
import hensoku.dsl
import hensoku.runtime
from hensoku.compiler.build.digest import digest, source_digest

PATH_VARIABLE, SUFFIXES = "HENSOKU_PATH", (".md", ".yaml", ".yml")
"""As in `hensoku.compiler.resolve.library`, which takes the whole language with it."""


@cache
def project_state() -> str:
    """The state of the language and the compiler, by content."""
    return source_digest([Path(part.__path__[0]) for part in (hensoku.dsl, hensoku.compiler, hensoku.runtime)])


def folder_state(folder: Path) -> str:
    """The rule sheets of a folder: a new or changed one may be another parent, or bear another name."""
    sheets = (entry for entry in os.scandir(folder) if entry.name.endswith(SUFFIXES) and Path(entry).is_file())
    return digest(sorted(f"{entry.name} {entry.stat().st_size} {entry.stat().st_mtime_ns}" for entry in sheets))
