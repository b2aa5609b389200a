"""Piece sets: `P L N`, `all but K`, `royal`, a named set."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from hensoku.dsl.definition import Located, PieceSet
from hensoku.dsl.findings import Finding
from hensoku.dsl.nodes import Scalar
from hensoku.dsl.notation.reading import Notation, token_span, whole_span
from hensoku.dsl.remember import remembered

if TYPE_CHECKING:
    from lark import Token, Tree

_SET: Final = Notation(
    grammar="pieceset",
    starts=("set",),
    code="HS303",
    what="a piece set",
    limit=4000,
    words={"NAME": "the key of a piece", "ALL": "'all'", "BUT": "'but'", "$END": "the end"},
)

RESERVED: Final = frozenset(("all", "but", "none", "royal", "self"))
"""Words that cannot name a set."""


@remembered
def parse_piece_set(scalar: Scalar) -> tuple[PieceSet | None, list[Finding]]:
    """The set that a string names, `all` as nothing left out. Which pieces there are is not known here."""
    tree, findings = _SET.parse(scalar, "set")
    if tree is None:
        return None, findings
    names: tuple[Located[str], ...] = ()
    for branch in cast("list[Tree[Token]]", tree.children):
        tokens = cast("list[Token]", branch.children)
        names = tuple(Located(_bare(token), token_span(scalar, token)) for token in tokens)
    return PieceSet(names, tree.data in ("all", "complement"), whole_span(scalar)), findings


def _bare(name: str) -> str:
    """A name without the brackets that it wears in a setup."""
    return name.replace("[", "").replace("]", "")
