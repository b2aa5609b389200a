"""Move strings on small boards, through the lowering and the reference walker."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

from hensoku.compiler.geometry import Geometry
from hensoku.compiler.interp.walk import Result, results
from hensoku.compiler.ir.types import EMPTY, cell_of
from hensoku.compiler.lower_moves import lower_moves
from hensoku.dsl.findings import Finding
from hensoku.dsl.moves.nodes import Moves
from hensoku.dsl.moves.parse import parse_text

DATA = Path(__file__).parent.parent / "data" / "betza"

Place: TypeAlias = tuple[int, int]
"""(file from the left, rank from side 0's edge), 0-based, as in the corpus."""

Ends: TypeAlias = set[tuple[Place, frozenset[Place]]]
"""Where moves end, and what each takes."""


def corpus(name: str) -> Any:
    return json.loads((DATA / name).read_text(encoding="utf-8"))


def parsed(text: str) -> Moves:
    moves, findings = parse_text(text)
    assert moves is not None, (text, findings)
    return moves


def codes(findings: Iterable[Finding]) -> list[str]:
    return [finding.code for finding in findings]


@dataclass(frozen=True)
class Scene:
    """A board with pieces. The mover's kind is 0; others are of kind 1 unless said."""

    geometry: Geometry
    origin: int
    cells: tuple[int, ...]
    side: int = 0
    virgin: bool = True
    ranks: tuple[int, ...] = (0, 0, 0)

    def results(self, text: str, kinds: Mapping[str, tuple[int, ...]] | None = None) -> set[Result]:
        moves, findings = lower_moves(parsed(text), self.geometry, kinds or {})
        assert not findings
        board = self.geometry.board()
        return {
            result
            for move in moves
            for result in results(board, move, self.cells, self.origin, self.side, virgin=self.virgin, ranks=self.ranks)
        }

    def ends(self, text: str) -> Ends:
        place = self.geometry.place
        return {(place(r.to), frozenset(place(square) for square in r.victims)) for r in self.results(text)}


def scene(
    board: tuple[int, int],
    origin: Place,
    friends: Mapping[Place, int] | Iterable[Place] = (),
    enemies: Mapping[Place, int] | Iterable[Place] = (),
    *,
    topology: str = "grid",
    holes: Iterable[str] = (),
    lines: Iterable[Iterable[str]] = (),
    side: int = 0,
    virgin: bool = True,
    ranks: tuple[int, ...] = (0, 0, 0),
) -> Scene:
    """Friends and enemies are places, or map places to kinds."""
    geometry = Geometry(topology, *board, holes, lines)
    cells = [EMPTY] * len(geometry.squares)
    for owner, pieces in ((side, friends), (1 - side, enemies)):
        kinds = pieces if isinstance(pieces, Mapping) else dict.fromkeys(pieces, 1)
        for place, kind in kinds.items():
            cells[square_at(geometry, place)] = cell_of(kind, owner)
    start = square_at(geometry, origin)
    cells[start] = cell_of(0, side)
    return Scene(geometry, start, tuple(cells), side, virgin, ranks)


def case_scene(case: Mapping[str, Any]) -> Scene:
    """The board of a worked position of the corpus."""
    return scene(
        tuple(case["board"]),
        tuple(case["from"]),
        [tuple(place) for place in case["occupied_friend"]],
        [tuple(place) for place in case["occupied_enemy"]],
        side=int(case.get("side") == "gote"),
        virgin=case.get("virgin", True),
    )


def check_case(case: Mapping[str, Any], ends: Ends) -> None:
    """Any victim makes a capture; `results`, where given, lists every end with its victims."""
    assert {to for to, victims in ends if not victims} == {tuple(place) for place in case["moves"]}
    assert {to for to, victims in ends if victims} == {tuple(place) for place in case["captures"]}
    if "results" in case:
        assert ends == {(tuple(r["to"]), frozenset(map(tuple, r["captured"]))) for r in case["results"]}


def square_at(geometry: Geometry, place: Place) -> int:
    square = geometry.at(*place)
    assert square is not None, place
    return square


def random_scene(random: Random, *, holes: bool = True) -> Scene:
    """A board of any type, perhaps with holes, and what stands on it."""
    files, ranks = random.randint(3, 9), random.randint(3, 9)
    plain = Geometry("grid", files, ranks)
    names = [square.name for square in plain.squares]
    missing = [index for index in range(1, len(names)) if random.random() < 0.08 * (holes and files % 2)]
    paired = {names[index] for one in missing for index in (one, plain.turned[one])}
    return filled(random, Geometry(random.choice(("grid", "grid", "cylinder", "torus")), files, ranks, paired))


def filled(random: Random, geometry: Geometry) -> Scene:
    """A board more or less full, with a piece of either side about to move."""
    full = random.choice((0.1, 0.25, 0.5))
    cells = [
        cell_of(random.randint(1, 2), random.randint(0, 1)) if random.random() < full else EMPTY
        for _ in geometry.squares
    ]
    origin, side = random.randrange(len(cells)), random.randint(0, 1)
    cells[origin] = cell_of(0, side)
    return Scene(geometry, origin, tuple(cells), side, random.random() < 0.7, (2, 1, 3))
