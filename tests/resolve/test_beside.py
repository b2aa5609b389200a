"""The file of numbers beside a definition: who reads it, what it may hold; the definition says the last word."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from hensoku.compiler.evaluation import Evaluation, evaluate
from hensoku.compiler.ir.text import parse_module, print_module
from hensoku.compiler.resolve import Resolved, resolve
from hensoku.dsl.findings import DefinitionError

SHEET = "---\ntitle: Mine\nparent: minishogi\n{engine}---\n"
SAYS = "engine:\n  evaluation: {price: {all: 300, P: 50}, tempo: 7}\n"
SQUARES = "engine:\n  evaluation: {square: {K: {rank e: 5}}}\n"
FILE = "price: {P: 111, B: 222, +R: 888}\nhand: {G: 99}\ntempo: 5\n"


def mine(folder: Path, numbers: str | None = FILE, engine: str = "") -> str:
    path = folder / "mine.md"
    path.write_text(SHEET.format(engine=engine), "utf-8")
    if numbers is not None:
        (folder / "mine.evaluation.yaml").write_text(numbers, "utf-8")
    return str(path)


def told(numbers: Evaluation) -> Mapping[str, int]:
    faces = numbers.faces
    return {"P": faces["P"].price, "B": faces["B"].price, "+R": faces["+R"].price, "tempo": numbers.tempo}


def own() -> Mapping[str, int]:
    return told(evaluate(resolve("minishogi", evaluation="none").module))


# what the definition says, the file beside it, and the numbers that are not those worked out
READ = [
    ("nothing, and no file", "", None, {}),
    ("nothing", "", FILE, {"P": 111, "B": 222, "+R": 888, "tempo": 5}),
    ("numbers of its own, and no file", SAYS, None, {"P": 50, "B": 300, "tempo": 7}),
    ("numbers of its own, `all` among them", SAYS, FILE, {"P": 50, "B": 300, "+R": 888, "tempo": 7}),
    ("a number and none", "engine:\n  evaluation: {price: {P: 60, B: null}}\n", FILE, {"P": 60, "+R": 888, "tempo": 5}),
]


@pytest.mark.parametrize(("_case", "engine", "file", "expected"), READ)
def test_what_is_read(_case: str, engine: str, file: str | None, expected: dict[str, int], tmp_path: Path) -> None:
    assert told(evaluate(resolve(mine(tmp_path, file, engine)).module)) == {**own(), **expected}


def test_another_file_and_none(tmp_path: Path) -> None:
    path, other = mine(tmp_path), tmp_path / "other.yaml"
    other.write_text("tempo: 77\n", "utf-8")
    assert told(evaluate(resolve(path, evaluation=str(other)).module)) == {**own(), "tempo": 77}
    assert told(evaluate(resolve(path, evaluation="none").module)) == own()


def files(resolved: Resolved) -> list[str]:
    return [file.name for file in resolved.files]


def test_it_is_one_of_the_files_but_not_of_a_child(tmp_path: Path) -> None:
    mine(tmp_path)
    child = tmp_path / "child.md"
    child.write_text("---\ntitle: Child\nparent: mine\n---\n", "utf-8")
    assert files(resolve(str(tmp_path / "mine.md")))[-1] == "mine.evaluation.yaml"
    resolved = resolve(str(child))
    assert told(evaluate(resolved.module)) == own()
    assert "mine.evaluation.yaml" not in files(resolved)


def test_regions_of_the_file_and_of_the_definition(tmp_path: Path) -> None:
    """One region of a piece has one number, the definition's; others are there as well."""
    path = mine(tmp_path, "square: {K: {rank e: 20, file 1: 3}, P: {rank b: 8}}\n", SQUARES)
    module = resolve(path).module
    assert parse_module(print_module(module)) == module
    names = [square.name for square in module.board.squares]
    king, pawn = (evaluate(module).faces[piece].squares for piece in "KP")
    assert [king[names.index(name)] for name in ("1e", "5e", "1d")] == [8, 5, 3]
    assert [pawn[names.index(name)] for name in ("3b", "3c")] == [8, 0]


def test_moves_are_the_same(tmp_path: Path) -> None:
    """What is built for making moves does not ask for it."""
    from hensoku.compiler.build.driver import plan

    path = mine(tmp_path)
    jobs = [plan(resolve(path, evaluation=evaluation).module) for evaluation in (None, "none")]
    assert jobs[0].digest == jobs[1].digest


# what stands in the file, the code, what is marked, words of the message
WRONG = [
    ("prise: {P: 1}\n", "HS101", "prise", "prise"),
    ("price: {P: 100000}\n", "HS104", "100000", "a number from 0 to 9999"),
    ("square: {K: {rank z: 5}}\n", "HS409", "z", ""),
    ("square: {K: {rank a: 5000}}\n", "HS104", "5000", "a number from -999 to 999"),
    ("- 1\n", "HS024", "", "list"),
    ("price: {P: 1\n", None, None, ""),
]


@pytest.mark.parametrize(("text", "code", "marked", "words"), WRONG)
def test_what_is_wrong_is_found(text: str, code: str | None, marked: str | None, words: str, tmp_path: Path) -> None:
    with pytest.raises(DefinitionError) as raised:
        resolve(mine(tmp_path, text))
    found = raised.value.findings[0]
    assert Path(found.span.source.path).name == "mine.evaluation.yaml"
    assert (found.code if code else None, found.span.text if code else None) == (code, marked)
    assert words in found.message


def test_a_piece_that_is_not_there(tmp_path: Path) -> None:
    """As in what is inherited: a profile may be without it."""
    findings = resolve(mine(tmp_path, "price: {Z: 100, P: 5}\n")).findings
    assert [(finding.code, finding.span.text) for finding in findings] == [("HS441", "Z")]


def test_a_removed_piece_is_passed_over(tmp_path: Path) -> None:
    mine(tmp_path, None, "engine:\n  evaluation: {price: {S: 200}}\n")
    child = tmp_path / "child.md"
    setup = '"rb1gk/4p/5/P4/KG1BR"'
    child.write_text(f"---\ntitle: C\nparent: mine\nengine: {{setup: {setup}, pieces: {{S: null}}}}\n---\n", "utf-8")
    assert [finding.code for finding in resolve(str(child)).findings if finding.code != "HS441"] == []


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(DefinitionError) as raised:
        resolve("minishogi", evaluation=str(tmp_path / "none.evaluation.yaml"))
    assert raised.value.findings[0].code == "HS001"


PRINTED = "a piece is in hand as it was printed: "

# entries under `hand`, whether they say nothing, and what would say something
HELD = [
    ("+P: 3", True, PRINTED + "P"),
    ("K: 3", True, None),
    ("P: 3", False, None),
    ("all: 3", False, None),
    ("K G: 3", False, None),
    ("+R +B: 3", True, PRINTED + "R, B"),
    ("all but B G K P R S: 3", True, None),
]


@pytest.mark.parametrize(("entry", "idle", "told"), HELD)
def test_what_is_never_in_hand(entry: str, idle: bool, told: str | None, tmp_path: Path) -> None:
    path = mine(tmp_path, None, f"engine:\n  evaluation: {{hand: {{{entry}}}}}\n")
    found = [finding for finding in resolve(path).findings if finding.code == "HS440"]
    assert [(finding.span.text, finding.help) for finding in found] == (
        [(entry.partition(":")[0], told)] if idle else []
    )
