"""The cache of built modules: one folder per module, checked before its code is loaded.

    <root>/v1/modules/<module name>/   the shared object, its `.pyx` and `.c`, and `manifest.json`
    <root>/v1/locks/                   lock files, a fixed number of them
    <root>/v1/index/                   which module answered a request (see `hensoku.shortcut`)
    <root>/v1/checks/                  what was found in a definition (see `hensoku.checking.memory`)

A module's folder is prepared beside its place and renamed into it, so that it is there whole or not at all. The
manifest holds the full digest that the module was built under and a checksum of each file; what does not agree with it
was cut short, or is not ours, and is built again.
"""

from __future__ import annotations

import json
import os
import shutil
import time
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, final

from hensoku.compiler.build.digest import file_digest
from hensoku.compiler.build.errors import BuildError, HensokuWarning
from hensoku.compiler.build.folders import ReadOnlyFolderError, UnsafeFolderError, default_root, is_private, own_folder
from hensoku.compiler.build.toolchain import SUFFIX

LAYOUT = "v1"
LIMIT_VARIABLE = "HENSOKU_CACHE_LIMIT"
"""Environment variable with the size limit in MiB."""

DEFAULT_LIMIT = 1 << 30
MANIFEST = "manifest.json"
_LOCKS = 64
_LOCK_SECONDS = 600.0
_RECENT_SECONDS = 600.0
"""A module that was used so lately may be about to be loaded: it is not removed to make room."""


@final
@dataclass(frozen=True)
class Info:
    """What is in a cache; sizes in bytes."""

    root: Path
    modules: tuple[str, ...]
    size: int
    limit: int


@final
class Store:
    """The cache in one folder, which is made and checked; raises UnsafeFolderError if it cannot be used.

    With `read_only` (why it is) nothing is made: what is there is found, what must be built goes to `writable()`.
    """

    def __init__(self, root: Path, *, limit: int | None = None, read_only: str = "") -> None:
        prepared = Path.absolute if read_only else own_folder
        self.read_only = read_only
        self.root = prepared(root)
        self.limit = _limit() if limit is None else limit
        self.modules = prepared(self.root / LAYOUT / "modules")
        self.locks = prepared(self.root / LAYOUT / "locks")
        self.index = prepared(self.root / LAYOUT / "index")
        self.checks = prepared(self.root / LAYOUT / "checks")

    def writable(self) -> Store:
        """This cache; if it is read-only, a private temporary one, with a warning."""
        return _temporary(self.read_only) if self.read_only else self

    def find(self, name: str, digest: str) -> Path | None:
        """The shared object of that module, if it is there, whole, and built under that digest."""
        return verified(self.modules / name, digest)

    def digest_of(self, name: str) -> str:
        """The full digest that the module of that name was built under."""
        return str(json.loads((self.modules / name / MANIFEST).read_text("utf-8"))["digest"])

    @contextmanager
    def lock(self, name: str) -> Iterator[None]:
        """Hold the lock under which a module is built. It stands for every module that hashes to the same file."""
        from filelock import FileLock, Timeout

        number = int.from_bytes(name.encode()[-4:], "big") % _LOCKS
        try:
            with FileLock(self.locks / f"{number:02}.lock", timeout=_LOCK_SECONDS, mode=0o600):
                yield
        except Timeout as error:
            raise BuildError(f"another process has held {error.lock_file} for {_LOCK_SECONDS:.0f} s") from error

    @contextmanager
    def workshop(self, name: str) -> Iterator[Path]:
        """A fresh private folder beside the modules; gone afterwards, unless it was put into its place or is kept."""
        from tempfile import mkdtemp

        folder = Path(mkdtemp(prefix=f".{name}.", dir=self.modules))
        try:
            yield folder
        finally:
            if not (folder / KEEP).exists():
                shutil.rmtree(folder, ignore_errors=True)

    def put(self, workshop: Path, name: str, digest: str) -> Path:
        """Rename a finished workshop into its place, in place of what is there; the path of the shared object."""
        files = {file.name: file_digest(file) for file in sorted(workshop.iterdir())}
        _write(workshop / MANIFEST, {"digest": digest, "files": files})
        place = self.modules / name
        _remove(place)
        workshop.rename(place)
        self.make_room(keep=name)
        return place / f"{name}{SUFFIX}"

    def make_room(self, keep: str = "") -> None:
        """Remove what was used longest ago until the cache is within its limit."""
        now = time.time()
        entries = sorted(self._entries(), key=lambda entry: entry.used)
        size = sum(entry.size for entry in entries)
        for entry in entries:
            if size <= self.limit:
                return
            if entry.folder.name != keep and now - entry.used > _RECENT_SECONDS:
                _remove(entry.folder)
                size -= entry.size

    def info(self) -> Info:
        entries = list(self._entries())
        names = tuple(sorted(entry.folder.name for entry in entries if not entry.folder.name.startswith(".")))
        return Info(self.root, names, sum(entry.size for entry in entries), self.limit)

    def clear(self) -> Info:
        """Remove every module; what there was. Locks stay: somebody may hold one."""
        if self.read_only:
            raise ReadOnlyFolderError(self.read_only)
        before = self.info()
        for entry in self._entries():
            _remove(entry.folder)
        self.forget()
        return before

    def forget(self) -> None:
        """Empty the index, and what was found in definitions; the modules stay."""
        for file in (*self.index.iterdir(), *self.checks.iterdir()):
            file.unlink(missing_ok=True)

    def _entries(self) -> Iterator[_Entry]:
        if not self.modules.is_dir():
            return
        for folder in self.modules.iterdir():
            with suppress(FileNotFoundError, NotADirectoryError):
                manifest = folder / MANIFEST
                used = (manifest if manifest.exists() else folder).stat().st_mtime
                yield _Entry(folder, sum(file.stat().st_size for file in folder.iterdir()), used)


