"""Boards as graphs: squares, their names, and the vectors that lead from one to another.

This is the only place that computes with files and ranks. A type of board says how a step of (right, forward) squares
leads on; everything else in the project follows vectors and lists of squares. Another type (hex, a free graph) is
another class with the public methods of `Geometry`.

- Files and ranks are 0-based in the SFEN grid, from the left and from the top (`ir.Square`).
- `right` and `forward` are as side 0 sees them: forward is up the grid. Side 1 sees the board turned by 180 degrees.
- Vectors and rings are made when they are asked for; `board()` gives what has been asked for so far.
- `lines` are extra edges between neighbours, such as the diagonals of a palace, each a row of square names. An edge
  leads both ways. Pieces that move orthogonally also move along them (`line_vectors`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final, final

from hensoku.compiler.ir.types import Board, Ring, Square, SquareIndex, Vector

OCTANTS: Final = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))

_NAME: Final = re.compile(r"([1-9][0-9]{0,3})([a-z]{1,3})\Z")


@final
@dataclass(frozen=True, slots=True)
class Topology:
    """What joins with what: with `files` the left edge with the right one, with `ranks` the top with the bottom."""

    files: bool = False
    ranks: bool = False


TOPOLOGIES: Final[dict[str, Topology]] = {
    "grid": Topology(),
    "cylinder": Topology(files=True),
    "torus": Topology(files=True, ranks=True),
}


@lru_cache(maxsize=128)
def rank_letters(number: int) -> str:
    """The USI letters of the rank with a 0-based number from the top: a to z, then aa, ab, …"""
    letters = ""
    number += 1
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("a") + rest) + letters
    return letters


def rank_number(letters: str) -> int:
    """The 0-based number from the top of a rank with these USI letters."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("a") + 1
    return number - 1


def _name(files: int, file: int, rank: int) -> str:
    """The USI name of a square of a board so wide: files are numbered from the right."""
    return f"{files - file}{rank_letters(rank)}"


