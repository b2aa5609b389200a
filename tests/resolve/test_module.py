"""Definitions to IR: kinds, hands, promotion, drops, starts. Expected values are read off the rule sheets."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hensoku.compiler.ir.types import EMPTY, Module, Piece, Repetition, kind_of, side_of
from hensoku.compiler.resolve import resolve

SHEET = Path(__file__).parents[2] / "variants" / "shogi.md"
SMALL: dict[str, Any] = {
    "setup": "k8/9/9/9/9/9/9/9/8K",
    "promotion": None,
    "drops": None,
    "ends": None,
    "repetition": None,
    "setups": None,
}
"""Shogi's board and pieces with none of its rules."""


def module(slug: str = "shogi", **overrides: Any) -> Module:
    return resolve(slug, overrides=overrides or None).module


def piece(module: Module, spelling: str) -> Piece:
    return next(piece for piece in module.pieces if piece.id == spelling)


def spelled(module: Module, *kinds: int) -> str:
    return " ".join(module.pieces[kind].id for kind in kinds)


def named(module: Module, squares: tuple[int, ...]) -> str:
    return " ".join(module.board.squares[square].name for square in squares)


KINDS = [
    ("shogi", "K R B G S N L P +R +B +S +N +L +P"),
    ("minishogi", "K R B G S P +R +B +S +P"),
    ("cannon-shogi", "K R B G S N L P U A C I +R +B +S +N +L +P +U +A +C +I"),
    ("sho-shogi", "K R B G S N L P E +R +B +S +N +L +P +E"),
]


@pytest.mark.parametrize(("slug", "kinds"), KINDS)
def test_kinds_are_the_pieces_then_their_promoted_faces(slug: str, kinds: str) -> None:
    made = module(slug)
    assert " ".join(piece.id for piece in made.pieces) == kinds
    for face in made.pieces:
        assert spelled(made, face.base) == face.id.lstrip("+")


@pytest.mark.parametrize(
    ("slug", "royals"),
    [("shogi", "K"), ("cannon-shogi", "K"), ("annan-shogi", "K"), ("sho-shogi", "K +E")],
)
def test_royals(slug: str, royals: str) -> None:
    assert " ".join(piece.id for piece in module(slug).pieces if piece.royal) == royals


@pytest.mark.parametrize("slug", ["shogi", "minishogi", "cannon-shogi", "annan-shogi", "cylinder-shogi"])
def test_what_is_captured_returns_as_its_base_and_a_royal_never(slug: str) -> None:
    made = module(slug)
    for face in made.pieces:
        assert face.hand == (-1 if face.royal else face.base)
        assert (face.drop is not None) == (face.hand >= 0 and not face.id.startswith("+"))


def test_cannons_share_a_flying_form_and_return_as_themselves() -> None:
    made = module("cannon-shogi")
    gold, silver = piece(made, "+U"), piece(made, "+A")
    assert [move.legs for move in gold.moves] == [move.legs for move in silver.moves]
    assert spelled(made, gold.hand, silver.hand) == "U A"


def test_without_drops_what_is_captured_leaves_the_game() -> None:
    made = module("sho-shogi")
    assert {face.hand for face in made.pieces} == {-1}
    assert made.hand_order == ()


@pytest.mark.parametrize(
    ("slug", "zone"),
    [
        ("shogi", [f"{file}{rank}" for rank in "abc" for file in range(9, 0, -1)]),
        ("minishogi", [f"{file}a" for file in range(5, 0, -1)]),
    ],
)
def test_promotion_zone(slug: str, zone: list[str]) -> None:
    made = module(slug)
    promotion = piece(made, "P").promotion
    assert promotion is not None
    (trigger,) = promotion.triggers
    assert named(made, trigger.zone) == " ".join(zone)
    assert (trigger.enter, trigger.leave, trigger.within, trigger.capture, trigger.quiet) == (True,) * 3 + (False,) * 2
    assert (promotion.forced, spelled(made, *promotion.targets)) == ("stuck", "+P")
    assert piece(made, "K").promotion is None
    assert piece(made, "G").promotion is None
    assert piece(made, "+P").promotion is None


