"""`hensoku.batch`: many games of one variant at once."""

from __future__ import annotations

import os
from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hensoku.loading import Overrides
    from hensoku.runtime.batch import Batch


def batch(
    name_or_path: str | os.PathLike[str],
    count: int,
    *,
    profile: str | None = None,
    overrides: Overrides | None = None,
    sfen: str | None = None,
    setup: str | None = None,
    most_plies: int = 0,
) -> Batch:
    """`count` games of a variant side by side, stepped by compiled code; see `hensoku.runtime.batch.Batch`.

    They begin at the start, at an SFEN, or at a named setup. After `most_plies` moves a game is drawn, without a rule
    that says so (0: never). Raises ActionError for a variant whose moves have no numbers, ImportError without numpy,
    and what `hensoku.load` raises.
    """
    if find_spec("numpy") is None:
        raise ModuleNotFoundError("hensoku.batch needs numpy: pip install 'hensoku[learn]'", name="numpy")
    from hensoku.loading import load
    from hensoku.runtime.batch import Batch

    variant = load(name_or_path, backend="compiled", profile=profile, overrides=overrides)
    return Batch(variant, count, start=variant.position(sfen, setup=setup), most_plies=most_plies)
