"""The rules in words: whole variants as golden texts that were read beside their rule sheets, and a table of single
rules, each written as one override and read as one sentence."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable
from dataclasses import fields, replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from drawn_sheets import drawn_sheets
from golden import Golden

import hensoku.rulebook
from hensoku.cli.build import shipped
from hensoku.compiler.geometry import TOPOLOGIES
from hensoku.compiler.resolve import Resolved, resolve
from hensoku.dsl import definition as nodes
from hensoku.dsl.build import build_definition
from hensoku.rulebook import ends, rules
from hensoku.rulebook.words import article

Command = Callable[..., Any]

GOLDEN = Path(__file__).with_name("golden")


def sentences(resolved: Resolved) -> list[str]:
    return [rule.text for told in rules(resolved).values() for rule in told]


@pytest.mark.parametrize(
    "slug", ["shogi", "annan-shogi", "sho-shogi", "tori-shogi", "kyoto-shogi", "cannon-shogi", "chu-shogi", "makruk"]
)
def test_golden(slug: str, golden: Golden, hensoku_command: Command) -> None:
    said = re.sub(r":\d+(?=[],])", "", hensoku_command("rules", slug).out)  # lines move with every comment
    golden.check(GOLDEN / f"{slug}.txt", said)


@pytest.mark.parametrize("slug", shipped())
def test_every_variant_has_rules(slug: str) -> None:
    """Whole sentences; what a file says has a place in one of the variant's files."""
    resolved = resolve(slug)
    files = {document.source.path for document in resolved.documents}
    for told in rules(resolved).values():
        for rule in told:
            assert rule.text[0].isupper() or not rule.text[0].isalpha()
            assert rule.text.endswith(".")
            assert {span.source.path for span in rule.spans} <= files


IN_TURN = {
    "in_turn": True,
    "demotes": True,
    "promotes": [{"name": "First", "moves": "fW"}, {"name": "Second", "letter": "X", "moves": "bW"}],
}
POINTS = {"zone": "far 3", "points": {"R B": 5, "all but R B K": 1}, "needed": {"sente": 28, "gote": 27}}

