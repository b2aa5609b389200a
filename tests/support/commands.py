from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from hensoku.cli.app import run


@dataclass(frozen=True)
class Said:
    code: int
    out: str
    err: str


@pytest.fixture
def hensoku_command(capsys: pytest.CaptureFixture[str]) -> Callable[..., Said]:
    """Runs one command line in this process."""

    def command(*arguments: str) -> Said:
        code = run(arguments)
        captured = capsys.readouterr()
        return Said(code, captured.out, captured.err)

    return command
