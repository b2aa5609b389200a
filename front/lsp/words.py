"""The words of the notations, each with what it means, for completion."""

from __future__ import annotations

from typing import Final

ATOMS: Final = ("W", "F", "K", "R", "B", "Q", "D", "A", "N", "C", "Z", "H", "G", "U")

MODIFIERS: Final = {
    "m": "only moves, without capturing",
    "c": "only captures",
    "d": "takes a piece of its own side",
    "f": "forward",
    "b": "backward",
    "l": "to the left",
    "r": "to the right",
    "v": "forward and backward",
    "s": "sideways",
    "p": "over one piece, landing anywhere beyond (a cannon)",
    "g": "over one piece, landing right behind it (a grasshopper)",
    "n": "only if the squares passed are empty (lame)",
    "j": "passes the first square, whatever stands there",
    "i": "only as the piece's first move",
    "a": "and again: another leg from where the last one ended",
    "h": "half of an oblique leap's directions",
}

REGIONS: Final = {
    "far 1": "the rank farthest from the owner",
    "far 3": "the three ranks farthest from the owner",
    "near 1": "the rank nearest to the owner",
    "rank 1-3": "ranks, as sente sees them",
    "file 4-6": "files, as sente sees them",
    "all": "every square",
    "all but ": "every square outside the rest",
    "none": "no square",
}

SETS: Final = {
    "all": "every piece",
    "royal": "the royal pieces",
    "all but ": "every piece outside the rest",
    "none": "no piece",
}
