"""Codes of findings about move strings (HS2xx): what each means, a string that earns it, and a mended one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final


@final
@dataclass(frozen=True, slots=True)
class MoveCode:
    """`title` names the fault; `why` explains it; `wrong` and `right` are move strings."""

    title: str
    why: str
    wrong: str
    right: str


MOVES: Final[dict[str, MoveCode]] = {
    "HS200": MoveCode(
        "empty move string",
        "A piece that never moves says so with `moves: none`.",
        "",
        "W",
    ),
    "HS201": MoveCode(
        "syntax error in a move string",
        "A move is lower-case modifiers, an upper-case atom, perhaps a number, perhaps conditions in braces.",
        "W#",
        "W",
    ),
    "HS202": MoveCode(
        "reserved letter",
        "Dialects of the notation disagree on it, and no game of the shogi family needs it.",
        "oR",
        "R",
    ),
    "HS203": MoveCode(
        "too long",
        "A string, the number of its moves, the legs of a move and the captures on its way are limited.",
        "cacacacaK",
        "cacacaK",
    ),
    "HS204": MoveCode(
        "directions without a meaning",
        "Several letters on `K` or `Q`, `h` alone or on a later leg, or letters of a bracket leg that leave no line.",
        "fsK",
        "fsWfF",
    ),
    "HS205": MoveCode(
        "hop without a meaning",
        "`p` and `g` jump a piece and land beyond it, so they need a range above 1, and each other's absence.",
        "pW",
        "jD",
    ),
    "HS206": MoveCode(
        "`j` without a meaning",
        "On a slide it skips squares, so the range must go on beyond them; on a leap exactly one square is jumped.",
        "jH",
        "jD",
    ),
    "HS207": MoveCode(
        "range that cannot be",
        "Doubled atoms are riders and take no number; `g` and `y` swap a range of 1 and no limit for later legs.",
        "NN3",
        "N3",
    ),
    "HS208": MoveCode(
        "move of several legs with parts that cannot be",
        "Legs turn on the eight directions of the compass, so they take no oblique atoms and no `U`; before a bracket "
        "only `i` may stand.",
        "aN",
        "mpafsW",
    ),
    "HS209": MoveCode(
        "leap to its own square",
        "The coordinates of a leap are not both 0.",
        "(0,0)",
        "(1,4)",
    ),
    "HS210": MoveCode(
        "condition without a meaning",
        "Conditions compare pieces with names, ranks with `self.rank` or a number, `screens` and `min` with numbers.",
        "pR{screen<U}",
        "pR{screen.rank<self.rank}",
    ),
    "HS211": MoveCode(
        "unknown name in a condition",
        "A name is the key of a piece, a promoted face (`+P`), a named set, or `royal`.",
        "pR{screen!=nobody}",
        "pR{screen!=royal}",
    ),
    "HS212": MoveCode(
        "`U` with modifiers",
        "The universal leaper goes to every square; it takes only `m` and `c`.",
        "fU",
        "mU",
    ),
    "HS213": MoveCode(
        "`t` without a hop",
        "`t` keeps a hop to pieces of one's own side, so it needs `p` or `g` on its leg.",
        "tafW",
        "tpafW",
    ),
    "HS250": MoveCode(
        "direction on `K` or `Q`",
        "XBoard reads it as a direction of a compass with eight points, everybody else as one for each part.",
        "fK",
        "fWfF",
    ),
    "HS251": MoveCode(
        "bare direction letter on an oblique atom",
        "It means the two narrow leaps here; some read the whole half. Two letters are read alike by all.",
        "fN",
        "ffN",
    ),
    "HS252": MoveCode(
        "old atom letter",
        "XBoard has `L` and `J` the other way round.",
        "L",
        "C",
    ),
    "HS253": MoveCode(
        "doubled atom",
        "It is a rider here and two equal leaps in XBoard.",
        "NN",
        "N0",
    ),
    "HS254": MoveCode(
        "`h` without effect",
        "Halves are for the eight leaps of oblique atoms.",
        "fhF",
        "fF",
    ),
    "HS255": MoveCode(
        "`n` without effect",
        "A step of one square passes over nothing.",
        "nW",
        "W",
    ),
    "HS256": MoveCode(
        "direction letters apart",
        "Only letters side by side pair; others add up, which is seldom meant.",
        "fmrF",
        "frmF",
    ),
    "HS257": MoveCode(
        "letter twice",
        "The second one says nothing.",
        "mcmR",
        "R",
    ),
    "HS258": MoveCode(
        "condition without effect",
        "A condition on jumped pieces holds where none is jumped.",
        "R{screen!=royal}",
        "pR{screen!=royal}",
    ),
}
