"""A game that was played, or is being played: its start, its moves, and how it ended."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import final

from hensoku.runtime.errors import IllegalMoveError, SfenError
from hensoku.runtime.move import Move
from hensoku.runtime.position import Position
from hensoku.runtime.variant import Variant


@final
class RecordError(ValueError):
    """A text that is no record of the variant, or a record that a format cannot hold. The message says why, and in
    which line where there is one."""

    def __init__(self, message: str, line: int | None = None) -> None:
        self.line = line
        super().__init__(message if line is None else f"line {line}: {message}")


@final
@dataclass(frozen=True, slots=True)
class Played:
    """A move of a game, the seconds that it took (None: not known), and what is said of it: any text, read as it was
    written, but that KIF and CSA know one kind of line break."""

    move: Move
    seconds: float | None = None
    comment: str = ""


@final
@dataclass(frozen=True, slots=True)
class End:
    """How a game ended: `winner` is the name of a side, None for a draw; `reason` that of an `Outcome`, or a word for
    what ends a game outside the rules: `resignation`, `time`, `illegal-move`, `crash`, `adjournment`, ..."""

    winner: str | None
    reason: str


@final
@dataclass(frozen=True, slots=True)
class Record:
    """`start` is an SFEN, `names` are those of the players, `tags` what else is known of the game, by name. `end` is
    None while the game goes on."""

    variant: Variant
    start: str
    moves: tuple[Played, ...] = ()
    names: tuple[str, str] = ("", "")
    end: End | None = None
    tags: Mapping[str, str] = field(default_factory=dict)

    def begun(self) -> Position:
        """The position that the game began from. Raises RecordError."""
        try:
            return self.variant.position(self.start)
        except SfenError as error:
            raise RecordError(str(error)) from error

    def steps(self, position: Position) -> Iterator[tuple[int, Played]]:
        """The moves, from 1, each of which is played on `position` (that of `begun`) after it was given. Raises
        RecordError where one is illegal."""
        for number, played in enumerate(self.moves, 1):
            yield number, played
            try:
                position.push(played.move)
            except IllegalMoveError as error:
                raise RecordError(f"move {number}: {error}") from error

    def replay(self) -> Position:
        """The position after the last move, every move played by `push`. Raises RecordError where one is illegal."""
        position = self.begun()
        for _ in self.steps(position):
            pass
        return position

    @property
    def begins_at_start(self) -> bool:
        return self.start == self.variant.setups["start"]


def lines_of(text: str) -> list[str]:
    """The lines of a text; but for the line break of some system, whatever stands in a line is part of it."""
    return re.split(r"\r\n|\n|\r", text)


def commented(before: Played, line: str, *, first: bool) -> Played:
    """A move of which one more line is said."""
    return replace(before, comment=line if first else f"{before.comment}\n{line}")


def one_line(text: str) -> str:
    """A text for a format in which a line ends what is said."""
    return " ".join(text.split())


def record_of(position: Position) -> Record:
    """The game that led to a position; its end, if the rules have ended it."""
    game = position.copy()
    moves = position.history
    for _ in moves:
        game.pop()
    outcome = position.outcome()
    end = End(outcome.winner, outcome.reason) if outcome else None
    return Record(position.variant, game.sfen(), tuple(map(Played, moves)), end=end)
