"""`hensoku.load`: from a name or a path to a variant that can be played, compiled or interpreted."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, cast, get_args

from hensoku.compiler.build.errors import HensokuWarning, NoCompilerError
from hensoku.compiler.options import DEFAULT, Options
from hensoku.runtime.errors import LoadError
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
) -> Variant:
    """The variant with a slug or alias, or of a definition file.

    `compiled` builds the variant's module unless the build cache has it; `reference` interprets; `auto` compiles, or
    warns and interprets where there is no C compiler; `lazy` is `auto` that does not wait: it interprets while the
    module is built in the background, and only counts wait for it. `profile` names one of the definition's other
    readings; `overrides` are merged last.

    Raises DefinitionError for a definition that is wrong or cannot be found, or has no such profile; NoCompilerError
    and BuildError when compiling fails; ValueError for an unknown backend.
    """
    if not isinstance(name_or_path, str | os.PathLike):
        raise TypeError(f"a variant is loaded by its slug or the path of a file, not {name_or_path!r}")
    return load_with(os.fspath(name_or_path), backend, profile, overrides)


def load_with(
    name: str,
    backend: str = "auto",
    profile: str | None = None,
    overrides: Overrides | None = None,
    *,
    options: Options = DEFAULT,
    progress: Progress | None = None,
) -> Variant:
    """As `load`, with the compiler's options and a callback for the stages of a build."""
    if backend not in get_args(Backend):
        raise ValueError(f"unknown backend {backend!r}: choose {', '.join(get_args(Backend))}")
    if backend == "reference":
        return _interpret(name, profile, overrides)
    try:
        if backend == "lazy":
            return _compile_later(name, profile, overrides, options)
        return _compile(name, profile, overrides, options, progress)
    except NoCompilerError as error:
        if backend == "compiled":
            raise
        warnings.warn(f"{name} is interpreted, which is slow: {error}", HensokuWarning, stacklevel=3)
        return _interpret(name, profile, overrides)


def _interpret(name: str, profile: str | None, overrides: Overrides | None) -> Variant:
    from hensoku.compiler.data import variant_data
    from hensoku.compiler.interp.core import ReferenceCore
    from hensoku.compiler.pipeline import run

    resolved = _resolve(name, profile, overrides)
    module = run(resolved.module)
    return Variant(
        variant_data(module),
        lambda: ReferenceCore(module),
        "reference",
        profiles=resolved.definition.profiles,
        reload=_reload("reference", name, profile, overrides),
    )


def _compile(
    name: str, profile: str | None, overrides: Overrides | None, options: Options, progress: Progress | None
) -> Variant:
    request, known = _recall(name, profile, overrides, options)
    if known:
        return known
    resolved = _resolve(name, profile, overrides)
    library = _build(resolved, request, options, progress)
    return _open(library, resolved.definition.profiles, name, profile, overrides)


def _compile_later(name: str, profile: str | None, overrides: Overrides | None, options: Options) -> Variant:
    """The variant as it was built before; else interpreted until it is built."""
    request, known = _recall(name, profile, overrides, options)
    if known:
        return known
    from hensoku.compiler.data import variant_data
    from hensoku.compiler.interp.core import ReferenceCore
    from hensoku.compiler.pipeline import run
    from hensoku.lazy import Building, LazyCore
    from hensoku.runtime.load import load_built

    resolved = _resolve(name, profile, overrides)
    module = run(resolved.module, options)
    building = Building(name, lambda: load_built(_build(resolved, request, options, None)).Core)
    return Variant(
        variant_data(module),
        lambda: cast("Core", LazyCore(building, ReferenceCore(module))),
        "lazy",
        profiles=resolved.definition.profiles,
        reload=_reload("lazy", name, profile, overrides),
        search_module=lambda: _search_module(name, profile, overrides),
    )


def _recall(
    name: str, profile: str | None, overrides: Overrides | None, options: Options
) -> tuple[str | None, Variant | None]:
    """The digest of the request, and the variant if it was built before."""
    from hensoku import shortcut
    from hensoku.compiler.build.store import open_store

    store = open_store()
    request = shortcut.request(name, profile, overrides, options)
    known = shortcut.recall(store, request) if request else None
    try:
        return request, _open(known.library, known.profiles, name, profile, overrides) if known else None
    except LoadError:
        return request, None  # removed, or replaced, since it was looked at: it is built again


def _build(resolved: Resolved, request: str | None, options: Options, progress: Progress | None) -> Path:
    from hensoku import shortcut
    from hensoku.compiler.build.driver import build
    from hensoku.compiler.build.store import open_store

    store = open_store()
    library = build(resolved.module, options, store=store, progress=progress)
    if request:
        files = [Path(document.source.path) for document in resolved.documents]
        shortcut.remember(store, request, library, resolved.definition.profiles, files)
    return library


def _resolve(name: str, profile: str | None, overrides: Overrides | None) -> Resolved:
    from hensoku.compiler.resolve import resolve

    return resolve(name, profile=profile, overrides=overrides)


def _open(
    library: Path, profiles: tuple[str, ...], name: str, profile: str | None, overrides: Overrides | None
) -> Variant:
    from hensoku.runtime.load import load_built

    module = load_built(library)
    return Variant(
        module.DATA,
        module.Core,
        "compiled",
        profiles=profiles,
        new_batch=getattr(module, "Batch", None),
        reload=_reload("compiled", name, profile, overrides),
        search_module=lambda: module if hasattr(module, "Searcher") else _search_module(name, profile, overrides),
    )


def _search_module(name: str, profile: str | None, overrides: Overrides | None) -> ModuleType:
    """The module that searches a variant, one of its own: it is built when it is first needed."""
    found = _compile(name, profile, overrides, replace(DEFAULT, engine=True), None).search_module()
    return cast("ModuleType", found)


def _reload(
    backend: str, name: str, profile: str | None, overrides: Overrides | None
) -> tuple[Callable[..., Variant], tuple[Any, ...]]:
    """How a pickled position finds its variant again, from any working folder."""
    place = str(Path(name).absolute()) if Path(name).is_file() else name
    return load_with, (place, backend, profile, overrides)
