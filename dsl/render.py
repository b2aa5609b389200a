"""Findings as text for a person, in the manner of rustc, and as plain data for a program.

    error[HS101]: unknown key 'titel' in the definition
     --> variants/mine.md:2:1
      |
    2 | titel: Mine
      | ^^^^^
      = help: did you mean 'title'?

Full-width characters take two columns of a terminal, so carets are placed by width; lines and columns in
`path:line:column` count characters.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, overload

from hensoku.dsl.findings import AGAIN, Finding, Severity
from hensoku.dsl.source import Span

if TYPE_CHECKING:
    from rich.text import Text

WIDEST: Final = 160
"""Columns of an excerpt; of a longer line only the part around the fault is shown."""

MOST_LINES, MOST_PLACES = 2, 8
"""Where the same is wrong again and again: so many more lines are shown, so many places named. JSON has them all."""

_STYLES: Final = {Severity.ERROR: "bold red", Severity.WARNING: "bold yellow", Severity.NOTE: "bold cyan"}
_MARGIN, _PLACE, _HELP, _MESSAGE, _RELATED = "bold blue", "bold blue", "bold green", "bold", "blue"

Piece: TypeAlias = tuple[str, str]
"""Text and its style."""

Line: TypeAlias = list[Piece]


@overload
def render(finding: Finding, *, color: Literal[False] = ...) -> str: ...
@overload
def render(finding: Finding, *, color: Literal[True]) -> Text: ...
def render(finding: Finding, *, color: bool = False) -> str | Text:
    """One finding as lines of text; with `color` as Rich's text."""
    lines = list(_lines(finding))
    if not color:
        return "\n".join("".join(text for text, _ in line).rstrip() for line in lines)
    from rich.text import Text

    return Text("\n").join(Text.assemble(*line) for line in lines)


def render_all(findings: Iterable[Finding]) -> str:
    """Findings one after another, an empty line between them."""
    return "\n\n".join(render(finding) for finding in findings)


def as_data(finding: Finding) -> dict[str, Any]:
    """One finding as JSON takes it; lines and columns are 1-based and count characters, ends are exclusive."""
    return {
        "code": finding.code,
        "severity": finding.severity.value,
        "message": finding.message,
        **_place(finding.span),
        "help": finding.help,
        "related": [{"message": related.message, **_place(related.span)} for related in finding.related],
        "fixes": [{"replacement": fix.replacement, "safe": fix.safe, **_place(fix.span)} for fix in finding.fixes],
    }


def _place(span: Span) -> dict[str, Any]:
    end_line, end_column = span.source.position(span.end)
    return {
        "path": span.source.path,
        "line": span.line,
        "column": span.column,
        "end_line": end_line,
        "end_column": end_column,
    }


# --------------------------------------------------------------------------------------------------------------- lines


def _lines(finding: Finding) -> Iterator[Line]:
    style = _STYLES[finding.severity]
    numbers = [finding.span.line, *(related.span.line for related in finding.related)]
    margin = len(str(max(numbers)))
    again = [related.span for related in finding.related if related.message == AGAIN]
    main, *others = _by_line([finding.span, *again])
    yield [(f"{finding.severity.value}[{finding.code}]", style), (f": {finding.message}", _MESSAGE)]
    yield from _excerpt(main, margin, "-->", "^", style, "")
    for spans in others[:MOST_LINES]:
        yield from _excerpt(spans, margin, ":::", "-", _RELATED, AGAIN)
    if len(others) > MOST_LINES:
        places = [f"{span.line}:{span.column}" for spans in others[MOST_LINES:] for span in spans]
        told = ", ".join(places[:MOST_PLACES]) + (", …" if len(places) > MOST_PLACES else "")
        yield [(f"{' ' * margin} = ", _MARGIN), (f"and {len(places)} more: {told}", _RELATED)]
    for related in finding.related:
        if related.message != AGAIN:
            yield from _excerpt([related.span], margin, ":::", "-", _RELATED, related.message)
    if finding.help is not None:
        first, *more = finding.help.splitlines() or [""]
        yield [(f"{' ' * margin} = ", _MARGIN), ("help", _HELP), (f": {first}", "")]
        yield from ([(f"{' ' * margin}   {line}", "")] for line in more)


def _by_line(spans: Sequence[Span]) -> list[list[Span]]:
    """Places line by line, those of the first one's line first."""
    lines: dict[tuple[str, int], list[Span]] = {}
    for span in spans:
        lines.setdefault((span.source.path, span.line), []).append(span)
    return list(lines.values())


def _excerpt(spans: Sequence[Span], margin: int, arrow: str, mark: str, style: str, message: str) -> Iterator[Line]:
    """The first place, the line that all of them are on, and marks under them."""
    span = spans[0]
    yield [(f"{' ' * margin}{arrow} ", _PLACE), (str(span), "")]
    if not span.source.text:
        if message:
            yield [(f"{' ' * margin} | {message}", style)]
        return
    text, marks = _window(spans, mark)
    yield [(f"{' ' * margin} |", _MARGIN)]
    yield [(f"{span.line:>{margin}} | ", _MARGIN), (text, "")]
    yield [(f"{' ' * margin} | ", _MARGIN), (f"{marks} {message}".rstrip(), style)]


def _window(spans: Sequence[Span], mark: str) -> tuple[str, str]:
    """The line of some places, and the marks below. Tabs become blanks, and a long line is cut around the first."""
    line = spans[0].source.line(spans[0].line)
    begin = min(spans[0].column - 1, len(line))
    first = max(0, begin - WIDEST // 2) if len(line) > WIDEST else 0
    last = min(len(line), first + WIDEST)
    head = "…" if first else ""
    tail = "…" if last < len(line) else ""
    marks = ""
    for span in sorted(spans, key=lambda each: each.start):
        start = min(span.column - 1, len(line))
        if not first <= start <= last:
            continue
        before = _width(head + _visible(line[first:start]))
        marked = _visible(line[start : min(start + span.end - span.start, last)])
        marks = marks.ljust(before) + mark * max(_width(marked), 1)
    return head + _visible(line[first:last]) + tail, marks


def _visible(text: str) -> str:
    """Blanks for tabs, a sign for other characters that would move the carets or the terminal."""
    return "".join(
        " " if char == "\t" else char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text
    )


def _width(text: str) -> int:
    """Columns of a terminal."""
    from rich.cells import cell_len

    return cell_len(text)
