"""The key of a built module: equal for equal inputs, another one for each input that changes the result."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hand_built import Grid, module
from tiny_build import TINY

from hensoku.compiler.build import digest, plan, toolchain
from hensoku.compiler.ir.types import Module
from hensoku.compiler.options import Options

OPTIONS = Options()


def key(variant: Module = TINY, options: Options = OPTIONS) -> str:
    return plan(variant, options).digest


def test_equal_inputs_have_one_key() -> None:
    assert key() == key(module(Grid(3, 3), []), Options())


@pytest.mark.parametrize(
    "other",
    [
        module(Grid(3, 4), []),
        module(Grid(3, 3, joined_files=True), []),
        replace(TINY, profile="p"),
        replace(TINY, paths=True),
    ],
    ids=["board", "topology", "profile", "rule"],
)
def test_another_variant_has_another_key(other: Module) -> None:
    assert key(other) != key()


@pytest.mark.parametrize(
    "field",
    [
        {"optimise": 1},
        {"processor": "baseline"},
        {"sanitize": True},
        {"tier": 1},
        {"self_check": True},
        {"prune": False},
    ],
    ids=str,
)
def test_options_that_change_the_code_change_the_key(field: dict[str, object]) -> None:
    assert key(options=replace(OPTIONS, **field)) != key()  # type: ignore[arg-type]


@pytest.mark.parametrize("field", [{"timeout": 1.0}, {"verify": False}], ids=str)
def test_options_that_do_not_change_the_code_keep_the_key(field: dict[str, object]) -> None:
    assert key(options=replace(OPTIONS, **field)) == key()  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("home", "name", "other"),
    [
        (digest, "generator_digest", lambda: "another generator"),
        (digest, "cython_version", lambda: "99.0"),
        (toolchain, "platform_stamp", lambda: "another platform or Python"),
        (toolchain, "cpu_stamp", lambda: "another processor"),
        (toolchain, "describe", lambda *_: "another compiler"),
        (toolchain, "CYTHON_FLAGS", ("-2",)),
        (toolchain, "COMMON_FLAGS", ("-fno-wrapv",)),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_another_toolchain_or_machine_has_another_key(
    home: object, name: str, other: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = key()
    monkeypatch.setattr(home, name, other)
    assert key() != before


def test_portable_code_is_one_for_all_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    portable = Options(processor="baseline")
    before = key(options=portable)
    monkeypatch.setattr(toolchain, "cpu_stamp", lambda: "another processor")
    assert key(options=portable) == before


def test_every_file_of_the_generator_counts(tmp_path: Path) -> None:
    (tmp_path / "codegen").mkdir()
    (tmp_path / "codegen" / "a.py").write_text("x = 1")
    (tmp_path / "codegen" / "b.h").write_text("int x;")
    seen = {digest.source_digest([tmp_path / "codegen"])}
    (tmp_path / "codegen" / "a.py").write_text("x = 2")
    seen.add(digest.source_digest([tmp_path / "codegen"]))
    (tmp_path / "codegen" / "b.h").rename(tmp_path / "codegen" / "c.h")
    seen.add(digest.source_digest([tmp_path / "codegen"]))
    (tmp_path / "codegen" / "d.py").write_text("")
    seen.add(digest.source_digest([tmp_path / "codegen"]))
    assert len(seen) == 4


def test_the_parts_of_the_generator_exist() -> None:
    assert [part for part in digest.GENERATOR_PARTS if not part.exists()] == []


HOMES = {"compiler": digest.COMPILER, "runtime": digest.RUNTIME}
IN_THE_KEY_OTHERWISE = {"compiler/options.py", "runtime/errors.py"}
"""The values of the options are in it; of errors nothing is built."""


def imported(file: Path) -> Iterator[tuple[Path, str]]:
    """The files of the compiler and the runtime that a file imports from, and what they are called."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            for name in (node.module, *(f"{node.module}.{alias.name}" for alias in node.names)):
                _, home, *path = (*name.split("."), "")
                place = Path(*path).with_suffix(".py") if any(path) else Path()
                if home in HOMES and (HOMES[home] / place).is_file():
                    yield HOMES[home] / place, f"{home}/{place}"


def test_all_that_the_generator_imports_counts() -> None:
    files = {Path(file) for part in digest.GENERATOR_PARTS for file in digest.files_of(part)}
    needed = {found for file in files if file.suffix == ".py" for found in imported(file)}
    assert {name for file, name in needed if file not in files} == IN_THE_KEY_OTHERWISE


def test_the_split_of_parts_counts() -> None:
    assert digest.digest(["ab", "c"]) != digest.digest(["a", "bc"])
