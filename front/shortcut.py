"""A short way from a definition file to the module that it was built to, without reading the language.

Reading, checking and resolving a definition takes longer than opening its module. So the cache remembers, for a
request (name, profile, overrides, options, and the state of this project and of the machine), which module answered it,
and which files that rested on, by content. If a file, or a folder that was searched, has changed, nothing is recalled.
"""

from __future__ import annotations

import importlib.util
import json
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, final

from hensoku.compiler.build import toolchain
from hensoku.compiler.build.digest import digest, file_digest
from hensoku.compiler.build.store import Store
from hensoku.compiler.options import Options
from hensoku.state import PATH_VARIABLE, folder_state, project_state
from hensoku.whole import write_whole

_MOST = 2000
"""So many requests are remembered; more are more than anybody asks, and all are forgotten."""


@final
@dataclass(frozen=True)
class Known:
    """What was remembered: the module, checked again, and the profiles that its definition offers."""

    library: Path
    profiles: tuple[str, ...]


def request(
    name: str,
    profile: str | None,
    overrides: Mapping[str, Any] | None,
    options: Options,
    evaluation: str | None = None,
) -> str | None:
    """The digest of a request; None if it is one that cannot be remembered. Raises NoCompilerError."""
    try:
        merged = json.dumps(overrides)
    except (TypeError, ValueError):
        return None
    place = os.path.realpath(name) if Path(name).is_file() else ""
    native = toolchain.cpu_stamp() if options.processor == "native" else ""
    numbers = os.path.realpath(evaluation) if evaluation is not None and Path(evaluation).is_file() else evaluation
    choice = repr((name, place, profile, options, numbers, os.environ.get(PATH_VARIABLE, "")))
    compiler = toolchain.find_compiler().stamp
    return digest((choice, merged, project_state(), compiler, _cython_stamp(), toolchain.platform_stamp(), native))


def recall(store: Store, request: str) -> Known | None:
    try:
        told = json.loads(_file(store, request).read_text("utf-8"))
        files_same = all(file_digest(Path(file)) == known for file, known in told["files"].items())
        folders_same = all(folder_state(Path(folder)) == known for folder, known in told["folders"].items())
        library = store.find(told["name"], told["digest"]) if files_same and folders_same else None
        return Known(library, tuple(told["profiles"])) if library else None
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def remember(store: Store, request: str, library: Path, profiles: Sequence[str], files: Sequence[Path]) -> None:
    """Note which module answered a request, and on which definition files it rests; a read-only cache notes nothing."""
    if store.read_only:
        return
    from hensoku.compiler.resolve.library import Library, shipped_folders

    name = library.parent.name
    searched = (*Library.at().folders, *shipped_folders(), *(file.parent for file in files))
    folders = {folder.absolute() for folder in searched if folder.is_dir()}
    told = {
        "name": name,
        "digest": store.digest_of(name),
        "profiles": list(profiles),
        "files": {str(file.absolute()): file_digest(file) for file in files if file.is_file()},
        "folders": {str(folder): folder_state(folder) for folder in sorted(folders)},
    }
    with suppress(OSError):
        if sum(1 for _ in store.index.iterdir()) >= _MOST:
            store.forget()
        write_whole(_file(store, request), json.dumps(told))


def _file(store: Store, request: str) -> Path:
    return store.index / f"{request[:32]}.json"


def _cython_stamp() -> str:
    """Cython's version without importing it: what changes when another one is installed."""
    spec = importlib.util.find_spec("Cython")
    if spec is None or spec.origin is None:
        return ""
    telling = Path(spec.origin).with_name("Shadow.py")
    seen = telling.stat()
    return f"{telling} {seen.st_size} {seen.st_mtime_ns}"
