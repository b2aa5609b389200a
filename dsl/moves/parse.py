"""Text to checked move nodes.

Lark reads the grammar (`dsl/grammar/moves.lark`); a transformer makes nodes; `check.py` looks for what the grammar
cannot say. A syntax error points at the character and says what could stand there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final, cast

from lark import Lark, Token, Transformer
from lark.exceptions import UnexpectedInput, UnexpectedToken

from hensoku.dsl.findings import Finding, has_errors
from hensoku.dsl.moves.check import check
from hensoku.dsl.moves.nodes import (
    Atom,
    BracketLeg,
    Chain,
    Comparison,
    Condition,
    Modifiers,
    Move,
    Moves,
    Name,
    Place,
    Range,
    Simple,
    scalar_of,
)
from hensoku.dsl.nodes import Scalar
from hensoku.dsl.notation.reading import listed
from hensoku.dsl.remember import remembered

MAX_LENGTH: Final = 500
MAX_MOVES: Final = 64


@remembered
def parse_moves(scalar: Scalar) -> tuple[Moves | None, list[Finding]]:
    """The moves of a string and all findings about it; no moves if one of them is an error."""
    text = scalar.text
    if not text.strip():
        return None, [Finding("HS200", "the move string is empty", scalar.part(0, len(text)), help=_EMPTY_HELP)]
    if len(text) > MAX_LENGTH:
        message = f"a move string has at most {MAX_LENGTH} characters, this one has {len(text)}"
        return None, [Finding("HS203", message, scalar.part(MAX_LENGTH, len(text)))]
    try:
        tree = _parser().parse(text)
    except UnexpectedInput as error:
        return None, [_syntax_finding(error, scalar)]
    moves = Moves(_Nodes(text).transform(tree), scalar)
    if len(moves.moves) > MAX_MOVES:
        message = f"a move string has at most {MAX_MOVES} moves, this one has {len(moves.moves)}"
        return None, [Finding("HS203", message, moves.span(moves.moves[MAX_MOVES].place))]
    findings = check(moves)
    return (None if has_errors(findings) else moves), findings


def parse_text(text: str) -> tuple[Moves | None, list[Finding]]:
    """As `parse_moves`, for a string that stands in no file."""
    return parse_moves(scalar_of(text))


@lru_cache(maxsize=1)
def _parser() -> Lark:
    grammar = files("hensoku.dsl").joinpath("grammar/moves.lark").read_text(encoding="utf-8")
    return Lark(grammar, parser="lalr", lexer="contextual", propagate_positions=False)


# -------------------------------------------------------------------------------------------------------------- nodes


def _place(token: Token) -> Place:
    return Place(cast("int", token.start_pos), cast("int", token.end_pos))


def _modifiers(tokens: Iterable[Token], at: int) -> Modifiers:
    """One group of letters; `at` is where an empty one would stand."""
    letters = [(letter, _place(token).start + index) for token in tokens for index, letter in enumerate(token)]
    offsets = tuple(offset for _, offset in letters)
    place = Place(offsets[0], offsets[-1] + 1) if letters else Place(at, at)
    return Modifiers("".join(letter for letter, _ in letters), offsets, place)


class _Nodes(Transformer[Token, tuple[Move, ...]]):
    """Lark's tree to nodes, bottom up; one method per rule of the grammar, with its name."""

    def __init__(self, text: str) -> None:
        super().__init__(visit_tokens=False)
        self._text = text

    def start(self, moves: list[Move]) -> tuple[Move, ...]:
        return tuple(moves)

    def simple(self, parts: list[Any]) -> Simple:
        groups, atom, reach, conditions = _sorted(parts)
        assert atom is not None
        return Simple(_groups(groups, atom.place.start), atom, reach, conditions, self._whole(parts, atom.place))

    def chain(self, parts: list[Any]) -> Chain:
        legs = tuple(part for part in parts if isinstance(part, BracketLeg))
        groups, _, _, conditions = _sorted(parts)
        opening = self._text.rindex("[", 0, legs[0].place.start)
        closing = self._text.index("]", legs[-1].place.end)
        place = self._whole(parts, Place(opening, closing + 1))
        return Chain(_groups(groups, opening), legs, conditions, place)

    def leg(self, parts: list[Any]) -> BracketLeg:
        return self._leg("", parts)

    def later_leg(self, parts: list[Any]) -> BracketLeg:
        return self._leg(parts[0], parts[1:])

    def prefix(self, tokens: list[Token]) -> list[Token]:
        return tokens

    leg_prefix = prefix

    def atom(self, tokens: list[Token]) -> Atom:
        return Atom(str(tokens[0]), _place(tokens[0]))

    def note(self, conditions: list[Condition]) -> tuple[Condition, ...]:
        return tuple(conditions)

    def condition(self, parts: list[Any]) -> Condition:
        slot, *attribute, comparison, (names, is_range, end) = parts
        place = Place(_place(slot).start, end)
        word = str(attribute[0]) if attribute else ""
        return Condition(str(slot), word, cast("Comparison", str(comparison)), names, is_range, place)

    def attribute(self, tokens: list[Token]) -> Token:
        return tokens[0]

    def value(self, tokens: list[Token]) -> tuple[tuple[Name, ...], bool, int]:
        return tuple(Name(str(token), _place(token)) for token in tokens), False, _place(tokens[-1]).end

    def rank(self, tokens: list[Token]) -> tuple[tuple[Name, ...], bool, int]:
        place = Place(_place(tokens[0]).start, _place(tokens[1]).end)
        return (Name(f"{tokens[0]}.{tokens[1]}", place),), False, place.end

    def range(self, tokens: list[Token]) -> tuple[tuple[Name, ...], bool, int]:
        first, dots, *last = tokens
        end = last[0] if last else dots
        upper = Name(str(end), _place(end)) if last else Name("", Place(_place(dots).end, _place(dots).end))
        return (Name(str(first), _place(first)), upper), True, _place(end).end

    def _leg(self, joint: str, parts: list[Any]) -> BracketLeg:
        tokens, atom, reach, _ = _sorted(parts)
        assert atom is not None
        modifiers = _modifiers(tokens, atom.place.start)
        place = Place(modifiers.place.start, reach.place.end if reach else atom.place.end)
        return BracketLeg(modifiers, atom, reach, cast("Any", joint and str(joint)), place)

    def _whole(self, parts: list[Any], core: Place) -> Place:
        """From the first modifier to the closing brace, around `core` (the atom or the brackets)."""
        tokens, _, reach, conditions = _sorted(parts)
        start = min([core.start, *(_place(token).start for token in tokens)])
        end = max(core.end, reach.place.end if reach else 0)
        if conditions:
            end = self._text.index("}", conditions[-1].place.end) + 1
        return Place(start, end)


