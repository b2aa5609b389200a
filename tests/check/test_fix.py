"""`--fix` and `--diff`: what is changed, what is left alone, and what a safe fix may never do."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml

from hensoku.checking.fix import applied, safe_fixes
from hensoku.checking.one import check_one
from hensoku.dsl.moves.sample import sample_moves
from hensoku.probe import Probe

Check = Callable[..., Any]
Write = Callable[[str, str], Path]

SHEET = """\
---
# a comment
title:   Odd   # and another
parent: shogi
engine:
  pieces:
    G: {name: Gold, kanji: "金",   moves: %s }  # 金
    U: null

---
# Prose   with  blanks  .
fK stays as it is
"""

MENDED = [
    ('"fK"', '"fWfF"'),
    ("'fK'", "'fWfF'"),
    ("fK", "fWfF"),
    ('"fN bW"', '"ffN bW"'),
    ('"mcmR"', '"R"'),
    ('"L W"', '"C W"'),
    ('"f\\u004B"', '"fWfF"'),
    ("'pR{screen!=G''}NN'", "'pR{screen!=G''}N0'"),
    ('"nW L fK"', '"W C fWfF"'),
]


@pytest.mark.parametrize(("before", "after"), MENDED)
@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("line_break", ["\n", "\r\n"])
def test_only_the_fault_is_changed(
    check: Check, write: Write, before: str, after: str, mark: str, line_break: str
) -> None:
    def sheet(moves: str) -> bytes:
        return (mark + (SHEET % moves).replace("\n", line_break)).encode()

    path = write("odd.md", "")
    path.write_bytes(sheet(before))
    said = check("odd.md", "--fix")
    assert path.read_bytes() == sheet(after), said
    assert "in 1 of 1 files" in said.err


def test_guesses_are_left_to_the_author(check: Check, write: Write) -> None:
    text = 'parent: shogi\nengine:\n  promotoin: {zone: "far 3"}\n  royals: {check: ignore}\n'
    path = write("odd.yaml", text)
    assert check("odd.yaml", "--fix").code == 1
    assert path.read_text("utf-8") == text


def test_silenced_findings_are_not_mended(check: Check, write: Write) -> None:
    path = write("odd.md", SHEET % '"fK"')
    assert check("odd.md", "--fix", "--ignore", "HS250").code == 0
    assert path.read_text("utf-8") == SHEET % '"fK"'


def test_a_parent_that_is_not_named_is_left_alone(check: Check, write: Write) -> None:
    parent = write("odd.md", SHEET % '"fK"')
    write("child.yaml", "parent: odd\nengine: {pieces: {S: {name: Silver, moves: FfW}}}\n")
    check("child.yaml", "--fix")
    assert parent.read_text("utf-8") == SHEET % '"fK"'


def test_difference(check: Check, write: Write) -> None:
    path = write("odd.md", SHEET % '"fK"')
    said = check("odd.md", "--diff")
    assert said.code == 1
    assert said.out.splitlines()[:3] == ["--- odd.md", "+++ odd.md", "@@ -4,7 +4,7 @@"]
    assert [line for line in said.out.splitlines()[3:] if line[0] in "+-"] == [
        '-    G: {name: Gold, kanji: "金",   moves: "fK" }  # 金',
        '+    G: {name: Gold, kanji: "金",   moves: "fWfF" }  # 金',
    ]
    assert path.read_text("utf-8") == SHEET % '"fK"'
    write("odd.md", SHEET % '"WfF"')
    assert (check("odd.md", "--diff").code, check("odd.md", "--diff").out) == (0, "")


def test_keys_of_pieces_become_upper_case_unless_that_is_there(check: Check, write: Write) -> None:
    path = write("odd.yaml", "parent: shogi\nengine:\n  pieces:\n    g: {name: Gold, moves: WfF}\n")
    assert check("odd.yaml", "--fix").code == 0
    assert "    G: {name" in path.read_text("utf-8")
    twice = "parent: shogi\nengine:\n  pieces:\n    g: {name: Gold, moves: WfF}\n    G: {name: Gold, moves: WfF}\n"
    path = write("odd.yaml", twice)
    assert check("odd.yaml", "--fix").code == 1
    assert path.read_text("utf-8") == twice


@pytest.mark.parametrize("seed", range(40))
def test_a_safe_fix_never_changes_where_a_piece_goes(write: Write, seed: int) -> None:
    random = Random(seed)
    moves = sample_moves(random, most=4, names=("P", "G"))
    written = moves.replace("'", "''")
    text = f"parent: shogi\nengine:\n  pieces:\n    X: {{name: X, moves: '{written}'}}\n"
    path = write("odd.yaml", text)
    fixes = safe_fixes(check_one("odd.yaml"))
    path.write_text(applied(text, fixes), encoding="utf-8")
    mended = str(yaml.safe_load(path.read_text("utf-8"))["engine"]["pieces"]["X"]["moves"])
    assert safe_fixes(check_one("odd.yaml")) == ()
    probe = Probe([moves, mended], board=(7, 7), names=("P", "G"))
    squares = [(file, rank) for file in range(7) for rank in range(7)]
    for _ in range(6):
        origin, *taken = random.sample(squares, random.randint(1, 16))
        named = {square: random.choice(("", "P", "G")) for square in taken}
        friends = {square: name for square, name in named.items() if random.random() < 0.5}
        enemies = {square: name for square, name in named.items() if square not in friends}
        before, after = (probe.results(string, origin, friends, enemies) for string in (moves, mended))
        assert sorted(set(before)) == sorted(set(after)), (moves, mended)


def test_the_difference_is_all_that_a_fix_would_change(check: Check, write: Write) -> None:
    """The key in lower case hides what else is wrong with its piece."""
    path = write("two.yaml", 'parent: minishogi\nengine:\n  pieces:\n    g: {name: Gold General, moves: "fN"}\n')
    before = path.read_text("utf-8")
    said = check("two.yaml", "--diff")
    assert said.code == 1
    assert '+    G: {name: Gold General, moves: "ffN"}\n' in said.out
    assert path.read_text("utf-8") == before
    check("two.yaml", "--fix")
    assert '    G: {name: Gold General, moves: "ffN"}\n' in path.read_text("utf-8")