class Geometry:
    """A rectangular board of one of `TOPOLOGIES`, with holes and lines. Names of holes and on lines must be squares of
    the rectangle (`ValueError`); the caller checks them first with `on_grid`."""

    def __init__(
        self,
        type: str,  # noqa: A002 - the word of the definition language
        files: int,
        ranks: int,
        holes: Iterable[str] = (),
        lines: Iterable[Iterable[str]] = (),
    ) -> None:
        if type not in TOPOLOGIES:
            raise ValueError(f"no topology {type!r}, only {', '.join(TOPOLOGIES)}")
        if files < 1 or ranks < 1:
            raise ValueError(f"a board of {files}x{ranks} has no squares")
        self.type, self.width, self.height = type, files, ranks
        self._topology = TOPOLOGIES[type]
        missing = {self._place(name) for name in holes}
        places = [(file, rank) for rank in range(ranks) for file in range(files) if (file, rank) not in missing]
        self.squares = tuple(Square(_name(files, file, rank), file, rank) for file, rank in places)
        self._index = {place: index for index, place in enumerate(places)}
        self._steps = _steps_of(self._topology, files, ranks, self.squares)
        self._line_edges = self._edges(lines)
        self._vectors: list[Vector] = []
        self._vector_index: dict[str, int] = {}
        self._rings: list[Ring] = []

    @staticmethod
    def of(board: Board) -> Geometry:
        """The geometry of a board, without its lines."""
        there = {square.name for square in board.squares}
        every = (_name(board.files, file, rank) for rank in range(board.ranks) for file in range(board.files))
        return Geometry(board.topology, board.files, board.ranks, [name for name in every if name not in there])

    @property
    def joined(self) -> tuple[bool, bool]:
        """Whether the left edge is joined with the right one, and the top with the bottom."""
        return self._topology.files, self._topology.ranks

    # ------------------------------------------------------------------------------------------------------- squares

    def on_grid(self, name: str) -> bool:
        """Whether a USI name lies in the rectangle, be it a square or a hole."""
        match = _NAME.match(name)
        return match is not None and int(match[1]) <= self.width and rank_number(match[2]) < self.height

    def square(self, name: str) -> SquareIndex | None:
        """The square with a USI name (`5e`), None off the board and for a hole."""
        return self._index.get(self._place(name)) if self.on_grid(name) else None

    def at(self, file: int, rank: int) -> SquareIndex | None:
        """The square at a file from the left and a rank from side 0's edge, both 0-based, as the Python API counts."""
        return self._index.get((file, self.height - 1 - rank))

    def place(self, square: SquareIndex) -> tuple[int, int]:
        """(file from the left, rank from side 0's edge) of a square; the inverse of `at`."""
        return self.squares[square].file, self.height - 1 - self.squares[square].rank

    @property
    def turned(self) -> tuple[SquareIndex, ...]:
        """What side 1 sees where side 0 sees a square; -1 where that is a hole (see `unpaired`)."""
        return tuple(self._index.get(self._turned_place(square), -1) for square in self.squares)

    @property
    def unpaired(self) -> tuple[str, ...]:
        """The squares whose counterpart under a turn by 180 degrees is a hole; no board of a game has any."""
        return tuple(square.name for square, other in zip(self.squares, self.turned, strict=True) if other < 0)

    @property
    def unpaired_lines(self) -> tuple[str, ...]:
        """The edges of lines (`6i-5h`) whose counterpart under a turn by 180 degrees is none."""
        turned = self.turned
        return tuple(
            f"{self.squares[square].name}-{self.squares[end].name}"
            for (right, forward), edges in self._line_edges.items()
            for square, end in edges.items()
            if self._line_edges[-right, -forward].get(turned[square], -1) != turned[end]
        )

    def _turned_place(self, square: Square) -> tuple[int, int]:
        return self.width - 1 - square.file, self.height - 1 - square.rank

    def _place(self, name: str) -> tuple[int, int]:
        match = _NAME.match(name)
        if match is None or not self.on_grid(name):
            raise ValueError(f"no square {name!r} on a board of {self.width}x{self.height}")
        return self.width - int(match[1]), rank_number(match[2])

    # ------------------------------------------------------------------------------------------------------- regions

    def far(self, count: int) -> tuple[SquareIndex, ...]:
        """The squares of the `count` ranks farthest from side 0; side 1's are their counterparts under `turned`."""
        return self._select(range(self.width), range(self._depth(count)))

    def near(self, count: int) -> tuple[SquareIndex, ...]:
        """The squares of the `count` ranks nearest to side 0."""
        return self._select(range(self.width), range(self.height - self._depth(count), self.height))

    def ranks(self, first: str, last: str) -> tuple[SquareIndex, ...]:
        """The squares from one rank to another, each a USI letter (`a`) or its number from the top (`1`)."""
        return self._select(range(self.width), _span(self._rank(first), self._rank(last)))

    def files(self, first: str, last: str) -> tuple[SquareIndex, ...]:
        """The squares from one file to another, each a USI number, counted from the right."""
        return self._select(_span(self._file(first), self._file(last)), range(self.height))

    def rectangle(self, corner: str, opposite: str) -> tuple[SquareIndex, ...]:
        """The squares of the rectangle between two opposite corners, which may be holes."""
        (file, rank), (other_file, other_rank) = self._place(corner), self._place(opposite)
        return self._select(_span(file, other_file), _span(rank, other_rank))

    def _select(self, files: range, ranks: range) -> tuple[SquareIndex, ...]:
        return tuple(
            index for index, square in enumerate(self.squares) if square.file in files and square.rank in ranks
        )

    def _depth(self, count: int) -> int:
        if not 1 <= count <= self.height:
            raise ValueError(f"a board with {self.height} ranks has no region of {count}")
        return count

    def _rank(self, name: str) -> int:
        number = int(name) - 1 if name.isdecimal() else rank_number(name)
        if not 0 <= number < self.height:
            raise ValueError(f"no rank {name!r} on a board with the ranks a to {rank_letters(self.height - 1)}")
        return number

    def _file(self, name: str) -> int:
        number = self.width - int(name) if name.isdecimal() else -1
        if not 0 <= number < self.width:
            raise ValueError(f"no file {name!r} on a board with the files 1 to {self.width}")
        return number

    # ------------------------------------------------------------------------------------------------------- vectors

    def vector(self, right: int, forward: int) -> int:
        """The index of the vector of one step or leap. It leads to -1 off the board, into a hole and back to where it
        began (on a joined board)."""
        targets, back = self._steps.targets(right, forward), self._steps.targets(-right, -forward)
        return self._pair(f"{right:+d}{forward:+d}", targets, f"{-right:+d}{-forward:+d}", back)

    def comes_round(self, vector: int) -> bool:
        """Whether a vector, followed on and on, leads from some square back to it."""
        targets = self._vectors[vector].targets
        return any(self._returns(targets, square) for square in range(len(self.squares)))

    def _returns(self, targets: tuple[SquareIndex, ...], square: SquareIndex) -> bool:
        at = targets[square]
        for _ in self.squares:
            if at < 0 or at == square:
                break
            at = targets[at]
        return at == square

    def ring(self, stride: int) -> int:
        """The index of the ring of eight vectors of a stride."""
        vectors = [self.vector(right * stride, forward * stride) for right, forward in OCTANTS]
        a, b, c, d, e, f, g, h = vectors
        ring = Ring(stride, (a, b, c, d, e, f, g, h))
        if ring not in self._rings:
            self._rings.append(ring)
        return self._rings.index(ring)

    def everywhere(self) -> tuple[int, ...]:
        """Vectors that together lead from each square to each other one, once: shifts along the list of squares."""
        count = len(self.squares)
        return tuple(
            self._pair(f"shift{shift}", self._shifted(shift), f"shift{count - shift}", self._shifted(count - shift))
            for shift in range(1, count)
        )

    def line_vectors(self, directions: Iterable[tuple[int, int]]) -> tuple[int, ...]:
        """The vectors along `lines` that a piece with these orthogonal steps follows.

        An edge that lies in one of the steps is followed with it. A slanting edge is followed with the step forward or
        back that it goes with: a soldier that moves forward and sideways follows slanting edges forward only.
        """
        wanted = set(directions)
        steps = [step for step in OCTANTS if (0, step[1]) in wanted or step in wanted]
        return tuple(self._line_vector(step) for step in steps if self._line_edges.get(step))

    def board(self) -> Board:
        """The board with the vectors and rings made so far."""
        return Board(
            self.type, self.width, self.height, self.squares, self.turned, tuple(self._vectors), tuple(self._rings)
        )

    def _shifted(self, shift: int) -> tuple[SquareIndex, ...]:
        count = len(self.squares)
        return tuple((index + shift) % count for index in range(count))

    def _line_vector(self, step: tuple[int, int]) -> int:
        right, forward = step
        ahead, back = self._line_edges.get(step, {}), self._line_edges.get((-right, -forward), {})
        count = range(len(self.squares))
        return self._pair(
            f"line{right:+d}{forward:+d}",
            tuple(ahead.get(square, -1) for square in count),
            f"line{-right:+d}{-forward:+d}",
            tuple(back.get(square, -1) for square in count),
        )

    def _pair(self, name: str, targets: tuple[int, ...], turned_name: str, turned: tuple[int, ...]) -> int:
        """The index of a vector, made together with its counterpart if it is new."""
        if name not in self._vector_index:
            index = len(self._vectors)
            other = index if turned_name == name else index + 1
            self._vector_index[name] = index
            self._vectors.append(Vector(name, other, targets))
            if other != index:
                self._vector_index[turned_name] = other
                self._vectors.append(Vector(turned_name, index, turned))
        return self._vector_index[name]

    def _edges(self, lines: Iterable[Iterable[str]]) -> dict[tuple[int, int], dict[SquareIndex, SquareIndex]]:
        """The edges of lines by their step as (right, forward)."""
        edges: dict[tuple[int, int], dict[SquareIndex, SquareIndex]] = {}
        for line in lines:
            for one, next_one in pairwise(line):
                (file, rank), (other_file, other_rank) = self._place(one), self._place(next_one)
                right, forward = other_file - file, rank - other_rank
                if (right, forward) not in OCTANTS:
                    raise ValueError(f"{one} and {next_one} are no neighbours")
                square, other = self._index.get((file, rank)), self._index.get((other_file, other_rank))
                if square is None or other is None:
                    raise ValueError(f"a line passes over a hole between {one} and {next_one}")
                edges.setdefault((right, forward), {})[square] = other
                edges.setdefault((-right, -forward), {})[other] = square
        return edges


def _span(one: int, other: int) -> range:
    return range(min(one, other), max(one, other) + 1)


@final
class _Steps:
    """Where steps and leaps lead on one kind of board."""

    def __init__(self, topology: Topology, width: int, height: int, squares: tuple[Square, ...]) -> None:
        self._topology, self._width, self._height, self._squares = topology, width, height, squares
        self._index = {(square.file, square.rank): number for number, square in enumerate(squares)}
        self._known: dict[tuple[int, int], tuple[SquareIndex, ...]] = {}

    def targets(self, right: int, forward: int) -> tuple[SquareIndex, ...]:
        """Where one step leads from each square; -1 off the board and back to where it began."""
        if (right, forward) not in self._known:
            self._known[right, forward] = tuple(self._step(square, right, forward) for square in self._squares)
        return self._known[right, forward]

    def _step(self, square: Square, right: int, forward: int) -> SquareIndex:
        file, rank = square.file + right, square.rank - forward
        if self._topology.files:
            file %= self._width
        if self._topology.ranks:
            rank %= self._height
        return -1 if (file, rank) == (square.file, square.rank) else self._index.get((file, rank), -1)


_steps_of = lru_cache(maxsize=32)(_Steps)
"""Most variants share a few boards."""