def _sorted(parts: list[Any]) -> tuple[list[Token], Atom | None, Range | None, tuple[Condition, ...]]:
    """The parts of a move or leg by what they are: prefix tokens, atom, range, conditions."""
    tokens: list[Token] = next((part for part in parts if isinstance(part, list)), [])
    atom = next((part for part in parts if isinstance(part, Atom)), None)
    number = next((part for part in parts if isinstance(part, Token) and part.type == "RANGE"), None)
    conditions: tuple[Condition, ...] = next((part for part in parts if isinstance(part, tuple)), ())
    return tokens, atom, None if number is None else Range(int(number), _place(number)), conditions


def _groups(tokens: list[Token], end: int) -> tuple[Modifiers, ...]:
    """The letters of each leg of an `a` chain."""
    groups: list[list[Token]] = [[]]
    stops: list[int] = []
    for token in tokens:
        if token.type == "AGAIN":
            groups.append([])
            stops.append(_place(token).start)
        else:
            groups[-1].append(token)
    stops.append(end)
    return tuple(_modifiers(group, stop) for group, stop in zip(groups, stops, strict=True))


# ------------------------------------------------------------------------------------------------------ syntax errors

CURLY = frozenset("“”„‘’«»")
"""Quotation marks of word processors, which YAML does not know."""

_EMPTY_HELP = "write at least one atom, such as 'W' (wazir) or 'R' (rook)"

_ATOMS = "an atom (W F D N A H C Z G K Q R B U or coordinates such as (1,4))"