KEEP = ".keep"
"""A file of this name in a workshop keeps it: its source is of use after a failure."""


@final
@dataclass(frozen=True)
class _Entry:
    folder: Path
    size: int
    used: float


def verified(folder: Path, digest: str) -> Path | None:
    """The shared object in a module's folder, after a look at owner, manifest and checksum; None if any is wrong."""
    if not is_private(folder):
        return None
    manifest, library = folder / MANIFEST, folder / f"{folder.name}{SUFFIX}"
    try:
        told = json.loads(manifest.read_text("utf-8"))
        good = told["digest"] == digest and told["files"][library.name] == file_digest(library)
    except (OSError, ValueError, KeyError, TypeError):
        return None
    if not good:
        return None
    with suppress(OSError):
        os.utime(manifest)
    return library


def open_store(root: Path | None = None) -> Store:
    """The user's cache (or the one in `root`), perhaps read-only; if it cannot be used, a private temporary one, with a
    warning."""
    wanted = default_root() if root is None else root
    try:
        return Store(wanted)
    except ReadOnlyFolderError as error:
        return Store(wanted, read_only=str(error))
    except UnsafeFolderError as error:
        return _temporary(str(error))


@cache
def _temporary(reason: str) -> Store:
    import atexit
    from tempfile import mkdtemp

    warnings.warn(f"no lasting build cache: {reason}; using a temporary one", HensokuWarning, stacklevel=4)
    folder = Path(mkdtemp(prefix="hensoku-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Store(folder)


def _limit() -> int:
    named = os.environ.get(LIMIT_VARIABLE, "")
    return int(named) << 20 if named.isdecimal() else DEFAULT_LIMIT


def _remove(place: Path) -> None:
    """Out of the way by one rename, then gone: nobody sees half a module."""
    if place.is_symlink() or place.is_file():
        place.unlink(missing_ok=True)
        return
    from tempfile import mkdtemp

    trash = Path(mkdtemp(prefix=".trash.", dir=place.parent))
    with suppress(FileNotFoundError):
        place.rename(trash / "module")
    shutil.rmtree(trash, ignore_errors=True)


def _write(file: Path, data: Mapping[str, Any]) -> None:
    file.write_text(json.dumps(data, indent=1), "utf-8")
