"""A move string as typed nodes: what was written, letter by letter, with the place of everything.

Places are offsets into the string, and do not count when nodes are compared. What a node *means* (which steps, how far)
is worked out in `meaning.py`; nothing here knows a board.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias, final

from hensoku.dsl.nodes import Scalar
from hensoku.dsl.source import Source, Span

Comparison: TypeAlias = Literal["<", "<=", "=", "!=", ">=", ">"]


@final
@dataclass(frozen=True, slots=True)
class Place:
    """A stretch of a move string, `end` exclusive."""

    start: int
    end: int


NOWHERE = Place(0, 0)


@final
@dataclass(frozen=True, slots=True)
class Modifiers:
    """The lower-case letters of one leg, as written; `offsets[i]` is where `text[i]` stands."""

    text: str = ""
    offsets: tuple[int, ...] = field(compare=False, default=())
    place: Place = field(default=NOWHERE, compare=False)

    def letter(self, index: int) -> Place:
        return Place(self.offsets[index], self.offsets[index] + 1)


@final
@dataclass(frozen=True, slots=True)
class Atom:
    """`text` is the spelling: a letter (`W`), a doubled letter (`NN`, a rider) or coordinates (`(1,4)`)."""

    text: str
    place: Place = field(default=NOWHERE, compare=False)

    @property
    def is_rider(self) -> bool:
        return len(self.text) == 2

    @property
    def letter(self) -> str:
        """The letter, also of a rider; the empty string for coordinates."""
        return "" if self.text.startswith("(") else self.text[0]


@final
@dataclass(frozen=True, slots=True)
class Range:
    """The number after an atom; 0 is without limit."""

    value: int
    place: Place = field(default=NOWHERE, compare=False)


@final
@dataclass(frozen=True, slots=True)
class Name:
    """A value of a condition: a piece, a named set, `royal`, a number, `self`."""

    text: str
    place: Place = field(default=NOWHERE, compare=False)


@final
@dataclass(frozen=True, slots=True)
class Condition:
    """`screen!=U|A`, `screen.rank<self.rank`, `screens=1..2`, `min=2`.

    `slot` and `attribute` are the words of the left side (`attribute` is "" or "rank"). `values` are alternatives, or
    the two ends of a range (`is_range`; an open end has the text "").
    """

    slot: str
    attribute: str
    comparison: Comparison
    values: tuple[Name, ...]
    is_range: bool = False
    place: Place = field(default=NOWHERE, compare=False)


@final
@dataclass(frozen=True, slots=True)
class Simple:
    """One atom with its legs: `groups[k]` modifies leg k, and there are as many legs as groups (`caK` has two)."""

    groups: tuple[Modifiers, ...]
    atom: Atom
    range: Range | None = None
    conditions: tuple[Condition, ...] = ()
    place: Place = field(default=NOWHERE, compare=False)


@final
@dataclass(frozen=True, slots=True)
class BracketLeg:
    """One leg inside brackets. `joint` is the sign before it: `-` must go on, `?` may stop before, "" the first leg.

    An `a` among the modifiers is a direction here: every one but straight back.
    """

    modifiers: Modifiers
    atom: Atom
    range: Range | None
    joint: Literal["", "-", "?"]
    place: Place = field(default=NOWHERE, compare=False)


@final
@dataclass(frozen=True, slots=True)
class Chain:
    """`[K?aK]`: legs with atoms of their own. `groups` stand before the bracket, where only `i` is allowed."""

    groups: tuple[Modifiers, ...]
    legs: tuple[BracketLeg, ...]
    conditions: tuple[Condition, ...] = ()
    place: Place = field(default=NOWHERE, compare=False)


Move: TypeAlias = Simple | Chain


@final
@dataclass(frozen=True, slots=True)
class Moves:
    """The union of the moves of one string, valid and checked. `scalar` is the author's text."""

    moves: tuple[Move, ...]
    scalar: Scalar = field(compare=False)

    @property
    def text(self) -> str:
        return self.scalar.text

    def span(self, place: Place) -> Span:
        return self.scalar.part(place.start, place.end)


def scalar_of(text: str, path: str = "<moves>") -> Scalar:
    """A string that stands in no file, as a scalar of its own."""
    source = Source(path, text)
    return Scalar(text, text, Span(source, 0, len(text)), tuple(range(len(text) + 1)))
