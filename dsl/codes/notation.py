"""Codes of setups, regions and piece sets (HS3xx)."""

from __future__ import annotations

from typing import Final

from hensoku.dsl.codes.code import Code
from hensoku.dsl.findings import Severity

NOTATION: Final[dict[str, Code]] = {
    "HS300": Code(
        "empty string",
        "{what} is empty",
        "The string is there and says nothing.",
    ),
    "HS301": Code(
        "setup does not parse",
        "{problem}",
        "A setup is SFEN: rows from the top joined by '/', letters for pieces, numbers for empty squares.",
    ),
    "HS302": Code(
        "region does not parse",
        "{problem}",
        "A region names squares: far 3, near 1, rank 1-3, file 4-6, 5e, 4a-6c, all, none, a named region, or several; "
        "`all but …` is the rest.",
    ),
    "HS303": Code(
        "piece set does not parse",
        "{problem}",
        "A piece set names pieces by their keys: P L N, all, royal, a named set; `all but …` is the rest.",
    ),
    "HS304": Code(
        "name in mixed case",
        "{name!r} mixes upper and lower case, so it is nobody's piece",
        "In a setup upper case is sente's, lower case gote's.",
    ),
    "HS305": Code(
        "number that cannot be",
        "{problem}",
        "Numbers of empty squares, of pieces in hand and of moves are whole numbers from 1, without leading zeros.",
    ),
    "HS306": Code(
        "setup of another notation",
        "this setup is {notation}, not SFEN",
        "Setups are SFEN, so that programs can exchange them.",
    ),
    "HS307": Code(
        "range the wrong way round",
        "{first} comes after {last}",
        "A range names its lower end first.",
    ),
    "HS308": Code(
        "too long",
        "{what} has at most {limit} characters, this one has {size}",
        "No board of the largest size needs more.",
    ),
    "HS350": Code(
        "bracket hand",
        "a hand in brackets is no SFEN, and is read as the hand field",
        "Some programs write `…[-] b - 1` or `…[Pp]`. A definition is written back as pure SFEN.",
        Severity.NOTE,
    ),
}
