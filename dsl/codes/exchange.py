"""Codes of definitions that come from or go to another program's files (HS5xx)."""

from __future__ import annotations

from typing import Final

from hensoku.dsl.codes.code import Code
from hensoku.dsl.findings import Severity

EXCHANGE: Final[dict[str, Code]] = {
    "HS500": Code(
        "line that is none of an INI file",
        "this line is no section, no `key = value` and no comment",
        "A file of Fairy-Stockfish has sections `[name:parent]`, lines `key = value` under them, and comments (`#`).",
    ),
    "HS501": Code(
        "unknown section",
        "there is no section {name!r} to start from",
        "A section inherits from one that stands in the file, or from a variant that the program knows by itself.",
    ),
    "HS502": Code(
        "unknown key of a section",
        "no key of Fairy-Stockfish is called {name!r}",
        "That program passes over keys that it does not know, so a slip of the pen changes the game in silence.",
    ),
    "HS503": Code(
        "value of another type",
        "{key!r} must be {what}, not {value!r}",
        "That program reads a value that it does not understand as some other value, in silence.",
    ),
    "HS504": Code(
        "rule without a counterpart",
        "{key!r} cannot be carried over: {why}",
        "A definition that leaves a rule out would be another game, so nothing is written.",
    ),
    "HS505": Code(
        "key of a section that stands twice",
        "the key {key!r} stands twice: the later line counts",
        "That program takes the later line, in silence.",
        Severity.WARNING,
    ),
    "HS506": Code(
        "moves of another dialect",
        "{part!r} in the moves {text!r} cannot be carried over: {why}",
        "Fairy-Stockfish reads a part of the notation, and skips what it does not know.",
    ),
    "HS507": Code(
        "sides that differ",
        "the squares of {white!r} and {black!r} are not the same from each side's own view",
        "A definition says what a region is from its owner's side, once for both.",
    ),
    "HS508": Code(
        "letter without a piece",
        "no piece has the letter {letter!r}",
        "Every letter of a position, and of a list of pieces, belongs to a piece that the section or a parent has.",
    ),
    "HS509": Code(
        "position that cannot be read",
        "this position cannot be read: {why}",
        "`startFen` has rows from the eighth rank down, a hand in brackets, and `w` for the side that moves first.",
    ),
    "HS510": Code(
        "rule that the other program lacks",
        "this is no rule of Fairy-Stockfish: {what}",
        "A section that leaves a rule out would be another game, so nothing is written.",
    ),
    "HS520": Code(
        "rule of a site's program that is not carried over",
        "{key!r} is not carried over: {why}",
        "The new sheet lacks what this says, and is another game until it is said in another way.",
        Severity.WARNING,
    ),
    "HS521": Code(
        "game of another kind",
        "{what} cannot be carried over",
        "Definitions are of two players on a board of files and ranks, and their keys stand on lines of their own.",
    ),
}
