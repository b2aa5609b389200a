"""The rules of a game as its data file says them: `games/<slug>.json`.

A file may name another that it is `like`; keys replace, `pieces` are added to.

- `files`, `ranks`, `start` (an SFEN)
- `pieces`: by letter, `+` before promoted ones. A piece may `step`, `slide`, or `take` and `walk` (a step that only
  takes, or that never takes) in directions n ne e se s sw w nw as its owner sees them (`ne:3`: three squares at most),
  or `jump` by [right, forward]; `first` are jumps over an empty square from the rank on which it starts. `last` is how
  it moves on the last rank instead. It may become one of `promotes`, and is `captured` as another.
- `zone`: so many last ranks, in which pieces promote; `dead`: the last ranks on which a piece could not move; it must
  promote there and is not dropped there. `stays`: no piece must, and it may be dropped there. `forced`: pieces that
  must promote wherever they may.
- `drops`; `file_limit`: so many on one file, `file_limit_moves` by a move too; `no_mate`: what may not be dropped with
  mate
- `both_entered`: the game is over when both royals are in the zone
- `royal`; `check`: whether it must be answered; `waits`: while it is in hand, its side neither takes nor promotes
- `donors`: squares by [right, forward] whose friendly pieces lend their moves, instead of the own or (`adds`) with them
- `joined`: files, or files and ranks, that go round
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

GAMES = Path(__file__).parent / "games"
COMPASS = {
    "n": (0, 1),
    "ne": (1, 1),
    "e": (1, 0),
    "se": (1, -1),
    "s": (0, -1),
    "sw": (-1, -1),
    "w": (-1, 0),
    "nw": (-1, 1),
}
FAR = 99


@dataclass(frozen=True)
class Way:
    """`right` and `forward`, repeated up to `far` times; onto `empty` squares, onto `enemy` pieces, or both. `rank`:
    only from that rank of the owner's, over one empty square."""

    right: int
    forward: int
    far: int = 1
    empty: bool = True
    enemy: bool = True
    rank: int | None = None


@dataclass(frozen=True)
class Piece:
    ways: tuple[Way, ...]
    last: tuple[Way, ...] | None
    promotes: tuple[str, ...]
    captured: str


@dataclass(frozen=True)
class Game:
    files: int
    ranks: int
    start: str
    pieces: dict[str, Piece]
    rules: dict[str, Any]

    def rule(self, name: str, default: Any = None) -> Any:
        return self.rules.get(name, default)


def names() -> list[str]:
    return sorted(path.stem for path in GAMES.glob("*.json") if not path.stem.startswith("_"))


@cache
def game(slug: str) -> Game:
    data = _read(slug)
    pieces = {letter: _piece(letter, entry) for letter, entry in data["pieces"].items()}
    return Game(data["files"], data["ranks"], data["start"], pieces, data)


def _read(slug: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((GAMES / f"{slug}.json").read_text("utf-8"))
    if "like" not in data:
        return data
    base = _read(data["like"])
    return {**base, **data, "pieces": {**base["pieces"], **data.get("pieces", {})}}


def _piece(letter: str, entry: dict[str, Any]) -> Piece:
    last = entry.get("last")
    return Piece(
        tuple(_ways(entry)),
        None if last is None else tuple(_ways(last)),
        tuple(entry.get("promotes", ())),
        entry.get("captured", letter.lstrip("+")),
    )


def _ways(entry: dict[str, Any]) -> list[Way]:
    found = [Way(right, forward) for right, forward in entry.get("jump", ())]
    for verb, far, empty, enemy in (
        ("step", 1, True, True),
        ("slide", FAR, True, True),
        ("walk", 1, True, False),
        ("take", 1, False, True),
    ):
        for word in entry.get(verb, "").split():
            direction, _, limit = word.partition(":")
            found.append(Way(*COMPASS[direction], int(limit or far), empty, enemy))
    found += [Way(right, forward, enemy=False, rank=rank) for right, forward, rank in entry.get("first", ())]
    return found
