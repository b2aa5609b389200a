"""What the lints share: whose text it is, which faces of pieces come into a game, and where they can get."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import final

from hensoku.compiler.geometry import Geometry
from hensoku.compiler.interp.walk import starts
from hensoku.compiler.ir import types as ir
from hensoku.compiler.options import DEFAULT
from hensoku.compiler.passes.find_stuck import find_stuck
from hensoku.compiler.resolve import Resolved
from hensoku.compiler.resolve.faces import Face, Faces, number_faces
from hensoku.compiler.resolve.sets import Regions, Sets
from hensoku.compiler.resolve.to_ir import piece_sets
from hensoku.dsl.definition import Definition, MovesDef, Region
from hensoku.dsl.source import Source, Span


@final
@dataclass(frozen=True)
class Facts:
    resolved: Resolved
    profiles: Mapping[str, Resolved]

    @property
    def definition(self) -> Definition:
        return self.resolved.definition

    @cached_property
    def module(self) -> ir.Module:
        """The variant, with the squares on which pieces are stuck."""
        return find_stuck(self.resolved.module, DEFAULT)

    @property
    def source(self) -> Source:
        """The file that is checked."""
        return self.resolved.documents[0].source

    def is_own(self, span: Span) -> bool:
        return span.source == self.source

    @cached_property
    def faces(self) -> Faces:
        return number_faces(self.definition)

    @cached_property
    def sets(self) -> Sets:
        return piece_sets(self.definition)

    @cached_property
    def regions(self) -> Regions:
        return Regions(Geometry.of(self.module.board), self.definition.regions, [])

    def name(self, kind: ir.Kind) -> str:
        return self.module.pieces[kind].name or self.module.pieces[kind].id

    def moves(self, kind: ir.Kind) -> tuple[MovesDef, ...]:
        face = self.faces.all[kind]
        return (face.face or face.piece).moves

    def within(self, kind: ir.Kind) -> Region | None:
        """The region that a face may stand in, as it is written."""
        face = self.faces.all[kind]
        return (face.face.within if face.face else None) or face.piece.within

    def place(self, kind: ir.Kind) -> Span:
        """Where a face begins in the text: the key of a piece, the first character of a promoted face."""
        return place_of(self.faces.all[kind])

    # ------------------------------------------------------------------------------------------------ into the game

    @cached_property
    def on_board(self) -> frozenset[ir.Kind]:
        """The kinds that may ever stand on the board, by setup, promotion or drop."""
        return self._in_play[0]

    @cached_property
    def in_play(self) -> frozenset[ir.Kind]:
        """The kinds that may ever be on the board or in hand."""
        return self._in_play[0] | self._in_play[1]

    @cached_property
    def _in_play(self) -> tuple[frozenset[ir.Kind], frozenset[ir.Kind]]:
        pieces, board, hands = self.module.pieces, set[ir.Kind](), set[ir.Kind]()
        pending = [(kind, False) for kind in self._placed()] + [(kind, True) for kind in self._held()]
        while pending:
            kind, in_hand = pending.pop()
            if kind in (hands if in_hand else board):
                continue
            (hands if in_hand else board).add(kind)
            pending += [(other, held) for other, held in _leads_to(pieces[kind], in_hand=in_hand)]
        return frozenset(board), frozenset(hands)

    def _placed(self) -> Iterator[ir.Kind]:
        return (ir.kind_of(cell) for setup in self.module.setups for cell in setup.cells if cell != ir.EMPTY)

    def _held(self) -> Iterator[ir.Kind]:
        held = (hand for setup in self.module.setups for hand in setup.hands)
        return (kind for hand in held for kind, count in enumerate(hand) if count)

    # ------------------------------------------------------------------------------------------------------- squares

    @cached_property
    def reach(self) -> Reach:
        return Reach(self)


def place_of(face: Face) -> Span:
    if face.face is None:
        return face.piece.id.span
    span = face.face.span
    return Span(span.source, span.start, span.start + 1)


def _leads_to(piece: ir.Piece, *, in_hand: bool) -> Iterator[tuple[ir.Kind, bool]]:
    """What a kind may turn into, and whether that is in hand."""
    if in_hand:
        yield from ((face, False) for face in (piece.drop.faces if piece.drop else ()))
        return
    yield from ((target, False) for target in (piece.promotion.targets if piece.promotion else ()))
    if piece.hand >= 0:
        yield piece.hand, True


@final
class Reach:
    """Where kinds may get in the course of a game, whatever stands in their way: rather too many squares than too few.
    Squares are as their side sees them."""

    def __init__(self, facts: Facts) -> None:
        self._facts, self._module = facts, facts.module
        self._known: dict[ir.Kind, frozenset[ir.SquareIndex]] = {}
        self._begun: dict[ir.Kind, set[ir.SquareIndex]] = self._beginnings()

    def of(self, kinds: Iterable[ir.Kind]) -> frozenset[ir.SquareIndex]:
        return frozenset(square for kind in kinds for square in self._of(kind))

    def meets(self, kinds: Iterable[ir.Kind], squares: Iterable[ir.SquareIndex]) -> bool:
        """Whether a piece of some kinds may ever stand on some squares. Where they begin is looked at first."""
        wanted, listed = frozenset(squares), list(kinds)
        return any(self._begun[kind] & wanted for kind in listed) or bool(self.of(listed) & wanted)

    def _beginnings(self) -> dict[ir.Kind, set[ir.SquareIndex]]:
        """Where kinds stand in a setup or are dropped."""
        module, turned = self._module, self._module.board.turned
        begun: dict[ir.Kind, set[ir.SquareIndex]] = {kind: set() for kind in range(len(module.pieces))}
        for setup in module.setups:
            for square, cell in enumerate(setup.cells):
                if cell != ir.EMPTY:
                    begun[ir.kind_of(cell)].add(turned[square] if ir.side_of(cell) else square)
        for kind in self._facts.in_play:
            drop = module.pieces[kind].drop
            for face in drop.faces if drop else ():
                begun[face].update(drop.squares if drop else ())
        return begun

    def _of(self, kind: ir.Kind) -> frozenset[ir.SquareIndex]:
        """By its own moves from where it begins, or where others come that promote to it."""
        if kind not in self._known:
            states = self._walked(self._sources(kind))
            self._known[kind] = frozenset(square for other, square in states if other == kind)
        return self._known[kind]

    def _sources(self, kind: ir.Kind) -> set[ir.Kind]:
        """The kinds that may promote to a kind, by way of others too, and itself."""
        found, pending = {kind}, [kind]
        while pending:
            target = pending.pop()
            new = {other for other in self._facts.on_board if target in self._targets(other)} - found
            found |= new
            pending += new
        return found

    def _targets(self, kind: ir.Kind) -> tuple[ir.Kind, ...]:
        promotion = self._module.pieces[kind].promotion
        return promotion.targets if promotion else ()

    def _walked(self, kinds: set[ir.Kind]) -> set[tuple[ir.Kind, ir.SquareIndex]]:
        """Kinds and squares that moves and promotions among some kinds lead to. The region of a face binds the face
        that moves, not the one that it becomes; what borrows may go anywhere in it."""
        board, pieces = self._module.board, self._module.pieces
        found = {(kind, square) for kind in kinds for square in self._begun[kind]}
        pending = list(found)
        while pending:
            kind, square = pending.pop()
            faces = [other for other in (kind, *self._targets(kind)) if other in kinds]
            squares = {end for move in pieces[kind].moves for end in ends(board, move, square)}
            if self._module.borrow is not None:
                squares = set(range(len(board.squares)))
            new = {(face, end) for face in faces for end in squares if self._allows(kind, end)} - found
            found |= new
            pending += new
        return found

    def _allows(self, kind: ir.Kind, square: ir.SquareIndex) -> bool:
        within = self._module.pieces[kind].within
        return within is None or square in within


def ends(board: ir.Board, move: ir.Move, origin: ir.SquareIndex) -> Iterator[ir.SquareIndex]:
    """Where a move may end, whatever stands on its way."""
    if move.where is not None and origin not in move.where:
        return
    states = {(origin, -1)}
    for leg in move.legs:
        states = {state for at, before in states for state in _leg_ends(board, leg, at, before)}
    yield from (square for square, _ in states)


def _leg_ends(board: ir.Board, leg: ir.Leg, at: ir.SquareIndex, before: int) -> Iterator[tuple[ir.SquareIndex, int]]:
    for start, eighth in starts(board, leg, before):
        square, targets = at, board.vectors[start.vector].targets
        for step in range(1, (leg.reach or len(board.squares)) + 1):
            square = targets[square]
            if square in (-1, at):
                break
            if step >= max(leg.least, leg.skip + 1):
                yield square, eighth
