"""Building many variants: what the cache has is not looked at again, the rest is built side by side.

Each variant is on its own: a definition that is wrong, or a build that fails, is noted and the others go on.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import Any, final

from hensoku import shortcut
from hensoku.compiler.build import BuildError, Store, build, open_store
from hensoku.compiler.options import DEFAULT, Options
from hensoku.compiler.resolve import Resolved, resolve
from hensoku.dsl.findings import DefinitionError, Finding, not_there


@final
@dataclass(frozen=True)
class Built:
    """What became of one name: the `path` of its module, `fresh` if it was built now; or `findings`, or an `error`."""

    name: str
    path: Path | None = None
    fresh: bool = False
    seconds: float = 0.0
    findings: tuple[Finding, ...] = ()
    error: str = ""

    @property
    def code(self) -> int:
        """The exit code: 0, 1 for findings, 2 for what is not there or could not be built."""
        if self.findings:
            return 2 if not_there(self.findings) else 1
        return 2 if self.error else 0

    def as_data(self) -> dict[str, Any]:
        if self.path is None:
            said = "; ".join(finding.message for finding in self.findings)
            return {"variant": self.name, "error": self.error or said}
        seconds = round(self.seconds, 3)
        return {"variant": self.name, "path": str(self.path), "built": self.fresh, "seconds": seconds}


def build_all(
    names: Sequence[str],
    profile: str | None = None,
    *,
    options: Options = DEFAULT,
    force: bool = False,
    jobs: int | None = None,
    store: Store | None = None,
    done: Callable[[str], None] = lambda _: None,
) -> list[Built]:
    """What became of each name, in their order. `jobs` builds at once, as many as there are processors if it is None:
    the work is done by Cython and the C compiler, in processes of their own. `done` is told each name."""
    shelf = store or open_store()
    found: dict[str, Built] = {}
    wanted: dict[str, Resolved] = {}
    for name in names:
        known = None if force else _recall(shelf, name, profile, options)
        try:
            if known is not None:
                found[name] = Built(name, known)
            else:
                wanted[name] = resolve(name, profile=profile)
        except DefinitionError as error:
            found[name] = Built(name, findings=tuple(error.findings))
        if name in found:
            done(name)
    at_once = jobs or _processors()
    for built in _side_by_side(wanted, profile, options, shelf, at_once, force=force, done=done):
        found[built.name] = built
    return [found[name] for name in names]


def _side_by_side(
    wanted: dict[str, Resolved],
    profile: str | None,
    options: Options,
    store: Store,
    jobs: int,
    *,
    force: bool,
    done: Callable[[str], None],
) -> list[Built]:
    """The large ones first, so that none is left to be built alone at the end."""
    by_size = sorted(wanted, key=lambda name: _size(wanted[name]), reverse=True)
    found: list[Built] = []
    with ThreadPoolExecutor(max_workers=jobs) as pool:
        running: list[Future[Built]] = [
            pool.submit(_build_one, name, wanted[name], profile, options, store, force=force) for name in by_size
        ]
        try:
            for future in as_completed(running):
                found.append(future.result())
                done(found[-1].name)
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    return found


def _build_one(
    name: str, resolved: Resolved, profile: str | None, options: Options, store: Store, *, force: bool
) -> Built:
    stages: list[str] = []
    begun = time.monotonic()
    try:
        path = build(resolved.module, options=options, store=store, force=force, progress=stages.append)
    except BuildError as error:
        return Built(name, error=str(error))
    except Exception as error:  # a fault of ours in one variant; the others are built all the same
        return Built(name, error=f"{name}: internal error: {type(error).__name__}: {error}")
    _remember(store, name, profile, options, path, resolved)
    return Built(name, path, bool(stages), time.monotonic() - begun)


def _recall(store: Store, name: str, profile: str | None, options: Options) -> Path | None:
    request = shortcut.request(name, profile, None, options)
    known = shortcut.recall(store, request) if request else None
    return known.library if known else None


def _remember(store: Store, name: str, profile: str | None, options: Options, path: Path, resolved: Resolved) -> None:
    request = shortcut.request(name, profile, None, options)
    if request:
        shortcut.remember(store, request, path, resolved.definition.profiles, resolved.files)


def _size(resolved: Resolved) -> int:
    """How much there is to compile, about."""
    module = resolved.module
    return len(module.board.squares) * sum(len(piece.moves) for piece in module.pieces)


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
