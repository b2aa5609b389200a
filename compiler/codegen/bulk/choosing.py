"""One lawful move of a side by chance, each as likely as the others, without listing them: `choose_<side>`.

The squares for drops are counted as `count_<side>` counts them, and each set is kept as a lot (`hensoku/lots.h`). A
piece gets as many chances as it can have moves at the most: where it may go is asked when it is drawn. So is where a
royal is safe, and whether a drop mates that may not. A chance that is no move is taken out, and another drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final, final

from hensoku.compiler.codegen.bulk.drops import DropCountEmitter, DroppedFace
from hensoku.compiler.codegen.bulk.listing import ListEmitter, lists
from hensoku.compiler.codegen.bulk.moves import BoardCountEmitter
from hensoku.compiler.codegen.bulk.plan import Plan
from hensoku.compiler.codegen.bulk.promotions import Extra
from hensoku.compiler.codegen.writer import Writer
from hensoku.compiler.ir.types import Side, SquareIndex

WORTH_PARTING: Final = 1.2
"""The pieces of a class are two lots if as one they would have so many times the chances, all squares being alike."""


def chooses(plan: Plan | None) -> bool:
    """Whether there is a `choose_<side>`: not after counter-strikes, nor where royals come into hand or about by
    promotion, nor for royals alone."""
    if plan is None or plan.facts.module.counter_strike is not None or plan.facts.royals_in_hand:
        return False
    if any(one.rises for one in plan.classes):
        return False
    return bool(plan.indices("steps", "rides")) and lists(plan)


def most_lots(plan: Plan) -> int:
    """Two a class, one a dropped face, one a piece that was drawn in vain, one for moves that are listed."""
    faces = sum(len(piece.drop.faces) for piece in plan.facts.pieces if piece.drop)
    return 2 * len(plan.classes) + faces + plan.facts.squares + 1


@final
@dataclass(frozen=True, eq=False)
class ChoiceEmitter:
    plan: Plan
    moves: BoardCountEmitter
    drops: DropCountEmitter
    listing: ListEmitter
    write: Writer

    def emit(self, side: Side, unusual: str) -> None:
        """`unusual`: when all moves are to be made and tested, as a condition; empty for never."""
        self._fill(side)
        self._one_of(side)
        self._choose(side, unusual)

    @property
    def _classes(self) -> list[int]:
        """The classes whose pieces are lots from the beginning: but for royals that are to be kept safe."""
        classes = self.plan.indices("steps", "rides")
        return classes if self._keeps_royal and not self.plan.facts.last_royal_counts else classes + self._royals

    @property
    def _royals(self) -> list[int]:
        return self.plan.counted_royals

    @property
    def _keeps_royal(self) -> bool:
        return self.plan.facts.answers_check

    # ------------------------------------------------------------------------------------------------------ the lots

    def _fill(self, side: Side) -> None:
        plan, write = self.plan, self.write
        with write.function(
            f"inline void lots_{side}(hk_position *p, hk_work *work, hk_lots *lots, hk_limits *z)",
            "All lawful moves as lots, and what limits them.",
        ):
            plan.name_sets(write, side)
            write(f"cdef hk_bits free = {self._freed()}, x, a")
            write("cdef hk_watch watch", "cdef size_t base = work.moves.count", "cdef int s")
            write(f"hk_limit_none(z, {plan.constant(plan.layout.all, 'BOARD')} & ~own)")
            if self._keeps_royal:
                write(f"if {plan.bound_royal(side)}:", f"    limit_{side}(z, v, hk_lead(royal), own, occ, True)")
            for index in self._classes:
                self._pieces(index, side)
            if self._keeps_royal and self._royals:
                self._royal(side)
            if plan.facts.can_drop:
                self._drops(side)
            self._made(side)

    def _freed(self) -> str:
        """The royals that need not be kept safe."""
        return "royal if hk_many(royal) else HK_NONE" if self.plan.facts.last_royal_counts else "HK_NONE"

    def _pieces(self, index: int, side: Side) -> None:
        members, atoms = f"w[{index}]", self.plan.atoms(index, side)
        if index in self.plan.royal_classes and self._keeps_royal:
            members += " & free"
        if len(atoms) == 1 and not atoms[0].blockers and not atoms[0].between:
            members += f" & ({self.plan.back('z.all', atoms[0].vector)})"
        for mask, each in self._parted(index, side):
            within = "" if mask == self.plan.layout.all else f" & {self.plan.constant(mask)}"
            self.write(f"a = {members}{within}", f"hk_lot_add(lots, HK_PIECES({each}), a, {each} * hk_ones(a))")

    def _royal(self, side: Side) -> None:
        """The squares round it, whether it is safe there or not."""
        with self.write.block(f"if {self.plan.bound_royal(side)}:"):
            self.write("s = hk_lead(royal)", f"a = reach_of_{side}(w, royal, s, occ) & z.all")
            self.write("lots.royal = lots.count")
            self.write(f"hk_lot_add(lots, hk_start(hk_squares[s]), a, results_{side}(w, royal, a, occ))")

    def _drops(self, side: Side) -> None:
        self.write("x = z.free & ~occ")
        for one in self.drops.faces(side):
            with self.write.block(f"if p.hands[{side}][{one.kind}]:"):
                self.write(f"a = {self.drops.squares((one.squares, one.limit), 'x')}")
                self.write(f"hk_lot_add(lots, {one.start}, a, hk_ones(a))")

    def _made(self, side: Side) -> None:
        """What is made and tested is listed."""
        self.listing.walks(side)
        if self.plan.facts.can_drop:
            self.drops.tried(side, listed=True)
        self.write("if work.moves.count > base:", "    hk_lot_add(lots, 0, HK_NONE, work.moves.count - base)")

    # ------------------------------------------------------------------------------------------------- at the most

    @cache  # noqa: B019 - lives as long as the module is generated
    def _parted(self, index: int, side: Side) -> list[tuple[int, int]]:
        """Squares of the board, in one part or two, and how many moves a piece of a class has from one of them at the
        most. A piece that has none has one chance all the same."""
        squares = range(self.plan.facts.squares)
        most = [max(1, self._results(index, side, square)) for square in squares]
        top = max(most)
        cost, least = min((sum(few if n <= few else top for n in most), few) for few in set(most))
        if cost * WORTH_PARTING > top * len(most):
            return [(self.plan.layout.all, top)]
        few = self.plan.layout.mask(square for square in squares if most[square] <= least)
        return [(few, least), (self.plan.layout.all & ~few, top)]

    def _results(self, index: int, side: Side, square: SquareIndex) -> int:
        ends = self.plan.layout.mask(self._reached(index, side, square))
        extras: tuple[Extra, ...] = self.moves.promotions.extras(index, side).get(square, ())
        more = (extra.weight * (ends & (extra.quiet | extra.taking)).bit_count() for extra in extras)
        return ends.bit_count() + sum(more)

    def _reached(self, index: int, side: Side, square: SquareIndex) -> Iterator[SquareIndex]:
        """Every square on which a move may end, whatever stands on the board."""
        vectors = self.plan.facts.module.board.vectors
        for atom in self.plan.atoms(index, side):
            at = square
            for _ in range(self.plan.facts.farthest(atom.reach)):
                at = vectors[atom.vector].targets[at]
                if at < 0 or at == square:
                    break
                yield at

    # ------------------------------------------------------------------------------------------------------- drawing

    def _one_of(self, side: Side) -> None:
        """To each square a first move, and then those that the piece has besides because it may promote."""
        promoting = self.listing.promoting(sorted({*self.plan.indices("steps", "rides"), *self._royals}), side)
        with self.write.function(
            f"uint64_t one_of_{side}(hk_position *p, hk_work *work, uint64_t start, hk_bits one, hk_bits x,"
            " size_t number)",
            "One of the moves of the piece `one` to some squares, by number.",
        ):
            if not promoting:
                self.write("return start | hk_squares[hk_nth(x, number)]")
                return
            self.write.text(f"""
