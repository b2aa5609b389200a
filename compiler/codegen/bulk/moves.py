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
Step: TypeAlias = tuple[int, Lands, int | None]
"""A vector, what the step may land on, and from which places; None is all."""


@final
@dataclass(frozen=True, slots=True)
class BoardCountEmitter:
    plan: Plan
    promotions: Promotions
    write: Writer

    def emit(self, side: Side) -> None:
        self._results(side)
        with self.write.function(
            f"inline size_t step_count_{side}({self._sets}, const hk_limits *z, hk_bits free, hk_bits occ)",
            "The number of moves of some pieces that step, of which none is bound.",
        ):
            self.write("cdef hk_bits x", "cdef size_t n = 0")
            self._steps(side)
            self.write("return n")
        with self.write.function(
            f"inline size_t board_count_{side}({self._sets}, const hk_limits *z, hk_bits own, hk_bits occ)",
            "The number of moves of a side's pieces but the royals, with promotions.",
        ):
            sets = "b, w" if self.plan.lends else "w"
            self.write("cdef hk_bits free = own & ~z.bound, x, a, one", "cdef int s")
            if self._one_by_one:
                self._find_mixed()
            self.write(f"cdef size_t n = step_count_{side}({sets}, z, free, occ)")
            for index in self.plan.indices("rides"):
                if self.plan.classes[index].rises:
                    self.rises(index, side)
                else:
                    self._rides(index, side)
            if self._one_by_one:
                self._mixed(side)
            self._bound(side)
            self.write("return n")

    @property
    def _one_by_one(self) -> bool:
        """Whether there may be pieces that the class as which they move does not say enough about."""
        return self.plan.unites or (self.plan.lends and bool(self.plan.filed))

    @property
    def _sets(self) -> str:
        return "const hk_bits *b, const hk_bits *w" if self.plan.lends else "const hk_bits *w"

    # --------------------------------------------------------------------------------------------------------- steps

    def _steps(self, side: Side) -> None:
        """All pieces that step by a vector at once, then those of their moves that may promote."""
        users: dict[Step, list[int]] = {}
        for index in self.plan.indices("steps"):
            for atom in self.plan.atoms(index, side):
                users.setdefault((atom.vector, atom.lands, self.plan.sources(atom)), []).append(index)
        for (vector, lands, sources), classes in users.items():
            stepping = self.plan.step(self.plan.among(f"({self.plan.union(classes)} & free)", sources), vector)
            self.write(f"n += hk_ones(({stepping}) & {TARGETS[lands]})")
        if self.plan.lends:
            self._lent_extras(users, side)
        else:
            self._extras(users, side)

    def _extras(self, users: dict[Step, list[int]], side: Side) -> None:
        extras: dict[tuple[Step, Extra], list[int]] = {}
        for step, classes in users.items():
            for index in classes:
                for extra in self.promotions.of_step(index, side, step[0]):
                    extras.setdefault((step, extra), []).append(index)
        promoting = sorted({index for classes in extras.values() for index in classes})
        if promoting:
            vectors = {index: [atom.vector for atom in self.plan.atoms(index, side)] for index in promoting}
            near = self._near(vectors, side)
            self._counted(promoting, near, [(step, extra, classes) for (step, extra), classes in extras.items()])

    def _lent_extras(self, users: dict[Step, list[int]], side: Side) -> None:
        """What promotes is the piece, whoever lends it the step: for those that promote alike, steps of all classes."""
        alike: dict[tuple[tuple[Step, Extra], ...], list[int]] = {}
        for index in range(len(self.plan.classes)):
            extras = tuple((step, extra) for step in users for extra in self.promotions.of_step(index, side, step[0]))
            if extras:
                alike.setdefault(extras, []).append(index)
        for extras, promoting in alike.items():
            near = self._near({index: [step[0] for step in users] for index in promoting}, side)
            self._counted(promoting, near, [(step, extra, users[step]) for step, extra in extras])

    def _counted(self, promoting: list[int], near: int, extras: list[tuple[Step, Extra, list[int]]]) -> None:
        self.write(f"x = {self.plan.union(promoting, self.plan.by_piece)} & free & {self.plan.constant(near)}")
        with self.write.block("if hk_some(x):"):
            for (vector, lands, sources), extra, classes in extras:
                stepping = self.plan.step(self.plan.among(f"({self.plan.union(classes)} & x)", sources), vector)
                quiet, taking = self.plan.constant(extra.quiet), self.plan.constant(extra.taking)
                self.write(f"n += {extra.count(f'({stepping}) & {TARGETS[lands]}', quiet, taking)}")

    def _near(self, vectors: dict[int, list[int]], side: Side) -> int:
        """From where a step of one of these vectors may promote, by class."""
        near, layout = 0, self.plan.layout
        for index, its in vectors.items():
            for square, extras in self.promotions.extras(index, side).items():
                targets = (self.plan.facts.module.board.vectors[vector].targets[square] for vector in its)
                ends = layout.mask(target for target in targets if target >= 0)
                if any(ends & (extra.quiet | extra.taking) for extra in extras):
                    near |= 1 << layout.place(square)
        return near

    # ------------------------------------------------------------------------------------------------ piece by piece

    def _rides(self, index: int, side: Side) -> None:
        with self.write.block(self._each(f"w[{index}] & free")):
            self.write(f"a = reach_{index}_{side}(s, occ) & z.free")
            if self.plan.lends:
                self.write(f"n += results_{side}(b, one, a, occ)")
            else:
                self.write("n += hk_ones(a)", *self.promotions.lines(index, side))
            self.write("x = hk_rest(x)")

    def _find_mixed(self) -> None:
        """Steps of several classes are counted by vectors, each once; rides of a piece of several classes may meet.
        What a limit by file binds is the piece, whoever lends it the move."""
        self.write("cdef hk_bits mixed = HK_NONE, once = HK_NONE")
        if self.plan.unites:
            for index in self.plan.indices("steps", "rides"):
                self.write(f"mixed |= once & w[{index}]", f"once |= w[{index}]")
            self.write(f"mixed &= {self.plan.union(self.plan.indices('rides'))}")
        if self.plan.filed:
            self.write(f"mixed |= {self.plan.union(self.plan.filed, 'b')}")
        self.write("mixed &= free", "free ^= mixed")

    def _mixed(self, side: Side) -> None:
        with self.write.block(self._each("mixed")):
            self.write(f"a = reach_of_{side}(w, one, s, occ) & z.free")
            self.write(f"n += results_{side}(b, one, a, occ)", "x = hk_rest(x)")

    def _each(self, pieces: str) -> str:
        self.write(f"x = {pieces}")
        return "while hk_some(x):\n    one = hk_lone(x)\n    s = hk_lead(x)"

    def rises(self, index: int, side: Side, limits: str = "z") -> None:
        """A promotion makes a second royal: it may leave the first one in check."""
        z = limits
        with self.write.block(self._each(f"w[{index}]")):
            self.write(f"a = reach_{index}_{side}(s, occ) & {z}.all")
            self.write(f"n += hk_ones(a & (hk_limit_of({z}, one) if hk_some(one & {z}.bound) else {z}.free))")
            self.write(*self.promotions.lines(index, side), "x = hk_rest(x)")

    def _bound(self, side: Side) -> None:
        rising = [index for index, one in enumerate(self.plan.classes) if one.rises]
        bound = f"z.bound & ~{self.plan.union(rising)}" if rising else "z.bound"
        with self.write.block(self._each(bound)):
            self.write(f"a = reach_of_{side}(w, one, s, occ) & hk_limit_of(z, one)")
            self.write(f"n += results_{side}({self.plan.by_piece}, one, a, occ)", "x = hk_rest(x)")

    def _results(self, side: Side) -> None:
        with self.write.function(
            f"size_t results_{side}(const hk_bits *w, hk_bits one, hk_bits a, hk_bits occ)",
            "The number of moves of one piece to some squares, with promotions.",
        ):
            self.write("cdef size_t n = hk_ones(a)")
            groups: dict[tuple[str, ...], list[int]] = {}
            for index in self.plan.counted:
                groups.setdefault(tuple(self.promotions.lines(index, side)), []).append(index)
            word = "if"
            for lines, classes in groups.items():
                if lines:
                    with self.write.block(f"{word} hk_some({self.plan.union(classes)} & one):"):
                        self.write(*lines)
                    word = "elif"
            self.write("return n")
