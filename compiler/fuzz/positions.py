"""Positions to compare on: the setups, random placements that pass the runtime's checks, and random play from both."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias, final

from hensoku.compiler.fuzz.compare import Comparison, same_counts
from hensoku.compiler.fuzz.definitions import paths_of
from hensoku.compiler.fuzz.dice import Dice
from hensoku.compiler.fuzz.games import Game, Pair, Trail
from hensoku.compiler.ir.types import Module, cell_of, side_of
from hensoku.runtime import sfen
from hensoku.runtime.move import Move
from hensoku.runtime.validity import royals_of
from hensoku.runtime.variant import Variant

Tell: TypeAlias = Callable[[Trail], None]

PLACEMENTS: Final = 4
_TRIES: Final = 12
_PLIES: Final = 16
_MOST_EFFORT: Final = 4_000_000
"""For a single position of which something is known."""


@final
@dataclass
class Effort:
    """How much work is left for one definition: the interpreter takes about as many microseconds. Counted, not timed,
    so that the same definition is compared on the same positions wherever it runs. `weight` is its own."""

    left: int = 220_000
    weight: int = 1

    def spend(self, moves: int, pieces: int) -> bool:
        """Whether there is some left after one more position."""
        self.left -= self._cost(moves, pieces)
        return self.left > 0

    def allows_count(self, moves: int, pieces: int) -> bool:
        """Whether a count of two plies is cheap beside what is left."""
        return moves * self._cost(moves, pieces) < self.left // 4

    def _cost(self, moves: int, pieces: int) -> int:
        """Every move is tried, and every enemy piece looked at whether it takes the king then."""
        return 25 * (moves + 4) * (pieces + 2) * self.weight


def _weight(module: Module) -> int:
    """How much longer than usual it takes to look at a piece: moves of many paths do."""
    return 1 + paths_of(module) // 500


def compare_on_positions(pair: Pair, dice: Dice, tell: Tell = lambda _: None) -> int:
    """Compares until the effort for one definition is spent; the number of positions. `tell` is told of each before it
    is compared. Raises DifferenceError."""
    comparison, effort, seen = Comparison(pair), Effort(weight=_weight(pair.module)), 0
    for number, text in enumerate(_beginnings(pair, dice)):
        plies = _PLIES if number == 0 else _PLIES // 2
        seen += _play(comparison, pair.game(text), dice, effort, tell, plies)
        if effort.left <= 0:
            break
    return seen


def compare_along(pair: Pair, trail: Trail) -> None:
    """Compares on every position of a trail, and on all that its last one leads to. Raises DifferenceError, or
    ValueError if the trail does not lead on."""
    comparison, game = Comparison(pair), pair.game(trail.sfen)
    moves = comparison.position(game)
    for text in trail.moves:
        game.play(text)
        moves = comparison.position(game)
    pieces = sum(1 for cell in game.reference.core.cells() if cell)
    if Effort(_MOST_EFFORT, _weight(pair.module)).allows_count(len(moves), pieces):
        same_counts(game, 2)


def _play(comparison: Comparison, game: Game, dice: Dice, effort: Effort, tell: Tell, plies: int) -> int:
    """A random game; the number of its positions."""
    policy = dice.weighted({"any": 4.0, "captures": 2.5, "checks": 2.5, "shuttle": 1.5})
    for ply in range(plies):
        tell(game.trail)
        moves = comparison.position(game)
        pieces = sum(1 for cell in game.reference.core.cells() if cell)
        if ply % 5 == 0 and effort.allows_count(len(moves), pieces):
            same_counts(game, 2)
        if not moves or not effort.spend(len(moves), pieces):
            return ply + 1
        game.play(_choice(game, moves, dice, policy))
    return plies


def _choice(game: Game, moves: list[Move], dice: Dice, policy: str) -> Move:
    """A move: any, one that takes something, one that checks, or one back to where the side's last move came from."""
    liked: list[Move] = []
    if policy == "captures":
        liked = [move for move in moves if game.reference.position.victims(move)]
    if policy == "checks":
        liked = [move for move in moves if game.checks(move)]
    history = game.reference.position.history
    if policy == "shuttle" and len(history) > 1:
        liked = [move for move in moves if (move.from_, move.to) == (history[-2].to, history[-2].from_)]
    return dice.choice(liked or moves)


def _beginnings(pair: Pair, dice: Dice) -> Iterator[str]:
    """SFENs: the setups, then random ones that both backends take for positions."""
    yield from pair.reference.setups.values()
    for _ in range(PLACEMENTS):
        tries = (random_placement(pair.reference, dice) for _ in range(_TRIES))
        found = next((text for text in tries if not pair.faults(text)), None)
        if found is not None:
            yield found


def random_placement(variant: Variant, dice: Dice) -> str:
    """Each side has as many royals as in the start, mostly, on the board or, if they may be dropped, in hand; other
    pieces are anywhere."""
    data = variant.data
    squares, pieces, order = len(data["board"]["squares"]), data["pieces"], data["hand_order"]
    start = sfen.parse(data, variant.setups["start"])
    royal = [kind for kind, piece in enumerate(pieces) if piece["royal"]]
    plain = [kind for kind, piece in enumerate(pieces) if not piece["royal"]] or royal
    hands = [[0] * len(pieces) for _ in (0, 1)]
    army: list[int] = []
    for side, hand in enumerate(hands):
        for kind in order:
            hand[kind] = 0 if kind in royal else dice.choice((0, 0, 0, 1, 1, 2))
        kings = [dice.choice(royal) for _ in range(royals_of(data, start, side))] if dice.chance(0.9) else []
        for king in kings:
            held = king in order and dice.chance(0.5)
            hand[king] += held
            army += [] if held else [cell_of(king, side)]
        others = dice.randint(1, max(1, min(14, squares // 3)))
        army += [cell_of(dice.choice(plain), side) for _ in range(others)]
    cells = [0] * squares
    for square, cell in zip(dice.sample(range(squares), squares), army, strict=False):
        cells[square] = cell
    turn = dice.randint(0, 1)
    struck = _struck(data, cells, turn, dice)
    return sfen.write(data["board"], pieces, order, cells, hands, turn, 1, struck)


def _struck(data: Mapping[str, Any], cells: Sequence[int], turn: int, dice: Dice) -> int:
    """Where the side to move has just lost something, in variants that ask."""
    squares = [square for square, cell in enumerate(cells) if cell and side_of(cell) != turn]
    return dice.choice(squares) if data["struck"] and squares and dice.chance(0.6) else -1
