"""What a move string can do from one square: what `hensoku try` and `hensoku diagram` draw.

With other pieces on the board, it is what the piece can do among them. Without any, it is what it could do: enemies are
tried where they matter, and pieces to jump where it jumps. Conditions
that name pieces or ranks count as met then; the sentence says them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Final, final

from hensoku.compiler.ir.types import Move
from hensoku.dsl.findings import DefinitionError
from hensoku.dsl.moves.format import canonical
from hensoku.dsl.moves.meaning import Path, paths
from hensoku.dsl.moves.nodes import Move as MoveNode
from hensoku.dsl.moves.nodes import Moves
from hensoku.dsl.moves.parse import parse_text
from hensoku.probe import SIDES, Pieces, Place, Probe, Side
from hensoku.reach import Reach, reach

_BOUNDS: Final = ("screens", "min")
"""Conditions that are part of how a piece moves, whatever stands on the board."""


@final
@dataclass(frozen=True)
class Scene:
    """A board, as for `hensoku.destinations`, and who stands where."""

    board: tuple[int, int] = (9, 9)
    origin: Place = (4, 4)
    friends: Pieces = ()
    enemies: Pieces = ()
    side: Side = "sente"
    topology: str = "grid"
    virgin: bool = True

    @property
    def empty(self) -> bool:
        return not tuple(self.friends) and not tuple(self.enemies)


@final
@dataclass
class Survey:
    """`moves` are reached without a victim, `captures` by taking there alone, `own` by taking a piece of one's own;
    `doubles` with a capture on the way. `returns` are the squares whose piece is taken without leaving the origin
    (igui); `passes`: a turn may be passed.

    `hop_moves` and `hop_captures` are reached over pieces to jump. `screens` are the nearest of these, with the nearest
    square reached over them. `skipped` are passed over whatever stands there, `between` must be empty. `lines` are
    slides, each from the origin on, and whether nothing but the edge ends them.
    """

    moves: set[Place] = field(default_factory=set)
    captures: set[Place] = field(default_factory=set)
    own: set[Place] = field(default_factory=set)
    doubles: set[Place] = field(default_factory=set)
    returns: set[Place] = field(default_factory=set)
    passes: bool = False
    hop_moves: set[Place] = field(default_factory=set)
    hop_captures: set[Place] = field(default_factory=set)
    screens: dict[tuple[Place, ...], Place] = field(default_factory=dict)
    skipped: frozenset[Place] = frozenset()
    between: frozenset[Place] = frozenset()
    lines: tuple[tuple[tuple[Place, ...], bool], ...] = ()

    def add(self, origin: Place, to: Place, victims: frozenset[Place], friends: frozenset[Place]) -> None:
        """Sort in one move."""
        if to == origin:
            self.returns |= victims
            self.passes |= not victims
        elif not victims:
            self.moves.add(to)
        elif victims == {to}:
            (self.own if to in friends else self.captures).add(to)
        else:
            self.doubles.add(to)


def survey(moves: str, scene: Scene) -> Survey:
    """Raises DefinitionError for a string that is no move notation, ValueError for squares off the board."""
    parsed, findings = parse_text(moves)
    if parsed is None:
        raise DefinitionError(findings)
    return _could(parsed, scene) if scene.empty else _can(moves, scene)


def _can(moves: str, scene: Scene) -> Survey:
    """What it can do among the pieces that are there."""
    pieces = (scene.friends, scene.enemies)
    names = {name for each in pieces if isinstance(each, Mapping) for name in each.values()}
    probe = Probe([moves], board=scene.board, topology=scene.topology, names=sorted(names))
    found = Survey()
    for to, victims in _results(probe, moves, scene, scene.friends, scene.enemies):
        found.add(scene.origin, to, victims, frozenset(scene.friends))
    return found


def _could(parsed: Moves, scene: Scene) -> Survey:
    """What it could do: the moves that need no piece to jump, then those that do."""
    found = Survey()
    hopping = [move for move in parsed.moves if any(map(_must_jump, paths(move)))]
    plain = [move for move in parsed.moves if move not in hopping]
    for moves, look in ((plain, _step), (hopping, _hop)):
        text = canonical(_unconditional(parsed, moves))
        if text:
            look(_Question(Probe([text], board=scene.board, topology=scene.topology), text, scene), found)
    found.skipped -= found.moves | found.captures
    return found


def _must_jump(path: Path) -> bool:
    """Whether a path needs pieces that it passes over."""
    return any(
        leg.screens[0] or leg.gate == "occupied" or ({"hop", "hop-friend"} & leg.lands and "empty" not in leg.lands)
        for leg in path.legs
    )


@final
@dataclass
class _Question:
    """What is asked of one board again and again."""

    probe: Probe
    text: str
    scene: Scene

    def __post_init__(self) -> None:
        self.places = self.probe.places()
        if self.scene.origin not in self.places:
            raise ValueError(f"{self.scene.origin} is off the board of {self.scene.board[0]}x{self.scene.board[1]}")
        self.moves = self.probe.module.pieces[0].moves
        self.reach = self.reach_of(self.moves)

    def reach_of(self, moves: tuple[Move, ...]) -> Reach:
        origin, side = self.places.index(self.scene.origin), SIDES.index(self.scene.side)
        return reach(self.probe.module.board, moves, origin, side)

    def ask(self, friends: tuple[Place, ...], enemies: tuple[Place, ...], into: Survey) -> None:
        for to, victims in _results(self.probe, self.text, self.scene, friends, enemies):
            into.add(self.scene.origin, to, victims, frozenset(friends))


def _step(question: _Question, found: Survey) -> None:
    place = question.places.__getitem__
    places = [place(square) for square in sorted(question.reach.squares)]
    question.ask((), (), found)
    for enemies in _enemies(question, places, found):
        question.ask((), enemies, found)
    if any("friend" in leg.lands for move in question.moves for leg in move.legs):
        for each in places:
            question.ask((each,), (), found)
    found.skipped = frozenset(map(place, question.reach.skipped))
    found.between = frozenset(map(place, question.reach.between))
    found.lines = tuple((tuple(map(place, line)), endless) for line, endless in question.reach.lines)


def _enemies(question: _Question, places: list[Place], found: Survey) -> Iterator[tuple[Place, ...]]:
    """The enemies to try, asked for one by one, when it is known what the others showed. A piece that takes on its way
    meets each alone, and each pair if one is not enough."""
    earlier = [leg for move in question.moves for leg in move.legs[:-1]]
    if any("enemy" in leg.lands for leg in earlier):
        yield from ((place,) for place in places)
    else:
        yield from _taken_last(question, found)
    if any(map(_takes_twice, question.moves)):
        yield from combinations(places, 2)


def _taken_last(question: _Question, found: Survey) -> Iterator[tuple[Place, ...]]:
    """For a piece that takes where it ends: all enemies that are as far away at once, for they are seldom in each
    other's way; then all that were not taken, as long as some of them are; then those one by one."""
    taking = tuple(move for move in question.moves if "enemy" in move.legs[-1].lands)
    squares = sorted(question.reach_of(taking).squares)
    places = [question.places[square] for square in squares]
    rings: defaultdict[int, list[Place]] = defaultdict(list)
    for place in places:
        rings[_distance(place, question.scene.origin)[0]].append(place)
    yield from map(tuple, rings.values())
    left, before = _untaken(places, found), len(places) + 1
    while 0 < len(left) < before:
        yield left
        left, before = _untaken(places, found), len(left)
    yield from ((place,) for place in left)


