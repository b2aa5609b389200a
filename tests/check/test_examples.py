"""Every example of every code: the wrong one is told with that code and no other, the right one without it."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from hensoku.checking.one import check_one
from hensoku.cli.app import run
from hensoku.dsl.codes import CODES
from hensoku.dsl.codes.examples import Block, examples
from hensoku.dsl.schema import load_schema

NOT_SHOWN = {"HS151"}
"""Codes that nothing can show; see below for why."""


def test_every_code_has_an_example_and_no_other_has() -> None:
    assert set(examples()) == set(CODES)
    assert {code for code, example in examples().items() if not (example.wrong and example.right)} == NOT_SHOWN


def test_no_key_is_deprecated_so_that_none_can_be_shown() -> None:
    assert "'deprecated'" not in str(load_schema())


def codes(blocks: Sequence[Block], folder: Path, capsys: pytest.CaptureFixture[str]) -> set[str]:
    """What is found in the files of one side of an example, or told by its command."""
    for block in blocks:
        if block.language != "console":
            (folder / block.name).write_bytes(block.content)
    if blocks[-1].language == "console":
        with contextlib.chdir(folder):
            run(blocks[-1].command)
        said = capsys.readouterr()
        return set(re.findall(r"^(?:error|warning|note)\[(HS\d+)\]", said.out + said.err, re.MULTILINE))
    return {finding.code for finding in check_one(str(folder / blocks[-1].name)).findings}


@pytest.mark.parametrize("code", sorted(set(CODES) - NOT_SHOWN))
def test_example(code: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    example = examples()[code]
    (tmp_path / "wrong").mkdir()
    (tmp_path / "right").mkdir()
    assert codes(example.wrong, tmp_path / "wrong", capsys) == {code}
    assert code not in codes(example.right, tmp_path / "right", capsys)
