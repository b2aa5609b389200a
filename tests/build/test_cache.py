"""The build cache: what is reused, what is built again, and what happens when something is in the way.

A module of four lines stands for a generated one; the generator has tests of its own.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import stat
from collections.abc import Callable
from dataclasses import replace as replaced
from pathlib import Path

import pytest
from tiny_build import QUICK, TINY, build_tiny, four_lines, never, race

from hensoku.compiler.build import BuildError, HensokuWarning, NoCompilerError, Store, build, open_store, plan, store
from hensoku.compiler.build.toolchain import SUFFIX
from hensoku.compiler.options import Options
from hensoku.runtime.load import load_built


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_tiny(tmp_path_factory.mktemp("cache"))


@pytest.fixture
def root(built: Path, tmp_path: Path) -> Path:
    """A cache of one's own that holds the tiny module."""
    copy = Store(tmp_path / "cache").modules / built.parent.name
    copy.mkdir(mode=0o700)
    for file in built.parent.iterdir():
        (copy / file.name).write_bytes(file.read_bytes())
    return tmp_path / "cache"


def library(root: Path) -> Path:
    (folder,) = (root / "v1" / "modules").iterdir()
    return folder / f"{folder.name}{SUFFIX}"


def test_a_built_module_is_loaded_and_kept_with_its_sources(built: Path) -> None:
    loaded = load_built(built)
    assert built.name == f"{loaded.NAME}{SUFFIX}"
    assert loaded.DIGEST.startswith(loaded.NAME.rpartition("_")[2])
    assert {file.suffix for file in built.parent.iterdir()} == {".pyx", ".c", ".so", ".json"}


def test_what_is_there_is_not_built_again(root: Path) -> None:
    assert build_tiny(root, translate=never) == library(root)


def test_force_builds_what_is_there(root: Path) -> None:
    with pytest.raises(AssertionError, match="built again"):
        build(TINY, QUICK, store=Store(root), force=True, translate=never)


def truncate(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-100])


def replace(path: Path) -> None:
    path.write_bytes(b"\x7fELF somebody else's")


def forget_manifest(path: Path) -> None:
    (path.parent / "manifest.json").unlink()


def break_manifest(path: Path) -> None:
    (path.parent / "manifest.json").write_text("[1")


def another_digest(path: Path) -> None:
    manifest = path.parent / "manifest.json"
    manifest.write_text(json.dumps({**json.loads(manifest.read_text()), "digest": "0" * 64}))


def open_to_others(path: Path) -> None:
    path.parent.chmod(0o777)


def a_file_in_its_place(path: Path) -> None:
    for file in path.parent.iterdir():
        file.unlink()
    path.parent.rmdir()
    path.parent.write_text("no folder")


DAMAGE = [truncate, replace, Path.unlink, forget_manifest, break_manifest, another_digest, open_to_others]


@pytest.mark.parametrize("damage", [*DAMAGE, a_file_in_its_place])
def test_what_is_damaged_or_foreign_is_built_again(root: Path, damage: Callable[[Path], None]) -> None:
    damage(library(root))
    rebuilt = build_tiny(root)
    assert rebuilt == library(root)
    assert build_tiny(root, translate=never) == rebuilt
    assert stat.S_IMODE(rebuilt.parent.stat().st_mode) == 0o700


