"""Which definitions a command line names: files, folders, globs, and variants by their slug or alias."""

from __future__ import annotations

import fnmatch
import glob
import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from hensoku.cli.output import CommandError

SUFFIXES: Final = frozenset((".md", ".markdown", ".yaml", ".yml"))
_MAGIC: Final = re.compile(r"[*?\[]")
_SAYS_SO: Final = re.compile(rb"^(slug|engine|parent):", re.MULTILINE)
_SCANNED: Final = 65_536
_PASSED_OVER: Final = frozenset(("node_modules", "__pycache__", "site-packages"))


def named_files(paths: Iterable[str], exclude: Iterable[str] = (), *, only_definitions: bool = False) -> list[str]:
    """The names to check, each once. Folders and globs stand for the definitions in and below them; `exclude` are
    patterns of files that are never checked, `only_definitions` passes over files that are none even where they are
    named. Raises CommandError for a folder or pattern in which there is none."""
    patterns = list(exclude)
    found = [name for path in paths for name in _expand(path)]
    kept = [name for name in dict.fromkeys(found) if not any(matches(name, pattern) for pattern in patterns)]
    return [name for name in kept if not only_definitions or not Path(name).is_file() or is_definition(Path(name))]


def matches(name: str, pattern: str) -> bool:
    """Whether a path, seen from the working folder, or its last part, fits a shell pattern; `dir/**` is all below."""
    path = Path(os.path.relpath(name)).as_posix()
    return fnmatch.fnmatch(path, pattern) or fnmatch.fnmatch(Path(path).name, pattern)


def _expand(path: str) -> Iterator[str]:
    if Path(path).is_dir():
        found = [str(file) for file in _below(Path(path))]
        if not found:
            raise CommandError(f"no definition in {path}: no YAML or Markdown file with `engine:` or `parent:` in it")
        yield from found
    elif _MAGIC.search(path) and not Path(path).exists():
        files = sorted(Path(file) for file in glob.glob(path, recursive=True))  # noqa: PTH207 - any path, also absolute
        if not files:
            raise CommandError(f"no file fits {path}")
        for file in files:
            if file.is_file() and file.suffix.lower() in SUFFIXES and is_definition(file):
                yield str(file)
    else:
        yield path


def _below(folder: Path) -> Iterator[Path]:
    """The definitions in a folder, then those in the folders in it; hidden folders are passed over."""
    entries = sorted(folder.iterdir())
    for entry in entries:
        if entry.suffix.lower() in SUFFIXES and entry.is_file() and is_definition(entry):
            yield entry
    for entry in entries:
        if entry.is_dir() and not entry.name.startswith(".") and entry.name not in _PASSED_OVER:
            yield from _below(entry)


def is_definition(path: Path) -> bool:
    """Whether a file looks like a definition: YAML, or front matter, that says `slug`, `engine` or `parent`."""
    try:
        with path.open("rb") as file:
            text = file.read(_SCANNED).removeprefix(b"\xef\xbb\xbf")
    except OSError:
        return True  # to be checked, and told
    return looks_like_definition(path.suffix, text)


def looks_like_definition(suffix: str, text: bytes) -> bool:
    if suffix.lower() in (".md", ".markdown"):
        if not text.startswith(b"---"):
            return False
        end = text.find(b"\n---", 3)
        text = text[:end] if end >= 0 else text
    return _SAYS_SO.search(text) is not None