SINGLE: list[tuple[dict[str, Any], str]] = [
    ({"promotion": {"when": ["capture"]}}, "captures something and begins or ends in the farthest rank."),
    (
        {"promotion": {"when": ["enter", "capture"]}},
        "enters the farthest rank, or captures something and begins or ends",
    ),
    ({"promotion": {"when": ["quiet"]}}, "captures nothing and begins or ends in the farthest rank."),
    ({"promotion": {"forced": "always"}}, "A piece that may promote must."),
    ({"promotion": {"forced": {"P": "always"}}}, "A Pawn that may promote must."),
    ({"promotion": {"forced": "never"}}, "A piece need never promote."),
    ({"promotion": {"mode": "on_capture"}}, "A piece turns over when it captures, and only then."),
    ({"promotion": {"mode": "every_move"}}, "A piece turns over with each of its moves; it is no choice."),
    ({"promotion": {"zone": {"P": "rank a-b"}}}, "inside ranks a to b as Sente sees the board."),
    ({"promotion": {"again": {"P S": "far 2"}}}, "A Silver General or a Pawn may promote also with any move"),
    ({"drops": {"from": "setup"}}, "A captured piece leaves the game; only what the set-up holds in hand is dropped."),
    ({"drops": {"faces": "either"}}, "A piece is dropped with either of its faces up, as the player likes."),
    ({"drops": {"faces": {"S": "as_captured"}}}, "A Silver General is dropped with the face up that it showed"),
    ({"drops": {"region": {"G": "near 2"}}}, "A Gold General may be dropped only on the two nearest ranks."),
    ({"drops": {"region": {"G": "none"}}}, "A Gold General may not be dropped."),
    ({"drops": {"region": "all but 3c"}}, "dropped only on the squares outside 3c as Sente sees the board."),
    ({"drops": {"file_limit": {"P": None}, "mate": {"P": "allowed"}}}, "A Pawn may be dropped to give mate."),
    ({"drops": {"file_limit": {"P": 2}}}, "on a file where its side already has two unpromoted Pawns."),
    (
        {"drops": {"file_limit": {"P": {"count": 1, "moves": True}}}},
        "A Pawn may not be dropped on, or moved to, a file",
    ),
    ({"drops": {"mate": {"P": "loses"}}}, "A player who gives mate by dropping a Pawn has lost."),
    ({"drops": {"check": {"all but P": "illegal"}}}, "A piece other than a Pawn may not be dropped to give check."),
    ({"drops": {"stuck": {"P": "allowed"}}}, "A Pawn may be dropped even where it could never move."),
    ({"drops": {"stalemate": {"P": "illegal"}}}, "A Pawn may not be dropped so that the other side is not in check"),
    ({"drops": {"first": "all"}}, "As long as a side has any piece in hand, it does nothing but drop what it holds"),
    ({"drops": {"first": "K R"}}, "As long as a side has a King or a Rook in hand, it does nothing but drop"),
    ({"drops": {"before_mate": "royal"}}, "side has a royal in hand, none of its moves and drops may give mate."),
    (
        {"promotion": {"limit": {"+R": 1}}},
        "promotes to a Dragon King while its side has one piece of that kind",
    ),
    ({"promotion": {"limit": {"+P +S": 2}}}, "while its side has two pieces of these kinds on the board."),
    ({"full_circle": True}, "A piece that can slide all the way round the board may come back to its square, which"),
    ({"pieces": {"S": IN_TURN}}, ". Turns to First."),
    ({"pieces": {"S": IN_TURN}}, "First (+S): steps one square forward. Turns to Second."),
    ({"pieces": {"S": IN_TURN}}, "Second (X): steps one square backward. Turns back to Silver General."),
    ({"drops": "none"}, "A captured piece leaves the game; nothing is dropped."),
    ({"royals": {"check": "ignored"}}, "Check need not be answered; a royal that is left in check may be captured."),
    ({"royals": {"lost_when": "all"}}, "While a side has several royals, none of them is in check"),
    (
        {"royals": {"facing": "illegal"}},
        "No move may leave the royals facing each other on a file with nothing between",
    ),
    (
        {"royals": {"facing": "answered"}},
        "on a file with nothing between them, the other side must end that at once, or",
    ),
    ({"royals": {"facing": {"pieces": "R", "along": "R"}}}, "leave the Rook facing each other on a file or a rank"),
    (
        {"royals": {"pieces": "G", "lost_when": "all"}},
        "The King and the Gold General are royal: the game hangs on them.",
    ),
    ({"borrow": {"from": "sW"}}, "A piece that has a friendly piece straight beside it moves as that one does, and no"),
    (
        {"borrow": {"from": "fWN", "of": "enemy", "mode": "add"}},
        "an enemy piece straight in front of it or two squares",
    ),
    ({"royals": {"in_hand_forbids": "captures"}}, "in its hand, it captures nothing and gives no check."),
    ({"royals": {"in_hand_forbids": ["promotion"]}}, "in its hand, it promotes nothing, and makes no move that would"),
    ({"trade": {"pieces": "R", "worthless": "P"}}, "something else besides; the Pawn does not count for that."),
    (
        {"trade": {"pieces": "R"}},
        "After a Rook was captured by another piece, the other side may not at once capture a",
    ),
    ({"trade": {"pieces": "R", "targets": "B"}}, "A Rook may not capture a Bishop that stands farther than one step"),
    ({"trade": {"pieces": "R", "near": "none"}}, "A Rook may not capture a Rook that is protected, unless"),
    ({"trade": {"pieces": "R", "near": "W"}}, "stand where a piece gets that steps one square orthogonally, and is"),
    ({"pieces": {"R": {"captures": {"protected": "B"}}}}, "The Rook may not capture a Bishop where an enemy piece"),
    ({"pass": True}, "A player may hand over the turn instead of moving, while it has a royal."),
    ({"paths": True}, "Two ways to the same end, by other squares, are two moves."),
    ({"ends": {"checkmate": "win"}}, "A side that is in check and has no legal move wins."),
    ({"ends": {"stalemate": "draw"}}, "When a side is not in check and has no legal move, the game is drawn."),
    ({"royals": {"check": "ignored"}}, "A side that has no legal move loses."),
    ({"ends": {"checkmate": None}}, "A side that is in check and has no legal move loses."),
    ({"ends": {"royal_captured": "loss"}}, "A side that has lost its royal loses."),
    ({"ends": {"bare_king": "loss"}}, "A side that has nothing left but royals loses."),
    ({"ends": {"bare_king": {"weak": "P"}}}, "unless the other side has nothing more than the Pawn besides."),
    (
        {"ends": {"bare_king": {"threat": True}}},
        "while it attacks the other side's royal or last other piece, the game",
    ),
    (
        {"ends": {"bare_king": {"single": True}}},
        "nothing left but a single royal, and faces one that has no other royal",
    ),
    ({"ends": {"bare_king": {"ignore_stuck": True}}}, "pieces that could never move are left out of account"),
    (
        {"ends": {"bare_king": {"reply": True}}},
        "loses; if it can at once leave the other side no more, it has that move",
    ),
    ({"ends": {"try": {"goal": "far 1"}}}, "A side that has brought its royal to the farthest rank wins."),
    (
        {"ends": {"try": {"goal": "3a", "pieces": "R B", "safe": True}}},
        "brought a Rook or a Bishop to 3a as Sente sees",
    ),
    ({"ends": {"check_count": {"count": 3}}}, "A side that has given three checks wins."),
    ({"ends": {"piece_count": {"below": 2}}}, "A side that has fewer than two pieces on the board loses."),
    ({"ends": {"piece_count": {"below": 1, "pieces": "P"}}}, "A side that has no Pawn on the board loses."),
    (
        {"ends": {"impasse": POINTS}},
        "A side that has its royal and ten other pieces in the three farthest ranks, and is not in check, may declare",
    ),
    (
        {"ends": {"impasse": POINTS}},
        "an impasse; it wins with at least 28 as Sente or 27 as Gote. Its pieces there and",
    ),
    (
        {"ends": {"impasse": POINTS}},
        "count 5 for the Rook and the Bishop and 1 for all pieces but the Rook, the Bishop and",
    ),
    ({"ends": {"impasse": {**POINTS, "drawn": 24, "credit": "gote"}}}, "and draws with at least 24 points."),
    ({"ends": {"impasse": {**POINTS, "credit": "gote"}}}, "; what a named set-up lacks of the start counts for Gote."),
    (
        {"ends": {"impasse": {**POINTS, "declared": False, "checked": True}}},
        "farthest ranks counts its points; it wins",
    ),
    (
        {"ends": {"impasse": {"zone": "far 1", "entered": 0, "both": True, "checked": True, "result": "draw"}}},
        "in the farthest rank, as the other side has its own, may declare an impasse; it draws.",
    ),
    (
        {"ends": {"impasse": {"zone": "far 1", "entered": 0, "declared": False}}},
        "A side that has its royal in the farthest rank, and is not in check, wins.",
    ),
    ({"ends": {"move_limit": {"moves": 500}}}, "After 500 moves, both sides' counted, the game is drawn."),
    (
        {"ends": {"move_limit": {"moves": 140, "after_capture": True, "after_move_of": "P"}}},
        "After 140 moves, both sides' counted, since the last one that was a capture or a move of a Pawn, the game is",
    ),
    ({"ends": {"dead_position": "draw"}}, "When nothing but royals is left on the board and in the hands, the game is"),
    ({"ends": {"dead_position": "loss"}}, "in the hands, the side to move loses."),
    ({"ends": {"facing": "draw"}}, "When a side passes while royals face each other, the game is drawn."),
    ({"ends": {"facing": "loss"}}, "When a side passes while royals face each other, that side loses."),
    ({"ends": {"passes": "draw"}}, "When both sides have passed, one after the other, the game is drawn."),
    (
        {"ends": {"passes": {"points": {"R": 13, "P": 2}, "bonus": {"gote": 1}}}},
        "other, the side with more points on the board and in hand wins: 13 for the Rook, 2 for the Pawn and one",
    ),
    ({"repetition": {"result": "loss", "loser": "first_mover"}}, "time, the side that had the first move loses."),
    (
        {"repetition": {"times": 3, "result": "illegal", "loser": None}},
        "No move may bring a position about for the third",
    ),
    (
        {"repetition": {"times": 21, "result": "draw"}},
        "When a position comes about for the 21st time, the game is drawn.",
    ),
    ({"repetition": {"times": 12, "result": "draw"}}, "comes about for the 12th time"),
    ({"repetition": {"times": 33, "result": "draw"}}, "comes about for the 33rd time"),
    ({"repetition": {"result": "loss", "loser": "repeater"}}, "fourth time, the side that brought it about loses."),
    (
        {"repetition": {"perpetual": "loss"}},
        "If every move of one side, and not of the other, since the position first came about gave check",
    ),
    ({"repetition": None}, "A position may come back any number of times."),
    ({"topology": {"type": "cylinder"}}, "the left edge is joined with the right one, so that it is a cylinder."),
    ({"pieces": {"G": {"within": "near 3"}}}, "The Gold General never leaves the three nearest ranks."),
    ({"pieces": {"G": {"captures": {"never": "royal"}}}}, "The Gold General may not capture royals."),
    ({"pieces": {"G": {"captured": "removed"}}}, "A captured Gold General leaves the game."),
    ({"pieces": {"G": {"captured": "P"}}}, "A captured Gold General comes to the captor's hand as a Pawn."),
    ({"pieces": {"G": {"rank": 3}}}, "The Gold General is of rank 3 among the pieces that jump."),
    (
        {
            "sets": {"guns": "R +R"},
            "pieces": {"G": {"name": "Gun", "moves": "cpR{target!=guns}"}},
        },
        "if no Rook or Dragon King is captured.",
    ),
    (
        {"pieces": {"G": {"moves": [{"in": "near 3", "moves": "fW"}, {"in": "far 2", "moves": "bF"}]}}},
        "on the three nearest ranks, steps one square forward; on the two farthest ranks, steps one square diagonally",
    ),
]


