"""The games of `plain_count`: how their pieces move, where they stand, what their sheets say about promotion.

Written from the rule sheets, in no notation but this file's own.
"""

from __future__ import annotations

from dataclasses import dataclass, field

Square = tuple[int, int]

FAR = 99
N, NE, E, SE, S, SW, W, NW = (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)
"""Steps as (right, forward), as the mover sees them."""
STRAIGHT, SLANTED = (N, E, S, W), (NE, SE, SW, NW)
ALL = (*STRAIGHT, *SLANTED)


@dataclass(frozen=True)
class Walk:
    """`runs`: directions with the most steps over empty squares. `leaps`: jumps. `double`: directions in which it steps
    twice like a lion; `lined`: the second step goes on in that line or back."""

    runs: tuple[tuple[Square, int], ...] = ()
    leaps: tuple[Square, ...] = ()
    double: tuple[Square, ...] = ()
    lined: bool = False


def step(*ways: Square) -> tuple[tuple[Square, int], ...]:
    return tuple((way, 1) for way in ways)


def run(*ways: Square, most: int = FAR) -> tuple[tuple[Square, int], ...]:
    return tuple((way, most) for way in ways)


def twice(*ways: Square) -> tuple[Square, ...]:
    return tuple((2 * right, 2 * forward) for right, forward in ways)


RING = tuple((x, y) for x in range(-2, 3) for y in range(-2, 3) if max(abs(x), abs(y)) == 2)

KING = Walk(step(*ALL))
GOLD = Walk(step(*STRAIGHT, NE, NW))
SILVER = Walk(step(N, *SLANTED))
COPPER = Walk(step(N, NE, NW, S))
IRON = Walk(step(N, NE, NW))
PAWN, LANCE, KNIGHT = Walk(step(N)), Walk(run(N)), Walk(leaps=((1, 2), (-1, 2)))
ROOK, BISHOP, QUEEN = Walk(run(*STRAIGHT)), Walk(run(*SLANTED)), Walk(run(*ALL))
DRAGON, HORSE = Walk(run(*STRAIGHT) + step(*SLANTED)), Walk(run(*SLANTED) + step(*STRAIGHT))
ELEPHANT = Walk(step(N, NE, E, SE, SW, W, NW))
SIDE, UPRIGHT = Walk(run(E, W) + step(N, S)), Walk(run(N, S) + step(E, W))
GO_BETWEEN = Walk(step(N, S))
LION = Walk(step(*ALL), RING, ALL)
FALCON = Walk(run(NE, E, SE, S, SW, W, NW) + step(N), twice(N), (N,), lined=True)
EAGLE = Walk(run(N, E, SE, S, SW, W) + step(NE, NW), twice(NE, NW), (NE, NW), lined=True)

CHU = {
    "K": KING, "E": ELEPHANT, "+E": KING, "Q": QUEEN, "N": LION, "D": DRAGON, "+D": EAGLE, "H": HORSE, "+H": FALCON,
    "R": ROOK, "+R": DRAGON, "B": BISHOP, "+B": HORSE, "O": Walk(step(*SLANTED), twice(*STRAIGHT)), "+O": LION,
    "X": Walk(step(*STRAIGHT), twice(*SLANTED)), "+X": QUEEN, "M": SIDE, "+M": Walk(run(E, W, *SLANTED)),
    "V": UPRIGHT, "+V": Walk(run(N, S, *SLANTED)), "A": Walk(run(N, S)), "+A": Walk(run(N, S, SE, SW)),
    "T": Walk(step(E, S, W, *SLANTED)), "+T": Walk(run(N, S) + step(E, W, *SLANTED)),
    "F": Walk(step(N, S, *SLANTED)), "+F": BISHOP, "G": GOLD, "+G": ROOK, "S": SILVER, "+S": UPRIGHT,
    "C": COPPER, "+C": SIDE, "L": LANCE, "+L": Walk(run(N, NE, NW, S)), "I": GO_BETWEEN, "+I": ELEPHANT,
    "P": PAWN, "+P": GOLD,
}  # fmt: skip

