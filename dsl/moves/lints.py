"""Spellings that mean something, but that readers of other dialects read otherwise, or that say nothing.

Each lint offers the canonical spelling of its move; the fix never changes what the move means.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from hensoku.dsl.findings import Finding, Fix, Severity
from hensoku.dsl.moves.directions import LETTERS, tokens
from hensoku.dsl.moves.format import canonical_move
from hensoku.dsl.moves.meaning import LegView, is_ring_atom, leg_views, steps_of
from hensoku.dsl.moves.nodes import Move, Moves, Place

Lint: TypeAlias = tuple[str, str, Place]
"""Code, message, place."""


def lints(moves: Moves, move: Move) -> Iterator[Finding]:
    """The lints of one move that has no errors."""
    found = [lint for view in leg_views(move) for rule in LEG_LINTS for lint in rule(view)]
    found.extend(_idle_conditions(move))
    spelled = canonical_move(move) if found else ""
    fix = Fix(moves.span(move.place), moves.scalar.spelled(spelled))
    once: set[tuple[str, Place]] = set()
    for code, message, place in found:
        if (code, place) not in once:
            once.add((code, place))
            yield Finding(code, message, moves.span(place), Severity.WARNING, f"write {spelled!r}", fixes=(fix,))


def _royal_directions(view: LegView) -> Iterator[Lint]:
    if not (view.first and is_ring_atom(view.atom)):
        return
    for index, letter in enumerate(view.modifiers.text):
        if letter in LETTERS and letter != "h":
            message = f"a direction on {view.atom.text!r} means something else in XBoard"
            yield "HS250", message, view.modifiers.letter(index)


def _bare_letters(view: LegView) -> Iterator[Lint]:
    shapes = steps_of(view.atom)
    if not (view.first and shapes and shapes[0].family == "oblique"):
        return
    for start, run in view.runs():
        for at, token in tokens(run, "oblique"):
            if token in ("f", "b", "l", "r"):
                message = f"a single {token!r} on an oblique atom means '{token * 2}' here and '{token}h' to others"
                yield "HS251", message, view.modifiers.letter(start + at)


def _old_letters(view: LegView) -> Iterator[Lint]:
    if view.atom.letter in ("L", "J"):
        modern = {"L": "C", "J": "Z"}[view.atom.letter]
        message = f"{view.atom.letter!r} is an old letter for {modern!r}, and XBoard swaps L and J"
        yield "HS252", message, view.atom.place


def _doubled_atoms(view: LegView) -> Iterator[Lint]:
    if view.atom.is_rider:
        message = f"{view.atom.text!r} is a rider here and two leaps in XBoard"
        yield "HS253", message, view.atom.place


def _idle_halves(view: LegView) -> Iterator[Lint]:
    shapes = steps_of(view.atom)
    if view.first and shapes and shapes[0].family != "oblique":
        for index, letter in enumerate(view.modifiers.text):
            if letter == "h":
                yield "HS254", f"'h' says nothing on {view.atom.text!r}", view.modifiers.letter(index)


def _idle_lameness(view: LegView) -> Iterator[Lint]:
    shapes = steps_of(view.atom)
    if view.has("n") and shapes and shapes[0].major == 1:
        place = view.modifiers.letter(view.modifiers.text.index("n"))
        yield "HS255", f"'n' says nothing on {view.atom.text!r}: no square lies between", place


def _split_directions(view: LegView) -> Iterator[Lint]:
    """Letters that would pair if they stood together: `fmrF` is f and r, `frmF` one diagonal."""
    if view.first and any(step.family == "orthogonal" for step in steps_of(view.atom)):
        return
    runs = list(view.runs())
    if len(runs) > 1 and {letter for _, run in runs for letter in run} & set("fbv"):
        start, run = runs[1]
        place = Place(view.modifiers.offsets[start], view.modifiers.offsets[start + len(run) - 1] + 1)
        yield "HS256", "direction letters that stand apart do not pair", place


def _repeated_letters(view: LegView) -> Iterator[Lint]:
    text = view.modifiers.text
    for index, letter in enumerate(text):
        if letter in "mcdtny" and letter in text[:index]:
            yield "HS257", f"{letter!r} stands twice", view.modifiers.letter(index)


def _repeated_directions(view: LegView) -> Iterator[Lint]:
    """`ffN` is one word; `ffW` and `vvN` say a word twice."""
    shapes = steps_of(view.atom)
    if not shapes or is_ring_atom(view.atom):
        return
    seen: set[str] = set()
    for start, run in view.runs():
        for at, token in tokens(run, shapes[0].family if view.first else "turn"):
            if token in seen:
                first, last = (view.modifiers.offsets[start + at + index] for index in (0, len(token) - 1))
                yield "HS257", f"{token!r} stands twice", Place(first, last + 1)
            seen.add(token)


def _idle_conditions(move: Move) -> Iterator[Lint]:
    last = leg_views(move)[-1]
    if last.has("p") or last.has("g"):
        return
    for condition in move.conditions:
        if condition.slot == "screen":
            yield "HS258", "this condition says nothing: the last leg hops over no screen", condition.place


LEG_LINTS: Final[tuple[Callable[[LegView], Iterator[Lint]], ...]] = (
    _royal_directions,
    _bare_letters,
    _old_letters,
    _doubled_atoms,
    _idle_halves,
    _idle_lameness,
    _split_directions,
    _repeated_letters,
    _repeated_directions,
)
