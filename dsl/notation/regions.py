"""Regions (`far 3`, `all but 5e`, `4a-6c palace`) and lines of squares (`4a-5b-6c`)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, cast

from hensoku.dsl.codes import finding
from hensoku.dsl.definition import Area, Located, Region
from hensoku.dsl.findings import Finding, Fix, has_errors
from hensoku.dsl.nodes import Scalar
from hensoku.dsl.notation.reading import Notation, token_span, whole_span
from hensoku.dsl.remember import remembered
from hensoku.dsl.source import Span

if TYPE_CHECKING:
    from lark import Token, Tree

MAX_LENGTH: Final = 4000
_BIGGEST: Final = 999

_REGION: Final = Notation(
    grammar="region",
    starts=("region", "line"),
    code="HS302",
    what="a region",
    limit=MAX_LENGTH,
    words={
        "FAR": "'far' or 'near' and a number",
        "COUNT": "a number",
        "LETTERS": "the letter of a rank",
        "RANK": "'rank' and a range",
        "FILE": "'file' and a range",
        "SQUARE": "a square (5e)",
        "MINUS": "'-' and the end of the range",
        "BUT": "'but'",
        "ALL": "'all'",
        "NAME": "the name of a region",
        "$END": "the end",
    },
)

RESERVED: Final = frozenset(("all", "but", "none", "far", "near", "rank", "file"))
"""Words that cannot name a region."""


@remembered
def parse_region(scalar: Scalar) -> tuple[Region | None, list[Finding]]:
    """The region that a string names; names of regions and the size of the board are not known here."""
    tree, findings = _REGION.parse(scalar, "region")
    if tree is None:
        return None, [_in_words(scalar)] if _WORDS.fullmatch(scalar.text) else [
            _misspelt(scalar, findings[0]) or findings[0]
        ]
    if tree.data == "nothing":
        return Region((Area("all"),), True, whole_span(scalar)), findings
    (branches,) = cast("list[Tree[Token]]", tree.children)
    read = [_area(scalar, branch) for branch in cast("list[Tree[Token]]", branches.children)]
    findings += [problem for _, problems in read for problem in problems]
    if has_errors(findings):
        return None, findings
    return Region(tuple(area for area, _ in read), tree.data == "complement", whole_span(scalar)), findings


_WORDS: Final = re.compile(
    r"\s*(?P<but>(?:not|except|all but|all except)\s+)?(?:the\s+)?(?:(?P<far>last|farthest|final|top|enemy|promotion)|"
    r"first|nearest|bottom|home|back|own)\s+(?P<count>[1-9][0-9]?)?\s*(?:ranks?|rows?|zone|camp|side)\s*"
)
"""Regions as people call them."""


def _in_words(scalar: Scalar) -> Finding:
    """What is said of `last rank`: how it is written."""
    said = _WORDS.fullmatch(scalar.text)
    assert said is not None
    meant = f"{'all but ' if said['but'] else ''}{'far' if said['far'] else 'near'} {said['count'] or 1}"
    span = whole_span(scalar)
    return finding(
        "HS302",
        span,
        problem=f"{scalar.text.strip()!r} is no region",
        help=f"write '{meant}': far and near count ranks as the owner of the piece sees them",
        fixes=(Fix(span, meant, safe=False),),
    )


_COUNTED: Final = re.compile(r"(?P<word>[A-Za-z]+)[ \t]+(?=[0-9]+(?![0-9a-z]))")
_BEFORE_NUMBERS: Final = ("far", "near", "rank", "file")
_OTHER_WORDS: Final = {
    "row": "rank",
    "rows": "rank",
    "column": "file",
    "columns": "file",
    "col": "file",
    "cols": "file",
}


def _misspelt(scalar: Scalar, refused: Finding) -> Finding | None:
    """What is said of `fra 3` and `columns 3-5`, which are names with a number that is `refused`: the word meant."""
    from difflib import get_close_matches

    for said in _COUNTED.finditer(scalar.text):
        word, after = said["word"], scalar.part(said.end(), said.end() + 1)
        near = get_close_matches(word.lower(), (*_BEFORE_NUMBERS, *_OTHER_WORDS), n=1)
        if near and after.start == refused.span.start:
            meant = near[0] if near[0] in _BEFORE_NUMBERS else _OTHER_WORDS[near[0]]
            span = scalar.part(said.start(), said.end("word"))
            fixes = (Fix(span, meant, safe=False),)
            problem = f"{word!r} is no word of a region"
            return finding("HS302", span, problem=problem, help=f"did you mean {meant!r}?", fixes=fixes)
    return None


def parse_line(scalar: Scalar) -> tuple[tuple[Located[str], ...] | None, list[Finding]]:
    """The squares of a line (`4a-5b-6c`), in order."""
    tree, findings = _REGION.parse(scalar, "line")
    if tree is None:
        return None, findings
    tokens = cast("list[Token]", tree.children)
    return tuple(Located(str(token), token_span(scalar, token)) for token in tokens), findings


def _area(scalar: Scalar, branch: Tree[Token]) -> tuple[Area, list[Finding]]:
    tokens = cast("list[Token]", branch.children)
    if not tokens:
        return Area("all"), []
    spans = [token_span(scalar, token) for token in tokens]
    span = Span(scalar.span.source, spans[0].start, spans[-1].end)
    first, last = str(tokens[0]), str(tokens[-1])
    problems = [
        finding("HS305", at, problem=f"{str(token)!r} is no number from 1 to {_BIGGEST}")
        for token, at in zip(tokens, spans, strict=True)
        if token.type == "COUNT" and not (_NUMBER.fullmatch(token) and 1 <= int(token) <= _BIGGEST)
    ]
    match branch.data:
        case "far" | "near" as kind:
            return Area(kind, count=0 if problems else int(first), span=span), problems
        case "rank" | "file" as kind:
            if not problems and _order(first) > _order(last):
                help_ = f"write '{kind} {last}-{first}'"
                problems = [finding("HS307", span, first=first, last=last, help=help_)]
            return Area(kind, first, last, span=span), problems
        case "rectangle":
            return Area("rectangle", first, last, span=span), problems
        case "square":
            return Area("square", first, first, span=span), problems
        case _:
            return Area("named", first, span=span), problems


_NUMBER: Final = re.compile(r"[1-9][0-9]{0,2}")


def _order(bound: str) -> int:
    """Numbers by value, letters as USI counts ranks: a to z, then aa."""
    return int(bound) if bound.isdecimal() else rank_number(bound)


def rank_number(letters: str) -> int:
    """The 1-based number from gote's side of a rank with these USI letters."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("a") + 1
    return number