DAI = {
    **{name: walk for name, walk in CHU.items() if name not in ("N", "I", "+I")},
    "L!": LION, "P'": GO_BETWEEN, "+P'": ELEPHANT, "I": IRON, "U": Walk(step(NE, NW)), "N": KNIGHT,
    "W": Walk(step(N, NE, NW, E, W)), "A'": Walk(step(*STRAIGHT)), "C'": Walk(step(*SLANTED)),
    "X'": Walk(run(*STRAIGHT, most=2)), "F'": Walk(run(*SLANTED, most=2)),
    **dict.fromkeys(("+I", "+U", "+N", "+W", "+A'", "+C'", "+X'", "+F'"), GOLD),
}  # fmt: skip

HEIAN_DAI = {
    "K": KING, "G": GOLD, "S": SILVER, "C": COPPER, "I": IRON, "N": KNIGHT, "L": LANCE, "SM": SIDE,
    "FT": Walk(step(*SLANTED)), "FD": BISHOP, "FC": Walk(run(N, S)), "GB": GO_BETWEEN, "P": PAWN, "+FD": HORSE,
    **dict.fromkeys(("+S", "+C", "+I", "+N", "+L", "+SM", "+FT", "+FC", "+GB", "+P"), GOLD),
}  # fmt: skip

MORTAL = {
    "K": KING, "D": DRAGON, "H": HORSE, "R": ROOK, "B": BISHOP, "G": GOLD, "S": SILVER, "L": LANCE, "N": KNIGHT,
    "P": PAWN,
}  # fmt: skip


@dataclass(frozen=True)
class Game:
    """`last`: by piece, on how many of the farthest ranks it could never move. `again`: where it may promote whatever
    brings it there. `chu`: promotion on entry or capture, never forced; royals are taken. `lions`: what may not be
    traded. `ladder`: what promotes to what and falls to what when captured, from high to low; other games have no
    drops."""

    start: str
    walks: dict[str, Walk]
    zone: int
    last: dict[str, int]
    chu: bool = False
    again: dict[str, int] = field(default_factory=dict)
    royal: tuple[str, ...] = ("K",)
    lions: tuple[str, ...] = ()
    ladder: tuple[str, ...] = ()


GAMES = {
    "chu-shogi": Game(
        "lfcsgekgscfl/a1b1txot1b1a/mvrhdqndhrvm/pppppppppppp/3i4i3/12/12/3I4I3/PPPPPPPPPPPP/MVRHDNQDHRVM/A1B1TOXT1B1A/"
        "LFCSGKEGSCFL b",
        CHU, 4, {"P": 1, "L": 1}, chu=True, again={"P": 1, "L": 1}, royal=("K", "+E"), lions=("N", "+O"),
    ),
    "dai-shogi": Game(
        "lnuicsgkgsciunl/a1c'1f1tet1f1c'1a/1x'1a'1wxl!ow1a'1x'1/rf'mvbhdqdhbvmf'r/ppppppppppppppp/4p'5p'4/15/15/15/"
        "4P'5P'4/PPPPPPPPPPPPPPP/RF'MVBHDQDHBVMF'R/1X'1A'1WOL!XW1A'1X'1/A1C'1F1TET1F1C'1A/LNUICSGKGSCIUNL b",
        DAI, 5, {}, chu=True, again={"P": 1, "L": 1, "U": 1, "I": 1, "N": 2}, royal=("K", "+E"),
    ),
    "heian-dai-shogi": Game(
        "lnicsgkgscinl/[fc][fd]2[ft]1[sm]1[ft]2[fd][fc]/ppppppppppppp/6[gb]6/13/13/13/13/13/6[GB]6/PPPPPPPPPPPPP/"
        "[FC][FD]2[FT]1[SM]1[FT]2[FD][FC]/LNICSGKGSCINL b",
        HEIAN_DAI, 3, {"P": 1, "L": 1, "I": 1, "N": 2},
    ),
    "mortal-shogi": Game(
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b",
        MORTAL, 3, {"P": 1, "L": 1, "N": 2}, ladder=("D", "H", "R", "B", "G", "S", "L", "N", "P"),
    ),
}  # fmt: skip
