"""Codes of what a definition says and can hardly mean (HS480 on): found only when a definition is checked."""

from __future__ import annotations

from typing import Final

from hensoku.dsl.codes.code import Code
from hensoku.dsl.findings import Severity

LINTS: Final[dict[str, Code]] = {
    "HS480": Code(
        "piece without a move to make",
        "{name} can move from no square of this board",
        "Its moves lead off the board, or ask for what no piece of the variant can be. A piece that is never to move "
        "says `moves: none`.",
        Severity.WARNING,
    ),
    "HS481": Code(
        "piece that never comes into the game",
        "no setup, promotion, capture or drop leads to {name}",
        "It is defined and never seen on the board or in hand.",
        Severity.WARNING,
    ),
    "HS482": Code(
        "royal that can be taken at once",
        "{mover} is to move and can take a royal of {other}",
        "Check is ignored here, so the position is allowed, and the game is over with its first move.",
        Severity.WARNING,
    ),
    "HS483": Code(
        "armies that differ",
        "{problem}",
        "Both sides begin alike in nearly all games, and a letter is easily mistyped. A game that is meant so says it: "
        "`# hensoku: ignore HS483: the reason`. Named setups, such as handicaps, are not looked at.",
        Severity.WARNING,
    ),
    "HS484": Code(
        "region that nobody can enter",
        "{who} {what}",
        "A zone is seen by its owner, so that `far 3` is the enemy's side for both. What can never be entered is often "
        "numbered from the wrong side.",
        Severity.WARNING,
    ),
    "HS485": Code(
        "promotion that is never better",
        "{promoted} moves no better than {name}, which need not promote",
        "Each of its moves is one that the unpromoted piece has. If it is to promote all the same, say "
        "`promotion: {forced: always}`.",
        Severity.WARNING,
    ),
    "HS486": Code(
        "rule that never applies",
        "{problem}",
        "The rule is read and holds for nothing that can happen.",
        Severity.WARNING,
    ),
    "HS487": Code(
        "royal that promotion removes",
        "{name} is royal and {promoted} is not, so its owner can promote the game away",
        "What is royal is said for each face by itself.",
        Severity.WARNING,
    ),
    "HS488": Code(
        "drops without a hand",
        "nothing ever comes to hand, so nothing is dropped",
        "Pieces come to hand by capture, unless they say `captured: removed`, or from the setup.",
        Severity.WARNING,
    ),
    "HS489": Code(
        "win that the rules do not have",
        "`win` says {words!r}, and {problem}",
        "`win` is for readers; what holds is under `engine`. One of the two is wrong.",
        Severity.WARNING,
    ),
    "HS490": Code(
        "SFEN that is not the setup",
        "this SFEN is none of the setups",
        "A rule sheet shows its setup; what is played is `engine.setup`. Another position may be shown beside it, but "
        "not in its stead.",
        Severity.WARNING,
    ),
    "HS491": Code(
        "override that changes nothing",
        "{what} changes nothing",
        "A profile is what another program reads differently. An empty one says that there is no difference.",
        Severity.WARNING,
    ),
    "HS492": Code(
        "name that is never used",
        "nothing in this file speaks of {name!r}",
        "A region or piece set has a name so that rules can use it.",
        Severity.WARNING,
    ),
    "HS493": Code(
        "piece outside its region",
        "{name} stands on {square}, outside the region that it may stand in",
        "`within` binds the squares on which a piece ends its moves, and drops; a setup may break it, which is seldom "
        "meant. A piece outside may still move into its region.",
        Severity.WARNING,
    ),
    "HS494": Code(
        "royal that is gone",
        "no piece is royal any more: {name} was, in {parent}",
        "A piece with a new name or new moves replaces the inherited one whole, and its royalty goes with it. Without "
        "a royal piece there is no check and no mate. A game that is meant so says how else it ends, under `ends`.",
        Severity.WARNING,
    ),
}
