"""Runs a function in a process of its own, with a time limit: generated code may crash or never end.

Processes are forked from a server that has loaded and warmed up what a trial needs, so each begins in milliseconds and
takes the modules that it compiled with it when it ends.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkServerContext, ForkServerProcess
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any, Final, Generic, TypeAlias, TypeVar, final

T = TypeVar("T")

SECONDS: Final = 180.0
_LAST_WORDS: Final = 6000


@final
@dataclass(frozen=True)
class Died:
    """A process that ended without an answer: by a signal, an exit, or because its time was over (`late`). `words` is
    the end of what it wrote to standard error."""

    how: str
    words: str
    late: bool = False


Call: TypeAlias = tuple[Callable[..., T], tuple[Any, ...]]


def run_all(calls: Iterator[Call[T]], workers: int, seconds: float = SECONDS) -> Iterator[tuple[Call[T], T | Died]]:
    """The calls with their answers, as they come in; so many run at once. Functions and arguments are pickled."""
    running: list[_Running[T]] = []
    with TemporaryDirectory(prefix="hensoku-fuzz-") as folder:
        try:
            while True:
                while len(running) < workers and (call := next(calls, None)) is not None:
                    running.append(_Running(call, Path(folder), seconds))
                if not running:
                    return
                done = _wait(running)
                running = [one for one in running if one not in done]
                for one in done:
                    yield one.call, one.answer()
        finally:
            for one in running:
                one.end()


def run_one(call: Call[T], seconds: float = SECONDS) -> T | Died:
    (only,) = run_all(iter([call]), 1, seconds)
    return only[1]


@final
class _Running(Generic[T]):
    """A call under way."""

    def __init__(self, call: Call[T], folder: Path, seconds: float) -> None:
        self.call = call
        self.deadline = monotonic() + seconds
        self.pipe, theirs = _context().Pipe(duplex=False)
        self._errors = folder / f"{id(self):x}.err"
        self._process: ForkServerProcess = _context().Process(
            target=_answer, args=(theirs, str(self._errors), call), daemon=True
        )
        self._process.start()
        theirs.close()

    def answer(self) -> T | Died:
        """What the process sent, or how it ended. Raises what the function raised."""
        try:
            if not self.pipe.poll():
                return Died("it was still busy when its time was over", self._words(), late=True)
            answered, value = self.pipe.recv()
        except EOFError:
            self._process.join()
            return Died(_ending(self._process.exitcode), self._words())
        finally:
            self.end()
        if not answered:
            raise RuntimeError(f"in the process that was asked:\n{value}")
        found: T = value
        return found

    def end(self) -> None:
        self.pipe.close()
        self._process.kill()
        self._process.join()
        self._errors.unlink(missing_ok=True)

    def _words(self) -> str:
        try:
            return self._errors.read_text("utf-8", "replace")[-_LAST_WORDS:]
        except FileNotFoundError:
            return ""


def _wait(running: Sequence[_Running[T]]) -> list[_Running[T]]:
    """Those that have an answer, have ended, or are over their time; waits until there are some."""
    nearest = min(one.deadline for one in running)
    ready = wait([one.pipe for one in running], max(nearest - monotonic(), 0.0))
    now = monotonic()
    return [one for one in running if one.pipe in ready or one.deadline <= now]


def _answer(pipe: Connection, errors: str, call: Call[Any]) -> None:
    """In the process: answers, with standard error in a file. To collect garbage would take a tenth of a trial's time,
    and soon all of it is given back."""
    gc.disable()
    descriptor = os.open(errors, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    os.dup2(descriptor, sys.stderr.fileno())
    function, arguments = call
    try:
        pipe.send((True, function(*arguments)))
    except BaseException:
        pipe.send((False, traceback.format_exc()))


def _ending(code: int | None) -> str:
    if code is not None and code < 0:
        return f"it was ended by {signal.Signals(-code).name}"
    return f"it ended with code {code}"


@cache
def _context() -> ForkServerContext:
    context = get_context("forkserver")
    context.set_forkserver_preload(["hensoku.compiler.fuzz.warm"])
    return context
