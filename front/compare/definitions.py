"""How two resolved definitions differ: sentence by sentence, and key by key with the places of both values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any, Final, final

from hensoku.compiler.data import variant_data
from hensoku.compiler.resolve import Resolved
from hensoku.compiler.resolve.places import place
from hensoku.dsl.moves.format import canonical
from hensoku.dsl.moves.parse import parse_moves
from hensoku.dsl.nodes import Mapping as Tree
from hensoku.dsl.nodes import Node, Scalar, Sequence
from hensoku.dsl.schema import load_schema
from hensoku.rulebook import SECTIONS, Rule, rules

_SECTION_OF: Final[Mapping[str, str]] = {
    "topology": "Board",
    "players": "Board",
    "regions": "Board",
    "setup": "Set-up",
    "setups": "Set-up",
    "hands": "Set-up",
    "pieces": "Pieces",
    "borrow": "Moves",
    "trade": "Moves",
    "pass": "Moves",
    "full_circle": "Moves",
    "paths": "Moves",
    "promotion": "Promotion",
    "drops": "Captures and drops",
    "royals": "Royals and check",
    "ends": "End of the game",
    "repetition": "Repetition",
}
_OTHER: Final = "Other keys"

_NO_RULES: Final = frozenset(("format", "extends", "profiles"))
"""Keys of `engine` that say how the file is read."""

_MOVES: Final = frozenset(("moves", "from", "along", "near"))
"""Keys with move strings, which may be spelled in several ways."""

_BESIDE_RULES: Final = frozenset(("line", "slug", "title", "profile", "text", "evaluation"))
"""Fields of the IR that bear on no move and no end."""


@final
@dataclass(frozen=True)
class Value:
    """What a key has, as text; and `file:line`, empty for what no file says."""

    text: str
    place: str


@final
@dataclass(frozen=True)
class Key:
    """A key of `engine` with its path, such as `drops.mate.P`; None is a definition that does not have it."""

    path: str
    a: Value | None
    b: Value | None


@final
@dataclass(frozen=True)
class Section:
    """A part of the rules: the sentences of one side alone, and the keys that differ."""

    name: str
    only_a: tuple[Rule, ...]
    only_b: tuple[Rule, ...]
    keys: tuple[Key, ...]


def differences(a: Resolved, b: Resolved) -> tuple[Section, ...]:
    """The sections in which anything differs, in the order of the rules."""
    told_a, told_b = rules(a), rules(b)
    keys = list(_keys(a, b))
    found = []
    for name in (*SECTIONS, _OTHER):
        one, other = told_a.get(name, ()), told_b.get(name, ())
        section = Section(
            name,
            _only(one, other),
            _only(other, one),
            tuple(key for key in keys if _SECTION_OF.get(key.path.partition(".")[0], _OTHER) == name),
        )
        if section.only_a or section.only_b or section.keys:
            found.append(section)
    return tuple(found)


def mean_the_same(a: Resolved, b: Resolved) -> bool:
    """Whether board, pieces and rules are equal, however they are written."""
    one, other = (_meaning(asdict(resolved.module)) for resolved in (a, b))
    return bool(one == other)


_UNORDERED: Final = frozenset(("moves", "starts"))
"""Fields of the IR whose items are alternatives, in whatever order they were written."""


def _meaning(data: Any) -> Any:
    match data:
        case dict():
            told = {key: _meaning(value) for key, value in data.items() if key not in _BESIDE_RULES}
            alternatives = {key for key in _UNORDERED & told.keys() if isinstance(told[key], list)}
            return told | {key: sorted(told[key], key=repr) for key in alternatives}
        case list() | tuple():
            return [_meaning(item) for item in data]
        case _:
            return data


def _only(told: tuple[Rule, ...], other: tuple[Rule, ...]) -> tuple[Rule, ...]:
    known = {rule.text for rule in other}
    return tuple(rule for rule in told if rule.text not in known)


# --------------------------------------------------------------------------------------------------------------- keys


def _keys(a: Resolved, b: Resolved) -> Iterator[Key]:
    one, other = _values(a), _values(b)
    for path in dict.fromkeys((*one, *other)):
        mine, theirs = one.get(path), other.get(path)
        if mine is None or theirs is None or mine.text != theirs.text:
            yield Key(path, mine, theirs)


def _values(resolved: Resolved) -> dict[str, Value]:
    """All values by path; setups as the variant writes them."""
    engine = resolved.tree.get("engine")
    assert isinstance(engine, Tree)
    found = dict(_flat(engine, ()))
    starts = variant_data(resolved.module)["setups"]
    for path, value in found.items():
        name = {"setup": "start"}.get(path, path.removeprefix("setups."))
        if path.partition(".")[0] in ("setup", "setups") and name in starts:
            found[path] = Value(starts[name], value.place)
    return found


def _flat(node: Node, path: tuple[str, ...]) -> Iterator[tuple[str, Value]]:
    match node:
        case Tree():
            for entry in node.entries:
                if path or entry.key.text not in _unruly():
                    yield from _flat(entry.value, (*path, entry.key.text))
        case Sequence():
            if all(isinstance(item, Scalar) for item in node.items):
                text = ", ".join(item.text for item in node.items if isinstance(item, Scalar))
                yield ".".join(path), Value(f"[{text}]", place(node.span))
            else:
                for number, item in enumerate(node.items, start=1):
                    yield from _flat(item, (*path, str(number)))
        case Scalar():
            yield ".".join(path), Value(_text(node, path[-1]), place(node.span))


@cache
def _unruly() -> frozenset[str]:
    """Keys of `engine` that say no rule: how the file is read, and how sites draw it."""
    known = load_schema()["$defs"]["engine"]["properties"]
    return _NO_RULES | {key for key, schema in known.items() if schema.get("x-presentation")}


def _text(scalar: Scalar, key: str) -> str:
    moves, _ = parse_moves(scalar) if key in _MOVES else (None, [])
    return scalar.text if moves is None else canonical(moves)
