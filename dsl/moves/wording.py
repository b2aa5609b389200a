"""The words of English sentences about moves: distances, directions, landings, what is jumped, conditions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from hensoku.dsl.moves.directions import ALL, BACK, Directions
from hensoku.dsl.moves.meaning import Landing, PathLeg, Step
from hensoku.dsl.moves.nodes import Condition

_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

GERUNDS: Final = {
    "slides": "sliding",
    "steps": "stepping",
    "jumps": "jumping",
    "moves": "moving",
    "leaps": "leaping",
    "captures": "capturing",
}

QUIET: Final = frozenset[Landing](("empty",))
TAKING: Final = frozenset[Landing](("enemy",))
DEFAULT: Final = frozenset[Landing](("empty", "enemy"))

LANDS: Final[dict[frozenset[Landing], str]] = {
    DEFAULT: "",
    QUIET: " without capturing",
    TAKING: "",
    frozenset({"friend"}): ", only to take a piece of its own side",
    frozenset({"empty", "friend"}): ", taking no enemies but pieces of its own side",
    frozenset({"enemy", "friend"}): ", only to take a piece of either side",
    frozenset({"empty", "enemy", "friend"}): ", taking pieces of either side",
}

ON_THE_WAY: Final[dict[frozenset[Landing], str]] = {
    QUIET: " to an empty square",
    TAKING: ", capturing there",
    DEFAULT: ", capturing there or not",
    frozenset({"hop"}): " onto a piece that it passes over",
    frozenset({"hop-friend"}): " onto a piece of its own side that it passes over",
    frozenset({"empty", "hop"}): ", over whatever stands there",
    frozenset({"enemy", "hop"}): " onto a piece that it passes over or, if it is an enemy, captures",
    frozenset({"empty", "enemy", "hop"}): ", over whatever stands there, capturing an enemy or not",
    frozenset({"friend"}): ", taking a piece of its own side there",
}

_ORTHOGONAL: Final = {0: "forward", 4: "backward", 6: "to the left", 2: "to the right"}
_DIAGONAL: Final = {
    7: "forward to the left",
    1: "forward to the right",
    5: "backward to the left",
    3: "backward to the right",
}

_PAIRS: Final[dict[str, tuple[tuple[Directions, str], ...]]] = {
    # Larger groups first; a set of directions is told as the groups that it is made of.
    "orthogonal": (
        (frozenset({0, 2, 4, 6}), "orthogonally"),
        (frozenset({2, 6}), "sideways"),
    ),
    "diagonal": (
        (frozenset({1, 3, 5, 7}), "diagonally"),
        (frozenset({1, 7}), "diagonally forward"),
        (frozenset({3, 5}), "diagonally backward"),
        (frozenset({5, 7}), "diagonally to the left"),
        (frozenset({1, 3}), "diagonally to the right"),
    ),
    "oblique": (
        (ALL, "{long} along one axis and {short} across"),
        (frozenset({0, 3, 4, 7}), "{long} forward or backward and {short} to the side"),
        (frozenset({1, 2, 5, 6}), "{short} forward or backward and {long} to the side"),
        (frozenset({0, 7}), "{long} forward and {short} to the side"),
        (frozenset({3, 4}), "{long} backward and {short} to the side"),
        (frozenset({1, 6}), "{short} forward and {long} to the side"),
        (frozenset({2, 5}), "{short} backward and {long} to the side"),
        (frozenset({1, 2}), "{short} forward or backward and {long} to the right"),
        (frozenset({5, 6}), "{short} forward or backward and {long} to the left"),
    ),
}

_LEAPS: Final = {
    0: "{long} forward and {short} to the right",
    1: "{short} forward and {long} to the right",
    2: "{short} backward and {long} to the right",
    3: "{long} backward and {short} to the right",
    4: "{long} backward and {short} to the left",
    5: "{short} backward and {long} to the left",
    6: "{short} forward and {long} to the left",
    7: "{long} forward and {short} to the left",
}

_TURNS: Final[dict[Directions, str]] = {
    frozenset({0}): "straight on",
    frozenset({BACK}): "straight back",
    frozenset({0, BACK}): "on or back along the line",
    frozenset({2, 6}): "at a right angle",
    frozenset({1, 7}): "outward at half a right angle",
    frozenset({0, 2, 6}): "straight on or at a right angle",
    frozenset({0, 1, 7}): "straight on or at half a right angle",
    ALL - {BACK}: "in any direction but back",
    ALL: "in any direction",
}

_EIGHTHS: Final = {
    0: "straight on",
    1: "half right",
    2: "right",
    3: "sharp right",
    4: "straight back",
    5: "sharp left",
    6: "left",
    7: "half left",
}


def either(parts: Sequence[str]) -> str:
    """ "forward, sideways or diagonally"; what is said of one direction alone stands apart from the others."""
    if len(parts) < 2:
        return "".join(parts)
    if len(parts) == 2 and parts[0] == "orthogonally" and parts[1].startswith("diagonally "):
        return ", or ".join(parts)
    return f"{', '.join(parts[:-1])} or {parts[-1]}"


def number(count: int) -> str:
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def squares(count: int) -> str:
    return f"{number(count)} square{'s' if count != 1 else ''}"


def _times(count: int) -> str:
    return "twice" if count == 2 else f"{number(count)} times"


def _between(fewest: int, most: int) -> str:
    return f"{number(fewest)} {'or' if most == fewest + 1 else 'to'} {number(most)}"


# ----------------------------------------------------------------------------------------------------------------- legs


def verb(leg: PathLeg) -> str:
    if leg.step is None:
        return "jumps"
    if leg.step.major == 1:
        return "steps" if leg.reach == 1 else "slides"
    if leg.reach == 1:
        return "moves" if leg.gate == "empty" else "jumps"
    return "leaps"


def distance(leg: PathLeg) -> str:
    """How far; oblique leaps say it with their directions."""
    if leg.step is None:
        return "to any square"
    if leg.step.major == 1:
        return _slide(leg)
    each = "" if leg.step.family == "oblique" else squares(leg.step.major)
    if leg.reach == 1:
        return each
    times = "any number of times" if leg.reach == 0 else f"up to {_times(leg.reach)}"
    return f"{times} in line, each time {each}".rstrip()


def _slide(leg: PathLeg) -> str:
    """What is jumped or passed over makes a bounded slide longer: the second square is the nearest of `pR2`."""
    if leg.reach == 0:
        least = max(leg.least, leg.skip + 1)
        return f"at least {squares(least)}" if least > 1 else "any distance"
    least = max(leg.least, leg.skip + 1, leg.screens[0] + 1)
    if least >= leg.reach:
        return squares(1) if leg.reach == 1 else f"exactly {squares(leg.reach)}"
    return f"{_between(least, leg.reach)} squares" if least > 1 else f"up to {squares(leg.reach)}"


def passed(leg: PathLeg) -> str:
    """What the leg jumps, or passes over."""
    text = ""
    if leg.skip:
        text += f", over whatever stands on the first {'square' if leg.skip == 1 else squares(leg.skip)}"
    if leg.screens != (0, 0):
        text += f", jumping {_screens(*leg.screens)}"
        text += " and landing next to it" if leg.beyond == "next" else ""
    return text


def _screens(fewest: int, most: int) -> str:
    if fewest == most:
        return f"exactly {number(fewest)} piece{'s' if most != 1 else ''}"
    return f"{number(fewest)} or more pieces" if most < 0 else f"{_between(fewest, most)} pieces"


def gate(leg: PathLeg) -> str:
    """What must stand between; an oblique leap says which way it goes, for there are two."""
    if leg.gate == "open" or leg.step is None:
        return ""
    way = ", straight first and then diagonally" if leg.step.family == "oblique" else ""
    if leg.gate == "occupied":
        return f"{way}, if a piece stands on the square between"
    return f"{way}, if the {'square between is' if leg.step.major == 2 else 'squares between are'} empty"


# ----------------------------------------------------------------------------------------------------------- directions


def heading(leg: PathLeg) -> tuple[str, ...]:
    """The directions of a first leg."""
    if leg.step is None:
        return ()
    if leg.ring and leg.heads >= frozenset({0, 2, 4, 6}):
        return ("in any direction",)
    return tuple(_groups(leg.heads, leg.step))


def in_order(names: Sequence[str]) -> tuple[str, ...]:
    """Straight directions before diagonal ones: "diagonally backward or forward" could be misread."""
    return tuple(sorted(names, key=lambda name: name.startswith("diagonally")))


def _groups(heads: Directions, step: Step) -> Iterator[str]:
    """The names of groups of directions, larger ones first; every direction is named once."""
    left = set(heads)
    named: list[tuple[int, str]] = []
    for group, name in _PAIRS[step.family]:
        if group <= left:
            left -= group
            named.append((min(group), name))
    singles = {
        "orthogonal": _ORTHOGONAL,
        "diagonal": {head: f"diagonally {name}" for head, name in _DIAGONAL.items()},
        "oblique": _LEAPS,
    }[step.family]
    named.extend((head, singles[head]) for head in sorted(left))
    order = list(singles)
    for _, name in sorted(named, key=lambda entry: order.index(entry[0]) if entry[0] in order else 0):
        yield _counted(name, step)


def _counted(name: str, step: Step) -> str:
    """Fill in the numbers; "squares" stands after the first."""
    words = {"{long}": step.major, "{short}": step.minor}
    for word in sorted((word for word in words if word in name), key=name.index):
        name = name.replace(word, number(words[word]) if "square" in name else squares(words[word]))
    return name


def turning(turns: Directions) -> str:
    return _TURNS.get(turns) or either([_EIGHTHS[turn] for turn in sorted(turns)])


# ----------------------------------------------------------------------------------------------------------- conditions

_SUBJECTS: Final = {
    "self": "the mover",
    "screen": "every piece jumped",
    "target": "the piece captured",
    "via": "every piece on the way",
}

_RANKS: Final = {
    "<": "ranks below",
    "<=": "ranks no higher than",
    "=": "ranks the same as",
    "!=": "ranks other than",
    ">=": "ranks no lower than",
    ">": "ranks above",
}

_TESTS: Final = {
    ("self", "="): "it is {}",
    ("self", "!="): "it is no {}",
    ("screen", "="): "nothing but {} is jumped",
    ("screen", "!="): "no {} is jumped",
    ("target", "="): "nothing but {} is captured",
    ("target", "!="): "no {} is captured",
    ("via", "="): "nothing but {} is passed or captured on the way",
    ("via", "!="): "no {} is passed or captured on the way",
}


def conditions(tests: Sequence[Condition], names: Mapping[str, str]) -> str:
    """`names`: what a name in a condition is called in the sentence, if not as it is written."""
    return f", if {' and '.join(_condition(test, names) for test in tests)}" if tests else ""


def _condition(test: Condition, names: Mapping[str, str]) -> str:
    if test.attribute == "rank":
        other = "the mover" if test.values[0].text == "self.rank" else test.values[0].text
        return f"{_SUBJECTS[test.slot]} {_RANKS[test.comparison]} {other}"
    royal = "royal" if test.comparison == "!=" else "a royal"
    called = either([names.get(value.text, royal if value.text == "royal" else value.text) for value in test.values])
    return _TESTS[test.slot, test.comparison].format(called)
