"""The rules of a variant in plain English, each with the place in a definition that says so.

`rules` reads a resolved variant section by section. What a section says comes from nodes of `hensoku.dsl.definition`;
a rule that nothing in a file states, because the language supplies it, has no place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from hensoku.compiler.resolve import Resolved
from hensoku.rulebook import board, ends, pieces, play
from hensoku.rulebook.words import Rule, Words

__all__ = ["SECTIONS", "Rule", "rules"]

Section: TypeAlias = Callable[[Words], Iterator[Rule]]

SECTIONS: Final[dict[str, Section]] = {
    "Board": board.board,
    "Set-up": board.setups,
    "Pieces": pieces.pieces,
    "Moves": play.moving,
    "Promotion": play.promotion,
    "Captures and drops": play.drops,
    "Royals and check": play.royals,
    "End of the game": ends.ends,
    "Repetition": ends.repetition,
}


def rules(resolved: Resolved) -> dict[str, tuple[Rule, ...]]:
    """The rules by section, in the order in which they are read; sections without any are left out."""
    words = Words(resolved)
    found = {name: tuple(section(words)) for name, section in SECTIONS.items()}
    return {name: told for name, told in found.items() if told}
