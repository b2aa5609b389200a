"""`backend="lazy"`: the interpreter answers until the module is there; counts wait; a failed build is said."""

from __future__ import annotations

import copy
import pickle
import threading
import warnings
from pathlib import Path
from typing import Any

import pytest

import hensoku
from hensoku import loading


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Builds wait for it."""
    opened, build = threading.Event(), loading._build

    def held(*args: Any) -> Path:
        assert opened.wait(60)
        return build(*args)

    monkeypatch.setattr(loading, "_build", held)
    return opened


@pytest.fixture(autouse=True)
def own_cache(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("cache")
    folder.chmod(0o700)
    monkeypatch.setenv("HENSOKU_CACHE", str(folder))


def test_it_answers_before_and_after(gate: threading.Event) -> None:
    """Published: 14 and 181 for minishogi."""
    position = hensoku.load("minishogi", backend="lazy").position()
    assert position.variant.backend == "lazy"
    assert len(position.legal_moves) == 14
    for move in ("5d5c", "5a5c"):
        position.push(move)
    before = position.key, position.sfen(), position.history, sorted(position.legal_moves), position.is_check()
    twin = position.copy()
    gate.set()
    start = position.variant.position()
    assert (start.perft(1), start.perft(2), sum(start.divide(2).values())) == (14, 181, 181)
    for same in (position, twin, copy.copy(position)):
        assert (same.key, same.sfen(), same.history, sorted(same.legal_moves), same.is_check()) == before
    again = pickle.loads(pickle.dumps(position))
    assert again == position
    assert (again.variant.backend, again.history) == ("compiled", position.history)
    assert [str(position.pop()), str(position.pop())] == ["5a5c", "5d5c"]
    assert sorted(position.legal_moves) == sorted(start.legal_moves)
    assert position == start
    assert position.key == start.key
    assert twin != start
    assert start.perft(3, threads=2) == 2512


def test_what_was_built_is_there_at_once() -> None:
    hensoku.load("minishogi", backend="compiled")
    assert hensoku.load("minishogi", backend="lazy").backend == "compiled"


def test_a_build_that_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = threading.Event()

    def fails(*_: Any) -> Path:
        assert begun.wait(60)
        raise hensoku.BuildError("the C compiler failed for minishogi", output="cc: out of luck")

    monkeypatch.setattr(loading, "_build", fails)
    position = hensoku.load("minishogi", backend="lazy").position()
    begun.set()
    for _ in range(2):
        with pytest.raises(hensoku.BuildError, match="out of luck"):
            position.perft(3)
    with pytest.warns(hensoku.HensokuWarning, match="minishogi goes on interpreted.*: the C compiler failed"):
        assert len(position.legal_moves) == 14
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        position.push("5d5c")
        assert position.legal_moves


def test_without_a_compiler(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.warns(hensoku.HensokuWarning, match="is interpreted"):
        assert hensoku.load("minishogi", backend="lazy").backend == "reference"


def test_a_definition_that_is_wrong_is_said_at_once() -> None:
    with pytest.raises(hensoku.DefinitionError):
        hensoku.load("minishogi", backend="lazy", overrides={"drops": {"mate": {"Q": "illegal"}}})
