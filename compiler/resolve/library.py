"""Where definitions are found: by path, or by slug or alias in the folders that are searched.

Searched in order: the folder of the file that names a parent, the folders given, those of HENSOKU_PATH, the shipped
ones. Slugs (by default the file's name) and aliases are read by a light scan of the front matter's first level, so
that looking for one variant does not parse all the others.
"""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final, final

import hensoku.variants
from hensoku.compiler.resolve.beside import SUFFIX as NUMBERS
from hensoku.dsl.nodes import Mapping, Node, Scalar, Sequence
from hensoku.dsl.source import Source
from hensoku.dsl.yaml import read_yaml

SUFFIXES: Final = (".md", ".yaml", ".yml")
PATH_VARIABLE: Final = "HENSOKU_PATH"

_LIKE, _SLUG = 0.7, 0.05
"""What is like enough to be meant; and a slug rather than an alias that is like as well."""

_LONGEST: Final = 80

_KNOWN: Final = re.compile(r"^(slug|engine|parent):", re.MULTILINE)
_SCANNED: Final = 65_536


@final
@dataclass(frozen=True)
class Library:
    """The folders that are searched for variants, nearest first; the shipped ones come last."""

    folders: tuple[Path, ...] = ()

    @staticmethod
    def at(folders: Iterable[str | os.PathLike[str]] = ()) -> Library:
        """The given folders, then those of HENSOKU_PATH, then the shipped ones."""
        listed = os.environ.get(PATH_VARIABLE, "").split(os.pathsep)
        return Library((*(Path(folder) for folder in folders), *(Path(folder) for folder in listed if folder)))

    def beside(self, file: Path) -> Library:
        """This library with the folder of a file searched first."""
        return Library((file.parent, *self.folders))

    def find(self, name: str) -> Path | None:
        """The file of the variant with this slug or alias, None if there is none."""
        return next(iter(self.bearers(name)), None)

    def bearers(self, name: str) -> tuple[Path, ...]:
        """The files that bear this name in the nearest folder with any: as their slug, or else as an alias."""
        for folder in (*self.folders, *shipped_folders()):
            named = [(file, _names(file)) for file in _files(folder)]
            by_slug = [file for file, names in named if names[:1] == (name,)]
            found = by_slug or [file for file, names in named if name in names]
            if found:
                return tuple({file.resolve(): file for file in found}.values())
        return ()

    def called(self, name_or_path: str) -> str:
        """The slug of a definition by one of its names or its path, as its first lines have it: nothing is checked.
        What was given, if there is no such file."""
        file = Path(name_or_path) if os.path.isfile(name_or_path) else self.find(name_or_path)  # noqa: PTH113 - no error for odd names
        return next(iter(_names(file) if file else ()), name_or_path)

    def names(self) -> tuple[str, ...]:
        """The slugs of all variants, each once."""
        files = (file for folder in (*self.folders, *shipped_folders()) for file in _files(folder))
        return tuple(dict.fromkeys(_names(file)[0] for file in files if _names(file)))

    def nearest(self, name: str) -> str | None:
        """The slug or alias that looks most like a name."""
        files = (file for folder in (*self.folders, *shipped_folders()) for file in _files(folder))
        known = ((one, rank) for file in files for rank, one in enumerate(_names(file)))
        rated = ((_likeness(name, one) + _SLUG * (rank == 0), one) for one, rank in known)
        likeness, nearest = max(rated, default=(0, ""))
        return nearest if likeness >= _LIKE else None


def file_meant(path: Path) -> Path | None:
    """The definition file beside a path that has no file: the same with an ending, or one with nearly that name."""
    try:
        beside = [file.name for file in _files(path.parent)]
    except (OSError, ValueError):
        return None
    whole = next((path.name + suffix for suffix in SUFFIXES if path.name + suffix in beside), None)
    wanted = path.name if path.suffix in SUFFIXES else ""
    near = whole or next(iter(difflib.get_close_matches(wanted, beside, 1, _LIKE)), None)
    return path.with_name(near) if near else None


def _likeness(name: str, known: str) -> float:
    """From 0 to 1. The last word is often that of the whole family, and does not make two names alike."""
    first, _, last = name.rpartition("-")
    if first and known.endswith(last) and known != last:
        name, known = first, known.removesuffix(last).rstrip("-")
    return difflib.SequenceMatcher(None, name[:_LONGEST], known).ratio()


def shipped_folders() -> tuple[Path, ...]:
    return tuple(Path(folder) for folder in hensoku.variants.__path__)


def shipped(file: Path) -> bool:
    """Whether a file is a shipped sheet, or stands in a checkout of this project: beside all the shipped sheets."""
    beside = {other.name for other in _files(file.parent)}
    return any(
        file.resolve().is_relative_to(folder.resolve()) or beside >= {sheet.name for sheet in _files(folder)}
        for folder in shipped_folders()
    )


def shipped_names() -> frozenset[str]:
    """The slugs and aliases of the shipped variants."""
    return frozenset(name for folder in shipped_folders() for file in _files(folder) for name in _names(file))


def _files(folder: Path) -> Iterable[Path]:
    try:
        return _listed(folder, folder.stat().st_mtime_ns)
    except OSError:
        return ()


@lru_cache(maxsize=64)
def _listed(folder: Path, _changed: int) -> tuple[Path, ...]:
    """The files of a folder that may be definitions, as long as none is added or removed."""
    named = (file for file in folder.iterdir() if file.suffix in SUFFIXES and not file.name.endswith(NUMBERS))
    return tuple(sorted(file for file in named if file.is_file()))


def _names(file: Path) -> tuple[str, ...]:
    """The slug of a file, then its aliases; empty for a file that is no definition."""
    try:
        seen = file.stat()
    except OSError:
        return ()
    return _scan(file, seen.st_mtime_ns, seen.st_size)


@lru_cache(maxsize=4096)
def _scan(file: Path, _changed: int, _size: int) -> tuple[str, ...]:
    try:
        with file.open(encoding="utf-8-sig", errors="replace") as opened:
            text = opened.read(_SCANNED)
    except OSError:
        return ()
    if file.suffix == ".md":
        if not text.startswith("---"):
            return ()
        text = text[: text.find("\n---", 3)]
    if _KNOWN.search(text) is None:
        return ()
    slug, aliases = _node(text, "slug"), _node(text, "aliases")
    listed = aliases.items if isinstance(aliases, Sequence) else ()
    name = slug.text if isinstance(slug, Scalar) and slug.value is not None else file.stem
    return (name, *(alias.text for alias in listed if isinstance(alias, Scalar)))


def _node(text: str, key: str) -> Node | None:
    """What stands under a key of the first level. What is wrong with it is said by whoever reads the whole file."""
    found = re.search(rf"^{key}:(?=\s|$).*(\n(?=[ \t\-\]]).*)*", text, re.MULTILINE)
    node = read_yaml(Source("", text), found.start(), found.end())[0] if found else None
    return node.get(key) if isinstance(node, Mapping) else None
