"""How games end: tables of positions and of whole games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import pytest
from hand_variants import shogi
from played import BOTH_LOSE, FOURFOLD, after, played, reload

import hensoku
from hensoku.compiler.ir.types import End, Module, MoveLimit, Repetition, Royals
from hensoku.runtime.outcome import Outcome, Ply, by_no_moves, by_repetition
from hensoku.runtime.position import Position

# (variant, sfen, outcome). Sources: the rules of shogi (stalemate loses, as mate does); sho shogi's two royals.
POSITIONS = [
    ("shogi", None, None),
    ("shogi", "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1", Outcome("sente", "checkmate", "ends.checkmate")),
    ("shogi", "4k4/9/9/9/9/9/4p4/4g4/4K4 b - 1", Outcome("gote", "checkmate", "ends.checkmate")),
    ("shogi", "k8/9/1GN6/9/9/9/9/9/4K4 w - 1", Outcome("sente", "stalemate", "ends.stalemate")),
    ("shogi", "k8/9/1GN6/9/9/9/9/9/4K4 w p 1", None),
    ("shogi", "4k4/4G4/9/9/9/9/9/9/4K4 w - 1", None),
    ("sho-shogi", "4k2+e1/4G4/4P4/9/9/9/9/9/4K4 w - 1", None),
    ("sho-shogi", "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1", Outcome("sente", "checkmate", "ends.checkmate")),
]


@pytest.mark.parametrize(("name", "sfen", "outcome"), POSITIONS, ids=[str(sfen) for _, sfen, _ in POSITIONS])
def test_positions(name: str, sfen: str | None, outcome: Outcome | None) -> None:
    position = reload(name).position(sfen)
    assert position.outcome() == outcome
    assert (position.legal_moves == []) == (outcome is not None)


# ------------------------------------------------------------------------------------------------------ repetition

KINGS = "4k4/9/9/9/9/9/9/9/4K4 b - 1"
TO_AND_FRO = "5i4i 5a4a 4i5i 4a5a "
ROOK = "k8/9/9/9/1R7/9/9/9/4K4 b - 1"
CHASE = "8e9e 9a8a 9e8e 8a9a "  # every move of the rook is check
QUIET = "5i4i 9a9b 4i5i 9b9a "
DRAW = Outcome(None, "repetition", "repetition")
CHECKER_LOSES = Outcome("gote", "perpetual-check", "repetition.perpetual")

# (sfen, moves, outcome, why). Source: the rules of shogi, fourfold repetition (sennichite) and perpetual check.
GAMES = [
    (KINGS, 2 * TO_AND_FRO, None, "the third occurrence"),
    (KINGS, 3 * TO_AND_FRO, DRAW, "the fourth occurrence; the position that was given is the first"),
    (KINGS, 3 * TO_AND_FRO + "5i4i", DRAW, "each position of a cycle is repeated"),
    (KINGS, 3 * TO_AND_FRO + "5i6i", None, "the game went on, to another position"),
    (ROOK, 3 * CHASE, CHECKER_LOSES, "every move of sente gave check"),
    (ROOK, 2 * CHASE + QUIET, DRAW, "sente's last moves gave no check"),
    (ROOK, QUIET + 2 * CHASE, DRAW, "sente's first moves gave no check"),
    ("9/k8/9/9/1R7/9/9/9/5K3 b - 1", "4i5i 9b9a " + 3 * CHASE, CHECKER_LOSES, "what came before does not count"),
    (ROOK, 4 * CHASE, CHECKER_LOSES, "the stretch ends with the fourth occurrence"),
    (ROOK, 3 * CHASE + QUIET, CHECKER_LOSES, "the same, when the game goes on otherwise"),
    ("k8/9/9/9/1R7/9/9/9/4K4 b P 1", 3 * CHASE, CHECKER_LOSES, "with a pawn in hand"),
]


@pytest.mark.parametrize(("sfen", "moves", "outcome", "why"), GAMES, ids=[why for _, _, _, why in GAMES])
def test_repetition(sfen: str, moves: str, outcome: Outcome | None, why: str) -> None:
    assert after(reload("shogi"), sfen, moves).outcome() == outcome, why


def test_a_hand_makes_another_position() -> None:
    """Gote takes a pawn on the way: the board is the same again, gote's hand is not."""
    position = after(reload("shogi"), "4k4/4P4/9/9/9/9/9/9/4K4 w - 1", "5a5b 5i4i 5b5a 4i5i ")
    assert position.sfen() == "4k4/9/9/9/9/9/9/9/4K4 w p 5"
    for move in (2 * "5a4a 5i4i 4a5a 4i5i ").split():
        position.push(move)
    assert position.outcome() is None
    for move in ("5a4a", "5i4i", "4a5a", "4i5i"):
        position.push(move)
    assert position.outcome() == DRAW