cdef size_t base = work.moves.count, more, first = hk_ones(x)
cdef int kind = hk_kind(p.cells[hk_squares[hk_lead(one)]])
cdef uint64_t code = 0
cdef hk_bits a
if number < first:
    a = hk_at(hk_nth(x, number))
    code = start | hk_squares[hk_lead(a)]
    if not ({promoting}):
        return code
    hk_append(&work.moves, code)
    finish_{side}(p, work, kind, base)
    code = work.moves.at[base] if work.moves.count > base else 0
    work.moves.count = base
    return code
number -= first
while hk_some(x) and not code:
    hk_append(&work.moves, start | hk_squares[hk_lead(x)])
    finish_{side}(p, work, kind, base)
    more = work.moves.count - base
    if number + 1 < more:
        code = work.moves.at[base + number + 1]
    elif more:
        number -= more - 1
    work.moves.count = base
    x = hk_rest(x)
return code
""")

    def _choose(self, side: Side, unusual: str) -> None:
        write = self.write
        with write.function(
            f"uint64_t choose_{side}(hk_position *p, hk_work *work, uint64_t *seed)",
            "A lawful move, each as likely as the others; 0 if there is none.",
        ):
            self.plan.name_sets(write, side)
            write("cdef hk_bits one, a, free, danger")
            write("cdef size_t n, base = work.moves.count", "cdef uint64_t code = 0, start", "cdef int s")
            write("cdef hk_lots lots", "cdef hk_limits z")
            if unusual:
                write(f"if {unusual}:", f"    lawful_moves_{side}(p, work, True, False)")
                write("    n = work.moves.count - base", "    work.moves.count = base")
                write("    return work.moves.at[base + hk_below(seed, n)] if n else 0")
            write("hk_lots_begin(&lots, seed)", f"lots_{side}(p, work, &lots, &z)")
            with write.block("while lots.total:"):
                write("hk_lots_draw(&lots, seed)")
                self._of_piece(side)
                with write.block("else:"):
                    write("code = hk_lot_move(&lots, &work.moves, base)")
                    with write.block("if not code:"):
                        write("start, a = lots.at[lots.drawn].tag, lots.at[lots.drawn].ends")
                        write(f"code = one_of_{side}(p, work, start, hk_place[hk_from(start)], a, lots.number)")
                        if self._keeps_royal and self._royals:
                            self._spare_royal(side)
                    for face in self.drops.faces(side) if self.plan.facts.can_drop else ():
                        if face.may_not_mate:
                            self._spare_mate(face, side)
                write("break")
            write("work.moves.count = base", "return code if lots.total else 0")

    def _of_piece(self, side: Side) -> None:
        """The move of a piece whose lot is one from the beginning."""
        write, first = self.write, 0
        with write.block(f"if lots.drawn < {sum(len(self._parted(index, side)) for index in self._classes)}:"):
            write("one = hk_lot_piece(&lots)", "s = hk_lead(one)")
            write("free = hk_limit_of(&z, one) if hk_some(one & z.bound) else z.free")
            for index in self._classes:
                upto = first + len(self._parted(index, side))
                drawn = " or ".join(f"lots.drawn == {lot}" for lot in range(first, upto))
                with write.block(f"{'elif' if first else 'if'} {drawn}:"):
                    write(f"a = reach_{index}_{side}(s, occ) & free", "n = hk_ones(a)")
                    write(*self.moves.promotions.lines(index, side))
                first = upto
            write("else:", "    a = HK_NONE", "    n = 0", "if lots.number >= n:")
            write("    hk_lot_settle(&lots, one, a, n)", "    continue")
            write(f"code = one_of_{side}(p, work, hk_start(hk_squares[s]), one, a, lots.number)")

    def _spare_royal(self, side: Side) -> None:
        """The royal does not step into danger."""
        enemy = 1 - side
        self.write.text(f"""
if lots.drawn == lots.royal:
    lots.royal = -1
    danger = danger_{enemy}(p.sets[{enemy}], occ ^ royal)
    if hk_some(hk_place[hk_to(code)] & danger):
        n = results_{side}(w, royal, a, occ) - results_{side}(w, royal, a & ~danger, occ)
        hk_lot_keep(&lots, ~danger, n)
        continue
""")

    def _spare_mate(self, face: DroppedFace, side: Side) -> None:
        """A drop does not mate that may not."""
        with self.write.block(f"if code - hk_to(code) == {face.start}:"):
            self.write.text(f"""
a = hk_place[hk_to(code)]
if hk_some(a & checks_of_{face.face}_by_{side}(p, occ)) and hk_some(mates_{side}(p, work, {face.start}, a)):
    hk_lot_keep(&lots, ~a, 1)
    continue
""")
