"""What the IR leaves open: all values of each field that holds a word, a flag or one of several kinds of data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any, Literal, TypeAlias, get_args, get_origin, get_type_hints

from hensoku.compiler.ir.types import Lowering

Choice: TypeAlias = tuple[str, object]
"""`Class.field`, and a value: a word, a flag, None, or the name of a dataclass. Numbers and free text are none."""


def choices(root: type[Any]) -> set[Choice]:
    """All choices of a dataclass and of those that its fields hold, what the passes add to a module left out."""
    found: set[Choice] = set()
    waiting, seen = [root], {Lowering}
    while waiting:
        holder = waiting.pop()
        if holder not in seen:
            seen.add(holder)
            for name, hint in get_type_hints(holder).items():
                values = set(_values(hint))
                found |= {(f"{holder.__name__}.{name}", _shown(value)) for value in values}
                waiting += [value for value in values if isinstance(value, type)]
    return found


def _values(hint: Any) -> Iterator[object]:
    if hint is bool:
        yield from (False, True)
    elif hint is type(None):
        yield None
    elif is_dataclass(hint):
        yield hint
    elif get_origin(hint) is Literal:
        yield from get_args(hint)
    else:
        for part in get_args(hint):
            yield from _values(part)


def _shown(value: object) -> object:
    return value.__name__ if isinstance(value, type) else value


def made(data: Any) -> Iterator[Choice]:
    """The values that the fields of a dataclass hold, and those of the dataclasses in them, choices or not."""
    for part in fields(data):
        value = getattr(data, part.name)
        for item in value if isinstance(value, tuple) else (value,):
            yield f"{type(data).__name__}.{part.name}", type(item).__name__ if is_dataclass(item) else item
            if is_dataclass(item):
                yield from made(item)
