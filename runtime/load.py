"""Loads a built variant from its file alone: no definition, no compiler, no build cache."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

from hensoku.runtime.contract import FORMAT
from hensoku.runtime.errors import LoadError
from hensoku.runtime.variant import Reload, Variant

_CARRIED = ("DATA", "Core", "DIGEST")


def load_built(path: str | Path) -> ModuleType:
    """The module of a built variant (`DATA`, `Core`, `DIGEST`). Loading a file twice gives the same module.

    Raises LoadError (an ImportError) for a file that is missing, no module, built for another Python or machine, or by
    a compiler of another format.
    """
    file = Path(path).resolve()
    name = file.name.partition(".")[0]
    known = sys.modules.get(name)
    if known is not None and getattr(known, "__file__", None) == str(file):
        return known
    if not file.is_file():
        raise LoadError(f"{file} is no file")
    module = _load_file(name, file)
    missing = [carried for carried in _CARRIED if not hasattr(module, carried)]
    if missing:
        raise LoadError(f"{file} is no built variant: it has no {', '.join(missing)}")
    found = module.DATA.get("format") if isinstance(module.DATA, dict) else None
    if found != FORMAT:
        raise LoadError(f"{file} has format {found}, this runtime reads {FORMAT}: build it again")
    sys.modules[name] = module
    return module


def open_built(path: str | Path, *, reload: Reload | None = None) -> Variant:
    """The variant of a built module, ready to play. Raises LoadError as `load_built` does. `reload` is how a pickled
    position finds it again, if not by its path."""
    module = load_built(path)
    reload = reload or (open_built, (str(Path(path).resolve()),))
    search = (lambda: module) if hasattr(module, "Searcher") else None
    batch = getattr(module, "Batch", None)
    return Variant(module.DATA, module.Core, "compiled", new_batch=batch, reload=reload, search_module=search)


def _load_file(name: str, file: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise LoadError(f"{file} is no module for this Python: its name has no suffix that is loaded")
    try:
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    except (ImportError, SyntaxError, ValueError) as error:
        raise LoadError(f"{file} cannot be loaded: {error}") from error
    return module
