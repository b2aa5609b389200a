"""The shape of the project: who may import whom, where names of variants may stand, how long things may be."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PARTS = {"dsl": "hensoku.dsl", "compiler": "hensoku.compiler", "runtime": "hensoku.runtime", "front": "hensoku"}

ARROWS = {
    "dsl": ("hensoku.dsl",),
    "compiler": (
        "hensoku.dsl",
        "hensoku.compiler",
        "hensoku.runtime.contract",
        "hensoku.runtime.chance",
        "hensoku.runtime.sfen",
    ),
    "runtime": ("hensoku.runtime",),
    "front": ("hensoku",),
}
"""What each part may import of ours."""

DATA_ONLY = {"compiler/build/digest.py": ("hensoku.runtime",), "compiler/resolve/library.py": ("hensoku.variants",)}
"""Files that name a part to find its folder, and use none of its code."""

TOOLS = {"compiler/fuzz": ("hensoku.runtime",)}
"""Folders that hold the parts against each other, and so know more of them than their own part may."""

FILE_LINES, FUNCTION_LINES = 450, 60
"""Hard limits; 400 and 40 are what one aims at."""


def sources(part: str) -> list[Path]:
    return sorted((ROOT / part).rglob("*.py"))


ALL_SOURCES = [(part, path) for part in PARTS for path in sources(part)]
IDS = [str(path.relative_to(ROOT)) for _, path in ALL_SOURCES]


def imported(tree: ast.AST) -> Iterator[str]:
    """Modules of ours that a file imports; `from a import b` counts as `a.b`, for b may be a module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def within(module: str, allowed: str) -> bool:
    return module == allowed or module.startswith(f"{allowed}.")


@pytest.mark.parametrize(("part", "path"), ALL_SOURCES, ids=IDS)
def test_imports_follow_the_arrows(part: str, path: Path) -> None:
    file = path.relative_to(ROOT)
    allowed = (*ARROWS[part], *DATA_ONLY.get(str(file), ()), *TOOLS.get(str(file.parent), ()))
    ours = [module for module in imported(ast.parse(path.read_text("utf-8"))) if within(module, "hensoku")]
    assert [module for module in ours if not any(within(module, other) for other in allowed)] == []


def test_variants_hold_no_code() -> None:
    others = {path.name for path in (ROOT / "variants").iterdir() if path.suffix != ".md" and path.is_file()}
    assert others <= {f"{path.stem}.evaluation.yaml" for path in (ROOT / "variants").glob("*.md")}


def variant_names() -> list[str]:
    """Slugs and titles of the shipped variants. The word shogi alone is the family's name too."""
    names = {path.stem for path in (ROOT / "variants").glob("*.md")}
    for path in (ROOT / "variants").glob("*.md"):
        names |= {match.strip(" \"'") for match in re.findall(r"^title:(.*)$", path.read_text("utf-8"), re.MULTILINE)}
    return sorted(name for name in names if name.lower() != "shogi")


CODE = [path for part in PARTS for pattern in ("*.py", "*.h", "*.lark") for path in (ROOT / part).rglob(pattern)]


def literals(tree: ast.AST) -> Iterator[str]:
    """String literals that are code: all but docstrings."""
    prose = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
            yield node.value


def code_of(path: Path) -> list[str]:
    text = path.read_text("utf-8")
    if path.suffix == ".py":
        return list(literals(ast.parse(text)))
    return [re.sub(r"/\*.*?\*/|//[^\n]*", "", text, flags=re.DOTALL)]


@pytest.mark.parametrize("path", CODE, ids=[str(path.relative_to(ROOT)) for path in CODE])
def test_code_knows_no_variant(path: Path) -> None:
    code = code_of(path)
    words = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in variant_names()), re.IGNORECASE)
    assert [found for text in code for found in words.findall(text)] == []
    assert "shogi" not in code


@pytest.mark.parametrize("path", [path for _, path in ALL_SOURCES], ids=IDS)
def test_files_and_functions_are_short(path: Path) -> None:
    text = path.read_text("utf-8")
    assert len(text.splitlines()) <= FILE_LINES
    functions = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)]
    long = {node.name: (node.end_lineno or 0) - node.lineno + 1 for node in functions}
    assert {name: lines for name, lines in long.items() if lines > FUNCTION_LINES} == {}


def test_every_package_is_installed() -> None:
    """setuptools packs what pyproject.toml lists; a new folder that is not listed would be missing from the wheel."""
    listed = set(tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]["packages"])
    found = {"hensoku.variants"}
    for part, name in PARTS.items():
        for path in (ROOT / part).rglob("__init__.py"):
            found.add(".".join([name, *path.parent.relative_to(ROOT / part).parts]))
    assert listed == found


def test_a_folder_with_code_is_a_package() -> None:
    missing = {path.parent for _, path in ALL_SOURCES if not (path.parent / "__init__.py").is_file()}
    assert missing == set()
