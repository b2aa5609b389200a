"""The hook for pre-commit and the GitHub Action call what is there."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
GOOD = 'parent: shogi\nengine:\n  pieces:\n    G: {name: Gold, moves: "WfF"}\n'


def read(name: str) -> Any:
    return yaml.safe_load((ROOT / name).read_text("utf-8"))


def run(command: list[str], folder: Path, **more: str) -> subprocess.CompletedProcess[str]:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        command, cwd=folder, env={**os.environ, "PATH": path, **more}, capture_output=True, text=True, check=False
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "README.md").write_text("# no definition\n")
    (tmp_path / "good.yaml").write_text(GOOD)
    (tmp_path / "bad.yaml").write_text(GOOD.replace("WfF", "fK"))
    return tmp_path


@pytest.mark.parametrize("hook", read(".pre-commit-hooks.yaml"), ids=lambda hook: str(hook["id"]))
def test_hooks(hook: dict[str, Any], folder: Path) -> None:
    assert {"id", "name", "entry", "language", "files"} <= set(hook)
    command = [sys.executable, "-m", *shlex.split(hook["entry"])]
    assert run([*command, "README.md", "good.yaml"], folder).returncode == 0
    said = run([*command, "README.md", "bad.yaml"], folder)
    if "--fix" in hook["entry"]:
        assert (said.returncode, (folder / "bad.yaml").read_text()) == (0, GOOD.replace("WfF", "fWfF"))
    else:
        assert said.returncode == 1
        assert "bad.yaml" in said.stdout


def action(folder: Path, **inputs: str) -> subprocess.CompletedProcess[str]:
    """The last step of the action, its inputs filled in as GitHub does."""
    told = read("action.yml")
    step = told["runs"]["steps"][-1]
    values = {name: inputs.get(name, said["default"]) for name, said in told["inputs"].items()}
    environment = {
        key: values[value.removeprefix("${{ inputs.").removesuffix(" }}")] for key, value in step["env"].items()
    }
    return run(["bash", "-eo", "pipefail", "-c", step["run"]], folder, **environment)


def test_action(folder: Path) -> None:
    said = action(folder)
    assert said.returncode == 1
    assert said.stdout.startswith("::warning file=bad.yaml,line=4,")
    assert action(folder, paths="good.yaml README.md", arguments="--strict --skip-other-files").returncode == 0
    assert action(folder, paths="g*.yaml", format="sarif", output="found.sarif").returncode == 0
    assert (folder / "found.sarif").is_file()
