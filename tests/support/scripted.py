"""A small engine for tests: random legal moves, and one fault at a move that is named.

    python scripted.py [--fault illegal|crash|hang|resign|win|none|garbage|slow|flood|huge] [--at PLIES] [--seed N]

It speaks as the tests of a match need it, and knows dobutsu shōgi alone unless `USI_Variant` says otherwise.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from pathlib import Path

import hensoku


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--fault", default="")
    parser.add_argument("--at", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--slug", default="dobutsu-shogi")
    parser.add_argument("--heard", default="", help="a file for the options that it is told")
    asked = parser.parse_args()
    rng, variant = random.Random(asked.seed), hensoku.load(asked.slug, backend="reference")
    position = variant.position()
    for line in sys.stdin:
        words = line.split()
        match words:
            case ["usi"]:
                say("id name Scripted", "option name USI_Hash type spin default 1 min 1 max 9", "usiok")
            case ["isready"]:
                say("readyok")
            case ["position", *place]:
                position = read(variant, place)
            case ["go", *_]:
                go(position, rng, asked.fault if len(position.history) >= asked.at else "")
            case ["quit"]:
                return
            case ["setoption", *_] if asked.heard:
                with Path(asked.heard).open("a", encoding="utf-8") as file:
                    file.write(line)
            case [other, *_] if other not in ("setoption", "usinewgame", "gameover", "stop"):
                say(f"Unknown command: {other}")


def read(variant: hensoku.Variant, place: list[str]) -> hensoku.Position:
    at = place.index("moves") if "moves" in place else len(place)
    position = variant.position(" ".join(place[1:at]) or None)
    for move in place[at + 1 :]:
        position.push(move)
    return position


def go(position: hensoku.Position, rng: random.Random, fault: str) -> None:
    match fault:
        case "crash":
            sys.stderr.write("out of ideas\n")
            sys.exit(3)
        case "hang":
            time.sleep(60)
        case "slow":
            time.sleep(1)
        case "flood":
            while True:
                say("info string " + "and so on " * 100)
    texts = {"illegal": "1a1b", "resign": "resign", "win": "win", "none": "(none)", "garbage": "e2e4", "nothing": ""}
    move = texts.get(fault) if fault in texts else str(rng.choice(sorted(position.legal_moves)))
    huge = "9" * 5000
    told = f"depth {huge} score cp + nodes {huge}" if fault == "huge" else "depth 3 score cp 12 nodes 345 nps 678"
    say(f"info {told} pv {move}", f"bestmove {move}")


def say(*lines: str) -> None:
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()


if __name__ == "__main__":
    main()
