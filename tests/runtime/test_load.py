"""Built files: what is loaded, what is refused, and that the runtime stands alone."""

from __future__ import annotations

import importlib.machinery
import json
import subprocess
import sys
from pathlib import Path

import pytest
from hand_built import Grid, module
from played import played

from hensoku.runtime.errors import LoadError
from hensoku.runtime.load import load_built, open_built

SUFFIX = importlib.machinery.EXTENSION_SUFFIXES[0]


def module_text(data: object, *, names: str = "DATA Core DIGEST") -> str:
    lines = {"DATA": f"DATA = {data!r}", "Core": "class Core: pass", "DIGEST": "DIGEST = 'd'"}
    return "\n".join(lines[name] for name in names.split())


def test_a_file_is_loaded_once(tmp_path: Path) -> None:
    file = tmp_path / "loaded_once_0123.py"
    file.write_text(module_text({"format": 1}))
    loaded = load_built(file)
    assert loaded.DIGEST == "d"
    assert loaded.__name__ == "loaded_once_0123"
    assert load_built(str(file)) is loaded


# (name of the file, content, part of the message)
REFUSED = [
    ("no_module_1.txt", "text", "its name has no suffix"),
    (f"truncated_1{SUFFIX}", "\x7fELF", "cannot be loaded"),
    ("no_core_1.py", module_text({"format": 1}, names="DATA DIGEST"), "it has no Core"),
    ("nothing_1.py", "", "it has no DATA, Core, DIGEST"),
    ("later_1.py", module_text({"format": 2}), "has format 2, this runtime reads 1"),
    ("no_format_1.py", module_text({}), "has format None"),
    ("no_data_1.py", module_text("text"), "has format None"),
    ("unparsed_1.py", "def", "cannot be loaded"),
    ("elsewhere_1.py", "import no_such_module_at_all", "cannot be loaded: No module named"),
]


@pytest.mark.parametrize(("name", "content", "message"), REFUSED, ids=[name for name, _, _ in REFUSED])
def test_what_is_refused(tmp_path: Path, name: str, content: str, message: str) -> None:
    file = tmp_path / name
    file.write_text(content)
    with pytest.raises(LoadError) as caught:
        load_built(file)
    assert message in str(caught.value)
    assert name.partition(".")[0] not in sys.modules


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(LoadError, match="is no file"):
        load_built(tmp_path / "missing.py")


def test_data_of_another_format_makes_no_variant() -> None:
    from hensoku.runtime.variant import Variant

    with pytest.raises(LoadError, match="variant data of format 0"):
        Variant({"format": 0}, object, "compiled")  # type: ignore[arg-type]


def test_open_built(tmp_path: Path) -> None:
    data = dict(played(module(Grid(3, 3), [], slug="empty")).data)
    file = tmp_path / "empty_0123.py"
    file.write_text(module_text(data))
    variant = open_built(file)
    assert (variant.slug, variant.backend) == ("empty", "compiled")
    assert json.dumps(variant.rules) == json.dumps(data["rules"])
    assert repr(variant) == "<Variant 'empty' backend='compiled'>"


ALONE = """
import importlib.abc, sys

class Refuse(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        top = name.partition(".")[0]
        ours = top == "hensoku" and (name + ".").startswith(("hensoku.dsl.", "hensoku.compiler.", "hensoku.cli."))
        if ours or top not in sys.stdlib_module_names | {"hensoku"}:
            raise ImportError(f"{name} is not there")

sys.meta_path.insert(0, Refuse())
import hensoku.runtime
from hensoku.runtime.contract import FORMAT
for name in hensoku.runtime.__all__:
    getattr(hensoku.runtime, name)
print(hensoku.runtime.Move.parse("7g7f"))
"""


def test_the_runtime_needs_neither_language_nor_compiler_nor_packages() -> None:
    ran = subprocess.run([sys.executable, "-c", ALONE], capture_output=True, text=True, check=False, timeout=60)
    assert (ran.stdout, ran.stderr) == ("7g7f\n", "")
