"""`hensoku.load`: from a name or a path to a variant that can be played, compiled or interpreted."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType, NoneType
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, cast, final, get_args

from hensoku.compiler.build.errors import HensokuWarning, NoCompilerError
from hensoku.compiler.options import DEFAULT, Options
from hensoku.runtime.errors import LoadError
from hensoku.runtime.given import expect
from hensoku.runtime.variant import Variant

if TYPE_CHECKING:
    from hensoku.compiler.build import Progress
    from hensoku.compiler.resolve import Resolved
    from hensoku.runtime.contract import Core

Backend: TypeAlias = Literal["auto", "compiled", "lazy", "reference"]

Overrides: TypeAlias = Mapping[str, Any]
"""Part of a definition's `engine`, as plain data: `{"drops": {"mate": {"P": "allowed"}}}`."""


def load(
    name_or_path: str | os.PathLike[str],
    *,
    backend: Backend = "auto",
    profile: str | None = None,
    overrides: Overrides | None = None,
    evaluation: str | os.PathLike[str] | None = None,
) -> Variant:
    """The variant with a slug or alias, or of a definition file.

    `compiled` builds the variant's module unless the build cache has it; `reference` interprets; `auto` compiles, or
    warns and interprets where there is no C compiler; `lazy` is `auto` that does not wait: it interprets while the
    module is built in the background, and only counts wait for it. `profile` names one of the definition's other
    readings; `overrides` are merged last. `evaluation` is a file of numbers for the engine, as `hensoku tune` writes
    them, in place of the one beside the definition; `none` for no file.

    Raises DefinitionError for a definition that is wrong or cannot be found, or has no such profile; NoCompilerError
    and BuildError when compiling fails; ValueError for an unknown backend, TypeError for what is of no such kind.
    """
    expect(name_or_path, (str, os.PathLike), "a variant is loaded by its slug or the path of a file")
    expect(profile, (str, NoneType), "a profile is a name")
    expect(overrides, (Mapping, NoneType), "overrides are a mapping, a part of a definition's engine")
    expect(evaluation, (str, os.PathLike, NoneType), "an evaluation is the path of a file, or none")
    numbers = None if evaluation is None else os.fspath(evaluation)
    return load_with(os.fspath(name_or_path), backend, profile, overrides, numbers)


def load_with(
    name: str,
    backend: str = "auto",
    profile: str | None = None,
    overrides: Overrides | None = None,
    evaluation: str | None = None,
    *,
    options: Options = DEFAULT,
    progress: Progress | None = None,
) -> Variant:
    """As `load`, with the compiler's options and a callback for the stages of a build."""
    if backend not in get_args(Backend):
        raise ValueError(f"unknown backend {backend!r}: choose {', '.join(get_args(Backend))}")
    asked = _Asked(name, profile, overrides, evaluation)
    if backend == "reference":
        return _interpret(asked)
    try:
        if backend == "lazy":
            return _compile_later(asked, options)
        return _compile(asked, options, progress)
    except NoCompilerError as error:
        if backend == "compiled":
            raise
        warnings.warn(f"{name} is interpreted, which is slow: {error}", HensokuWarning, stacklevel=3)
        return _interpret(asked)


@final
@dataclass(frozen=True)
class _Asked:
    """What is loaded."""

    name: str
    profile: str | None = None
    overrides: Overrides | None = None
    evaluation: str | None = None

    def resolved(self) -> Resolved:
        from hensoku.compiler.resolve import resolve

        return resolve(self.name, profile=self.profile, overrides=self.overrides, evaluation=self.evaluation)

    def reload(self, backend: str) -> tuple[Callable[..., Variant], tuple[Any, ...]]:
        """How a pickled position finds its variant again, from any working folder."""
        name, evaluation = (_absolute(place) for place in (self.name, self.evaluation))
        return load_with, (name, backend, self.profile, self.overrides, evaluation)


def _absolute(place: str | None) -> str | None:
    return str(Path(place).absolute()) if place is not None and Path(place).is_file() else place


def _interpret(asked: _Asked) -> Variant:
    from hensoku.compiler.data import variant_data
    from hensoku.compiler.interp.core import ReferenceCore
    from hensoku.compiler.pipeline import SIMPLER, run

    resolved = asked.resolved()
    module = run(resolved.module, passes=SIMPLER)
    return Variant(
        variant_data(module),
        lambda: ReferenceCore(module),
        "reference",
        profiles=resolved.definition.profiles,
        reload=asked.reload("reference"),
    )


def _compile(asked: _Asked, options: Options, progress: Progress | None) -> Variant:
    request, known = _recall(asked, options)
    if known:
        return known
    resolved = asked.resolved()
    library = _build(resolved, request, options, progress)
    return _open(library, resolved.definition.profiles, asked)


def _compile_later(asked: _Asked, options: Options) -> Variant:
    """The variant as it was built before; else interpreted until it is built."""
    request, known = _recall(asked, options)
    if known:
        return known
    from hensoku.compiler.data import variant_data
    from hensoku.compiler.interp.core import ReferenceCore
    from hensoku.compiler.pipeline import SIMPLER, run
    from hensoku.lazy import Building, LazyCore
    from hensoku.runtime.load import load_built

    resolved = asked.resolved()
    module = run(resolved.module, options, passes=SIMPLER)
    building = Building(asked.name, lambda: load_built(_build(resolved, request, options, None)).Core)
    return Variant(
        variant_data(module),
        lambda: cast("Core", LazyCore(building, ReferenceCore(module))),
        "lazy",
        profiles=resolved.definition.profiles,
        reload=asked.reload("lazy"),
        search_module=lambda: _search_module(asked),
    )


def _recall(asked: _Asked, options: Options) -> tuple[str | None, Variant | None]:
    """The digest of the request, and the variant if it was built before."""
    from hensoku import shortcut
    from hensoku.compiler.build.store import open_store

    store = open_store()
    request = shortcut.request(asked.name, asked.profile, asked.overrides, options, asked.evaluation)
    known = shortcut.recall(store, request) if request else None
    try:
        return request, _open(known.library, known.profiles, asked) if known else None
    except LoadError:
        return request, None  # removed, or replaced, since it was looked at: it is built again


def _build(resolved: Resolved, request: str | None, options: Options, progress: Progress | None) -> Path:
    from hensoku import shortcut
    from hensoku.compiler.build.driver import build
    from hensoku.compiler.build.store import open_store

    store = open_store()
    library = build(resolved.module, options, store=store, progress=progress)
    if request:
        shortcut.remember(store, request, library, resolved.definition.profiles, resolved.files)
    return library


def _open(library: Path, profiles: tuple[str, ...], asked: _Asked) -> Variant:
    from hensoku.runtime.load import load_built

    module = load_built(library)
    return Variant(
        module.DATA,
        module.Core,
        "compiled",
        profiles=profiles,
        new_batch=getattr(module, "Batch", None),
        reload=asked.reload("compiled"),
        search_module=lambda: module if hasattr(module, "Searcher") else _search_module(asked),
    )


def _search_module(asked: _Asked) -> ModuleType:
    """The module that searches a variant, one of its own: it is built when it is first needed."""
    found = _compile(asked, replace(DEFAULT, engine=True), None).search_module()
    return cast("ModuleType", found)
