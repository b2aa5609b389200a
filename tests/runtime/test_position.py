"""Positions: what they say, and that nothing but a legal move changes them."""

from __future__ import annotations

import copy
import pickle
import random

import pytest
from hand_built import Grid, K, Walker, module, piece
from hand_variants import shogi
from odd_variants import lion
from played import after, played, reload

from hensoku.runtime.errors import IllegalMoveError, MoveSyntaxError, SfenError
from hensoku.runtime.move import Move
from hensoku.runtime.position import Position
from hensoku.runtime.variant import Variant

START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
BISHOPS = "7g7f 3c3d 8h2b+ 3a2b"  # the bishops are exchanged


def everything(position: Position) -> tuple[object, ...]:
    return position.sfen(), position.key, position.history, position.turn, sorted(position.legal_moves)


def test_the_start() -> None:
    position = reload("shogi").position()
    assert position.sfen() == START
    assert position.turn == "sente"
    assert len(position.legal_moves) == 30
    assert Move.parse("7g7f") in position.legal_moves
    assert position.history == ()
    assert repr(position) == f"<Position 'shogi' '{START}'>"
    assert not position.is_check()


def test_after_an_exchange() -> None:
    position = after(reload("shogi"), None, BISHOPS)
    assert position.sfen() == "lnsgkg1nl/1r5s1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL b Bb 5"
    assert [str(move) for move in position.history] == BISHOPS.split()
    assert position.hand("sente") == position.hand("gote") == {"B": 1}
    rook, gold = position.piece_at("8b"), position.piece_at("4i")
    assert rook is not None
    assert gold is not None
    assert (rook.id, rook.side, rook.sfen, str(rook)) == ("R", "gote", "r", "r")
    assert (gold.id, gold.side, gold.sfen) == ("G", "sente", "G")
    assert position.piece_at("5e") is None


def test_victims() -> None:
    position = after(reload("shogi"), None, "7g7f 3c3d")
    assert position.victims("8h2b+") == ("2b",)
    assert position.victims(Move.parse("2g2f")) == ()
    with pytest.raises(IllegalMoveError):
        position.victims("2g2e")


# (moves before, move, error, part of the message)
REFUSED = [
    ("", "7g7e", IllegalMoveError, "7g7e may not be played: P on 7g cannot reach 7e"),
    ("", "7g7f+", IllegalMoveError, "what is legal is 7g7f"),
    ("", "7f7e", IllegalMoveError, "there is no piece on 7f"),
    ("", "3c3d", IllegalMoveError, "the piece on 3c is gote's, and sente is to move"),
    ("", "7g7j", IllegalMoveError, "7j is no square of this board"),
    ("", "10g9g", IllegalMoveError, "10g is no square of this board"),
    ("", "P*5e", IllegalMoveError, "sente has no P in hand"),
    ("", "[XY]*5e", IllegalMoveError, "sente has no [XY] in hand"),
    ("", "7g5e7f", IllegalMoveError, "what is legal is 7g7f"),
    (BISHOPS, "B*5g", IllegalMoveError, "5g is occupied"),
    (BISHOPS, "+B*5e", IllegalMoveError, "B is dropped as B*5e"),
    ("7g7f 4a3b 8h3c", "9c9d", IllegalMoveError, "it does not answer the check"),
    ("", "7g", MoveSyntaxError, "a move names at least two squares"),
    ("", "", MoveSyntaxError, "an empty text is no move"),
]


@pytest.mark.parametrize(("before", "move", "error", "message"), REFUSED, ids=[move for _, move, _, _ in REFUSED])
def test_what_is_refused_changes_nothing(before: str, move: str, error: type[ValueError], message: str) -> None:
    position = after(reload("shogi"), None, before)
    was = everything(position)
    assert not position.is_legal(move)
    with pytest.raises(error) as caught:
        position.push(move)
    assert message in str(caught.value)
    assert everything(position) == was


def test_the_end_takes_no_moves() -> None:
    position = reload("shogi").position("4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1")
    with pytest.raises(IllegalMoveError, match="the game is over"):
        position.push("5a5b")


def test_other_types_are_refused() -> None:
    position = reload("shogi").position()
    with pytest.raises(TypeError):
        position.push(7)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        reload("shogi").position(7)  # type: ignore[arg-type]


