"""A variant without pieces, and four lines that stand for its generated module: for tests of the build cache."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from hand_built import Grid, module

from hensoku.compiler.build import Store, build
from hensoku.compiler.options import Options
from hensoku.runtime.load import load_built

QUICK = Options(optimise=0, processor="baseline")
TINY = module(Grid(3, 3), [])


def four_lines(_module: object, _options: object, name: str, digest: str) -> str:
    return f'NAME = {name!r}\nDIGEST = {digest!r}\nDATA = {{"format": 1}}\nclass Core: pass\n'


def never(*_: object) -> str:
    raise AssertionError("built again")


def build_tiny(root: Path, *, translate: Callable[..., str] = four_lines, options: Options = QUICK) -> Path:
    return build(TINY, options, store=Store(root), translate=translate)


def race(root: Path, gate: Any, answers: Any) -> None:
    """Build when all racers are there; runs in a process of its own."""
    gate.wait(60)
    answers.put(load_built(build_tiny(root)).NAME)
