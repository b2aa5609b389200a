"""Comments that silence warnings, each with its reason.

    # hensoku: ignore HS483: a handicap game        on a line of its own: in the whole file
    P: {moves: "fW"}  # hensoku: ignore HS470: …    at the end of a line: what is found on that line

An error is never silenced: what it speaks of cannot be used. A comment that silences nothing is told, so that none
outlives its cause.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final, final

from hensoku.dsl.codes import CODES, finding
from hensoku.dsl.findings import Finding, Severity
from hensoku.dsl.load import Document
from hensoku.dsl.nodes import Mapping, Node, Scalar, Sequence
from hensoku.dsl.source import Source, Span

_COMMENT: Final = re.compile(r"(?:^|(?<=[ \t]))#[ \t]*hensoku:[ \t]*(?P<said>[^\n]*?)[ \t]*\r?$", re.MULTILINE)
_IGNORE: Final = re.compile(r"ignore[ \t]+(?P<codes>\w+(?:[ \t]*,[ \t]*\w+)*)(?:[ \t]*:[ \t]*|[ \t]+|$)(?P<reason>.*)")
_FORM: Final = "write `# hensoku: ignore HS483: the reason`"


@final
@dataclass(frozen=True)
class _Silence:
    """A code that a comment silences: on one line of its source, or everywhere (`line` 0)."""

    code: str
    line: int
    span: Span

    def covers(self, found: Finding) -> bool:
        if found.code != self.code or found.severity is Severity.ERROR:
            return False
        return not self.line or (found.span.source == self.span.source and found.span.line == self.line)


def silenced(findings: Iterable[Finding], document: Document | None) -> list[Finding]:
    """What is left of findings after the comments of a document, and what is wrong with those comments."""
    found = list(findings)
    if document is None:
        return found
    silences, wrong = _silences(document)
    kept = [each for each in found if not any(silence.covers(each) for silence in silences)]
    idle = [silence for silence in silences if not any(map(silence.covers, found))]
    broken = any(each.severity is Severity.ERROR for each in found)  # what an error hides may be what is silenced
    return [*kept, *wrong, *(finding("HS026", each.span, silenced=each.code) for each in idle if not broken)]


def _silences(document: Document) -> tuple[list[_Silence], list[Finding]]:
    silences: list[_Silence] = []
    wrong: list[Finding] = []
    for comment, own_line in _comments(document):
        read = _IGNORE.fullmatch(comment.text)
        if read is None or not read["reason"]:
            problem = "a comment to hensoku says what it ignores, and why"
            wrong.append(finding("HS025", comment, problem=problem, help=_FORM))
            continue
        for word in re.finditer(r"\w+", read["codes"]):
            start = comment.start + read.start("codes") + word.start()
            span = Span(comment.source, start, start + len(word[0]))
            problem, help_ = _refused(word[0])
            if problem:
                wrong.append(finding("HS025", span, problem=problem, help=help_))
            else:
                silences.append(_Silence(word[0], 0 if own_line else comment.line, span))
    return silences, wrong


def _refused(code: str) -> tuple[str, str | None]:
    """Why a code cannot be silenced ("" if it can), and what to do instead."""
    if code not in CODES:
        near = get_close_matches(code, CODES, n=1)
        return f"there is no code {code}", f"did you mean {near[0]}?" if near else "`hensoku explain` lists them"
    if CODES[code].severity is Severity.ERROR:
        return f"{code} is an error, and errors cannot be silenced", f"mend it: `hensoku explain {code}`"
    return "", None


def _comments(document: Document) -> Iterator[tuple[Span, bool]]:
    """What the comments to hensoku say, and whether each has a line of its own."""
    source, end = document.source, len(document.source.text) - len(document.body)
    texts = [scalar.span for scalar in scalars(document.tree)]
    for read in _COMMENT.finditer(source.text, 0, end):
        if any(span.start <= read.start() < span.end for span in texts):
            continue
        begin = source.text.rfind("\n", 0, read.start()) + 1
        yield _span(source, read), not source.text[begin : read.start()].strip()


def _span(source: Source, read: re.Match[str]) -> Span:
    return Span(source, read.start("said"), read.end("said"))


def scalars(node: Node) -> Iterator[Scalar]:
    """All scalars of a node, keys too."""
    match node:
        case Scalar():
            yield node
        case Mapping():
            for entry in node.entries:
                yield entry.key
                yield from scalars(entry.value)
        case Sequence():
            for item in node.items:
                yield from scalars(item)
