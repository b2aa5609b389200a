"""Where a text that is no YAML went wrong, which is often before the place where a reader had to give up.

A quote that is not closed is closed by the next one, lines below; a brace that is not closed takes the next line for
its own; a line without a colon is noticed on the line after it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, final

import yaml
from yaml.tokens import ScalarToken

from hensoku.dsl.findings import Fix, Related
from hensoku.dsl.source import Source, Span

_PAIRS: Final = {"{": "}", "[": "]"}
_KEY: Final = re.compile(r"\s*(?:- +)?[^\s:#{}\[\],\"'][^:#{}\[\]\"']*:(?:\s+|$)")
_COMMENT: Final = re.compile(r"\s(#)")
_FLOW: Final = ("while parsing a flow mapping", "while parsing a flow sequence")


@final
@dataclass(frozen=True)
class Cause:
    """What is said instead of the reader's own words."""

    span: Span
    problem: str
    help: str | None = None
    related: tuple[Related, ...] = ()
    fixes: tuple[Fix, ...] = ()


def cause_of(error: yaml.MarkedYAMLError, source: Source, start: int, at: int, opening: int) -> Cause | None:
    """The cause of what PyYAML refused at `at`, if it can be told.

    `start` is where the YAML begins, `opening` where something began that could not be finished."""
    problem = error.problem or ""
    if problem.startswith("found unexpected end of stream"):
        told = f"close it on its line: {_closed(source, opening, source.text[opening : opening + 1])}"
        return Cause(_sign(source, opening), "the text ends before the closing quote", told)
    if problem.startswith("could not find expected ':'"):
        return _no_key(source, opening)
    if error.context in _FLOW:
        return _quote(source, start, at) or _not_closed(source, at, opening)
    if problem.startswith("mapping values are not allowed"):
        return _second_colon(source, at)
    if problem.startswith("expected <block end>"):
        cause = _closes_nothing(source, at) or _quote(source, start, at)
        return cause or _mixed(source, error.context or "", at, opening) or _between(source, problem, at)
    return None


def _sign(source: Source, at: int) -> Span:
    return Span(source, at, at + 1)


# ----------------------------------------------------------------------------------------------------------- lines


def _line(source: Source, offset: int) -> Span:
    """The line around an offset, without blanks at its ends."""
    line, column = source.position(offset)
    text = source.line(line)
    begin = offset - column + 1
    return Span(source, begin + len(text) - len(text.lstrip()), begin + max(len(text.rstrip()), 0))


def _no_key(source: Source, opening: int) -> Cause:
    line = _line(source, opening)
    key, sign, value = re.match(r"([^\s:]*)(:?)\s*(.*)", line.text).groups()  # type: ignore[union-attr] # matches all
    told = f"write `{key}: {value}`" if value else f"write `{key}:`"
    return Cause(line, "this line is no `key: value`", f"{told}, with a blank after the colon" if sign else told)


def _second_colon(source: Source, at: int) -> Cause | None:
    """`title: a: b`, or a line that is indented deeper than the text before it."""
    line = _line(source, at)
    key = _KEY.match(line.text)
    if key is None:
        return None
    first = line.start + key.end()
    if at >= first:
        value = Span(source, first, line.end)
        plain = not any(sign in value.text for sign in "\"'\\#{}[]")
        fixes = (Fix(value, f'"{value.text}"', safe=False),) if plain else ()
        told = f'quote this text: "{value.text}"' if plain else "put the text in quotes"
        return Cause(_sign(source, at), _COLON, told, fixes=fixes)
    above = _line_above(source, line)
    if above is None or _indent(source, above) >= _indent(source, line):
        return None
    if _KEY.match(above.text) is None:
        return _no_key(source, above.start)
    related = (Related(above, "this line"),)
    told = "indent both alike; or end the line above with its colon"
    return Cause(line, "this line is indented deeper than the text before it, and so goes on with it", told, related)


_COLON: Final = "a ':' and a blank separate key and value, and cannot stand in plain text"


def _indent(source: Source, line: Span) -> int:
    return source.position(line.start)[1] - 1


def _between(source: Source, problem: str, at: int) -> Cause | None:
    """A line that is indented like none of those around it."""
    line = _line(source, at)
    above = _line_above(source, line)
    if "<block mapping start>" not in problem or above is None or line.start != at:
        return None
    related = (Related(above, f"{_blanks(source, above)} here"),)
    told = f"this line is indented by {_blanks(source, line)}, as none of those around it is"
    return Cause(line, told, "indent it like the line that it belongs beside", related)


