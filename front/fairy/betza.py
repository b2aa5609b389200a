"""Move strings in Fairy-Stockfish's dialect, taken into ours.

That program skips in silence what it does not know (`W-F` is `K`, `R10` is `W`), and reads some letters its own way.
Here each string is either said in our notation or refused at the character. What is known of the dialect: `fN` are
the two foremost leaps; `i` makes quiet moves only; limits have one digit; `p` and `g` work on `R` and `B`, `n` on
`D N A Z`.
"""

from __future__ import annotations

import re
from typing import Final

from hensoku.dsl.codes import finding
from hensoku.dsl.findings import Finding
from hensoku.dsl.moves.format import canonical
from hensoku.dsl.moves.parse import parse_moves, parse_text
from hensoku.dsl.nodes import Scalar
from hensoku.dsl.source import Source, Span
from hensoku.fairy.keys import PieceType

_MOVE: Final = re.compile(r"(?P<letters>[a-z]*)(?P<atom>(?P<one>[A-Z])(?P=one)?)(?P<limit>\d*)")
_DIRECTIONS: Final = "fblrvsh"
_KNOWN: Final = frozenset("mcpgni" + _DIRECTIONS)
_OBLIQUE: Final = {"": "", "f": "ff", "ff": "ff", "b": "bb", "bb": "bb", "fh": "fh", "hf": "fh", "bh": "bh", "hb": "bh"}
_PAIRS: Final = frozenset(("fl", "fr", "bl", "br", "lf", "rf", "lb", "rb"))
_SLIDERS: Final = {"R": "R", "B": "B", "Q": "Q", "RR": "R", "BB": "B", "WW": "R", "FF": "B", "NN": "N0"}
_LIMITED: Final = frozenset("WFRBQKN")
_ORTHOGONAL, _DIAGONAL, _SLANTING = frozenset("WRDH"), frozenset("FBAG"), frozenset("NCZ")
_OLD_ATOMS: Final = {"L": "C", "J": "Z"}


def translate(moves: Scalar) -> tuple[str, list[Finding]]:
    """A string of a section in our canonical spelling; empty with findings if it cannot be carried over."""
    text, at, parts = moves.text, 0, []
    while at < len(text):
        match = _MOVE.match(text, at)
        if match is None:
            return "", [_refused(moves, at, at + 1, "it is passed over in silence there")]
        part, why = _move(match["letters"], match["atom"], match["limit"])
        if why:
            return "", [_refused(moves, at, match.end(), why)]
        parts.append(part)
        at = match.end()
    if not parts:
        return "", [finding("HS506", moves.span, text=text, part=text, why="there are no moves in it")]
    joined = "".join(parts)
    source = Source("<moves>", joined)
    offsets = tuple(range(len(joined) + 1))
    parsed, findings = parse_moves(Scalar(joined, joined, Span(source, 0, len(joined)), offsets))
    if parsed is None:
        return "", [finding("HS506", moves.span, text=text, part=text, why=findings[0].message)]
    return canonical(parsed), []


def standard(known: PieceType, key: str) -> str:
    """The moves of a type that the program knows by itself, for the piece of that key."""
    text, findings = translate(_scalar(known.moves))
    if findings:
        raise ValueError(findings[0].message)
    return canonical_text(f"{text}{{screen!={key},target!={key}}}") if known.apart else text


def canonical_text(moves: str) -> str:
    """A string of our notation in its canonical spelling."""
    parsed, findings = parse_text(moves)
    if parsed is None:
        raise ValueError(findings[0].message)
    return canonical(parsed)


def _scalar(text: str) -> Scalar:
    return Scalar(text, text, Span(Source("<moves>", text), 0, len(text)), tuple(range(len(text) + 1)))


def _refused(moves: Scalar, start: int, end: int, why: str) -> Finding:
    return finding("HS506", moves.part(start, end), text=moves.text, part=moves.text[start:end], why=why)


def _move(letters: str, atom: str, limit: str) -> tuple[str, str]:
    """One move in our notation, or why it cannot be."""
    unknown = next((letter for letter in letters if letter not in _KNOWN), None)
    if unknown:
        return "", f"the letter {unknown!r} is passed over in silence there"
    if len(atom) == 2 and atom not in _SLIDERS:
        return "", f"a piece with {atom!r} does not move there"
    if len(limit) > 1 or limit == "0":
        return "", "a limit has one digit from 1 to 9 there"
    base = _OLD_ATOMS.get(atom, atom)
    if base[0] not in _ORTHOGONAL | _DIAGONAL | _SLANTING | {"K", "Q"}:
        return "", f"no atom {atom!r} is known there"
    if limit and base[0] not in _LIMITED:
        return "", f"a limit on {atom!r} is read in no known way there"
    directions = "".join(letter for letter in letters if letter in _DIRECTIONS)
    mode = "".join(letter for letter in letters if letter in "mc")
    path = "".join(letter for letter in letters if letter in "pgn")
    return _joined(letters, base, limit, directions, mode, path)


def _joined(letters: str, atom: str, limit: str, directions: str, mode: str, path: str) -> tuple[str, str]:
    told, why = _directions(atom[0], directions)
    if why:
        return "", why
    if len(path) > 1 or (path in ("p", "g") and path and atom not in ("R", "B")):
        return "", "a piece that jumps so does not move there"
    if path == "n" and atom not in ("D", "N", "A", "Z"):
        return "", "a piece that is lame so does not move there"
    if "i" in letters and "c" in mode:
        return "", "the first move takes nothing there"
    initial = "i" if "i" in letters else ""
    written = _SLIDERS.get(atom, atom)
    if limit and atom in ("R", "B", "Q"):
        written = {"R": "W", "B": "F", "Q": "K"}[atom] if not path else atom
    return f"{initial}{told}{'m' if initial and not mode else mode}{path}{written}{limit}", ""


def _directions(atom: str, letters: str) -> tuple[str, str]:
    if not letters:
        return "", ""
    if atom in _ORTHOGONAL:
        if "h" in letters:
            return "", "'h' has no meaning for a straight step"
        return letters, ""
    if atom in _DIAGONAL:
        return _diagonal(letters)
    if atom in _SLANTING:
        told = _OBLIQUE.get(letters)
        return (
            ("", f"the directions {letters!r} of a leap are read in no known way there") if told is None else (told, "")
        )
    return "", f"the directions {letters!r} of {atom} are read differently by programs: write its parts"


def _diagonal(letters: str) -> tuple[str, str]:
    if len(letters) == 1 and letters in "fblr":
        return letters, ""
    pairs = [letters[at : at + 2] for at in range(0, len(letters), 2)]
    if all(pair in _PAIRS for pair in pairs):
        return "".join(pair if pair[0] in "fb" else pair[::-1] for pair in pairs), ""
    return "", f"the directions {letters!r} of a diagonal step are read in no known way there"
