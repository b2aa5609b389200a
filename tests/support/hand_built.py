"""Boards, moves and whole variants put together by hand as IR, without the language and without the compiler.

Directions are (right, forward) as the mover sees them; squares are USI as sente sees them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from hensoku.compiler.ir.types import (
    Board,
    Drop,
    End,
    FileLimit,
    Landing,
    Leg,
    Module,
    Move,
    Piece,
    Promotion,
    Ring,
    Royals,
    Setup,
    Square,
    Start,
    Trigger,
    Vector,
    cell_of,
    kind_of,
    side_of,
)

Direction = tuple[int, int]

FORWARD, BACKWARD, RIGHT, LEFT = (0, 1), (0, -1), (1, 0), (-1, 0)
CLOCKWISE: tuple[Direction, ...] = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
W, F = CLOCKWISE[::2], CLOCKWISE[1::2]
K = CLOCKWISE
GOLD = (*W, (1, 1), (-1, 1))
SILVER = (*F, FORWARD)
KNIGHT = ((1, 2), (-1, 2))
FARTHEST_LEAP = 3

MOVE: tuple[Landing, ...] = ("empty",)
TAKE: tuple[Landing, ...] = ("enemy",)
BOTH: tuple[Landing, ...] = ("empty", "enemy")


# ---------------------------------------------------------------------------------------------------------- boards


@dataclass(frozen=True)
class Grid:
    """A board of `files` x `ranks`, its files (and ranks) joined or not, with every vector up to `FARTHEST_LEAP`."""

    files: int
    ranks: int
    joined_files: bool = False
    joined_ranks: bool = False
    holes: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(
            name
            for rank in range(self.ranks)
            for file in range(self.files)
            if (name := self._name(file, rank)) not in self.holes
        )

    def square(self, name: str) -> int:
        return self.names.index(name)

    def squares(self, names: str) -> tuple[int, ...]:
        return tuple(self.square(name) for name in names.split())

    def far(self, ranks: int) -> tuple[int, ...]:
        """Side 0's farthest ranks."""
        return tuple(index for index, name in enumerate(self.names) if ord(name[-1]) - ord("a") < ranks)

    def vector(self, direction: Direction) -> int:
        return self._directions().index(direction)

    def board(self) -> Board:
        names, directions = self.names, self._directions()
        return Board(
            "grid",
            self.files,
            self.ranks,
            tuple(Square(name, *self._place(name)) for name in names),
            tuple(names.index(self._turned(name)) for name in names),
            tuple(
                Vector(
                    f"{right:+}{forward:+}",
                    directions.index((-right, -forward)),
                    tuple(self._target(name, right, forward) for name in names),
                )
                for right, forward in directions
            ),
            tuple(self._ring(stride) for stride in range(1, FARTHEST_LEAP + 1)),
        )

    def cells(self, pieces: Mapping[str, int]) -> tuple[int, ...]:
        """Cells by square name."""
        cells = [0] * len(self.names)
        for name, cell in pieces.items():
            cells[self.square(name)] = cell
        return tuple(cells)

    def _directions(self) -> list[Direction]:
        leaps = range(-FARTHEST_LEAP, FARTHEST_LEAP + 1)
        return [(right, forward) for right in leaps for forward in leaps if (right, forward) != (0, 0)]

    def _ring(self, stride: int) -> Ring:
        n, ne, e, se, s, sw, w, nw = (self.vector((right * stride, forward * stride)) for right, forward in CLOCKWISE)
        return Ring(stride, (n, ne, e, se, s, sw, w, nw))

    def _name(self, file: int, rank: int) -> str:
        return f"{self.files - file}{chr(ord('a') + rank)}"

    def _place(self, name: str) -> tuple[int, int]:
        return self.files - int(name[:-1]), ord(name[-1]) - ord("a")

    def _turned(self, name: str) -> str:
        file, rank = self._place(name)
        return self._name(self.files - 1 - file, self.ranks - 1 - rank)

    def _target(self, name: str, right: int, forward: int) -> int:
        file, rank = self._place(name)
        file, rank = file + right, rank - forward
        if self.joined_files:
            file %= self.files
        if self.joined_ranks:
            rank %= self.ranks
        inside = 0 <= file < self.files and 0 <= rank < self.ranks
        target = self._name(file, rank) if inside else ""
        return self.names.index(target) if target in self.names else -1


# ----------------------------------------------------------------------------------------------------------- moves


@dataclass(frozen=True)
class Walker:
    """Makes moves on one grid."""

    grid: Grid

    def leg(self, directions: Iterable[Direction], lands: tuple[Landing, ...] = BOTH, **rest: Any) -> Leg:
        starts = tuple(Start(self.grid.vector(direction)) for direction in directions)
        return Leg(lands, starts=starts, **rest)

    def lame(self, direction: Direction, path: Sequence[Direction], gate: str, **rest: Any) -> Leg:
        start = Start(self.grid.vector(direction), tuple(self.grid.vector(step) for step in path))
        return Leg(BOTH, starts=(start,), gate=gate, **rest)  # type: ignore[arg-type]

    @staticmethod
    def leg_of(leg: Leg, **changes: Any) -> Leg:
        return replace(leg, **changes)

    def move(self, directions: Iterable[Direction], lands: tuple[Landing, ...] = BOTH, **rest: Any) -> Move:
        """A move of one leg."""
        return Move((self.leg(directions, lands, **rest),))

    def ride(self, directions: Iterable[Direction], lands: tuple[Landing, ...] = BOTH, **rest: Any) -> Move:
        return self.move(directions, lands, reach=0, **rest)

    def hop(self, directions: Iterable[Direction], lands: tuple[Landing, ...] = BOTH, reach: int = 0) -> Move:
        return self.move(directions, lands, reach=reach, screens=(1, 1))


