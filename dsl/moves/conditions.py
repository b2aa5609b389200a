"""The conditions in braces: which words there are, and what each may be compared with."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

from hensoku.dsl.moves.meaning import LegView, bounds, leg_views
from hensoku.dsl.moves.nodes import Condition, Move, Place

Problem: TypeAlias = tuple[str, str, Place, str | None]
"""Code, message, place, help."""

PIECES: Final = ("self", "screen", "target", "via")
"""Words for pieces: the mover; those hopped; the one taken by the last leg; those taken or hopped by earlier legs."""

NUMBERS: Final = ("screens", "min")

MAX_NUMBER: Final = 99


def check_conditions(move: Move) -> Iterator[Problem]:
    seen: set[str] = set()
    for condition in move.conditions:
        if condition.slot in PIECES:
            yield from _piece_test(condition)
        elif condition.slot in NUMBERS:
            if condition.slot in seen:
                yield "HS210", f"'{condition.slot}' stands twice", condition.place, None
            seen.add(condition.slot)
            yield from _bound(condition, leg_views(move))
        else:
            help_ = f"the words are {', '.join((*PIECES, *NUMBERS))}"
            yield "HS210", f"conditions know no {condition.slot!r}", _head(condition), help_


def _head(condition: Condition) -> Place:
    return Place(condition.place.start, condition.place.start + len(condition.slot))


def _piece_test(condition: Condition) -> Iterator[Problem]:
    if condition.is_range:
        yield "HS210", "a range of numbers is for 'screens' only", condition.values[0].place, None
    elif condition.attribute == "rank":
        yield from _rank_test(condition)
    elif condition.attribute:
        yield "HS210", f"a piece has no {condition.attribute!r} here, only 'rank'", condition.place, None
    elif condition.comparison not in ("=", "!="):
        help_ = f"write '{condition.slot}.rank{condition.comparison}…' to compare ranks"
        yield "HS210", f"pieces compare with = and !=, not with {condition.comparison}", condition.place, help_
    else:
        for value in condition.values:
            if "." in value.text:
                yield "HS210", f"{value.text!r} is no piece", value.place, f"write '{condition.slot}.rank=…'"


def _rank_test(condition: Condition) -> Iterator[Problem]:
    if len(condition.values) > 1:
        yield "HS210", "a rank compares with one value", condition.values[1].place, None
        return
    value = condition.values[0]
    if value.text != "self.rank" and not _is_number(value.text):
        yield "HS210", f"a rank compares with 'self.rank' or a number, not with {value.text!r}", value.place, None


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= 9


def _bound(condition: Condition, views: tuple[LegView, ...]) -> Iterator[Problem]:
    if condition.attribute:
        yield "HS210", f"'{condition.slot}' is a number and has no {condition.attribute!r}", condition.place, None
        return
    for index, value in enumerate(condition.values):
        open_end = condition.is_range and index == 1 and not value.text
        if not open_end and not (_is_number(value.text) and 1 <= int(value.text) <= MAX_NUMBER):
            message = f"'{condition.slot}' takes numbers from 1 to {MAX_NUMBER}, not {value.text!r}"
            yield "HS210", message, value.place, None
            return
    yield from (_screens if condition.slot == "screens" else _least)(condition, views[-1], len(views))


def _screens(condition: Condition, last: LegView, _legs: int) -> Iterator[Problem]:
    several = len(condition.values) > 1 and not condition.is_range
    if several or condition.comparison not in ("=", ">=", "<=") or (condition.is_range and condition.comparison != "="):
        yield "HS210", "'screens' is written screens=2, screens=1..3, screens>=2 or screens<=3", condition.place, None
        return
    if not (last.has("p") or last.has("g")):
        yield "HS210", "'screens' needs 'p' or 'g' on the last leg", condition.place, None
    fewest, most = bounds(condition)
    if most != -1 and most < fewest:
        yield "HS210", f"no number is between {fewest} and {most}", condition.values[0].place, None


def _least(condition: Condition, last: LegView, legs: int) -> Iterator[Problem]:
    if condition.comparison != "=" or len(condition.values) > 1 or condition.is_range:
        yield "HS210", "the fewest steps are written min=2", condition.place, None
    elif legs > 1 or last.atom.letter == "U":
        yield "HS210", "'min' is for a single leg with a range", condition.place, None
    elif 0 < last.reach < int(condition.values[0].text):
        message = f"at least {condition.values[0].text} steps within a range of {last.reach}"
        yield "HS210", message, condition.values[0].place, None
