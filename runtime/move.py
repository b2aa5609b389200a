"""Moves as the API gives them: squares by their USI names, the same object in any position.

    7g7f      from, to
    2b3c+     the piece changes to its only promotion target
    2b3c+S    ... to one of several: its id follows
    3c3d-     the piece turns back to its base face
    P*5e      a drop; `+P*5e` puts another face on the board than the one in hand, `[AB]*5e` has a longer name
    6f6g6f    a move of several steps, every square that it names in order (here a capture on 6g and back: igui)

`=` after a move says that the piece does not promote, as no mark does.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache, total_ordering
from typing import final

from hensoku.runtime.contract import MOST_VIAS
from hensoku.runtime.errors import MoveSyntaxError
from hensoku.runtime.given import expect

SQUARE = r"[1-9][0-9]?(?:a[a-z]|[a-z])"
"""A square in USI: the file, counted from sente's right, and the rank, a letter (after `z` comes `aa`)."""

PIECE = r"\+?(?:[A-Z]['!]?|\[[A-Z0-9_']+\])"
"""A piece id as SFEN spells it for sente."""

_SQUARE = re.compile(SQUARE)
_PIECE = re.compile(PIECE)
_BECOMES = re.compile(rf"\+(?:{PIECE})?|-|")


@final
@total_ordering
@dataclass(frozen=True, slots=True)
class Move:
    """A move of a piece on the board (`from_` a square, `drop` None) or a drop (`from_` None, `drop` a piece id).

    `via` are the squares named between: those where something is captured on the way, and the turning squares of a
    pass; where the variant counts paths, all turning squares. `becomes` is how the promotion is written: `""`, `"+"`,
    `"-"`, or `"+"` and a piece id. Ordered by text. Raises ValueError for what is no move on any board.

    >>> Move.parse("2b3c+")
    Move.parse('2b3c+')
    >>> str(Move(None, "5e", drop="P"))
    'P*5e'
    """

    from_: str | None
    to: str
    via: tuple[str, ...] = ()
    becomes: str = ""
    drop: str | None = None

    def __post_init__(self) -> None:
        expect(self.via, tuple, "via is a tuple of squares")
        try:
            self._check()
        except TypeError:
            said = self.from_, self.to, *self.via, self.becomes, self.drop
            raise TypeError(f"a move is made of texts, not of {', '.join(map(repr, said))}") from None

    def _check(self) -> None:
        if (self.from_ is None) == (self.drop is None):
            raise MoveSyntaxError("a move has either a square it comes from or a piece that is dropped")
        if self.drop is not None and (self.via or self.becomes):
            raise MoveSyntaxError("a drop has no squares between and no promotion; a promoted face is dropped as `+P`")
        if self.drop is not None and not _PIECE.fullmatch(self.drop):
            raise MoveSyntaxError(f"{self.drop!r} is no piece id")
        for square in (self.to, *self.via, *(() if self.from_ is None else (self.from_,))):
            if not _SQUARE.fullmatch(square):
                raise MoveSyntaxError(f"{square!r} is no square")
        if len(self.via) > MOST_VIAS:
            raise MoveSyntaxError(f"a move names at most {MOST_VIAS + 2} squares")
        if not _BECOMES.fullmatch(self.becomes):
            raise MoveSyntaxError(f"{self.becomes!r} is no promotion: `+`, `-`, or `+` and a piece id")

    def __str__(self) -> str:
        if self.from_ is None:
            return f"{self.drop}*{self.to}"
        return f"{self.from_}{''.join(self.via)}{self.to}{self.becomes}"

    def __repr__(self) -> str:
        return f"Move.parse({str(self)!r})"

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Move):
            return NotImplemented
        return str(self) < str(other)

    @staticmethod
    def parse(text: str) -> Move:
        """The move that a USI text writes, without looking at a board. Raises MoveSyntaxError (a ValueError)."""
        if not isinstance(text, str):
            raise TypeError(f"a move is text such as '7g7f', not {type(text).__name__}")
        return _parse(text)


@lru_cache(maxsize=4096)
def _parse(text: str) -> Move:
    return _parse_drop(text) if "*" in text else _parse_board_move(text)


def _parse_drop(text: str) -> Move:
    piece, _, square = text.partition("*")
    if not _PIECE.fullmatch(piece):
        hint = f", write {piece.upper()!r}" if _PIECE.fullmatch(piece.upper()) else ""
        raise _error(text, f"{piece!r} is no piece to drop{hint}" if piece else "no piece before `*`")
    if not _SQUARE.fullmatch(square):
        found = _SQUARE.match(square)
        if found and square[found.end()] in "+-=":
            raise _error(text, "a drop does not promote; a promoted face is dropped as `+P*5e`")
        raise _error(text, f"{square!r} is no square" if square else "no square after `*`")
    return Move(None, square, drop=piece)


def _parse_board_move(text: str) -> Move:
    squares: list[str] = []
    end = 0
    while found := _SQUARE.match(text, end):
        squares.append(found.group())
        end = found.end()
    mark = text[end:]
    if len(squares) < 2:
        raise _error(text, f"{mark!r} is no square" if mark else "a move names at least two squares")
    if len(squares) > MOST_VIAS + 2:
        raise _error(text, f"a move names at most {MOST_VIAS + 2} squares")
    if mark != "=" and not _BECOMES.fullmatch(mark):
        raise _error(text, f"{mark!r} is neither a square nor a promotion (`+`, `-`, `=`, or `+` and a piece id)")
    return Move(squares[0], squares[-1], tuple(squares[1:-1]), "" if mark == "=" else mark)


def _error(text: str, reason: str) -> MoveSyntaxError:
    if not text:
        return MoveSyntaxError("an empty text is no move")
    return MoveSyntaxError(f"{text!r} is no move: {reason}")
