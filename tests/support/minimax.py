"""The search and the evaluation written plainly, over the reference interpreter: what compiled ones must agree with.

The numbers are those of `hensoku.compiler.evaluation`; how they add up, and how a game ends, is said here once more.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import hensoku
from hensoku.compiler.evaluation import Evaluation, evaluate
from hensoku.compiler.resolve import resolve
from hensoku.runtime.codec import from_square, to_square
from hensoku.runtime.contract import Core

MATE = 32000


@cache
def numbers_of(slug: str) -> Evaluation:
    return evaluate(resolve(slug).module)


@dataclass(frozen=True)
class Plain:
    """A reference position's worth, without a search and with one."""

    position: hensoku.Position
    numbers: Evaluation

    @staticmethod
    def of(slug: str, sfen: str, moves: tuple[str, ...] = ()) -> Plain:
        position = hensoku.load(slug, backend="reference").position(sfen)
        for move in moves:
            position.push(move)
        return Plain(position, numbers_of(slug))

    def search(self, depth: int, ply: int = 0) -> int:
        """Every line to the end, the evaluation there; what is decided counts by how soon."""
        position = self.position
        outcome = position.outcome()
        if outcome is not None:
            if outcome.winner is None:
                return 0
            return MATE - ply if outcome.winner == position.turn else ply - MATE
        if ply and position.may_declare_win():
            return MATE - ply
        if depth == 0:
            return self.evaluate()
        best = -MATE
        for move in position.legal_moves:
            position.push(move)
            best = max(best, -self.search(depth - 1, ply + 1))
            position.pop()
        return best

    def evaluate(self) -> int:
        own, other = (self._side(side) for side in (self._core.turn, 1 - self._core.turn))
        return own - other + self.numbers.tempo

    @property
    def _core(self) -> Core:
        return self.position._core

    def _side(self, side: int) -> int:
        core = self._core.copy()
        core.reset(core.cells(), core.hands(), side, core.state())
        cells, pieces = core.cells(), self.position.variant.data["pieces"]
        faces = [self.numbers.faces[piece["id"]] for piece in pieces]
        squares = [square for square, cell in enumerate(cells) if cell and cell % 2 == side]
        last = len(cells) - 1
        value = sum(faces[cells[square] // 2 - 1].worth[last - square if side else square] for square in squares)
        value += sum(count * faces[kind].hand for kind, count in enumerate(core.hands()[side]))
        royals = [s for s, cell in enumerate(cells) if cell and cell % 2 != side and pieces[cell // 2 - 1]["royal"]]
        zone = {near for royal in royals for near in self.numbers.near[royal]}
        units = 0
        for code in core.reached():
            face = faces[cells[from_square(code)] // 2 - 1]
            value += face.mobility
            units += face.force if to_square(code) in zone else 0
        if units:
            units += sum(count * faces[kind].force // 2 for kind, count in enumerate(core.hands()[side]))
        return value + min(units * units * self.numbers.danger // 256, self.numbers.most_danger)
