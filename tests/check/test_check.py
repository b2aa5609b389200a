"""Which files `check` checks, under which settings, and what it remembers."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hensoku.checking.one import Checked, check_one

Check = Callable[..., Any]
Write = Callable[[str, str], Path]

GOOD = """\
parent: shogi
engine:
  pieces:
    G: {name: Gold, kanji: 金, moves: "WfF"}
"""
BAD = GOOD.replace("WfF", "fK").replace("engine:\n", "engine:\n  surface: wood\n")
"""HS250, a warning, on line 5; HS150, a note, on line 3."""


def told(said: Any) -> dict[str, list[str]]:
    """The codes of each file."""
    return {each["file"]: [finding["code"] for finding in each["findings"]] for each in json.loads(said.out)}


# --------------------------------------------------------------------------------------------------------------- files


@pytest.fixture
def site(write: Write) -> None:
    write("README.md", "# no definition\n")
    write("post.md", "---\nlayout: post\n---\nno definition\n")
    write("compose.yaml", "services: {}\n")
    write("b.md", f"---\n{GOOD}---\n# B\n")
    write("deep/er/c.yaml", GOOD)
    write("deep/d.yml", GOOD)
    write(".hidden/e.yaml", GOOD)
    write("node_modules/f.yaml", GOOD)
    write("notes.txt", GOOD)


@pytest.mark.parametrize(
    ("paths", "files"),
    [
        (["."], ["b.md", "deep/d.yml", "deep/er/c.yaml"]),
        (["deep"], ["deep/d.yml", "deep/er/c.yaml"]),
        (["**/*.yaml"], ["deep/er/c.yaml", "node_modules/f.yaml"]),
        (["deep/**/*"], ["deep/d.yml", "deep/er/c.yaml"]),
        (["b.md", "b.md", "deep/d.yml"], ["b.md", "deep/d.yml"]),
        (["minishogi", "b.md"], ["minishogi", "b.md"]),
        (["README.md", "post.md", "compose.yaml", "b.md", "--skip-other-files"], ["b.md"]),
    ],
)
def test_paths(check: Check, site: None, paths: list[str], files: list[str]) -> None:
    del site
    said = check(*paths, "--json")
    assert (said.code, told(said)) == (0, {file: [] for file in files})


def test_an_unreadable_file_is_told(check: Check, site: None) -> None:
    del site
    said = check("README.md", "b.md", "no-such.md", "notes.txt", "--json")
    assert (said.code, told(said)) == (
        2,
        {"README.md": ["HS004"], "b.md": [], "no-such.md": ["HS001"], "notes.txt": ["HS007"]},
    )


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([".hidden/none"], ""),
        (["empty"], "no definition in empty"),
        (["*.toml"], "no file fits *.toml"),
        (["b.md", "--format", "xml"], "xml"),
        (["b.md", "--ignore", "HS9"], "HS9"),
        (["b.md", "--ignore", "HS101"], "errors cannot be ignored"),
        (["b.md", "--config", "no-such.toml"], "no-such.toml"),
        (["b.md", "-o", "no/such/folder"], "cannot write no/such/folder"),
    ],
)
def test_wrong_use(check: Check, site: None, arguments: list[str], words: str) -> None:
    del site
    Path("empty").mkdir()
    said = check(*arguments)
    assert (said.code, words in said.err) == (2, True)


# ------------------------------------------------------------------------------------------------------------ settings

SETTINGS = [
    ("", [], [("HS150", "note"), ("HS250", "warning")], 1),
    ('ignore = ["HS250"]', [], [("HS150", "note")], 0),
    ('ignore = ["HS2"]', [], [("HS150", "note")], 0),
    ('ignore = ["HS2"]\nwarn = ["HS250"]', [], [("HS150", "note"), ("HS250", "warning")], 1),
    ('select = ["HS250"]', [], [("HS250", "warning")], 1),
    ('select = ["HS1"]\nwarn = ["HS250"]', [], [("HS150", "note"), ("HS250", "warning")], 1),
    ('error = ["HS150"]', [], [("HS150", "error"), ("HS250", "warning")], 1),
    ('warn = ["HS"]', [], [("HS150", "warning"), ("HS250", "warning")], 1),
    ("strict = true", [], [("HS150", "error"), ("HS250", "warning")], 1),
    ('[per-file."b*.yaml"]\nignore = ["HS250"]', [], [("HS150", "note")], 0),
    ('[per-file."c*.yaml"]\nignore = ["HS250"]', [], [("HS150", "note"), ("HS250", "warning")], 1),
    ('ignore = ["HS150"]\n[per-file."b*.yaml"]\nerror = ["HS250"]', [], [("HS250", "error")], 1),
    ('ignore = ["HS250"]', ["--warn", "HS250"], [("HS150", "note"), ("HS250", "warning")], 1),
    ("", ["--strict"], [("HS150", "error"), ("HS250", "warning")], 1),
    ("", ["--ignore", "HS250,HS150"], [], 0),
    ("", ["--select", "HS1", "--error", "HS25"], [("HS150", "note"), ("HS250", "error")], 1),
]


@pytest.mark.parametrize("file", ["hensoku.toml", "pyproject.toml", "../hensoku.toml"])
@pytest.mark.parametrize(("settings", "arguments", "expected", "code"), SETTINGS)
def test_severities_are_tuned(
    check: Check, write: Write, file: str, settings: str, arguments: list[str], expected: Any, code: int
) -> None:
    if "pyproject" in file:
        settings = "[tool.hensoku]\n" + settings.replace("[per-file", "[tool.hensoku.per-file")
    write(file, settings)
    write("bad.yaml", BAD)
    said = check("bad.yaml", "--json", *arguments)
    (one,) = json.loads(said.out)
    assert [(each["code"], each["severity"]) for each in one["findings"]] == expected
    assert said.code == code


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ("ignroe = []", "no setting 'ignroe', did you mean 'ignore'?"),
        ("ignore = 'HS250'", "ignore is a list of strings"),
        ("ignore = ['HS9']", "ignore 'HS9' is the beginning of no code"),
        ("ignore = ['HS101']", "HS101 is an error, and errors cannot be ignored"),
        ("strict = 1", "strict is true or false"),
        ("per-file = []", "per-file holds tables"),
        ("[per-file.'*']\nexclude = []", "no setting 'exclude'"),
        ("ignore = [", "hensoku.toml: "),
    ],
)
def test_wrong_settings(check: Check, write: Write, settings: str, words: str) -> None:
    write("hensoku.toml", settings)
    write("good.yaml", GOOD)
    said = check("good.yaml")
    assert said.code == 2
    assert words in said.err


def test_an_error_stays_one(check: Check, write: Write) -> None:
    write("hensoku.toml", 'ignore = ["HS"]\nwarn = ["HS1"]')
    write("wrong.yaml", GOOD.replace("moves:", "movse:"))
    assert "HS101" in told(check("wrong.yaml", "--json"))["wrong.yaml"]


def test_excluded_files_are_not_checked(check: Check, write: Write) -> None:
    write("hensoku.toml", 'exclude = ["drafts/*", "*.yml"]')
    for name in ("drafts/deep/a.yaml", "b.yml", "c.yaml"):
        write(name, BAD)
    assert list(told(check(".", "--json"))) == ["c.yaml"]


# ------------------------------------------------------------------------------------------------------------- silence

NOTED = BAD.replace("engine:\n", "engine:\n  # hensoku: ignore HS250: as in the book\n")
COMMENTS = [
    ("  surface", "  # hensoku: ignore HS250: as in the book\n  surface", ["HS150"]),
    ("  surface", "  # hensoku: ignore HS250, HS150: as in the book\n  surface", []),
    ("  surface", "  # hensoku: ignore HS250,HS150 as in the book\n  surface", []),
    ('"fK"}', '"fK"}  # hensoku: ignore HS250: as in the book', ["HS150"]),
    ("wood", "wood  # hensoku: ignore HS250: another line", ["HS150", "HS026", "HS250"]),
    ("wood", '"# hensoku: ignore HS250: no comment"', ["HS150", "HS250"]),
    ("wood", "wood  # hensoku: ignore HS250", ["HS150", "HS025", "HS250"]),
    ("wood", "wood  # hensoku: ignore HS251: not found here", ["HS150", "HS026", "HS250"]),
    ("wood", "wood  # hensoku: ignore HS999: no such code", ["HS150", "HS025", "HS250"]),
    ("wood", "wood  # hensoku: ignore HS101: an error", ["HS150", "HS025", "HS250"]),
    ("wood", "wood  # hensoku: please be quiet", ["HS150", "HS025", "HS250"]),
]


@pytest.mark.parametrize(("old", "new", "codes"), COMMENTS)
@pytest.mark.parametrize("sheet", [False, True])
def test_comments_silence_with_a_reason(
    check: Check, write: Write, old: str, new: str, codes: list[str], sheet: bool
) -> None:
    assert old in BAD
    text = BAD.replace(old, new, 1)
    name = "bad.md" if sheet else "bad.yaml"
    write(name, f"---\n{text}---\n# hensoku: this is prose\n" if sheet else text)
    assert told(check(name, "--json")) == {name: codes}


# --------------------------------------------------------------------------------------------------------------- cache


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names that are checked and not remembered."""
    names: list[str] = []

    def count(name: str, profile: str | None = None) -> Checked:
        names.append(name)
        return check_one(name, profile)

    monkeypatch.setattr("hensoku.checking.run.check_one", count)
    return names