def test_two_processes_at_once_both_succeed(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    gate, answers = context.Barrier(2), context.Queue()
    racers = [context.Process(target=race, args=(tmp_path / "cache", gate, answers)) for _ in range(2)]
    for racer in racers:
        racer.start()
    for racer in racers:
        racer.join(120)
    assert [racer.exitcode for racer in racers] == [0, 0]
    assert len({answers.get(timeout=10) for _ in racers}) == 1
    assert library(tmp_path / "cache").is_file()


def test_nothing_is_left_beside_the_modules(root: Path) -> None:
    truncate(library(root))
    build_tiny(root)
    assert [path.name for path in (root / "v1" / "modules").iterdir()] == [library(root).parent.name]


# ----------------------------------------------------------------------------------------------------------- folders


def test_every_folder_is_private(root: Path) -> None:
    folders = [root, *(path for path in root.rglob("*") if path.is_dir())]
    assert {stat.S_IMODE(folder.stat().st_mode) for folder in folders} == {0o700}


def in_a_file(root: Path) -> Path:
    root.write_text("in the way")
    return root / "cache"


def open_root(root: Path) -> Path:
    root.mkdir()
    root.chmod(0o770)
    return root


def below_an_open_folder(root: Path) -> Path:
    root.mkdir()
    root.chmod(0o777)
    return root / "cache"


def in_proc(_: Path) -> Path:
    return Path("/proc/hensoku")


@pytest.mark.parametrize("unsafe", [in_a_file, open_root, below_an_open_folder, in_proc])
def test_a_cache_that_cannot_be_used_is_replaced_by_a_temporary_one(
    tmp_path: Path, unsafe: Callable[[Path], Path]
) -> None:
    with pytest.warns(HensokuWarning, match="no lasting build cache"):
        instead = open_store(unsafe(tmp_path / "root"))
    assert instead.root.name.startswith("hensoku-")
    assert stat.S_IMODE(instead.root.stat().st_mode) == 0o700


@pytest.fixture
def read_only(root: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache that holds the tiny module and lets nobody write, not even who may everything."""
    real = os.access
    inside = (root, *root.rglob("*"))
    monkeypatch.setattr(
        os, "access", lambda path, mode: (mode & os.W_OK == 0 or path not in inside) and real(path, mode)
    )
    return root


def test_a_read_only_cache_is_used_as_it_is(read_only: Path, recwarn: pytest.WarningsRecorder) -> None:
    before = sorted(read_only.rglob("*"))
    own = open_store(read_only)
    assert build(TINY, QUICK, store=own, translate=never) == library(read_only)
    assert own.info().modules == (library(read_only).parent.name,)
    assert sorted(read_only.rglob("*")) == before
    assert not list(recwarn)


def test_what_a_read_only_cache_lacks_is_built_in_a_temporary_one(read_only: Path) -> None:
    own = open_store(read_only)
    other = replaced(TINY, slug="another")
    with pytest.warns(HensokuWarning, match="is read-only"):
        built = build(other, QUICK, store=own, translate=four_lines)
    assert not built.is_relative_to(read_only)
    assert build(other, QUICK, store=own, translate=never) == built


def test_a_read_only_cache_may_be_empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "cache").mkdir(mode=0o700)
    real = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: path != tmp_path / "cache" and real(path, mode))
    own = open_store(tmp_path / "cache")
    assert own.info().modules == ()
    assert not list((tmp_path / "cache").iterdir())


def test_a_module_that_others_may_write_to_is_not_used_in_a_read_only_cache(read_only: Path) -> None:
    library(read_only).parent.chmod(0o777)
    with pytest.warns(HensokuWarning, match="is read-only"):
        built = build(TINY, QUICK, store=open_store(read_only), translate=four_lines)
    assert not built.is_relative_to(read_only)


def test_a_link_to_a_private_folder_will_do(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir(mode=0o700)
    (tmp_path / "link").symlink_to("real")
    assert Store(tmp_path / "link").root == tmp_path / "real"


# -------------------------------------------------------------------------------------------------------------- size


def test_the_least_recently_used_goes_first(root: Path) -> None:
    own = Store(root, limit=1)
    for name, age in (("old", 3_000), ("older", 9_000), ("new", 10)):
        folder = own.modules / name
        folder.mkdir(mode=0o700)
        (folder / store.MANIFEST).write_text("{}")
        used = (folder / store.MANIFEST).stat().st_mtime - age
        os.utime(folder / store.MANIFEST, (used, used))
    size = own.info().size
    Store(root, limit=size - 1).make_room()
    assert "older" not in own.info().modules
    assert "old" in own.info().modules
    own.make_room(keep=library.__name__)
    assert {"old", "older"} & set(own.info().modules) == set()
    assert "new" in own.info().modules


def test_info_and_clear(root: Path) -> None:
    own = Store(root)
    before = own.info()
    assert before.modules == (library(root).parent.name,)
    assert before.size > library(root).stat().st_size
    assert own.clear() == before
    assert own.info().modules == ()
    assert own.info().size == 0


# ------------------------------------------------------------------------------------------------------------- tools


def test_a_failed_translation_shows_the_words_of_cython_and_keeps_the_source(tmp_path: Path) -> None:
    with pytest.raises(BuildError, match="Cython failed for hand-built") as caught:
        build_tiny(tmp_path / "cache", translate=lambda *_: "def broken(:\n")
    assert "broken" in caught.value.output
    assert caught.value.source is not None
    assert caught.value.source.read_text() == "def broken(:\n"
    assert str(caught.value.source) in str(caught.value)


def test_a_failed_compile_shows_the_words_of_the_compiler_and_keeps_the_source(tmp_path: Path) -> None:
    with pytest.raises(BuildError, match="the C compiler failed") as caught:
        build_tiny(
            tmp_path / "cache", translate=lambda *_: 'cdef extern from "no_such_header.h":\n    int x\nprint(x)\n'
        )
    assert "no_such_header.h" in caught.value.output
    assert caught.value.source is not None
    assert caught.value.source.suffix == ".c"
    assert caught.value.source.is_file()


def test_no_compiler_says_what_to_install_and_what_else_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NoCompilerError, match=r"install gcc or clang.*--backend reference"):
        build_tiny(tmp_path / "cache")


def test_a_named_compiler_that_is_not_there_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no-such-cc -x")
    with pytest.raises(NoCompilerError, match="CC=no-such-cc -x"):
        build_tiny(tmp_path / "cache")


def test_a_compile_that_takes_too_long_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = tmp_path / "slow-cc"
    slow.write_text('#!/bin/sh\ncase "$*" in *-shared*|*-bundle*) sleep 60;; *) exec cc "$@";; esac\n')
    slow.chmod(0o700)
    monkeypatch.setenv("CC", str(slow))
    with pytest.raises(BuildError, match="still busy with hand-built after 3 s"):
        build_tiny(tmp_path / "cache", options=Options(optimise=0, processor="baseline", timeout=3))


def test_code_beyond_the_budget_is_not_compiled(tmp_path: Path) -> None:
    with pytest.raises(BuildError, match="too large to compile"):
        build_tiny(tmp_path / "cache", translate=lambda *_: "#" * 5_000_000)


# --------------------------------------------------------------------------------------------------------------- key


def test_the_name_carries_the_digest() -> None:
    job = plan(TINY, QUICK)
    assert job.name == f"hensoku_hand_built_{job.digest[:12]}"