_WORDS: dict[str, str] = {
    "ATOM": _ATOMS,
    "RIDER": _ATOMS,
    "COORDINATES": _ATOMS,
    "MODIFIERS": "a modifier (a lower-case letter)",
    "AGAIN": "a modifier (a lower-case letter)",
    "RANGE": "a range (a number)",
    "JOINT": "'-' or '?' and the next leg",
    "LSQB": "'['",
    "RSQB": "']'",
    "LBRACE": "'{' with conditions",
    "RBRACE": "'}'",
    "COMMA": "','",
    "VBAR": "'|'",
    "DOT": "'.'",
    "DOTS": "'..'",
    "SLOT": "a word (screen, screens, target, via, self, min)",
    "COMPARISON": "a comparison (= != < <= > >=)",
    "NAME": "a piece, a named set, 'royal' or a number",
    "$END": "the end",
}


def _syntax_finding(error: UnexpectedInput, scalar: Scalar) -> Finding:
    text = scalar.text
    at = len(text) if _at_end(error) else cast("int", error.pos_in_stream)
    expected = _expected(text[:at])
    found = f"{text[at]!r}" if at < len(text) else "the end"
    message = _message(text, at, expected) or f"unexpected {found}"
    words = list(dict.fromkeys(word for name, word in _WORDS.items() if name in expected))
    help_ = _hint(text, at) or f"expected {listed(words)}"
    return Finding("HS201", message, scalar.part(at, min(at + 1, len(text))), help=help_)


_SIGNS: Final = "+,;/&|"
_AFTER: Final = re.compile(r"([a-z]*)([A-Z])([a-z]+)\s*$")
_PROSE: Final = re.compile(r"(?<![A-Za-z])(?=[a-z]*[ekoquwxz])[a-z]{3,}(?![A-Za-z\[(])")
"""A word that no modifiers make."""


def _hint(text: str, at: int) -> str | None:
    """What helps more than a list of what may stand here; None where that list does."""
    found = text[at : at + 1]
    if found in CURLY:
        return 'write straight ones: "…"'
    if _PROSE.search(text.partition("{")[0]):
        return "moves are letters, not words: fW is a step straight forward, F one diagonally, R a slide as a rook's"
    if found and found in _SIGNS:
        return "moves stand side by side, without a sign between them: RF"
    behind = _AFTER.search(text[:at] if found else text)
    if behind is not None and not text[at:].strip():
        return f"modifiers stand before their atom: {behind[1]}{behind[3]}{behind[2]}"
    return None


def _expected(prefix: str) -> frozenset[str]:
    """The terminals that may follow a prefix without a syntax error."""
    state = _parser().parse_interactive(prefix)
    state.exhaust_lexer()
    return frozenset(cast("set[str]", state.accepts()))  # type: ignore[no-untyped-call]


def _at_end(error: UnexpectedInput) -> bool:
    return isinstance(error, UnexpectedToken) and error.token.type == "$END"


def _message(text: str, at: int, expected: frozenset[str]) -> str | None:
    """A name for the mistakes that people make; None for others."""
    found = text[at : at + 1]
    before = text[:at].rstrip()
    atom_is_due = "ATOM" in expected and "$END" not in expected and "RANGE" not in expected
    if found.isdecimal() and before[-1:].isdecimal() and "ATOM" in expected:
        return "a range has at most two digits and no leading zero"
    if found.isdecimal() and atom_is_due:
        return "a range stands after its atom"
    if found == "(":
        return "'(' begins no coordinates: repetition groups are reserved, coordinates are two numbers such as (1,4)"
    if found == "]" and expected == {"JOINT", "RANGE"}:
        return "a bracket needs at least two legs, joined by '-' or '?'"
    if not found and ("RSQB" in expected or expected == {"JOINT", "RANGE"}):
        return "the bracket is not closed"
    if not found and expected & {"SLOT", "COMPARISON", "NAME", "RBRACE"}:
        return "the brace is not closed"
    if not found and atom_is_due and before[-1:].islower():
        return "modifiers without an atom"
    if found in CURLY:
        return f"the quotation mark {found!r} is a part of the text"
    if found.isalpha() and found.isupper() and "ATOM" in expected:
        return f"no atom is called {found!r}"
    return None
