"""Programs that are started from a path and asked for counts: over UCI or USI, or by their command line."""

from __future__ import annotations

import re
import subprocess
from typing import Final, final

Counted = tuple[int, float | None]
"""The number of positions, and how many seconds the program says it took; None: whoever asked has the time."""

FAIRY: Final = "Fairy-Stockfish"
FAIRY_NAMES: Final = {
    "shogi": "shogi",
    "minishogi": "minishogi",
    "sho-shogi": "shoshogi",
    "cannon-shogi": "cannonshogi",
    "tori-shogi": "torishogi",
    "kyoto-shogi": "kyotoshogi",
    "micro-shogi": "micro",
    "gorogoro-shogi": "gorogoro",
    "judkins-shogi": "judkins",
    "euro-shogi": "euroshogi",
    "yari-shogi": "yarishogi",
    "okisaki-shogi": "okisakishogi",
}
"""Its own definitions, which count from the start as ours do; positions of some it writes with other letters."""
_UNITS: Final = {"ns": 1e-9, "µs": 1e-6, "ms": 1e-3, "s": 1.0}
_HAITAKA_SAYS: Final = re.compile(r"perft \d+: ([\d_]+) nodes in ([\d.]+)(ns|µs|ms|s)\b")


class Engine:
    """A running engine that reads lines and writes lines."""

    def __init__(self, path: str, *greeting: str) -> None:
        self._process = subprocess.Popen(
            [path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, bufsize=1
        )
        for line in (*greeting, "isready"):
            self.say(line)
        self.until("readyok")

    def say(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line + "\n")

    def until(self, start: str) -> str:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if line.startswith(start):
                return line.strip()
        raise RuntimeError("the engine has ended")

    def perft(self, depth: int) -> int:
        self.say(f"go perft {depth}")
        return int(self.until("Nodes searched").removeprefix("Nodes searched: "))


@final
class Fairy(Engine):
    """Fairy-Stockfish. Its first player is `w` and its hands stand in brackets."""

    def __init__(self, path: str, variants: str | None) -> None:
        super().__init__(path, "uci", *([f"setoption name VariantPath value {variants}"] if variants else []))

    def count(self, slug: str, sfen: str | None, depth: int) -> Counted:
        """From the start if `sfen` is None."""
        self.say(f"setoption name UCI_Variant value {FAIRY_NAMES[slug]}")
        self.say("position startpos" if sfen is None else f"position fen {fairy_fen(slug, sfen)}")
        return self.perft(depth), None


@final
class YaneuraOu(Engine):
    def __init__(self, path: str) -> None:
        super().__init__(path, "usi", "setoption name USI_Hash value 16", "setoption name Threads value 1")

    def count(self, _slug: str, sfen: str, depth: int) -> Counted:
        self.say(f"position sfen {sfen}")
        return self.perft(depth), None


def haitaka(path: str, sfen: str, depth: int) -> Counted:
    """The `perft` among haitaka's examples; it is started for each count and tells the time without that."""
    said = subprocess.run([path, str(depth), sfen], capture_output=True, text=True, check=False)
    found = _HAITAKA_SAYS.search(said.stdout + said.stderr)
    if found is None:
        raise RuntimeError(f"haitaka does not count {sfen!r}: {said.stderr.strip()}")
    return int(found[1].replace("_", "")), float(found[2]) * _UNITS[found[3]]


def fairy_fen(slug: str, sfen: str) -> str:
    rows, turn, hands, *_ = sfen.split()
    held = "" if slug == "sho-shogi" else f"[{_letters(hands)}]"
    return f"{rows}{held} {({'b': 'w', 'w': 'b'})[turn]} - - 0 1"


def _letters(hands: str) -> str:
    """`2Pp` as `PPp`; `-` for none."""
    if hands == "-":
        return "-"
    return "".join(letter * int(count or 1) for count, letter in re.findall(r"(\d*)([A-Za-z])", hands))
