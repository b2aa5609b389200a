"""What a move string can do from one square, over many occupancies: what `hensoku diagram` draws.

How it decides: the board is walked empty, then with one enemy alone on each other square in turn, and, where the string
hops over screens, with one friend as screen and nothing or one enemy elsewhere, for all pairs. So what needs two
enemies to take (a lion's double capture) shows by its halves, and what needs two screens does not show.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import final

from hensoku.dsl.moves.meaning import leg_views
from hensoku.dsl.moves.parse import parse_text
from hensoku.probe import Place, Probe


@final
@dataclass(frozen=True)
class Survey:
    """`moves` are reached without a victim, `captures` by taking there alone, `doubles` with a capture on the way.
    `returns` are the squares whose piece is taken without leaving the origin (igui); `passes`: a turn may be passed.
    `hops` are the squares that only a hop over a screen reaches, with one screen that allows it."""

    moves: frozenset[Place]
    captures: frozenset[Place]
    doubles: frozenset[Place]
    returns: frozenset[Place]
    passes: bool
    hops: dict[Place, Place]


def survey(moves: str, board: tuple[int, int], origin: Place) -> Survey:
    """Raises DefinitionError for a string that is no move notation, ValueError for an origin off the board."""
    probe = Probe([moves], board=board)
    seen: defaultdict[str, set[Place]] = defaultdict(set)
    others = [place for place in probe.places() if place != origin]
    for enemies in ((), *((place,) for place in others)):
        for to, victims in probe.results(moves, origin, (), enemies):
            _sort(seen, origin, to, victims)
    hops: dict[Place, Place] = {}
    direct = seen["moves"] | seen["captures"]
    hopped: defaultdict[str, set[Place]] = defaultdict(set)
    for screen, enemies in _screens(moves, others):
        for to, victims in probe.results(moves, origin, (screen,), enemies):
            _sort(hopped, origin, to, victims)
            if to != origin and to not in direct:
                hops.setdefault(to, screen)
            if victims == {to} and to not in seen["captures"]:
                hops.setdefault(to, screen)
    for name, places in hopped.items():
        seen[name] |= places
    named = {name: frozenset(seen[name]) for name in ("moves", "captures", "doubles", "returns")}
    return Survey(**named, passes=bool(seen["passes"]), hops=hops)


def _sort(seen: defaultdict[str, set[Place]], origin: Place, to: Place, victims: frozenset[Place]) -> None:
    if to == origin:
        seen["returns" if victims else "passes"] |= victims or {origin}
    elif not victims:
        seen["moves"].add(to)
    else:
        seen["captures" if victims == {to} else "doubles"].add(to)


def _screens(moves: str, others: list[Place]) -> Iterator[tuple[Place, tuple[Place, ...]]]:
    parsed, _ = parse_text(moves)
    assert parsed is not None
    views = [view for move in parsed.moves for view in leg_views(move)]
    if any(view.has("p") or view.has("g") for view in views):
        for screen in others:
            yield screen, ()
            for enemy in others:
                if enemy != screen:
                    yield screen, (enemy,)
