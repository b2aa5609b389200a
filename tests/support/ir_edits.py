"""Changes deep inside a module, by the path that the verifier would name."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from hensoku.compiler.ir.types import Module


def changed(module: Module, path: str, value: object) -> Module:
    """The module with another value at `path`, e.g. `pieces[3].moves[0].legs[0].reach`."""
    made = _changed(module, re.findall(r"\w+", path), value)
    assert isinstance(made, Module)
    return made


def _changed(node: Any, steps: list[str], value: object) -> object:
    if not steps:
        return value
    step, *rest = steps
    if not isinstance(node, tuple):
        return replace(node, **{step: _changed(getattr(node, step), rest, value)})
    index = int(step)
    return (*node[:index], _changed(node[index], rest, value), *node[index + 1 :])
