"""Legality, promotion, drops, borrowing and ends on small hand-built variants; every expectation is counted by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hand_built import (
    BACKWARD,
    FORWARD,
    GOLD,
    LEFT,
    RIGHT,
    TAKE,
    F,
    Grid,
    K,
    W,
    Walker,
    module,
    number,
    piece,
    read_sfen,
    shogi_faces,
)
from hand_variants import annan_shogi, sho_shogi

from hensoku.compiler.interp.codes import BoardMove, DropMove
from hensoku.compiler.interp.ends import ended, legal_moves
from hensoku.compiler.interp.position import Position, fresh_virgin
from hensoku.compiler.interp.rules import in_check
from hensoku.compiler.ir.types import (
    Borrow,
    Drop,
    End,
    FileLimit,
    Leg,
    Module,
    Move,
    Promotion,
    Royals,
    Trigger,
)
from hensoku.runtime.contract import DRAW

GRID = Grid(5, 5)
WALKER = Walker(GRID)
EVERYWHERE = tuple(range(25))


def at(variant: Module, sfen: str) -> Position:
    setup = read_sfen(variant, sfen)
    return Position(setup.cells, setup.hands, setup.turn, fresh_virgin(variant, setup.cells))


def usi(variant: Module, move: BoardMove | DropMove) -> str:
    """As USI, with `=X` for the kind that stands there in the end, if it is another."""
    names = [square.name for square in variant.board.squares]
    match move:
        case BoardMove(origin, to, vias, becomes):
            text = "".join(names[square] for square in (origin, *vias, to))
            return text if becomes < 0 else f"{text}={variant.pieces[becomes].id}"
        case DropMove(kind, face, to):
            text = f"{variant.pieces[kind].id}*{names[to]}"
            return text if face == kind else f"{text}={variant.pieces[face].id}"


def legal(variant: Module, sfen: str, only: str = "") -> set[str]:
    """The legal moves, or those that begin with one of the words of `only`."""
    moves = [usi(variant, move) for move in legal_moves(variant, at(variant, sfen))]
    assert len(moves) == len(set(moves))
    return {move for move in moves if not only or move.startswith(tuple(only.split()))}


def words(text: str) -> set[str]:
    return set(text.split())


# ------------------------------------------------------------------------------------------------ check and royals


def small(royals: Royals | None = None, setup: str = "4k/5/5/5/K4", **rest: Any) -> Module:
    """King, rook, gold (a second royal by its promotion, +G) and pawn on 5x5, no drops."""
    faces = shogi_faces(GRID, drops=False)
    faces = {letter: faces[letter] for letter in "KRGP"}
    faces["G"] = replace(faces["G"], promoted=(WALKER.move(K),), royal_promoted=True)
    faces["R"] = replace(faces["R"], promoted=())
    return module(GRID, number(GRID, faces, zone=1), setup, royals=royals or Royals(), **rest)


CHECKS = [
    ("any", "2k2/5/2R2/5/2K2 w", 1, True),
    ("any", "2k2/2p2/2R2/5/2K2 w", 1, False),
    ("any", "2k2/5/2R2/5/2K2 w", 0, False),
    ("any", "k3+g/5/4R/5/2K2 w", 1, True),
    ("all", "k3+g/5/4R/5/2K2 w", 1, False),
    ("all", "4+g/5/4R/5/2K2 w", 1, True),
    ("any", "5/5/4R/5/2K2 w", 1, False),
]


@pytest.mark.parametrize(("lost_when", "sfen", "side", "expected"), CHECKS)
def test_check(lost_when: Any, sfen: str, side: int, expected: bool) -> None:
    variant = small(Royals(lost_when=lost_when))
    assert in_check(variant, at(variant, sfen), side) == expected


def test_check_must_be_answered() -> None:
    """The rook on the third file checks; the gold may block on 3c and 3d, the king may leave the file."""
    assert legal(small(), "2r1k/5/5/3G1/2K2 b") == words("2d3d 2d3c 3e4e 3e2e 3e4d")


def test_ignored_check_binds_nobody_and_the_royal_is_taken() -> None:
    variant = small(Royals(check="ignored"), ends=(End("royal-captured", "loss", "ends.royal-captured"),))
    assert legal(variant, "2r1k/5/5/3G1/2K2 b") >= words("2d1d 3e3d")
    assert legal(variant, "2r1k/5/5/3G1/2K2 w", "3a3") == words("3a3b 3a3c 3a3d 3a3e")
    assert ended(variant, at(variant, "4k/5/5/3G1/2r2 b")) == (0, 1)
    assert legal(variant, "4k/5/5/3G1/2r2 b") == set()


ENDS = [
    ("answered", "any", "loss", "4k/5/5/5/5 b", None),
    ("ignored", "any", "loss", "4k/5/5/5/5 b", (0, 1)),
    ("ignored", "any", "win", "4k/5/5/5/5 b", (0, 0)),
    ("ignored", "any", "draw", "4k/5/5/5/5 b", (0, DRAW)),
    ("ignored", "any", "loss", "5/5/5/5/K4 b", (0, 0)),
    ("ignored", "any", "loss", "4k/5/5/5/K4 b", None),
    ("ignored", "any", "loss", "5/5/5/5/5 w", (0, 0)),
    ("answered", "all", "loss", "4k/5/5/5/5 b", (0, 1)),
    ("answered", "all", "loss", "4k/5/5/5/+G4 b", None),
]


@pytest.mark.parametrize(("check", "lost_when", "result", "sfen", "expected"), ENDS)
def test_royal_captured(check: Any, lost_when: Any, result: Any, sfen: str, expected: tuple[int, int] | None) -> None:
    """`answered` and `any`: the attacker of a tsume problem may lack its king. Both gone: the side to move has lost."""
    variant = small(Royals(lost_when, check), ends=(End("royal-captured", result, "ends.royal-captured"),))
    assert ended(variant, at(variant, sfen)) == expected


def test_a_side_that_begins_without_royals_has_not_lost_them() -> None:
    ends = (End("royal-captured", "loss", "ends.royal-captured"),)
    variant = small(Royals(check="ignored"), setup="5/ppppp/5/5/K4", ends=ends)
    assert ended(variant, at(variant, "5/ppppp/5/5/K4 w")) is None


def test_an_end_that_is_not_declared_is_none() -> None:
    variant = small(Royals(check="ignored"))
    assert ended(variant, at(variant, "4k/5/5/5/5 b")) is None


def test_two_royals_may_stay_in_check_and_the_last_may_not() -> None:
    variant = sho_shogi()
    assert legal(variant, "4k4/9/9/9/9/9/9/9/r3K3+E b", "1i") == words("1i1h 1i2h 1i2i")
    assert legal(variant, "4k4/9/9/9/9/9/9/9/r3K3P b", "1i") == set()


def test_mate_and_stalemate_are_seen_as_no_moves() -> None:
    variant = small()
    mated = "4k/4G/4G/5/K4 w"
    stale = "4k/2G2/3G1/5/K4 w"
    assert (legal(variant, mated), in_check(variant, at(variant, mated), 1)) == (set(), True)
    assert (legal(variant, stale), in_check(variant, at(variant, stale), 1)) == (set(), False)


def test_a_side_may_not_take_its_own_royal() -> None:
    """`d`: the piece removes friends. Of two royals it may remove one only where the game hangs on the last."""
    destroyer = WALKER.move(K, ("friend",))
    pieces = (piece("K", 0, (), royal=True), piece("D", 1, (destroyer,), hand=-1))
    one, two = "3k/5/5/5/KD3 b", "3k/5/5/K4/KD3 b"
    for lost_when, sfen, expected in (("any", one, ""), ("any", two, ""), ("all", one, ""), ("all", two, "4e5e 4e5d")):
        variant = module(GRID, pieces, royals=Royals(lost_when=lost_when))  # type: ignore[arg-type]
        assert legal(variant, sfen.replace("3k", "4k")) == words(expected), (lost_when, sfen)


def test_what_may_not_be_taken_is_not_attacked() -> None:
    pieces = [piece("K", 0, (WALKER.move(K),), royal=True, uncapturable_by=(1,)), piece("R", 1, (WALKER.ride(W),))]
    variant = module(GRID, pieces)
    assert not in_check(variant, at(variant, "r4/5/5/5/K4 b"), 0)
    assert legal(variant, "k4/5/5/5/R4 b", "5e5") == words("5e5d 5e5c 5e5b")


# ------------------------------------------------------------------------------------------------------- promotion

FAR = GRID.far(1)


def promoting(trigger: Trigger, forced: Any = "never", stuck: int = 0) -> Module:
    """A rook P with the face +P, and an enemy pawn X."""
    rook = piece("P", 0, (WALKER.ride(W),), promotion=Promotion((1,), (trigger,), forced), stuck=GRID.far(stuck))
    return module(GRID, (rook, piece("+P", 1, (WALKER.ride(F),), base=0, hand=0), piece("X", 2, ())))


INSIDE, ENTERING, LEAVING, TAKING_IN, TAKING_OUT = (
    "P4/5/5/5/5 b 5a4a",
    "5/P4/5/5/5 b 5b5a",
    "P4/5/5/5/5 b 5a5b",
    "x4/P4/5/5/5 b 5b5a",
    "P4/x4/5/5/5 b 5a5b",
)
OUTSIDE = "5/5/x4/P4/5 b 5d5c"

TRIGGERS = [
    ("enter", {ENTERING, TAKING_IN}),
    ("leave", {LEAVING, TAKING_OUT}),
    ("within", {INSIDE}),
    ("capture", {TAKING_IN, TAKING_OUT}),
    ("quiet", {INSIDE, ENTERING, LEAVING}),
]


@pytest.mark.parametrize(("when", "promotes"), TRIGGERS)
@pytest.mark.parametrize("case", [INSIDE, ENTERING, LEAVING, TAKING_IN, TAKING_OUT, OUTSIDE])
def test_triggers(when: str, promotes: set[str], case: str) -> None:
    rows, side, move = case.split()
    expected = {move, f"{move}=+P"} if case in promotes else {move}
    assert legal(promoting(Trigger(FAR, **{when: True})), f"{rows} {side}", move) == expected


FORCED = [
    ("never", 1, ENTERING, "5b5a 5b5a=+P"),
    ("stuck", 1, ENTERING, "5b5a=+P"),
    ("stuck", 0, ENTERING, "5b5a 5b5a=+P"),
    ("stuck", 1, LEAVING, "5a5b"),
    ("always", 0, ENTERING, "5b5a=+P"),
    ("always", 0, OUTSIDE, "5d5c"),
]


@pytest.mark.parametrize(("forced", "stuck", "case", "expected"), FORCED)
def test_forced(forced: str, stuck: int, case: str, expected: str) -> None:
    """Where no trigger holds (leaving, outside), nothing is forced."""
    rows, side, move = case.split()
    assert legal(promoting(Trigger(FAR, enter=True), forced, stuck), f"{rows} {side}", move) == words(expected)


def test_gote_promotes_on_the_nearest_ranks() -> None:
    assert legal(promoting(Trigger(FAR, enter=True)), "5/5/5/p4/5 w", "5d5") == words("5d5c 5d5b 5d5a 5d5e 5d5e=+P")


def test_several_targets() -> None:
    promotion = Promotion((1, 2), (Trigger(FAR, enter=True),), "always")
    pieces = (piece("P", 0, (WALKER.move(W),), promotion=promotion), piece("+P", 1, ()), piece("X", 2, ()))
    assert legal(module(GRID, pieces), "5/P4/5/5/5 b", "5b5a") == words("5b5a=+P 5b5a=X")


def test_promotion_looks_at_first_and_last_square_of_the_whole_move() -> None:
    """Igui from inside the zone: it took something, began and ended inside."""
    igui = Move((WALKER.leg((BACKWARD,), TAKE, ring=0), Leg(("empty",), ring=0, turns=(4,))))
    promotion = Promotion((1,), (Trigger(FAR, capture=True),), "never")
    pieces = (piece("P", 0, (igui,), promotion=promotion), piece("+P", 1, ()))
    assert legal(module(GRID, pieces), "P4/p4/5/5/5 b") == words("5a5b5a 5a5b5a=+P")


# ----------------------------------------------------------------------------------------------------------- drops


def dropping(**rule: Any) -> Module:
    """Pawn P (stuck on the far rank), its gold face +P, and kings."""
    drop = Drop(rule.pop("faces", (0,)), rule.pop("squares", EVERYWHERE), **rule)
    pieces = (
        piece("P", 0, (WALKER.move((FORWARD,)),), drop=drop, stuck=FAR),
        piece("+P", 1, (WALKER.move(GOLD),), base=0, hand=0),
        piece("K", 2, (WALKER.move(K),), royal=True, hand=-1),
    )
    return module(GRID, pieces, "4k/5/5/5/K4")


def dropped(variant: Module, sfen: str) -> int:
    return len(legal(variant, sfen, "P*"))


EMPTY_BOARD = "4k/5/5/5/K4 b P"

DROPS = [
    ("23 empty squares, 4 of them on the far rank", {}, EMPTY_BOARD, 19),
    ("stuck allowed", {"stuck": "allowed"}, EMPTY_BOARD, 23),
    ("gote is stuck on the near rank", {}, "4k/5/5/5/K4 w p", 19),
    ("either face: the gold is nowhere stuck", {"faces": (0, 1)}, EMPTY_BOARD, 19 + 23),
    ("a region: the far rank, one square of it taken", {"squares": FAR, "stuck": "allowed"}, EMPTY_BOARD, 4),
    ("a region in gote's eyes", {"squares": FAR, "stuck": "allowed"}, "4k/5/5/5/K4 w p", 4),
    ("nobody drops what is not in hand", {}, "4k/5/5/5/K4 b p", 0),
    ("nifu: the third file has a pawn", {"file_limit": FileLimit(1, (0,))}, "4k/5/5/2P2/K4 b P", 15),
    ("gote's pawn does not count", {"file_limit": FileLimit(1, (0,))}, "4k/5/5/2p2/K4 b P", 18),
    ("a promoted pawn does not count", {"file_limit": FileLimit(1, (0,))}, "4k/5/5/2+P2/K4 b P", 18),
    ("unless it is in the set", {"file_limit": FileLimit(1, (0, 1))}, "4k/5/5/2+P2/K4 b P", 15),
    ("two on a file are allowed", {"file_limit": FileLimit(2, (0,))}, "4k/5/5/2P2/K4 b P", 18),
    ("a face out of the set is not bound", {"faces": (1,), "file_limit": FileLimit(1, (0,))}, "4k/5/5/2P2/K4 b P", 22),
    ("no drop that checks: 1b", {"check": "illegal"}, EMPTY_BOARD, 18),
]  # fmt: skip


@pytest.mark.parametrize(("why", "rule", "sfen", "expected"), DROPS)
def test_drops(why: str, rule: dict[str, Any], sfen: str, expected: int) -> None:
    assert dropped(dropping(**rule), sfen) == expected, why


def test_a_face_is_named_in_the_move() -> None:
    assert legal(dropping(faces=(0, 1), squares=GRID.squares("3c")), EMPTY_BOARD, "P*") == words("P*3c P*3c=+P")


@pytest.mark.parametrize(("moves", "expected"), [(False, "3d2d 3d4d 3d3c"), (True, "3d2d 3d3c")])
def test_file_limit_on_board_moves(moves: bool, expected: str) -> None:
    """The soldier on 3d steps sideways; the fourth file has one already."""
    drop = Drop((0,), EVERYWHERE, file_limit=FileLimit(1, (0,), moves))
    variant = module(GRID, (piece("P", 0, (WALKER.move((FORWARD, LEFT, RIGHT)),), drop=drop),))
    assert legal(variant, "5/5/1P3/2P2/5 b", "3d") == words(expected)


MATES = [
    ("4k/5/3+P1/5/K4 b P", True, "the gold on 2c guards 1b and 2b; 2a is free"),
    ("2+P1k/5/3+P1/5/K4 b P", False, "the gold on 3a guards 2a as well"),
    ("3rk/5/3+P1/5/K4 b P", False, "the king's own rook takes 2a from it and cannot take the pawn"),
    ("2+P1k/1r3/3+P1/5/K4 b P", True, "the rook on 4b takes the pawn"),
]


@pytest.mark.parametrize(("sfen", "expected", "why"), MATES)
def test_mate_by_a_drop(sfen: str, expected: bool, why: str) -> None:
    """A pawn on 1b checks the king on 1a."""
    variant = dropping(mate="illegal")
    rook = piece("R", 3, (WALKER.ride(W),))
    variant = module(GRID, (*variant.pieces, rook), "4k/5/5/5/K4")
    assert ("P*1b" in legal(variant, sfen)) == expected, why


@pytest.mark.parametrize("mate", ["loses", "allowed"])
def test_mate_by_a_drop_is_a_legal_move_unless_illegal(mate: str) -> None:
    assert "P*1b" in legal(dropping(mate=mate), "2+P1k/5/3+P1/5/K4 b P")


def test_a_drop_that_stalemates_is_no_mate() -> None:
    """The golds on 3b and 2c guard all that the king could step to."""
    variant = dropping(mate="illegal")
    assert "P*3d" in legal(variant, "4k/2+P2/3+P1/5/K4 b P")
    assert legal(variant, "4k/2+P2/3+P1/2P2/K4 w") == set()


# ------------------------------------------------------------------------------------- borrowing and where one may be


def lending(whose: Any, mode: Any, vectors: tuple[int, ...] | None = None) -> Module:
    """Pawn, rook and bishop; the donor stands behind."""
    behind = (GRID.vector((0, -1)),) if vectors is None else vectors
    moves = ((FORWARD,), W, F)
    pieces = [piece(letter, kind, (WALKER.move(moves[kind]),)) for kind, letter in enumerate("PRB")]
    return module(GRID, pieces, borrow=Borrow(behind, whose, mode))


BESIDE = (GRID.vector((-1, 0)), GRID.vector((1, 0)))

BORROWED = [
    ("replace", lending("friend", "replace"), "5/5/2P2/2B2/5 b", "3c2b 3c4b 3c2d 3c4d"),
    ("add", lending("friend", "add"), "5/5/2P2/2B2/5 b", "3c3b 3c2b 3c4b 3c2d 3c4d"),
    ("no donor", lending("friend", "replace"), "5/5/2P2/5/5 b", "3c3b"),
    ("an enemy lends nothing to whom friends lend", lending("friend", "replace"), "5/5/2P2/2b2/5 b", "3c3b"),
    ("an enemy lends", lending("enemy", "replace"), "5/5/2P2/2b2/5 b", "3c2b 3c4b 3c2d 3c4d"),
    ("a friend does not, where enemies do", lending("enemy", "replace"), "5/5/2P2/2B2/5 b", "3c3b"),
    ("anybody lends", lending("any", "replace"), "5/5/2P2/2b2/5 b", "3c2b 3c4b 3c2d 3c4d"),
    ("gote's back is up", lending("friend", "replace"), "5/2b2/2p2/5/5 w", "3c2b 3c4b 3c2d 3c4d"),
    ("no chain: the donor's printed face", lending("friend", "replace"), "5/5/2P2/2B2/2R2 b", "3c2b 3c4b 3c2d 3c4d"),
    ("the union of several donors", lending("friend", "replace", BESIDE), "5/5/1RPB1/5/5 b",
     "3c3b 3c3d 3c2b 3c4b 3c2d 3c4d"),
]  # fmt: skip


@pytest.mark.parametrize(("why", "variant", "sfen", "expected"), BORROWED)
def test_borrowing(why: str, variant: Module, sfen: str, expected: str) -> None:
    assert legal(variant, sfen, "3c") == words(expected), why


def test_a_borrower_promotes_by_its_own_face() -> None:
    """The pawn that slides like the rook behind it promotes to +P on entering; the gold with a rook behind does not."""
    variant = annan_shogi()
    assert legal(variant, "8k/9/9/4P4/4R4/9/9/9/K8 b", "5d5c") == words("5d5c 5d5c=+P")
    assert legal(variant, "8k/9/9/4G4/4R4/9/9/9/K8 b", "5d5c") == words("5d5c")


def test_taking_the_donor_answers_the_check() -> None:
    """The pawn on 5d checks like the rook behind it on 5c; sente's gold takes the rook. Moving away does as well."""
    variant = annan_shogi()
    sfen = "k8/9/4rG3/4p4/9/9/9/9/4K4 b"
    assert in_check(variant, at(variant, sfen), 0)
    assert legal(variant, sfen, "4c") == words("4c5c")


def test_within_confines_whatever_is_borrowed() -> None:
    palace = GRID.squares("4e 3e 2e 4d 3d 2d")
    pieces = (piece("G", 0, (WALKER.move(W),), within=palace), piece("R", 1, (WALKER.ride(W),)))
    variant = module(GRID, pieces, borrow=Borrow((GRID.vector((0, -1)),)))
    assert legal(variant, "5/5/5/5/2G2 b", "3e") == words("3e4e 3e2e 3e3d")
    assert legal(variant, "5/5/5/2G2/2R2 b", "3d") == words("3d4d 3d2d")
    assert legal(variant, "2g2/5/5/5/5 w", "3a") == words("3a4a 3a2a 3a3b")
