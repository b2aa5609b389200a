"""What the emitters want to know about a module, worked out once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Final, TypeAlias, final

from hensoku.compiler.ir.types import (
    EMPTY,
    CheckCount,
    Facing,
    Forbidden,
    Form,
    Kind,
    KindLowering,
    Lowering,
    Module,
    Move,
    PassedFacing,
    Passes,
    Piece,
    PromotionLimit,
    Side,
    SquareIndex,
    cell_of,
    kind_of,
)

SIDES: Final = (0, 1)
BYTE_CELLS: Final = 256

Lowered: TypeAlias = tuple[Move, Form]


@final
@dataclass(frozen=True)
class Facts:
    """`lowering` is `module.lowering`, which the generator needs."""

    module: Module
    lowering: Lowering

    # ------------------------------------------------------------------------------------------------------- sizes

    @cached_property
    def squares(self) -> int:
        return len(self.module.board.squares)

    @cached_property
    def kinds(self) -> int:
        return len(self.module.pieces)

    @cached_property
    def cells(self) -> int:
        return cell_of(self.kinds, 0)

    @cached_property
    def cell_type(self) -> str:
        return "uint8_t" if self.cells <= BYTE_CELLS else "uint16_t"

    # ------------------------------------------------------------------------------------------------------- board

    def seen(self, squares: Iterable[SquareIndex], side: Side) -> frozenset[SquareIndex]:
        """Squares written in side 0's eyes, as indices, for a side."""
        return frozenset(self.module.board.turned[square] if side else square for square in squares)

    def seen_vector(self, vector: int, side: Side) -> int:
        return self.module.board.vectors[vector].turned if side else vector

    def comes_round(self, vector: int) -> bool:
        """Whether walking along a vector can lead back to where it began."""
        return vector in self._round

    @cached_property
    def _round(self) -> frozenset[int]:
        return frozenset(i for i, vector in enumerate(self.module.board.vectors) if _has_cycle(vector.targets))

    def farthest(self, reach: int) -> int:
        """A reach as a number of steps that no ray exceeds."""
        return min(reach or self.squares, self.squares)

    # ------------------------------------------------------------------------------------------------------- moves

    @property
    def pieces(self) -> tuple[Piece, ...]:
        return self.module.pieces

    def lowered(self, kind: Kind) -> tuple[Lowered, ...]:
        forms = self.lowering.kinds[kind].moves
        return tuple((move, form.form) for move, form in zip(self.pieces[kind].moves, forms, strict=True))

    def kind_lowering(self, kind: Kind) -> KindLowering:
        return self.lowering.kinds[kind]

    @cached_property
    def _moves(self) -> tuple[Lowered, ...]:
        return tuple(lowered for kind in range(self.kinds) for lowered in self.lowered(kind))

    @cached_property
    def has_walkers(self) -> bool:
        """Whether some pieces, but not all, attack by walked moves."""
        return not self.walks_attack and any(form == "walk" and takes(move) for move, form in self._moves)

    def is_walker(self, kind: Kind) -> bool:
        return any(form == "walk" and takes(move) for move, form in self.lowered(kind))

    @property
    def walks_attack(self) -> bool:
        return self.lowering.attacks == "walks"

    @cached_property
    def has_vias(self) -> bool:
        return any(len(move.legs) > 1 for move, _ in self._moves)

    @cached_property
    def most_legs(self) -> int:
        return max((len(move.legs) for move, _ in self._moves), default=1)

    @cached_property
    def has_virgin(self) -> bool:
        return any(move.initial for move, _ in self._moves)

    def starts_virgin(self, cell: int) -> bool:
        """Whether it makes a difference for a piece of the start that it has never moved."""
        if cell == EMPTY or not self.has_virgin:
            return False
        return self.module.borrow is not None or any(move.initial for move, _ in self.lowered(kind_of(cell)))

    @cached_property
    def has_confined(self) -> bool:
        return any(piece.within is not None for piece in self.pieces)

    @cached_property
    def has_forbidden(self) -> bool:
        return any(piece.uncapturable_by for piece in self.pieces)

    @cached_property
    def compares(self) -> bool:
        """Whether results of a piece are compared with each other; those of walked moves always are."""
        return any(kind.repeats or any(move.form == "walk" for move in kind.moves) for kind in self.lowering.kinds)

    @cached_property
    def lift(self) -> int:
        """So many pieces a move can take off a line that its end does not fill again."""
        return 1 + max((_takes_on_the_way(move) for move, _ in self._moves), default=0)

    @cached_property
    def drops_expose(self) -> bool:
        """Whether a piece that comes to an empty square can bring about an attack that is not its own."""
        return (
            self.module.borrow is not None
            or self.walks_attack
            or any(
                takes(move) and (form in ("hop", "walk") or move.legs[0].gate == "occupied")
                for move, form in self._moves
            )
        )

    @property
    def keeps_own(self) -> bool:
        """Whether a piece that borrows moves has its own as well."""
        return self.module.borrow is None or self.module.borrow.mode == "add"

    @cached_property
    def lends_across(self) -> bool:
        """Whether a piece can lend to the other side's pieces by standing anywhere near them; where attacks are walked,
        the squares of donors are watched."""
        borrow = self.module.borrow
        return borrow is not None and borrow.whose != "friend" and not self.walks_attack

    # ------------------------------------------------------------------------------------------------------- rules

    @property
    def answers_check(self) -> bool:
        return self.module.royals.check == "answered"

    @property
    def last_royal_counts(self) -> bool:
        return self.module.royals.lost_when == "all"

    @cached_property
    def royal_kinds(self) -> tuple[Kind, ...]:
        return tuple(kind for kind, piece in enumerate(self.pieces) if piece.royal)

    @cached_property
    def royals_in_hand(self) -> tuple[Kind, ...]:
        """The royal kinds that can be in a hand."""
        captured = {piece.hand for piece in self.pieces if piece.hand >= 0}
        given = {
            kind for setup in self.module.setups for hand in setup.hands for kind, count in enumerate(hand) if count > 0
        }
        droppable = {kind for kind, piece in enumerate(self.pieces) if piece.drop is not None}
        return tuple(kind for kind in self.royal_kinds if kind in captured | given | droppable)

    def held_back(self, what: Forbidden) -> bool:
        """Whether a side may not do something while a royal is in its hand, and one can be there."""
        return what in self.module.royals.in_hand_forbids and bool(self.royals_in_hand)

    @property
    def royals_held_back(self) -> bool:
        """Whether a royal in hand holds the side's pieces back."""
        return self.held_back("captures") or self.held_back("promotion")

    @cached_property
    def royal_can_be_given_up(self) -> bool:
        """Whether a side can lose a royal by its own move."""
        own_taken = any("friend" in leg.lands for move, _ in self._moves for leg in move.legs)
        demoted = any(
            piece.royal and piece.promotion and not all(self.pieces[target].royal for target in piece.promotion.targets)
            for piece in self.pieces
        )
        return own_taken or demoted

    def drop_gives_up_royal(self, kind: Kind, face: Kind) -> bool:
        """Whether a royal in hand comes to the board as something that is not."""
        return self.answers_check and self.pieces[kind].royal and not self.pieces[face].royal

    @cached_property
    def becomes_royal(self) -> bool:
        """Whether a piece that is not royal can turn into one that is."""
        return any(
            not piece.royal and piece.promotion and any(self.pieces[target].royal for target in piece.promotion.targets)
            for piece in self.pieces
        )

    @cached_property
    def captures_end_check(self) -> bool:
        """Whether a capture can put a royal into the hand: with one more left, a check under `all` is none."""
        return self.last_royal_counts and any(piece.hand in self.royal_kinds for piece in self.pieces)

    def can_take_royal(self, kind: Kind) -> bool:
        return any(kind not in self.pieces[royal].uncapturable_by for royal in self.royal_kinds)

    @cached_property
    def files(self) -> tuple[int, ...]:
        return tuple(square.file for square in self.module.board.squares)

    @cached_property
    def can_drop(self) -> bool:
        return any(piece.drop is not None for piece in self.pieces)

    @cached_property
    def moves_keep_file_limit(self) -> bool:
        return any(piece.drop and piece.drop.file_limit and piece.drop.file_limit.moves for piece in self.pieces)

    @cached_property
    def promotion_limits(self) -> tuple[PromotionLimit, ...]:
        """Those that are on some kind."""
        return tuple(limit for limit in self.module.promotion_limits if limit.kinds)

    @cached_property
    def limited(self) -> frozenset[Kind]:
        """The kinds of which a side may come to have only so many by promotion."""
        return frozenset(kind for limit in self.promotion_limits for kind in limit.kinds)

    @property
    def spares(self) -> bool:
        """Whether rules forbid captures by pieces that go so."""
        return bool(self.module.protections) or self.module.counter_strike is not None

    @cached_property
    def counts_checks(self) -> bool:
        """Whether the checks given so far are part of a position."""
        return any(isinstance(end.terms, CheckCount) and end.terms.count > 1 for end in self.module.ends)

    @cached_property
    def most_passes(self) -> int:
        """How far passes in a row are counted; 0 where no end asks for them."""
        asked = [end.terms for end in self.module.ends if isinstance(end.terms, Passes | PassedFacing)]
        return max((terms.times if isinstance(terms, Passes) else 1 for terms in asked), default=0)

    @property
    def facing(self) -> Facing | None:
        return self.module.royals.facing

    @property
    def binds_moves(self) -> bool:
        """Whether moves are illegal for what they do to royals."""
        return self.answers_check or self.facing is not None

    @cached_property
    def becomes_facing(self) -> bool:
        """Whether a piece that faces others can come of one that does not."""
        kinds = self.facing.kinds if self.facing else ()
        return any(
            kind not in kinds and piece.promotion and set(piece.promotion.targets) & set(kinds)
            for kind, piece in enumerate(self.pieces)
        )

    def can_lose_royals(self, side: Side) -> bool:
        """Whether a side can be left without royals by the other."""
        can_be_taken = not self.answers_check or self.last_royal_counts
        return can_be_taken and self.first_royals(side) > 0

    def first_royals(self, side: Side) -> int:
        """That side's royals in the start, on the board and in hand."""
        setup = self.module.setups[0]
        on_board = sum(1 for cell in setup.cells for royal in self.royal_kinds if cell == cell_of(royal, side))
        return on_board + sum(setup.hands[side][royal] for royal in self.royal_kinds)


def takes(move: Move) -> bool:
    """Whether a move can take an enemy piece."""
    return any("enemy" in leg.lands for leg in move.legs)


def _takes_on_the_way(move: Move) -> int:
    return sum(1 for leg in move.legs[:-1] if {"enemy", "friend"} & set(leg.lands))


def _has_cycle(targets: tuple[int, ...]) -> bool:
    done: set[int] = set()
    for square in range(len(targets)):
        path: set[int] = set()
        at = square
        while at >= 0 and at not in done:
            if at in path:
                return True
            path.add(at)
            at = targets[at]
        done |= path
    return False
