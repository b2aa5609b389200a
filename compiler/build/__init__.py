"""Builds the module of a variant, once: see `driver` for the steps, `store` for the cache, `digest` for its key.

What compiles is imported when it is first used: a variant that is built already needs only the cache.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from hensoku.compiler.build.errors import BuildError, HensokuWarning, NoCompilerError

if TYPE_CHECKING:
    from hensoku.compiler.build.driver import Job, Progress, build, emit_source, plan
    from hensoku.compiler.build.store import Info, Store, open_store

__all__ = [
    "BuildError",
    "HensokuWarning",
    "Info",
    "Job",
    "NoCompilerError",
    "Progress",
    "Store",
    "build",
    "emit_source",
    "open_store",
    "plan",
]

_HOMES = {
    **dict.fromkeys(("Job", "Progress", "build", "emit_source", "plan"), "hensoku.compiler.build.driver"),
    **dict.fromkeys(("Info", "Store", "open_store"), "hensoku.compiler.build.store"),
}


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(home), name)
