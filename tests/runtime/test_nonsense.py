"""Numbers, seeds, counts and all else that fits nothing: what each call says of it, before it does anything."""

from __future__ import annotations

import math
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import numpy as np
import pytest

import hensoku
from hensoku.runtime.batch import Batch
from hensoku.runtime.engine.limits import Clock, Limits
from hensoku.runtime.numbers import real, whole
from hensoku.runtime.position import Position

HUGE = 10**30
Call = Callable[[Position, Any], object]

# (what is called, the numbers, the error, what it says)
REFUSED: list[tuple[Call, tuple[Any, ...], type[Exception], str]] = [
    (lambda p, n: p.perft(n), ("2", 1.5, None), TypeError, "the depth of perft is a whole number, not"),
    (lambda p, n: p.perft(n), (-1, -HUGE), ValueError, "the depth of perft is 0 or more"),
    (lambda p, n: p.perft(n), (1001, 1 << 31, HUGE, 10**5000), ValueError, "the depth of perft is 1000 at most"),
    (lambda p, n: p.perft(1, threads=n), ("x", 2.0), TypeError, "the number of threads is a whole number, not"),
    (lambda p, n: p.perft(1, threads=n), (0, -HUGE), ValueError, "the number of threads is 1 or more"),
    (lambda p, n: p.perft(1, threads=n), (257, HUGE), ValueError, "the number of threads is 256 at most"),
    (lambda p, n: p.divide(1, threads=n), (0, -HUGE), ValueError, "the number of threads is 1 or more"),
    (lambda p, n: p.divide(n), ("2", 1.5, None), TypeError, "the depth of divide is a whole number, not"),
    (lambda p, n: p.divide(n), (0, -1), ValueError, "the depth of divide is 1 or more"),
    (lambda p, n: p.divide(n), (1001, HUGE), ValueError, "the depth of divide is 1000 at most"),
    (lambda p, n: p.playout(n), ("x", 1.5, b"1"), TypeError, "a seed is a whole number, not"),
    (lambda p, n: p.playout(most=n), ("x", None), TypeError, "the number of moves is a whole number, not"),
    (lambda p, n: p.playout(most=n), (-1, -HUGE), ValueError, "the number of moves is 0 or more"),
    (lambda p, n: p.playout(most=n), (10**9 + 1, HUGE), ValueError, "the number of moves is 1000000000 at most"),
    (lambda p, n: p.playouts(1, n), ("x", 1.5), TypeError, "a seed is a whole number, not"),
    (lambda p, n: p.playouts(n), ("x", 1.5, None), TypeError, "the number of games is a whole number, not"),
    (lambda p, n: p.playouts(n), (-1,), ValueError, "the number of games is 0 or more"),
    (lambda p, n: p.playouts(n), (HUGE,), ValueError, "the number of games is 1000000000 at most"),
    (lambda p, n: p.playouts(1, most=n), (HUGE,), ValueError, "the number of moves is 1000000000 at most"),
    (lambda p, n: p.search(depth=n), ("x", 1.5), TypeError, "depth is a whole number, not"),
    (lambda p, n: p.search(nodes=n), ("x", 1e6), TypeError, "nodes is a whole number, not"),
    (lambda p, n: p.search(mate=n), ("x", 3.0), TypeError, "mate is a whole number, not"),
    (lambda p, n: p.search(seconds=n), ("1", b"1", [1], 1j), TypeError, "seconds is a number, not"),
    (lambda p, n: p.search(seconds=n), (math.nan, Decimal("nan")), ValueError, "seconds is a number, not"),
    (lambda _, n: Limits(only=n), ("7g7f",), TypeError, "only is a list of moves, not '7g7f'"),
    (lambda _, n: Clock(n), ("x", None), TypeError, "left is a number, not"),
    (lambda _, n: Clock(byoyomi=n), (math.nan,), ValueError, "byoyomi is a number, not nan"),
    (lambda _, n: Clock(moves=n), (1.5, "x"), TypeError, "moves is a whole number, not"),
    (lambda _, n: Clock(moves=n), (-1,), ValueError, "moves is 0 or more"),
    (lambda p, n: hensoku.Engine(p.variant, hash=n), ("x", 1.5), TypeError, "the size of the table in MiB is a whole"),
    (lambda p, n: hensoku.Engine(p.variant, hash=n), (0, -1), ValueError, "the size of the table in MiB is 1 or more"),
    (lambda p, n: hensoku.Engine(p.variant, hash=n), (HUGE,), ValueError, "the size of the table in MiB is 65536 at"),
]


