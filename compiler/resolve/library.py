"""Where definitions are found: by path, or by slug or alias in the folders that are searched.

Searched in order: the folder of the file that names a parent, the folders given, those of HENSOKU_PATH, the shipped
ones. Slugs and aliases are read from the front matter's first level by a light scan, so that looking for one variant
does not parse all the others.
"""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Final, final

import hensoku.variants

SUFFIXES: Final = (".md", ".yaml", ".yml")
PATH_VARIABLE: Final = "HENSOKU_PATH"

_NAMES: Final = re.compile(r"^(slug|aliases):[ \t]*(.*?)[ \t]*$", re.MULTILINE)
_ITEM: Final = re.compile(r"[ \t]*-[ \t]+(.+?)[ \t]*$")
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
        for folder in (*self.folders, *shipped_folders()):
            for file in _files(folder):
                if name in _names(file):
                    return file
        return None

    def names(self) -> tuple[str, ...]:
        """The slugs of all variants, each once."""
        files = (file for folder in (*self.folders, *shipped_folders()) for file in _files(folder))
        return tuple(dict.fromkeys(_names(file)[0] for file in files if _names(file)))

    def nearest(self, name: str) -> str | None:
        """The slug or alias that looks most like a name."""
        files = (file for folder in (*self.folders, *shipped_folders()) for file in _files(folder))
        known = [one for file in files for one in _names(file)]
        return next(iter(difflib.get_close_matches(name, known, 1)), None)


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


def _files(folder: Path) -> Sequence[Path]:
    if not folder.is_dir():
        return ()
    return sorted(file for file in folder.iterdir() if file.suffix in SUFFIXES and file.is_file())


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
    found = _Names()
    for match in _NAMES.finditer(text):
        found.take(match[1], match[2], text[match.end() + 1 :])
    return (found.slug, *found.aliases) if found.slug else ()


@final
@dataclass
class _Names:
    slug: str = ""
    aliases: list[str] = field(default_factory=list)

    def take(self, key: str, value: str, rest: str) -> None:
        if key == "slug":
            self.slug = _bare(value)
        elif value.startswith("["):
            self.aliases += [_bare(item) for item in value.strip("[]").split(",") if item.strip()]
        else:
            for line in rest.splitlines():
                item = _ITEM.match(line)
                if item is None:
                    break
                self.aliases.append(_bare(item[1]))


def _bare(text: str) -> str:
    return text.split(" #", maxsplit=1)[0].strip().strip("\"'")
