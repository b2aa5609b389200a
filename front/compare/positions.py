"""Where two variants part: random games of both, from the start and from random placements, and each position set up in
both.

A position of one game is one of the other if its SFEN can be read there. Both are asked as if the game began with it,
for an SFEN holds no history.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, final

from hensoku.compiler.fuzz.dice import Dice
from hensoku.compiler.fuzz.positions import random_placement
from hensoku.runtime.errors import SfenError
from hensoku.runtime.position import Position
from hensoku.runtime.variant import Variant

_TRIES: Final = 12
"""So many placements are drawn until one is a position."""


@final
@dataclass(frozen=True)
class Parting:
    """The first position that differs: one of the two (`by` is 0 or 1) `played` so from `begun`. `only` are the moves
    that are legal in one alone, by side; `common` how many are legal in both; `outcomes` what has ended the game there,
    empty if it goes on."""

    sfen: str
    begun: str
    by: int
    played: tuple[str, ...]
    only: tuple[tuple[str, ...], tuple[str, ...]]
    common: int
    outcomes: tuple[str, str]


@final
@dataclass(frozen=True)
class Tried:
    """`compared` positions were read by both; `unread` were not, the first for the reason `why`."""

    parting: Parting | None
    compared: int
    unread: int
    why: str


def first_parting(
    a: Variant, b: Variant, *, games: int, plies: int, seed: int, done: Callable[[], None] = lambda: None
) -> Tried:
    """Play games of `a` and `b` by turns until a position differs. `done` is told after each game."""
    compared, unread, why, begun = 0, 0, "", ""
    for game in range(games):
        by = game % 2
        for sfen, played in _game((a, b)[by], game // 2, plies, Dice(f"{seed} {game}")):
            begun = begun if played else sfen
            try:
                pair = (a.position(sfen), b.position(sfen))
            except SfenError as error:
                unread, why = unread + 1, why or str(error).partition("\n")[0]
                continue
            compared += 1
            parting = _parting(pair, sfen, begun, by, played)
            if parting is not None:
                return Tried(parting, compared, unread, why)
        done()
    return Tried(None, compared, unread, why)


def _game(variant: Variant, number: int, plies: int, dice: Dice) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The positions of a random game, with the moves that led to them. Every other game is from a placement."""
    position = variant.position()
    if number % 2:
        position = next(filter(None, (_placed(variant, dice) for _ in range(_TRIES))), position)
    yield position.sfen(), ()
    for _ in range(plies):
        moves = sorted(map(str, position.legal_moves))
        if not moves or position.outcome() is not None:
            return
        position.push(dice.choice(moves))
        yield position.sfen(), tuple(map(str, position.history))


def _placed(variant: Variant, dice: Dice) -> Position | None:
    """A random placement, None if it is no position of the variant."""
    try:
        return variant.position(random_placement(variant, dice))
    except SfenError:
        return None


def _parting(
    pair: tuple[Position, Position], sfen: str, begun: str, by: int, played: tuple[str, ...]
) -> Parting | None:
    one, other = ({str(move) for move in position.legal_moves} for position in pair)
    first, second = (_told(position) for position in pair)
    if one == other and first == second:
        return None
    only = (tuple(sorted(one - other)), tuple(sorted(other - one)))
    return Parting(sfen, begun, by, played, only, len(one & other), (first, second))


def _told(position: Position) -> str:
    """Why the game is over, and who has won; whatever rule says so."""
    outcome = position.outcome()
    return "" if outcome is None else f"{outcome.reason}, {outcome.winner or 'nobody'} wins"