DROPS = [
    ("shogi", "P", "illegal", "illegal", "P"),
    ("shogi", "L", "illegal", "allowed", None),
    ("minishogi", "P", "illegal", "illegal", "P"),
    ("cannon-shogi", "P", "illegal", "allowed", None),
    ("cannon-shogi", "N", "illegal", "allowed", None),
    ("annan-shogi", "P", "allowed", "illegal", "P"),
    ("annan-shogi", "N", "allowed", "allowed", None),
    ("cylinder-shogi", "P", "illegal", "illegal", "P"),
]


@pytest.mark.parametrize(("slug", "letter", "stuck", "mate", "limited"), DROPS)
def test_drop(slug: str, letter: str, stuck: str, mate: str, limited: str | None) -> None:
    made = module(slug)
    drop = piece(made, letter).drop
    assert drop is not None
    assert (drop.stuck, drop.mate, drop.check) == (stuck, mate, "allowed")
    assert spelled(made, *drop.faces) == letter
    assert len(drop.squares) == len(made.board.squares)
    if limited is None:
        assert drop.file_limit is None
    else:
        assert drop.file_limit is not None
        assert (drop.file_limit.count, drop.file_limit.moves) == (1, False)
        assert spelled(made, *drop.file_limit.kinds) == limited


# variant, profile, piece, what the line says that tells what becomes of a mate by its drop
MATES = [
    ("shogi", None, "P", "    mate: {P: illegal}"),
    ("shogi", "fairy-stockfish", "P", "    fairy-stockfish: {drops: {mate: {P: loses}}}"),
    ("minishogi", None, "P", "    mate: {P: illegal}"),
    ("shogi", None, "L", ""),
]


@pytest.mark.parametrize(("slug", "profile", "letter", "said"), MATES)
def test_where_mates_by_a_drop_are_judged(slug: str, profile: str | None, letter: str, said: str) -> None:
    drop = piece(resolve(slug, profile=profile).module, letter).drop
    assert drop is not None
    file, _, number = drop.line.partition(":")
    lines = SHEET.read_text("utf-8").splitlines()
    assert (file, lines[int(number) - 1] if number else "") == (SHEET.name if said else "", said)


def test_rules_of_the_six() -> None:
    assert [(end.kind, end.result) for end in module("shogi").ends] == [("checkmate", "loss"), ("stalemate", "loss")]
    assert _said(module("shogi").repetition) == (4, "draw", "repeater", "loss")
    assert _said(module("minishogi").repetition) == (4, "loss", "sente", "loss")
    assert (module("shogi").royals.lost_when, module("sho-shogi").royals.lost_when) == ("any", "all")


def test_annan_borrows_from_straight_behind() -> None:
    made = module("annan-shogi")
    assert made.borrow is not None
    assert [made.board.vectors[vector].name for vector in made.borrow.vectors] == ["+0-1"]
    assert (made.borrow.whose, made.borrow.mode) == ("friend", "replace")
    promotion = piece(made, "P").promotion
    assert promotion is not None
    assert promotion.forced == "never"


def test_setups() -> None:
    made = module("shogi")
    pawns = next(setup for setup in made.setups if setup.name == "three-pawns")
    on_board = [(kind_of(cell), side_of(cell)) for cell in pawns.cells if cell != EMPTY]
    assert spelled(made, *(kind for kind, side in on_board if side == 1)) == "K"
    assert [sum(hand) for hand in pawns.hands] == [0, 3]
    assert (pawns.turn, pawns.number, made.setups[0].name, made.setups[0].turn) == (1, 1, "start", 0)


def test_places_do_not_depend_on_the_folder() -> None:
    made = module("minishogi")
    assert piece(made, "P").line.startswith("shogi.md:")
    assert made.repetition is not None
    assert made.repetition.line.startswith("minishogi.md:")


# ------------------------------------------------------------------------------------------ what the six do not use


