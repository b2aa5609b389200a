"""Checking many definitions: what is remembered first, the rest in several processes."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from typing import Final

from hensoku.checking.memory import Memory
from hensoku.checking.one import Checked, check_one
from hensoku.compiler.build.folders import UnsafeFolderError, default_root
from hensoku.compiler.build.store import Store

_WORTH_A_PROCESS: Final = 12
"""So many files take as long as a process takes to begin."""

_AT_ONCE: Final = 8


def check_all(
    names: Sequence[str],
    profile: str | None = None,
    *,
    jobs: int | None = None,
    cached: bool = True,
    done: Callable[[str], None] = lambda _: None,
) -> list[Checked]:
    """What is found under each name, in their order. `jobs` processes at most, as many as there are processors if it is
    None; `done` is told each name."""
    memory = _memory() if cached else None
    found: dict[str, Checked] = {}
    for name in names if memory else ():
        known = memory.recall(name, profile) if memory else None
        if known is not None:
            found[name] = known
            done(name)
    missing = [name for name in names if name not in found]
    for checked in _checked(missing, profile, jobs or _processors()):
        found[checked.name] = checked
        if memory is not None:
            memory.remember(checked, profile)
        done(checked.name)
    if memory is not None:
        memory.make_room()
    return [found[name] for name in names]


def _checked(names: Sequence[str], profile: str | None, jobs: int) -> Iterator[Checked]:
    workers = min(jobs, len(names) // _WORTH_A_PROCESS)
    if workers < 2:
        yield from (check_one(name, profile) for name in names)
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        yield from pool.map(partial(check_one, profile=profile), names, chunksize=_AT_ONCE)


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _memory() -> Memory | None:
    """What is remembered; nothing is where the cache folder cannot be one's own."""
    try:
        return Memory(Store(default_root()))
    except UnsafeFolderError:
        return None
