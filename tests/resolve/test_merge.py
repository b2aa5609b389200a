"""What a child makes of its parent's rules, key by key. Each case is read off docs/semantics.md, "Inheritance"."""

from __future__ import annotations

import pytest
import yaml

from hensoku.compiler.resolve.merge import merge_engines, merge_profile, without_nulls
from hensoku.dsl.nodes import Mapping, Node, Scalar
from hensoku.dsl.source import Source
from hensoku.dsl.yaml import read_yaml


def tree(text: str, path: str = "x.yaml") -> Mapping:
    node, findings = read_yaml(Source(path, text), 0, len(text))
    assert isinstance(node, Mapping)
    assert findings == []
    return node


def plain(node: Node) -> object:
    match node:
        case Scalar():
            return node.value
        case Mapping():
            return {entry.key.text: plain(entry.value) for entry in node.entries}
    return [plain(item) for item in node.items]


PLAIN = [
    ("a scalar replaces", "{pass: true, paths: true}", "{pass: false}", "{pass: false, paths: true}"),
    (
        "a mapping merges",
        "{royals: {check: ignored}}",
        "{royals: {lost_when: all}}",
        "{royals: {check: ignored, lost_when: all}}",
    ),
    (
        "at any depth",
        "{drops: {mate: {P: loses, L: loses}}}",
        "{drops: {mate: {P: illegal}}}",
        "{drops: {mate: {P: illegal, L: loses}}}",
    ),
    ("a list replaces", "{players: [a, b]}", "{players: [c, d]}", "{players: [c, d]}"),
    (
        "a scalar takes a mapping's place",
        "{drops: {stuck: {P: illegal}}}",
        "{drops: {stuck: allowed}}",
        "{drops: {stuck: allowed}}",
    ),
    (
        "a mapping takes a scalar's place",
        "{drops: {stuck: illegal}}",
        "{drops: {stuck: {P: allowed}}}",
        "{drops: {stuck: {P: allowed}}}",
    ),
    (
        "null removes a value",
        "{drops: {file_limit: {P: 1, L: 2}}}",
        "{drops: {file_limit: {P: null}}}",
        "{drops: {file_limit: {L: 2}}}",
    ),
    ("null removes a group", "{borrow: {from: bW}, pass: true}", "{borrow: null}", "{pass: true}"),
    ("null of what is not there", "{pass: true}", "{borrow: null}", "{pass: true}"),
    (
        "new keys come last",
        "{pieces: {B: {moves: B}, A: {moves: A}}}",
        "{pieces: {C: {moves: C}, B: {rank: 1}}}",
        "{pieces: {B: {moves: B, rank: 1}, A: {moves: A}, C: {moves: C}}}",
    ),
    ("drops: none", "{drops: {stuck: allowed}}", "{drops: none}", "{drops: {stuck: allowed, enabled: false}}"),
    ("drops again", "{drops: none}", "{drops: {enabled: true}}", "{drops: {enabled: true}}"),
]

PIECES = [
    (
        "a new name replaces whole",
        "{P: {name: Pawn, moves: fW, promotes: {moves: W}}}",
        "{P: {name: Foot}}",
        "{P: {name: Foot}}",
    ),
    (
        "new moves replace whole",
        "{P: {name: Pawn, moves: fW, promotes: {moves: W}}}",
        "{P: {moves: fsW}}",
        "{P: {moves: fsW}}",
    ),
    (
        "other keys are added",
        "{P: {name: Pawn, moves: fW}}",
        "{P: {kanji: 歩, rank: 2}}",
        "{P: {name: Pawn, moves: fW, kanji: 歩, rank: 2}}",
    ),
    (
        "a face with a new name or moves replaces whole",
        "{P: {moves: fW, promotes: {name: Tokin, moves: W}}}",
        "{P: {promotes: {moves: K}}}",
        "{P: {moves: fW, promotes: {moves: K}}}",
    ),
    (
        "or one that becomes a piece",
        "{P: {moves: fW, promotes: {name: Tokin, moves: W}}}",
        "{P: {promotes: {becomes: G}}}",
        "{P: {moves: fW, promotes: {becomes: G}}}",
    ),
    (
        "others are added to a face",
        "{P: {moves: fW, promotes: {name: Tokin, moves: W}}}",
        "{P: {promotes: {royal: true}}}",
        "{P: {moves: fW, promotes: {name: Tokin, moves: W, royal: true}}}",
    ),
    ("no face any more", "{P: {moves: fW, promotes: {moves: W}}}", "{P: {promotes: null}}", "{P: {moves: fW}}"),
    ("null removes", "{P: {moves: fW}, N: {moves: ffN}}", "{N: null}", "{P: {moves: fW}}"),
]

