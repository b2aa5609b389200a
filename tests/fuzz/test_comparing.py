"""What is found when a backend is wrong: cores that are each wrong in one way, in place of the compiled one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, cast

import pytest

from hensoku.compiler.data import variant_data
from hensoku.compiler.fuzz.dice import Dice
from hensoku.compiler.fuzz.games import DifferenceError, Pair, Trail
from hensoku.compiler.fuzz.positions import compare_along, compare_on_positions
from hensoku.compiler.interp.core import ReferenceCore
from hensoku.compiler.ir.types import Module
from hensoku.compiler.pipeline import run
from hensoku.compiler.resolve import resolve
from hensoku.runtime.contract import Core

START = "rbsgk/4p/5/P4/KGSBR b - 1"


class Wrong:
    """A right core, but for the answers that `change` gives in its place."""

    def __init__(self, module: Module, change: dict[str, Callable[..., Any]]) -> None:
        self.core, self.change = ReferenceCore(module), change

    def __getattr__(self, name: str) -> Any:
        change = self.change.get(name)
        return getattr(self.core, name) if change is None else partial(change, self.core)


WRONG: dict[str, tuple[str, dict[str, Callable[..., Any]]]] = {
    "a move is missing": ("moves", {"legal": lambda core: core.legal()[1:]}),
    "a move too many": ("moves", {"legal": lambda core: [*core.legal(), 0x7FF]}),
    "a move twice": ("moves", {"legal": lambda core: [*core.legal(), core.legal()[0]]}),
    "check": ("check", {"in_check": lambda core, side: not core.in_check(side)}),
    "an end": ("ended", {"ended": lambda _core: (0, 1)}),
    "victims": ("victims", {"victims": lambda core, code: (*core.victims(code), 0)}),
    "count": ("perft", {"perft": lambda core, depth: core.perft(depth) + (depth == 1)}),
    "count of two plies": ("perft", {"perft": lambda core, depth: core.perft(depth) + (depth == 2)}),
    "contents": ("position", {"hands": lambda core: (core.hands()[0], (9, *core.hands()[1][1:]))}),
    "key of its own": ("key", {"key": lambda _core: 7}),
    "nothing": ("", {}),
}


@pytest.fixture(scope="module")
def small() -> Module:
    return run(resolve("minishogi").module)


@pytest.mark.parametrize("wrong", WRONG)
def test_what_is_wrong_is_found(wrong: str, small: Module) -> None:
    kind, change = WRONG[wrong]
    pair = Pair(small, variant_data(small), lambda: cast("Core", Wrong(small, change)))
    if not kind:
        compare_along(pair, Trail(START, ("3e4d", "2a3b")))
        return
    with pytest.raises(DifferenceError) as found:
        compare_along(pair, Trail(START, ("3e4d",)))
    assert found.value.kind == kind
    assert found.value.trail.sfen == START


def test_other_data_is_found(small: Module) -> None:
    with pytest.raises(DifferenceError, match="data"):
        Pair(small, {**variant_data(small), "title": "Chess"}, lambda: ReferenceCore(small))


def test_positions_are_the_same_for_the_same_dice(small: Module) -> None:
    pair = Pair(small, variant_data(small), lambda: ReferenceCore(small))
    trails: list[list[Trail]] = [[], []]
    for seen in trails:
        compare_on_positions(pair, Dice("same"), seen.append)
    assert trails[0] == trails[1]
    assert len({trail.sfen for trail in trails[0]}) > 1
    assert any(trail.moves for trail in trails[0])
