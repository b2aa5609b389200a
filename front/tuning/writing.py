"""The file of numbers beside a definition (`hensoku.compiler.resolve.beside`), as it is written."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Final

from hensoku.tuning.numbers import BY_PIECE, Number

_PLAIN: Final = re.compile(r"\+?[A-Z]+")


def text_of(numbers: Sequence[Number], remarks: Sequence[str]) -> str:
    """Remarks, then what a definition may say under `engine.evaluation`."""
    return "".join(f"{line}\n" for line in (*(f"# {remark}" for remark in remarks), *_lines(numbers)))


def _lines(numbers: Sequence[Number]) -> Iterator[str]:
    for name in BY_PIECE:
        group = [number for number in numbers if number.name == name]
        if group:
            yield f"{name}:"
            yield from (f"  {_spelled(number.piece)}: {number.value}" for number in group)
    yield from _of_squares([number for number in numbers if number.region and number.value])
    yield from (f"{number.name}: {number.value}" for number in numbers if not number.piece)


def _of_squares(numbers: Sequence[Number]) -> Iterator[str]:
    if numbers:
        yield "square:"
    for piece in dict.fromkeys(number.piece for number in numbers):
        said = ", ".join(f"{number.region}: {number.value}" for number in numbers if number.piece == piece)
        yield f"  {_spelled(piece)}: {{{said}}}"


def _spelled(piece: str) -> str:
    return piece if _PLAIN.fullmatch(piece) else json.dumps(piece)