STARTS = [
    (
        "setups stay with their start",
        "{setup: a, setups: {x: b}}",
        "{setups: {y: c}}",
        "{setup: a, setups: {x: b, y: c}}",
    ),
    (
        "a new start has its own",
        "{setup: a, setups: {x: b}, hands: P}",
        "{setup: c, setups: {y: d}}",
        "{setup: c, setups: {y: d}}",
    ),
    ("or none", "{setup: a, setups: {x: b}, hands: P}", "{setup: c}", "{setup: c}"),
]

PROFILES = [
    ("not inherited", "{profiles: {x: {pass: true}}}", "{paths: true}", "{paths: true}"),
    (
        "inherited by name",
        "{profiles: {x: {pass: true}, y: {pass: true}}}",
        "{profiles: {x: {}}}",
        "{profiles: {x: {pass: true}}}",
    ),
    (
        "and added to",
        "{profiles: {x: {pass: true}}}",
        "{profiles: {x: {paths: true}}}",
        "{profiles: {x: {pass: true, paths: true}}}",
    ),
    ("a new one", "{profiles: {x: {pass: true}}}", "{profiles: {z: {pass: true}}}", "{profiles: {z: {pass: true}}}"),
]


@pytest.mark.parametrize(
    ("parent", "child", "merged"),
    [
        *(pytest.param(*texts, id=title) for title, *texts in (*PLAIN, *STARTS, *PROFILES)),
        *(pytest.param(*(f"{{pieces: {text}}}" for text in texts), id=title) for title, *texts in PIECES),
    ],
)
def test_child_over_parent(parent: str, child: str, merged: str) -> None:
    found = plain(without_nulls(merge_engines(tree(parent), tree(child))))
    expected = yaml.safe_load(merged)
    assert found == expected
    assert _order(found) == _order(expected)


def test_a_profile_keeps_named_setups_and_profiles() -> None:
    engine = tree("{setup: a, setups: {x: b}, profiles: {p: {pass: true}}, drops: none}")
    merged = merge_profile(engine, tree("{pass: true}"))
    assert plain(merged) == {
        "setup": "a",
        "setups": {"x": "b"},
        "profiles": {"p": {"pass": True}},
        "drops": "none",
        "pass": True,
    }


def test_a_profile_with_another_start_has_no_named_setups() -> None:
    assert plain(merge_profile(tree("{setup: a, setups: {x: b}}"), tree("{setup: c}"))) == {"setup": "c"}


def test_every_value_keeps_its_place() -> None:
    parent = tree("drops:\n  mate: {P: illegal}\n  stuck: illegal\n", "parent.yaml")
    child = tree("# a child\ndrops: {stuck: allowed}\n", "child.yaml")
    drops = merge_engines(parent, child).get("drops")
    assert isinstance(drops, Mapping)
    places = {}
    for entry in drops.entries:
        leaf = entry.value.entries[0].value if isinstance(entry.value, Mapping) else entry.value
        places[entry.key.text] = str(leaf.span)
    assert places == {"mate": "parent.yaml:2:13", "stuck": "child.yaml:2:16"}


def test_drops_none_stands_where_it_was_written() -> None:
    drops = merge_engines(tree("{}"), tree("pass: true\ndrops: none\n")).get("drops")
    assert isinstance(drops, Mapping)
    enabled = drops.get("enabled")
    assert isinstance(enabled, Scalar)
    assert (enabled.span.text, str(enabled.part(0, 5))) == ("none", "x.yaml:2:8")


def _order(value: object) -> object:
    return [(key, _order(inner)) for key, inner in value.items()] if isinstance(value, dict) else None
