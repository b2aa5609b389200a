"""Modules built for tests, and the comparison of a built core with the reference along random play."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from types import ModuleType

from hensoku.compiler.build.driver import build
from hensoku.compiler.build.store import Store
from hensoku.compiler.codegen import generate
from hensoku.compiler.interp.core import ReferenceCore
from hensoku.compiler.ir.types import Module
from hensoku.compiler.options import Options
from hensoku.compiler.resolve import resolve
from hensoku.runtime.contract import Code, Core
from hensoku.runtime.load import load_built, open_built
from hensoku.runtime.variant import Variant

QUICK = Options(optimise=0, processor="baseline")


def source(module: Module, options: Options, name: str, digest: str) -> str:
    """The generator alone: modules put together by hand need no other pass."""
    return generate(module, options, name=name, digest=digest).source


def searching(file: Path, folder: Path) -> Variant:
    """The variant of a file, built in a folder with its search, as quickly as possible."""
    folder.chmod(0o700)
    options = replace(QUICK, optimise=0, engine=True)
    return open_built(build(resolve(file).module, options, store=Store(folder)))


@dataclass
class Workshop:
    """Builds into a folder of the test session, which others may build into too."""

    folder: Path

    def __post_init__(self) -> None:
        self.module: Callable[[Module], ModuleType] = cache(self._build)

    def _build(self, module: Module) -> ModuleType:
        return load_built(build(module, QUICK, store=Store(self.folder), translate=source))


def check_position(module: Module, core: Core, reference: ReferenceCore) -> list[int]:
    """The legal moves, on which both agree, as on all else that a position says."""
    legal, expected = core.legal(), reference.legal()
    where = f"{module.slug}: {reference.cells()} {reference.hands()} side {reference.turn} {reference.state()}"
    assert len(legal) == len(set(legal)), where
    assert set(legal) == set(expected), where
    assert core.perft(1) == len(expected), where
    assert set(core.reached()) == set(reference.reached()), where
    possible: set[Code | None] = {*expected} or {None}
    assert {chosen(core, seed) for seed in range(4)} <= possible, where
    assert core.ended() == reference.ended(), where
    assert core.declared() == reference.declared(), where
    assert core.faces() == reference.faces(), where
    assert [core.in_check(side) for side in (0, 1)] == [reference.in_check(side) for side in (0, 1)], where
    assert _contents(core) == _contents(reference), where
    assert [core.victims(move) for move in legal] == [reference.victims(move) for move in legal], where
    return sorted(legal)


def chosen(core: Core, seed: int) -> Code | None:
    """The move that a random game makes first, None if there is none."""
    twin = core.copy()
    twin.wander(seed, 0, False, 1)
    return twin.last() if twin.made > core.made else None


def check_undo(core: Core, moves: list[int]) -> None:
    """Every move is taken back to the same position and key."""
    before, key = _contents(core), core.key()
    for move in moves:
        core.push(move)
        core.pop()
        assert (_contents(core), core.key()) == (before, key), move


def play(module: Module, core: Core, *, seed: int, plies: int) -> None:
    """A random game from the start, both cores side by side, and all of it taken back."""
    rng, reference = random.Random(seed), ReferenceCore(module)
    first, made = core.key(), 0
    while made < plies:
        moves = check_position(module, core, reference)
        check_undo(core, moves)
        if not moves:
            break
        move = rng.choice(moves)
        core.push(move)
        reference.push(move)
        made += 1
        other = core.copy()
        other.reset(core.cells(), core.hands(), core.turn, core.state())
        assert other.key() == core.key(), move
    for _ in range(made):
        core.pop()
    assert core.key() == first


def _contents(core: Core) -> tuple[object, ...]:
    return core.cells(), core.hands(), core.turn, core.state()
