"""USI, the protocol of shogi programs: http://shogidokoro.starfree.jp/usi.html."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, Final, final

from hensoku.runtime.engine.contract import MOST_MATE
from hensoku.runtime.engine.engine import Line
from hensoku.runtime.engine.limits import MILLI, Limits, whole_number
from hensoku.runtime.move import Move

if TYPE_CHECKING:
    from hensoku.runtime.position import Position
    from hensoku.runtime.variant import Variant

CLOCKS: Final = (("btime", "binc"), ("wtime", "winc"))


def set_up(
    variant: Variant,
    words: Sequence[str],
    written: Mapping[str, Callable[[Sequence[str]], str]],
    read: Callable[[str], Move],
) -> Position:
    """The position of a `position` command. `written`: from the fields after a word such as `sfen` to an SFEN; `read`
    gives the moves. Raises ValueError."""
    at = words.index("moves") if "moves" in words else len(words)
    how, *fields = words[:at] or ("",)
    if how == "startpos" and not fields:
        position = variant.position()
    elif how in written and fields:
        position = variant.position(written[how](fields))
    else:
        raise ValueError(f"write `startpos`, or {' or '.join(f'`{word}`' for word in written)} and a position")
    for move in words[at + 1 :]:
        position.push(read(move))
    return position


def legal_only(position: Position, moves: Sequence[str]) -> tuple[str, ...]:
    """The moves, all of them legal. Raises ValueError."""
    wrong = next((move for move in moves if not position.is_legal(move)), None)
    if wrong is not None or not moves:
        raise ValueError(f"{wrong} may not be played" if moves else "no moves to search")
    return tuple(moves)


@final
class Usi:
    """Positions as SFEN, moves as hensoku writes them, mates counted in plies."""

    name: ClassVar[str] = "usi"
    greeting: ClassVar[str] = "usiok"
    variant_option: ClassVar[str] = "USI_Variant"
    hash_option: ClassVar[str] = "USI_Hash"
    ponder_option: ClassVar[str] = "USI_Ponder"
    new_game: ClassVar[str] = "usinewgame"

    def position(self, variant: Variant, words: Sequence[str]) -> Position:
        return set_up(variant, words, {"sfen": " ".join}, Move.parse)

    def move(self, _position: Position, move: Move) -> str:
        return str(move)

    def only(self, position: Position, words: Sequence[str]) -> tuple[str, ...]:
        return legal_only(position, words)

    def score(self, line: Line) -> str:
        return f"mate {line.score.mate}" if line.score.mate is not None else f"cp {line.score.pawns}"

    def clock_of(self, position: Position) -> tuple[str, str]:
        return CLOCKS[position.variant.players.index(position.turn)]

    def best(self, move: str | None, ponder: str | None, *, declares: bool, resigns: bool) -> str:
        if declares:
            return "bestmove win"
        if move is None or resigns:
            return "bestmove resign"
        return f"bestmove {move}" + (f" ponder {ponder}" if ponder else "")

    def mate_limits(self, words: Sequence[str], limits: Limits) -> Limits:
        time = whole_number(words[0]) if words else None
        return replace(limits, mate=limits.depth or MOST_MATE, seconds=None if time is None else time / MILLI)

    def mate(self, moves: Sequence[str] | None, *, timeout: bool) -> str:
        return f"checkmate {' '.join(moves)}" if moves else f"checkmate {'timeout' if timeout else 'nomate'}"
