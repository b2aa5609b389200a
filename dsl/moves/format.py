"""The canonical spelling: one string for one set of single-leg moves, and a steady one for moves of several legs.

The order, which `docs/notation.md` repeats for authors:

1. Moves: unlimited slides, slides with a range, single steps, riders with a longer step, leaps, `U`, `a` chains,
   bracket chains. Within a class: by atom (K Q, W R, F B, N, A, D, C, Z, H, G, coordinates), then by range, then what
   may always be made before what `i` allows, then without a path letter before `p`, `pp`, `g`, `n`, `j`, then by
   conditions, then by landings, then more directions before fewer.
2. Letters of a leg: `i`, directions, `m c d t p g y n j`. Defaults are left out (`mc` at the end, `m` on the way).
3. Directions: the shortest word, then the first in the order `f b v l r s h`.
4. Atoms: the letter if there is one (`N` for `(1,2)`), `R` and `B` for `W0` and `F0`, `K` and `Q` for two equal parts
   in all directions, `N0` for `NN`, `C` and `Z` for `L` and `J`.

Single-leg moves that differ only in directions or in what they may land on are merged and taken apart again, so that
each direction stands in one move: `fWlWrW` is `fsW`, `mRcR` is `R`. A chain stays the kind of chain that it was.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final, TypeAlias, final

from hensoku.dsl.moves.directions import ALL, BACK, EVERY, Directions, spelling
from hensoku.dsl.moves.legs import (
    DEFAULT_LANDS,
    bounds,
    earlier_letters,
    final_letters,
    note,
    tests,
    turn_word,
)
from hensoku.dsl.moves.meaning import (
    Landing,
    LegView,
    Path,
    PathLeg,
    Step,
    first_heads,
    is_ring_atom,
    leg_views,
    paths,
    reach_of,
    steps_of,
    turn_heads,
)
from hensoku.dsl.moves.nodes import Atom, Chain, Modifiers, Move, Moves, Simple

ATOMS: Final[dict[Step, str]] = {
    Step(0, 1): "W",
    Step(1, 1): "F",
    Step(1, 2): "N",
    Step(2, 2): "A",
    Step(0, 2): "D",
    Step(1, 3): "C",
    Step(2, 3): "Z",
    Step(0, 3): "H",
    Step(3, 3): "G",
}
"""In canonical order; coordinates come after them, by size."""

_UNLIMITED: Final = {"K": "Q", "W": "R", "F": "B"}

Key: TypeAlias = tuple[object, ...]


def canonical(moves: Moves) -> str:
    """The canonical spelling of a move string; equal in meaning, and its own canonical spelling."""
    return _joined(_spelled(moves.moves))


def canonical_move(move: Move) -> str:
    """The canonical spelling of one move, which may be several."""
    return _joined(_spelled((move,)))


@final
@dataclass(frozen=True, slots=True)
class _Term:
    """One move of the canonical string and where it stands."""

    key: Key
    text: str


def _spelled(moves: Iterable[Move]) -> list[_Term]:
    singles: list[Path] = []
    chains: list[Path] = []
    terms: list[_Term] = []
    for move in moves:
        for part in _bracket_parts(move) if isinstance(move, Chain) else (move,):
            if isinstance(part, Chain):
                terms.append(_bracket_term(part))
            else:
                (singles if len(part.groups) == 1 else chains).extend(paths(part))
    terms.extend(_single_terms(singles))
    terms.extend(_chain_terms(chains))
    return sorted(set(terms), key=lambda term: term.key)


def _joined(terms: list[_Term]) -> str:
    """The terms side by side; a space keeps two equal atoms from being read as a rider."""
    text = ""
    for term in terms:
        text += " " if text and text[-1] == term.text[0] else ""
        text += term.text
    return text


# --------------------------------------------------------------------------------------------------- one-leg moves


@final
@dataclass(frozen=True, slots=True)
class _Frame:
    """What moves must share to be merged: all but directions and landings. `step` None is `U`."""

    step: Step | None
    leg: PathLeg
    initial: bool
    tests: tuple[str, ...]


_Groups: TypeAlias = dict[frozenset[Landing], Directions]


def _single_terms(singles: list[Path]) -> Iterator[_Term]:
    ways: dict[_Frame, dict[int, set[Landing]]] = defaultdict(lambda: defaultdict(set))
    for path in singles:
        leg = path.legs[0]
        frame = _Frame(leg.step, replace(leg, step=None, heads=ALL, lands=DEFAULT_LANDS), path.initial, tests(path))
        for head in leg.heads:
            ways[frame][head] |= leg.lands
    groups = {frame: _by_landing(heads) for frame, heads in ways.items()}
    for frame, landings in groups.items():
        for lands, heads in landings.items():
            if frame.step == Step(1, 1) and _has_royal(frame, lands, groups):
                continue
            royal = frame.step == Step(0, 1) and _has_royal(frame, lands, groups)
            yield _single_term(frame, lands, heads, royal=royal)


def _by_landing(ways: Mapping[int, set[Landing]]) -> _Groups:
    groups: _Groups = {}
    for head, lands in ways.items():
        groups[frozenset(lands)] = groups.get(frozenset(lands), frozenset()) | {head}
    return groups


def _has_royal(frame: _Frame, lands: frozenset[Landing], groups: Mapping[_Frame, _Groups]) -> bool:
    """Whether the orthogonal and the diagonal part are both whole, so that K or Q says both."""
    return all(
        groups.get(replace(frame, step=step), {}).get(lands) == EVERY[step.family] for step in (Step(0, 1), Step(1, 1))
    )


def _single_term(frame: _Frame, lands: frozenset[Landing], heads: Directions, *, royal: bool) -> _Term:
    leg = replace(frame.leg, lands=lands)
    atom = _atom(frame.step, leg.reach, royal=royal)
    word = "" if frame.step is None or royal else spelling(heads, frame.step.family)
    letters = ("i" if frame.initial else "") + word + final_letters(leg)
    conditions = bounds(leg) + frame.tests
    text = letters + atom + note(conditions)
    rank = _class(frame.step, leg.reach), _atom_rank(frame.step, royal=royal), leg.reach
    return _Term((*rank, frame.initial, _path_rank(leg), conditions, _landing_rank(lands), -len(heads), text), text)


def _class(step: Step | None, reach: int) -> int:
    if step is None:
        return 5
    if step.major == 1:
        return {0: 0, 1: 2}.get(reach, 1)
    return 4 if reach == 1 else 3


def _atom_rank(step: Step | None, *, royal: bool) -> Key:
    if step is None or royal:
        return (-1, 0, 0)
    known = list(ATOMS)
    return (known.index(step) if step in ATOMS else len(known), step.major, step.minor)


def _path_rank(leg: PathLeg) -> Key:
    gates = ("open", "empty", "occupied")
    return (
        gates.index(leg.gate),
        leg.skip,
        leg.beyond == "next",
        leg.screens != (0, 0),
        leg.screens[1] == -1,
        leg.screens,
    )


def _landing_rank(lands: frozenset[Landing]) -> Key:
    order: tuple[Landing, ...] = ("empty", "enemy", "friend", "hop", "hop-friend")
    return (lands != DEFAULT_LANDS, *(landing not in lands for landing in order))


def _atom(step: Step | None, reach: int, *, royal: bool) -> str:
    if step is None:
        return "U"
    letter = "K" if royal else ATOMS.get(step, f"({step.minor},{step.major})")
    if step.major == 1 and reach != 1:
        return _UNLIMITED[letter] + (str(reach) if reach else "")
    return letter if reach == 1 else f"{letter}{reach}"


# ---------------------------------------------------------------------------------------------------------- `a` chains


def _chain_terms(chains: list[Path]) -> Iterator[_Term]:
    """Chains that differ only in the first directions are one; K stands for all eight, else W and F for their part."""
    merged: dict[Path, Directions] = {}
    for path in chains:
        first = path.legs[0]
        assert first.step is not None
        frame = replace(path, legs=tuple(replace(leg, ring=False, step=_plain(leg.step)) for leg in path.legs))
        frame = replace(frame, legs=(replace(frame.legs[0], heads=ALL), *frame.legs[1:]), tests=())
        key = replace(frame, tests=path.tests)
        merged[key] = merged.get(key, frozenset()) | first.heads
    for path, heads in merged.items():
        stride = _stride(path)
        if heads == ALL and stride == 1:
            yield _chain_term(path, heads, "K")
            continue
        for family in ("orthogonal", "diagonal"):
            if part := heads & EVERY[family]:
                step = Step(0, stride) if family == "orthogonal" else Step(stride, stride)
                yield _chain_term(path, part, ATOMS.get(step, f"({step.minor},{step.major})"))


def _plain(step: Step | None) -> Step:
    """The step of a leg as its stride alone."""
    assert step is not None
    return Step(0, step.major)


def _stride(path: Path) -> int:
    return _plain(path.legs[0].step).major


def _chain_term(path: Path, heads: Directions, letter: str) -> _Term:
    groups = []
    for index, leg in enumerate(path.legs):
        if index == 0:
            word = (
                "" if letter == "K" else spelling(heads, "orthogonal" if heads <= EVERY["orthogonal"] else "diagonal")
            )
        else:
            word = turn_word(leg.heads, ring=letter == "K")
        last = index == len(path.legs) - 1
        letters = final_letters(leg) if last else earlier_letters(leg, swaps=path.legs[index + 1].reach != leg.reach)
        groups.append(word + letters)
    reach = path.legs[0].reach
    if letter in _UNLIMITED and reach != 1:
        atom = _UNLIMITED[letter] + (str(reach) if reach else "")
    else:
        atom = letter if reach == 1 else f"{letter}{reach}"
    told = note(bounds(path.legs[-1]) + tests(path))
    text = ("i" if path.initial else "") + "a".join(groups) + atom + told
    rank = list("KWF").index(letter) if letter in "KWF" else 3
    return _Term((6, len(groups), rank, path.initial, reach, -len(heads), text), text)


# ------------------------------------------------------------------------------------------------------------ brackets


def _bracket_parts(move: Chain) -> Iterator[Move]:
    """The chain itself; if it begins with K or Q in some directions only, its orthogonal and its diagonal part, each
    as far as its later legs find a line to go on."""
    first = leg_views(move)[0]
    shapes = steps_of(first.atom)
    if len(shapes) == 1 or all(first_heads(first, step) == EVERY[step.family] for step in shapes):
        yield move
        return
    for letter in {"K": "WF", "Q": "RB"}[first.atom.letter]:
        leg = replace(move.legs[0], atom=Atom(letter))
        part = _living(replace(move, legs=(leg, *move.legs[1:])))
        if part is not None:
            yield part


def _living(move: Chain) -> Move | None:
    """A chain without the legs that no line leads to; None if it then cannot stop anywhere."""
    lengths = {len(path.legs) for path in paths(move)}
    if not lengths:
        return None
    first = move.legs[0]
    if max(lengths) == 1:
        return Simple((_with_initial(move, first.modifiers),), first.atom, first.range, move.conditions)
    return replace(move, legs=move.legs[: max(lengths)])


def _with_initial(move: Chain, modifiers: Modifiers) -> Modifiers:
    initial = "i" if any("i" in group.text for group in move.groups) else ""
    return Modifiers(initial + modifiers.text, tuple(range(len(initial + modifiers.text))))


def _bracket_term(move: Chain) -> _Term:
    """The legs keep their atoms; letters, defaults and ranges are spelled as in any leg."""
    first, *later = leg_views(move)
    spelled = [_bracket_first(first), *(_bracket_later(view) for view in later)]
    inner = "".join(leg.joint + text for leg, text in zip(move.legs, spelled, strict=True))
    path = paths(move)[-1]
    text = ("i" if path.initial else "") + f"[{inner}]" + note(bounds(path.legs[-1]) + tests(path))
    return _Term((7, len(spelled), text), text)


def _bracket_first(view: LegView) -> str:
    step, royal = steps_of(view.atom)[0], is_ring_atom(view.atom)
    word = "" if royal else spelling(first_heads(view, step), step.family)
    return word + _bracket_letters(view) + _atom(step, reach_of(view), royal=royal)


def _bracket_later(view: LegView) -> str:
    heads = turn_heads(view)
    royal = is_ring_atom(view.atom)
    if heads == ALL:
        word = "ab"
    elif heads == ALL - {BACK}:
        word = "a"
    else:
        word = spelling(heads, "turn") if heads else ""
    return word + _bracket_letters(view) + _atom(steps_of(view.atom)[0], reach_of(view), royal=royal)


def _bracket_letters(view: LegView) -> str:
    """Landing and path letters. Where a leg may both end the move and go on, both defaults are left as they are."""
    landings = "".join(letter for letter in "mcd" if view.has(letter))
    if landings == ("m" if view.goes_on else "mc") and not (view.goes_on and view.stops) and not _hops(view):
        landings = ""
    if landings == "mc" and not view.goes_on:
        landings = ""
    idle = all(step.major == 1 for step in steps_of(view.atom))
    path = "".join(letter * view.count(letter) for letter in "pg") + ("n" if view.has("n") and not idle else "")
    friends = "t" if view.has("t") else ""
    return landings + friends + path + "j" * view.count("j")


def _hops(view: LegView) -> bool:
    return view.has("p") or view.has("g")
