"""`hensoku check variants` in a checkout, with the package installed elsewhere."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import hensoku.variants
from hensoku.checking.one import check_one

SHIPPED = Path(next(iter(hensoku.variants.__path__)))


def codes(path: Path) -> list[str]:
    return [finding.code for finding in check_one(str(path)).findings]


def test_the_sheets_of_a_checkout_are_those_that_are_shipped(tmp_path: Path) -> None:
    shutil.copytree(SHIPPED, tmp_path / "variants")
    assert codes(tmp_path / "variants" / "cannon-shogi.md") == []


def test_a_single_sheet_of_a_shipped_name_shadows_when_it_is_found_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(SHIPPED / "cannon-shogi.md", tmp_path)
    assert codes(tmp_path / "cannon-shogi.md") == []
    monkeypatch.setenv("HENSOKU_PATH", str(tmp_path))
    assert codes(Path("cannon-shogi")) == ["HS455"]
