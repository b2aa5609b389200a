"""What the emitters of sets want to know, worked out once: classes as each side has them, and sets as text."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Final, final

from hensoku.compiler.codegen.facts import SIDES, Facts
from hensoku.compiler.codegen.tables import Tables
from hensoku.compiler.codegen.writer import Writer
from hensoku.compiler.ir.sets import Atom, SetClass, Sets
from hensoku.compiler.ir.types import Kind, Side, SquareIndex
from hensoku.compiler.layout import Layout, Shift
from hensoku.compiler.passes.set_classes import moves_limit

WORD_MASK: Final = (1 << 64) - 1
LINES_ON_A_RAY: Final = 3
"""So many attackers in a row along one ray may need different numbers of pieces before them and yet matter."""


def word_literal(bits: int, layout: Layout) -> str:
    """A set as a C initialiser, its highest word first."""
    words = (bits >> 64 * i & WORD_MASK for i in reversed(range(layout.words)))
    return f"HK_BITS({', '.join(f'{word:#x}u' for word in words)})"


@final
@dataclass(frozen=True, eq=False)
class Plan:
    """`tables`: those of the generated module that may use the type of a set."""

    facts: Facts
    sets: Sets
    tables: Tables

    @cached_property
    def layout(self) -> Layout:
        return Layout(self.facts.module.board, self.sets.word, self.sets.stride)

    @property
    def classes(self) -> tuple[SetClass, ...]:
        return self.sets.classes

    # ------------------------------------------------------------------------------------------------------- classes

    @cache  # noqa: B019 - a plan lives as long as its module is generated
    def atoms(self, index: int, side: Side) -> tuple[Atom, ...]:
        """A class's atoms with the vectors that a side has in their stead."""
        return tuple(self._seen(atom, side) for atom in self.classes[index].atoms)

    def _seen(self, atom: Atom, side: Side) -> Atom:
        between = tuple(self.facts.seen_vector(vector, side) for vector in atom.between)
        sources = None if atom.sources is None else tuple(sorted(self.facts.seen(atom.sources, side)))
        return replace(atom, vector=self.facts.seen_vector(atom.vector, side), between=between, sources=sources)

    def taking(self, index: int, side: Side) -> tuple[Atom, ...]:
        """The atoms by which a class attacks; how they land besides makes no difference."""
        atoms = (atom for atom in self.atoms(index, side) if atom.takes)
        return tuple(dict.fromkeys(replace(atom, lands=("enemy",)) for atom in atoms))

    def attacking(self, index: int, side: Side) -> tuple[Atom, ...]:
        """The same, and the lines along which it faces royals."""
        return self.taking(index, side) + self.facing(index, side)

    def facing(self, index: int, side: Side) -> tuple[Atom, ...]:
        """The lines along which a class faces royals: for these, to come there is as illegal as to come into check."""
        rule = self.facts.facing
        if rule is None or not set(self.classes[index].kinds) & set(rule.kinds):
            return ()
        vectors = (self.facts.seen_vector(vector, side) for vector in rule.vectors)
        return tuple(Atom(vector, ("enemy",), reach=0) for vector in vectors)

    def sources(self, atom: Atom) -> int | None:
        """The places from which a step may be made, None for all."""
        return None if atom.sources is None else self.layout.mask(atom.sources)

    def lines_most(self) -> int:
        """The most lines that can limit a side's moves at once."""
        lines = [
            {
                (a.vector, a.reach, a.blockers, a.between)
                for i in range(len(self.classes))
                for a in self.attacking(i, side)
            }
            for side in SIDES
        ]
        return LINES_ON_A_RAY * max(1, *map(len, lines))

    def indices(self, *forms: str) -> list[int]:
        """The classes of some forms as which others than royals may move: royals are counted apart."""
        apart = [] if self.lends else self.royal_classes
        return [index for index, one in enumerate(self.classes) if one.form in forms and index not in apart]

    @property
    def lends(self) -> bool:
        """Whether pieces move as others that lend to them: then sets by move (`w`) are not those by piece (`b`)."""
        return self.facts.module.borrow is not None

    @property
    def by_piece(self) -> str:
        """The array of sets by what stands there."""
        return "b" if self.lends else "w"

    @property
    def unites(self) -> bool:
        """Whether a piece may move as several others: then it is in several sets by move."""
        borrow = self.facts.module.borrow
        return borrow is not None and borrow.unites

    def lending(self, side: Side) -> int:
        """The vector that leads from a borrower to its only lender."""
        (vector,) = self.lenders(side)
        return vector

    def lenders(self, side: Side) -> tuple[int, ...]:
        """The vectors that lead from a borrower to its lenders."""
        borrow = self.facts.module.borrow
        assert borrow is not None
        return tuple(self.facts.seen_vector(vector, side) for vector in borrow.vectors)

    @cached_property
    def walking(self) -> list[int]:
        """The classes whose moves are made and tested."""
        return [index for index, one in enumerate(self.classes) if one.form == "walks"]

    @cached_property
    def counted(self) -> list[int]:
        """All others."""
        return [index for index in range(len(self.classes)) if index not in self.walking]

    @cached_property
    def rising(self) -> list[int]:
        """Those of them that promote to royals: counted by sets, made and tested when they are listed."""
        return [index for index, one in enumerate(self.classes) if one.rises]

    @cached_property
    def royal_classes(self) -> list[int]:
        royal = self.facts.royal_kinds
        return [index for index, one in enumerate(self.classes) if set(one.kinds) & set(royal)]

    @cached_property
    def counted_royals(self) -> list[int]:
        return [index for index in self.royal_classes if index not in self.walking]

    def bound_royal(self, side: Side) -> str:
        """Whether a side has a royal on which the game hangs, and only one, and the other may take it."""
        terms = ["hk_some(royal)"]
        if self.facts.last_royal_counts:
            terms.append("not hk_many(royal)")
        if self.facts.held_back("captures"):
            terms.append(f"not holds_royal_{1 - side}(p)")
        return " and ".join(terms)

    def name_sets(self, write: Writer, side: Side) -> None:
        """`w`, `v`: the sets of a side and of the other; `own`, `occ`: its pieces and all; `royal`: its royals."""
        write(f"cdef const hk_bits *w = p.sets[{side}]", f"cdef const hk_bits *v = p.sets[{1 - side}]")
        write(f"cdef hk_bits own = p.all[{side}], occ = own | p.all[{1 - side}]")
        write(f"cdef hk_bits royal = {self.union(self.royal_classes)}")

    def limit(self, write: Writer, side: Side) -> None:
        """`z`: what limits the moves of a side whose `royal` is bound; `s`: where it stands; `danger`: where it may not
        go."""
        write("s = hk_lead(royal)", f"danger = danger_{1 - side}(v, occ ^ royal)")
        write(f"limit_{side}(&z, v, s, own, occ, hk_some(danger & royal))")
        if self.unless_barred:
            write("hk_limit_all(&z, ~barred)")

    def limit_none(self, write: Writer) -> None:
        """The same where no royal is bound."""
        board = self.constant(self.layout.all, "BOARD")
        write(f"hk_limit_none(&z, {board} & ~own{self.unless_barred})")

    def bar(self, write: Writer) -> None:
        """`barred`: what a counter-strike would take; whom that does not bind is made and tested."""
        rule = self.facts.module.counter_strike
        if rule is None:
            return
        struck = self.union((self.class_of(kind) for kind in rule.targets), "v")
        write("cdef hk_bits barred = HK_NONE")
        write("if p.struck >= 0:", f"    barred = {struck} & ~hk_place[p.struck]")

    @property
    def unless_barred(self) -> str:
        return "" if self.facts.module.counter_strike is None else " & ~barred"

    @property
    def hiding(self) -> list[int]:
        return [index for index, one in enumerate(self.classes) if one.hides]

    def class_of(self, kind: Kind) -> int:
        return next(index for index, one in enumerate(self.classes) if kind in one.kinds)

    def limited(self, kinds: Iterable[Kind]) -> list[int]:
        """The classes of the kinds that a file limit names; a class is named whole or not at all."""
        return sorted({self.class_of(kind) for kind in kinds})

    @cached_property
    def filed(self) -> list[int]:
        """The classes whose board moves must keep to a limit by file."""
        module = self.facts.module
        return [index for index, one in enumerate(self.classes) if moves_limit(module, one.kinds[0])]

    # ---------------------------------------------------------------------------------------------------------- text

    def constant(self, bits: int, name: str = "BITS") -> str:
        """The name of a constant set."""
        return self.tables.define(name, "const hk_bits", "", word_literal(bits, self.layout))

    def region(self, squares: Iterable[SquareIndex], side: Side) -> int:
        """A region of the definition as a side has it."""
        return self.layout.mask(self.facts.seen(squares, side))

    def among(self, of: str, sources: int | None) -> str:
        """Those of a set that stand on some places."""
        return of if sources is None else f"({of} & {self.constant(sources)})"

    def steps(self, of: str, vectors: Iterable[int]) -> str:
        """The places that a set steps to by one of some vectors."""
        return " | ".join(self.step(of, vector) for vector in vectors)

    def backs(self, to: str, vectors: Iterable[int]) -> str:
        """The squares from which one of some vectors leads into a set."""
        return " | ".join(self.back(to, vector) for vector in vectors)

    def step(self, of: str, vector: int) -> str:
        """The places that a set steps to by a vector, and perhaps bits that are no squares."""
        return " | ".join(self.shift(of, shift) for shift in self.layout.shifts(vector)) or "HK_NONE"

    def back(self, to: str, vector: int) -> str:
        """The squares from which a vector leads into a set, and perhaps others that are no squares."""
        terms = []
        for shift in self.layout.shifts(vector):
            by = self._shifted(to, -shift.files, -shift.ranks)
            terms.append(by if shift.sources is None else f"({by}) & {self.constant(shift.sources)}")
        return " | ".join(f"({term})" for term in terms) or "HK_NONE"

    def shift(self, of: str, shift: Shift) -> str:
        """Where one of the shifts of a step leads; `of` is a name or stands in brackets."""
        kept = of if shift.sources is None else f"({of} & {self.constant(shift.sources)})"
        return self._shifted(kept, shift.files, shift.ranks)

    def _shifted(self, of: str, files: int, ranks: int) -> str:
        if self.layout.word == "lanes":
            return f"hk_shift({of}, {files}, {ranks})"
        return f"{of} << {ranks}" if ranks >= 0 else f"{of} >> {-ranks}"

    def union(self, indices: Iterable[int], sets: str = "w") -> str:
        """Several classes as one set; `sets` is the array that holds them."""
        names = [f"{sets}[{index}]" for index in sorted(set(indices))]
        return names[0] if len(names) == 1 else f"({' | '.join(names) or 'HK_NONE'})"
