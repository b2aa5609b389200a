from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from commands import Said


@pytest.fixture
def check(hensoku_command: Callable[..., Said], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Said]:
    """Runs `check` in a folder of its own, with a cache of its own."""
    place = tmp_path / "site"
    place.mkdir()
    monkeypatch.chdir(place)
    monkeypatch.setenv("HENSOKU_CACHE", str(tmp_path / "cache"))

    def command(*arguments: str) -> Said:
        return hensoku_command("check", *arguments)

    return command


@pytest.fixture
def write(check: Callable[..., Said]) -> Callable[[str, str], Path]:
    """Writes a file in the folder in which `check` runs."""
    del check

    def write(name: str, text: str) -> Path:
        path = Path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    return write