def test_a_bad_sfen_leaves_the_position_before() -> None:
    variant = reload("shogi")
    position = after(variant, None, BISHOPS)
    was = everything(position)
    with pytest.raises(SfenError):
        variant.position("lnsgkgsnl/9 b - 1")
    assert everything(position) == was


def test_names_that_are_wrong() -> None:
    variant = reload("shogi")
    position = variant.position()
    with pytest.raises(ValueError, match="'5j' is no square"):
        position.piece_at("5j")
    with pytest.raises(ValueError, match="'black' is no side: sente or gote"):
        position.hand("black")
    with pytest.raises(ValueError, match="shogi has no setup 'lance': it has start"):
        variant.position(setup="lance")
    with pytest.raises(ValueError, match="not both"):
        variant.position(START, setup="start")


def test_nothing_to_take_back() -> None:
    position = reload("shogi").position()
    with pytest.raises(IndexError):
        position.pop()
    position.push("7g7f")
    assert position.pop() == Move.parse("7g7f")
    with pytest.raises(IndexError):
        position.pop()
    assert position == reload("shogi").position()


@pytest.mark.parametrize(("depth", "threads", "nodes"), [(0, 2, 1), (1, 2, 30), (2, 2, 900), (2, 40, 900)])
def test_threads_share_a_perft(depth: int, threads: int, nodes: int) -> None:
    position = reload("shogi").position()
    assert position.perft(depth, threads=threads) == nodes
    if depth:
        assert position.divide(depth, threads=threads) == position.divide(depth)
    assert position.history == ()


def test_perft_and_divide() -> None:
    """Published: 30 and 900 for shogi."""
    position = reload("shogi").position()
    assert [position.perft(depth) for depth in (0, 1, 2)] == [1, 30, 900]
    divided = position.divide(2)
    assert list(divided) == sorted(divided)
    assert set(divided.values()) == {30}
    assert sum(divided.values()) == 900
    assert everything(position) == everything(reload("shogi").position())


def test_as_a_board() -> None:
    position = after(reload("shogi"), None, BISHOPS)
    assert str(position).splitlines() == [
        " 9 8 7 6 5 4 3 2 1",
        " l n s g k g . n l  a",
        " . r . . . . . s .  b",
        " p p p p p p . p p  c",
        " . . . . . . p . .  d",
        " . . . . . . . . .  e",
        " . . P . . . . . .  f",
        " P P . P P P P P P  g",
        " . . . . . . . R .  h",
        " L N S G K G S N L  i",
        "sente: B",
        "gote: B",
        "sente to move",
    ]


def test_a_board_of_long_names_and_holes() -> None:
    grid = Grid(11, 3, holes=("1a", "11c"))
    king = piece("K", 0, [Walker(grid).move(K)], royal=True, hand=-1)
    general = piece("[AB]", 1, [Walker(grid).move(K)])
    variant = played(module(grid, (king, general), "k9/92/9K b -"))
    text = str(variant.position("[ab]k8*/11/*8K[AB] b"))
    assert text.splitlines()[:4] == [
        "   11   10    9    8    7    6    5    4    3    2    1",
        " [ab]    k    .    .    .    .    .    .    .    .       a",
        "    .    .    .    .    .    .    .    .    .    .    .  b",
        "         .    .    .    .    .    .    .    .    K [AB]  c",
    ]


def test_equality() -> None:
    variant = reload("shogi")
    there, back = after(variant, None, "4i4h 4a4b 4h4i 4b4a"), variant.position()
    assert there == back
    assert there.key == back.key
    assert there.sfen() != back.sfen()  # the move number
    assert there != after(variant, None, "4i4h 4a4b 4h4i")
    assert variant.position("4k4/9/9/9/9/9/9/9/4K4 b - 1") != variant.position("4k4/9/9/9/9/9/9/9/4K4 w - 1")
    assert variant.position("4k4/9/9/9/9/9/9/9/4K4 b P 1") != variant.position("4k4/9/9/9/9/9/9/9/4K4 b - 1")
    assert played(shogi(), slug="shogi").position() == back
    assert played(shogi(), slug="other").position() != back
    assert back != START
    with pytest.raises(TypeError):
        hash(back)


