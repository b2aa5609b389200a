"""Codes of what a definition means as a whole (HS4xx): parts that contradict each other or name what is not there.

HS400 to HS449 are found from the definition alone; from HS450 on, by the compiler, which knows the board and the moves.
"""

from __future__ import annotations

from typing import Final

from hensoku.dsl.codes.code import Code
from hensoku.dsl.findings import Severity

MEANING: Final[dict[str, Code]] = {
    "HS400": Code(
        "incomplete definition",
        "the definition has no {what}",
        "A variant needs a board, pieces and a setup, its own or inherited ones.",
    ),
    "HS401": Code(
        "values that disagree",
        "{outer} does not agree with {inner}",
        "The outer keys describe what `engine` defines; one of the two is wrong.",
    ),
    "HS402": Code(
        "letter without a piece",
        "no piece is called {letter}",
        "Every letter of a setup is a key of `pieces`, or the `letter` of a piece or face.",
    ),
    "HS403": Code(
        "letter of two pieces",
        "{first} and {second} have the same letter {letter}",
        "A position could not say which of the two it means.",
    ),
    "HS404": Code(
        "row of the wrong length",
        "a row of this board has {expected} squares, not {found}",
        "Each row of a setup fills the board from left to right.",
    ),
    "HS405": Code(
        "wrong number of rows",
        "a setup of this board has {expected} rows, not {found}",
        "A setup has one row for each rank.",
    ),
    "HS406": Code(
        "promoted face that is not there",
        "{piece} does not promote, so there is no +{piece}",
        "`+` stands before a piece that has a promoted face.",
    ),
    "HS407": Code(
        "unknown piece",
        "no piece is called {name}",
        "The name is neither the key of a piece nor a named set.",
    ),
    "HS408": Code(
        "unknown region",
        "no region is called {name!r}",
        "Regions are named under `regions`.",
    ),
    "HS409": Code(
        "outside the board",
        "{what} lies outside the board of {files} files and {ranks} ranks",
        "Files are numbered from the right, ranks lettered from the top, as in USI.",
    ),
    "HS410": Code(
        "definition of itself",
        "the {kind} {name!r} is defined by itself",
        "Its meaning would be without end.",
    ),
    "HS412": Code(
        "piece without moves",
        "the piece {piece} has no moves",
        "A piece that never moves says so with `moves: none`.",
    ),
    "HS413": Code(
        "hands given twice",
        "the setup has a hand already",
        "Pieces in hand stand in the setup or under `hands`, not in both.",
    ),
    "HS414": Code(
        "face of two promotions",
        "{problem}",
        "Faces of one piece are told apart by their letters.",
    ),
    "HS416": Code(
        "name that has a meaning",
        "{name!r} has a meaning of its own and cannot name a {kind}",
        "The word is part of the notation of regions, piece sets or conditions, or is the key of a piece.",
    ),
    "HS417": Code(
        "too many pieces",
        "a variant has at most {limit} faces of pieces, this one has {found}",
        "Every face becomes code; a limit keeps the build within minutes.",
    ),
    "HS418": Code(
        "unknown player",
        "no player is called {name!r}",
        "Players are called as `engine.players` says, or sente and gote.",
    ),
    "HS419": Code(
        "incomplete rule",
        "{rule} needs the key {key!r}",
        "Without it, and with nothing inherited, the rule says nothing.",
    ),
    "HS420": Code(
        "inherited setup on another board",
        "the board is {new} here, and the inherited setup is for one of {old}",
        "A setup fills its board, so that another board needs a setup of its own.",
    ),
    "HS421": Code(
        "piece removed that the setup has",
        "{name} is removed here, and the inherited setup has it",
        "A piece can go only from a game that begins without it.",
    ),
    "HS440": Code(
        "value without effect",
        "{problem}",
        "It is allowed and changes nothing, which is seldom meant.",
        Severity.WARNING,
    ),
    "HS441": Code(
        "inherited name without a piece",
        "there is no piece {name} here any more, so this inherited name says nothing",
        "A piece that was removed may still be named in what was inherited.",
        Severity.NOTE,
    ),
}
