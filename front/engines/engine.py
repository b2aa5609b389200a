"""An engine as a process: started, greeted, told its options, asked for moves, and ended.

Two threads read what it writes, so that no engine can hold up its caller: every wait has an end, and what nobody has
read yet is bounded.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from difflib import get_close_matches
from queue import Empty, Queue
from threading import Thread
from typing import IO, Final, final

from hensoku.engines.dialect import DIALECTS, Dialect, Left
from hensoku.engines.limits import Limits
from hensoku.runtime.engine.limits import whole_number
from hensoku.runtime.move import Move
from hensoku.runtime.variant import Variant

GREETING, READY, HANG, STOPPING = 10.0, 300.0, 600.0, 5.0
"""Seconds that an engine has to greet, to say that it is ready, to move where it may think as long as it likes, and to
move after `stop` or end after `quit`."""

LONGEST, MOST_UNREAD = 1 << 16, 1 << 12
"""Characters of a line, and lines that wait to be read: an engine that writes more has to wait itself."""

VARIANT_PATH: Final = "VariantPath"
"""The option for a file of variants."""

_OPTION: Final = re.compile(r"option name (?P<name>.+?) type (?P<type>\w+)(?P<rest>.*)")
_SCORE: Final = re.compile(r"\bscore (cp|mate) ([+-]?\d*)")
_NUMBERS: Final = re.compile(r"\b(depth|nodes|nps|time) (\d+)")
_UNKNOWN: Final = re.compile(r"unknown command", re.IGNORECASE)


class EngineError(Exception):
    """An engine that does not do its part; the message says what it did."""


@final
class EngineDiedError(EngineError):
    """The process has ended by itself."""


@final
class EngineSilentError(EngineError):
    """No answer in time."""


@final
@dataclass(frozen=True, slots=True)
class Thought:
    """What an engine said last before it moved: `score` as it wrote it (`+34` is in its unit, `mate 3`, empty if it
    said none), from its own side."""

    score: str = ""
    depth: int = 0
    nodes: int = 0
    nps: int = 0
    pv: str = ""

    def __str__(self) -> str:
        """`+34/8`, for a log."""
        return f"{self.score.replace('mate ', 'M')}/{self.depth}" if self.score else ""


@final
@dataclass(frozen=True, slots=True)
class Reply:
    """`move` is a text in the engine's dialect, or `resign`, `win`, `(none)`; `seconds` is how long it took."""

    move: str
    seconds: float
    thought: Thought


@final
@dataclass(frozen=True)
class Offered:
    """An option that an engine has: its type, and the words it may be (for a `combo`)."""

    name: str
    type: str
    words: tuple[str, ...] = ()


