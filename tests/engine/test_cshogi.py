"""cshogi's own USI client plays a whole game of shogi against the engine; cshogi's board is the referee."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest

LONGEST = 320


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # its client leaves pipes open
@pytest.mark.filterwarnings("ignore::ResourceWarning")
@pytest.mark.parametrize("engine_begins", [True, False])
def test_a_whole_game(tmp_path: Path, engine_begins: bool) -> None:
    cshogi = pytest.importorskip("cshogi")
    usi = pytest.importorskip("cshogi.usi")
    launcher = tmp_path / "launcher.sh"
    launcher.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m hensoku engine shogi\n', "utf-8")
    launcher.chmod(0o755)
    client, board, dice = usi.Engine(str(launcher)), cshogi.Board(), random.Random(int(engine_begins))
    client.setoption("USI_Hash", 8)
    client.isready()
    client.usinewgame()
    played: list[str] = []
    while not board.is_game_over() and len(played) < LONGEST:
        if (len(played) % 2 == 0) is engine_begins:
            client.position(moves=played)
            told, _ = client.go(btime=0, wtime=0, byoyomi=60)
            if told in ("win", "resign"):
                break
            assert board.is_legal(board.move_from_usi(told)), (told, board.sfen())
        else:
            told = cshogi.move_to_usi(dice.choice(list(board.legal_moves)))
        board.push_usi(told)
        played.append(told)
    client.gameover("win")
    client.quit()
    assert board.is_game_over(), "it does not win against somebody who plays at random"
    assert (board.turn == cshogi.WHITE) is engine_begins
