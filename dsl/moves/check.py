"""What a move string may not say although it parses, and what it had better say otherwise (`lints.py`).

A rule is a generator of problems over one leg or one move; the tables at the end are the order in which they run. A leg
with a reserved letter is looked at no further.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias, final

from hensoku.dsl.findings import Finding
from hensoku.dsl.moves.conditions import check_conditions
from hensoku.dsl.moves.directions import LETTERS, tokens
from hensoku.dsl.moves.lints import lints
from hensoku.dsl.moves.meaning import LegView, is_ring_atom, leg_views, paths, reach_of, steps_of
from hensoku.dsl.moves.nodes import Chain, Modifiers, Move, Moves, Place, Simple

MAX_LEGS: Final = 8
MAX_EARLIER_SQUARES: Final = 3
"""A move names at most three squares between its first and its last (`runtime/contract.py`)."""

RESERVED: Final = {
    "e": "en passant in other dialects",
    "k": "royal pieces only, in other dialects",
    "o": "a cylinder board in other dialects",
    "q": "circular in other dialects",
    "u": "unload in other dialects",
    "w": "without a meaning here",
    "x": "shooting or not capturing, by dialect",
    "z": "crooked in other dialects",
}

_RESERVED_HELP: Final = {
    "k": "write the condition {target=royal}",
    "o": "write topology: {type: cylinder} in the definition",
    "x": "to capture without moving write 'cab', as in cabK",
}


@final
@dataclass(frozen=True, slots=True)
class Problem:
    code: str
    message: str
    place: Place
    help: str | None = None


Problems: TypeAlias = Iterator[Problem]


def check(moves: Moves) -> list[Finding]:
    """All findings about the meaning of parsed moves; lints only for a move without errors."""
    found: list[Finding] = []
    for move in moves.moves:
        problems = list(_problems(move))
        found.extend(Finding(p.code, p.message, moves.span(p.place), help=p.help) for p in problems)
        if not problems:
            found.extend(lints(moves, move))
    return found


def _problems(move: Move) -> Problems:
    found = [problem for rule in MOVE_RULES for problem in rule(move)]
    for view in leg_views(move):
        reserved = list(_reserved(view))
        found.extend(reserved or [problem for rule in LEG_RULES for problem in rule(view)])
    if not found and isinstance(move, Chain):
        found.extend(_dead_ends(move))  # needs the meaning, and so a move that has one
    yield from found
    for code, message, place, help_ in check_conditions(move):
        yield Problem(code, message, place, help_)


def _letter(view: LegView, letters: str, nth: int = 0) -> Place:
    """Where the nth of some letters stands."""
    indices = [index for index, letter in enumerate(view.modifiers.text) if letter in letters]
    return view.modifiers.letter(indices[nth])


# --------------------------------------------------------------------------------------------------------- per leg


def _reserved(view: LegView) -> Problems:
    for index, letter in enumerate(view.modifiers.text):
        if letter in RESERVED:
            message = f"modifier {letter!r} is reserved ({RESERVED[letter]})"
            help_ = _RESERVED_HELP.get(letter, f"leave {letter!r} out")
            yield Problem("HS202", message, view.modifiers.letter(index), help_)
    if view.atom.letter == "O":
        yield Problem("HS202", "atom 'O' (castling) is reserved", view.atom.place)
    if view.stops and view.has("t"):
        yield Problem("HS202", "'t' on a leg that may end the move is reserved", _letter(view, "t"), "leave it out")
    if view.has("i") and view.bracket:
        yield Problem("HS202", "'i' inside brackets is reserved", _letter(view, "i"), "write it before the '['")
    elif view.has("i") and not view.first:
        yield Problem("HS202", "'i' on a later leg (equal length) is reserved", _letter(view, "i"), "leave it out")
    elif view.count("i") > 1:
        yield Problem("HS202", "'ii' is reserved", _letter(view, "i", 1), "write 'i'")


def _universal(view: LegView) -> Problems:
    if view.atom.letter != "U":
        return
    for index, letter in enumerate(view.modifiers.text):
        if letter not in "mc":
            message = f"'U' takes no modifiers but m and c, not {letter!r}"
            yield Problem("HS212", message, view.modifiers.letter(index))
    if view.range is not None:
        yield Problem("HS212", "'U' takes no range", view.range.place)


def _range(view: LegView) -> Problems:
    if view.atom.is_rider and view.range is not None:
        letter, number = view.atom.letter, view.range.value
        message = f"'{view.atom.text}' is a rider already and takes no range"
        yield Problem("HS207", message, view.range.place, f"write '{letter}{number}'")
    if view.atom.text.startswith("(") and all(step.major == 0 for step in steps_of(view.atom)):
        yield Problem("HS209", "a leap by (0,0) goes nowhere", view.atom.place)
    if view.has("y") and not view.goes_on:
        yield Problem("HS207", "'y' needs a leg after it", _letter(view, "y"))
    if not view.goes_on or not (view.has("g") or view.has("y")):
        return
    if view.bracket:
        message = "'g' and 'y' have no place on an earlier leg in brackets"
        yield Problem("HS207", message, _letter(view, "gy"), "give each leg its own atom and range")
    elif reach_of(view) > 1:
        message = f"{_named(view, 'gy')} swaps range 1 and no limit: a range of {reach_of(view)} cannot be swapped"
        yield Problem("HS207", message, _letter(view, "gy"))
    elif view.has("g") and view.has("y"):
        yield Problem(
            "HS207", "'g' and 'y' on one leg swap its range twice", _letter(view, "gy", 1), "write 'p' or 'mp'"
        )


def _named(view: LegView, letters: str) -> str:
    return " and ".join(repr(letter) for letter in letters if view.has(letter))


def _directions(view: LegView) -> Problems:
    text = view.modifiers.text
    if view.first and is_ring_atom(view.atom) and sum(letter in LETTERS for letter in text) > 1:
        indices = [index for index, letter in enumerate(text) if letter in LETTERS]
        place = Place(view.modifiers.offsets[indices[0]], view.modifiers.offsets[indices[-1]] + 1)
        message = f"several direction letters on {view.atom.text!r} mean something else in every dialect"
        yield Problem("HS204", message, place, _spelled_out(view))
    if not view.first and view.has("h"):
        yield Problem("HS204", "'h' has no meaning on a later leg", _letter(view, "h"))
    if view.first and steps_of(view.atom)[:1] and steps_of(view.atom)[0].family == "oblique":
        for start, run in view.runs():
            for at, token in tokens(run, "oblique"):
                if token == "h":
                    place = view.modifiers.letter(start + at)
                    yield Problem("HS204", "'h' needs a letter before it or after it", place, "such as 'fh' or 'hl'")


def _spelled_out(view: LegView) -> str:
    parts = {"K": ("W", "F"), "Q": ("R", "B")}[view.atom.letter]
    return f"give {parts[0]} and {parts[1]} their own directions, such as 'fs{parts[0]}f{parts[1]}'"


def _hops(view: LegView) -> Problems:
    hops = view.count("p") + view.count("g")
    if view.has("p") and view.has("g"):
        yield Problem("HS205", "'p' and 'g' exclude each other", _letter(view, "pg", 1))
    elif hops > 2 or view.count("g") > 1:
        yield Problem("HS205", "too many of 'p' or 'g'", _letter(view, "pg", hops - 1), "'pp' is any number of screens")
    elif view.count("p") == 2 and view.goes_on:
        yield Problem("HS205", "'pp' has no meaning on a leg that goes on", _letter(view, "p", 1))
    elif hops and view.stops and view.reach == 1:
        message = f"{_named(view, 'pg')} on a range of 1 can never move"
        yield Problem("HS205", message, _letter(view, "pg"), _hop_help(view))
    if view.has("t") and not hops and not view.stops:
        yield Problem("HS213", "'t' (hop over friends only) needs 'p' or 'g' on its leg", _letter(view, "t"))


def _hop_help(view: LegView) -> str | None:
    shape = steps_of(view.atom)
    leaps = {(0, 1): "D", (1, 1): "A", (0, 2): "D", (2, 2): "A"}
    if len(shape) != 1 or (shape[0].minor, shape[0].major) not in leaps or is_ring_atom(view.atom):
        return None
    return f"to jump over the next square write 'j{leaps[shape[0].minor, shape[0].major]}'"


def _jumps(view: LegView) -> Problems:
    count = view.count("j")
    shapes = steps_of(view.atom)
    if not count or not shapes:
        return
    stride = shapes[0].major
    at = _letter(view, "j")
    if stride == 1 and count > 2:
        yield Problem("HS206", "'j' skips one square and 'jj' two, not more", _letter(view, "j", 2))
    elif stride == 1 and 0 < view.reach <= count:
        message = f"'{'j' * count}' skips every square within the range"
        yield Problem("HS206", message, at, "give it a longer range, such as 'jR'")
    elif stride > 2:
        message = "'j' (must jump) is for leaps over a single square (D, A, N) and for sliders"
        yield Problem("HS206", message, at)
    elif stride == 2 and view.reach != 1:
        yield Problem("HS206", "'j' (must jump) is for single leaps, not for riders", at)
    elif stride == 2 and count > 1:
        yield Problem("HS206", "a leap over one square takes one 'j'", _letter(view, "j", 1))
    elif stride == 2 and view.has("n"):
        yield Problem(
            "HS206", "'n' and 'j' contradict each other: the square is empty or it is not", _letter(view, "nj", 1)
        )


LEG_RULES: Final[tuple[Callable[[LegView], Problems], ...]] = (_universal, _range, _directions, _hops, _jumps)


# --------------------------------------------------------------------------------------------------------- per move


def _outside_brackets(move: Move) -> Problems:
    if not isinstance(move, Chain):
        return
    for index, group in enumerate(move.groups):
        if index:
            yield Problem("HS208", "only 'i' may stand before '['", Place(group.place.start, group.place.start))
        for at, letter in enumerate(group.text):
            if letter != "i" or group.text[:at].count("i"):
                help_ = "write the modifiers inside the brackets, on the leg that they modify"
                yield Problem("HS208", f"only 'i' may stand before '[', not {letter!r}", group.letter(at), help_)


def _atoms_of_chains(move: Move) -> Problems:
    views = leg_views(move)
    if len(views) == 1:
        return
    atoms = (view.atom for view in (views[:1] if isinstance(move, Simple) else views))
    for atom in atoms:
        if atom.letter == "U":
            yield Problem("HS208", "'U' has no place in a move of several legs", atom.place)
        elif any(step.family == "oblique" for step in steps_of(atom)):
            message = f"oblique atoms such as {atom.text!r} in moves of several legs are reserved"
            yield Problem("HS208", message, atom.place, "write the leap as legs, such as 'mpafs' on W for N")


def _lengths(move: Move) -> Problems:
    views = leg_views(move)
    if len(views) > MAX_LEGS:
        place = _start(views[MAX_LEGS].modifiers)
        yield Problem("HS203", f"a move has at most {MAX_LEGS} legs, this one has {len(views)}", place)
    takes = [view for view in views if view.goes_on and (view.has("c") or view.has("d"))]
    if len(takes) > MAX_EARLIER_SQUARES:
        place = _letter(takes[MAX_EARLIER_SQUARES], "cd")
        message = f"at most {MAX_EARLIER_SQUARES} legs before the last may capture, here {len(takes)} do"
        yield Problem("HS203", message, place)
    if len(views) > MAX_EARLIER_SQUARES + 1 and any(letter in "bv" for letter in views[-1].modifiers.text):
        message = f"a move that may end where it began has at most {MAX_EARLIER_SQUARES + 1} legs"
        yield Problem("HS203", message, _letter(views[-1], "bv"))


def _start(modifiers: Modifiers) -> Place:
    return Place(modifiers.place.start, modifiers.place.start + 1)


def _dead_ends(move: Chain) -> Problems:
    """Legs in brackets keep to the lines of their atom; letters that name none of them leave nowhere to go."""
    views = leg_views(move)
    lengths = {len(path.legs) for path in paths(move)}
    for index, view in enumerate(views):
        if view.stops and index + 1 not in lengths:
            place = view.modifiers.place if view.modifiers.text else view.atom.place
            message = f"no direction of this leg lies on the lines of {view.atom.text!r}"
            yield Problem(
                "HS204", message, place, "half turns (fs, fr, …) change between orthogonal and diagonal lines"
            )
            return


MOVE_RULES: Final[tuple[Callable[[Move], Problems], ...]] = (_outside_brackets, _atoms_of_chains, _lengths)
