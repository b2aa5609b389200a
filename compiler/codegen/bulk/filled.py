"""Tables that the module fills when it is loaded: rays, paths, and the lookups of riders.

Each table is made once for each content. `calls` fill them, in order.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, TypeAlias, final

from hensoku.compiler.codegen.board import BoardTables
from hensoku.compiler.codegen.bulk.plan import Plan
from hensoku.compiler.codegen.facts import SIDES
from hensoku.compiler.ir.sets import Atom

MOST_INDEX_BITS: Final = 12
"""More than so many squares that matter make two lookups of one, or none."""

Ray: TypeAlias = tuple[int, int]
"""A vector and a reach in steps."""


@final
@dataclass(frozen=True, slots=True)
class Rider:
    """Rays with one reach over the same number of pieces."""

    blockers: int
    reach: int
    vectors: tuple[int, ...]


@final
@dataclass(frozen=True, slots=True)
class Axis:
    """Vectors that one lookup answers for, and the columns of its entries: over how many pieces. Without a name if
    there is too much to look up: rays are then walked."""

    name: str
    reach: int
    vectors: tuple[int, ...]
    columns: tuple[int, ...]


@final
@dataclass(frozen=True, slots=True)
class Lame:
    """Tables of a lame step by place: where it leads, what it passes over, where it comes from."""

    ends: str
    legs: str
    back: str


@final
@dataclass
class FilledTables:
    plan: Plan
    board: BoardTables
    calls: list[str] = field(default_factory=list)
    _rays: dict[tuple[frozenset[Ray], bool], str] = field(default_factory=dict)
    _steps: dict[tuple[frozenset[tuple[int, int | None]], bool], str] = field(default_factory=dict)
    _paths: list[dict[tuple[int, int], frozenset[int]]] = field(default_factory=list)
    _path_of: dict[tuple[int, int, tuple[int, ...]], int] = field(default_factory=dict)
    _lame: dict[tuple[int, tuple[int, ...], bool, int | None], Lame] = field(default_factory=dict)

    # ---------------------------------------------------------------------------------------------------------- rays

    def rays(self, rays: Iterable[Ray], *, back: bool = False) -> str:
        """By place, where rays lead on an empty board; with `back`, from where they lead there."""
        key = frozenset(rays), back
        if key not in self._rays:
            name = self._rays[key] = self._array("BACK_RAYS" if back else "RAYS", "HK_PLACES")
            for reach in sorted({reach for _, reach in key[0]}):
                vectors = sorted(vector for vector, its in key[0] if its == reach)
                along = self._along(vectors)
                self.calls.append(f"hk_fill_rays({name}, {along}, {len(vectors)}, {reach}, {int(back)})")
        return self._rays[key]

    def steps(self, atoms: Iterable[Atom], *, back: bool = False) -> str:
        """The same of steps, which may be bound to some places."""
        atoms = tuple(atoms)
        if all(atom.sources is None for atom in atoms):
            return self.rays(((atom.vector, 1) for atom in atoms), back=back)
        key = frozenset((atom.vector, self.plan.sources(atom)) for atom in atoms), back
        if key not in self._steps:
            name = self._steps[key] = self._array("BACK_STEPS" if back else "STEPS", "HK_PLACES")
            for atom in atoms:
                self.calls.append(
                    f"hk_fill_steps({name}, {self.board.step(atom.vector)}, {self._from(atom)}, {int(back)})"
                )
        return self._steps[key]

    def _from(self, atom: Atom) -> str:
        """The places from which a step may be made, as a constant."""
        sources = self.plan.sources(atom)
        return self.plan.constant(self.plan.layout.all if sources is None else sources)

    def reach(self, atom: Atom) -> int:
        return self.plan.facts.farthest(atom.reach)

    # ---------------------------------------------------------------------------------------------------- lame steps

    def lame(self, atom: Atom) -> Lame:
        key = atom.vector, atom.between, atom.occupied, self.plan.sources(atom)
        if key not in self._lame:
            made = Lame(*(self._array(name, "HK_PLACES") for name in ("ENDS", "LEGS", "BACK_ENDS")))
            self._lame[key] = made
            between = self._along(atom.between)
            self.calls.append(
                f"hk_fill_lame({made.ends}, {made.legs}, {made.back}, {self.paths(atom)},"
                f" {self.board.step(atom.vector)}, {between}, {len(atom.between)}, {int(atom.occupied)},"
                f" {self._from(atom)})"
            )
        return self._lame[key]

    # --------------------------------------------------------------------------------------------------------- paths

    def paths(self, atom: Atom) -> str:
        """The squares between the ends of an atom's lines, by two places. Atoms share a table unless two lines join the
        same squares."""
        return f"PATHS_{self._path_table(atom)}"

    def _path_table(self, atom: Atom) -> int:
        key = atom.vector, atom.reach, atom.between
        if key not in self._path_of:
            lines = dict(self._lines(atom))
            fits = (i for i, known in enumerate(self._paths) if all(known.get(k, b) == b for k, b in lines.items()))
            index = next(fits, len(self._paths))
            if index == len(self._paths):
                self._paths.append({})
                self._array("PATHS", "HK_PLACES * HK_PLACES")
            self._paths[index].update(lines)
            self._path_of[key] = index
            if not atom.between:
                self.calls.append(f"hk_fill_paths(PATHS_{index}, {self.board.step(atom.vector)}, {self.reach(atom)})")
        return self._path_of[key]

    def _lines(self, atom: Atom) -> Iterable[tuple[tuple[int, int], frozenset[int]]]:
        board = self.plan.facts.module.board
        targets = board.vectors[atom.vector].targets
        for square in range(len(targets)):
            passed: set[int] = set()
            at = square
            for vector in atom.between:
                at = board.vectors[vector].targets[at] if at >= 0 else -1
                passed.add(at)
            at = square
            for _ in range(self.reach(atom)):
                at = targets[at]
                if at < 0 or at == square:
                    break
                yield (at, square), frozenset(passed)
                passed.add(at)

    # ------------------------------------------------------------------------------------------------------- lookups

    def look(self, rider: Rider, place: str, occupied: str) -> str:
        """Where a rider at a place goes, by the pieces on the board."""
        if self.plan.layout.word == "lanes":
            return " | ".join(self._ride(rider, vector, place, occupied) for vector in rider.vectors)
        looks = []
        for axis in self._axes:
            used = set(axis.vectors) & set(rider.vectors)
            if axis.reach != rider.reach or rider.blockers not in axis.columns or not used:
                continue
            if not axis.name:
                looks += [self._cast(rider, vector, place, occupied) for vector in sorted(used)]
            else:
                column, width = axis.columns.index(rider.blockers), len(axis.columns)
                look = f"hk_look({axis.name}, {place}, {occupied}, {width}, {column})"
                if used != set(axis.vectors):
                    look = f"({look} & {self.rays((vector, rider.reach) for vector in used)}[{place}])"
                looks.append(look)
        return " | ".join(looks)

    def answers(self, rider: Rider) -> bool:
        """Whether there is a lookup for a rider; other ones than the variant's may have none."""
        axes = [axis for axis in self._axes if axis.reach == rider.reach and rider.blockers in axis.columns]
        return set(rider.vectors) <= {vector for axis in axes for vector in axis.vectors}

    def _ride(self, rider: Rider, vector: int, place: str, occupied: str) -> str:
        """One ray, ended by the first piece on it; where places neither ascend nor descend along it, it is walked."""
        up = self._ascends(vector)
        if up is None:
            return self._cast(rider, vector, place, occupied)
        ray, edge = self.rays([(vector, rider.reach)]), self.rays([(vector, self.plan.facts.squares)])
        return f"hk_ride({ray}, {edge}, {place}, {occupied}, {rider.blockers}, {int(up)})"

    def _ascends(self, vector: int) -> bool | None:
        """Whether places ascend along every ray of a vector, or descend; None if neither."""
        place, squares = self.plan.layout.place, self.plan.facts.squares
        rays = [[place(at) for at in (square, *self._ray(vector, square, squares))] for square in range(squares)]
        if all(ray == sorted(ray) for ray in rays):
            return True
        return False if all(ray == sorted(ray, reverse=True) for ray in rays) else None

    def _cast(self, rider: Rider, vector: int, place: str, occupied: str) -> str:
        step = self.board.step(vector)
        return f"hk_cast({step}, hk_squares[{place}], {occupied}, {rider.reach}, {rider.blockers}, 0)"

    def riders(self, atoms: Iterable[Atom]) -> list[Rider]:
        """The rides among some atoms, those of one reach and number of pieces together."""
        rides: dict[tuple[int, int], set[int]] = {}
        for atom in atoms:
            if not atom.is_step and not atom.between:
                rides.setdefault((atom.blockers, self.reach(atom)), set()).add(atom.vector)
        return [Rider(blockers, reach, tuple(sorted(vectors))) for (blockers, reach), vectors in rides.items()]

    @cached_property
    def _axes(self) -> tuple[Axis, ...]:
        riders = self._all_riders()
        axes = []
        for reach in dict.fromkeys(rider.reach for rider in riders):
            mine = [rider for rider in riders if rider.reach == reach]
            for vectors in self._grouped(mine, reach):
                columns = sorted({rider.blockers for rider in mine if set(rider.vectors) & set(vectors)})
                axes.append(self._axis(vectors, reach, tuple(columns)))
        return tuple(axes)

    def _all_riders(self) -> list[Rider]:
        """The rides of every class and side, by what they land on."""
        found: dict[Rider, None] = {}
        for side in SIDES:
            for index in range(len(self.plan.classes)):
                atoms = self.plan.atoms(index, side) + self.plan.facing(index, side)
                for lands in dict.fromkeys(atom.lands for atom in atoms):
                    found |= dict.fromkeys(self.riders(atom for atom in atoms if atom.lands == lands))
        return list(found)

    def _grouped(self, riders: list[Rider], reach: int) -> list[tuple[int, ...]]:
        """Vectors with their opposites, and pairs of these together if all who use one use the other."""
        users: dict[tuple[int, ...], frozenset[int]] = {}
        for vector in sorted({vector for rider in riders for vector in rider.vectors}):
            pair = self._pair(vector, riders, reach)
            used = frozenset(i for i, rider in enumerate(riders) if set(rider.vectors) & set(pair))
            users[pair] = users.get(pair, frozenset()) | used
        groups: list[tuple[tuple[int, ...], frozenset[int]]] = []
        for pair, used in users.items():
            for i, (vectors, theirs) in enumerate(groups):
                if theirs == used and self._index_bits((*vectors, *pair), reach)[0] <= MOST_INDEX_BITS:
                    groups[i] = (*vectors, *pair), theirs
                    break
            else:
                groups.append((pair, used))
        return [vectors for vectors, _ in groups]

    def _pair(self, vector: int, riders: list[Rider], reach: int) -> tuple[int, ...]:
        """A vector and its opposite. Where both lead to one square, what a lookup finds does not tell them apart: then
        only if whoever rides along one rides along the other."""
        opposite = self.opposite(vector)
        if opposite is None:
            return (vector,)
        if any((vector in rider.vectors) != (opposite in rider.vectors) for rider in riders):
            squares = range(self.plan.facts.squares)
            if any(set(self._ray(vector, s, reach)) & set(self._ray(opposite, s, reach)) for s in squares):
                return (vector,)
        return tuple(sorted({vector, opposite}))

    def _ray(self, vector: int, square: int, reach: int) -> list[int]:
        """The squares of a ray on an empty board."""
        targets = self.plan.facts.module.board.vectors[vector].targets
        ray, at = [], square
        for _ in range(reach):
            at = targets[at]
            if at < 0 or at == square:
                break
            ray.append(at)
        return ray

    def opposite(self, vector: int) -> int | None:
        """The vector that leads back, if there is one."""
        board = self.plan.facts.module.board
        targets = board.vectors[vector].targets
        for index, other in enumerate(board.vectors):
            if all(other.targets[target] == square for square, target in enumerate(targets) if target >= 0):
                return index
        return None

    def _index_bits(self, vectors: tuple[int, ...], reach: int) -> tuple[int, int]:
        """The most squares that matter to a lookup, and how many entries all lookups have."""
        most = entries = 0
        for square in range(self.plan.facts.squares):
            matter = {passed for vector in vectors for passed in self._ray(vector, square, reach)[:-1]}
            most = max(most, len(matter))
            entries += 1 << len(matter)
        return most, entries

    def _axis(self, vectors: tuple[int, ...], reach: int, columns: tuple[int, ...]) -> Axis:
        tables = self.plan.tables
        most, entries = self._index_bits(vectors, reach)
        if most > MOST_INDEX_BITS:
            return Axis("", reach, vectors, columns)
        name = tables.reserve("AXIS", "hk_lookup", "[HK_PLACES]")
        room = tables.reserve(f"{name}_SETS", "hk_bits", f"[{entries * len(columns)}]")
        along = self._along(vectors)
        over = tables.numbers("OVER", "int", columns)
        self.calls.append(f"hk_fill_axis({name}, {room}, {along}, {len(vectors)}, {reach}, {over}, {len(columns)})")
        return Axis(name, reach, vectors, columns)

    def _along(self, vectors: Iterable[int]) -> str:
        """A table of the tables of some vectors' steps."""
        steps = [self.board.step(vector) for vector in vectors]
        return self.plan.tables.define("ALONG", "const int16_t *const", f"[{len(steps)}]", f"{{{', '.join(steps)}}}")

    def _array(self, name: str, size: str) -> str:
        return self.plan.tables.reserve(name, "hk_bits", f"[{size}]")
