"""How a game stands: who has won, why, and by which rule of the definition.

Precedence: what the position alone shows (royal taken, ...), mate and stalemate, bare king, piece count, repetition,
impasse, move limit, dead position.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, final

from hensoku.runtime.contract import DRAW, winner_by

_FIXED_SIDES = {"sente": 0, "gote": 1}

_AFTER_REPETITION = ("impasse", "move-limit", "dead-position")
"""Ends before which repetition goes, in the order in which they go before each other."""


@final
@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game.

    `winner` is the name of a side, or None for a draw. `reason` says how it ended: `checkmate`, `stalemate`,
    `drop-mate` (a drop that mates and loses), `repetition`, `perpetual-check`, or the kind of another end, such as
    `royal-captured` or `impasse`. `rule` is the rule's place in the definition (`ends.stalemate`),
    `line` its file and line.
    """

    winner: str | None
    reason: str
    rule: str
    line: str = field(default="", compare=False)


@final
@dataclass(frozen=True, slots=True)
class Verdict:
    """An outcome in numbers: `winner` is a side or `DRAW`."""

    winner: int
    reason: str
    rule: str
    line: str

    def told(self, players: Sequence[str]) -> Outcome:
        """With the names of the sides."""
        return Outcome(None if self.winner == DRAW else players[self.winner], self.reason, self.rule, self.line)


@final
@dataclass(frozen=True, slots=True)
class Ply:
    """A position of a game as repetition looks at it: what makes it the same, and whether the move that led there gave
    check."""

    cells: tuple[int, ...]
    hands: tuple[tuple[int, ...], tuple[int, ...]]
    turn: int
    state: tuple[int, ...]
    checked: bool = field(compare=False)


def by_position(data: Mapping[str, Any], ended: tuple[int, int]) -> Verdict:
    """The verdict for what `Core.ended` gave."""
    end = data["ends"][ended[0]]
    return Verdict(ended[1], end["kind"], end["path"], end["line"])


def by_no_moves(data: Mapping[str, Any], turn: int, in_check: bool, dropped: int | None) -> Verdict:
    """The verdict when the side to move has no legal move: every definition says one, or a loss is meant. `dropped` is
    the kind that the last move dropped."""
    mated = in_check and data["royals"]["check"] == "answered"
    rule = data["drop_mates"].get(str(dropped))
    if mated and rule and rule["mate"] == "loses":
        return Verdict(turn, "drop-mate", "drops.mate", rule["line"])
    kind = "checkmate" if mated else "stalemate"
    end = next(end for end in data["ends"] if end["kind"] == kind)
    return Verdict(winner_by(end["result"], turn), kind, end["path"], end["line"])


def first_of(verdicts: Iterable[Verdict | None]) -> Verdict | None:
    """The one that goes before the others: repetition before what is in `_AFTER_REPETITION`, and all else before it."""
    found = [verdict for verdict in verdicts if verdict is not None]
    return min(found, key=lambda verdict: _rank(verdict.reason), default=None)


def _rank(reason: str) -> int:
    if reason in _AFTER_REPETITION:
        return 2 + _AFTER_REPETITION.index(reason)
    return int(reason in ("repetition", "perpetual-check"))


def by_move_limit(rule: Mapping[str, Any], counted: int) -> Verdict | None:
    """The verdict when so many moves count. The result is side 0's."""
    if counted < rule["moves"]:
        return None
    return Verdict(winner_by(rule["result"], 0), "move-limit", rule["path"], rule["line"])


def by_repetition(rule: Mapping[str, Any], plies: Sequence[Ply]) -> Verdict | None:
    """The verdict of `repetition` on the last of `plies`, which began with the position that was given.

    A side whose every move after the first occurrence and up to the n-th left the other in check, by whatever piece, is
    a perpetual checker; when both are, the plain result holds. The check that the first occurrence shows was given
    before, and is none of them.
    """
    now = plies[-1]
    occurrences = [index for index, ply in enumerate(plies) if ply == now]
    if len(occurrences) < rule["times"] or rule["result"] == "illegal":
        return None
    if rule["perpetual"] != "none":
        stretch = plies[occurrences[0] + 1 : occurrences[rule["times"] - 1] + 1]
        checkers = [side for side in (0, 1) if _always_checked(stretch, side)]
        if len(checkers) == 1:
            winner = winner_by(rule["perpetual"], checkers[0])
            return Verdict(winner, "perpetual-check", f"{rule['path']}.perpetual", rule["line"])
    side = plies[0].turn if rule["side"] == "first-mover" else _FIXED_SIDES.get(rule["side"], 1 - now.turn)
    return Verdict(winner_by(rule["result"], side), "repetition", rule["path"], rule["line"])


def _always_checked(stretch: Sequence[Ply], side: int) -> bool:
    """Whether every move of `side` gave check; `turn` of a ply is the other side's, who is to answer."""
    own = [ply.checked for ply in stretch if ply.turn != side]
    return bool(own) and all(own)