def test_taking_back_takes_the_occurrence_back() -> None:
    position = after(reload("shogi"), KINGS, 3 * TO_AND_FRO)
    assert position.outcome() == DRAW
    last = position.pop()
    assert position.outcome() is None
    position.push(last)
    assert position.copy().outcome() == DRAW


def test_mate_goes_before_repetition() -> None:
    """Mate cannot be repeated in play; what remains is that legal moves are looked at first."""
    variant = played(shogi(), repetition=replace(FOURFOLD, times=1))
    mate = variant.position("4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1")
    assert mate.outcome() == Outcome("sente", "checkmate", "ends.checkmate")
    assert variant.position(KINGS).outcome() == DRAW


RULES = [
    (replace(FOURFOLD, times=3), 2 * TO_AND_FRO, DRAW),
    (replace(FOURFOLD, result="loss", side="sente"), 3 * TO_AND_FRO, Outcome("gote", "repetition", "repetition")),
    (replace(FOURFOLD, result="loss", side="gote"), 3 * TO_AND_FRO, Outcome("sente", "repetition", "repetition")),
    (replace(FOURFOLD, result="loss"), 3 * TO_AND_FRO, Outcome("sente", "repetition", "repetition")),
    (replace(FOURFOLD, result="win"), 3 * TO_AND_FRO, Outcome("gote", "repetition", "repetition")),
    (replace(FOURFOLD, result="win"), 3 * TO_AND_FRO + "5i4i", Outcome("sente", "repetition", "repetition")),
    (None, 3 * TO_AND_FRO, None),
]


@pytest.mark.parametrize(("rule", "moves", "outcome"), RULES, ids=[str(rule) for rule, _, _ in RULES])
def test_rules_of_repetition(rule: Repetition | None, moves: str, outcome: Outcome | None) -> None:
    """minishogi lets sente lose (lishogi, Fairy-Stockfish); gote completes the cycle of the kings here."""
    assert after(played(shogi(), repetition=rule), KINGS, moves).outcome() == outcome


LIMIT = End("move-limit", "draw", "ends.move_limit", terms=MoveLimit(12))


def test_repetition_goes_before_the_move_limit() -> None:
    both = played(shogi(), ends=(*BOTH_LOSE, LIMIT))
    assert after(both, KINGS, 3 * TO_AND_FRO).outcome() == DRAW
    alone = played(shogi(), ends=(*BOTH_LOSE, LIMIT), repetition=None)
    assert after(alone, KINGS, 3 * TO_AND_FRO).outcome() == Outcome(None, "move-limit", "ends.move_limit")
    assert after(alone, KINGS, 3 * TO_AND_FRO).legal_moves


BEGAN = [("first-mover", "gote"), ("repeater", "sente")]


@pytest.mark.parametrize(("side", "winner"), BEGAN)
def test_who_began_loses(side: Any, winner: str) -> None:
    variant = played(shogi(), repetition=replace(FOURFOLD, result="loss", side=side))
    assert after(variant, KINGS, 3 * TO_AND_FRO).outcome() == Outcome(winner, "repetition", "repetition")
    turned = KINGS.replace(" b ", " w ")
    winner = {"first-mover": "sente", "repeater": "gote"}[side]
    moves = 3 * "5a4a 5i4i 4a5a 4i5i "
    assert after(variant, turned, moves).outcome() == Outcome(winner, "repetition", "repetition")


