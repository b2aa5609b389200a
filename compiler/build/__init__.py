"""Builds the module of a variant, once: see `driver` for the steps, `store` for the cache, `digest` for its key."""

from hensoku.compiler.build.driver import Job, Progress, build, emit_source, plan
from hensoku.compiler.build.errors import BuildError, HensokuWarning, NoCompilerError
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
