"""Random definitions: the same for the same seed, read as they were written, and with everything of the language that
the compiler carries out among them. Nothing is compiled here."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import final

import pytest
from ir_choices import choices, made

from hensoku.compiler.fuzz.definitions import Drawn, draw_definition, read_draft
from hensoku.compiler.fuzz.dice import Dice
from hensoku.compiler.fuzz.rules import ENDS
from hensoku.compiler.fuzz.text import Draft, write_draft
from hensoku.compiler.fuzz.trial import dice_of
from hensoku.compiler.ir import types as ir
from hensoku.dsl.load import load_document, read_source
from hensoku.dsl.nodes import Mapping, Node, Scalar
from hensoku.dsl.schema import load_schema

MOST = 400


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


# ------------------------------------------------------------------------------------------------------------ features


@final
@dataclass
class Drawings:
    """The definitions of seed 0, drawn when they are first looked at."""

    folder: Path
    drawn: list[Drawn] = field(default_factory=list)

    def any(self, feature: Callable[[Drawn], object]) -> bool:
        """Whether one of the first `MOST` has a feature."""
        for number in range(MOST):
            if number == len(self.drawn):
                self.drawn.append(draw_definition(dice_of(0, number), self.folder))
            if feature(self.drawn[number]):
                return True
        return False


@pytest.fixture(scope="module")
def drawings(tmp_path_factory: pytest.TempPathFactory) -> Drawings:
    return Drawings(tmp_path_factory.mktemp("drawn"))


def sides(drawn: Drawn) -> tuple[int, int]:
    return drawn.module.board.files, drawn.module.board.ranks


def count(drawn: Drawn) -> int:
    """The pieces of a definition, their promoted faces not counted."""
    return len(drawn.draft["engine"]["pieces"])


def moves(drawn: Drawn) -> list[ir.Move]:
    return [move for piece in drawn.module.pieces for move in piece.moves]


def texts(drawn: Drawn) -> str:
    return " ".join(move.text for move in moves(drawn))


def legs(drawn: Drawn) -> list[ir.Leg]:
    return [leg for move in moves(drawn) for leg in move.legs]


def triggers(drawn: Drawn) -> list[ir.Trigger]:
    return [trigger for piece in drawn.module.pieces if piece.promotion for trigger in piece.promotion.triggers]


def drops(drawn: Drawn) -> list[ir.Drop]:
    return [piece.drop for piece in drawn.module.pieces if piece.drop]


def royals(drawn: Drawn) -> int:
    return sum(piece.royal for piece in drawn.module.pieces)


def royals_in_hand(drawn: Drawn) -> bool:
    hand = drawn.module.setups[0].hands[0]
    return any(count and drawn.module.pieces[kind].royal for kind, count in enumerate(hand))


def has_end(kind: str, drawn: Drawn) -> bool:
    return any(end.path == f"ends.{kind}" for end in drawn.module.ends)


FEATURES: dict[str, Callable[[Drawn], object]] = {
    "a side of 3": lambda d: 3 in sides(d),
    "a side of 16": lambda d: 16 in sides(d),
    "large board": lambda d: min(sides(d)) > 12,
    "grid": lambda d: d.module.board.topology == "grid",
    "cylinder": lambda d: d.module.board.topology == "cylinder",
    "torus": lambda d: d.module.board.topology == "torus",
    "holes": lambda d: len(d.module.board.squares) < d.module.board.files * d.module.board.ranks,
    "holes on a torus": lambda d: FEATURES["holes"](d) and FEATURES["torus"](d),
    "lines": lambda d: any(vector.name.startswith("line") for vector in d.module.board.vectors),
    "two pieces": lambda d: count(d) == 2,
    "twelve pieces": lambda d: count(d) == 12,
    "bracket chain": lambda d: "[" in texts(d),
    "coordinates": lambda d: "(" in texts(d),
    "chain of three legs": lambda d: any(len(move.legs) == 3 for move in moves(d)),
    "capture on the way": lambda d: any("enemy" in leg.lands for move in moves(d) for leg in move.legs[:-1]),
    "cannon": lambda d: any(leg.screens == (1, 1) and leg.beyond == "any" for leg in legs(d)),
    "grasshopper": lambda d: any(leg.beyond == "next" for leg in legs(d)),
    "any number of screens": lambda d: any(leg.screens == (1, -1) for leg in legs(d)),
    "a number of screens": lambda d: any(leg.screens == (1, 2) for leg in legs(d)),
    "skipping rider": lambda d: any(leg.skip > 1 for leg in legs(d)),
    "least range": lambda d: any(leg.least > 1 for leg in legs(d)),
    "moves by region": lambda d: any(move.where is not None for move in moves(d)),
    "several targets": lambda d: any(len(p.promotion.targets) > 1 for p in d.module.pieces if p.promotion),
    "promotion zone of its own for what declined": lambda d: len(triggers(d)) > len({t.zone for t in triggers(d)}) > 1,
    "demotion": lambda d: any(piece.promotion and piece.base != k for k, piece in enumerate(d.module.pieces)),
    "promoted royal": lambda d: any(piece.royal and piece.base != k for k, piece in enumerate(d.module.pieces)),
    "several faces dropped": lambda d: any(len(drop.faces) > 1 for drop in drops(d)),
    "promoted face in hand": lambda d: any(d.module.pieces[kind].base != kind for kind in d.module.hand_order),
    "no drops": lambda d: not drops(d),
    "file limit": lambda d: any(drop.file_limit for drop in drops(d)),
    "confined": lambda d: any(piece.within is not None for piece in d.module.pieces),
    "protected": lambda d: any(piece.uncapturable_by for piece in d.module.pieces),
    "captured as another": lambda d: any(p.hand not in (-1, p.base, k) for k, p in enumerate(d.module.pieces)),
    "no royals": lambda d: royals(d) == 0,
    "several royals": lambda d: royals(d) > 1,
    "several donors": lambda d: d.module.borrow is not None and len(d.module.borrow.vectors) > 1,
    "hands": lambda d: any(map(any, d.module.setups[0].hands)),
    "royals in hand": royals_in_hand,
    "royals in hand that forbid": lambda d: royals_in_hand(d) and d.module.royals.in_hand_forbids,
    "second setup": lambda d: len(d.module.setups) > 1,
    "protection": lambda d: any(rule.near for rule in d.module.protections),
    "protection of a piece's own": lambda d: any(not rule.excuses for rule in d.module.protections),
    "no counter-strikes": lambda d: d.module.counter_strike is not None,
    **{kind: partial(has_end, kind) for kind in ENDS},
}


@pytest.mark.parametrize("feature", FEATURES)
def test_every_feature_is_drawn(feature: str, drawings: Drawings) -> None:
    assert drawings.any(FEATURES[feature])


def test_every_choice_of_the_ir_is_drawn(drawings: Drawings) -> None:
    """A new rule with a flag or a word of its own asks for being drawn here, without a row for it."""
    no_rules = {("Module.lowering", "Lowering"), ("Module.evaluation", "Weight")}
    missing = choices(ir.Module) - no_rules

    def none_missing(drawn: Drawn) -> bool:
        missing.difference_update(made(drawn.module))
        return not missing

    assert drawings.any(none_missing), missing


NOT_DRAWN = {
    # key: why random definitions do without it
    "format": "says nothing yet",
    "extends": "merging is of the loader alone",
    "profiles": "merging is of the loader alone",
    "players": "names, for readers",
    "name": "for readers",
    "kanji": "for readers",
    "hands": "written in the setup",
    "enabled": "drops: none",
    "evaluation": "no rule: what the engine goes by",
}


def keys_of_the_schema() -> set[str]:
    """The keys under `engine` that the schema names, down to the options of each rule; none that is presentation."""
    schema = load_schema()
    waiting, found, seen = [schema["properties"]["engine"]], set[str](), list[object]()
    while waiting:
        node = waiting.pop()
        if node in seen or not isinstance(node, dict):
            continue
        seen.append(node)
        keys = node.get("properties", {})
        named = {key: keys[key] for key in keys if key not in NOT_DRAWN and "x-presentation" not in keys[key]}
        found |= named.keys()
        waiting += [*named.values(), *node.get("patternProperties", {}).values(), *node.get("anyOf", ())]
        waiting += [node.get("items"), node.get("additionalProperties")]
        waiting += [schema["$defs"][node["$ref"].rpartition("/")[2]]] if "$ref" in node else []
    return found


def keys_of(data: object) -> Iterator[str]:
    if isinstance(data, dict):
        yield from data
        yield from (key for value in data.values() for key in keys_of(value))
    elif isinstance(data, list):
        yield from (key for value in data for key in keys_of(value))


def test_every_key_of_the_language_is_drawn(drawings: Drawings) -> None:
    missing = keys_of_the_schema()

    def none_missing(drawn: Drawn) -> bool:
        missing.difference_update(keys_of(drawn.draft["engine"]))
        return not missing

    assert drawings.any(none_missing), missing


def test_dice_choose_in_order_and_by_weight() -> None:
    dice = Dice("weights")
    chosen = dice.some("abcdef", 3, 3)
    assert len(chosen) == 3
    assert chosen == sorted(chosen)
    assert {dice.weighted({"often": 1.0, "never": 0.0}) for _ in range(20)} == {"often"}
