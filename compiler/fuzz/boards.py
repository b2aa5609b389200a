"""Random boards, and random regions on them as a definition writes them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, final

from hensoku.compiler.fuzz.dice import Dice
from hensoku.compiler.geometry import Geometry, rank_letters

_TYPES: Final = {"grid": 0.5, "cylinder": 0.28, "torus": 0.22}
_SIDES: Final = {range(3, 7): 0.62, range(7, 10): 0.26, range(10, 17): 0.12}
"""Lengths of the sides: small boards mostly, for pieces meet there, and rules apply."""


@final
@dataclass(frozen=True)
class Ground:
    """A board: as its definition says it (`topology`), and with its squares."""

    topology: dict[str, Any]
    geometry: Geometry

    @property
    def files(self) -> int:
        return self.geometry.width

    @property
    def ranks(self) -> int:
        return self.geometry.height

    @property
    def names(self) -> list[str]:
        return [square.name for square in self.geometry.squares]


def draw_ground(dice: Dice) -> Ground:
    kind, files, ranks = dice.weighted(_TYPES), *_size(dice)
    topology: dict[str, Any] = {"type": kind, "rows": ranks, "cols": files}
    full = Geometry(kind, files, ranks)
    holes = _pairs(full, dice.sample(range(len(full.squares)), dice.randint(1, 3))) if dice.chance(0.25) else []
    if holes:
        topology["holes"] = " ".join(holes)
    lines = _lines(dice, full, set(holes)) if dice.chance(0.12) else []
    if lines:
        topology["lines"] = ["-".join(line) for line in lines]
    return Ground(topology, Geometry(kind, files, ranks, holes, lines))


def _size(dice: Dice) -> tuple[int, int]:
    """Files and ranks; one board in four is long and narrow."""
    lengths = dice.weighted(_SIDES)
    others = dice.weighted(_SIDES) if dice.chance(0.25) else lengths
    sides = [dice.choice(lengths), dice.choice(others)]
    dice.shuffle(sides)
    return sides[0], sides[1]


def _pairs(geometry: Geometry, squares: list[int]) -> list[str]:
    """The names of squares and of what the other side sees there."""
    found = sorted({square for one in squares for square in (one, geometry.turned[one])})
    return [geometry.squares[square].name for square in found]


def _lines(dice: Dice, geometry: Geometry, holes: set[str]) -> list[list[str]]:
    """A walk over neighbours and its counterpart, over squares only."""
    at = (dice.randrange(geometry.width), dice.randrange(geometry.height))
    places = [at]
    for _ in range(dice.randint(1, 3)):
        near = [(at[0] + right, at[1] + up) for right in (-1, 0, 1) for up in (-1, 0, 1) if right or up]
        at = dice.choice([place for place in near if geometry.at(*place) is not None])
        places.append(at)
    line = [square for place in places if (square := geometry.at(*place)) is not None]
    both = [line, [geometry.turned[square] for square in line]]
    named = [[geometry.squares[square].name for square in each] for each in both]
    return [] if any(name in holes for each in named for name in each) else named


# ------------------------------------------------------------------------------------------------------------- regions


def draw_region(dice: Dice, ground: Ground, names: tuple[str, ...] = ()) -> str:
    """The text of a region; `names` are regions that the definition names."""
    text = " ".join(_area(dice, ground, names) for _ in range(dice.choice((1, 1, 1, 2))))
    return f"all but {text}" if dice.chance(0.15) else text


def draw_zone(dice: Dice, ground: Ground) -> str:
    """Where pieces promote: ranks mostly."""
    return f"far {dice.randint(1, max(1, ground.ranks // 2))}" if dice.chance(0.6) else draw_region(dice, ground)


def _area(dice: Dice, ground: Ground, names: tuple[str, ...]) -> str:
    kinds = {"far": 4.0, "near": 4.0, "rank": 1.0, "letters": 1.0, "file": 2.0, "square": 2.0, "rectangle": 3.0}
    if names:
        kinds["named"] = 4.0
    match dice.weighted(kinds):
        case "far" | "near" as word:
            return f"{word} {dice.randint(1, ground.ranks)}"
        case "rank":
            first, last = _range(dice, ground.ranks)
            return f"rank {first}-{last}"
        case "letters":
            first, last = _range(dice, ground.ranks)
            return f"rank {rank_letters(first - 1)}-{rank_letters(last - 1)}"
        case "file":
            first, last = _range(dice, ground.files)
            return f"file {first}" if first == last else f"file {first}-{last}"
        case "square":
            return dice.choice(ground.names)
        case "rectangle":
            return f"{dice.choice(ground.names)}-{dice.choice(ground.names)}"
        case _:
            return dice.choice(names)


def _range(dice: Dice, most: int) -> tuple[int, int]:
    first, last = sorted((dice.randint(1, most), dice.randint(1, most)))
    return first, last
