"""`hensoku.load`: backends, the short way to what is built, and how fast it is."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import hensoku
from hensoku import shortcut
from hensoku.compiler.build import open_store
from hensoku.compiler.options import DEFAULT

SHEET = """---
title: Tiny
slug: tiny
parent: minishogi
engine:
  setup: "4k/5/5/5/KR3"
---
"""


@pytest.fixture
def sheet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HENSOKU_CACHE", str(tmp_path / "cache"))
    path = tmp_path / "sheets" / "tiny.md"
    path.parent.mkdir()
    path.write_text(SHEET)
    return path


def known(path: Path, **choice: Any) -> shortcut.Known | None:
    request = shortcut.request(str(path), choice.get("profile"), choice.get("overrides"), DEFAULT)
    assert request is not None
    return shortcut.recall(open_store(), request)


@pytest.mark.parametrize("name", [None, 3, b"shogi", ["shogi"]])
def test_what_names_no_variant(name: Any) -> None:
    with pytest.raises(TypeError, match="a variant is loaded by its slug or the path of a file, not"):
        hensoku.load(name)


def test_unknown_backend() -> None:
    with pytest.raises(ValueError, match="unknown backend 'fast': choose auto, compiled, lazy, reference"):
        hensoku.load("shogi", backend="fast")  # type: ignore[arg-type]


def test_unknown_profile_lists_those_there_are() -> None:
    with pytest.raises(hensoku.DefinitionError, match=r"no profile 'no-such' \(its profiles are fairy-stockfish"):
        hensoku.load("shogi", profile="no-such", backend="reference")


def test_both_backends_say_which_they_are(sheet: Path) -> None:
    assert hensoku.load(sheet, backend="reference").backend == "reference"
    assert hensoku.load(sheet, backend="compiled").backend == "compiled"
    assert hensoku.load(sheet).backend == "compiled"


def test_without_a_compiler(sheet: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.warns(hensoku.HensokuWarning, match="is interpreted"):
        assert hensoku.load(sheet).backend == "reference"
    with pytest.raises(hensoku.NoCompilerError):
        hensoku.load(sheet, backend="compiled")


def test_what_was_built_is_recalled_until_something_changes(sheet: Path) -> None:
    assert known(sheet) is None
    first = hensoku.load(sheet)
    found = known(sheet)
    assert found is not None
    assert found.profiles == first.profiles
    assert known(sheet, overrides={"drops": {"stuck": "allowed"}}) is None
    sheet.write_text(SHEET.replace("KR3", "K2R1"))
    assert known(sheet) is None
    assert hensoku.load(sheet).setups != first.setups
    sheet.write_text(SHEET)
    assert hensoku.load(sheet).setups == first.setups


def test_a_new_file_in_the_folder_is_looked_at(sheet: Path) -> None:
    hensoku.load(sheet)
    (sheet.parent / "other.md").write_text("")
    assert known(sheet) is None


def test_a_removed_module_is_built_again(sheet: Path) -> None:
    hensoku.load(sheet)
    found = known(sheet)
    assert found is not None
    found.library.unlink()
    assert known(sheet) is None
    assert hensoku.load(sheet, backend="compiled").position().perft(1) > 0


def test_two_profiles_or_overrides_live_side_by_side(sheet: Path) -> None:
    plain = hensoku.load(sheet)
    other = hensoku.load(sheet, overrides={"setup": "k4/5/5/5/K4"})
    assert plain.position().perft(1) != other.position().perft(1)
    assert other.position().perft(1) == 3


@pytest.mark.parametrize("backend", ["reference", "compiled"])
def test_a_position_goes_through_pickle_in_another_process(sheet: Path, backend: Any) -> None:
    position = hensoku.load(sheet, backend=backend).position()
    position.push(position.legal_moves[0])
    code = "import pickle, sys; p = pickle.load(sys.stdin.buffer); print(p.sfen(), p.variant.backend)"
    said = subprocess.run(
        [sys.executable, "-c", code], input=pickle.dumps(position), capture_output=True, check=True, cwd="/"
    )
    assert said.stdout.decode().split() == [*position.sfen().split(), backend]


def test_import_is_light() -> None:
    """The package alone imports none of its parts, nor any library."""
    code = "import sys, hensoku; print(sorted({'lark', 'yaml', 'rich', 'Cython', 'hensoku.dsl'} & set(sys.modules)))"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout == "[]\n"


def test_a_built_variant_is_opened_without_the_language(sheet: Path) -> None:
    heavy = {"lark", "yaml", "jsonschema", "Cython", "filelock", "rich", "subprocess", "hensoku.compiler.ir.types"}
    code = f"import sys, hensoku; hensoku.load({str(sheet)!r}); print(sorted({heavy} & set(sys.modules)))"
    first, second = (
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
        for _ in range(2)
    )
    assert "yaml" in first
    assert second == "[]\n"