def triggers(made: Module, letter: str) -> list[str]:
    promotion = piece(made, letter).promotion
    if promotion is None:
        return []
    flags = ("enter", "leave", "within", "capture", "quiet")
    return [
        " ".join([str(len(one.zone)), *(flag for flag in flags if getattr(one, flag)), promotion.forced])
        for one in promotion.triggers
    ]


PROMOTION = [
    ({"zone": "far 2"}, ["18 enter leave within stuck"]),
    ({"zone": "far 1", "when": ["enter", "capture"]}, ["9 enter capture stuck"]),
    ({"zone": {"P": "far 1", "all but P": "far 4"}, "forced": {"P": "always"}}, ["9 enter leave within always"]),
    ({"zone": "none"}, []),
    ({"mode": "on_capture"}, ["81 capture always"]),
    ({"mode": "every_move"}, ["81 within always"]),
    ({"zone": "far 4", "when": ["enter"], "again": {"P": "far 1"}}, ["36 enter stuck", "9 enter within stuck"]),
    ({"zone": "5e"}, ["1 enter leave within stuck"]),
    ({"zone": "rank a-b"}, ["18 enter leave within stuck"]),
    ({"zone": "all but far 8"}, ["9 enter leave within stuck"]),
]


@pytest.mark.parametrize(("rule", "expected"), PROMOTION)
def test_promotion_rules(rule: dict[str, Any], expected: list[str]) -> None:
    assert triggers(module(**{**SMALL, "promotion": rule}), "P") == expected


FACES = [
    ({"faces": "unpromoted"}, "P", "P", "P"),
    ({"faces": "either"}, "P", "P +P", "P"),
    ({"faces": "as_captured"}, "P", "P", "+P"),
]


@pytest.mark.parametrize(("rule", "letter", "dropped", "promoted_returns"), FACES)
def test_faces_of_drops(rule: dict[str, Any], letter: str, dropped: str, promoted_returns: str) -> None:
    made = module(**{**SMALL, "drops": rule})
    drop = piece(made, letter).drop
    assert drop is not None
    assert spelled(made, *drop.faces) == dropped
    assert spelled(made, piece(made, f"+{letter}").hand) == promoted_returns


def test_a_captured_piece_changes_or_leaves() -> None:
    made = module(**{**SMALL, "pieces": {"P": {"captured": "L"}, "S": {"captured": "removed"}}})
    assert spelled(made, piece(made, "P").hand, piece(made, "+P").hand) == "L L"
    assert (piece(made, "S").hand, piece(made, "+S").hand) == (-1, -1)
    assert piece(made, "P").drop is None


def test_only_what_the_setup_puts_into_hands_is_dropped() -> None:
    made = module(**{**SMALL, "setup": "k8/9/9/9/9/9/9/9/8K b 2Pn 1", "drops": {"from": "setup"}})
    assert spelled(made, *made.hand_order) == "N P"
    assert {face.hand for face in made.pieces} == {-1}


def test_a_piece_that_becomes_another_changes_its_identity() -> None:
    made = module(**{**SMALL, "promotion": {"zone": "far 1"}, "pieces": {"P": {"promotes": {"becomes": "G"}}}})
    promotion = piece(made, "P").promotion
    assert promotion is not None
    assert spelled(made, *promotion.targets) == "G"
    assert "+P" not in {face.id for face in made.pieces}


def test_moves_and_stay_by_region() -> None:
    moves = [{"in": "near 5", "moves": "fW"}, {"in": "far 4", "moves": "fsW"}]
    made = module(**{**SMALL, "pieces": {"P": {"moves": moves}, "G": {"within": "4g-6i"}, "S": {"moves": "none"}}})
    assert [len(move.where or ()) for move in piece(made, "P").moves] == [45, 36]
    assert named(made, piece(made, "G").within or ()) == "6g 5g 4g 6h 5h 4h 6i 5i 4i"
    assert piece(made, "S").moves == ()


def _said(rule: Repetition | None) -> tuple[int, str, str, str] | None:
    return rule and (rule.times, rule.result, rule.side, rule.perpetual)