@pytest.mark.parametrize(("override", "wanted"), SINGLE, ids=[json.dumps(row[0]) for row in SINGLE])
def test_a_rule_is_a_sentence(override: dict[str, Any], wanted: str) -> None:
    found = sentences(read("minishogi", override))
    assert [sentence for sentence in found if wanted in sentence], "\n".join(found)


def read(slug: str, override: dict[str, Any]) -> Resolved:
    """A variant with an override; only its definition, so that rules which cannot be compiled can be read too."""
    from hensoku.compiler.resolve.documents import merge_documents
    from hensoku.compiler.resolve.library import Library

    merged = merge_documents(slug, Library.at(()), None, override)
    definition, findings = build_definition(merged.tree)
    assert definition is not None, findings
    plain = resolve(slug)
    module = resolve(slug, overrides=override).module if compiles(override) else plain.module
    return replace(plain, definition=definition, tree=merged.tree, module=module)


def compiles(override: dict[str, Any]) -> bool:
    """Drops and promotion are told for the pieces that have them."""
    return bool({"drops", "promotion", "pieces"} & override.keys())


# ------------------------------------------------------------------------------------------------------------ nothing
# is left out: each field of each node is read by some sentence, or it is known why it is not.

NODES = (
    nodes.Definition,
    nodes.TopologyDef,
    nodes.MovesDef,
    nodes.FaceDef,
    nodes.PieceDef,
    nodes.PromotionDef,
    nodes.FileLimitDef,
    nodes.DropsDef,
    nodes.FacingDef,
    nodes.RoyalsDef,
    nodes.BorrowDef,
    nodes.TradeDef,
    nodes.PointsDef,
    nodes.EndDef,
    nodes.RepetitionDef,
)

