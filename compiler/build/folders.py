"""Folders that hold code which will be loaded: one's own, and closed to everybody else.

A shared object in a folder that another user can write to is that user's code in this process. So every folder of the
cache is made with mode 0700 and looked at before use; where the look fails, a private temporary folder stands in. A
folder of one's own that cannot be written to is read, and the temporary one takes what must be built.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

CACHE_VARIABLE = "HENSOKU_CACHE"
"""Environment variable that names another cache folder."""

_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


class UnsafeFolderError(OSError):
    """A folder that cannot hold the cache; the message says which, and why."""


class ReadOnlyFolderError(UnsafeFolderError):
    """A folder that can hold no more than it does, and is safe to read."""


def default_root() -> Path:
    """The cache folder of this user: `HENSOKU_CACHE`, or where the platform keeps caches. Not made, not checked.
    Raises UnsafeFolderError for the home folder of nobody."""
    named = os.environ.get(CACHE_VARIABLE)
    if named:
        try:
            return Path(named).expanduser().absolute()
        except RuntimeError as error:
            raise UnsafeFolderError(f"{CACHE_VARIABLE}={named}: {str(error).lower().rstrip('.')}") from None
    import platformdirs

    return platformdirs.user_cache_path("hensoku", appauthor=False)


def own_folder(folder: Path) -> Path:
    """Make `folder` (mode 0700, parents too) unless it is there, and check it; the path without symbolic links.

    Raises UnsafeFolderError if it is not one's own, others can write to it, a folder above can be replaced by others,
    or it cannot be made; ReadOnlyFolderError if all that is wrong is that it cannot be written to.
    """
    try:
        made = Path(os.path.realpath(folder))
        _make(made)
        _check_own(made)
        for above in made.parents:
            _check_above(above)
    except UnsafeFolderError:
        raise
    except OSError as error:
        raise UnsafeFolderError(f"{folder}: {error.strerror or error}") from error
    if not os.access(made, os.W_OK | os.X_OK):
        raise ReadOnlyFolderError(f"{folder} is read-only")
    return made


def is_private(folder: Path) -> bool:
    """Whether an existing folder is a real one, one's own, and not writable by others."""
    try:
        _check_own(folder)
    except OSError:
        return False
    return True


def _make(folder: Path) -> None:
    missing = []
    while not folder.exists():
        missing.append(folder)
        folder = folder.parent
    for name in reversed(missing):
        name.mkdir(mode=0o700, exist_ok=True)


def _check_own(folder: Path) -> None:
    seen = folder.lstat()
    if not stat.S_ISDIR(seen.st_mode):
        raise UnsafeFolderError(f"{folder} is no folder")
    if seen.st_uid != os.geteuid():
        raise UnsafeFolderError(f"{folder} belongs to user {seen.st_uid}")
    if seen.st_mode & _OTHERS_WRITE:
        raise UnsafeFolderError(f"{folder} can be written by others (mode {stat.S_IMODE(seen.st_mode):04o})")


def _check_above(folder: Path) -> None:
    """A folder above may be anybody's who could replace files anyway (root), or one's own. In a sticky folder (/tmp)
    only the owner can rename; a group's folder is taken for the user's private group."""
    seen = folder.stat()
    if seen.st_uid not in {0, os.geteuid()}:
        raise UnsafeFolderError(f"{folder}, above the cache, belongs to user {seen.st_uid}")
    if seen.st_mode & stat.S_IWOTH and not seen.st_mode & stat.S_ISVTX:
        raise UnsafeFolderError(f"{folder}, above the cache, can be written by everybody")
