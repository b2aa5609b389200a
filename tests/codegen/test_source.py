"""The text of generated modules: the same each time, readable, and safe from what a definition says."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from compiled import QUICK, Workshop
from hand_variants import minishogi

from hensoku.compiler.codegen import generate
from hensoku.compiler.codegen.names import mangle, module_name, note, numbered
from hensoku.compiler.ir.types import End, Module

GOLDEN = Path(__file__).with_name("golden")

HOSTILE = [
    "quotes \" and ' and \"\"\" and '''",
    "braces {0} {name} %s %(x)s ${HOME}",
    "lines\nimport os\r\nraise SystemExit\u2028raise\x0braise",
    "class",
    "None",
    "歩兵",
    "# cython: profile=True",
    "back\\slash \\n \\",
    '*/ #error "x" /*',
    "",
    "0",
]


def hostile(text: str) -> Module:
    made = minishogi()
    pieces = tuple(
        replace(
            piece,
            id=f"{text}{kind}",
            name=text,
            kanji=text,
            line=text,
            moves=tuple(replace(move, text=text, line=text) for move in piece.moves),
        )
        for kind, piece in enumerate(made.pieces)
    )
    vectors = tuple(replace(vector, name=f"{text}{i}") for i, vector in enumerate(made.board.vectors))
    return replace(
        made,
        slug=text,
        title=text,
        profile=text,
        players=(text, text),
        pieces=pieces,
        board=replace(made.board, topology=text, vectors=vectors),
        setups=tuple(replace(setup, name=text) for setup in made.setups),
        ends=(End("checkmate", "loss", text, text), End("royal-captured", "loss", text, text)),
    )


def test_the_same_module_gives_the_same_text() -> None:
    assert generate(minishogi(), QUICK).source == generate(minishogi(), QUICK).source


def test_minishogi_reads_as_it_did(request: pytest.FixtureRequest) -> None:
    source = _without_data(generate(minishogi(), QUICK, digest="golden").source)
    file = GOLDEN / "minishogi.pyx"
    if request.config.getoption("--update-golden", default=False):
        file.parent.mkdir(exist_ok=True)
        file.write_text(source, "utf-8")
    assert source == file.read_text("utf-8")


def _without_data(source: str) -> str:
    return "".join(line for line in source.splitlines(keepends=True) if not line.startswith("DATA = "))


def test_all_hostile_texts_at_once_compile_and_do_nothing(workshop: Workshop) -> None:
    text = " ".join(HOSTILE)
    built = workshop.module(hostile(text))
    assert built.DATA["title"] == text
    assert [piece["name"] for piece in built.DATA["pieces"]] == [text] * len(minishogi().pieces)
    assert built.Core().perft(3) == 2512


@pytest.mark.parametrize("text", HOSTILE)
def test_text_of_a_definition_enters_only_as_comments_names_and_data(text: str) -> None:
    assert _code_of(hostile(text)) == _code_of(hostile("plain"))


def _code_of(module: Module) -> list[str]:
    """The generated lines without comments, with every made name blanked and without the data."""
    lines = _without_data(generate(module, QUICK).source).split("\n")
    code = (line for line in lines if not line.lstrip().startswith("# from "))
    return [re.sub(r"\b[a-z0-9_]+_moves_(?=[01]\b)|(?<=_)[a-z]*\d*\b", "", _blank_tables(line)) for line in code]


def _blank_tables(line: str) -> str:
    return re.sub(r"\b(STEP|REACH|PATH|BACK)_\w+", r"\1", line)


NAMES = [
    ("Dragon King", 3, "dragon_king_3"),
    ("歩", 0, "x_0"),
    ("class", 1, "class_1"),
    ("+R", 2, "pr_2"),
    ('"); import os', 4, "import_os_4"),
    ("9", 5, "n9_5"),
]


@pytest.mark.parametrize(("text", "number", "name"), NAMES)
def test_names(text: str, number: int, name: str) -> None:
    assert numbered(text, number) == name
    assert name.isidentifier()


@pytest.mark.parametrize("text", HOSTILE)
def test_mangled_text_is_part_of_an_identifier(text: str) -> None:
    assert f"x{mangle(text)}".isidentifier()
    assert module_name(text, "abc").isidentifier()
    assert note(text).isprintable()


def test_the_line_map_names_the_definition() -> None:
    made = minishogi()
    pieces = tuple(replace(piece, line=f"mini.md:{kind + 10}") for kind, piece in enumerate(made.pieces))
    generated = generate(replace(made, pieces=pieces), QUICK)
    lines = generated.source.split("\n")
    assert generated.line_map
    for line, place in generated.line_map:
        assert f"# from {place}" in lines[line - 1]
