"""Direction letters: words such as `fs`, `flbr`, `hr` against sets of directions, both ways.

A direction is a number from 0 to 7. Orthogonal and diagonal atoms use the octants, clockwise from straight forward
(0 forward, 2 right, 4 back, 6 left; the diagonals between them are odd). Oblique atoms use their eight leaps, clockwise
from the steep forward right one (NNE ENE ESE SSE SSW WSW WNW NNW). Later legs use turns: octants from the direction of
travel. All are as the mover sees them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Literal, TypeAlias

Family: TypeAlias = Literal["orthogonal", "diagonal", "oblique", "turn"]
Directions: TypeAlias = frozenset[int]

LETTERS = "fbvlrsh"
ALL = frozenset(range(8))
BACK = 4


def _set(*numbers: int) -> Directions:
    return frozenset(numbers)


_VERTICAL, _SIDEWAYS = "fbv", "lrs"

_ORTHOGONAL = {
    "f": _set(0),
    "b": _set(4),
    "v": _set(0, 4),
    "l": _set(6),
    "r": _set(2),
    "s": _set(2, 6),
}

_HALVES_OF_DIAGONALS = {
    "f": _set(1, 7),
    "b": _set(3, 5),
    "v": _set(1, 3, 5, 7),
    "l": _set(5, 7),
    "r": _set(1, 3),
    "s": _set(1, 3, 5, 7),
}

_NARROW = {
    "f": _set(7, 0),
    "b": _set(3, 4),
    "v": _set(7, 0, 3, 4),
    "l": _set(5, 6),
    "r": _set(1, 2),
    "s": _set(1, 2, 5, 6),
}

_WIDE = {
    "f": _set(6, 7, 0, 1),
    "b": _set(2, 3, 4, 5),
    "l": _set(4, 5, 6, 7),
    "r": _set(0, 1, 2, 3),
}


def _diagonal() -> dict[str, Directions]:
    """A vertical and a sideways letter side by side are the intersection of their halves."""
    tokens = dict(_HALVES_OF_DIAGONALS)
    for a in _VERTICAL:
        for b in _SIDEWAYS:
            tokens[a + b] = tokens[b + a] = tokens[a] & tokens[b]
    return tokens


def _oblique() -> dict[str, Directions]:
    """`XY` is wide(X) and narrow(Y), a doubled or single letter is narrow, `Xh` is wide."""
    tokens = dict(_NARROW)
    for x, wide in _WIDE.items():
        tokens[x + x] = _NARROW[x]
        tokens[x + "h"] = wide
        for y in _SIDEWAYS if x in _VERTICAL else _VERTICAL:
            tokens[x + y] = wide & _NARROW[y]
    return tokens | {"hr": _set(0, 2, 4, 6), "hl": _set(1, 3, 5, 7)}


_TURN = {
    "f": _set(0),
    "b": _set(4),
    "v": _set(0, 4),
    "l": _set(6),
    "r": _set(2),
    "s": _set(2, 6),
    "fr": _set(1),
    "rf": _set(1),
    "fl": _set(7),
    "lf": _set(7),
    "br": _set(3),
    "rb": _set(3),
    "bl": _set(5),
    "lb": _set(5),
    "fs": _set(1, 7),
    "bs": _set(3, 5),
    "rv": _set(1, 3),
    "lv": _set(5, 7),
}

TOKENS: Mapping[Family, Mapping[str, Directions]] = {
    "orthogonal": _ORTHOGONAL,
    "diagonal": _diagonal(),
    "oblique": _oblique(),
    "turn": _TURN,
}

EVERY: Mapping[Family, Directions] = {
    "orthogonal": _set(0, 2, 4, 6),
    "diagonal": _set(1, 3, 5, 7),
    "oblique": ALL,
    "turn": ALL,
}

_AVOIDED: Mapping[Family, frozenset[str]] = {
    "orthogonal": frozenset(),
    "diagonal": frozenset(),
    "oblique": frozenset("fblr"),  # dialects disagree on a bare letter; `ff` and `fh` are read alike by all
    "turn": frozenset(),
}


def tokens(word: str, family: Family) -> Iterator[tuple[int, str]]:
    """The tokens of a run of direction letters, each with its offset: greedily from the left, two letters before one.

    A letter that means nothing to the family (`h` on an orthogonal atom) is a token of its own.
    """
    table = TOKENS[family]
    at = 0
    while at < len(word):
        token = word[at : at + 2] if word[at : at + 2] in table else word[at]
        yield at, token
        at += len(token)


def directions(words: tuple[str, ...], family: Family) -> Directions:
    """The union of what the runs of direction letters say; empty if they say nothing."""
    table = TOKENS[family]
    empty: Directions = frozenset()
    return empty.union(*(table.get(token, empty) for word in words for _, token in tokens(word, family)))


def spelling(wanted: Directions, family: Family) -> str:
    """The canonical word for a set of directions: the shortest, then the first in the order f b v l r s h.

    Empty for every direction of a first leg. Turns have no such default here (it depends on the atom).
    """
    if family != "turn" and wanted == EVERY[family]:
        return ""
    return _spellings(family)[wanted]


@lru_cache(maxsize=4)
def _spellings(family: Family) -> Mapping[Directions, str]:
    """Shortest words first: a breadth-first walk over (set, pending single letter), a letter at most pending once.

    A token may follow another only if the two are not read as something else, which the last single letter decides.
    """
    table = {token: found for token, found in TOKENS[family].items() if token not in _AVOIDED[family]}
    found: dict[Directions, str] = {}
    seen: set[tuple[Directions, str]] = set()
    edge: list[tuple[str, Directions, str]] = [("", frozenset(), "")]
    while edge:
        longer: list[tuple[str, Directions, str]] = []
        for word, covered, last in sorted(edge, key=lambda entry: _rank(entry[0])):
            for token, more in table.items():
                state = (covered | more, token if len(token) == 1 else "")
                misread = last and last + token[0] in TOKENS[family]
                if misread or state in seen or covered | more == covered:
                    continue
                longer.append((word + token, *state))
        edge = _settle(longer, found, seen)
    return found


def _settle(
    entries: list[tuple[str, Directions, str]],
    found: dict[Directions, str],
    seen: set[tuple[Directions, str]],
) -> list[tuple[str, Directions, str]]:
    kept = []
    for word, covered, last in sorted(entries, key=lambda entry: (len(entry[0]), _rank(entry[0]))):
        if (covered, last) in seen:
            continue
        seen.add((covered, last))
        better = found.get(covered)
        if better is None or (len(word), _rank(word)) < (len(better), _rank(better)):
            found[covered] = word
        kept.append((word, covered, last))
    return kept


def _rank(word: str) -> tuple[int, ...]:
    return tuple(LETTERS.index(letter) for letter in word)
