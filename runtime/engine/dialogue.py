"""What USI and UCI have in common: options, one search at a time in a thread of its own, and lines that never kill it.

A protocol is a `Notation`: how positions, moves and scores are written. All else is here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from threading import Lock
from typing import TYPE_CHECKING, Final, TypeAlias, final

from hensoku.runtime.counting import MOST_THREADS
from hensoku.runtime.engine.engine import HASH, MOST_HASH, Engine
from hensoku.runtime.engine.limits import LATE, MILLI, Clock, Limits, whole_number
from hensoku.runtime.engine.notation import Notation
from hensoku.runtime.engine.searching import Search, one_line

if TYPE_CHECKING:
    from hensoku.runtime.position import Position
    from hensoku.runtime.variant import Variant

Say: TypeAlias = Callable[[str], None]
OpenVariant: TypeAlias = Callable[[str], "Variant"]

CLOCK_WORDS: Final = ("btime", "wtime", "binc", "winc", "byoyomi", "movestogo")
LIMIT_WORDS: Final = frozenset((*CLOCK_WORDS, "movetime", "depth", "nodes", "mate", "infinite", "ponder"))
"""What may follow the moves after `searchmoves`."""
MOST_LINES, MOST_LATE, MOST_RESIGN = 500, 5000, 31000


@final
@dataclass(slots=True)
class Spin:
    """An option with a number."""

    value: int
    least: int
    most: int

    def told(self) -> str:
        return f"type spin default {self.value} min {self.least} max {self.most}"

    def read(self, text: str) -> int:
        value = whole_number(text)
        if value is None:
            raise ValueError(f"{_printable(text)!r} is no whole number")
        if not self.least <= value <= self.most:
            raise ValueError(f"{value} is not from {self.least} to {self.most}")
        return value


@final
@dataclass
class Dialogue:
    """A conversation with one program. `hear` takes a line and gives False when it is the last.

    `slug` is the variant to begin with, by whatever name or path; `called` what to call it until it is opened, if not
    that. `names` are those there are. One is opened, and built, when it is first needed: an answer to its name must not
    wait. `open_variant` raises ValueError for one that cannot be opened.

    A search that ends by itself is waited for by what would change the game or the engine; one that does not, is ended.
    """

    notation: Notation
    slug: str
    names: Sequence[str]
    open_variant: OpenVariant
    version: str
    out: Say
    called: str = ""
    options: dict[str, Spin] = field(default_factory=dict)
    position: Position | None = None
    _variant: Variant | None = None
    _engine: Engine | None = None
    _search: Search | None = None
    _lock: Lock = field(default_factory=Lock)

    def __post_init__(self) -> None:
        self.options = {
            self.notation.hash_option: Spin(HASH, 1, MOST_HASH),
            "Threads": Spin(1, 1, MOST_THREADS),
            "MultiPV": Spin(1, 1, MOST_LINES),
            "MoveOverhead": Spin(round(LATE * MILLI), 0, MOST_LATE),
            "ResignValue": Spin(0, 0, MOST_RESIGN),
        }

    @property
    def variant(self) -> Variant:
        if self._variant is None:
            self._variant = self.open_variant(self.slug)
        return self._variant

    def say(self, line: str) -> None:
        with self._lock:
            self.out(line)

    def hear(self, line: str) -> bool:
        """Whether the conversation goes on. Whatever is wrong with a line is said, and changes nothing."""
        words = line.split()
        if not words:
            return True
        if words[0] == "quit":
            self._end_search()
            return False
        try:
            self._obey(words[0], words[1:])
        except (ValueError, MemoryError, ImportError, OSError) as error:
            self.say(f"info string {words[0]}: {one_line(error)}")
        return True

    def close(self) -> None:
        self._end_search()

    def _obey(self, command: str, words: list[str]) -> None:
        commands: Mapping[str, Callable[[list[str]], None]] = {
            self.notation.name: self._greet,
            "isready": self._ready,
            self.notation.new_game: self._new_game,
            "setoption": self._set_option,
            "position": self._set_position,
            "go": self._go,
            "stop": lambda _: self._stop(),
            "ponderhit": lambda _: self._ponderhit(),
            "gameover": lambda _: self._end_search(),
            "d": lambda _: self._show(),
        }
        obeyed = commands.get(command)
        if obeyed is None:
            self.say(f"info string no command {_printable(command)}")
        else:
            obeyed(words)

    # ------------------------------------------------------------------------------------------------------ setting

    def _greet(self, _words: list[str]) -> None:
        called = self.called or self.slug if self._variant is None else self._variant.slug
        self.say(f"id name hensoku {self.version} {_printable(called)}")
        self.say("id author the hensoku authors")
        for name, option in self.options.items():
            self.say(f"option name {name} {option.told()}")
        self.say(f"option name {self.notation.ponder_option} type check default false")
        self.say("option name ClearHash type button")
        names = "".join(f" var {name}" for name in self.names)
        self.say(f"option name {self.notation.variant_option} type combo default {self.slug}{names}")
        self.say(self.notation.greeting)

    def _ready(self, _words: list[str]) -> None:
        self.engine()
        self.say("readyok")

    def _new_game(self, _words: list[str]) -> None:
        self._finish_search()
        self.position = None
        if self._engine is not None:
            self._engine.forget()

    def _set_option(self, words: list[str]) -> None:
        name, value = _option(words)
        self._finish_search()
        if name == self.notation.variant_option.lower():
            self._change_variant(value)
        elif name == "clearhash":
            self.engine().forget()
        elif name == self.notation.ponder_option.lower():
            return  # whether to ponder is the other program's to say, with `go ponder`
        else:
            self._set_number(name, value)

    def _change_variant(self, value: str) -> None:
        if value == self.slug:
            return
        if not value:
            raise ValueError("write `value` and the name of a variant")
        self._variant, self.slug = self.open_variant(value), value
        self.position = self._engine = None

    def _set_number(self, name: str, value: str) -> None:
        known = {option.lower(): option for option in self.options}
        if name not in known:
            raise ValueError(f"no option {_printable(name)}")
        option = self.options[known[name]]
        number = option.read(value)
        if self._engine is not None:
            self._apply(self._engine, known[name], number)
        option.value = number

    def _apply(self, engine: Engine, name: str, value: int) -> None:
        match name:
            case "Threads":
                engine.set_threads(value)
            case "MoveOverhead":
                engine.late = value / MILLI
            case _ if name == self.notation.hash_option:
                engine.set_hash(value)

    def engine(self) -> Engine:
        """The engine, built when it is first needed."""
        if self._engine is None:
            engine = self._new_engine(self.options[self.notation.hash_option])
            for name in ("Threads", "MoveOverhead"):
                self._apply(engine, name, self.options[name].value)
            self._engine = engine
        return self._engine

    def _new_engine(self, size: Spin) -> Engine:
        """With a table of the usual size where there is no room for the one that was asked for: `isready` must be
        answered."""
        try:
            return Engine(self.variant, hash=size.value)
        except MemoryError as error:
            self.say(f"info string {one_line(error)}: {HASH} are taken")
            size.value = HASH
        return Engine(self.variant, hash=size.value)

    # ---------------------------------------------------------------------------------------------------- searching

    def _set_position(self, words: list[str]) -> None:
        self._finish_search()
        self.position = self.notation.position(self.variant, words)

    def _show(self) -> None:
        for line in str(self.position or self.variant.position()).splitlines():
            self.say(f"info string {line}")

    def _go(self, words: list[str]) -> None:
        self._finish_search()
        position = (self.position or self.variant.position()).copy()
        limits, ponders = self._limits(position, words)
        self._search = Search(self, self.engine(), position, limits, ponders=ponders)
        self._search.start()

    def _limits(self, position: Position, words: Sequence[str]) -> tuple[Limits, bool]:
        only: tuple[str, ...] = ()
        if "searchmoves" in words:
            at = words.index("searchmoves") + 1
            end = next((place for place, word in enumerate(words) if place >= at and word in LIMIT_WORDS), len(words))
            only = self._only(position, words[at:end])
            words = [*words[: at - 1], *words[end:]]
        said = dict(_pairs(words))
        clock = self._clock(position, said)
        limits = Limits(
            depth=said.get("depth"),
            nodes=said.get("nodes"),
            seconds=said["movetime"] / MILLI if "movetime" in said else None,
            clock=clock,
            infinite="infinite" in words and "mate" not in words,
            only=only,
        )
        if "mate" in words:
            limits = self.notation.mate_limits(words[words.index("mate") + 1 :], limits)
        bounded = (limits.depth, limits.nodes, limits.seconds, limits.clock, limits.mate)
        if all(bound is None for bound in bounded):
            limits = replace(limits, infinite=True)
        return limits, "ponder" in words

    def _only(self, position: Position, words: Sequence[str]) -> tuple[str, ...]:
        """The moves to choose from; all of them, and that is said, if one is wrong: a `go` must be answered."""
        try:
            return self.notation.only(position, words)
        except ValueError as error:
            self.say(f"info string go: {one_line(error)}: all moves are searched")
            return ()

    def _clock(self, position: Position, said: Mapping[str, int]) -> Clock | None:
        left, increment = self.notation.clock_of(position)
        if not {left, increment, "byoyomi"} & said.keys():
            return None
        return Clock(
            max(said.get(left, 0), 0) / MILLI,
            max(said.get(increment, 0), 0) / MILLI,
            max(said.get("byoyomi", 0), 0) / MILLI,
            max(said.get("movestogo", 0), 0),
        )

    def _stop(self) -> None:
        if self._search is not None:
            self._search.stop()

    def _ponderhit(self) -> None:
        if self._search is not None:
            self._search.ponderhit()

    def _finish_search(self) -> None:
        """Waits for the last word of what runs, which is stopped if nothing else would end it."""
        if self._search is not None and self._search.ends_by_itself:
            self._search.join()
        self._end_search()

    def _end_search(self) -> None:
        """Stops what runs and waits for its last word."""
        if self._search is not None:
            self._search.stop()
            self._search.join()
            self._search = None


def _option(words: Sequence[str]) -> tuple[str, str]:
    """The name, in small letters, and the value of `setoption name … value …`."""
    if not words or words[0] != "name":
        raise ValueError("write `name` and the name of an option")
    at = words.index("value") if "value" in words else len(words)
    return " ".join(words[1:at]).lower(), " ".join(words[at + 1 :])


def _pairs(words: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Words that a whole number follows."""
    for word, number in pairwise(words):
        value = whole_number(number)
        if value is not None:
            yield word, value


def _printable(text: str) -> str:
    return "".join(char if char.isprintable() else "?" for char in text[:80])
