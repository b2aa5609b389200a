from __future__ import annotations

import os

import pytest
from commands import hensoku_command
from compiled import Workshop
from golden import Golden

__all__ = ["golden", "hensoku_command", "workshop"]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write golden files anew instead of comparing them")


@pytest.fixture(scope="session")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Workshop:
    """In a folder that all workers of a run share, so that none builds what another has built."""
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    built = folder / "built"
    built.mkdir(mode=0o700, exist_ok=True)
    return Workshop(built)


@pytest.fixture(scope="session")
def golden(pytestconfig: pytest.Config) -> Golden:
    return Golden(update=pytestconfig.getoption("--update-golden"))
