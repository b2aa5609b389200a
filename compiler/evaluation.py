"""What pieces are worth to the search, worked out from a definition alone.

Everything is in hundredths of a pawn, about, and reproducible: the same module gives the same numbers. A definition may
say others (`engine.evaluation`, `Module.evaluation`).

- *Mobility* of a face: how many moves it has on average, on boards on which the start's pieces stand at random, `SHARE`
  of them, as if it had come to a random square. So hoppers, lame leapers, conditions and borrowed moves are what they
  are in play. A move forward counts more than one back.
- *Price*: `PER_MOVE` for each of these moves, and a part of what the face gains by its promotion.
- *Worth* on a square: the price, and more the nearer the square is to where the face may promote; and what a definition
  says of its squares.
- *Hand*: the price of the best face that may be dropped, and something for the choice of squares.
- *Force*: what an attack of the face on a square beside a royal adds to the danger, in units: less for pieces that are
  dear, for they are not risked.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from statistics import fmean
from typing import Final, final

from hensoku.compiler.geometry import OCTANTS, Geometry
from hensoku.compiler.interp.moves import reached
from hensoku.compiler.interp.position import Position
from hensoku.compiler.ir.types import EMPTY, Board, Kind, Module, Piece, SquareIndex, cell_of, side_of

SEED: Final = 1
SHARE: Final = 0.7
MOST_LOOKS, LEAST_BOARDS, MOST_BOARDS = 6000, 40, 300
AHEAD, BACK = 1.15, 0.85
PER_MOVE: Final = 100
ROYAL_PRICE: Final = 2000
"""Of a royal on which the game hangs: more than what any line of captures wins."""
SPARE_ROYAL: Final = 400
PROMISE: Final = 0.12
"""So much of what a promotion gains is in the price, wherever the piece is."""
IN_HAND: Final = 1.08
MOBILITY: Final = 3
MOST: Final = 9999
"""No price is larger, be it worked out or said: with what promotion promises, they are kept in 16 bits."""
DEFAULTS: Final[Mapping[str, int]] = {"advance": 25, "danger": 40, "most_danger": 600, "tempo": 15}


@final
@dataclass(frozen=True, slots=True)
class Face:
    """The numbers of one face. `worth` is by square, as side 0 sees it; `squares` is what a definition says of them."""

    price: int
    worth: tuple[int, ...]
    squares: tuple[int, ...]
    hand: int
    mobility: int
    force: int


@final
@dataclass(frozen=True, slots=True)
class Evaluation:
    """`faces` by the id of the piece. `near` are the squares round each square, itself included. `danger`: what the
    square of all units is multiplied by, in 1/256; it is never more than `most_danger`. `advance`, in hundredths, is in
    the worths already."""

    faces: Mapping[str, Face]
    near: tuple[tuple[SquareIndex, ...], ...]
    advance: int
    danger: int
    most_danger: int
    tempo: int


def evaluate(module: Module) -> Evaluation:
    """The numbers of a variant, as its module comes from the definition or after the passes."""
    return _Evaluator(module).all()


@final
@dataclass(frozen=True)
class _Evaluator:
    module: Module

    def all(self) -> Evaluation:
        faces = {piece.id: self._face(kind) for kind, piece in enumerate(self.module.pieces)}
        numbers = {name: self._said(name, value=value) for name, value in DEFAULTS.items()}
        return Evaluation(faces, self.near, **numbers)

    def _said(self, name: str, piece: str = "", *, value: float) -> int:
        """A number that the definition says, or the value that was worked out."""
        said = (weight.value for weight in self.module.evaluation if (weight.name, weight.piece) == (name, piece))
        return next(said, min(round(value), MOST))

    # -------------------------------------------------------------------------------------------------------- faces

    def _face(self, kind: Kind) -> Face:
        piece = self.module.pieces[kind]
        price = self._prices[kind]
        mobility, squares = 0 if piece.royal else MOBILITY, self._squares(piece)
        return Face(
            price=price,
            worth=tuple(price + bonus + said for bonus, said in zip(self._advancement(kind), squares, strict=True)),
            squares=squares,
            hand=self._hand(piece),
            mobility=self._said("mobility", piece.id, value=mobility),
            force=self._said("force", piece.id, value=0 if piece.royal else _force(self._raw[kind])),
        )

    def _squares(self, piece: Piece) -> tuple[int, ...]:
        said = [weight for weight in self.module.evaluation if (weight.name, weight.piece) == ("square", piece.id)]
        everywhere = range(len(self.module.board.squares))
        return tuple(sum(weight.value for weight in said if square in weight.squares) for square in everywhere)

    @cached_property
    def _prices(self) -> tuple[int, ...]:
        pieces = enumerate(self.module.pieces)
        return tuple(
            self._said("price", piece.id, value=self._raw[kind] + PROMISE * self._gain(kind)) for kind, piece in pieces
        )

    @cached_property
    def _raw(self) -> tuple[float, ...]:
        """By kind, without what a promotion promises."""
        last_counts = self.module.royals.lost_when == "all"
        return tuple(
            ROYAL_PRICE
            if piece.royal and not last_counts
            else min(PER_MOVE * mobility + SPARE_ROYAL * piece.royal, MOST)
            for piece, mobility in zip(self.module.pieces, mobilities(self.module), strict=True)
        )

    def _gain(self, kind: Kind) -> float:
        """What a face gains by its promotion; less than nothing only if it has no choice."""
        promotion = self.module.pieces[kind].promotion
        if promotion is None or not promotion.targets or self.module.pieces[kind].royal:
            return 0.0
        gain = max(self._raw[target] for target in promotion.targets) - self._raw[kind]
        return gain if promotion.forced == "always" else max(gain, 0.0)

    def _advancement(self, kind: Kind) -> list[int]:
        promotion, gain = self.module.pieces[kind].promotion, self._gain(kind)
        zone = {square for trigger in promotion.triggers for square in trigger.zone} if promotion else set()
        if not zone or gain <= 0:
            return [0] * len(self.module.board.squares)
        share = self._said("advance", value=DEFAULTS["advance"]) / 100
        return [round(gain * share / (1 + steps)) for steps in self._steps_to(zone)]

    def _steps_to(self, zone: Iterable[SquareIndex]) -> list[int]:
        """How many steps of a king it is from each square to a region."""
        far = len(self.module.board.squares)
        steps = [far] * far
        waiting = deque(zone)
        for square in waiting:
            steps[square] = 0
        while waiting:
            square = waiting.popleft()
            for other in self.near[square]:
                if steps[other] == far:
                    steps[other] = steps[square] + 1
                    waiting.append(other)
        return steps

    def _hand(self, piece: Piece) -> int:
        dropped = max((self._prices[face] for face in piece.drop.faces), default=0) if piece.drop else 0
        return self._said("hand", piece.id, value=IN_HAND * dropped)

    @cached_property
    def near(self) -> tuple[tuple[SquareIndex, ...], ...]:
        board = self.module.board
        rings = king_steps(board)
        return tuple(
            tuple(sorted({square, *(ring[square] for ring in rings if ring[square] >= 0)}))
            for square in range(len(board.squares))
        )


def _force(raw: float) -> float:
    """A pawn's attack is worth 2 units, a rook's 5."""
    return min(6.0, 2 + raw / 250)


def king_steps(board: Board) -> list[tuple[SquareIndex, ...]]:
    """Where the eight steps of a king lead from each square, -1 off the board."""
    geometry = Geometry.of(board)
    vectors = [geometry.vector(right, forward) for right, forward in OCTANTS]
    made = geometry.board().vectors
    return [made[vector].targets for vector in vectors]


# --------------------------------------------------------------------------------------------------------- mobility


def mobilities(module: Module) -> tuple[float, ...]:
    """By kind, the average weight of its moves on random boards."""
    count = min(MOST_BOARDS, max(LEAST_BOARDS, MOST_LOOKS // len(module.pieces)))
    dice = Random(SEED)
    boards = [_scattered(module, dice) for _ in range(count)]
    return tuple(_mobility(module, kind, boards, dice) for kind in range(len(module.pieces)))


def _scattered(module: Module, dice: Random) -> tuple[int, ...]:
    """Some of the start's pieces on random squares."""
    cells = [cell for cell in module.setups[0].cells if cell != EMPTY]
    taken = dice.sample(cells, round(SHARE * len(cells)))
    squares = dice.sample(range(len(module.board.squares)), len(taken))
    board = [EMPTY] * len(module.board.squares)
    for square, cell in zip(squares, taken, strict=True):
        board[square] = cell
    return tuple(board)


def _mobility(module: Module, kind: Kind, boards: Sequence[tuple[int, ...]], dice: Random) -> float:
    piece = module.pieces[kind]
    everywhere = range(len(module.board.squares)) if piece.within is None else piece.within
    squares = [square for square in everywhere if square not in piece.stuck] or list(everywhere)
    return fmean(_weight(module, kind, cells, dice.choice(squares)) for cells in boards)


def _weight(module: Module, kind: Kind, cells: tuple[int, ...], square: SquareIndex) -> float:
    placed = (*cells[:square], cell_of(kind, 0), *cells[square + 1 :])
    nothing = (0,) * len(module.pieces)
    position = Position(placed, (nothing, nothing), 0)
    ends = {result.to for result in reached(module, position, square) if not _takes_friend(placed, result.victims)}
    rank = module.board.squares[square].rank
    return sum(_direction(module.board.squares[end].rank - rank) for end in ends)


def _takes_friend(cells: tuple[int, ...], victims: Iterable[SquareIndex]) -> bool:
    return any(side_of(cells[victim]) == 0 for victim in victims)


def _direction(down: int) -> float:
    """Of a move by so many ranks toward one's own side."""
    return 1.0 if down == 0 else BACK if down > 0 else AHEAD
