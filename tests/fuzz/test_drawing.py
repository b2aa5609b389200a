"""Random definitions: the same for the same seed, read as they were written, and with everything of the language that
the compiler carries out among them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from hensoku.compiler.fuzz.definitions import draw_definition, read_draft
from hensoku.compiler.fuzz.dice import Dice
from hensoku.compiler.fuzz.rules import ENDS
from hensoku.compiler.fuzz.text import Draft, write_draft
from hensoku.compiler.fuzz.trial import dice_of
from hensoku.compiler.ir import types as ir
from hensoku.dsl.load import load_document, read_source
from hensoku.dsl.nodes import Mapping, Node, Scalar

SAMPLE = 120


def plain(node: Node) -> object:
    if isinstance(node, Scalar):
        return node.value
    if isinstance(node, Mapping):
        return {entry.key.text: plain(entry.value) for entry in node.entries}
    return [plain(item) for item in node.items]


def test_a_draft_is_read_as_it_was_written(tmp_path: Path) -> None:
    for number in range(20):
        draft = draw_definition(dice_of(3, number), tmp_path).draft
        file = tmp_path / "draft.yaml"
        file.write_text(write_draft(draft), "utf-8")
        document, findings = load_document(read_source(file))
        assert findings == []
        assert document is not None
        assert plain(document.tree) == draft


def test_text_is_quoted_where_yaml_would_read_something_else(tmp_path: Path) -> None:
    draft: Draft = {
        "title": "on: {a, b}",
        "slug": "1",
        "engine": {"sets": {"big ones": "no", "X'": "~"}, "paths": True},
    }
    file = tmp_path / "odd.yaml"
    file.write_text(write_draft(draft), "utf-8")
    document, _ = load_document(read_source(file))
    assert document is not None
    assert plain(document.tree) == draft


def test_the_same_seed_and_number_give_the_same_definition(tmp_path: Path) -> None:
    first, again = (draw_definition(dice_of(1, 7), tmp_path) for _ in range(2))
    other = draw_definition(dice_of(1, 8), tmp_path)
    assert first == again
    assert first.draft != other.draft
    assert read_draft(first.draft, tmp_path) == first.module


@pytest.fixture(scope="module")
def modules(tmp_path_factory: pytest.TempPathFactory) -> list[ir.Module]:
    folder = tmp_path_factory.mktemp("drawn")
    return [draw_definition(dice_of(0, number), folder).module for number in range(SAMPLE)]


def moves(module: ir.Module) -> list[ir.Move]:
    return [move for piece in module.pieces for move in piece.moves]


def promotions(module: ir.Module) -> list[ir.Promotion]:
    return [piece.promotion for piece in module.pieces if piece.promotion]


def drops(module: ir.Module) -> list[ir.Drop]:
    return [piece.drop for piece in module.pieces if piece.drop]


def has_end(kind: str, module: ir.Module) -> bool:
    return any(end.path == f"ends.{kind}" for end in module.ends)


FEATURES: dict[str, Callable[[ir.Module], object]] = {
    "large board": lambda module: len(module.board.squares) > 144,
    "small board": lambda module: len(module.board.squares) < 16,
    "holes": lambda module: len(module.board.squares) < module.board.files * module.board.ranks,
    "lines": lambda module: any(vector.name.startswith("line") for vector in module.board.vectors),
    "cylinder": lambda module: module.board.topology == "cylinder",
    "torus": lambda module: module.board.topology == "torus",
    "many faces": lambda module: len(module.pieces) > 12,
    "chain": lambda module: any(len(move.legs) > 2 for move in moves(module)),
    "cannon": lambda module: any(move.legs[0].screens == (1, 1) for move in moves(module)),
    "lame leap": lambda module: any(move.legs[0].gate == "empty" for move in moves(module)),
    "must jump": lambda module: any(move.legs[0].gate == "occupied" for move in moves(module)),
    "unmoved": lambda module: any(move.initial for move in moves(module)),
    "pass": lambda module: any(move.passes for move in moves(module)),
    "condition on kinds": lambda module: any(isinstance(t, ir.KindTest) for m in moves(module) for t in m.tests),
    "condition on ranks": lambda module: any(isinstance(t, ir.RankTest) for m in moves(module) for t in m.tests),
    "moves by region": lambda module: any(move.where is not None for move in moves(module)),
    "several targets": lambda module: any(len(promotion.targets) > 1 for promotion in promotions(module)),
    "forced promotion": lambda module: any(promotion.forced == "always" for promotion in promotions(module)),
    "on capture": lambda module: any(t.capture for p in promotions(module) for t in p.triggers),
    "demotion": lambda module: any(piece.promotion and piece.base != k for k, piece in enumerate(module.pieces)),
    "several faces dropped": lambda module: any(len(drop.faces) > 1 for drop in drops(module)),
    "promoted face in hand": lambda module: any(module.pieces[kind].base != kind for kind in module.hand_order),
    "file limit": lambda module: any(drop.file_limit for drop in drops(module)),
    "file limit on moves": lambda module: any(drop.file_limit and drop.file_limit.moves for drop in drops(module)),
    "no mate by drop": lambda module: any(drop.mate == "illegal" for drop in drops(module)),
    "no check by drop": lambda module: any(drop.check == "illegal" for drop in drops(module)),
    "confined": lambda module: any(piece.within is not None for piece in module.pieces),
    "protected": lambda module: any(piece.uncapturable_by for piece in module.pieces),
    "captured as another": lambda module: any(p.hand not in (-1, p.base, k) for k, p in enumerate(module.pieces)),
    "borrow": lambda module: module.borrow is not None,
    "no royals": lambda module: not any(piece.royal for piece in module.pieces),
    "last royal": lambda module: module.royals.lost_when == "all",
    "check ignored": lambda module: module.royals.check == "ignored",
    "repetition": lambda module: module.repetition is not None,
    "repetition forbidden": lambda module: module.repetition is not None and module.repetition.result == "illegal",
    "paths": lambda module: module.paths,
    "gote begins": lambda module: module.setups[0].turn == 1,
    "hands": lambda module: any(map(any, module.setups[0].hands)),
    **{kind: partial(has_end, kind) for kind in ENDS},
}


@pytest.mark.parametrize("feature", FEATURES)
def test_every_feature_is_drawn(feature: str, modules: list[ir.Module]) -> None:
    assert any(FEATURES[feature](module) for module in modules)


def test_dice_choose_in_order_and_by_weight() -> None:
    dice = Dice("weights")
    chosen = dice.some("abcdef", 3, 3)
    assert len(chosen) == 3
    assert chosen == sorted(chosen)
    assert {dice.weighted({"often": 1.0, "never": 0.0}) for _ in range(20)} == {"often"}