def test_repetition_without_a_rule_on_perpetual_check() -> None:
    variant = played(shogi(), repetition=replace(FOURFOLD, perpetual="none"))
    assert after(variant, ROOK, 3 * CHASE).outcome() == DRAW


def test_forbidden_repetition() -> None:
    variant = played(shogi(), repetition=replace(FOURFOLD, times=2, result="illegal"))
    position = after(variant, KINGS, "5i4i 5a4a 4i5i")
    assert not position.is_legal("4a5a")
    assert len(position.legal_moves) == position.perft(1) == 4  # 3a 3b 4b 5b
    with pytest.raises(ValueError, match="4a5a may not be played"):
        position.push("4a5a")
    assert after(variant, KINGS, "5i4i 5a4a").divide(2)["4i5i"] == 4
    assert position.outcome() is None


@pytest.mark.parametrize(
    ("times", "moves", "depth"),
    [
        (2, "", 5),
        (2, "1i2i 9a8a", 3),
        (2, "1i2i 9a8a 2i1i", 3),
        (3, "", 5),
        (3, "1i2i 9a8a 2i1i 8a9a", 4),
        (3, "1i2i 9a8a 2i1i 8a9a 1i2i 9a8a 2i1i", 3),
        (3, "1i2i 9a8a 2i1i 8a9a 1i1h", 4),
    ],
)
def test_counts_where_repetition_is_forbidden(times: int, moves: str, depth: int) -> None:
    """Against moves that are pushed one by one, which are looked up in the record each time."""
    variant = played(shogi(), repetition=replace(FOURFOLD, times=times, result="illegal"))
    position = after(variant, "k8/9/9/9/9/9/9/9/8K b - 1", moves)
    for so_deep in range(1, depth + 1):
        assert position.perft(so_deep) == one_by_one(position, so_deep), so_deep
        assert sum(position.divide(so_deep, threads=2).values()) == position.perft(so_deep, threads=2), so_deep


PASSING = """---
title: Passing
slug: passing
engine:
  topology: {rows: 3, cols: 3}
  pieces:
    K: {moves: "KmabK", royal: true}
  drops: none
  setup: "k2/3/2K b - 1"
  repetition: {times: TIMES, result: illegal}
---
"""
"""A king may step out and back."""


@pytest.mark.parametrize("times", [2, 3])
def test_counts_where_a_move_may_leave_all_as_it_is(times: int, tmp_path: Path) -> None:
    (tmp_path / "passing.md").write_text(PASSING.replace("TIMES", str(times)), "utf-8")
    position = hensoku.load(str(tmp_path / "passing.md"), backend="reference").position()
    for depth in range(1, 4):
        assert position.perft(depth) == one_by_one(position, depth), depth


def one_by_one(position: Position, depth: int) -> int:
    if depth == 0:
        return 1
    total = 0
    for move in position.legal_moves:
        position.push(move)
        total += one_by_one(position, depth - 1)
        position.pop()
    return total


def plies(boards: str, checks: str) -> list[Ply]:
    """A game of made-up boards, a letter each; `+` where the move that led there gave check. Sente moves first."""
    none = ((), ())
    return [
        Ply((ord(board),), none, number % 2, (), check == "+")
        for number, (board, check) in enumerate(zip(boards, checks, strict=True))
    ]


def rule(**changes: Any) -> dict[str, Any]:
    return {"times": 3, "result": "draw", "side": "repeater", "perpetual": "loss", "path": "r", "line": "f:1"} | changes


# (boards, checks, rule, winner (2 a draw), reason)
STRETCHES: Sequence[tuple[str, str, dict[str, Any], int, str]] = [
    ("abcdabcda", "-++++++++", rule(), 2, "repetition"),  # both sides gave perpetual check
    ("abcdabcda", "-+-+-+-+-", rule(), 1, "perpetual-check"),
    ("abcdabcda", "--+-+-+-+", rule(), 0, "perpetual-check"),
    ("abcdabcda", "-+-+-+---", rule(), 2, "repetition"),
    ("abcdabcda", "++-+-+-+-", rule(), 1, "perpetual-check"),  # check at the first occurrence is not part of it
    ("abcdabcda", "-++++++++", rule(result="loss"), 0, "repetition"),  # gote completed it
    ("abcdabcda", "-+-+-+-+-", rule(perpetual="none", result="loss", side="sente"), 1, "repetition"),
    ("xxabcdabcda", "---+-+-+-+-", rule(), 1, "perpetual-check"),
]


