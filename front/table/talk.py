"""What is said at the table: one line is a move, a square, a piece in hand, or a command."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, final

from hensoku.cli.board import draw_position
from hensoku.cli.output import reason_of
from hensoku.engines.dialect import read_line, read_move
from hensoku.engines.engine import Engine, EngineError, Reply
from hensoku.engines.limits import Limits
from hensoku.records.files import load, save
from hensoku.records.record import End, RecordError
from hensoku.runtime.errors import IllegalMoveError, MoveSyntaxError
from hensoku.runtime.move import PIECE, SQUARE
from hensoku.table.table import Table, TableError, legal_of, meant, table_of

HINT: Final = Limits(movetime=1.0)
"""How long an engine thinks about a hint."""

_LOOKS_LIKE_A_MOVE: Final = re.compile(rf"{SQUARE}|{PIECE}\*")

_TOLD: Final = (TableError, RecordError, EngineError, IllegalMoveError, MoveSyntaxError)


@final
@dataclass
class Talk:
    """`engine` plays the sides of `machine`; `helper` starts one for hints where there is none. `hear` gives the next
    line, or raises EOFError; `say` writes."""

    table: Table
    hear: Callable[[str], str]
    say: Callable[[str], None]
    engine: Engine | None = None
    machine: frozenset[int] = frozenset()
    helper: Callable[[], Engine] | None = None
    kanji: bool = True
    turned: bool = False
    pace: Limits = field(default_factory=lambda: HINT)
    """What the engine has for a move where there is no clock."""

    def hold(self) -> None:
        """Play until it is ended, or there is no more to hear."""
        self._going, self._begun = True, time.monotonic()
        self.show()
        self.say("a move such as " + self._example() + "; a square shows what can go from it; `help` says more")
        while self._going:
            try:
                self._turn()
            except (EOFError, KeyboardInterrupt):
                break
        self.say("")

    def _turn(self) -> None:
        table = self.table
        if table.end is None and table.side in self.machine and self.engine is not None:
            self._let_engine_move(self.engine)
            return
        line = self.hear(self._prompt()).strip()
        if not line:
            return
        before = table.position.key, len(table.played)
        try:
            self._do(line)
        except _TOLD as error:
            self.say(str(error))
        except OSError as error:
            self.say(f"{error.filename}: {reason_of(error)}")
        if (self.table.position.key, len(self.table.played)) != before:
            self._begun = time.monotonic()

    def _prompt(self) -> str:
        table = self.table
        if table.end is not None:
            return "over> "
        clock = f" {table.clocks[table.side].left:.0f} s" if table.limits.has_clock else ""
        return f"{len(table.played) + 1}. {table.position.turn}{clock}> "

    def _do(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        position = self.table.position
        if word.lower() in COMMANDS:
            COMMANDS[word.lower()].act(self, rest.strip())
        elif word in position.variant.square_index or word.upper() in position.hand(position.turn):
            self._point(word)
        elif word.upper() in {piece["id"] for piece in position.variant.data["pieces"]}:
            self.say(f"{position.turn} has no {word.upper()} in hand")
        elif re.fullmatch(SQUARE, word):
            self.say(f"{word} is no square of this board")
        elif _LOOKS_LIKE_A_MOVE.match(word):
            self._move(word)
        else:
            self.say(f"{line!r} is no move, no square, no piece and no command: see `help`")

    # ------------------------------------------------------------------------------------------------------------ moves

    def _move(self, text: str) -> None:
        """A move of the player, who has had the time since the position came about."""
        self.table.check_going_on()
        move = meant(self.table.position, text)
        self.table.play(move, time.monotonic() - self._begun)
        self.show()

    def _let_engine_move(self, engine: Engine) -> None:
        table, side = self.table, self.table.side
        limits = table.limits if table.limits.has_clock else self.pace
        try:
            reply = engine.think(
                table.variant,
                table.start,
                [played.move for played in table.played],
                side,
                limits,
                left=table.left,
                allowed=table.clocks[side].allowed,
            )
            if reply.move == "resign":
                table.resign()
            elif reply.move == "win":
                table.declare()
            else:
                self._play_of(engine, reply)
        except (EngineError, TableError) as error:
            self.say(f"{error}; you play both sides now")
            self.machine = frozenset()
        else:
            self.show()
        self._begun = time.monotonic()

    def _play_of(self, engine: Engine, reply: Reply) -> None:
        """Raises EngineError for a move that is not legal."""
        move = read_move(engine.dialect, reply.move, self.table.position)
        if move is None:
            raise EngineError(f"{engine.name} answered {reply.move!r}, which is no legal move")
        self.table.play(move, reply.seconds, str(reply.thought))
        self.say(f"{engine.name}: {move}  {reply.thought}".rstrip())

    def _point(self, text: str) -> None:
        """What a piece can do, on the board and as a list."""
        position = self.table.position
        legal = legal_of(position, text)
        if not legal:
            piece = position.piece_at(text) if text in position.variant.square_index else None
            self.say(f"{piece.name} on {text} has no legal move now" if piece else f"nothing on {text} can move now")
            return
        self.say(self._drawn(dict.fromkeys((move.to for move in legal), "*")))
        self.say(" ".join(map(str, legal)))

    # ---------------------------------------------------------------------------------------------------------- looking

    def show(self, _: str = "") -> None:
        """The board, check, the end."""
        table = self.table
        self.say(self._drawn())
        if table.end is not None:
            self.say(_told(table.end, table.rule))
        elif table.position.is_check():
            self.say("check")

    def _drawn(self, marks: dict[str, str] | None = None) -> str:
        """The board; without other marks `>` stands before the piece that moved last."""
        played = self.table.played
        last = {played[-1].move.to: ">"} if played else {}
        drawn = draw_position(self.table.position, kanji=self.kanji, turned=self.turned, marks=marks or last)
        return f"{drawn}, after {played[-1].move}" if played else drawn

    def _example(self) -> str:
        legal = self.table.position.legal_moves
        return str(min(legal)) if legal else "7g7f"

    def legal(self, _: str) -> None:
        legal = sorted(self.table.position.legal_moves)
        self.say(f"{len(legal)}: {' '.join(map(str, legal))}")

    def sfen(self, _: str) -> None:
        self.say(self.table.position.sfen())

    def moves(self, _: str) -> None:
        pairs = [f"{number}. {played.move}" for number, played in enumerate(self.table.played, 1)]
        self.say("  ".join(pairs) or "no move yet")

    def clock(self, _: str) -> None:
        if not self.table.limits.has_clock:
            raise TableError("there is no clock: begin with --tc")
        sides = zip(self.table.variant.players, self.table.left, strict=True)
        self.say(", ".join(f"{side} {left:.1f} s" for side, left in sides) + f" ({self.table.limits})")

    def flip(self, _: str) -> None:
        self.turned = not self.turned
        self.show()

    def letters(self, _: str) -> None:
        self.kanji = not self.kanji
        self.show()

    def help(self, _: str) -> None:
        self.say("7g7f, 2b3c+, 2b3c=, P*5e  a move; 7g, P  the moves of a piece on the board or in hand")
        for name, command in COMMANDS.items():
            if not command.hidden:
                self.say(f"{name + ' ' + command.takes:<14} {command.means}")

    # ------------------------------------------------------------------------------------------------------- the course

    def hint(self, _: str) -> None:
        self.table.check_going_on()
        if self.engine is None:
            if self.helper is None:
                raise TableError("there is no engine to ask: begin with --engine")
            self.engine = self.helper()
        table, moves = self.table, [played.move for played in self.table.played]
        reply = self.engine.think(table.variant, table.start, moves, table.side, HINT)
        line = read_line(self.engine.dialect, reply.thought.pv.split() or [reply.move], table.position)
        self.say(f"{' '.join(map(str, line)) or reply.move}  {reply.thought}".rstrip())

    def undo(self, _: str) -> None:
        """The last move; with an engine, back to the last one of the player. An end by a player is taken back alone."""
        if self.table.reopen():
            self.show()
            return
        count = 1
        others = [side for side in (0, 1) if side not in self.machine]
        if len(others) == 1 and self.table.side == others[0] and len(self.table.played) > 1:
            count = 2
        self.table.take_back(count)
        self.show()

    def redo(self, _: str) -> None:
        self.table.play_again()
        self.show()

    def resign(self, _: str) -> None:
        self.table.resign()
        self.show()

    def declare(self, _: str) -> None:
        self.table.declare()
        self.show()

    def swap(self, _: str) -> None:
        """The engine takes the other side."""
        if self.engine is None:
            raise TableError("there is no engine: begin with --engine")
        self.table.check_going_on()
        self.machine = frozenset({self.table.side})

    def new(self, _: str) -> None:
        table = self.table
        self.table = Table(table.variant.position(table.start), table.limits, table.names)
        self.show()

    def save(self, path: str) -> None:
        if not path:
            raise TableError("write `save FILE`: .usi, .json, .log, .kif, .kifu or .csa")
        save(Path(path), [self.table.record()])
        self.say(f"saved {path}")

    def load(self, path: str) -> None:
        if not path:
            raise TableError("write `load FILE`")
        games = load(Path(path), self.table.variant)
        self.table = table_of(games[-1], self.table.limits, self.table.names)
        self.show()

    def quit(self, _: str) -> None:
        self._going = False


@final
@dataclass(frozen=True)
class Command:
    act: Callable[[Talk, str], None]
    means: str
    takes: str = ""
    hidden: bool = False


COMMANDS: Final[dict[str, Command]] = {
    "board": Command(Talk.show, "the board again"),
    "legal": Command(Talk.legal, "all legal moves"),
    "hint": Command(Talk.hint, "what the engine would play"),
    "undo": Command(Talk.undo, "take back your last move"),
    "redo": Command(Talk.redo, "play it again"),
    "moves": Command(Talk.moves, "the game so far"),
    "clock": Command(Talk.clock, "the time that is left"),
    "flip": Command(Talk.flip, "look from the other side"),
    "letters": Command(Talk.letters, "letters instead of kanji, or back"),
    "sfen": Command(Talk.sfen, "the position as SFEN"),
    "swap": Command(Talk.swap, "let the engine play this side"),
    "resign": Command(Talk.resign, "give up the game"),
    "declare": Command(Talk.declare, "declare an impasse"),
    "new": Command(Talk.new, "begin again"),
    "save": Command(Talk.save, "write the game to a file", "FILE"),
    "load": Command(Talk.load, "go on with the game of a file", "FILE"),
    "help": Command(Talk.help, "this list"),
    "quit": Command(Talk.quit, "leave"),
    "?": Command(Talk.help, "", hidden=True),
    "q": Command(Talk.quit, "", hidden=True),
    "exit": Command(Talk.quit, "", hidden=True),
}


def _told(end: End, rule: str) -> str:
    who = f"{end.winner} wins" if end.winner else "a draw"
    return f"{end.reason.replace('-', ' ')}: {who}" + (f" ({rule})" if rule else "")
