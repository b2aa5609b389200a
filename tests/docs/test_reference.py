"""Pages that are written from data say what it says."""

from __future__ import annotations

from pathlib import Path

import pytest
from variants_page import variants_page

from hensoku.dsl.build.ends import needed_options
from hensoku.dsl.explain import diagnostics_page
from hensoku.dsl.reference import reference_page
from hensoku.dsl.schema import load_schema

DOCS = Path(__file__).parents[2] / "docs"
PAGES = {"language.md": reference_page, "diagnostics.md": diagnostics_page, "variants.md": variants_page}


@pytest.mark.parametrize("name", PAGES)
def test_pages_are_as_they_would_be_written(name: str, request: pytest.FixtureRequest) -> None:
    page, file = PAGES[name](), DOCS / name
    if request.config.getoption("--update-golden"):
        file.write_text(page, encoding="utf-8")
    assert page == file.read_text(encoding="utf-8"), "run pytest --update-golden and review the difference"


def test_every_end_and_what_it_needs_is_told() -> None:
    page = reference_page()
    for kind in load_schema()["$defs"]["ends"]["properties"]:
        assert f"`{kind}`" in page
        assert all(f"`{option}`" in page for option in needed_options(kind))
    assert "\n| `in` | a region" in page  # of moves by region
    assert "file 4-6" in page


def test_no_table_is_empty() -> None:
    assert "|---|---|---|\n\n" not in reference_page()
    assert "|  |  |" not in reference_page()
