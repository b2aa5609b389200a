"""Both backends say the same along random games under every definition of this folder and each of its profiles."""

from __future__ import annotations

import pytest
from compiled import Workshop, play
from rulebooks import RULES, rulebook

from hensoku.compiler.interp.core import ReferenceCore
from hensoku.compiler.resolve import resolve

BOOKS = [
    (path.stem, profile)
    for path in sorted(RULES.glob("*.yaml"))
    for profile in (None, *resolve(path).definition.profiles)
]


@pytest.mark.parametrize(("name", "profile"), BOOKS)
def test_random_games(name: str, profile: str | None, workshop: Workshop) -> None:
    module = rulebook(name, profile)
    core = workshop.module(module).Core()
    for seed in range(6):
        play(module, core, seed=seed, plies=40)


@pytest.mark.parametrize(("name", "profile"), BOOKS)
def test_a_new_core_is_like_one_that_was_reset(name: str, profile: str | None, workshop: Workshop) -> None:
    module = rulebook(name, profile)
    core, reference = workshop.module(module).Core(), ReferenceCore(module)
    assert core.state() == reference.state()
    key = core.key()
    core.reset(core.cells(), core.hands(), core.turn, ())
    assert (core.state(), core.key()) == (reference.state(), key)