TOLD_OTHERWISE = {
    "meta": "the title above the rules",
    "setup": "by the SFEN of the module",
    "setups": "by the SFEN of the module",
    "letter": "by the spelling of a face",
    "royal": "by the kinds that are royal",
    "profiles": "by `hensoku.rulebook.profiles`",
    "evaluation": "it is no rule",
    "options": "one by one, by `EndDef.option`: see below",
}


def read_fields() -> set[str]:
    folder = Path(next(iter(hensoku.rulebook.__path__)))
    trees = [ast.parse(file.read_text("utf-8")) for file in folder.glob("*.py")]
    found = (node for tree in trees for node in ast.walk(tree))
    return {node.attr for node in found if isinstance(node, ast.Attribute)}


@pytest.mark.parametrize("node", NODES, ids=lambda node: node.__name__)
def test_every_field_is_told(node: type) -> None:
    assert {field.name for field in fields(node)} - read_fields() - TOLD_OTHERWISE.keys() == set()


@pytest.mark.parametrize(
    ("name", "wanted"), [("Pawn", "a"), ("Elephant", "an"), ("Unicorn", "a"), ("S", "an"), ("U", "a"), ("+P", "a")]
)
def test_article(name: str, wanted: str) -> None:
    assert article(name) == f"{wanted} {name}"


