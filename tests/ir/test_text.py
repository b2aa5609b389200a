"""The text of the IR: it says everything, is stable, and wrong text is told with its place."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hand_variants import VARIANTS, minishogi
from odd_variants import ODD

from hensoku.compiler.ir.text import IRSyntaxError, parse_module, parse_node, print_module, print_node
from hensoku.compiler.ir.types import KindTest, Leg, Module, Move, RankTest, Repetition, Start
from hensoku.compiler.pipeline import run

ALL = {**VARIANTS, **ODD}


@pytest.mark.parametrize("name", ALL)
def test_round_trip(name: str) -> None:
    made = ALL[name]()
    assert parse_module(print_module(made)) == made


@pytest.mark.parametrize("name", ALL)
def test_round_trip_after_the_passes(name: str) -> None:
    made = run(ALL[name]())
    assert parse_module(print_module(made)) == made


@pytest.mark.parametrize("name", ALL)
def test_text_is_stable(name: str) -> None:
    text = print_module(ALL[name]())
    assert print_module(parse_module(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "'",
        '"',
        "'\"",
        "a\nb",
        "\\n",
        "# none",
        "歩兵",
        "\u2028",
        "\x00\x1b",
        "{[(",
        "😀",
        "true",
        "null",
        "'''\"\"\"",
    ],
)
def test_any_string(text: str) -> None:
    made = replace(minishogi(), slug=text, title=text, players=(text, text))
    made = replace(made, pieces=(replace(made.pieces[0], name=text, kanji=text, line=text), *made.pieces[1:]))
    assert parse_module(print_module(made)) == made


NODES = [
    (Start(3), "start(3)"),
    (Start(3, (1, 2)), "start(3) {between=[1 2]}"),
    (Leg(("empty", "enemy"), (Start(0),)), "leg{lands=[empty enemy] starts=[start(0)]}"),
    (Leg(("hop-friend",), ring=0, turns=(4,)), "leg{lands=[hop-friend] ring=0 turns=[4]}"),
    (
        Leg(("enemy",), (Start(1),), reach=0, screens=(1, -1), beyond="next"),
        "leg{lands=[enemy] starts=[start(1)] reach=0 screens=[1 -1] beyond=next}",
    ),
    (
        Move((Leg(("empty",), (Start(0),)),), initial=True, where=(), text="ifmW"),
        "move{legs=[leg{lands=[empty] starts=[start(0)]}] initial where=[] text='ifmW'}",
    ),
    (KindTest("screen", (2, 3), among=False), "kind_test(screen) {kinds=[2 3] among=false}"),
    (RankTest("target", "<=", "self"), "rank_test(target <= self)"),
    (RankTest("via", "=", 2), "rank_test(via = 2)"),
    (Repetition(4, "draw", perpetual="loss"), "repetition(4 draw) {perpetual=loss}"),
]


@pytest.mark.parametrize(("node", "text"), NODES)
def test_nodes(node: object, text: str) -> None:
    assert print_node(node) == text
    assert parse_node(text, type(node)) == node


def test_blanks_and_comments_mean_nothing() -> None:
    text = "# a step\nleg {\n  lands = [ empty ]  # only to move\n  starts=[start (0)]\n}\n"
    assert parse_node(text, Leg) == Leg(("empty",), (Start(0),))


WRONG = [
    ("", Leg, "1:1: the text ends too early"),
    ("leg{lands=[empty]", Leg, "1:18: the text ends too early"),
    ("leg{lands=[empty]}}", Leg, "1:19: unexpected '}'"),
    ("leg{lands=[empty]} ?", Leg, "1:20: unexpected character '?'"),
    ("start(0)", Leg, "1:1: expected leg, not 'start'"),
    ("leg{}", Leg, "1:1: leg: 'lands' is missing"),
    ("leg{\n lands=[upward]}", Leg, "2:9: expected empty or enemy or friend or hop or hop-friend, not 'upward'"),
    ("leg{lands=[empty] lands=[enemy]}", Leg, "1:19: leg: 'lands' is given twice"),
    ("leg{lands=[empty] colour=1}", Leg, "1:19: leg has no field 'colour'"),
    ("leg{lands=[empty] reach}", Leg, "1:19: leg: 'reach' needs a value"),
    ("leg{lands=[empty] reach='1'}", Leg, "1:25: expected an integer, not \"'1'\""),
    ("leg{lands=empty}", Leg, "1:11: expected a list, not 'empty'"),
    ("leg{lands=[empty] screens=[1]}", Leg, "1:27: expected 2 items, not 1"),
    ("start(0 1)", Start, "1:6: start: expected (vector), not 2 values"),
    ("start(null)", Start, "1:7: expected an integer, not 'null'"),
]


@pytest.mark.parametrize(("text", "cls", "message"), WRONG)
def test_wrong_text(text: str, cls: type, message: str) -> None:
    with pytest.raises(IRSyntaxError) as caught:
        parse_node(text, cls)
    assert str(caught.value) == message


def test_a_table_of_squares_is_laid_out_like_the_board() -> None:
    lines = print_module(minishogi()).splitlines()
    start = lines.index("      cells = [")
    # rbsgk/4p/5/P4/KGSBR: gote's pieces are odd, sente's even
    assert [line.split() for line in lines[start + 1 : start + 6]] == [
        ["11", "9", "5", "7", "13"],
        ["0", "0", "0", "0", "3"],
        ["0", "0", "0", "0", "0"],
        ["2", "0", "0", "0", "0"],
        ["12", "6", "4", "8", "10"],
    ]


def test_a_module_is_wanted() -> None:
    with pytest.raises(IRSyntaxError, match="expected module, not 'leg'"):
        parse_module("leg{lands=[empty]}")
    assert isinstance(parse_module(print_module(minishogi())), Module)
