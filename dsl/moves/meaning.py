"""What move nodes mean: plain legs, with every default and range worked out and brackets unfolded.

`paths(move)` is the one reading of the notation. Lowering, the formatter, the English sentences and the checks that
need a meaning all start from it. It expects a move that `check.py` found nothing wrong with.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import Literal, TypeAlias, final

from hensoku.dsl.moves.directions import ALL, BACK, EVERY, LETTERS, Directions, Family, directions
from hensoku.dsl.moves.nodes import Atom, Chain, Condition, Modifiers, Move, Range, Simple

Landing: TypeAlias = Literal["empty", "enemy", "friend", "hop", "hop-friend"]
Gate: TypeAlias = Literal["open", "empty", "occupied"]

LANDINGS: dict[str, Landing] = {"m": "empty", "c": "enemy", "d": "friend"}
UNIVERSAL = "U"

_STEPS = {
    "W": (0, 1),
    "F": (1, 1),
    "D": (0, 2),
    "N": (1, 2),
    "A": (2, 2),
    "H": (0, 3),
    "C": (1, 3),
    "Z": (2, 3),
    "G": (3, 3),
    "L": (1, 3),
    "J": (2, 3),
}

_ALIASES = {"R": (((0, 1),), 0), "B": (((1, 1),), 0), "Q": (((0, 1), (1, 1)), 0), "K": (((0, 1), (1, 1)), 1)}


# ---------------------------------------------------------------------------------------------------------- atoms


@final
@dataclass(frozen=True, slots=True, order=True)
class Step:
    """The shape of one step: `minor` and `major` squares along the two axes, minor <= major."""

    minor: int
    major: int

    @property
    def family(self) -> Family:
        if self.minor == 0:
            return "orthogonal"
        return "diagonal" if self.minor == self.major else "oblique"

    def toward(self, direction: int) -> tuple[int, int]:
        """The step in one direction of its family, as (right, forward)."""
        if self.family == "oblique":
            a, b = self.minor, self.major
            return ((a, b), (b, a), (b, -a), (a, -b), (-a, -b), (-b, -a), (-b, a), (-a, b))[direction]
        right, forward = OCTANTS[direction]
        return right * self.major, forward * self.major


ORTHOGONAL_STEP = Step(0, 1)

OCTANTS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
"""(right, forward) of the octants 0 to 7, clockwise from straight forward."""


def steps_of(atom: Atom) -> tuple[Step, ...]:
    """The shapes of an atom: one, or two for K and Q; none for U."""
    if atom.text.startswith("("):
        minor, major = sorted(int(number) for number in atom.text[1:-1].split(","))
        return (Step(minor, major),)
    if atom.letter in _ALIASES:
        return tuple(Step(*step) for step in _ALIASES[atom.letter][0])
    return (Step(*_STEPS[atom.letter]),) if atom.letter in _STEPS else ()


def reach_of(leg: LegView) -> int:
    """Most steps of a leg as written, before any toggle; 0 is without limit."""
    if leg.range is not None:
        return leg.range.value
    if leg.atom.is_rider:
        return 0
    return _ALIASES[leg.atom.letter][1] if leg.atom.letter in _ALIASES else 1


def is_ring_atom(atom: Atom) -> bool:
    """K and Q: all eight octants."""
    return atom.letter in ("K", "Q")


# ------------------------------------------------------------------------------------------------- legs as written


@final
@dataclass(frozen=True, slots=True)
class LegView:
    """One leg as written, with its place in the move. `stops`: a move may end with it. `goes_on`: a leg may follow it.

    `toggled`: `g` or `y` of earlier legs swaps range 1 and no limit.
    """

    modifiers: Modifiers
    atom: Atom
    range: Range | None
    first: bool
    stops: bool
    goes_on: bool
    bracket: bool
    toggled: bool = False

    @property
    def reach(self) -> int:
        reach = reach_of(self)
        return 1 - reach if self.toggled and reach <= 1 else reach

    def has(self, letter: str) -> bool:
        return letter in self.modifiers.text

    def count(self, letter: str) -> int:
        return self.modifiers.text.count(letter)

    @property
    def words(self) -> tuple[str, ...]:
        """The runs of adjacent direction letters."""
        return tuple(text for _, text in self.runs())

    def runs(self) -> Iterator[tuple[int, str]]:
        """The runs of adjacent direction letters, each with its index in the modifiers."""
        start = None
        offsets = self.modifiers.offsets
        for index, letter in enumerate(self.modifiers.text + "."):
            apart = bool(start is not None and index < len(offsets) and offsets[index] != offsets[index - 1] + 1)
            if start is not None and (letter not in LETTERS or apart):
                yield start, self.modifiers.text[start:index]
                start = None
            if start is None and letter in LETTERS:
                start = index


def leg_views(move: Move) -> tuple[LegView, ...]:
    match move:
        case Simple():
            return tuple(_chain_views(move))
        case Chain():
            return tuple(_bracket_views(move))


def _chain_views(move: Simple) -> Iterator[LegView]:
    toggled = False
    last = len(move.groups) - 1
    for index, group in enumerate(move.groups):
        ends = index == last
        yield LegView(group, move.atom, move.range, index == 0, ends, not ends, bracket=False, toggled=toggled)
        toggled ^= any(letter in "gy" for letter in group.text)


def _bracket_views(move: Chain) -> Iterator[LegView]:
    joints = [leg.joint for leg in move.legs[1:]]
    for index, leg in enumerate(move.legs):
        goes_on = index < len(joints)
        stops = not goes_on or joints[index] == "?"
        yield LegView(leg.modifiers, leg.atom, leg.range, index == 0, stops, goes_on, bracket=True)


# --------------------------------------------------------------------------------------------------- what they mean


@final
@dataclass(frozen=True, slots=True)
class PathLeg:
    """One leg of one path. `heads` are directions of `step` (first leg) or turns in eighths (later legs).

    `step` None is the universal leaper. The other fields are those of `ir.Leg`, `screens` with -1 for no upper bound.
    """

    step: Step | None
    heads: Directions
    reach: int
    lands: frozenset[Landing]
    least: int = 1
    skip: int = 0
    gate: Gate = "open"
    screens: tuple[int, int] = (0, 0)
    beyond: Literal["any", "next"] = "any"
    ring: bool = False


@final
@dataclass(frozen=True, slots=True)
class Path:
    """One way to move: legs in order. `tests` are the conditions that the rules evaluate.

    `ring` legs (K and Q of a chain) have heads in all eight octants, whatever their `step`.
    """

    legs: tuple[PathLeg, ...]
    initial: bool = False
    passes: bool = False
    tests: tuple[Condition, ...] = ()


def paths(move: Move) -> tuple[Path, ...]:
    """The paths of one move, all of them possible."""
    match move:
        case Simple():
            found = _simple_paths(move)
        case Chain():
            found = _bracket_paths(move)
    tests = tuple(condition for condition in move.conditions if condition.slot not in ("screens", "min"))
    initial = "i" in "".join(group.text for group in move.groups)
    return tuple(replace(_bounded(path, move), tests=tests, initial=initial) for path in found)


def _simple_paths(move: Simple) -> tuple[Path, ...]:
    views = leg_views(move)
    if len(views) > 1:
        return (_chain_path(views),)
    view = views[0]
    shapes = steps_of(view.atom)
    if not shapes:
        return (Path((PathLeg(None, ALL, 1, _final_lands(view)),)),)
    return tuple(Path((_final_leg(view, step, first_heads(view, step)),)) for step in shapes)


def _chain_path(views: tuple[LegView, ...]) -> Path:
    """All legs share the atom; on K and Q the heads of the first leg are octants of both its shapes."""
    ring = is_ring_atom(views[0].atom)
    shapes = steps_of(views[0].atom)
    legs = []
    for view in views:
        heads = frozenset().union(*(first_heads(view, step) for step in shapes)) if view.first else turn_heads(view)
        leg = _earlier_leg(view, shapes[0], heads) if view.goes_on else _final_leg(view, shapes[0], heads)
        legs.append(replace(leg, ring=ring))
    return Path(tuple(legs), passes=_goes_back(views[-1]))


def first_heads(view: LegView, step: Step) -> Directions:
    """The directions of a first leg; all of its family without letters (and with ones that mean nothing to it)."""
    return directions(view.words, step.family) or EVERY[step.family]


def turn_heads(view: LegView) -> Directions:
    """The turns of a later leg, brackets not yet filtered by line; for `outward` see `_bracket_turns`."""
    named = directions(view.words, "turn")
    if view.bracket:
        return named | (ALL - {BACK}) if view.has("a") else named
    return named or default_turns(view.atom)


def default_turns(atom: Atom) -> Directions:
    """Turns of a later leg of an `a` chain without letters: all but back, for K and Q with the half turns."""
    return ALL - {BACK} if is_ring_atom(atom) else frozenset({0, 2, 6})


def _goes_back(view: LegView) -> bool:
    """Whether letters name straight back, so that a path may end where it began without a victim: a pass."""
    return BACK in directions(view.words, "turn")


def _bounded(path: Path, move: Move) -> Path:
    """`{screens=…}` and `{min=…}` bound the last leg."""
    last = path.legs[-1]
    for condition in move.conditions:
        if condition.slot == "screens" and last.screens[1]:
            last = replace(last, screens=bounds(condition))
        elif condition.slot == "min":
            last = replace(last, least=int(condition.values[0].text))
    return replace(path, legs=(*path.legs[:-1], last))


def bounds(condition: Condition) -> tuple[int, int]:
    """(fewest, most) of `screens=2`, `screens=1..3`, `screens>=2`, `screens<=2`; most -1 is without limit."""
    numbers = [int(value.text) if value.text else -1 for value in condition.values]
    match condition.comparison:
        case ">=":
            return numbers[0], -1
        case "<=":
            return 1, numbers[0]
        case _:
            return numbers[0], numbers[-1]


# -------------------------------------------------------------------------------------------------- legs by position


def _final_lands(view: LegView) -> frozenset[Landing]:
    return frozenset(LANDINGS[letter] for letter in "mcd" if view.has(letter)) or frozenset({"empty", "enemy"})


def _earlier_lands(view: LegView) -> frozenset[Landing]:
    """Quiet unless letters say otherwise; `p` and `g` hop over what stands there, `y` adds the quiet way."""
    lands: set[Landing] = {LANDINGS[letter] for letter in "mcd" if view.has(letter)}
    if view.has("p") or view.has("g"):
        lands.add("hop-friend" if view.has("t") else "hop")
    if view.has("y") or not lands:
        lands.add("empty")
    return frozenset(lands)


def _gate(view: LegView, step: Step) -> Gate:
    if step.major == 1:
        return "open"
    return "empty" if view.has("n") else "occupied" if view.has("j") else "open"


def _skip(view: LegView, step: Step) -> int:
    return view.count("j") if step.major == 1 else 0


def _final_leg(view: LegView, step: Step, heads: Directions) -> PathLeg:
    screens = (1, -1) if view.count("p") == 2 else (1, 1) if view.has("p") or view.has("g") else (0, 0)
    return PathLeg(
        step,
        heads,
        view.reach,
        _final_lands(view),
        skip=_skip(view, step),
        gate=_gate(view, step),
        screens=screens,
        beyond="next" if view.has("g") else "any",
    )


def _earlier_leg(view: LegView, step: Step, heads: Directions) -> PathLeg:
    return PathLeg(step, heads, view.reach, _earlier_lands(view), skip=_skip(view, step), gate=_gate(view, step))


# ----------------------------------------------------------------------------------------------------------- brackets


def _bracket_paths(move: Chain) -> tuple[Path, ...]:
    """A path for each leg after which the move may stop, and for each choice of line family where that matters.

    The letters of a leg are filtered to the lines of its atom, so the direction of travel must be known to be
    orthogonal or diagonal; where K or Q meets other atoms each of their legs is taken once as either.
    """
    views = leg_views(move)
    found: list[Path] = []
    for index, view in enumerate(views):
        if view.stops:
            found.extend(_unfold(views[: index + 1]))
    return tuple(found)


def _unfold(views: tuple[LegView, ...]) -> Iterator[Path]:
    rings = [is_ring_atom(view.atom) for view in views]
    if all(rings):
        yield _bracket_path(views, tuple(steps_of(view.atom)[0] for view in views), ring=True)
        return
    for shapes in product(*(steps_of(view.atom) for view in views)):
        path = _bracket_path(views, shapes, ring=False)
        if all(leg.heads for leg in path.legs):
            yield path


def _bracket_path(views: tuple[LegView, ...], shapes: tuple[Step, ...], *, ring: bool) -> Path:
    legs = []
    for index, (view, step) in enumerate(zip(views, shapes, strict=True)):
        if not view.first:
            heads = _bracket_turns(view, step, shapes[index - 1], ring=ring)
        elif ring:
            heads = frozenset().union(*(first_heads(view, part) for part in steps_of(view.atom)))
        else:
            heads = first_heads(view, step)
        goes_on = index < len(views) - 1
        leg = _earlier_leg(view, step, heads) if goes_on else _final_leg(view, step, heads)
        legs.append(replace(leg, ring=ring))
    passes = len(views) > 1 and _goes_back(views[-1])
    return Path(tuple(legs), passes=passes)


def _bracket_turns(view: LegView, step: Step, before: Step, *, ring: bool) -> Directions:
    """Turns that keep to the lines of the atom; without letters, outward: straight on, or else half right or left."""
    named = turn_heads(view)
    if ring:
        return named or frozenset({0})
    crossing = step.family != before.family
    if not named:
        named = frozenset({0}) if is_ring_atom(view.atom) else frozenset({0, 1, 7})
    return frozenset(turn for turn in named if (turn % 2 == 1) == crossing)