def rewrite(path: str, old: str, new: str) -> None:
    text = Path(path).read_text("utf-8")
    assert old in text
    Path(path).write_text(text.replace(old, new), "utf-8")


CHANGES = [
    (lambda: None, []),
    (lambda: os.utime("child.yaml", (1, 1)), ["child.yaml", "parent.yaml"]),  # another file might have been meant
    (lambda: rewrite("child.yaml", "Silver", "Copper"), ["child.yaml", "parent.yaml"]),
    (lambda: rewrite("parent.yaml", "Gold", "Glod"), ["child.yaml", "parent.yaml"]),
]


@pytest.mark.parametrize(("change", "again"), CHANGES)
def test_what_has_not_changed_is_remembered(
    check: Check, write: Write, checked: list[str], change: Callable[[], None], again: list[str]
) -> None:
    write("parent.yaml", BAD)
    write("child.yaml", "parent: parent\nengine:\n  pieces: {S: {name: Silver, moves: FfW}}\n")
    first = check("child.yaml", "parent.yaml", "--json")
    assert checked == ["child.yaml", "parent.yaml"]
    checked.clear()
    change()
    second = check("child.yaml", "parent.yaml", "--json")
    assert checked == again
    assert (first.code, first.out) == (second.code, second.out)


def test_another_way_to_be_asked(check: Check, write: Write, checked: list[str]) -> None:
    write("bad.yaml", BAD)
    for arguments in (["--no-cache"], ["--no-cache"], [], ["--strict"], ["--ignore", "HS250"]):
        check("bad.yaml", *arguments)
    assert checked == ["bad.yaml"] * 3
    check("./bad.yaml")  # paths are told as they are given
    assert checked == ["bad.yaml"] * 3 + ["./bad.yaml"]