def test_random_definitions_have_rules(tmp_path: Path) -> None:
    """Whatever can be written can be told."""
    for file in drawn_sheets(11, 40, tmp_path):
        told = sentences(resolve(file))
        assert all(sentence.endswith(".") and "{" not in sentence for sentence in told if "screen" not in sentence)


def test_every_option_of_an_end_is_told() -> None:
    tree = ast.parse(Path(ends.__file__ or "").read_text("utf-8"))
    told = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    schema = json.loads(files("hensoku.dsl").joinpath("schema.json").read_text("utf-8"))
    known = schema["$defs"]["ends"]["properties"].values()
    options = {key for end in known for choice in options_of(end) for key in choice["properties"]}
    assert {"reply", "goal", "points", "moves"} < options
    assert options - {"result"} - told == set()


def options_of(end: dict[str, Any]) -> list[dict[str, Any]]:
    return [choice for choice in end.get("anyOf", [end]) if "properties" in choice]


def test_every_topology_is_told() -> None:
    from hensoku.rulebook.board import _TOPOLOGIES

    assert set(_TOPOLOGIES) == set(TOPOLOGIES)


# ------------------------------------------------------------------------------------------------------------- command


def test_json(hensoku_command: Command) -> None:
    told = json.loads(hensoku_command("rules", "minishogi", "--json").out)
    (zone, *_) = told["rules"]["Promotion"]
    assert zone["text"].endswith("inside the farthest rank.")
    assert {(Path(place["file"]).name, type(place["line"])) for place in zone["places"]} >= {("minishogi.md", int)}


def test_profiles_say_what_they_change(hensoku_command: Command) -> None:
    told = json.loads(hensoku_command("rules", "shogi", "--json").out)
    assert [rule["text"] for rule in told["profiles"]["fairy-stockfish"]] == [
        "No longer: A Pawn may not be dropped to give mate.",
        "A player who gives mate by dropping a Pawn has lost.",
    ]
    under = hensoku_command("rules", "shogi", "--profile", "fairy-stockfish").out
    assert "A player who gives mate by dropping a Pawn has lost." in under
    assert "Profile" not in under


def test_show_pieces(hensoku_command: Command) -> None:
    said = hensoku_command("show", "sho-shogi", "--pieces").out
    (line,) = (line for line in said.splitlines() if " Drunk Elephant " in line)
    told = "E 酔 Drunk Elephant fsWF Crown Prince steps one square forward, sideways or diagonally"
    assert line.split() == told.split()
    rows = json.loads(hensoku_command("show", "sho-shogi", "--pieces", "--json").out)
    elephant = next(row for row in rows if row["letter"] == "E")
    assert elephant == {
        "letter": "E",
        "kanji": "酔",
        "name": "Drunk Elephant",
        "moves": "fsWF",
        "sentence": "steps one square forward, sideways or diagonally",
        "promotes": ["Crown Prince"],
    }