@final
@dataclass
class Engine:
    """`command` starts it; `protocol` is `usi`, `uci`, or empty to find out. `name` is what it calls itself."""

    command: Sequence[str]
    protocol: str = ""
    name: str = ""
    offered: dict[str, Offered] = field(default_factory=dict)
    dialect: Dialect = DIALECTS["usi"]

    def start(self) -> None:
        """Start and greet. Raises EngineError if it cannot be started, or does not greet."""
        try:
            self._process = subprocess.Popen(
                list(self.command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                encoding="utf-8",
                errors="replace",
                bufsize=1,
                start_new_session=True,  # Ctrl-C is for us, who end the engines
            )
        except OSError as error:
            raise EngineError(f"{self.command[0]} cannot be started: {error.strerror}") from error
        self._lines: Queue[str | None] = Queue(MOST_UNREAD)
        self._complaints: deque[str] = deque(maxlen=5)
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._readers = (
            Thread(target=self._read, args=(self._process.stdout,), daemon=True),
            Thread(target=self._complaints.extend, args=(_lines_of(self._process.stderr),), daemon=True),
        )
        for reader in self._readers:
            reader.start()
        try:
            self._greet()
        except EngineError:
            self.close()
            raise

    def tell(self, options: Mapping[str, str]) -> None:
        """Set options. Raises EngineError for one that the engine does not have."""
        for name, value in options.items():
            known = self.offers(name)
            if known is None:
                near = get_close_matches(_plain(name), self.offered, n=1)
                hint = f": did you mean {self.offered[near[0]].name}?" if near else ""
                raise EngineError(f"{self.name} has no option {name!r}{hint}")
            self.say(f"setoption name {known.name}" + ("" if known.type == "button" else f" value {value}"))

    def offers(self, name: str) -> Offered | None:
        """An option by its name; capitals, and whether its words are joined by blanks or `_`, do not matter."""
        return self.offered.get(_plain(name))

    def wait_ready(self) -> None:
        self.say("isready")
        self._until("readyok", READY)

    def new_game(self) -> None:
        self.say(self.dialect.new_game)
        self.wait_ready()

    def think(
        self,
        variant: Variant,
        start: str,
        moves: Sequence[Move],
        turn: int,
        limits: Limits,
        *,
        left: Left = (0.0, 0.0),
        other: Limits | None = None,
        allowed: float | None = None,
    ) -> Reply:
        """The move for a game. `allowed` are the seconds it has; when they are over it is told to stop, and what it
        says then is returned. Raises EngineDiedError, and EngineSilentError if it says nothing even then."""
        self.say(self.dialect.position(variant, start, moves))
        begun = time.monotonic()
        self.say(self.dialect.go(limits, turn, left, other or limits))
        try:
            move, thought = self._best(HANG if allowed is None else allowed)
        except EngineSilentError:
            self.say("stop")
            move, thought = self._best(STOPPING)
        return Reply(move, time.monotonic() - begun, thought)

    def game_over(self, result: str) -> None:
        """Say how a game ended for the engine: `win`, `lose` or `draw`. UCI has no such word."""
        if self.dialect.greeting == "usi":
            self.say(f"gameover {result}")

    def say(self, line: str) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(f"{line}\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise self._died() from None

    def close(self) -> None:
        """Ask it to quit, and end it if it does not, with all that it has started."""
        with suppress(EngineError, subprocess.TimeoutExpired):
            self.say("quit")
            self._process.wait(STOPPING)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        pipes = [self._process.stdin]
        if self._have_read_all():
            pipes += [self._process.stdout, self._process.stderr]
        for pipe in pipes:
            if pipe is not None:
                _close(pipe)

    # ----------------------------------------------------------------------------------------------------------- inside

    def _greet(self) -> None:
        tried = [self.protocol] if self.protocol else list(DIALECTS)
        for protocol in tried:
            self.dialect, self.offered = DIALECTS[protocol], {}
            self.say(self.dialect.greeting)
            if self._greeted():
                if protocol == "usi" and not self.protocol and self.offers(VARIANT_PATH):
                    continue  # Fairy-Stockfish: its USI writes squares of a tenth rank as nobody reads them
                self.name = self.name or os.path.basename(self.command[0])  # noqa: PTH119 - a command is no path
                return
        raise EngineSilentError(f"{' '.join(self.command)} answers neither {' nor '.join(tried)}")

    def _greeted(self) -> bool:
        deadline = time.monotonic() + GREETING
        while (line := self._line(deadline)) is not None:
            if line == self.dialect.greeted:
                return True
            if _UNKNOWN.match(line):
                return False
            if line.startswith("id name "):
                self.name = self.name or line.removeprefix("id name ")
            elif option := _OPTION.match(line):
                words = tuple(re.findall(r"\bvar (\S+)", option["rest"]))
                self.offered[_plain(option["name"])] = Offered(option["name"], option["type"], words)
        return False

    def _best(self, seconds: float) -> tuple[str, Thought]:
        deadline = time.monotonic() + seconds
        told: dict[str, str] = {}
        while (line := self._line(deadline)) is not None:
            words = line.split()
            if words[:1] == ["bestmove"]:
                return (words[1] if len(words) > 1 else ""), _thought(told)
            if words[:1] == ["info"] and " pv " in line:
                told = {**told, "line": line} if " multipv " not in line or " multipv 1 " in line else told
        raise EngineSilentError(f"{self.name} did not move within {seconds:.1f} s")

    def _until(self, wanted: str, seconds: float) -> None:
        deadline = time.monotonic() + seconds
        while (line := self._line(deadline)) is not None:
            if line == wanted:
                return
        raise EngineSilentError(f"{self.name} did not say {wanted} within {seconds:.0f} s")

    def _line(self, deadline: float) -> str | None:
        """The next line, None if there is none in time, or none that was read in time. Raises EngineDiedError."""
        left = deadline - time.monotonic()
        if left < 0:
            return None
        try:
            line = self._lines.get(timeout=left)
        except Empty:
            return None
        if line is None:
            raise self._died()
        return line

    def _read(self, stream: IO[str]) -> None:
        try:
            for line in _lines_of(stream):
                self._lines.put(line.strip())
        except ValueError:
            pass  # closed while it was read, by `close`
        self._lines.put(None)

    def _have_read_all(self) -> bool:
        """Waits for the threads that read, after the end of the process; whether they have come to an end, too. Who has
        left the group of the process may hold its output open."""
        deadline = time.monotonic() + STOPPING
        while any(map(Thread.is_alive, self._readers)) and time.monotonic() < deadline:
            with suppress(Empty):
                self._lines.get(timeout=0.01)
        return not any(map(Thread.is_alive, self._readers))

    def _died(self) -> EngineDiedError:
        try:
            code: int | None = self._process.wait(1)
        except subprocess.TimeoutExpired:
            code = None
        said = "; ".join(line.strip() for line in tuple(self._complaints) if line.strip())
        how = "has closed its output" if code is None else f"has ended with code {code}"
        return EngineDiedError(f"{self.name or self.command[0]} {how}" + (f": {said}" if said else ""))


def _lines_of(stream: IO[str]) -> Iterator[str]:
    """Its lines; those that are too long in parts."""
    return iter(lambda: stream.readline(LONGEST), "")


def _plain(option: str) -> str:
    return option.lower().replace("_", " ")


def _thought(told: Mapping[str, str]) -> Thought:
    line = told.get("line", "")
    head, _, pv = line.partition(" pv ")
    numbers = {name: whole_number(value) or 0 for name, value in _NUMBERS.findall(head)}
    found = _SCORE.search(head)
    score = "" if found is None else f"mate {found[2]}" if found[1] == "mate" else f"{_signed(found[2]):+d}"
    return Thought(score, numbers.get("depth", 0), numbers.get("nodes", 0), numbers.get("nps", 0), pv)


def _signed(text: str) -> int:
    return whole_number(text.removeprefix("+")) or 0


def _close(pipe: IO[str]) -> None:
    with suppress(OSError):  # a broken pipe has nothing left to flush to
        pipe.close()
