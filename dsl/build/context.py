"""What all builders share: the findings so far, and readers from nodes to values.

A reader returns None for what is missing, null, or wrong; what is wrong has left a finding, or was refused before by
the schema. Regions and piece sets are remembered: what they name is checked when all names are known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final, TypeVar, final

from hensoku.dsl.codes import finding
from hensoku.dsl.definition import Located, PerSet, PieceSet, Region
from hensoku.dsl.findings import Finding, Fix, Related
from hensoku.dsl.nodes import Entry, Mapping, Node, Scalar, Sequence
from hensoku.dsl.notation.piecesets import parse_piece_set
from hensoku.dsl.notation.regions import parse_region
from hensoku.dsl.source import Source, Span

T = TypeVar("T")

SIDES: Final = ("sente", "gote")


@final
@dataclass
class Context:
    """`own` is the file that is being built; other files are those that it inherits from."""

    own: Source
    findings: list[Finding] = field(default_factory=list)
    regions: list[Region] = field(default_factory=list)
    sets: list[PieceSet] = field(default_factory=list)
    called: dict[str, str] = field(default_factory=dict)
    """The ids of pieces by what they are called, in lower case."""

    _missing: list[tuple[str, Span, str]] = field(default_factory=list)

    def say(
        self,
        code: str,
        span: Span,
        *,
        help: str | None = None,  # noqa: A002 - the field's own name
        related: tuple[Related, ...] = (),
        fixes: tuple[Fix, ...] = (),
        **values: object,
    ) -> None:
        self.findings.append(finding(code, span, help=help, related=related, fixes=fixes, **values))

    def lacks(self, what: str, node: Mapping, example: str) -> None:
        """Note that a part which every variant needs is missing in `node`; `example` says it."""
        self._missing.append((what, Span(node.span.source, node.span.start, node.span.start), example))

    def say_missing(self) -> None:
        """One finding for all that is missing, before those that follow from it."""
        if not self._missing:
            return
        (_, span, example), *more = self._missing
        what = ", no ".join(name for name, _, _ in self._missing)
        told = f"write `parent: shogi` beside the title to take over a whole game, or begin with `{example}`"
        if not more and not what.startswith("topology"):
            told = f"write it, such as `{example}`, or take it over from a `parent`"
        self.findings.insert(0, finding("HS400", span, what=what, help=told))

    def region(self, node: Node | None) -> Region | None:
        scalar = filled(node)
        if scalar is None:
            return None
        region, findings = parse_region(scalar)
        self.findings += findings
        if region is not None:
            self.regions.append(region)
        return region

    def piece_set(self, node: Node | None) -> PieceSet | None:
        scalar = filled(node)
        if scalar is None:
            return None
        found, findings = parse_piece_set(scalar)
        self.findings += findings
        if found is not None:
            self.sets.append(found)
        return found

    def is_inherited(self, span: Span) -> bool:
        """Overrides and other texts without a file count as one's own."""
        return span.source != self.own and not span.source.path.startswith("<")

    def per_set(self, node: Node | None, read: Callable[[Node], T | None]) -> PerSet[T]:
        """One value for all pieces, or a mapping of piece sets to values."""
        if node is None or is_null(node):
            return ()
        if not isinstance(node, Mapping):
            value = read(node)
            return () if value is None else ((everything(node.span), Located(value, node.span)),)
        return tuple(self._pairs(node, read))

    def _pairs(self, node: Mapping, read: Callable[[Node], T | None]) -> Iterator[tuple[PieceSet, Located[T]]]:
        for entry in node.entries:
            pieces = self.piece_set(entry.key)
            value = None if is_null(entry.value) else read(entry.value)
            if pieces is not None and value is not None:
                yield pieces, Located(value, entry.value.span)


def everything(span: Span) -> PieceSet:
    return PieceSet((), True, span)


def nothing(span: Span) -> PieceSet:
    return PieceSet((), False, span)


def royals(span: Span) -> PieceSet:
    return PieceSet((Located("royal", span),), False, span)


def is_null(node: Node) -> bool:
    return isinstance(node, Scalar) and node.value is None


def filled(node: Node | None) -> Scalar | None:
    """A scalar that says something."""
    return node if isinstance(node, Scalar) and node.value is not None else None


def group(node: Mapping | None, key: str) -> Mapping | None:
    """The mapping under a key."""
    value = node.get(key) if node is not None else None
    return value if isinstance(value, Mapping) else None


def entries(node: Mapping | None, key: str) -> tuple[Entry, ...]:
    """The entries of the mapping under a key, without those that are null."""
    found = group(node, key)
    return () if found is None else tuple(entry for entry in found.entries if not is_null(entry.value))


def items(node: Node | None) -> tuple[Node, ...]:
    """The items of a list; a single value is a list of one, nothing an empty one."""
    if node is None or is_null(node):
        return ()
    return node.items if isinstance(node, Sequence) else (node,)


def text(node: Node | None) -> str | None:
    scalar = filled(node)
    return None if scalar is None else scalar.text


def located(node: Node | None) -> Located[str] | None:
    scalar = filled(node)
    return None if scalar is None else Located(scalar.text, scalar.span)


def number(node: Node | None) -> Located[int] | None:
    scalar = filled(node)
    if scalar is None or isinstance(scalar.value, bool) or not isinstance(scalar.value, int | float):
        return None
    return Located(int(scalar.value), scalar.span)


def flag(node: Node | None, default: bool) -> bool:
    scalar = filled(node)
    return scalar.value if scalar is not None and isinstance(scalar.value, bool) else default