# The same for what is no number.
NO_SUCH: list[tuple[Call, tuple[Any, ...], type[Exception], str]] = [
    (lambda _, x: hensoku.load(x), (3, None, b"shogi", ["shogi"]), TypeError, "a variant is loaded by its slug or"),
    (lambda _, x: hensoku.load("shogi", overrides=x), ([], 0, "", "drops"), TypeError, "overrides are a mapping"),
    (
        lambda _, x: hensoku.load("shogi", overrides={"drops": x}),
        ({1}, b"", object()),
        TypeError,
        "overrides hold text, n",
    ),
    (lambda _, x: hensoku.load("shogi", profile=x), (3, ["lishogi"], True), TypeError, "a profile is a name, not"),
    (lambda _, x: hensoku.load("shogi", evaluation=x), (3, b"none", []), TypeError, "an evaluation is the path of"),
    (lambda _, x: hensoku.load("shogi", backend=x), (3, None, ["auto"], "fast"), ValueError, "unknown backend"),
    (lambda p, x: p.variant.position(x), (3, ["x"], b""), TypeError, "an SFEN is text, not"),
    (lambda p, x: p.variant.position(setup=x), (3, ["start"]), TypeError, "a setup is a name, not"),
    (lambda p, x: p.push(x), (3, None, b"5d5c"), TypeError, "a move is text such as '7g7f', not"),
    (lambda p, x: p.is_legal(x), (3, None, b"5d5c"), TypeError, "a move is text such as '7g7f', not"),
    (lambda p, x: p.piece_at(x), (3, None, ["5e"]), TypeError, "a square is text such as '5e', not"),
    (lambda p, x: p.hand(x), (0, None, ["sente"]), TypeError, "a side is a name, not"),
    (lambda _, x: hensoku.Move("7g", x), (3, None, b"7f"), TypeError, "a move is made of texts, not of '7g', "),
    (lambda _, x: hensoku.Move("7g", "7f", becomes=x), (3, None), TypeError, "a move is made of texts, not of '7g'"),
    (lambda _, x: hensoku.Move("7g", "7f", x), ("6f", ["6f"], 3), TypeError, "via is a tuple of squares, not"),
    (lambda _, x: Limits(clock=x), (3, "x"), TypeError, "clock is a `Clock`, not"),
    (lambda _, x: Limits(infinite=x), (1, "no"), TypeError, "infinite is True or False, not"),
    (lambda _, x: Limits(only=x), (3, None, b"5d5c"), TypeError, "only is a list of moves, not"),
    (lambda _, x: hensoku.Engine(x), (3, None, "shogi"), TypeError, "an engine plays a variant that"),
    (lambda _, x: Batch(x, 2), (3, None, "shogi"), TypeError, "a batch is of a variant that"),
    (lambda p, x: Batch(p.variant, 2, start=x), (3, "startpos"), TypeError, "games start with a position, not"),
    (lambda _, x: hensoku.destinations("K", virgin=x), ("no", 1), TypeError, "virgin is True or False, not"),
    (lambda _, x: hensoku.destinations("K", friends={(1, 1): x}), (3, None), TypeError, "the name of a piece is text"),
    (lambda _, x: hensoku.destinations("K", side=x), (3, "x"), ValueError, "no side"),
]


ALL = REFUSED + NO_SUCH


@pytest.mark.parametrize(("call", "numbers", "error", "message"), ALL, ids=[row[-1] for row in ALL])
def test_what_is_refused(call: Call, numbers: tuple[Any, ...], error: type[Exception], message: str) -> None:
    position = hensoku.load("minishogi", backend="reference").position()
    for number in numbers:
        with pytest.raises(error, match=message) as told:
            call(position, number)
        assert type(told.value) is error
    assert position.history == ()


@pytest.mark.parametrize("number", [2, True, np.int8(2), np.uint64(2)])
def test_whole_numbers(number: Any) -> None:
    assert whole(number, "it", least=1, most=2) == int(number)


@pytest.mark.parametrize(
    ("number", "expected"),
    [(1, 1.0), (0.5, 0.5), (np.float32(0.5), 0.5), (Decimal("0.5"), 0.5), (math.inf, math.inf), (10**400, math.inf)],
)
def test_numbers_with_a_fraction(number: Any, expected: float) -> None:
    assert (real(number, "it"), real(-number, "it")) == (expected, -expected)


def test_seeds_of_any_size() -> None:
    start = hensoku.load("minishogi", backend="reference").position()
    assert start.playout(HUGE, most=3) == start.playout(HUGE % 2**64, most=3)
    assert start.playout(-1, most=3) == start.playout(2**64 - 1, most=3)
