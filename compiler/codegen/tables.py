"""Constant tables of the generated module, each content once, as C text and as Cython declarations.

Everything here is numbers: no text of a definition is written into C.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, final

SMALL: Final = "int16_t"
BYTE: Final = "uint8_t"
WORD: Final = "uint16_t"
WORD_BITS: Final = 64


@final
@dataclass(slots=True)
class Tables:
    """`c_lines` are C definitions in the order in which they were made; `declarations` what Cython may name of them."""

    c_lines: list[str] = field(default_factory=list)
    declarations: list[str] = field(default_factory=list)
    _named: dict[str, str] = field(default_factory=dict)
    _taken: set[str] = field(default_factory=set)
    _declared: set[str] = field(default_factory=set)

    def numbers(self, name: str, kind: str, values: Sequence[int], *, per_row: int = 0) -> str:
        """A table of numbers; gives the name of the one with this content, which is `name` if it is new."""
        width = per_row or max(1, len(values))
        rows = [", ".join(str(value) for value in values[i : i + width]) for i in range(0, len(values), width)]
        body = rows[0] if len(rows) == 1 else "\n    " + ",\n    ".join(rows)
        return self.define(name, f"const {kind}", f"[{len(values)}]", f"{{{body}}}")

    def define(self, name: str, kind: str, shape: str, value: str, *, declare: bool = True) -> str:
        """Any static table: `static <kind> <name><shape> = <value>;`"""
        content = f"{kind}{shape}{value}"
        unique = self._named.get(content)
        if unique is None:
            unique = self._named[content] = self._unused(name)
            self._taken.add(unique)
            self.c_lines.append(f"static {kind} {unique}{shape} = {value};")
        if declare:
            self._declare(f"{kind} {unique}{shape}")
        return unique

    def reserve(self, name: str, kind: str, shape: str) -> str:
        """A table of its own that the module fills: `static <kind> <name>_<number><shape>;`"""
        number = 0
        while f"{name}_{number}" in self._taken:
            number += 1
        unique = f"{name}_{number}"
        self._taken.add(unique)
        self.c_lines.append(f"static {kind} {unique}{shape};")
        self._declare(f"{kind} {unique}{shape}")
        return unique

    def _declare(self, declaration: str) -> None:
        """Tables of tables need none: it is made when Cython first names a table, not with the content."""
        if declaration not in self._declared:
            self._declared.add(declaration)
            self.declarations.append(declaration)

    def continued(self) -> Tables:
        """Tables that may use these ones' names; what it defines is its own."""
        return Tables(_named=dict(self._named), _taken=set(self._taken), _declared=set(self._declared))

    def _unused(self, name: str) -> str:
        unique, count = name, 1
        while unique in self._taken:
            count += 1
            unique = f"{name}_{count}"
        return unique


def bit_words(squares: Iterable[int], size: int) -> str:
    """An `hk_set` as a C initialiser."""
    bits = sum(1 << square for square in set(squares))
    words = (bits >> shift & (1 << WORD_BITS) - 1 for shift in range(0, max(size, 1), WORD_BITS))
    return "{{" + ", ".join(f"{word:#x}u" for word in words) + "}}"
