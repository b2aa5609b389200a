"""What a side attacks: `danger_<side>`, and what its lines to a royal leave the other side: `limit_<side>`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias, final

from hensoku.compiler.codegen.bulk.filled import FilledTables, Ray
from hensoku.compiler.codegen.bulk.plan import Plan
from hensoku.compiler.codegen.bulk.reach import ReachEmitter
from hensoku.compiler.codegen.writer import Writer
from hensoku.compiler.ir.sets import Atom
from hensoku.compiler.ir.types import Side

Stepping: TypeAlias = tuple[int, int | None]
"""A vector, and from which places; None is all."""

Line: TypeAlias = tuple[str, int, bool]
"""The table of the squares between, how many of them are to be occupied, and whether that is all."""


@final
@dataclass(frozen=True, slots=True)
class LineArguments:
    """What C is told of lines: whose they are, the squares between, how many of them are to be occupied, or all."""

    attackers: str
    between: str
    blockers: int
    occupied: bool


@final
@dataclass(frozen=True, slots=True)
class AttackEmitter:
    plan: Plan
    filled: FilledTables
    reach: ReachEmitter
    write: Writer

    def emit(self, side: Side) -> None:
        """`danger` by a side, and the limits of the other side's moves."""
        self._danger(side)
        self._contacts(side)
        self._limit(1 - side)

    def by_step(self, side: Side) -> dict[Stepping, list[int]]:
        """Every vector by which a side attacks with a step, from which places, and the classes that do."""
        users: dict[Stepping, list[int]] = {}
        for index, atom in self._all(side):
            if atom.is_step:
                users.setdefault((atom.vector, self.plan.sources(atom)), []).append(index)
        return users

    def _all(self, side: Side) -> Iterator[tuple[int, Atom]]:
        for index in range(len(self.plan.classes)):
            for atom in self.plan.attacking(index, side):
                yield index, atom

    # -------------------------------------------------------------------------------------------------------- danger

    def _danger(self, side: Side) -> None:
        with self.write.function(
            f"hk_bits danger_{side}(const hk_bits *w, hk_bits occ)",
            "The squares that a side attacks, those of its own pieces among them, and bits that are no squares.",
        ):
            steps = [
                self.plan.step(self.plan.among(self.plan.union(users), sources), vector)
                for (vector, sources), users in self.by_step(side).items()
            ]
            self.write(f"cdef hk_bits x, a = {' | '.join(f'({step})' for step in steps) or 'HK_NONE'}", "cdef int s")
            for atoms, users in self._pieces(side).items():
                self.write.text(f"""
x = {self.plan.union(users)}
while hk_some(x):
    s = hk_lead(x)
    a |= {self.reach.ends(atoms)}
    x = hk_rest(x)
""")
            self.write("return a")

    def _pieces(self, side: Side) -> dict[tuple[Atom, ...], list[int]]:
        """What must be looked up piece by piece, and the classes that share it."""
        found: dict[tuple[Atom, ...], list[int]] = {}
        for index in range(len(self.plan.classes)):
            atoms = tuple(atom for atom in self.plan.attacking(index, side) if not atom.is_step)
            if atoms:
                found.setdefault(tuple(sorted(atoms, key=_order)), []).append(index)
        return found

    # -------------------------------------------------------------------------------------------------------- limits

    def _contacts(self, side: Side) -> None:
        """`steps_to_<side>`: whom a step of theirs leads to a place."""
        sets: dict[tuple[Atom, ...], list[int]] = {}
        for index in range(len(self.plan.classes)):
            steps = tuple(sorted((atom for atom in self.plan.taking(index, side) if atom.is_step), key=_order))
            if steps:
                sets.setdefault(steps, []).append(index)
        with self.write.function(
            f"inline hk_bits steps_to_{side}(const hk_bits *w, int s)", "The pieces of a side that attack by a step."
        ):
            terms = [
                f"({self.filled.steps(steps, back=True)}[s] & {self.plan.union(users)})"
                for steps, users in sets.items()
            ]
            self.write(f"return {' | '.join(terms) or 'HK_NONE'}")

    def _limit(self, side: Side) -> None:
        enemy = 1 - side
        with self.write.function(
            f"void limit_{side}(hk_limits *z, const hk_bits *v, int s, hk_bits own, hk_bits occ, bint checked)",
            "Limits a side's moves by the enemy's lines to its royal.",
        ):
            self.write(f"hk_limit_none(z, {self.plan.constant(self.plan.layout.all, 'BOARD')} & ~own)")
            self.write("if checked:", f"    hk_limit_contacts(z, steps_to_{enemy}(v, s))")
            for line in self.line_arguments(enemy, "v"):
                if line.occupied:
                    self.write(f"hk_limit_hurdles(z, {line.attackers}, {line.between}, own, occ)")
                else:
                    self.write(f"hk_limit_lines(z, {line.attackers}, {line.between}, own, occ, {line.blockers})")

    def line_arguments(self, side: Side, sets: str) -> Iterator[LineArguments]:
        """The lines of a side's pieces, of each sort, to a royal at `s`; `sets` is the array that holds the pieces."""
        for (paths, blockers, occupied), users in self._lines(side).items():
            attackers = " | ".join(
                f"({sources}[s] & {self.plan.union(classes, sets)})" for sources, classes in users.items()
            )
            yield LineArguments(attackers, f"{paths} + HK_PLACES * s", blockers, occupied)

    def _lines(self, enemy: Side) -> dict[Line, dict[str, list[int]]]:
        """For lines of each sort the tables of where they come from, and the classes that such a table is for."""
        found: dict[Line, dict[str, list[int]]] = {}
        rides: dict[Line, dict[int, set[Ray]]] = {}
        for index, atom in self._all(enemy):
            if atom.is_step:
                continue
            line = self.filled.paths(atom), atom.blockers, atom.occupied
            if atom.between:
                found.setdefault(line, {}).setdefault(self.filled.lame(atom).back, []).append(index)
            else:
                rays = rides.setdefault(line, {}).setdefault(index, set())
                rays.add((atom.vector, self.filled.reach(atom)))
        for line, classes in rides.items():
            for index, rays in classes.items():
                found.setdefault(line, {}).setdefault(self.filled.rays(rays, back=True), []).append(index)
        return found


def _order(atom: Atom) -> tuple[int, int, int, tuple[int, ...], tuple[int, ...]]:
    return atom.vector, atom.reach, atom.blockers, atom.between, atom.sources or ()