_MIXED: Final = {
    ("while parsing a block collection", False): (
        "this line has a key, among the items of a list",
        "write a list or keys: take the '- ' from the lines above, or begin this one with '- '",
    ),
    ("while parsing a block mapping", True): (
        "this line is an item of a list, among keys",
        "write keys or a list: take its '- ' away; or, if it is part of the line above, indent it deeper",
    ),
}
"""By what was being read, and whether the line begins as an item: what is said of it, and the help."""


def _mixed(source: Source, context: str, at: int, opening: int) -> Cause | None:
    """Items of a list and keys on lines that are indented alike."""
    line, first = _line(source, at), _line(source, opening)
    words = _MIXED.get((context, bool(re.match(r"-\s", line.text))))
    if words is None or line.start != at or _indent(source, line) != _indent(source, first):
        return None
    return Cause(line, *words, (Related(first, "the first of them"),))


def _blanks(source: Source, line: Span) -> str:
    count = _indent(source, line)
    return "no blank" if count == 0 else "1 blank" if count == 1 else f"{count} blanks"


def _line_above(source: Source, line: Span) -> Span | None:
    """The last line before that is neither empty nor a comment."""
    number = line.line - 1
    while number >= 1:
        span = _line(source, source.line_starts[number - 1])
        if span.text and not span.text.startswith("#"):
            return span
        number -= 1
    return None


# ----------------------------------------------------------------------------------------------- quotes and braces


def _quote(source: Source, start: int, at: int) -> Cause | None:
    """A quoted string that ends where the reader gave up: it was to end before, or goes on."""
    for first, last in _quoted(source, start, at):
        if source.text[last:at].strip():
            continue
        begin, end = source.position(first)[0], source.position(last)[0]
        if begin == end and (source.text[at : at + 1] in "]}" or source.position(at)[0] != end):
            return None
        if begin == end:
            whole = Span(source, first, _line(source, first).end)
            told = "put all of it in quotes, of the other kind if it has some inside"
            problem = "the text goes on after its closing quote"
            return Cause(_sign(source, at), problem, told, (Related(whole, "this text"),))
        told = f"close it on line {begin}: {_closed(source, first, source.text[first])}"
        problem = f"the quote that opens here is closed only on line {end}"
        return Cause(_sign(source, first), problem, told, (Related(_sign(source, last - 1), "here"),))
    return None


def _closed(source: Source, first: int, mark: str) -> str:
    """The rest of the line with its quote closed, before what closes braces around it."""
    rest = source.text[first : _line(source, first).end]
    return rest + mark if not any(sign in rest for sign in ",}") else re.sub(r"[,}\s].*", mark, rest, count=1)


def _quoted(source: Source, start: int, at: int) -> Iterator[tuple[int, int]]:
    """Where quoted strings begin and end, as far as the text can be scanned."""
    try:
        for token in yaml.scan(source.text[start:], Loader=yaml.SafeLoader):
            if start + token.start_mark.index >= at:
                return
            if isinstance(token, ScalarToken) and token.style in ('"', "'"):
                yield start + token.start_mark.index, start + token.end_mark.index
    except yaml.YAMLError:
        return


def _not_closed(source: Source, at: int, opening: int) -> Cause | None:
    """A brace or bracket that was not closed on its line, perhaps because a comment began there."""
    sign = source.text[opening : opening + 1]
    if sign not in _PAIRS:
        return None
    found, wanted = source.text[at : at + 1], _PAIRS[sign]
    opened = Related(_sign(source, opening), "opened here")
    if found and source.position(opening)[0] == source.position(at)[0]:
        if found not in "]}" or found == wanted:
            return None
        return Cause(_sign(source, at), f"this {found!r} closes a {sign!r}", f"write {wanted!r}", (opened,))
    comment = _COMMENT.search(source.text, opening, _line(source, opening).end)
    if comment is not None:
        text = re.match(r"#[^\s,}\]]*", source.text[comment.start(1) :])
        problem = f"a '#' after a blank begins a comment, so that the {sign!r} before it is not closed"
        told = f'if it is text, quote it: "{text.group() if text else "#"}"'
        return Cause(_sign(source, comment.start(1)), problem, told, (opened,))
    related = (Related(_sign(source, at), "what comes next does not belong into it"),) if found else ()
    return Cause(opened.span, f"the {sign!r} that opens here is not closed", f"close it with {wanted!r}", related)


def _closes_nothing(source: Source, at: int) -> Cause | None:
    match sign := source.text[at : at + 1]:
        case "}" | "]":
            return Cause(_sign(source, at), f"this {sign!r} closes nothing", "take it out, or open it before")
        case ",":
            told = "begin a new line, or quote the text"
            return Cause(_sign(source, at), "a ',' separates entries only inside braces", told)
        case _:
            return None
