"""Keys and types: each fault at the smallest place, in our own words; and the schema as the one list of keys."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest
from dsl_texts import load, places
from jsonschema import Draft202012Validator

from hensoku.dsl import structure
from hensoku.dsl.findings import Severity
from hensoku.dsl.schema import load_schema
from hensoku.dsl.structure import validate

ENGINE = "engine:\n  "

# Text, code, line, column, message, help ("" is none).
BAD = [
    ("titel: x", "HS101", 1, 1, "unknown key 'titel' in the definition", "did you mean 'title'?"),
    (ENGINE + "drop: none", "HS101", 2, 3, "unknown key 'drop' in 'engine'", "did you mean 'drops'?"),
    (ENGINE + "drops: {Stuck: allowed}", "HS101", 2, 11, "unknown key 'Stuck' in 'drops'", "did you mean 'stuck'?"),
    (ENGINE + "pieces: {P: {move: W}}", "HS101", 2, 16, "unknown key 'move' in 'P'", "did you mean 'moves'?"),
    ("zzz: 1", "HS101", 1, 1, "unknown key 'zzz' in the definition", "known here: title, slug, "),
    (ENGINE + "pieces: {p: {}}", "HS109", 2, 12, "the key of a piece is written in upper case, not 'p'", "write 'P'"),
    (ENGINE + 'pieces: {"+P": {}}', "HS101", 2, 12, "unknown key '+P' in 'pieces'", "the key of a piece is a letter"),
    (ENGINE + "profiles: {a: {profiles: {}}}", "HS101", 2, 18, "unknown key 'profiles' in 'a'", "it stands in"),
    ("title: 1998", "HS102", 1, 8, "'title' must be text, not 1998", 'if it is text, quote this string: "1998"'),
    ("title: {a: b}", "HS102", 1, 8, "'title' must be text, not a mapping", ""),
    ("engine: 3", "HS102", 1, 9, "'engine' must be the rules of the game, not 3", ""),
    (
        ENGINE + 'topology: {cols: "9"}',
        "HS102",
        2,
        20,
        "'cols' must be a number of files from 1 to 36, not '9'",
        "",
    ),
    (
        ENGINE + "promotion: {zone: 3}",
        "HS102",
        2,
        21,
        "'zone' must be a region such as far 3 or a mapping of piece sets to regions, not 3",
        'if it is text, quote this string: "3"',
    ),
    (ENGINE + "pieces: {P: {royal: yes}}", "HS102", 2, 23, "'royal' must be true or false, not 'yes'", "write true"),
    (ENGINE + "paths: off", "HS102", 2, 10, "'paths' must be true or false, not 'off'", "write false"),
    (ENGINE + "drops: false", "HS102", 2, 10, "'drops' must be `none` or a mapping, not false", "write none"),
    (
        ENGINE + "topology: cylinder",
        "HS102",
        2,
        13,
        "'topology' must be a mapping with the size of the board, not 'cylinder'",
        "such as {type: grid, rows: 9",
    ),
    (
        ENGINE + "ends: {try: win}",
        "HS102",
        2,
        15,
        "'try' must be a mapping with the terms of the end, not 'win'",
        "such as {pieces: royal, goal: far 1",
    ),
    (
        ENGINE + "drops: {file_limit: 1}",
        "HS102",
        2,
        23,
        "'file_limit' must be a mapping of piece sets to numbers, not 1",
        "such as {P: 1}",
    ),
    (
        ENGINE + "royals: {lost_when all}",
        "HS101",
        2,
        12,
        "unknown key 'lost_when all' in 'royals'",
        "write `lost_when: all`",
    ),
    (
        ENGINE + "royals: {lost_when:all}",
        "HS101",
        2,
        12,
        "unknown key 'lost_when:all' in 'royals'",
        "write `lost_when: all`",
    ),
    (ENGINE + "engine: {paths: true}", "HS101", 2, 3, "unknown key 'engine' in 'engine'", "what stands here is"),
    (
        ENGINE + "topology: {type: torsu}",
        "HS103",
        2,
        20,
        "'type' must be one of grid, cylinder, torus, not 'torsu'",
        "did you mean 'torus'?",
    ),
    (
        ENGINE + "drops: nonne",
        "HS103",
        2,
        10,
        "'drops' must be `none` or a mapping, not 'nonne'",
        "did you mean 'none'?",
    ),
    (
        ENGINE + "drops: {mate: {P: lost}}",
        "HS103",
        2,
        21,
        "'P' must be one of allowed, illegal, loses, not 'lost'",
        "did you mean 'loses'?",
    ),
    (
        ENGINE + "promotion: {when: [enter, leve]}",
        "HS103",
        2,
        29,
        "item 2 of 'when' must be one of enter, leave, within, capture, quiet, not 'leve'",
        "did you mean 'leave'?",
    ),
    (ENGINE + "format: 2", "HS103", 2, 11, "'format' must be the version of the language, 1, not 2", ""),
    (
        ENGINE + "topology: {rows: 10000, cols: 10000}",
        "HS104",
        2,
        20,
        "'rows' must be a number of ranks from 1 to 36, not 10000",
        "",
    ),
    ("board: nine", "HS105", 1, 8, "'board' must be a size such as \"9×9\", not 'nine'", ""),
    ("slug: My Game", "HS105", 1, 7, "'slug' must be a name in small letters, digits and hyphens, not 'My Game'", ""),
    ('slug: "game\\n"', "HS105", 1, 7, "'slug' must be a name in small letters, digits and hyphens, not 'game\\n'", ""),
    (ENGINE + 'players: ["a\\n", b]', "HS105", 2, 13, "item 1 of 'players' must be a name, not 'a\\n'", ""),
    (
        ENGINE + 'pieces: {"P\\n": {}}',
        "HS101",
        2,
        12,
        "unknown key 'P\\n' in 'pieces'",
        "the key of a piece is a letter",
    ),
    (
        ENGINE + "regions: {my place: 5e}",
        "HS105",
        2,
        13,
        "a key of 'regions' must be a name in letters, digits and _, not 'my place'",
        "",
    ),
    (ENGINE + "pieces: {P: {moves: [{in: far 1}]}}", "HS106", 2, 24, "item 1 of 'moves' needs the key 'moves'", ""),
    (ENGINE + "players: [sente]", "HS107", 2, 12, "'players' must be a list of two names, not a list of 1", ""),
    (ENGINE + "players: [a, a]", "HS107", 2, 12, "'players' must be a list of two names, not the same one twice", ""),
]


@pytest.mark.parametrize(("text", "code", "line", "column", "message", "help_"), BAD, ids=[row[0] for row in BAD])
def test_bad_structure(text: str, code: str, line: int, column: int, message: str, help_: str) -> None:
    tree, findings = load(text)
    assert tree is not None
    assert findings == []
    found = validate(tree)
    assert places(found)[:1] == [(code, line, column)]
    assert found[0].message == message
    assert (found[0].help or "").startswith(help_) if help_ else found[0].help is None


def test_all_faults_in_the_order_of_the_text() -> None:
    tree, _ = load("titel: x\nslug: A\nengine:\n  topology: {rows: 0, kols: 3}\n  drops: [x, y]\n")
    assert tree is not None
    assert [finding.code for finding in validate(tree)] == ["HS101", "HS105", "HS104", "HS101", "HS102"]


def test_presentation_is_passed_over_with_a_note() -> None:
    text = "playable: true\nengine:\n  surface: {a: {b: 1}}\n  plugins: {x: 1}\n  pieces: {fenMap: {a: b}}\n"
    tree, _ = load(text)
    assert tree is not None
    found = validate(tree)
    assert [(finding.code, finding.severity, finding.span.text) for finding in found] == [
        ("HS150", Severity.NOTE, key) for key in ("playable", "surface", "plugins", "fenMap")
    ]


def test_deprecated_key_warns_and_can_be_mended(monkeypatch: pytest.MonkeyPatch) -> None:
    changed = copy.deepcopy(load_schema())
    changed["properties"]["author"] = {"deprecated": True, "x-replaced-by": "designer", "type": "string"}
    monkeypatch.setattr(structure, "load_schema", lambda: changed)
    monkeypatch.setattr(structure, "validator", lambda: Draft202012Validator(changed))
    tree, _ = load("author: x")
    assert tree is not None
    (found,) = validate(tree)
    assert (found.code, found.severity, found.span.text) == ("HS151", Severity.WARNING, "author")
    assert [(fix.span.text, fix.replacement, fix.safe) for fix in found.fixes] == [("author", "designer", True)]


GOOD = [
    'board: "9×9"\nplayers: 2',
    "board: 9x9\nplayers: '2'",
    "order: 5\nyear: 16th century",
    ENGINE + "drops: none\n  repetition: none\n  borrow: none\n  trade: none",
    ENGINE + "drops: {file_limit: {P: null, L: 2, N: {count: 1, moves: true}, S: none}}",
    ENGINE + "promotion: {zone: {all: far 3, P: far 1}, when: enter, forced: {P L: always}, mode: every_move}",
    ENGINE + "pieces: {P: null, AB: {moves: none}, X': {moves: [{in: near 5, moves: fW}, {moves: W}]}, L!: {moves: K}}",
    ENGINE + "pieces: {P: {promotes: [{moves: W}, {becomes: G, letter: X}], demotes: true, captured: removed}}",
    ENGINE + "ends: {checkmate: loss, stalemate: {result: draw}, bare_king: loss, check_count: {count: 3}}",
    ENGINE + "profiles: {fairy-stockfish: {drops: {mate: {P: loses}}}, lishogi: {}, other: null}",
]


@pytest.mark.parametrize("text", GOOD)
def test_good_structure(text: str) -> None:
    tree, _ = load(text)
    assert tree is not None
    assert validate(tree) == []


# --------------------------------------------------------------------------------------------------------- the schema


def properties() -> Iterator[tuple[str, dict[str, Any]]]:
    """Every property that the schema describes, with its path."""

    def walk(schema: Any, path: str) -> Iterator[tuple[str, dict[str, Any]]]:
        if isinstance(schema, dict):
            for key, value in schema.get("properties", {}).items():
                if value != {"not": {}}:
                    yield f"{path}/{key}", value
            for key, value in schema.items():
                yield from walk(value, f"{path}/{key}")
        elif isinstance(schema, list):
            for index, value in enumerate(schema):
                yield from walk(value, f"{path}/{index}")

    return walk(load_schema(), "")


PROPERTIES = dict(properties())


def test_schema_is_a_schema() -> None:
    Draft202012Validator.check_schema(load_schema())


@pytest.mark.parametrize("path", PROPERTIES)
def test_every_key_is_described(path: str) -> None:
    described = PROPERTIES[path]
    target = load_schema()["$defs"].get(described.get("$ref", "").rpartition("/")[2], {})
    assert any("description" in each or "title" in each for each in (described, target)), path


@pytest.mark.parametrize("path", [path for path in PROPERTIES if "x-presentation" not in PROPERTIES[path]])
def test_every_key_can_be_removed(path: str) -> None:
    """`null` removes what was inherited; only the count of a file limit must be there."""
    schema = {**PROPERTIES[path], "$defs": load_schema()["$defs"]}
    assert Draft202012Validator(schema).is_valid(None) == (not path.endswith("/count") or "check_count" in path)


def examples() -> Iterator[tuple[str, Any, dict[str, Any]]]:
    for path, described in PROPERTIES.items():
        for example in [*described.get("examples", ()), *([described["default"]] if "default" in described else ())]:
            yield path, example, described


@pytest.mark.parametrize(("path", "example", "described"), list(examples()))
def test_examples_and_defaults_are_valid(path: str, example: Any, described: dict[str, Any]) -> None:
    assert Draft202012Validator({**described, "$defs": load_schema()["$defs"]}).is_valid(example), path


YAML_1_1_BOOLEANS = {"y", "n", "yes", "no", "on", "off", "true", "false", "null"}


def test_no_key_or_word_is_a_boolean_to_older_yaml() -> None:
    words = {path.rpartition("/")[2] for path in PROPERTIES}
    words |= {word for _, schema in PROPERTIES.items() for word in schema.get("enum", ()) if isinstance(word, str)}
    assert words & YAML_1_1_BOOLEANS == set()
