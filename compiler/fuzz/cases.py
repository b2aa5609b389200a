"""A failure as a file: a definition, and in comments what it shows, the positions, and how to run it again.

    # Two lances on one file: the compiled drop was not held against the limit on moves.
    # hensoku fuzz two-lances.yaml
    # position: 3/1k1/1K1 b P 1
    # moves: P*2b 2b2a
    title: ...

The positions are compared first, then those that any definition is compared on.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from hensoku.compiler.fuzz.games import Trail
from hensoku.compiler.fuzz.text import Draft, write_draft

_LINE: Final = re.compile(r"# (position|moves): *(.*)")


def write_case(file: Path, draft: Draft, trails: Sequence[Trail], why: str) -> None:
    """`why` says in words what the definition shows."""
    lines = [f"# {line}" for line in why.splitlines()]
    lines.append(f"# hensoku fuzz {file.name}")
    for trail in trails:
        lines.append(f"# position: {trail.sfen}")
        if trail.moves:
            lines.append(f"# moves: {' '.join(trail.moves)}")
    file.write_text("\n".join(lines) + "\n" + write_draft(draft), "utf-8")


def read_trails(file: Path) -> list[Trail]:
    """The positions that the comments of a definition name."""
    trails: list[Trail] = []
    for line in file.read_text("utf-8").splitlines():
        found = _LINE.match(line)
        if found and found[1] == "position":
            trails.append(Trail(found[2].strip()))
        elif found and trails:
            trails[-1] = Trail(trails[-1].sfen, tuple(found[2].split()))
    return trails
