"""The pages about Python: their examples run, and that of the API names everything that is public."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

import hensoku

DOCS = Path(__file__).parents[2] / "docs"
PAGE = DOCS / "python.md"
CLASSES = (hensoku.Variant, hensoku.Position, hensoku.Move, hensoku.Outcome, hensoku.Destinations, hensoku.SfenError)
ELSEWHERE = {"args", "add_note", "with_traceback"}  # of every exception


@pytest.mark.parametrize(("page", "examples"), [("python.md", 30), ("playing.md", 4)])
def test_examples_run(page: str, examples: int) -> None:
    path = str(DOCS / page)
    failed, tried = doctest.testfile(path, module_relative=False, encoding="utf-8", optionflags=doctest.ELLIPSIS)
    assert (failed, tried >= examples) == (0, True)


def public() -> list[str]:
    fields = [name for owner in CLASSES for name in getattr(owner, "__dataclass_fields__", ())]
    members = [name for owner in CLASSES for name in dir(owner) if not name.startswith("_")]
    made = vars(hensoku.load("minishogi", backend="reference"))
    return sorted(
        {*hensoku.__all__, *fields, *members, *(name for name in made if not name.startswith("_"))} - ELSEWHERE
    )


@pytest.mark.parametrize("name", public())
def test_every_public_name_is_told(name: str) -> None:
    assert re.search(rf"\b{name}\b", PAGE.read_text(encoding="utf-8"))


def test_dir_shows_what_is_public() -> None:
    assert dir(hensoku) == sorted(hensoku.__all__)
