"""Move strings as English sentences: "slides any distance orthogonally; captures only by jumping exactly one piece".

The canonical string is read move by move; moves that differ only in direction share a clause. What keeps sentences
short: a piece whose quiet and capturing moves are apart "captures only by …"; a capture that differs from the quiet
move only by what it jumps says no more than that; a step and back again is told as what it comes to.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final, final

from hensoku.dsl.moves import wording
from hensoku.dsl.moves.directions import BACK
from hensoku.dsl.moves.format import canonical
from hensoku.dsl.moves.meaning import Landing, Path, PathLeg, paths
from hensoku.dsl.moves.nodes import Chain, Moves, Simple
from hensoku.dsl.moves.parse import parse_text
from hensoku.dsl.moves.wording import DEFAULT, GERUNDS, LANDS, ON_THE_WAY, QUIET, TAKING

_LEAPS: Final = ("two squares along one axis and one across", "orthogonally", "diagonally")
_RING: Final = "to any square at a distance of two"


def sentence(moves: Moves, names: Mapping[str, str] = MappingProxyType({})) -> str:
    """How a piece with these moves moves, without a subject and a full stop.

    `names`: what the names in conditions are called, if not as they are written.
    """
    spelled, _ = parse_text(canonical(moves))
    assert spelled is not None
    found = [path for move in spelled.moves for path in _told(move)]
    clauses = _going_on(_merged([clause for path in found for clause in _clauses(path, names)]), found, names)
    quiet = [clause for clause in clauses if clause.lands == QUIET and not clause.way]
    taking = [clause for clause in clauses if clause.lands == TAKING]
    if taking == clauses:
        return f"only captures, by {' or by '.join(_gerund(clause, []) for clause in taking)}"
    if quiet and taking and len(quiet) + len(taking) == len(clauses):
        apart = [replace(clause, lands=DEFAULT).text() for clause in quiet]
        return f"{'; '.join(apart)}; captures only by {' or by '.join(_gerund(c, quiet) for c in taking)}"
    return "; ".join(
        clause.text() if clause not in taking else f"also captures by {_gerund(clause, clauses)}" for clause in clauses
    )


@final
@dataclass(frozen=True, slots=True)
class _Clause:
    """One part of the sentence: verb, distance, directions, what is jumped (`path`), what must lie between (`gate`).
    `way`: all legs of a chain, in its stead; `onward`: how it may go on. Clauses stand in `order`."""

    verb: str
    distance: str
    directions: tuple[str, ...]
    path: str = ""
    gate: str = ""
    lands: frozenset[Landing] = DEFAULT
    initial: bool = False
    conditions: str = ""
    way: str = ""
    onward: str = ""
    order: int = 0

    def text(self, verb: str | None = None) -> str:
        words = [self.way, verb or self.verb, self.distance, wording.either(self.directions)]
        text = " ".join(word for word in words if word) + LANDS[self.lands] + self.path + self.gate
        return text + self.onward + (", as its first move" if self.initial else "") + self.conditions


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
    return clause.text(GERUNDS[clause.verb])


def _merged(clauses: list[_Clause]) -> list[_Clause]:
    """Clauses that differ only in direction are one; leaps to all sixteen squares two away are one too."""
    found: dict[_Clause, tuple[str, ...]] = {}
    for clause in clauses:
        key = replace(clause, directions=())
        found[key] = (*found.get(key, ()), *clause.directions)
    for key, directions in list(found.items()):
        straight = replace(key, distance="two squares")
        if key.verb == "jumps" and {*directions, *found.get(straight, ())} == set(_LEAPS):
            del found[straight]
            found[key] = (_RING,)
    told = [replace(key, directions=wording.in_order(directions)) for key, directions in found.items()]
    return sorted(told, key=lambda clause: clause.order)


# ------------------------------------------------------------------------------------------------------------- clauses


def _told(move: Simple | Chain) -> tuple[Path, ...]:
    """The paths of a move; K and Q, which are two, as one in all directions."""
    found = paths(move)
    if len(found) > 1 and not isinstance(move, Chain):
        return (replace(found[0], legs=(replace(found[0].legs[0], ring=True),)),)
    return found


def _clauses(path: Path, names: Mapping[str, str]) -> Iterator[_Clause]:
    if _returns(path):
        yield from _there_and_back(path, names)
    else:
        yield _clause(path, names)


def _going_on(clauses: list[_Clause], found: list[Path], names: Mapping[str, str]) -> list[_Clause]:
    """A path that goes on from where another one ends is told with that one."""
    told = {clause: clause for clause in clauses}
    for path in map(_onward_only, reversed(found)):
        if len(path.legs) < 2 or path.legs[-2].lands != QUIET or path.legs[-1].lands != DEFAULT:
            continue
        *earlier, before, last = path.legs
        clause, stem = (
            _clause(path, names),
            _clause(replace(path, legs=(*earlier, replace(before, lands=DEFAULT))), names),
        )
        if clause in told and stem in told and not clause.conditions:
            phrase = f", and from an empty square may go on {_further(last, before)} {wording.turning(last.heads)}"
            onward = told.pop(clause).onward
            told[stem] = replace(stem, onward=phrase + (", and so once more" if onward == phrase else onward))
    return list(told.values())


def _clause(path: Path, names: Mapping[str, str]) -> _Clause:
    *earlier, last = path.legs
    told = wording.conditions(path.tests, names)
    clause = _Clause("", "", (), wording.passed(last), wording.gate(last), last.lands, path.initial, told)
    if not earlier:
        verb, distance = wording.verb(last), wording.distance(last)
        return replace(clause, verb=verb, distance=distance, directions=wording.heading(last))
    legs = [_way(leg, path.legs[index - 1] if index else None) for index, leg in enumerate(earlier)]
    verb = f"captures {wording.distance(last)}" if last.lands == TAKING else _onward(last, earlier[-1])
    lands = DEFAULT if last.lands == TAKING else last.lands
    way = f"{', then '.join(legs)}, then {verb} {wording.turning(last.heads)}"
    return replace(clause, lands=lands, way=way)


def _way(leg: PathLeg, before: PathLeg | None) -> str:
    """A leg that goes on."""
    lands = ON_THE_WAY.get(leg.lands, ", over whatever the notation lets it pass")
    if before is None:
        text = f"{wording.verb(leg)} {wording.distance(leg)} {wording.either(wording.heading(leg))}".replace("  ", " ")
    else:
        text = f"{_onward(leg, before)} {wording.turning(leg.heads)}"
        lands = lands if lands.startswith(",") else f",{lands}"
    return text + wording.passed(leg) + wording.gate(leg) + lands


def _onward(leg: PathLeg, before: PathLeg) -> str:
    """Verb and distance of a later leg, as short as the leg before allows."""
    verb, distance = wording.verb(leg), wording.distance(leg)
    if verb != wording.verb(before):
        return f"{verb} {distance}"
    return distance.replace(" square", " more square") if leg.reach == 1 else distance


def _further(leg: PathLeg, before: PathLeg) -> str:
    """As `_onward`, after "may go on"."""
    verb, _, rest = _onward(leg, before).partition(" ")
    return f"{GERUNDS.get(verb, verb)} {rest}"


def _returns(path: Path) -> bool:
    """Two single steps of which the second may be straight back, with no more to say about them."""
    first, last = path.legs[0], path.legs[-1]
    return (
        len(path.legs) == 2
        and first.reach == last.reach == 1
        and first.lands <= DEFAULT
        and "empty" in last.lands
        and BACK in last.heads
        and all((leg.gate, leg.skip, leg.screens) == ("open", 0, (0, 0)) for leg in path.legs)
    )


def _onward_only(path: Path) -> Path:
    """A path without the way straight back that `_there_and_back` tells."""
    if not _returns(path):
        return path
    first, last = path.legs
    return replace(path, legs=(first, replace(last, heads=last.heads - {BACK})))


def _there_and_back(path: Path, names: Mapping[str, str]) -> Iterator[_Clause]:
    """On as far as it goes on; then what a step and back again comes to: a capture in place, or a pass."""
    first, last = path.legs
    if last.heads - {BACK}:
        yield _clause(_onward_only(path), names)
    assert first.step is not None
    away = "one step" if first.step.major == 1 else f"{wording.squares(first.step.major)} away"
    where = f"{away} {wording.either(wording.heading(first))}"
    told = wording.conditions(path.tests, names)
    base = _Clause("", "", (), initial=path.initial, conditions=told)
    if "enemy" in first.lands:
        yield replace(base, way=f"captures a piece {where} without leaving its square", order=1)
    if "empty" in first.lands and path.passes:
        one = "the" if len(first.heads) == 1 else "a"
        yield replace(base, way=f"may pass, if {one} square {where} is empty", order=2)