@pytest.mark.parametrize(("boards", "checks", "by", "winner", "reason"), STRETCHES)
def test_stretches(boards: str, checks: str, by: dict[str, Any], winner: int, reason: str) -> None:
    verdict = by_repetition(by, plies(boards, checks))
    assert verdict is not None
    assert (verdict.winner, verdict.reason, verdict.line) == (winner, reason, "f:1")


# ---------------------------------------------------------------------------------------------------- other endings


def with_pawn_mate(module: Module, mate: Literal["illegal", "loses", "allowed"]) -> Module:
    first, *others = module.pieces
    assert first.drop is not None
    return replace(module, pieces=(replace(first, drop=replace(first.drop, mate=mate)), *others))


# Source: traps.jsonl and gentest 21 (85 legal moves where the drop is illegal, Fairy-Stockfish 86 where it loses)
PAWN_MATE = "7lk/9/8S/9/9/9/9/7L1/8K b P 1"
MATES = [
    ("illegal", 85, None),
    ("loses", 86, Outcome("gote", "drop-mate", "drops.mate")),
    ("allowed", 86, Outcome("sente", "checkmate", "ends.checkmate")),
]


@pytest.mark.parametrize(("mate", "moves", "outcome"), MATES)
def test_mate_by_a_dropped_pawn(mate: Any, moves: int, outcome: Outcome | None) -> None:
    position = played(with_pawn_mate(shogi(), mate)).position(PAWN_MATE)
    assert len(position.legal_moves) == moves
    assert position.is_legal("P*1b") == (outcome is not None)
    if outcome is not None:
        position.push("P*1b")
        assert position.outcome() == outcome


def test_a_taken_king() -> None:
    ends = (End("royal-captured", "loss", "ends.royal-captured", line="f:9"), *BOTH_LOSE)
    variant = played(shogi(), royals=Royals(check="ignored"), ends=ends)
    position = after(variant, "4k4/4R4/9/9/9/9/9/9/4K4 b - 1", "5b5a")
    assert position.outcome() == Outcome("sente", "royal-captured", "ends.royal-captured")
    assert position.legal_moves == []
    again = variant.position(position.sfen())
    assert again == position
    assert again.outcome() == position.outcome()


# (royals, in check, kind dropped last, outcome in numbers): gote has no legal move; kind 0 may not mate by a drop
NO_MOVES = [
    ("answered", True, None, (0, "checkmate")),
    ("answered", False, None, (0, "stalemate")),
    ("answered", True, 1, (0, "checkmate")),
    ("answered", True, 0, (1, "drop-mate")),
    ("answered", False, 0, (0, "stalemate")),
    ("ignored", True, None, (0, "stalemate")),
]


@pytest.mark.parametrize(("check", "in_check", "dropped", "expected"), NO_MOVES)
def test_no_legal_move(check: str, in_check: bool, dropped: int | None, expected: tuple[int, str]) -> None:
    judged = {"0": {"mate": "loses", "line": "f:3"}}
    data = {**reload("shogi").data, "royals": {"lost_when": "any", "check": check}, "drop_mates": judged}
    verdict = by_no_moves(data, 1, in_check, dropped)
    assert verdict is not None
    assert (verdict.winner, verdict.reason) == expected
    assert (verdict.line == "f:3") == (verdict.reason == "drop-mate")


STALEMATES = [("draw", None), ("win", "gote"), ("loss", "sente")]


@pytest.mark.parametrize(("result", "winner"), STALEMATES)
def test_results_of_stalemate(result: Any, winner: str | None) -> None:
    variant = played(shogi(), ends=(BOTH_LOSE[0], End("stalemate", result, "ends.stalemate", "f:7")))
    outcome = variant.position("k8/9/1GN6/9/9/9/9/9/4K4 w - 1").outcome()
    assert outcome == Outcome(winner, "stalemate", "ends.stalemate")
    assert outcome.line == "f:7"
