"""The moves of `pieceMoves` as move strings: leapers, riders, several of them together, and what is one already.

Rows grow downward, so that `[-1, 0]` is a step forward. Without `directional` both sides move by the same offsets: that
is one piece for both only if the offsets are the same turned round.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, TypeAlias, final

from hensoku.dsl.codes import finding
from hensoku.dsl.findings import Finding
from hensoku.dsl.moves.directions import spelling
from hensoku.dsl.moves.format import ATOMS, canonical
from hensoku.dsl.moves.meaning import Step
from hensoku.dsl.moves.parse import parse_moves, parse_text
from hensoku.dsl.nodes import Mapping, Node, Scalar, Sequence
from hensoku.dsl.source import Span

Offset: TypeAlias = tuple[int, int]
"""(rows down, columns right), as the first player sees the board."""

_FARTHEST: Final = 35
_BETZA: Final = "betza"
_KNOWN: Final = {
    "leaper": ("type", "offsets", "directional"),
    "rider": ("type", "dirs", "maxSteps", "directional"),
    "compose": ("type", "parts", "directional"),
}
_ORTHOGONAL: Final[tuple[Offset, ...]] = ((-1, 0), (0, 1), (1, 0), (0, -1))
_DIAGONAL: Final[tuple[Offset, ...]] = ((-1, 1), (1, 1), (1, -1), (-1, -1))
_DIRECTIONS: Final = {"orthogonal": _ORTHOGONAL, "diagonal": _DIAGONAL, "all": (*_ORTHOGONAL, *_DIAGONAL)}


@final
@dataclass
class PieceMoves:
    """What one entry of `pieceMoves` says; `findings` are what cannot be carried over."""

    name: str
    findings: list[Finding] = field(default_factory=list)

    def string(self, node: Node) -> str | None:
        """The canonical string; None if anything in it cannot be carried over."""
        betza = node.get(_BETZA) if isinstance(node, Mapping) else None
        if isinstance(node, Mapping) and isinstance(betza, Scalar):
            return self._spelled(node, betza)
        words = list(self._words(node, directional=False))
        if self.findings:
            return None
        if not words:
            self._refuse(node.span, "it has no move")
            return None
        parsed, found = parse_text("".join(dict.fromkeys(words)))
        if parsed is None:
            self._refuse(node.span, found[0].message)
            return None
        return canonical(parsed)

    def _spelled(self, node: Mapping, betza: Scalar) -> str | None:
        """A move string that stands there as it is. One that programs read in different ways is not carried over."""
        for entry in node.entries:
            if entry.key.text != _BETZA:
                self._refuse(entry.key.span, f"{entry.key.text!r} says nothing beside a move string")
        parsed, found = parse_moves(betza)
        for one in found:
            self._refuse(one.span, one.message + (f" ({one.help})" if one.help else ""))
        return None if parsed is None or self.findings else canonical(parsed)

    def _words(self, node: Node, *, directional: bool) -> Iterator[str]:
        """A move string for each direction of each part."""
        kind = node.get("type") if isinstance(node, Mapping) else None
        if not isinstance(node, Mapping) or not isinstance(kind, Scalar) or kind.text not in _KNOWN:
            where = kind.span if kind is not None else node.span
            self._refuse(where, f"its type is none of {', '.join(_KNOWN)}")
            return
        for entry in node.entries:
            if entry.key.text not in _KNOWN[kind.text]:
                self._refuse(entry.key.span, f"{entry.key.text!r} says nothing about a {kind.text}")
        directional = _true(node.get("directional"), directional)
        match kind.text:
            case "compose":
                parts = node.get("parts")
                for part in parts.items if isinstance(parts, Sequence) else ():
                    yield from self._words(part, directional=directional)
            case "leaper":
                yield from self._each(node, "offsets", "", directional=directional)
            case _:
                yield from self._each(node, "dirs", self._range(node.get("maxSteps")), directional=directional)

    def _each(self, node: Mapping, key: str, reach: str, *, directional: bool) -> Iterator[str]:
        listed = node.get(key)
        offsets = self._offsets(listed) if listed is not None else []
        if not offsets and not self.findings:
            self._refuse(node.span, f"it has no {key}")
        if not directional and {(-down, -right) for down, right in offsets} != set(offsets):
            self._refuse((listed or node).span, "it is another piece turned round: say `directional: true`")
            return
        yield from (f"{_word(offset)}{reach}" for offset in offsets)

    def _offsets(self, node: Node) -> list[Offset]:
        if isinstance(node, Scalar) and node.text in _DIRECTIONS:
            return list(_DIRECTIONS[node.text])
        found: list[Offset] = []
        for item in node.items if isinstance(node, Sequence) else (node,):
            offset = _offset(item)
            if offset is None:
                self._refuse(item.span, "an offset is two numbers of rows and columns, not both 0")
            else:
                found.append(offset)
        return found

    def _range(self, node: Node | None) -> str:
        """How many steps a rider makes at most; 0 is without end."""
        if node is None:
            return "0"
        if isinstance(node, Scalar) and isinstance(node.value, int) and 0 < node.value <= _FARTHEST:
            return "" if node.value == 1 else str(node.value)
        self._refuse(node.span, f"maxSteps is a number from 1 to {_FARTHEST}")
        return "0"

    def _refuse(self, span: Span, why: str) -> None:
        self.findings.append(finding("HS520", span, key=f"pieceMoves.{self.name}", why=why))


def _true(node: Node | None, otherwise: bool) -> bool:
    return otherwise if node is None else isinstance(node, Scalar) and node.value is True


def _offset(node: Node) -> Offset | None:
    numbers = [item.value for item in node.items if isinstance(item, Scalar)] if isinstance(node, Sequence) else []
    match numbers:
        case [int(down), int(right)] if (down or right) and max(abs(down), abs(right)) <= _FARTHEST:
            return down, right
        case _:
            return None


def _word(offset: Offset) -> str:
    """One direction of an atom: `fW`, `frF`, `ffrN`."""
    down, right = offset
    shape = sorted((abs(down), abs(right)))
    step = Step(shape[0], shape[1])
    head = next(number for number in range(8) if step.toward(number) == (right, -down) and _has(step, number))
    return spelling(frozenset((head,)), step.family) + ATOMS.get(step, f"({step.minor},{step.major})")


def _has(step: Step, head: int) -> bool:
    """Octants are orthogonal and diagonal by turns."""
    return step.family == "oblique" or head % 2 == (step.family == "diagonal")