def test_copies_are_independent() -> None:
    position = after(reload("shogi"), None, BISHOPS)
    for twin in (position.copy(), copy.copy(position), copy.deepcopy(position)):
        assert everything(twin) == everything(position)
        twin.push("B*5e")
        assert len(position.history) == 4
        popped = [str(twin.pop()) for _ in range(5)]
        assert popped == ["B*5e", *reversed(BISHOPS.split())]
        assert twin == reload("shogi").position()
    assert everything(position) == everything(after(reload("shogi"), None, BISHOPS))


def test_pickles() -> None:
    position = after(reload("shogi"), None, BISHOPS)
    again = pickle.loads(pickle.dumps(position))
    assert again == position
    assert everything(again) == everything(position)
    assert [str(again.pop()) for _ in range(4)] == list(reversed(BISHOPS.split()))
    assert again.variant.profiles == ("lishogi",)
    with pytest.raises(TypeError, match="made by hand"):
        pickle.dumps(played(shogi()).position())


@pytest.mark.parametrize("seed", range(4))
def test_random_games(seed: int) -> None:
    """SFEN, taking back, copies and pickles along games of minishogi."""
    rng, variant = random.Random(seed), reload("minishogi")
    position, trail = variant.position(), [everything(variant.position())]
    while len(trail) < 30 and position.outcome() is None:
        move = rng.choice(sorted(position.legal_moves))
        position.push(str(move))
        assert variant.position(position.sfen()) == position
        trail.append(everything(position))
    assert everything(pickle.loads(pickle.dumps(position))) == trail[-1]
    twin = position.copy()
    while trail:
        assert everything(position) == everything(twin) == trail.pop()
        if trail:
            assert position.pop() == twin.pop()


# ----------------------------------------------------------------------------------------- moves of several steps


def lions(*, paths: bool = False) -> Variant:
    grid = Grid(7, 7)
    king = piece("K", 0, [Walker(grid).move(K)], royal=True, hand=-1)
    pawn = piece("P", 1, [Walker(grid).move(((0, 1),))], hand=-1)
    return played(module(grid, (king, pawn, piece("L", 2, lion(grid), hand=-1)), "k6/7/7/7/7/7/6K b -", paths=paths))


LION = "k6/7/3pp2/3L3/7/7/6K b - 1"

# (move, the move that is played, victims), lion on 4d, pawns on 4c and 3c
SAME_EFFECT = [
    ("4d4c4d", "4d4c4d", ("4c",)),  # igui
    ("4d4c3c", "4d4c3c", ("4c", "3c")),  # two captures
    ("4d3c4c", "4d3c4c", ("4c", "3c")),
    ("4d4c4b", "4d4c4b", ("4c",)),
    ("4d4b", "4d4b", ()),  # a leap
    ("4d5d4d", None, ()),  # a pass; which of them stands for it is the core's to say
    ("4d5e4d", None, ()),
]


@pytest.mark.parametrize(("text", "spelled", "victims"), SAME_EFFECT, ids=[text for text, _, _ in SAME_EFFECT])
def test_squares_between(text: str, spelled: str | None, victims: tuple[str, ...]) -> None:
    position = lions().position(LION)
    passes = [str(move) for move in position.legal_moves if move.from_ == move.to and not position.victims(move)]
    assert len(passes) == 1
    assert position.is_legal(text)
    assert position.victims(text) == victims
    before = position.sfen()
    position.push(text)
    assert str(position.history[-1]) == (spelled or passes[0])
    position.pop()
    assert position.sfen() == before


WALKED_WRONG = ["4d5d4b", "4d5c4b", "4d4d", "4d7a4d5d", "4d4c4c", "4d9i4d", "4d7a4d"]


@pytest.mark.parametrize("text", WALKED_WRONG)
def test_squares_between_that_are_refused(text: str) -> None:
    assert not lions().position(LION).is_legal(text)


def test_paths_that_count_are_told_apart() -> None:
    position = lions(paths=True).position("k6/7/7/3L3/7/7/6K b - 1")
    passes = [move for move in position.legal_moves if move.from_ == move.to]
    assert len(passes) == 8
    assert all(position.is_legal(move) for move in passes)
    assert not position.is_legal("4d1a4d")
