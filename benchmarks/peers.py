"""The programs that are measured. Each counts legal move sequences; those that are not installed are left out.

Python packages are imported when they are there; engines are started from the path that is given, and spoken to over
UCI (Fairy-Stockfish) as `position …` and `go perft N`.
"""

from __future__ import annotations

import importlib.util
import re
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, final

import hensoku

Count = Callable[[str, str, int], int]
"""(slug, SFEN, depth) to the number of positions."""

FAIRY_NAMES: Final = {
    "shogi": "shogi",
    "minishogi": "minishogi",
    "cannon-shogi": "cannonshogi",
    "sho-shogi": "shoshogi",
}


@final
@dataclass(frozen=True)
class Peer:
    """`variants` None is every variant. `how` says what is timed."""

    name: str
    count: Count
    how: str
    variants: frozenset[str] | None = None


def peers(fairy: str | None, fairy_variants: str | None) -> list[Peer]:
    """Ours first, then all that are present."""
    found = [Peer("hensoku", _ours, "perft of the generated module, through Python")]
    if importlib.util.find_spec("cshogi"):
        found.append(Peer("cshogi", _cshogi, "loop in Python over legal_moves, push, pop", frozenset({"shogi"})))
    if importlib.util.find_spec("shogi"):
        found.append(Peer("python-shogi", _python_shogi, "loop in Python", frozenset({"shogi"})))
    if fairy:
        engine = _Fairy(fairy, fairy_variants)
        found.append(Peer("Fairy-Stockfish", engine.count, "go perft", frozenset(FAIRY_NAMES)))
    return found


@cache
def _loaded(slug: str) -> hensoku.Variant:
    return hensoku.load(slug, backend="compiled")


def _ours(slug: str, sfen: str, depth: int) -> int:
    return _loaded(slug).position(sfen).perft(depth)


def _cshogi(_slug: str, sfen: str, depth: int) -> int:
    import cshogi

    return _loop(cshogi.Board(sfen), depth)


def _python_shogi(_slug: str, sfen: str, depth: int) -> int:
    import shogi

    return _loop(shogi.Board(sfen), depth)


def _loop(board: Any, depth: int) -> int:
    moves = list(board.legal_moves)
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        board.push(move)
        total += _loop(board, depth - 1)
        board.pop()
    return total


@final
class _Fairy:
    """A running engine. Its first player is `w` and its hands stand in brackets."""

    def __init__(self, path: str, variants: str | None) -> None:
        self._process = subprocess.Popen(
            [path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, bufsize=1
        )
        self._say("uci")
        if variants:
            self._say(f"setoption name VariantPath value {variants}")
        self._say("isready")
        self._until("readyok")

    def count(self, slug: str, sfen: str, depth: int) -> int:
        rows, turn, hands, *_rest = sfen.split()
        held = "" if slug == "sho-shogi" else f"[{_letters(hands)}]"
        side = {"b": "w", "w": "b"}[turn]
        self._say(f"setoption name UCI_Variant value {FAIRY_NAMES[slug]}")
        self._say(f"position fen {rows}{held} {side} - - 0 1")
        self._say(f"go perft {depth}")
        return int(self._until("Nodes searched").removeprefix("Nodes searched: "))

    def _say(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line + "\n")

    def _until(self, start: str) -> str:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if line.startswith(start):
                return line.strip()
        raise RuntimeError("the engine has ended")


def _letters(hands: str) -> str:
    """`2Pp` as `PPp`; `-` for none."""
    if hands == "-":
        return "-"
    return "".join(letter * int(count or 1) for count, letter in re.findall(r"(\d*)([A-Za-z])", hands))
