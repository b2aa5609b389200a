"""The reference page says what the schema says."""

from __future__ import annotations

from pathlib import Path

import pytest

from hensoku.dsl.reference import reference_page

PAGE = Path(__file__).parents[2] / "docs" / "language.md"


def test_reference_page_is_written_from_the_schema(request: pytest.FixtureRequest) -> None:
    page = reference_page()
    if request.config.getoption("--update-golden"):
        PAGE.write_text(page, encoding="utf-8")
    assert page == PAGE.read_text(encoding="utf-8"), "run pytest --update-golden and review the difference"
