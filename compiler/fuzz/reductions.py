"""Smaller definitions and positions to try in place of a failing one: each differs from it by one thing less.

They need not be definitions: whoever tries them finds out. Large steps come first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from typing import Any, Final, TypeAlias

from hensoku.compiler.fuzz.games import Trail
from hensoku.compiler.fuzz.pieces import spelled
from hensoku.compiler.fuzz.rows import cut, lighter, without_letters
from hensoku.compiler.fuzz.text import Draft

Candidate: TypeAlias = tuple[Draft, Trail | None]
Path: TypeAlias = tuple[str | int, ...]
"""Keys and indices that lead to a part of a draft."""

_CONDITIONS: Final = re.compile(r"\{([^}]*)\}")
_MOVE: Final = re.compile(r"\[[^\]]*\](?:\{[^}]*\})?|[a-z]*(?:[A-Z]{1,2}|\([^)]*\))[0-9]*(?:\{[^}]*\})?")
_RULES: Final = (
    "borrow",
    "repetition",
    "ends",
    "drops",
    "promotion",
    "royals",
    "trade",
    "paths",
    "regions",
    "sets",
    "setups",
)
_BY_SET: Final = ("drops", "promotion")
_KEPT: Final = frozenset(("moves", "royal", "becomes"))


def smaller(draft: Draft, trail: Trail | None) -> Iterator[Candidate]:
    if trail is not None and trail.moves:
        if trail.here:
            yield draft, Trail(trail.here)
        yield draft, Trail(trail.sfen, trail.moves[:-1])
    for change in (_rules, _pieces, _boards, _entries, _features, _moves):
        yield from ((made, trail) for made in change(draft))
    yield from _fewer_pieces(draft, trail)
    for ranks in (True, False):
        for first in (True, False):
            yield from _without_line(draft, trail, ranks=ranks, first=first)


def _part(draft: Draft, path: Path) -> Any:
    part: Any = draft
    for key in path:
        part = part[key]
    return part


def _changed(draft: Draft, path: Path, value: Any) -> Draft:
    made = deepcopy(draft)
    _part(made, path[:-1])[path[-1]] = value
    return made


def _without(draft: Draft, path: Path) -> Draft:
    made = deepcopy(draft)
    del _part(made, path[:-1])[path[-1]]
    return made


def _faces(draft: Draft) -> Iterator[Path]:
    """The paths of all pieces and what they promote to."""
    for key, piece in draft["engine"]["pieces"].items():
        path: Path = ("engine", "pieces", key)
        yield path
        targets = piece.get("promotes", [])
        if isinstance(targets, list):
            yield from ((*path, "promotes", index) for index in range(len(targets)))
        else:
            yield (*path, "promotes")


# --------------------------------------------------------------------------------------------------------------- rules


def _rules(draft: Draft) -> Iterator[Draft]:
    yield from (_without(draft, ("engine", rule)) for rule in _RULES if rule in draft["engine"])


def _boards(draft: Draft) -> Iterator[Draft]:
    topology = draft["engine"]["topology"]
    if "lines" in topology:
        yield _without(draft, ("engine", "topology", "lines"))
    if topology["type"] != "grid":
        yield _changed(draft, ("engine", "topology", "type"), "grid")


def _entries(draft: Draft) -> Iterator[Draft]:
    """Without one entry of a rule, or of values by piece set."""
    for rule in _RULES:
        values = draft["engine"].get(rule)
        for key, value in values.items() if isinstance(values, dict) else ():
            yield _without(draft, ("engine", rule, key))
            yield from (
                _without(draft, ("engine", rule, key, inner)) for inner in (value if isinstance(value, dict) else ())
            )


# -------------------------------------------------------------------------------------------------------------- pieces


def _pieces(draft: Draft) -> Iterator[Draft]:
    for key in draft["engine"]["pieces"]:
        made = deepcopy(draft)
        _remove_piece(made, key)
        yield made


def _remove_piece(draft: Draft, key: str) -> None:
    """Without the piece, wherever it stands or is named."""
    engine = draft["engine"]
    letters = {letter.upper() for letter in _spellings(key, engine["pieces"].pop(key))}
    engine["setup"] = without_letters(engine["setup"], letters)
    for name, setup in engine.get("setups", {}).items():
        engine["setups"][name] = without_letters(setup, letters)
    for values in (values for rule in _BY_SET for values in _mappings(engine.get(rule))):
        for wanted in [wanted for wanted in values if key in wanted.split()]:
            values[_without_word(wanted, key)] = values.pop(wanted)
    for name, members in engine.get("sets", {}).items():
        engine["sets"][name] = _without_word(members, key)
    for piece in engine["pieces"].values():
        targets = piece.get("promotes", [])
        kept = [face for face in (targets if isinstance(targets, list) else [targets]) if face.get("becomes") != key]
        piece.pop("promotes", None)
        if kept:
            piece["promotes"] = kept
    for face in (_part(draft, path) for path in _faces(draft)):
        _forget(face, key)


def _forget(face: dict[str, Any], key: str) -> None:
    """What one face says of a piece that is gone."""
    if face.get("captured") == key:
        del face["captured"]
    captures = face.pop("captures", {})
    if kept := {rule: wanted for rule, wanted in captures.items() if key not in wanted.split()}:
        face["captures"] = kept
    if isinstance(face.get("moves"), str):
        face["moves"] = _without_conditions(face["moves"], key)
    elif "moves" in face:
        face["moves"] = [{**group, "moves": _without_conditions(group["moves"], key)} for group in face["moves"]]


def _mappings(rule: Any) -> Iterator[dict[str, Any]]:
    yield from (value for value in (rule.values() if isinstance(rule, dict) else ()) if isinstance(value, dict))


def _without_word(words: str, word: str) -> str:
    return " ".join(each for each in words.split() if each != word) or "none"


def _without_conditions(moves: str, key: str) -> str:
    return _CONDITIONS.sub(lambda found: "" if key in re.split(r"[^A-Z0-9_']+", found[1]) else found[0], moves)


def _spellings(key: str, piece: dict[str, Any]) -> Iterator[str]:
    letter = piece.get("letter", key)
    yield from (spelled(letter), f"+{spelled(letter)}")
    targets = piece.get("promotes", [])
    yield from (
        spelled(face["letter"]) for face in (targets if isinstance(targets, list) else [targets]) if "letter" in face
    )


def _features(draft: Draft) -> Iterator[Draft]:
    """A face without one of its keys, or a piece without one of its faces."""
    for path in _faces(draft):
        yield from (_without(draft, (*path, key)) for key in _part(draft, path) if key not in _KEPT)
        if isinstance(path[-1], int):
            yield _without(draft, path)


# --------------------------------------------------------------------------------------------------------------- moves


def _moves(draft: Draft) -> Iterator[Draft]:
    """A face with simpler moves."""
    for path in _faces(draft):
        yield from (_changed(draft, (*path, "moves"), moves) for moves in _simpler(_part(draft, path).get("moves")))


def _simpler(moves: Any) -> Iterator[Any]:
    if isinstance(moves, list):
        yield from (group["moves"] for group in moves)
        yield from ([group for group in moves if group is not one] for one in moves if len(moves) > 1)
        return
    if moves is None or moves in ("W", "none"):
        return
    yield from ("none", "W")
    parts = [part for part in _MOVE.findall(moves) if part]
    if len(parts) > 1:
        yield from parts
        yield from (" ".join(part for part in parts if part is not one) for one in parts)
        return
    bare = _CONDITIONS.sub("", moves)
    yield from sorted({bare, re.sub(r"[0-9]+", "", bare)} - {moves})
    yield from (moves[:at] + moves[at + 1 :] for at, letter in enumerate(moves) if letter.islower())


# ----------------------------------------------------------------------------------------------------------- positions


def _fewer_pieces(draft: Draft, trail: Trail | None) -> Iterator[Candidate]:
    """A piece less in the setup, in the position, in both."""
    start = draft["engine"]["setup"]
    for setup in lighter(start):
        made = _changed(draft, ("engine", "setup"), setup)
        yield made, trail
        if trail is not None and trail.sfen == start:
            yield made, Trail(setup, trail.moves)
    if trail is not None:
        yield from ((draft, Trail(sfen, trail.moves)) for sfen in lighter(trail.sfen))


def _without_line(draft: Draft, trail: Trail | None, *, ranks: bool, first: bool) -> Iterator[Candidate]:
    """Without the first or last rank or file, if nothing stands there. Holes, lines and moves name squares of the whole
    board, so there must be none."""
    topology, key = draft["engine"]["topology"], "rows" if ranks else "cols"
    if topology[key] <= 2 or {"holes", "lines"} & topology.keys() or (trail is not None and trail.moves):
        return
    setup = cut(draft["engine"]["setup"], ranks=ranks, first=first)
    place = None if trail is None else cut(trail.sfen, ranks=ranks, first=first)
    if setup is None or (trail is not None and place is None):
        return
    made = _changed(draft, ("engine", "setup"), setup)
    yield _changed(made, ("engine", "topology", key), topology[key] - 1), None if place is None else Trail(place)
