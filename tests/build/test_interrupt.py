"""A count in compiled code ends with Ctrl-C, in one thread or several."""

from __future__ import annotations

import signal
import sys
import time

import pytest
from interrupting import running

import hensoku

COUNTS_FOR_EVER = """
import sys, hensoku
position = hensoku.load("minishogi", backend="compiled").position()
print("counting", flush=True)
try:
    position.perft(30, threads=int(sys.argv[1]))
except KeyboardInterrupt:
    print("interrupted", position.perft(2), flush=True)
"""


@pytest.mark.parametrize("threads", [1, 2])
def test_an_interrupt_ends_a_count(threads: int) -> None:
    hensoku.load("minishogi", backend="compiled")
    with running((sys.executable, "-c", COUNTS_FOR_EVER, str(threads))) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "counting\n"
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        said, _ = process.communicate(timeout=60)
    assert said == "interrupted 181\n"
    assert process.returncode == 0