def _untaken(places: list[Place], found: Survey) -> tuple[Place, ...]:
    return tuple(place for place in places if place not in found.captures)


def _takes_twice(move: Move) -> bool:
    """Whether some way of this move needs two victims."""
    *earlier, last = move.legs
    return "empty" not in last.lands and any("enemy" in leg.lands for leg in earlier)


def _hop(question: _Question, found: Survey) -> None:
    """Try the pieces to jump, and an enemy behind them."""
    place, origin = question.places.__getitem__, question.scene.origin
    for tried in question.reach.screens:
        screens, beyond = tuple(map(place, tried.squares)), list(map(place, tried.beyond))
        if origin in screens:
            continue
        over = Survey()
        for enemies in ((), *((to,) for to in beyond if to not in (origin, *screens))):
            question.ask(screens, enemies, over)
        found.hop_moves |= over.moves
        found.hop_captures |= over.captures
        found.doubles |= over.doubles
        found.returns |= over.returns
        found.passes |= over.passes
        reached = [to for to in beyond if to in over.moves | over.captures]
        if tried.nearest and reached:
            found.screens.setdefault(screens, min(reached, key=lambda to: _distance(to, screens[-1])))


def _distance(one: Place, other: Place) -> tuple[int, int]:
    """King steps, then rook steps, as the board is drawn."""
    across, along = abs(one[0] - other[0]), abs(one[1] - other[1])
    return max(across, along), across + along


def _results(
    probe: Probe, moves: str, scene: Scene, friends: Pieces, enemies: Pieces
) -> Iterable[tuple[Place, frozenset[Place]]]:
    return probe.results(moves, scene.origin, friends, enemies, scene.side, virgin=scene.virgin)


def _unconditional(parsed: Moves, moves: list[MoveNode]) -> Moves:
    """Some of the moves, without conditions on pieces and ranks."""
    kept = (
        replace(move, conditions=tuple(condition for condition in move.conditions if condition.slot in _BOUNDS))
        for move in moves
    )
    return replace(parsed, moves=tuple(kept))
