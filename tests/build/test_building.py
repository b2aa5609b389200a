"""Building a folder of variants: the second run, and one that is wrong among others."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tiny_build import four_lines

import hensoku.building
from hensoku.building import build_all
from hensoku.compiler.build import BuildError, HensokuWarning, Store, build

Command = Callable[..., Any]

GOOD = """
title: {slug}
slug: {slug}
engine:
  topology: {{type: grid, rows: 3, cols: 3}}
  setup: "1k1/3/1K1"
  pieces:
    K: {{name: King, moves: "{moves}", royal: true}}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for slug, moves in (("one", "K"), ("two", "W"), ("wrong", "Kx"), ("unlucky", "F")):
        (tmp_path / f"{slug}.yaml").write_text(GOOD.format(slug=slug, moves=moves))
    return tmp_path


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Builds four lines in place of a variant's module; notes what was built, and fails on the unlucky one."""
    built: list[str] = []

    def build_quickly(module: Any, **options: Any) -> Path:
        if module.slug == "unlucky":
            raise BuildError("no luck with unlucky")

        def translate(*told: Any) -> str:
            built.append(module.slug)
            return four_lines(*told)

        return build(module, translate=translate, **options)

    monkeypatch.setattr(hensoku.building, "build", build_quickly)
    return built


def names(folder: Path, *slugs: str) -> list[str]:
    return [str(folder / f"{slug}.yaml") for slug in slugs]


def test_nothing_is_built_twice(folder: Path, quick: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    store, wanted = Store(folder / "cache"), names(folder, "one", "two")
    first = build_all(wanted, store=store)
    assert [built.fresh for built in first] == [True, True]
    assert sorted(quick) == ["one", "two"]
    monkeypatch.setattr(hensoku.building, "resolve", lambda *_, **__: pytest.fail("was read again"))
    second = build_all(wanted, store=store)
    assert [(built.path, built.fresh) for built in second] == [(built.path, False) for built in first]
    assert sorted(quick) == ["one", "two"]


def test_what_has_changed_is_built_again(folder: Path, quick: list[str]) -> None:
    store, wanted = Store(folder / "cache"), names(folder, "one", "two")
    build_all(wanted, store=store)
    (folder / "two.yaml").write_text(GOOD.format(slug="two", moves="F"))
    again = build_all(wanted, store=store)
    assert [built.fresh for built in again] == [False, True]
    assert sorted(quick) == ["one", "two", "two"]


def test_a_read_only_cache_gives_what_it_has(folder: Path, quick: list[str]) -> None:
    first = build_all(names(folder, "one"), store=Store(folder / "cache"))
    kept = Store(folder / "cache", read_only="it is read-only")
    with pytest.warns(HensokuWarning, match="it is read-only"):
        found = build_all(names(folder, "one", "two"), store=kept)
    assert found[0].path == first[0].path
    assert found[1].path is not None
    assert not found[1].path.is_relative_to(folder)
    assert quick == ["one", "two"]
    again = build_all(names(folder, "one", "two"), store=kept)
    assert [(built.path, built.fresh) for built in again] == [(built.path, False) for built in found]


def test_one_that_is_wrong_does_not_stop_the_others(folder: Path, quick: list[str]) -> None:
    told: list[str] = []
    wanted = names(folder, "wrong", "one", "unlucky", "two", "missing")
    found = build_all(wanted, store=Store(folder / "cache"), done=told.append, jobs=1)
    assert [(Path(built.name).stem, built.code, bool(built.path)) for built in found] == [
        ("wrong", 1, False),
        ("one", 0, True),
        ("unlucky", 2, False),
        ("two", 0, True),
        ("missing", 2, False),
    ]
    assert found[2].error == "no luck with unlucky"
    assert sorted(told) == sorted(wanted)
    assert sorted(quick) == ["one", "two"]


def test_a_fault_of_ours_is_told_as_one(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> Path:
        raise RuntimeError("the roof is on fire")

    monkeypatch.setattr(hensoku.building, "build", broken)
    (found,) = build_all(names(folder, "one"), store=Store(folder / "cache"))
    assert (found.code, found.error.split(": ")[1:]) == (2, ["internal error", "RuntimeError", "the roof is on fire"])


@pytest.mark.parametrize(
    ("slugs", "code", "paths"),
    [
        (["one", "two"], 0, 2),
        (["one", "wrong", "two"], 1, 2),
        (["one", "unlucky"], 2, 1),
        (["wrong", "unlucky", "missing", "two"], 2, 1),
    ],
)
def test_the_command_goes_on(
    folder: Path,
    quick: list[str],
    hensoku_command: Command,
    monkeypatch: pytest.MonkeyPatch,
    slugs: list[str],
    code: int,
    paths: int,
) -> None:
    monkeypatch.setenv("HENSOKU_CACHE", str(folder / "cache"))
    said = hensoku_command("build", *names(folder, *slugs), "--json")
    told = json.loads(said.out)
    assert said.code == code
    assert [Path(one["variant"]).stem for one in told] == slugs
    assert sum("path" in one for one in told) == paths == len(quick)
    assert ("unlucky" in slugs) == ("error: no luck with unlucky" in said.err)
    assert ("wrong" in slugs) == ("wrong.yaml:" in said.err)
