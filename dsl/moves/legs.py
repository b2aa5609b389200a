"""How one leg of a move is spelled, its atom and range apart: directions of a turn, landings, what it jumps; and the
conditions of the move."""

from __future__ import annotations

from typing import Final

from hensoku.dsl.moves.directions import ALL, BACK, Directions, spelling
from hensoku.dsl.moves.meaning import LANDINGS, Landing, Path, PathLeg
from hensoku.dsl.moves.nodes import Condition

DEFAULT_LANDS: Final = frozenset[Landing](("empty", "enemy"))
"""Where the last leg lands without letters."""


def final_letters(leg: PathLeg) -> str:
    """Of a leg that ends the move: landings, jumps, and what it asks of the squares that it passes."""
    lands = "" if leg.lands == DEFAULT_LANDS else landing_letters(leg.lands)
    return lands + _hop_letters(leg) + _path_letters(leg)


def _hop_letters(leg: PathLeg) -> str:
    if leg.beyond == "next":
        return "g"
    return {(0, 0): "", (1, -1): "pp"}.get(leg.screens, "p")


def landing_letters(lands: frozenset[Landing]) -> str:
    return "".join(letter for letter, landing in LANDINGS.items() if landing in lands)


def _path_letters(leg: PathLeg) -> str:
    return {"open": "", "empty": "n", "occupied": "j"}[leg.gate] + "j" * leg.skip


def earlier_letters(leg: PathLeg, *, swaps: bool) -> str:
    """`g` is `p` and a swap of the range, `y` is `m` and a swap."""
    hops = leg.lands & {"hop", "hop-friend"}
    landings = landing_letters(leg.lands)
    if swaps and not hops:
        landings = landings.replace("m", "")
    elif landings == "m" and not hops:
        landings = ""
    friends = "t" if "hop-friend" in leg.lands else ""
    hop = ("g" if swaps else "p") if hops else ("y" if swaps else "")
    return landings + friends + hop + _path_letters(leg)


def turn_word(turns: Directions, *, ring: bool) -> str:
    """The directions of a later leg; without letters straight on or at a right angle, for `K` and `Q` any but back."""
    default = ALL - {BACK} if ring else frozenset({0, 2, 6})
    return "" if turns == default else spelling(turns, "turn")


def bounds(leg: PathLeg) -> tuple[str, ...]:
    """The conditions that bound the last leg and that no letter says."""
    found = []
    if leg.least > 1:
        found.append(f"min={leg.least}")
    fewest, most = leg.screens
    if leg.screens not in ((0, 0), (1, 1)) and (leg.beyond == "next" or leg.screens != (1, -1)):
        found.append(f"screens={fewest}" if fewest == most else f"screens={fewest}..{'' if most < 0 else most}")
    return tuple(found)


def tests(path: Path) -> tuple[str, ...]:
    """The conditions that the rules evaluate, but for those about screens where the last leg hops over none."""
    hops = path.legs[-1].screens != (0, 0)
    return tuple(sorted({_condition(test) for test in path.tests if hops or test.slot != "screen"}))


def _condition(condition: Condition) -> str:
    names = "|".join(sorted({value.text for value in condition.values}))
    attribute = f".{condition.attribute}" if condition.attribute else ""
    return f"{condition.slot}{attribute}{condition.comparison}{names}"


def note(conditions: tuple[str, ...]) -> str:
    """Conditions in their braces."""
    return f"{{{','.join(conditions)}}}" if conditions else ""
