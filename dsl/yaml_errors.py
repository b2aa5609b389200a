"""What YAML makes of a move string, a setup or coordinates that stand without quotes, and of text that is no YAML.

`{moves: pR{screen!=U}}` and `[R?sR]` break it, `{moves: (1,4)}` changes it silently; each gets the same advice.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

import yaml
from yaml.reader import ReaderError

from hensoku.dsl.codes import finding
from hensoku.dsl.findings import Finding, Fix
from hensoku.dsl.nodes import Mapping, Node, Scalar, Sequence
from hensoku.dsl.source import Source, Span
from hensoku.dsl.yaml_causes import cause_of

_ODD_STARTS: Final = "`@%*&!|>?[{"
"""What a plain string may not begin with, or not everywhere."""

_WORDS: Final = {
    "mapping values are not allowed here": "a ':' and a blank separate key and value, and cannot stand in plain text",
    "found undefined alias": "no anchor has this name",
}

_TOKEN_WORDS: Final = {
    "<block end>": "a line indented like the ones before",
    "<block mapping start>": "a further indented line",
    "<document start>": "the beginning of the definition",
    "<scalar>": "text",
    "<stream end>": "the end of the file",
    "<block sequence start>": "a list",
}


def syntax_finding(error: yaml.YAMLError, source: Source, start: int, end: int) -> Finding:
    """The finding for what PyYAML refused in `source.text[start:end]`."""
    if isinstance(error, ReaderError):
        at = start + error.position
        number = error.character if isinstance(error.character, int) else ord(str(error.character)[:1] or "\0")
        return finding("HS012", Span(source, at, at + 1), number=number)
    if not isinstance(error, yaml.MarkedYAMLError) or error.problem_mark is None:
        return finding("HS010", Span(source, start, start), problem="the text is no YAML")
    at = min(start + error.problem_mark.index, end)
    opening = start + error.context_mark.index if error.context_mark else at
    cause = cause_of(error, source, start, at, opening)
    odd = _odd_string(source, at, opening, end)
    if odd is not None and not odd.text.isalnum() and (cause is None or cause.span.start >= odd.start):
        return finding("HS011", odd, help=_quote_help(odd.text), fixes=_quoting(odd))
    if cause is not None:
        return finding(
            "HS010", cause.span, problem=cause.problem, help=cause.help, related=cause.related, fixes=cause.fixes
        )
    return finding("HS010", Span(source, at, min(at + 1, end)), problem=_worded(error), help=_advice(source, at))


def _worded(error: yaml.MarkedYAMLError) -> str:
    problem = " ".join((error.problem or "the text is no YAML").split())
    for words, ours in _WORDS.items():
        if problem.startswith(words):
            return ours
    if "'\\t' that cannot start" in problem:
        return "a tab cannot indent a line"
    for words, ours in _TOKEN_WORDS.items():
        problem = problem.replace(f"'{words}'", ours).replace(words, ours)
    context = " ".join((error.context or "").split()).replace("while parsing", "in").replace("while scanning", "in")
    return f"{problem} ({context})" if context.startswith("in ") else problem


def _advice(source: Source, at: int) -> str | None:
    line, _ = source.position(at)
    text = source.line(line)
    if "\t" in text[: len(text) - len(text.lstrip())]:
        return "indent with blanks"
    return None


# ------------------------------------------------------------------------------------------------- strings unquoted


def _odd_string(source: Source, at: int, opening: int, end: int) -> Span | None:
    """The string that was meant, if the fault lies where a bracket, brace or sign goes on or begins a word."""
    line, column = source.position(at)
    line_start = at - column + 1
    line_end = min(line_start + len(source.line(line)), end)
    sign = source.text[at : at + 1]
    if sign not in tuple("{[?}]") and sign not in tuple(_ODD_STARTS):
        return None
    begin = _word_start(source.text, at, max(line_start, min(opening, at)))
    inside = source.text[opening : opening + 1] in ("{", "[") and opening < at
    if begin == at and not inside and sign not in tuple("`@%"):
        return None
    if begin == at and source.text[opening : opening + 1] == "[" and opening >= line_start:
        begin = opening
    if source.text[begin] in "\"'":
        return None  # quoted already
    return Span(source, begin, _word_end(source.text, begin, line_end))


def _word_start(text: str, at: int, least: int) -> int:
    """Back over what cannot be YAML's own: to a blank, or to a bracket that opens the collection around."""
    while at > least and text[at - 1] not in " \t,\n":
        if at - 1 == least and text[least] == "{":
            break
        at -= 1
    return at


def _word_end(text: str, begin: int, end: int) -> int:
    """Forward past the brackets that the word opened, to a blank, a comma or a closing bracket."""
    depth, at = 0, begin
    while at < end:
        char = text[at]
        if depth == 0 and (char in " \t,}" or (char == "]" and at > begin)):
            break
        depth += (char in "{[(") - (char in "}])")
        at += 1
    return at


def cut_by_commas(node: Node) -> Iterator[Finding]:
    """Coordinates in a flow collection that a comma took apart: `{moves: (1,4)}`, `[(1,4)]`."""
    match node:
        case Mapping():
            for entry, after in pairwise(node.entries):
                if isinstance(entry.value, Scalar) and isinstance(after.value, Scalar) and after.value.text == "":
                    yield from _cut(entry.value, after.key)
        case Sequence():
            for first, second in pairwise(node.items):
                if isinstance(first, Scalar) and isinstance(second, Scalar):
                    yield from _cut(first, second)
        case Scalar():
            return


def _cut(first: Scalar, second: Scalar) -> Iterator[Finding]:
    plain = first.text == first.span.text and second.text == second.span.text
    if plain and _OPEN_COORDINATES.search(first.text) and _CLOSED_COORDINATES.match(second.text):
        whole = Span(first.span.source, first.span.start, second.span.end)
        yield finding("HS011", whole, help=_quote_help(whole.text), fixes=_quoting(whole))


_OPEN_COORDINATES: Final = re.compile(r"\([0-9]*\Z")
_CLOSED_COORDINATES: Final = re.compile(r"[0-9]*\)")


def quoted_sequence(node: Sequence) -> Finding | None:
    """`moves: [cK-abK]` reads as a list of one word where text belongs: advice for it."""
    span = node.span
    if not span.text.startswith("[") or "\n" in span.text or not all(isinstance(item, Scalar) for item in node.items):
        return None
    return finding("HS011", span, help=_quote_help(span.text), fixes=_quoting(span))


def _quote_help(text: str) -> str:
    return f'quote this string: "{text}"' if '"' not in text and "\\" not in text else f"quote this string: '{text}'"


def _quoting(span: Span) -> tuple[Fix, ...]:
    if any(sign in span.text for sign in "\"'\\\n"):
        return ()
    return (Fix(span, f'"{span.text}"'),)
