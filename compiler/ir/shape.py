"""The shape of IR nodes, read off their dataclasses: what the printer, the parser and the verifier share.

They know no class by name, so a new field or node prints, parses and is type-checked without a change to them.
"""

from __future__ import annotations

import dataclasses
import re
import types
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, TypeAlias, Union, final, get_args, get_origin, get_type_hints

Hint: TypeAlias = Any
"""A resolved annotation: int, bool, str, a Literal, a dataclass, a tuple, or a union of these with None."""


@final
@dataclass(frozen=True, slots=True)
class Field:
    name: str
    hint: Hint
    default: object = dataclasses.MISSING

    @property
    def required(self) -> bool:
        return self.default is dataclasses.MISSING

    @property
    def is_flag(self) -> bool:
        return self.hint is bool and self.default is False


@final
@dataclass(frozen=True, slots=True)
class Shape:
    """`heads` are the leading required scalars (what a node is called), `fields` the others, in order."""

    cls: type
    tag: str
    heads: tuple[Field, ...]
    fields: tuple[Field, ...]


def origin_of(hint: Hint) -> Any:
    """`typing.get_origin`, of which type checkers believe too much."""
    return get_origin(hint)


@cache
def alternatives(hint: Hint) -> tuple[Hint, ...]:
    """The members of a union; the hint itself if it is none."""
    return get_args(hint) if origin_of(hint) in (Union, types.UnionType) else (hint,)


@cache
def node_classes(hint: Hint) -> tuple[type, ...]:
    """The dataclasses that a value may belong to."""
    return tuple(
        option for option in alternatives(hint) if isinstance(option, type) and dataclasses.is_dataclass(option)
    )


def is_scalar(hint: Hint) -> bool:
    return all(option in (int, str) or origin_of(option) is Literal for option in alternatives(hint))


def tag_of(cls: type) -> str:
    """`KindTest` is written `kind_test`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", cls.__name__).lower()


def shape_of(cls: type) -> Shape:
    """Worked out once for a class; that mypy takes no `type` for hashable is why the cache is another function's."""
    return _shape_of(cls)


@cache
def _shape_of(cls: type) -> Shape:
    hints = get_type_hints(cls)
    fields = [Field(field.name, hints[field.name], field.default) for field in dataclasses.fields(cls)]
    count = 0
    while count < len(fields) and fields[count].required and is_scalar(fields[count].hint):
        count += 1
    return Shape(cls, tag_of(cls), tuple(fields[:count]), tuple(fields[count:]))


def items(value: tuple[object, ...], hint: Hint) -> Iterator[tuple[object, Hint]]:
    """Each item of a tuple with its hint; the lengths agree."""
    yield from zip(value, item_hints(hint, len(value)), strict=True)


@cache
def item_hints(hint: Hint, length: int) -> tuple[Hint, ...]:
    """The hints of a tuple's items: `tuple[int, ...]` repeated to the length, `tuple[int, str]` as it is."""
    arguments = get_args(tuple_hint(hint))
    return arguments[:1] * length if arguments[-1:] == (...,) else arguments


@cache
def tuple_hint(hint: Hint) -> Hint:
    """The member of a hint that is a tuple, None if there is none."""
    return next((option for option in alternatives(hint) if origin_of(option) is tuple), None)
