"""The largest board and many kinds: 36 files and ranks, names of ranks and of pieces of two letters."""

from __future__ import annotations

import random
from pathlib import Path
from string import ascii_uppercase
from typing import Any

import pytest
import yaml

import hensoku
from hensoku.cli.app import run

SIZE = 36
KEYS = (*ascii_uppercase, *(f"{first}{second}" for first in "AB" for second in ascii_uppercase))[:60]
OTHERS = tuple(key for key in KEYS if key not in "KNP")
STEPS = ("sW", "vW", "W", "fsW", "bsW", "F", "fWF", "bWF", "WfF")
MOVES = (*STEPS, *(f"{line}{reach}" for reach in range(2, 18) for line in "RBQ"))
"""None of them leaps: behind a rank of pawns only knights can move."""

PLIES = 12


def written(row: tuple[str, ...]) -> str:
    return "".join(key if len(key) == 1 else f"[{key}]" for key in row)


def definition() -> dict[str, Any]:
    """Three full ranks on each side: pawns, then a knight among other pieces, then the king."""
    second = (*OTHERS[:20], "N", *OTHERS[20:35])
    last = (*OTHERS[35:], "K", *OTHERS[: SIZE - 1 - len(OTHERS[35:])])
    own = [written(row) for row in (("P",) * SIZE, second, last)]
    other = [written(tuple(reversed(row))).lower() for row in (last, second, ("P",) * SIZE)]
    pieces = {key: {"name": f"Piece {key}", "moves": moves} for key, moves in zip(OTHERS, MOVES, strict=True)}
    pawn = {"name": "Pawn", "moves": "fW", "promotes": {"name": "Tokin", "moves": "WfF"}}
    engine = {
        "format": 1,
        "topology": {"type": "grid", "rows": SIZE, "cols": SIZE},
        "setup": "/".join([*other, *([str(SIZE)] * (SIZE - 6)), *own]),
        "pieces": {
            "K": {"name": "King", "moves": "K", "royal": True},
            "N": {"name": "Knight", "moves": "ffN"},
            "P": pawn,
            **pieces,
        },
        "promotion": {"zone": "far 12"},
        "drops": {"file_limit": {"P": 1}},
    }
    return {"title": "The largest board", "slug": "largest-board", "engine": engine}


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("largest") / "largest-board.yaml"
    path.write_text(yaml.safe_dump(definition(), sort_keys=False, width=100_000), "utf-8")
    return path


def test_it_checks(path: Path) -> None:
    assert run(["check", str(path)]) == 0


@pytest.mark.slow
def test_both_backends_play_it(path: Path) -> None:
    """At the start 36 pawns have a step and the knight two leaps; 30 ranks lie between the sides."""
    compiled, reference = (hensoku.load(path, backend=backend).position() for backend in ("compiled", "reference"))
    assert len({str(move)[:2] for move in compiled.legal_moves}) > 1
    assert [compiled.perft(depth) for depth in (1, 2)] == [38, 38 * 38]
    assert {"36ah36ag", "1ah1ag", "16ai17ag", "16ai15ag"} <= set(map(str, compiled.legal_moves))
    rng = random.Random(36)
    for _ in range(PLIES):
        moves = sorted(map(str, compiled.legal_moves))
        assert sorted(map(str, reference.legal_moves)) == moves
        move = rng.choice(moves)
        compiled.push(move)
        reference.push(move)
        assert compiled.sfen() == reference.sfen()
        assert compiled.variant.position(compiled.sfen()) == compiled


HELD = f"{'/'.join(['17k18', *[str(SIZE)] * 34, '18K17'])} b 2P[AB][BH]3z[bf] 7"
"""Two kings, and pieces with names of one and two letters in the hands."""


def test_hands_are_read_back(path: Path) -> None:
    position = hensoku.load(path, backend="reference").position(HELD)
    assert position.variant.position(position.sfen()) == position
    pawns = SIZE * (SIZE - 1) - 1  # not on the last rank, and not on the king
    pieces = 2 * (SIZE * SIZE - 2)
    assert sum(str(move).startswith(("P*", "[AB]*", "[BH]*")) for move in position.legal_moves) == pawns + pieces
    for move in ("P*1b", "[AB]*36aj", "[BH]*1a", "18aj18ai"):
        position.push(move)
        assert position.variant.position(position.sfen()) == position
        position.pop()
