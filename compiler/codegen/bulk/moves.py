"""The number of board moves of a side, royals apart: `board_count_<side>`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias, final

from hensoku.compiler.codegen.bulk.plan import Plan
from hensoku.compiler.codegen.bulk.promotions import Extra, Promotions
from hensoku.compiler.codegen.writer import Writer
from hensoku.compiler.ir.sets import AtomLanding
from hensoku.compiler.ir.types import Side

TARGETS: Final[dict[tuple[AtomLanding, ...], str]] = {
    ("empty", "enemy"): "z.free",
    ("empty",): "z.free & ~occ",
    ("enemy",): "z.free & occ",
}

Lands: TypeAlias = tuple[AtomLanding, ...]


@final
@dataclass(frozen=True, slots=True)
class BoardCountEmitter:
    plan: Plan
    promotions: Promotions
    write: Writer

    def emit(self, side: Side) -> None:
        self._results(side)
        with self.write.function(
            f"inline size_t board_count_{side}(const hk_bits *w, const hk_limits *z, hk_bits own, hk_bits occ)",
            "The number of moves of a side's pieces but the royals, with promotions.",
        ):
            self.write("cdef hk_bits free = own & ~z.bound, x, a, one", "cdef size_t n = 0", "cdef int s")
            self._steps(side)
            for index in self.plan.indices("rides"):
                self._rides(index, side)
            self._bound(side)
            self.write("return n")

    # --------------------------------------------------------------------------------------------------------- steps

    def _steps(self, side: Side) -> None:
        """All pieces that step by a vector at once, then those of their moves that may promote."""
        users: dict[tuple[int, Lands], list[int]] = {}
        for index in self.plan.indices("steps"):
            for atom in self.plan.atoms(index, side):
                users.setdefault((atom.vector, atom.lands), []).append(index)
        for (vector, lands), classes in users.items():
            stepping = self.plan.step(f"({self.plan.union(classes)} & free)", vector)
            self.write(f"n += hk_ones(({stepping}) & {TARGETS[lands]})")
        extras: dict[tuple[int, Lands, Extra], list[int]] = {}
        for (vector, lands), classes in users.items():
            for index in classes:
                for extra in self.promotions.of_step(index, side, vector):
                    extras.setdefault((vector, lands, extra), []).append(index)
        self._step_extras(extras, side)

    def _step_extras(self, extras: dict[tuple[int, Lands, Extra], list[int]], side: Side) -> None:
        promoting = sorted({index for classes in extras.values() for index in classes})
        if not promoting:
            return
        near = 0
        for index in promoting:
            for mask in self.promotions.sources(index, side).values():
                near |= mask & self._leaving(index, side)
        self.write(f"x = {self.plan.union(promoting)} & free & {self.plan.constant(near)}")
        with self.write.block("if x:"):
            for (vector, lands, extra), classes in extras.items():
                stepping = self.plan.step(f"({self.plan.union(classes)} & x)", vector)
                quiet, taking = self.plan.constant(extra.quiet), self.plan.constant(extra.taking)
                self.write(f"n += {extra.count(f'({stepping}) & {TARGETS[lands]}', quiet, taking)}")

    def _leaving(self, index: int, side: Side) -> int:
        """From where a class has a step that may promote."""
        mask = 0
        for atom in self.plan.atoms(index, side):
            targets = self.plan.facts.module.board.vectors[atom.vector].targets
            for square, extras in self.promotions.extras(index, side).items():
                end = 1 << self.plan.layout.place(targets[square]) if targets[square] >= 0 else 0
                if any(end & (extra.quiet | extra.taking) for extra in extras):
                    mask |= 1 << self.plan.layout.place(square)
        return mask

    # ------------------------------------------------------------------------------------------------ piece by piece

    def _rides(self, index: int, side: Side) -> None:
        with self.write.block(self._each(f"w[{index}] & free")):
            self.write(f"a = reach_{index}_{side}(s, occ) & z.free", "n += hk_ones(a)")
            self.write(*self.promotions.lines(index, side))
            self.write("x = hk_rest(x)")

    def _each(self, pieces: str) -> str:
        self.write(f"x = {pieces}")
        return "while x:\n    one = hk_lone(x)\n    s = hk_lead(x)"

    def _bound(self, side: Side) -> None:
        with self.write.block(self._each("z.bound")):
            self.write(f"a = reach_of_{side}(w, one, s, occ) & hk_limit_of(z, one)")
            self.write(f"n += results_{side}(w, one, a, occ)", "x = hk_rest(x)")

    def _results(self, side: Side) -> None:
        with self.write.function(
            f"size_t results_{side}(const hk_bits *w, hk_bits one, hk_bits a, hk_bits occ)",
            "The number of moves of one piece to some squares, with promotions.",
        ):
            self.write("cdef size_t n = hk_ones(a)")
            groups: dict[tuple[str, ...], list[int]] = {}
            for index in (i for i, one in enumerate(self.plan.classes) if one.form != "walks"):
                groups.setdefault(tuple(self.promotions.lines(index, side)), []).append(index)
            word = "if"
            for lines, classes in groups.items():
                if lines:
                    with self.write.block(f"{word} {self.plan.union(classes)} & one:"):
                        self.write(*lines)
                    word = "elif"
            self.write("return n")
