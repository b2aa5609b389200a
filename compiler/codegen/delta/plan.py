"""What the emitters of two plies share: who watches what, and which sets of pieces attack piece by piece."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeAlias, final

from hensoku.compiler.codegen.bulk.attacks import AttackEmitter
from hensoku.compiler.codegen.bulk.filled import FilledTables, Rider
from hensoku.compiler.codegen.bulk.plan import Plan
from hensoku.compiler.codegen.bulk.reach import ReachEmitter
from hensoku.compiler.codegen.facts import SIDES
from hensoku.compiler.ir.deltas import Deltas
from hensoku.compiler.ir.sets import BOTH_LANDINGS, Atom
from hensoku.compiler.ir.types import Impasse, Side, Try
from hensoku.compiler.passes.lower_to_deltas import weighs

Near: TypeAlias = tuple[str, str]
"""The table of the squares on the way to a royal's ring, and that of where such ways come from."""


@final
@dataclass(frozen=True, eq=False)
class DeltaPlan:
    plan: Plan
    deltas: Deltas
    filled: FilledTables
    reach: ReachEmitter
    attacks: AttackEmitter
    _near: dict[tuple[tuple[Atom, ...], str], Near] = field(default_factory=dict)
    _sight: dict[tuple[str, str], str] = field(default_factory=dict)

    @property
    def answers(self) -> bool:
        """Whether royals bind the moves of their side."""
        return self.plan.facts.answers_check

    @property
    def lends(self) -> bool:
        return self.plan.lends

    @property
    def renews(self) -> bool:
        """Whether moves that change a line to a royal are counted by changed sets, not made; a check must do no more
        than limit the replies, so that no piece may answer it by becoming royal."""
        return self.answers and not self.deltas.checks

    @property
    def lifts(self) -> bool:
        """Whether a piece that leaves such a line is lifted once for all its moves."""
        return self.renews and not self.lends

    def standing(self, moving: str) -> str:
        """The array of the replier's sets by what stands there, if that by what it moves as is `moving`."""
        return "z.standing" if self.lends else moving

    def moving(self, sets: str) -> str:
        """The array of the replier's sets by what it moves as, if its pieces are in `sets`."""
        return "z.moving" if self.lends else sets

    def borrowers_of(self, sets: str, side: Side) -> str:
        """The squares whose lenders stand on some squares."""
        return f"({self.plan.back(sets, self.plan.lending(side))})"

    def lenders_of(self, sets: str, side: Side) -> str:
        """The squares of the lenders of some squares."""
        return f"({self.plan.step(sets, self.plan.lending(side))})"

    @cached_property
    def watchers(self) -> list[int]:
        return [index for index, one in enumerate(self.deltas.classes) if one.watches]

    def goals(self, side: Side) -> dict[int, int]:
        """On which squares a class may end the game, where it has any."""
        goals: dict[int, int] = {}
        for end in self.plan.facts.module.ends:
            if isinstance(end.terms, Try):
                for index in {self.plan.class_of(kind) for kind in end.terms.kinds}:
                    goals[index] = goals.get(index, 0) | self.plan.region(end.terms.goal, side)
        return goals

    def impasse(self, side: Side) -> int:
        """Where a royal of the side to move may end the game by an impasse."""
        zones = 0
        for end in self.plan.facts.module.ends:
            if isinstance(end.terms, Impasse) and not end.terms.declared:
                zones |= self.plan.region(end.terms.zone, side)
        return zones

    def steps(self, index: int, side: Side) -> tuple[int, ...]:
        """The vectors by which a class attacks at once with others: those of its steps, unless two of its ways to
        attack may meet."""
        if index in self._crossing:
            return ()
        return tuple(atom.vector for atom in self.plan.taking(index, side) if atom.is_step)

    def looked_up(self, index: int, side: Side) -> tuple[Atom, ...]:
        """The atoms by which a class attacks piece by piece."""
        apart = index in self._crossing
        atoms = (atom for atom in self.plan.taking(index, side) if apart or not atom.is_step)
        return tuple(sorted(atoms, key=lambda atom: (atom.vector, atom.reach, atom.blockers, atom.between)))

    def units(self, side: Side) -> dict[tuple[Atom, ...], list[int]]:
        """What is looked up piece by piece, and the classes that share it."""
        found: dict[tuple[Atom, ...], list[int]] = {}
        for index in range(len(self.plan.classes)):
            atoms = self.looked_up(index, side)
            if atoms:
                found.setdefault(atoms, []).append(index)
        return found

    @cached_property
    def _crossing(self) -> set[int]:
        """The classes that may attack one square by a step and in another way."""
        return {index for index in range(len(self.plan.classes)) if any(self._crosses(index, side) for side in SIDES)}

    def _crosses(self, index: int, side: Side) -> bool:
        atoms = self.plan.taking(index, side)
        steps = [atom for atom in atoms if atom.is_step]
        others = [atom for atom in atoms if not atom.is_step]
        for square in range(self.plan.facts.squares):
            ends = [end for atom in steps for end in self.ray(atom, square)]
            if len(ends) > len(set(ends)) or set(ends) & {end for atom in others for end in self.ray(atom, square)}:
                return True
        return False

    def ray(self, atom: Atom, square: int) -> list[int]:
        """The squares that an atom may lead to."""
        targets, at, found = self.plan.facts.module.board.vectors[atom.vector].targets, square, list[int]()
        for _ in range(self.filled.reach(atom)):
            at = targets[at]
            if at < 0 or at == square:
                break
            found.append(at)
        return found

    # ----------------------------------------------------------------------------------------------------- footprints

    def watched(self, index: int, side: Side, place: str, occupied: str) -> str:
        """The squares on which the number of moves of a piece of a class depends."""
        atoms = self.plan.atoms(index, side)
        if weighs(self.plan.facts.module, self.plan.classes[index]):
            leaps = (atom.is_step or bool(atom.between) for atom in atoms)
            atoms = tuple(
                replace(atom, lands=("enemy",)) if leap else atom for atom, leap in zip(atoms, leaps, strict=True)
            )
        return self.foot(atoms, place, occupied)

    def foot(self, atoms: Iterable[Atom], place: str, occupied: str) -> str:
        """The squares on which it depends where some atoms lead; steps that land on anything depend on none."""
        atoms = tuple(atoms)
        terms = [term for rider in self.filled.riders(atoms) for term in self._seen_by(rider, place, occupied)]
        partial = [atom for atom in atoms if atom.is_step and atom.lands != BOTH_LANDINGS]
        if partial:
            terms.append(f"{self.filled.steps(partial)}[{place}]")
        for atom in atoms:
            if atom.between:
                lame = self.filled.lame(atom)
                terms += [f"{lame.legs}[{place}]"] + [f"{lame.ends}[{place}]"] * (atom.lands != BOTH_LANDINGS)
        return " | ".join(dict.fromkeys(terms)) or "0"

    @cached_property
    def straight(self) -> str:
        """The table of the squares between two, where no two rides that attack join the same squares in different ways;
        empty if there is none."""
        rides = [
            atom
            for side in SIDES
            for index in range(len(self.plan.classes))
            for atom in self.plan.taking(index, side)
            if not atom.is_step and not atom.between
        ]
        tables = {self.filled.paths(atom) for atom in rides}
        return tables.pop() if len(tables) == 1 else ""

    def _seen_by(self, rider: Rider, place: str, occupied: str) -> list[str]:
        """The squares of rays up to the piece after those that they go over, or all of them."""
        riders = [replace(rider, blockers=blockers) for blockers in range(rider.blockers + 1)]
        if all(self.filled.answers(one) for one in riders):
            return [self.filled.look(one, place, occupied) for one in riders]
        return [f"{self.filled.rays((vector, rider.reach) for vector in rider.vectors)}[{place}]"]

    # -------------------------------------------------------------------------------------------------- near a royal

    def ring(self, side: Side) -> str:
        """The table of the squares round a side's royal."""
        return self.filled.steps(self.plan.atoms(self.plan.royal_classes[0], side))

    def on_empty(self, index: int, side: Side, *, back: bool = False) -> str:
        """The table of what a class attacks on an empty board, or from where it does."""
        rays = ((atom.vector, self.filled.reach(atom)) for atom in self.plan.taking(index, side))
        return self.filled.rays(rays, back=back)

    def sight(self, index: int, side: Side) -> str:
        """The table of the squares from which a class of a side would see the other side's royal, or a square round it,
        if nothing else stood on the board; empty if it takes nothing."""
        if not self.plan.taking(index, side):
            return ""
        key = self.on_empty(index, side, back=True), self.ring(1 - side)
        if key not in self._sight:
            self._sight[key] = self.plan.tables.reserve("SIGHT", "hk_bits", "[HK_PLACES]")
            self.filled.calls.append(f"hk_fill_sight({self._sight[key]}, {', '.join(key)})")
        return self._sight[key]

    def near(self, atoms: Sequence[Atom], side: Side) -> Near:
        """For the ways of some atoms of a side to squares round the other side's royal."""
        ring = self.ring(1 - side)
        key = tuple(atoms), ring
        if key not in self._near:
            tables = self.plan.tables
            near = tables.reserve("NEAR", "hk_bits", "[HK_PLACES * HK_PLACES]")
            origins = tables.reserve("ORIGINS", "hk_bits", "[HK_PLACES]")
            self._near[key] = near, origins
            for atom in atoms:
                if atom.between:
                    lame = self.filled.lame(atom)
                    call = f"hk_fill_near_lame({near}, {origins}, {lame.ends}, {lame.legs}, {ring})"
                else:
                    step = self.filled.board.step(atom.vector)
                    call = f"hk_fill_near({near}, {origins}, {step}, {self.filled.reach(atom)}, {ring})"
                self.filled.calls.append(call)
        return self._near[key]
