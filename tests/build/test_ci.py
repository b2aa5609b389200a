"""`.ci/run` brings what some tests need, where it may. Stand-ins for its programs write down how they are called."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / ".ci" / "run"
APT = ["apt-get update -qq", "apt-get install -qq --no-install-recommends chromium fonts-noto-cjk"]
NPM = ["npm install --silent --global --no-audit --no-fund yaml-language-server"]
NO_BROWSER = "no chromium could be installed: tests in a browser are skipped"
NO_SERVER = "no yaml-language-server could be installed: its test is skipped"

# CI, the number of the user, which programs are there, which fail, what is called before `make test`, what is said
RUNS = [
    ("true", 0, "apt-get npm", "", [*APT, *NPM], ""),
    ("", 0, "apt-get npm", "", [], ""),
    ("true", 1000, "apt-get npm", "", [], ""),
    ("true", 0, "", "", [], ""),
    ("true", 0, "apt-get npm chromium", "", NPM, ""),
    ("true", 0, "apt-get npm chromium yaml-language-server", "", [], ""),
    ("true", 0, "apt-get npm", "apt-get npm", [APT[0], *NPM], f"{NO_BROWSER}\n{NO_SERVER}\n"),
]


@pytest.mark.parametrize(("ci", "user", "there", "failing", "called", "said"), RUNS)
def test_what_ci_installs(
    ci: str, user: int, there: str, failing: str, called: list[str], said: str, tmp_path: Path
) -> None:
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("no bash")
    programs, log = tmp_path / "bin", tmp_path / "log"
    programs.mkdir()
    for name in ("bash", "dirname"):
        (programs / name).symlink_to(shutil.which(name) or name)
    bodies = {
        name: f'echo "{name} $*" >>{log}\nexit {int(name in failing.split())}' for name in ("make", *there.split())
    }
    for name, body in {**bodies, "id": f"echo {user}"}.items():
        (programs / name).write_text(f"#!{bash}\n{body}\n", encoding="utf-8")
        (programs / name).chmod(0o755)
    ended = subprocess.run(
        [bash, SCRIPT], env={"CI": ci, "PATH": os.fspath(programs)}, capture_output=True, text=True, check=False
    )
    assert (ended.returncode, ended.stderr) == (0, said)
    assert log.read_text("utf-8").splitlines() == [*called, "make test"]
