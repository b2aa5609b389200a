"""Move strings as English sentences: "slides any distance orthogonally; captures only by jumping exactly one piece".

The canonical string is read move by move; moves that differ only in direction share a clause. Two rules keep sentences
short: a piece whose quiet and capturing moves are apart "captures only by …", and a capture that differs from the quiet
move only by what it jumps says no more than that.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, final

from hensoku.dsl.moves.directions import ALL, BACK, Directions
from hensoku.dsl.moves.format import canonical
from hensoku.dsl.moves.meaning import Gate, Landing, Path, PathLeg, Step, paths
from hensoku.dsl.moves.nodes import Chain, Condition, Moves, Simple
from hensoku.dsl.moves.parse import parse_text

_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

_GERUNDS: Final = {
    "slides": "sliding",
    "steps": "stepping",
    "jumps": "jumping",
    "rides": "riding",
    "captures": "capturing",
}

_QUIET: Final = frozenset[Landing](("empty",))
_TAKING: Final = frozenset[Landing](("enemy",))
_DEFAULT: Final = frozenset[Landing](("empty", "enemy"))

_LANDS: Final[dict[frozenset[Landing], str]] = {
    _DEFAULT: "",
    _QUIET: " without capturing",
    _TAKING: "",
    frozenset({"friend"}): ", only to take a piece of its own side",
    frozenset({"empty", "friend"}): ", taking no enemies but pieces of its own side",
    frozenset({"enemy", "friend"}): ", only to take a piece of either side",
    frozenset({"empty", "enemy", "friend"}): ", taking pieces of either side",
}

_ON_THE_WAY: Final[dict[frozenset[Landing], str]] = {
    _QUIET: " to an empty square",
    _TAKING: ", capturing there",
    _DEFAULT: ", capturing there or not",
    frozenset({"hop"}): " onto a piece that it passes over",
    frozenset({"hop-friend"}): " onto a piece of its own side that it passes over",
    frozenset({"empty", "hop"}): ", over whatever stands there",
    frozenset({"enemy", "hop"}): " onto a piece that it passes over or, if it is an enemy, captures",
    frozenset({"empty", "enemy", "hop"}): ", over whatever stands there, capturing an enemy or not",
    frozenset({"friend"}): ", taking a piece of its own side there",
}

_GATES: Final[dict[Gate, str]] = {
    "open": "",
    "empty": ", if the squares passed are empty",
    "occupied": ", if it jumps a piece",
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


def sentence(moves: Moves) -> str:
    """How a piece with these moves moves, without a subject and a full stop."""
    spelled, _ = parse_text(canonical(moves))
    assert spelled is not None
    clauses = _merged([clause for move in spelled.moves for clause in _clauses(move)])
    quiet = [clause for clause in clauses if clause.lands == _QUIET and not clause.way]
    taking = [clause for clause in clauses if clause.lands == _TAKING]
    if quiet and taking and len(quiet) + len(taking) == len(clauses):
        apart = [replace(clause, lands=_DEFAULT).text() for clause in quiet]
        return f"{'; '.join(apart)}; captures only by {' or by '.join(_gerund(c, quiet) for c in taking)}"
    return "; ".join(
        clause.text() if clause not in taking else f"captures by {_gerund(clause, clauses)}" for clause in clauses
    )


@final
@dataclass(frozen=True, slots=True)
class _Clause:
    """One part of the sentence: verb, distance, directions, what is jumped (`path`), what must lie between (`gate`).
    `way`: all legs of a chain, in its stead."""

    verb: str
    distance: str
    directions: tuple[str, ...]
    path: str = ""
    gate: str = ""
    lands: frozenset[Landing] = _DEFAULT
    initial: bool = False
    conditions: str = ""
    way: str = ""

    def text(self, verb: str | None = None) -> str:
        words = [self.way, verb or self.verb, self.distance, _either(self.directions)]
        text = " ".join(word for word in words if word) + self.path + _LANDS[self.lands] + self.gate
        return text + (", as its first move" if self.initial else "") + self.conditions


def _gerund(clause: _Clause, others: list[_Clause]) -> str:
    """A capture after "by"; where some other clause goes the same way, only what the capture jumps."""
    alike = any(
        (other.verb, other.distance, other.directions, other.way)
        == (clause.verb, clause.distance, clause.directions, "")
        for other in others
        if other is not clause and not other.path
    )
    if alike and clause.path.startswith(", jumping "):
        return clause.path.removeprefix(", ") + clause.conditions
    if clause.way:
        verb, _, rest = clause.text().partition(" ")
        return f"{_GERUNDS[verb]} {rest}"
    return clause.text(_GERUNDS[clause.verb])


def _merged(clauses: list[_Clause]) -> list[_Clause]:
    """Clauses that differ only in direction are one."""
    found: dict[_Clause, tuple[str, ...]] = {}
    for clause in clauses:
        key = replace(clause, directions=())
        found[key] = (*found.get(key, ()), *clause.directions)
    return [replace(key, directions=directions) for key, directions in found.items()]


def _either(parts: tuple[str, ...] | list[str]) -> str:
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} or {parts[-1]}"


def _number(count: int) -> str:
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def _squares(count: int) -> str:
    return f"{_number(count)} square{'s' if count != 1 else ''}"


# ------------------------------------------------------------------------------------------------------------- clauses


def _clauses(move: Simple | Chain) -> Iterator[_Clause]:
    found = paths(move)
    if len(found) > 1 and not isinstance(move, Chain):
        yield _clause(replace(found[0], legs=(replace(found[0].legs[0], ring=True),)))
        return
    yield from (_clause(path) for path in found)


def _clause(path: Path) -> _Clause:
    last = path.legs[-1]
    conditions = _conditions(path.tests)
    if len(path.legs) == 1:
        directions = _directions(last)
        return _Clause(
            _verb(last),
            _distance(last),
            directions,
            _path(last),
            _GATES[last.gate],
            last.lands,
            path.initial,
            conditions,
        )
    way = ", then ".join(_earlier(leg, first=index == 0) for index, leg in enumerate(path.legs[:-1])) + ", then"
    verb = _verb(last) if last.lands != _TAKING else "captures"
    lands = _DEFAULT if last.lands == _TAKING else last.lands
    text = f"{way} {verb} {_distance(last)} {_turns(last.heads)}"
    return _Clause("", "", (), _path(last), _GATES[last.gate], lands, path.initial, conditions, text)


def _earlier(leg: PathLeg, *, first: bool) -> str:
    directions = _either(_directions(leg)) if first else _turns(leg.heads)
    lands = _ON_THE_WAY.get(leg.lands, ", over whatever the notation lets it pass")
    return f"{_verb(leg)} {_distance(leg)} {directions}{_path(leg)}{_GATES[leg.gate]}{lands}"


def _verb(leg: PathLeg) -> str:
    if leg.step is None:
        return "jumps"
    if leg.step.major == 1:
        return "steps" if leg.reach == 1 else "slides"
    return "jumps" if leg.reach == 1 else "rides"


def _distance(leg: PathLeg) -> str:
    """How far; oblique leaps say it with their directions."""
    if leg.step is None:
        return "to any square"
    far = "any distance" if leg.reach == 0 else f"up to {_squares(leg.reach)}"
    if leg.least > 1:
        far = f"at least {_squares(leg.least)}" if leg.reach == 0 else f"{_number(leg.least)} to {_squares(leg.reach)}"
    if leg.step.major == 1:
        return _squares(1) if leg.reach == 1 else far
    times = "" if leg.reach == 1 else "any number of times " if leg.reach == 0 else f"up to {_number(leg.reach)} times "
    return (times + ("" if leg.step.family == "oblique" else _squares(leg.step.major))).strip()


def _path(leg: PathLeg) -> str:
    text = ""
    if leg.skip:
        passed = "the next square" if leg.skip == 1 else f"the next {_squares(leg.skip)}"
        text += f", passing over {passed} whatever stands there"
    if leg.screens != (0, 0):
        text += f", jumping {_screens(*leg.screens)}"
        text += " and landing next to it" if leg.beyond == "next" else ""
    return text


def _screens(fewest: int, most: int) -> str:
    if fewest == most:
        return f"exactly {_number(fewest)} piece{'s' if most != 1 else ''}"
    if most < 0:
        return f"{_number(fewest)} or more pieces"
    return f"{_number(fewest)} to {_number(most)} pieces"


# ---------------------------------------------------------------------------------------------------------- directions


def _directions(leg: PathLeg) -> tuple[str, ...]:
    if leg.step is None:
        return ()
    if leg.ring and leg.heads >= frozenset({0, 2, 4, 6}):
        return ("in any direction",)
    return tuple(_groups(leg.heads, leg.step))


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
        name = name.replace(word, _number(words[word]) if "square" in name else _squares(words[word]))
    return name


def _turns(turns: Directions) -> str:
    return _TURNS.get(turns) or _either([_EIGHTHS[turn] for turn in sorted(turns)])


# ---------------------------------------------------------------------------------------------------------- conditions

_SLOTS: Final = {
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


def _conditions(tests: tuple[Condition, ...]) -> str:
    if not tests:
        return ""
    return f", if {' and '.join(_condition(test) for test in tests)}"


def _condition(test: Condition) -> str:
    if test.attribute == "rank":
        other = "the mover" if test.values[0].text == "self.rank" else test.values[0].text
        return f"{_SLOTS[test.slot]} {_RANKS[test.comparison]} {other}"
    names = _either([value.text for value in test.values])
    return f"{_SLOTS[test.slot]} is {'not ' if test.comparison == '!=' else ''}{names}"
