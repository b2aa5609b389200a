"""Scalars of YAML: their value by the core schema, and where each of their characters stands in the file.

PyYAML says what a scalar reads as, and where it begins and ends, but not which character of the file became which
character of the value. `offsets` reads the written form once more for that: quotes and escapes, folded lines, block
scalars. If the two readings should ever differ, every offset is the scalar's own start: coarse, never wrong.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

Value: TypeAlias = str | int | float | bool | None

_NULL: Final = frozenset(("", "~", "null", "Null", "NULL"))
_BOOL: Final = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_NOT_FINITE: Final = {
    f"{sign}.{word}": float(f"{sign}inf") for sign in ("", "+", "-") for word in ("inf", "Inf", "INF")
} | {f".{word}": float("nan") for word in ("nan", "NaN", "NAN")}
_DECIMAL: Final = re.compile(r"[-+]?[0-9]{1,18}\Z")
_OCTAL: Final = re.compile(r"0o[0-7]{1,18}\Z")
_HEXADECIMAL: Final = re.compile(r"0x[0-9a-fA-F]{1,15}\Z")
_FLOAT: Final = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?\Z")


def core_value(text: str) -> Value:
    """What a plain scalar means in YAML 1.2's core schema. A whole number beyond 18 digits stays text."""
    if text in _NULL:
        return None
    if text in _BOOL:
        return _BOOL[text]
    if _DECIMAL.match(text):
        return int(text)
    if _OCTAL.match(text) or _HEXADECIMAL.match(text):
        return int(text, 0)
    if text in _NOT_FINITE:
        return _NOT_FINITE[text]
    if _FLOAT.match(text) and not text.lstrip("+-").isdecimal():
        return float(text)
    return text


Mapped: TypeAlias = Iterator[tuple[str, int]]
"""Characters of a value, each with the offset of the character of the written form that it came from."""

Unit: TypeAlias = Callable[[str, int], tuple[str, int]]
"""Reads what stands at an offset: the characters that it means, and how many it is written with."""

_BREAKS: Final = "\r\n\x85\u2028\u2029"
_BLANKS: Final = " \t"


def offsets(written: str, style: str | None, value: str, start: int) -> tuple[int, ...]:
    """The file offset of every character of `value`, and of its end. `written` is the scalar as it stands at `start`.

    `style` is PyYAML's: None for plain, a quote, `|` or `>`.
    """
    read = list(_read(written, style, value))
    if "".join(char for char, _ in read) != value:
        return (start,) * (len(value) + 1)
    opened = 1 if style in ("'", '"') else 0
    end = read[-1][1] + 1 if read else opened
    return (*(start + offset for _, offset in read), start + end)


def _read(written: str, style: str | None, value: str) -> Mapped:
    match style:
        case "'":
            return _flow(written, 1, len(written) - 1, _single_unit)
        case '"':
            return _flow(written, 1, len(written) - 1, _double_unit)
        case "|" | ">":
            return _block(written, value)
        case _:
            return _flow(written, 0, len(written), _plain_unit)


# ------------------------------------------------------------------------------------------------------- flow scalars


def _flow(written: str, at: int, end: int, unit: Unit) -> Mapped:
    """Lines are folded: one break reads as a blank, n as n - 1 breaks, and the blanks around them are nothing."""
    while at < end:
        stop = _after_blanks(written, at, end)
        if stop < end and written[stop] in _BREAKS:
            breaks, at = _breaks(written, stop, end)
            yield from _joined(breaks)
        elif written.startswith("\\", at) and unit is _double_unit and written[at + 1] in _BREAKS:
            breaks, at = _breaks(written, at + 1, end)
            yield from breaks[1:]
        elif stop > at:
            yield from zip(written[at:stop], range(at, stop), strict=True)
            at = stop
        else:
            text, length = unit(written, at)
            yield from ((char, at) for char in text)
            at += length


def _after_blanks(written: str, at: int, end: int) -> int:
    while at < end and written[at] in _BLANKS:
        at += 1
    return at


def _breaks(written: str, at: int, end: int) -> tuple[list[tuple[str, int]], int]:
    """The line breaks from `at` on, each as YAML reads it with its offset, and where the text goes on."""
    found = []
    while at < end and written[at] in _BREAKS:
        found.append((written[at] if written[at] in "\u2028\u2029" else "\n", at))
        at = _after_blanks(written, at + (2 if written.startswith("\r\n", at) else 1), end)
    return found, at


def _joined(breaks: list[tuple[str, int]]) -> Mapped:
    (first, at), *more = breaks
    if first != "\n":
        yield first, at
    elif not more:
        yield " ", at
    yield from more


def _plain_unit(written: str, at: int) -> tuple[str, int]:
    return written[at], 1


def _single_unit(written: str, at: int) -> tuple[str, int]:
    return written[at], 2 if written.startswith("''", at) else 1


_ESCAPE_LENGTHS: Final = {"x": 2, "u": 4, "U": 8}
_ESCAPES: Final = {
    "0": "\0",
    "a": "\a",
    "b": "\b",
    "t": "\t",
    "\t": "\t",
    "n": "\n",
    "v": "\v",
    "f": "\f",
    "r": "\r",
    "e": "\x1b",
    " ": " ",
    '"': '"',
    "\\": "\\",
    "/": "/",
    "N": "\x85",
    "_": "\xa0",
    "L": "\u2028",
    "P": "\u2029",
}


def _double_unit(written: str, at: int) -> tuple[str, int]:
    if written[at] != "\\":
        return written[at], 1
    letter = written[at + 1]
    if letter in _ESCAPE_LENGTHS:
        length = 2 + _ESCAPE_LENGTHS[letter]
        return chr(int(written[at + 2 : at + length], 16)), length
    return _ESCAPES.get(letter, letter), 2


# ------------------------------------------------------------------------------------------------------ block scalars


def _block(written: str, value: str) -> Mapped:
    """A block's lines stand in the value as they are written, less their indentation, with blanks or breaks between."""
    lines = _lines(written)[1:]  # the first holds only the indicator
    indent = _indent(written, lines, value)
    at, end = 0, max(lines[0][0] - 1, 0) if lines else 0  # where the line before ends
    for start, text in lines:
        content = text[indent:]
        if not content:
            continue
        fillers = "\n" if content[0] in _BLANKS else "\n "
        while at < len(value) and value[at] in fillers:
            yield value[at], end
            at += 1
        yield from zip(content, range(start + indent, start + len(text)), strict=True)
        at, end = at + len(content), start + len(text)
    yield from ((char, end) for char in value[at:])


def _lines(written: str) -> list[tuple[int, str]]:
    """The lines of a text without their breaks, each with its offset."""
    found, start = [], 0
    for end in re.finditer(r"\r\n|[\r\n\x85\u2028\u2029]", written):
        found.append((start, written[start : end.start()]))
        start = end.end()
    return [*found, (start, written[start:])]


def _indent(written: str, lines: list[tuple[int, str]], value: str) -> int:
    """How many blanks begin each line of a block. An explicit digit is relative to a parent that is not known here, so
    the first line with text is held against the value."""
    filled = [text for _, text in lines if text.strip(" ")]
    if not filled:
        return max((len(text) for _, text in lines), default=0)
    blanks = len(filled[0]) - len(filled[0].lstrip(" "))
    if not any(char.isdecimal() for char in written.partition("\n")[0].partition("#")[0]):
        return blanks
    begun = value.lstrip("\n")
    return next((size for size in range(1, blanks + 1) if begun.startswith(filled[0][size:])), blanks)
