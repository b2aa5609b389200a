"""Move strings in compiled code: a definition whose pieces each have one string, on one board, read as an author's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

from move_boards import Ends, Scene

from hensoku.compiler.fuzz.definitions import SLUG, read_draft
from hensoku.compiler.fuzz.pieces import spelled
from hensoku.compiler.fuzz.rows import rows_of
from hensoku.compiler.fuzz.workbench import QUICK, compile_module
from hensoku.compiler.ir.types import EMPTY, cell_of, kind_of, side_of
from hensoku.compiler.pipeline import run
from hensoku.runtime.contract import SQUARE_MASK, Core

FREELY_SET_UP = replace(QUICK, prune=False)
OTHERS = ("X", "Y")
"""The pieces that stand for kinds 1 and 2 of a scene; they cannot move."""

BoardOf: TypeAlias = tuple[str, int, int]
"""Type, files and ranks."""


@dataclass(frozen=True)
class CompiledStrings:
    """A core of a built module. `kinds`: the piece of each string; `others`: those of kinds 1 and 2 of a scene."""

    core: Core
    kinds: Mapping[str, int]
    others: tuple[int, ...]

    def ends(self, text: str, scene: Scene) -> Ends:
        """Where the moves of a string end in a scene and what they take. Each is there once."""
        self._set_up(text, scene)
        place, victims = scene.geometry.place, self.core.victims
        ends = [(place(code & SQUARE_MASK), frozenset(map(place, victims(code)))) for code in self.core.legal()]
        assert len(ends) == len(set(ends))
        return set(ends)

    def _set_up(self, text: str, scene: Scene) -> None:
        kinds = (self.kinds[text], *self.others)
        cells = [cell_of(kinds[kind_of(cell)], side_of(cell)) if cell != EMPTY else EMPTY for cell in scene.cells]
        none = [0] * (len(self.kinds) + len(self.others))
        self.core.reset(cells, (none, none), scene.side, ())
        fresh = self.core.state()
        self.core.reset(cells, (none, none), scene.side, (int(scene.virgin) << scene.origin, *fresh[1:]))


def compiled_strings(texts: Iterable[str], board: BoardOf, folder: Path) -> CompiledStrings:
    """The strings on a board, in a module that is built in a folder."""
    kind, files, ranks = board
    keys = {text: f"P{number}" for number, text in enumerate(texts)}
    grid = [[""] * files for _ in range(ranks)]
    grid[0][0], grid[-1][-1] = OTHERS[0].lower(), OTHERS[0]
    engine = {
        "topology": {"type": kind, "rows": ranks, "cols": files},
        "pieces": {key: {"moves": text} for text, key in keys.items()} | {key: {"moves": "none"} for key in OTHERS},
        "drops": "none",
        "setup": f"{rows_of(grid)} b - 1",
    }
    module = run(read_draft({"title": "Strings", "slug": SLUG, "engine": engine}, folder), FREELY_SET_UP)
    ids = [piece.id for piece in module.pieces]
    kinds = {text: ids.index(spelled(key)) for text, key in keys.items()}
    core: Core = compile_module(module, folder, FREELY_SET_UP).Core()
    return CompiledStrings(core, kinds, tuple(map(ids.index, OTHERS)))
