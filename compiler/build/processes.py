"""Runs the tools of a build with a time limit that holds for their children too."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import final

_GRACE = 5.0


@final
@dataclass(frozen=True)
class Outcome:
    """How a tool ended; `code` is None if its time was over. `output` is what it wrote, errors and all."""

    code: int | None
    output: str


def run(command: Sequence[str], *, timeout: float, folder: Path | None = None) -> Outcome:
    """Run a tool without a shell, in a process group of its own, for at most `timeout` seconds.

    Raises OSError if it cannot be started.
    """
    with subprocess.Popen(
        command,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
        env={**os.environ, "LC_ALL": "C.UTF-8"},
        text=True,
        encoding="utf-8",
        errors="replace",
    ) as process:
        try:
            output, _ = process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            _end(process)
            output, _ = process.communicate()
            return Outcome(None, output)
        except BaseException:
            _end(process)
            raise
    return Outcome(process.returncode, output)


def _end(process: subprocess.Popen[str]) -> None:
    """End the tool and what it started: a C compiler works through children."""
    for ending in (signal.SIGTERM, signal.SIGKILL):
        with suppress(ProcessLookupError):
            os.killpg(process.pid, ending)
        with suppress(subprocess.TimeoutExpired):
            process.wait(_GRACE)
            return
