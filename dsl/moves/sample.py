"""Random move strings that the checker accepts, for tests and fuzzers: every letter of the notation turns up.

The strings are seeded and repeatable: the same `Random` gives the same string.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from hensoku.dsl.moves.parse import parse_text

_DIRECTIONS: Final = ("f", "b", "l", "r", "v", "s", "ff", "fh", "fs", "bs", "fr", "bl", "fsb", "rv", "hl", "flbr")
_TURNS: Final = ("f", "b", "v", "s", "fs", "fr", "lb", "rv", "r", "ffs")
_LANDINGS: Final = ("m", "c", "d", "mc", "cd", "md")
_SLIDERS: Final = ("R", "B", "Q", "W0", "F0", "R2", "B3", "Q2", "FF", "W3")
_LEAPS: Final = ("D", "N", "A", "H", "C", "Z", "G", "(0,4)", "(1,4)", "N0", "D0", "AA", "N2", "L", "(1,2)")
_STEPS: Final = ("W", "F", "K")
_RING_ATOMS: Final = ("W", "F", "K", "R", "B", "Q", "D", "A", "W2")
_BOUNDS: Final = ("screens=1..2", "screens>=2", "screens=2", "min=2", "min=3")
_SLOTS: Final = (*("screen", "target", "via") * 3, "self")
_COMPARISONS: Final = ("<", "<=", "=", "!=", ">=", ">")


def sample_moves(random: Random, *, most: int = 3, names: Sequence[str] = (), chains: bool = True) -> str:
    """A valid move string of up to `most` moves. `names`: pieces and sets that conditions may name; without them there
    are no conditions on pieces. `chains`: whether moves may have several legs."""
    wanted = random.randint(1, most)
    found: list[str] = []
    while len(found) < wanted:
        text = _sample_move(random, names, chains=chains)
        moves, _ = parse_text(text)
        if moves is not None:
            found.append(text)
    return " ".join(found)


def _sample_move(random: Random, names: Sequence[str], *, chains: bool) -> str:
    kind = random.choices((_step, _slide, _leap, _chain, _bracket), (5, 6, 4, 4 * chains, 2 * chains))[0]
    return kind(random) + _conditions(random, names)


def _some(random: Random, chance: float, choices: Sequence[str]) -> str:
    return random.choice(choices) if random.random() < chance else ""


def _mixed(random: Random, *letters: str) -> str:
    """Modifiers in any order, as the notation allows."""
    parts = [letter for letter in letters if letter]
    random.shuffle(parts)
    return "".join(parts)


def _single(random: Random, atoms: Sequence[str], path: Sequence[str]) -> str:
    letters = _mixed(
        random,
        _some(random, 0.5, _DIRECTIONS),
        _some(random, 0.4, _LANDINGS),
        _some(random, 0.35, path),
        _some(random, 0.05, ("i",)),
    )
    return letters + random.choice(atoms)


def _step(random: Random) -> str:
    return "U" if random.random() < 0.03 else _single(random, _STEPS, ("n",))


def _slide(random: Random) -> str:
    return _single(random, _SLIDERS, ("p", "pp", "g", "j", "jj", "n"))


def _leap(random: Random) -> str:
    return _single(random, _LEAPS, ("n", "j", "p", "g"))


def _earlier(random: Random, directions: Sequence[str]) -> str:
    return _mixed(
        random,
        _some(random, 0.5, directions),
        _some(random, 0.5, _LANDINGS),
        _some(random, 0.35, ("p", "g", "y", "tp", "n")),
    )


def _chain(random: Random) -> str:
    legs = [_earlier(random, _DIRECTIONS)]
    legs.extend(_earlier(random, _TURNS) for _ in range(random.choice((0, 0, 1, 2))))
    last = _mixed(
        random, _some(random, 0.6, _TURNS), _some(random, 0.3, _LANDINGS), _some(random, 0.1, ("p", "g", "j"))
    )
    return _some(random, 0.05, ("i",)) + "a".join([*legs, last]) + random.choice(_RING_ATOMS)


def _bracket(random: Random) -> str:
    legs = []
    for index in range(random.choice((2, 2, 3))):
        directions = (*_TURNS, "a", "ab") if index else _DIRECTIONS
        letters = _mixed(
            random,
            _some(random, 0.5, directions),
            _some(random, 0.3, _LANDINGS),
            _some(random, 0.15, ("p", "n", "j")),
        )
        legs.append((random.choice("-?") if index else "") + letters + random.choice(_RING_ATOMS))
    return f"[{''.join(legs)}]"


def _conditions(random: Random, names: Sequence[str]) -> str:
    found = []
    if random.random() < 0.1:
        found.append(random.choice(_BOUNDS))
    if names and random.random() < 0.2:
        among = "|".join(random.sample(list(names), min(2, len(names))))
        found.append(f"{random.choice(_SLOTS)}{random.choice(('=', '!='))}{among}")
    if names and random.random() < 0.1:
        bound = random.choice(("self.rank", "1"))
        found.append(f"{random.choice(_SLOTS)}.rank{random.choice(_COMPARISONS)}{bound}")
    return f"{{{','.join(found)}}}" if found else ""