# -------------------------------------------------------------------------------------------------------- variants


def piece(name: str, kind: int, moves: Iterable[Move], **rest: Any) -> Piece:
    return Piece(name, name, name, tuple(moves), base=rest.pop("base", kind), hand=rest.pop("hand", kind), **rest)


def module(grid: Grid, pieces: Sequence[Piece], setup: str = "", **rest: Any) -> Module:
    """A variant whose start is the SFEN `setup` (board, side, hands); an empty board without one."""
    empty = Setup("start", (0,) * len(grid.names), ((0,) * len(pieces),) * 2, 0)
    held = sorted({piece.hand for piece in pieces if piece.hand >= 0})
    made = Module(
        slug=rest.pop("slug", "hand-built"),
        title="",
        profile="",
        board=grid.board(),
        pieces=tuple(pieces),
        setups=(empty,),
        royals=rest.pop("royals", Royals()),
        ends=rest.pop("ends", (End("checkmate", "loss", "ends.checkmate"),)),
        repetition=None,
        hand_order=rest.pop("hand_order", tuple(held)),
        **rest,
    )
    return replace(made, setups=(read_sfen(made, setup),)) if setup else made


def read_sfen(module: Module, sfen: str) -> Setup:
    rows, *fields = sfen.split()
    cells = _read_row(module, rows.replace("/", ""))
    hands = [[0] * len(module.pieces), [0] * len(module.pieces)]
    count = ""
    for letter in (fields[1] if len(fields) > 1 else "-").replace("-", ""):
        if letter.isdigit():
            count += letter
            continue
        cell = _cell(module, letter)
        hands[side_of(cell)][kind_of(cell)] += int(count or 1)
        count = ""
    turn = 1 if fields and fields[0] == "w" else 0
    return Setup("start", cells, (tuple(hands[0]), tuple(hands[1])), turn)


def _read_row(module: Module, row: str) -> tuple[int, ...]:
    cells: list[int] = []
    plus = ""
    for letter in row:
        if letter.isdigit():
            cells += [0] * int(letter)
        elif letter == "+":
            plus = "+"
        else:
            cells.append(_cell(module, plus + letter))
            plus = ""
    return tuple(cells)


def _cell(module: Module, letters: str) -> int:
    ids = [piece.id for piece in module.pieces]
    return cell_of(ids.index(letters.upper()), int(letters.islower()))


@dataclass(frozen=True)
class Face:
    """A shogi piece before it is numbered: its moves, those of its promoted face, how deep its stuck ranks are."""

    moves: tuple[Move, ...]
    promoted: tuple[Move, ...] = ()
    stuck: int = 0
    royal: bool = False
    royal_promoted: bool = False
    dropped: bool = True
    drop: Mapping[str, Any] | None = None
    forced: str = "stuck"


def number(grid: Grid, faces: Mapping[str, Face], zone: int) -> tuple[Piece, ...]:
    """Kinds in the order of `faces`, the promoted faces after all others, promotion in the farthest `zone` ranks."""
    letters = list(faces)
    promoting = [letter for letter in letters if faces[letter].promoted]
    trigger = Trigger(grid.far(zone), enter=True, leave=True, within=True)
    everywhere = tuple(range(len(grid.names)))
    pieces: list[Piece] = []
    for kind, (letter, face) in enumerate(faces.items()):
        target = len(letters) + promoting.index(letter) if face.promoted else -1
        promotion = Promotion((target,), (trigger,), face.forced) if face.promoted else None  # type: ignore[arg-type]
        drop = Drop((kind,), everywhere, **(face.drop or {})) if face.dropped else None
        hand = kind if face.dropped else -1
        pieces.append(piece(letter, kind, face.moves, hand=hand, royal=face.royal, promotion=promotion, drop=drop))
        pieces[-1] = replace(pieces[-1], stuck=grid.far(face.stuck))
    for letter in promoting:
        base = letters.index(letter)
        face = faces[letter]
        hand = base if face.dropped else -1
        pieces.append(piece(f"+{letter}", len(pieces), face.promoted, base=base, hand=hand, royal=face.royal_promoted))
    return tuple(pieces)


def shogi_faces(grid: Grid, *, drops: bool = True) -> dict[str, Face]:
    """The pieces of shogi. `drops` false is sho shogi without its elephant."""
    walker = Walker(grid)
    step, ride = walker.move, walker.ride
    gold = (step(GOLD),)
    pawn_drop = {"mate": "illegal", "file_limit": FileLimit(1, (0,))}
    faces = {
        "P": Face((step((FORWARD,)),), gold, stuck=1, drop=pawn_drop),
        "L": Face((ride((FORWARD,)),), gold, stuck=1),
        "N": Face((step(KNIGHT),), gold, stuck=2),
        "S": Face((step(SILVER),), gold),
        "G": Face(gold),
        "B": Face((ride(F),), (ride(F), step(W))),
        "R": Face((ride(W),), (ride(W), step(F))),
        "K": Face((step(K),), royal=True, dropped=False),
    }
    return {letter: replace(face, dropped=face.dropped and drops) for letter, face in faces.items()}
