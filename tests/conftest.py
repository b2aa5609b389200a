from __future__ import annotations

import pytest
from commands import hensoku_command
from compiled import Workshop
from golden import Golden

__all__ = ["golden", "hensoku_command", "workshop"]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write golden files anew instead of comparing them")


@pytest.fixture(scope="session")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Workshop:
    return Workshop(tmp_path_factory.mktemp("built"))


@pytest.fixture(scope="session")
def golden(pytestconfig: pytest.Config) -> Golden:
    return Golden(update=pytestconfig.getoption("--update-golden"))
