"""Random definitions as files, for what must do with whatever can be written."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from hensoku.compiler.fuzz.definitions import draw_definition
from hensoku.compiler.fuzz.text import write_draft
from hensoku.compiler.fuzz.trial import dice_of


def drawn_sheets(seed: int, count: int, folder: Path) -> Iterator[Path]:
    """The first definitions of a seeded run, one after the other in the same file."""
    file = folder / "draft.yaml"
    for number in range(count):
        file.write_text(write_draft(draw_definition(dice_of(seed, number), folder).draft), "utf-8")
        yield file