def test_errors_are_looked_for_again(check: Check, write: Write, checked: list[str]) -> None:
    write("child.yaml", "parent: parent\nengine: {extends: parent}\n")
    assert told(check("child.yaml", "--json")) == {"child.yaml": ["HS451"]}
    write("parent.yaml", GOOD)
    assert told(check("child.yaml", "--json")) == {"child.yaml": []}
    assert checked == ["child.yaml"] * 2


def test_a_record_that_is_no_record_is_checked_again(
    check: Check, write: Write, checked: list[str], tmp_path: Path
) -> None:
    write("bad.yaml", BAD)
    first = check("bad.yaml", "--json")
    (record,) = (tmp_path / "cache" / "v1" / "checks").iterdir()
    for text in ("", "{}", '{"files": {}, "folders": {}, "sources": [], "findings": [{}]}', "[]"):
        record.write_text(text)
        assert check("bad.yaml", "--json").out == first.out
    assert checked == ["bad.yaml"] * 5


def test_several_processes_find_the_same(check: Check, write: Write) -> None:
    names = [write(f"sheet-{number:02}.yaml", BAD if number % 3 else GOOD).name for number in range(26)]
    alone = check(*names, "--json", "--no-cache", "--jobs", "1")
    assert check(*names, "--json", "--no-cache", "--jobs", "2").out == alone.out
    assert list(told(alone)) == names


# ------------------------------------------------------------------------------------------------------------ profiles


def test_profiles_are_checked_too(check: Check, write: Write) -> None:
    write("two.yaml", GOOD + '  profiles: {other: {setup: "9/9"}}\n')
    assert told(check("two.yaml", "--json"))["two.yaml"] == ["HS405"]
    assert check("two.yaml", "--profile", "none").code == 2
