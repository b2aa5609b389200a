"""`hensoku.destinations`: where a move string leads on a board, without a variant.

Squares are (file, rank), 0-based, files from the left and ranks from sente's edge: (0, 0) is 9i on 9x9.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, final, get_args

from hensoku.compiler.build import Store, build
from hensoku.compiler.build.errors import HensokuWarning
from hensoku.compiler.geometry import Geometry
from hensoku.compiler.interp.core import ReferenceCore
from hensoku.compiler.ir.types import Module, Move, Piece, Royals, Setup, Slot, cell_of
from hensoku.compiler.lower_moves import lower_moves
from hensoku.compiler.options import Options
from hensoku.dsl.findings import DefinitionError, Severity, has_errors
from hensoku.dsl.moves.nodes import Moves
from hensoku.dsl.moves.parse import parse_text
from hensoku.runtime.contract import FROM_SHIFT, SQUARE_MASK, Core
from hensoku.runtime.given import expect

Place: TypeAlias = tuple[int, int]
Pieces: TypeAlias = Iterable[Place] | Mapping[Place, str]
"""Squares, or squares with the name that conditions know the piece there by."""

Side: TypeAlias = Literal["sente", "gote"]

SIDES: tuple[Side, Side] = get_args(Side)
NAMELESS = ""
"""The name of a piece that no condition names."""

_FAST_BUILD = Options(optimise=0, processor="baseline", prune=False)


@final
@dataclass(frozen=True)
class Destinations:
    """`moves` are reached without a victim, `captures` with at least one; a square may be in both. The origin is among
    `moves` if the notation allows to pass."""

    moves: frozenset[Place]
    captures: frozenset[Place]


def destinations(
    moves: str,
    *,
    board: tuple[int, int] = (9, 9),
    origin: Place = (4, 4),
    friends: Pieces = (),
    enemies: Pieces = (),
    side: Side = "sente",
    topology: str = "grid",
    virgin: bool = True,
    backend: Literal["reference", "compiled"] = "reference",
) -> Destinations:
    """Where a piece with these moves may go from `origin`.

    `board` is (files, ranks). `friends` and `enemies` are as the mover's side sees them. `virgin`: the piece has never
    moved. A name in a condition that no piece bears is nobody's. Raises DefinitionError for a string that is no move
    notation, ValueError for squares off the board, TypeError for what is no square at all. What the notation reads and
    other dialects read otherwise is warned of (HensokuWarning).
    """
    if not isinstance(moves, str):
        raise TypeError(f"moves are text in move notation, such as 'WfF', not {moves!r}")
    board, origin = _two(board, "board", "files and ranks, such as (9, 9)"), _two(origin, "origin", _PLACE)
    friends, enemies = _placed(friends, "a friend"), _placed(enemies, "an enemy")
    for finding in parse_text(moves)[1]:
        if finding.severity is Severity.WARNING:
            warnings.warn(f"{moves}: {finding.message}", HensokuWarning, stacklevel=2)
    expect(virgin, bool, "virgin is True or False")
    names = {name for pieces in (friends, enemies) if isinstance(pieces, Mapping) for name in pieces.values()}
    probe = Probe([moves], board=board, topology=topology, names=sorted(names), backend=backend)
    return probe.destinations(moves, origin, friends, enemies, side, virgin=virgin)


_PLACE = "(file, rank), counted from 0 at the left and at sente's edge"


def _two(value: object, what: str, form: str) -> tuple[int, int]:
    """Two whole numbers; TypeError for all else."""
    if not isinstance(value, tuple | list) or [type(part) for part in value] != [int, int]:
        raise TypeError(f"{what} is {form}, not {value!r}")
    return value[0], value[1]


def _placed(pieces: object, what: str) -> Pieces:
    if isinstance(pieces, Mapping):
        for name in pieces.values():
            expect(name, str, "the name of a piece is text")
        return {_two(place, what, _PLACE): name for place, name in pieces.items()}
    if isinstance(pieces, str) or not isinstance(pieces, Iterable):
        raise TypeError(f"{what} is {_PLACE}, and several are a list, not {pieces!r}")
    return [_two(place, what, _PLACE) for place in pieces]


MOST = 36
"""So many files and ranks a board has at most, as in a definition."""


@final
class Probe:
    """Move strings on one kind of board: one module, built once, answers for all of them.

    `names` are those that pieces may bear, besides those that the conditions name.
    """

    def __init__(
        self,
        moves: Sequence[str],
        *,
        board: tuple[int, int] = (9, 9),
        topology: str = "grid",
        names: Sequence[str] = (),
        backend: str = "reference",
        store: Store | None = None,
    ) -> None:
        if not all(1 <= side <= MOST for side in board):
            raise ValueError(f"a board has 1 to {MOST} files and ranks, not {board[0]}×{board[1]}")
        self._geometry = Geometry(topology, *board)
        self._strings = list(dict.fromkeys(moves))
        self._parsed = [_parse(text) for text in self._strings]
        named = (name for parsed in self._parsed for name in _conditions_name(parsed))
        self._names = list(dict.fromkeys((NAMELESS, *names, *named)))
        self.module = self._module()
        self._core = self._backend(backend, store)()

    def destinations(
        self,
        moves: str,
        origin: Place,
        friends: Pieces = (),
        enemies: Pieces = (),
        side: Side = "sente",
        *,
        virgin: bool = True,
    ) -> Destinations:
        """As `hensoku.destinations`, for one of the strings that this was made with."""
        found = self.results(moves, origin, friends, enemies, side, virgin=virgin)
        quiet = frozenset(to for to, victims in found if not victims)
        return Destinations(quiet, frozenset(to for to, victims in found if victims))

    def results(
        self,
        moves: str,
        origin: Place,
        friends: Pieces = (),
        enemies: Pieces = (),
        side: Side = "sente",
        *,
        virgin: bool = True,
    ) -> list[tuple[Place, frozenset[Place]]]:
        """Each move as the square that it ends on and the squares of its victims."""
        if side not in SIDES:
            raise ValueError(f"no side {side!r}: choose {' or '.join(SIDES)}")
        mover = SIDES.index(side)
        start = self._square(origin)
        cells = [0] * len(self.module.board.squares)
        for pieces, owner in ((friends, mover), (enemies, 1 - mover)):
            for place, kind in self._kinds(pieces):
                if cells[self._square(place)] or self._square(place) == start:
                    raise ValueError(f"two pieces on {place}")
                cells[self._square(place)] = cell_of(kind, owner)
        cells[start] = cell_of(self._strings.index(moves), mover)
        empty_hands = [[0] * len(self.module.pieces)] * 2
        self._core.reset(cells, empty_hands, mover, ())
        _, *rest = self._core.state()
        self._core.reset(cells, empty_hands, mover, (1 << start if virgin else 0, *rest))
        place_of = self._geometry.place
        return [
            (place_of(code & SQUARE_MASK), frozenset(map(place_of, self._core.victims(code))))
            for code in self._core.legal()
            if code >> FROM_SHIFT & SQUARE_MASK == start
        ]

    def places(self) -> list[Place]:
        return [self._geometry.place(square) for square in range(len(self._geometry.squares))]

    def _square(self, place: Place) -> int:
        square = self._geometry.at(*place)
        if square is None:
            raise ValueError(f"{place} is off the board of {self._geometry.width}x{self._geometry.height}")
        return square

    def _kinds(self, pieces: Pieces) -> list[tuple[Place, int]]:
        named = pieces if isinstance(pieces, Mapping) else dict.fromkeys(pieces, NAMELESS)
        return [(place, len(self._strings) + self._names.index(name)) for place, name in named.items()]

    def _module(self) -> Module:
        """A variant without royals and ends whose pieces are the strings, then one motionless piece per name."""
        kinds = {name: (len(self._strings) + index,) for index, name in enumerate(self._names) if name}
        moves = [self._lower(parsed, kinds) for parsed in self._parsed]
        moves += [() for _ in self._names]
        pieces = tuple(
            Piece(id=f"[X{kind}]", name=f"X{kind}", kanji="", moves=own, base=kind, hand=-1)
            for kind, own in enumerate(moves)
        )
        none = (0,) * len(pieces)
        cells = (0,) * len(self._geometry.squares)
        return Module(
            slug="probe",
            title="probe",
            profile="",
            board=self._geometry.board(),
            pieces=pieces,
            setups=(Setup("start", cells, (none, none), 0),),
            royals=Royals(),
            ends=(),
            repetition=None,
        )

    def _lower(self, parsed: Moves, kinds: Mapping[str, tuple[int, ...]]) -> tuple[Move, ...]:
        lowered, findings = lower_moves(parsed, self._geometry, kinds)
        if has_errors(findings):
            raise DefinitionError(findings)
        return lowered

    def _backend(self, backend: str, store: Store | None) -> Callable[[], Core]:
        if backend == "reference":
            return lambda: ReferenceCore(self.module)
        if backend == "compiled":
            from hensoku.runtime.load import load_built

            core: Callable[[], Core] = load_built(build(self.module, _FAST_BUILD, store=store)).Core
            return core
        raise ValueError(f"unknown backend {backend!r}: choose reference or compiled")


def _parse(text: str) -> Moves:
    parsed, findings = parse_text(text)
    if parsed is None:
        raise DefinitionError(findings)
    return parsed


def _conditions_name(moves: Moves) -> Iterator[str]:
    """The pieces and sets that conditions compare with."""
    for move in moves.moves:
        for condition in move.conditions:
            if condition.slot in get_args(Slot) and not condition.attribute:
                yield from (value.text for value in condition.values)
