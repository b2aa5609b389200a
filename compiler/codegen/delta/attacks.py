"""What a mover's pieces do near the replier's royal: how often they attack a square, where they would get a line."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import final

from hensoku.compiler.codegen.bulk.filled import Rider
from hensoku.compiler.codegen.delta.plan import DeltaPlan
from hensoku.compiler.codegen.writer import Writer
from hensoku.compiler.ir.sets import BOTH_LANDINGS, Atom
from hensoku.compiler.ir.types import Side


@final
@dataclass(frozen=True, slots=True)
class NearEmitter:
    """Functions named after the attacking side."""

    delta: DeltaPlan
    write: Writer

    def emit(self, side: Side) -> None:
        self._attacks(side)
        self._lines(side)
        self._mark(side)
        self._survey(side)

    def _attacks(self, side: Side) -> None:
        with self.write.function(
            f"hk_bits attacks_{side}(int index, int s, hk_bits occ)", "What a piece of a class attacks."
        ):
            for index in range(len(self.delta.plan.classes)):
                atoms = self.delta.plan.taking(index, side)
                if atoms:
                    self.write(f"if index == {index}:", f"    return {self.delta.reach.ends(atoms)}")
            self.write("return 0")

    # --------------------------------------------------------------------------------------------------------- lines

    def _lines(self, side: Side) -> None:
        with self.write.function(
            f"hk_bits lines_{side}(int index, int s, hk_bits occ, hk_bits theirs, hk_bits *checks)",
            "From where a piece of a class has a line to a royal at `s` that checks or binds, or more. `checks`"
            " are those from where it checks and does nothing else, as far as they are known.",
        ):
            self.write("cdef hk_bits a, b", "checks[0] = 0")
            for index in range(len(self.delta.plan.classes)):
                atoms = [atom for atom in self.delta.plan.taking(index, side) if not atom.is_step]
                if atoms:
                    with self.write.block(f"if index == {index}:"):
                        self._lines_of(atoms)
            self.write("return 0")

    def _lines_of(self, atoms: list[Atom]) -> None:
        terms = [f"{self.delta.filled.lame(atom).back}[s]" for atom in atoms if atom.between]
        self.write(f"b = {' | '.join(terms) or '0'}")
        for rider in self.delta.filled.riders(atoms):
            back = self._back(rider)
            near = [replace(back, blockers=blockers) for blockers in range(rider.blockers + 1)] if back else []
            if back and rider.blockers <= 1 and all(map(self.delta.filled.answers, near)):
                self._reached(near, rays=len(terms) == 0)
            else:
                rays = ((vector, rider.reach) for vector in rider.vectors)
                self.write(f"b |= {self.delta.filled.rays(rays, back=True)}[s]")
        self.write("return b")

    def _reached(self, near: list[Rider], *, rays: bool) -> None:
        """From where there are up to so many pieces on the line, or one more with one of the replier's among them."""
        look, last = self.delta.filled.look, near[-1]
        for rider in near:
            self.write(f"a = {look(rider, 's', 'occ')}", f"b |= a | {look(last, 's', '(occ ^ (a & theirs))')}")
        if rays and last.blockers == 0 and self.delta.straight and not self.delta.deltas.checks:
            self.write("checks[0] |= a")

    def _back(self, rider: Rider) -> Rider | None:
        """The rider that leads back along the same rays, if there is one."""
        vectors = [self.delta.filled.opposite(vector) for vector in rider.vectors]
        known = tuple(sorted(vector for vector in vectors if vector is not None))
        return replace(rider, vectors=known) if len(known) == len(vectors) else None

    # -------------------------------------------------------------------------------------------------------- survey

    def _mark(self, side: Side) -> None:
        with self.write.function(
            f"void mark_{side}(hk_delta *z, const hk_bits *w)", "Which moves change what a line to the royal allows."
        ):
            self.write("cdef int s = z.royal")
            for line in self.delta.attacks.line_arguments(side, "w"):
                if line.occupied:
                    self.write(f"hk_delta_hurdles(z, {line.attackers}, {line.between})")
                else:
                    self.write(f"hk_delta_lines(z, {line.attackers}, {line.between}, {line.blockers})")

    def _survey(self, side: Side) -> None:
        """All that is asked of the mover's attacks once a node."""
        with self.write.function(
            f"void survey_{side}(hk_delta *z, const hk_bits *w)",
            "What the mover attacks with the replier's royal lifted, how near its ring, and which lines to it matter.",
        ):
            self.write("cdef hk_bits x, a, twice = 0", "cdef int s")
            for vector, users in self._by_step(side).items():
                stepping = self.delta.plan.step(self.delta.plan.union(users), vector)
                self.write(f"hk_delta_attack(z, &twice, {stepping})")
            for atoms, users in self.delta.units(side).items():
                self._unit(atoms, users, side)
            self.write("z.sole = z.attacked & ~twice & z.around", "s = z.royal", f"mark_{side}(z, w)")
            self._by_class(side)

    def _by_step(self, side: Side) -> dict[int, list[int]]:
        users: dict[int, list[int]] = {}
        for index in range(len(self.delta.plan.classes)):
            for vector in self.delta.steps(index, side):
                users.setdefault(vector, []).append(index)
        return users

    def _unit(self, atoms: tuple[Atom, ...], users: list[int], side: Side) -> None:
        near, _ = self.delta.near(atoms, side)
        plain = all(atom.blockers == 0 and not atom.between for atom in atoms)
        foot = (
            "a" if plain else self.delta.foot((replace(atom, lands=BOTH_LANDINGS) for atom in atoms), "s", "z.lifted")
        )
        self.write(f"x = {self.delta.plan.union(users)}")
        with self.write.block("while x:"):
            self.write(
                "s = hk_lead(x)",
                f"a = {self.delta.reach.ends(atoms, occupied='z.lifted')}",
                "hk_delta_attack(z, &twice, a)",
                f"z.near |= {near}[HK_PLACES * z.royal + s] & ({foot})",
                "x = hk_rest(x)",
            )

    def _by_class(self, side: Side) -> None:
        """From where each class checks by a step, and from where it hits a square to which the royal may step."""
        plan = self.delta.plan
        for index in range(len(plan.classes)):
            steps = [atom for atom in plan.taking(index, side) if atom.is_step]
            if steps:
                self.write(f"z.checks[{index}] = {self.delta.filled.steps(steps, back=True)}[s]")
        self.write("x = z.ring & ~z.attacked", "z.steps = hk_ones(x)")
        hits = []
        for vector, users in self._by_step(side).items():
            hits += [f"a = {plan.back('x', vector)}", *(f"z.hits[{index}] |= a" for index in users)]
        for atoms, users in self.delta.units(side).items():
            _, origins = self.delta.near(atoms, side)
            hits += [f"z.hits[{index}] |= {origins}[s]" for index in users]
        if hits:
            with self.write.block("if x:"):
                self.write(*hits)
