"""Tables of games that have ended, or have not: `tests/data/ends`, one line a game.

`variant` is a shipped variant or a definition of `tests/rules`, `profile` one of its readings. `winner` is a side,
`draw`, or empty where the game goes on; `reason` is that of `Outcome`. `illegal` are moves that must not be legal in
the end. `source` says where the rule is from; `peers` what other programs answer, in the words of `winner`. Where one
of them does not agree, `differs` says who is right and why.

Who was asked
- Fairy-Stockfish through pyffish 0.0.90: `is_immediate_game_end`, `game_result` where no move is left, else
  `is_optional_game_end`. Shipped variants are its own; no drops and bishop shogi are its shogi without drops, and heian
  shogi that on nine files and eight ranks with the bare king of its shatranj.
- For the definitions it had the exported sections, or its minishogi without drops and with: `extinctionPieceTypes = *`,
  `extinctionPieceCount = 1`, `extinctionOpponentPieceCount = 2` (bare-king; `extinctionClaim` for `reply`),
  `bikjangRule`, `pass` (facing), `nMoveRule = 2` (limits; `nMoveRuleTypes = -` for `captures`, `p` for `pawns`).
- lishogi's library scalashogi: what its tests expect. cshogi 1.1: `is_nyugyoku`; `is_draw` at the fourth occurrence.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from played import after

from hensoku import Outcome, Variant

FOLDER = Path(__file__).parents[1] / "data" / "ends"
TABLES = tuple(sorted(path.stem for path in FOLDER.glob("*.jsonl")))
DRAW = "draw"

OTHER_RULES = {"repetition": "repetition", "perpetual-check": "repetition.perpetual", "drop-mate": "drops.mate"}
"""The places of rules that are not under `ends`, by reason."""

BY_HISTORY = ("repetition", "perpetual-check", "move-limit")
"""Reasons that leave the legal moves as they are."""


@dataclass(frozen=True)
class Game:
    table: str
    number: int
    variant: str
    sfen: str
    winner: str
    reason: str
    why: str
    source: str
    profile: str | None = None
    moves: str = ""
    illegal: str = ""
    peers: Mapping[str, str] = field(default_factory=dict)
    differs: str = ""

    @property
    def name(self) -> str:
        return "-".join(filter(None, (self.table, str(self.number), self.variant, self.profile, self.reason)))

    def __str__(self) -> str:
        return self.name

    @property
    def outcome(self) -> Outcome | None:
        if not self.reason:
            return None
        rule = OTHER_RULES.get(self.reason, f"ends.{self.reason.replace('-', '_')}")
        return Outcome(None if self.winner == DRAW else self.winner, self.reason, rule)


@cache
def games(table: str) -> tuple[Game, ...]:
    lines = (FOLDER / f"{table}.jsonl").read_text("utf-8").splitlines()
    return tuple(Game(table, number, **json.loads(line)) for number, line in enumerate(lines, 1))


def check(game: Game, variant: Variant) -> None:
    """The end is told with the place of its rule, and no move is left if the position shows it."""
    position = after(variant, game.sfen, game.moves)
    outcome = position.outcome()
    assert outcome == game.outcome, game.why
    assert outcome is None or outcome.line
    assert [move for move in game.illegal.split() if position.is_legal(move)] == [], game.why
    assert bool(position.legal_moves) == (outcome is None or outcome.reason in BY_HISTORY)
