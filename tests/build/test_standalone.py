"""Engines that need no hensoku: the folder and the wheel, in processes that have nothing but Python."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest
from packaging.metadata import Metadata
from packaging.tags import sys_tags
from packaging.utils import parse_wheel_filename

import hensoku
from hensoku.building import Built
from hensoku.compiler.build.toolchain import portable_processors
from hensoku.runtime.load import load_built
from hensoku.standalone import folder as folders
from hensoku.standalone import make
from hensoku.standalone.package import Package

Command = Callable[..., Any]

SLUG, PACKAGE, DEPTH = "minishogi", "hensoku_minishogi", 5
BUILDS = portable_processors()
PYTHON = Path(sys.executable).parent
CLEAN = {"PATH": f"{PYTHON}:/usr/bin:/bin"}
PATIENCE: Final = 60


def nodes() -> int:
    """Of the start, as others counted."""
    lines = (Path(__file__).parent.parent / "data" / "starts.jsonl").read_text("utf-8").splitlines()
    starts = [row for row in map(json.loads, lines) if row["variant"] == SLUG and not {"start", "profile"} & row.keys()]
    return int(starts[0]["counts"][DEPTH - 1])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("standalone") / "engines"
    (made,) = make.make_all([SLUG], place, options=replace(make.OPTIONS, optimise=0), jobs=1)
    assert made.written is not None, made.built
    assert made.written.launcher == place / SLUG
    return place


def run(command: Sequence[str | Path], lines: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a program that has nothing of this process but the path to Python."""
    clean = {**CLEAN, **environment}
    return subprocess.run(
        command, input=lines, env=clean, cwd="/", capture_output=True, text=True, timeout=PATIENCE, check=False
    )


def said(command: Sequence[str | Path], lines: str = "", **environment: str) -> str:
    """What it answers."""
    ended = run(command, lines, **environment)
    assert (ended.returncode, ended.stderr) == (0, "")
    return ended.stdout


def run_in(folder: Path, code: str, **environment: str) -> str:
    start = f"import sys; sys.path.insert(0, {str(folder / folders.LIB)!r}); {code}"
    return said([sys.executable, "-I", "-S", "-c", start], **environment)


class Gui:
    """Starts an engine and speaks with it line by line."""

    def __init__(self, command: Path) -> None:
        pipe = subprocess.PIPE
        self.engine = subprocess.Popen([command], env=CLEAN, cwd="/", stdin=pipe, stdout=pipe, text=True)

    def ask(self, line: str, until: str) -> list[str]:
        assert self.engine.stdin is not None
        assert self.engine.stdout is not None
        self.engine.stdin.write(f"{line}\n")
        self.engine.stdin.flush()
        heard: list[str] = []
        while not heard or not heard[-1].startswith(until):
            heard.append(self.engine.stdout.readline().rstrip("\n"))
            assert self.engine.poll() is None
        return heard


@pytest.fixture
def gui() -> Iterator[Callable[[Path], Gui]]:
    started: list[Gui] = []

    def start(command: Path) -> Gui:
        started.append(Gui(command))
        return started[-1]

    yield start
    for one in started:
        one.engine.communicate("quit\n", timeout=PATIENCE)
        assert one.engine.returncode == 0


# ---------------------------------------------------------------------------------------------------------- the folder


@pytest.mark.parametrize("place", ["engines", "moved to another place", "linked"])
def test_an_engine_from_anywhere(place: str, folder: Path, tmp_path: Path, gui: Callable[[Path], Gui]) -> None:
    launcher = folder / SLUG
    if place == "linked":
        launcher = tmp_path / "engine"
        launcher.symlink_to(folder / SLUG)
    elif place != "engines":
        launcher = shutil.copytree(folder, tmp_path / place) / SLUG
    one = gui(launcher)
    greeted = one.ask("usi", "usiok")
    assert greeted[0].startswith("id name hensoku")
    assert f"option name USI_Variant type combo default {SLUG} var {SLUG}" in greeted
    one.ask("isready", "readyok")
    best = one.ask("position startpos\ngo depth 3", "bestmove")[-1].split()[1]
    assert hensoku.load(SLUG, backend="reference").position().is_legal(best)
    refused = one.ask("setoption name USI_Variant value another", "info string")[-1]
    assert refused == f"info string setoption: this engine plays {SLUG} alone"


def test_it_answers_in_the_protocol_that_it_is_greeted_in(folder: Path, gui: Callable[[Path], Gui]) -> None:
    one = gui(folder / SLUG)
    assert "option name UCI_Variant" in "\n".join(one.ask("uci", "uciok"))
    assert re.match(r"bestmove [a-e][1-5][a-e][1-5]\b", one.ask("go depth 2", "bestmove")[-1])


def test_what_is_no_text_ends_nothing(folder: Path) -> None:
    lines, clean = b"\xff\xfe\n\n\x00\nisready\n", {**CLEAN, "LC_ALL": "C.UTF-8"}
    ended = subprocess.run([folder / SLUG], input=lines, env=clean, capture_output=True, timeout=PATIENCE, check=False)
    assert ended.stdout.endswith(b"readyok\n")
    assert (ended.returncode, ended.stderr) == (0, b"")


@pytest.mark.parametrize("build", ["", *BUILDS])
def test_every_build_counts(build: str, folder: Path) -> None:
    code = f"import {PACKAGE} as game; print(game.variant.position().perft({DEPTH}), game.variant.new_core.__module__)"
    count, module = run_in(folder, code, HENSOKU_PROCESSOR=build).split()
    assert int(count) == nodes()
    if build:
        assert [file.name.partition(".")[0] for file in libraries(folder, build)] == [module]


def test_it_carries_what_it_needs_and_no_more(folder: Path) -> None:
    code = (
        f"import {PACKAGE} as game; p = game.variant.position(); p.push(p.search(depth=1).best); p.playout(1); str(p); "
        f"import pickle; assert pickle.loads(pickle.dumps(p)) == p; "
        "print(*{name.partition('.')[0] for name, module in sys.modules.items() if getattr(module, '__file__', None)})"
    )
    others = set(run_in(folder, code).split()) - sys.stdlib_module_names
    assert [name for name in others if not name.startswith(PACKAGE)] == []
    assert not list(folder.rglob("*.h"))


def test_a_build_that_is_not_there(folder: Path) -> None:
    ended = run([folder / SLUG], HENSOKU_PROCESSOR="z80")
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr == f"error: HENSOKU_PROCESSOR=z80: there is no such build, only {', '.join(sorted(BUILDS))}\n"


def test_no_python_to_run_in(folder: Path, tmp_path: Path) -> None:
    for tool in ("readlink", "dirname"):
        (tmp_path / tool).symlink_to(shutil.which(tool) or "")
    ended = run([folder / SLUG], PATH=str(tmp_path))
    assert (ended.returncode, ended.stdout) == (2, "")
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    assert re.fullmatch(f"{SLUG} needs Python {version} .*: install it, or name it in HENSOKU_PYTHON\n", ended.stderr)
    assert run([folder / SLUG], PATH=str(tmp_path), HENSOKU_PYTHON=sys.executable).returncode == 0


def test_several_in_one_folder(folder: Path, tmp_path: Path) -> None:
    built: dict[str, Path] = {build: file for build in BUILDS for file in libraries(folder, build)}
    data = load_built(built["baseline"]).DATA
    with folders.prepared(tmp_path):
        one = folders.write(tmp_path, Package(data, built))
        two = folders.write(tmp_path, Package({**data, "slug": "an-other", "profile": "reading"}, built))
    assert (one.launcher.name, two.launcher.name) == (SLUG, "an-other-reading")
    with folders.prepared(tmp_path):
        again = folders.write(tmp_path, Package({**data, "title": "New"}, {"baseline": built["baseline"]}))
    assert again.wheel != one.wheel
    assert sorted(tmp_path.glob("*.whl")) == sorted([again.wheel, two.wheel])
    assert sorted(path.name for path in (tmp_path / folders.LIB).iterdir()) == ["hensoku_an_other_reading", PACKAGE]
    assert said([two.launcher, "--version"]).startswith("an-other-reading ")


# ------------------------------------------------------------------------------------------------------------- modules


def libraries(folder: Path, build: str) -> list[Path]:
    return list((folder / folders.LIB / PACKAGE / "modules" / build).iterdir())


# What x86-64 has not: VEX and EVEX encodings, BMI, POPCNT, LZCNT, SSE3 and later. `tzcnt` is
# also how `rep bsf` is shown, which every processor runs.
BEYOND_BASELINE = re.compile(
    r"v[a-z0-9]+|pext|pdep|bzhi|andn|bls(?:r|i|msk)|bextr|mulx|rorx|s(?:ar|hl|hr)x|popcnt|lzcnt|movbe|crc32"
    r"|p(?:shufb|hadd.*|abs.*|alignr|minu[wd]|maxu[wd]|mulld|test|blend.*|insr[bdq]|extr[bdq]|mov[sz]x.*)|h(?:add|sub)p."
)
NOT_VECTORS = {"verr", "verw"}


def instructions(library: Path) -> set[str]:
    shown = subprocess.run(
        ["objdump", "-d", "--no-show-raw-insn", library], capture_output=True, text=True, check=True, timeout=PATIENCE
    ).stdout
    return set(re.findall(r"^\s+[0-9a-f]+:\s+([a-z0-9]+)", shown, re.MULTILINE))


def beyond_baseline(library: Path) -> list[str]:
    return sorted(name for name in instructions(library) - NOT_VECTORS if BEYOND_BASELINE.fullmatch(name))


needs_objdump = pytest.mark.skipif(not shutil.which("objdump") or "avx2" not in BUILDS, reason="no objdump of x86-64")


@needs_objdump
def test_instructions(folder: Path) -> None:
    (baseline,), (best,) = libraries(folder, "baseline"), libraries(folder, "avx2")
    assert beyond_baseline(baseline) == []
    assert "pext" in beyond_baseline(best)


# ----------------------------------------------------------------------------------------------------------- the wheel


def test_the_wheel_says_what_it_is(folder: Path) -> None:
    (wheel,) = folder.glob("*.whl")
    name, version, _, tags = parse_wheel_filename(wheel.name)
    (tag,) = tags
    assert (name, version.public, str(version.local)[0]) == ("hensoku-minishogi", hensoku.__version__, "d")
    assert tag in set(sys_tags())
    assert tag.abi != "none"
    assert not tag.platform.startswith("linux")
    with zipfile.ZipFile(wheel) as opened:
        names = opened.namelist()
        info = next(name for name in names if name.endswith(".dist-info/METADATA")).partition("/")[0]
        metadata = Metadata.from_email(opened.read(f"{info}/METADATA"))
        assert f"Tag: {tag}" in opened.read(f"{info}/WHEEL").decode().splitlines()
    assert (metadata.name, metadata.version) == ("hensoku-minishogi", version)
    assert {name.partition("/")[0] for name in names} == {PACKAGE, info}
    assert f"{info}/licenses/LICENSE" in names


@pytest.mark.skipif(not sys.platform.startswith("linux") or not shutil.which("objdump"), reason="manylinux is of Linux")
def test_modules_need_what_manylinux_allows(folder: Path) -> None:
    """PEP 600: libc, libm and a few more may be linked to."""
    for library in (file for build in BUILDS for file in libraries(folder, build)):
        told = subprocess.run(["objdump", "-p", library], capture_output=True, text=True, check=True).stdout
        assert set(re.findall(r"NEEDED +(\S+)", told)) <= {"libc.so.6", "libm.so.6"}


def test_the_wheel_in_an_empty_environment(folder: Path, tmp_path: Path) -> None:
    python = installed(next(folder.glob("*.whl")), tmp_path)
    code = (
        f"import {PACKAGE} as game; p = game.variant.position(); p.push(game.Move.parse('5d5c')); "
        f"print(p.pop(), p.perft({DEPTH}), isinstance(p.search(depth=2).best, game.Move))"
    )
    assert said([python, "-c", code]).split() == ["5d5c", str(nodes()), "True"]
    engine = python.parent / "hensoku-minishogi"
    assert said([engine], "usi\nisready\nquit\n").endswith("usiok\nreadyok\n")
    assert said([python, "-m", PACKAGE], "isready\n") == "readyok\n"


def installed(wheel: Path, place: Path) -> Path:
    """The Python of an environment with nothing but a wheel."""
    python = place / "empty" / "bin" / "python"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", place / "empty"], check=True)
    pip: list[str | Path] = [sys.executable, "-m", "pip", "--python", python, "--disable-pip-version-check"]
    subprocess.run([*pip, "install", "--quiet", "--no-index", "--no-deps", wheel], check=True)
    return python


# --------------------------------------------------------------------------------------------------------- the command


def test_the_command(tmp_path: Path, hensoku_command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    written = folders.Written(tmp_path / "one", tmp_path / "one.whl")
    made = [make.Made(Built("one", tmp_path, True, 1.5), written), make.Made(Built("two", error="no luck"))]
    asked: list[Any] = []

    def make_all(*arguments: Any, **options: Any) -> list[make.Made]:
        asked.append((arguments, options))
        return made

    monkeypatch.setattr(make, "make_all", make_all)
    ended = hensoku_command("build", "one", "two", "--standalone", str(tmp_path), "--jobs", "1", "--force")
    assert (ended.code, ended.out) == (2, f"one: {tmp_path}/one\none: {tmp_path}/one.whl\n")
    assert ended.err == "error: no luck\n"
    (arguments, options), *_ = asked
    assert arguments == (["one", "two"], tmp_path, None)
    assert (options["jobs"], options["force"]) == (1, True)
    told = json.loads(hensoku_command("build", "one", "two", "--standalone", str(tmp_path), "--json").out)
    assert told[0] == {"variant": "one", "launcher": f"{written.launcher}", "wheel": f"{written.wheel}", **BUILT}
    assert told[1] == {"variant": "two", "error": "no luck"}


BUILT = {"built": True, "seconds": 1.5}


def not_ours(place: Path) -> Path:
    (place / "thesis.txt").write_text("years of work")
    return place


def a_file(place: Path) -> Path:
    (place / "file").write_text("")
    return place / "file"


def below_a_file(place: Path) -> Path:
    return a_file(place) / "engines"


# (the folder, the rest of the command, the exit code, what is said)
FAULTS: list[tuple[Callable[[Path], Path], tuple[str, ...], int, str]] = [
    (
        not_ours,
        ("minishogi",),
        2,
        "holds files that are not of hensoku: name a folder that is empty or not there yet",
    ),
    (a_file, ("minishogi",), 2, "is no folder: name one that is empty or not there yet"),
    (below_a_file, ("minishogi",), 2, "file/engines/hensoku_lib: not a directory"),
    (Path, ("no-such-game",), 2, "no variant is called 'no-such-game'"),
    (Path, ("minishogi", "--profile", "nothing"), 2, "nothing"),
    (Path, ("minishogi", "--emit", "ir"), 2, "--emit prints a stage, --standalone writes a folder: choose one"),
    (Path, ("minishogi", "--tier", "0"), 2, "--tier goes with --emit"),
    (Path, (), 2, "name a variant, or --all"),
]


@pytest.mark.parametrize(("place", "rest", "code", "message"), FAULTS, ids=[row[-1] for row in FAULTS])
def test_faults(
    place: Callable[[Path], Path],
    rest: tuple[str, ...],
    code: int,
    message: str,
    tmp_path: Path,
    hensoku_command: Command,
) -> None:
    folder = place(tmp_path)
    before = sorted(tmp_path.rglob("*"))
    ended = hensoku_command("build", *rest, "--standalone", str(folder))
    assert ended.code == code
    assert message in ended.err.replace("\n", " ")
    assert "Traceback" not in ended.err
    assert sorted(tmp_path.rglob("*")) == before


def test_a_folder_that_is_not_there_yet_is_not_made_in_vain(tmp_path: Path, hensoku_command: Command) -> None:
    assert hensoku_command("build", "no-such-game", "--standalone", str(tmp_path / "engines")).code == 2
    assert list(tmp_path.iterdir()) == []


def test_without_a_compiler(tmp_path: Path, hensoku_command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    ended = hensoku_command("build", SLUG, "--standalone", str(tmp_path / "engines"))
    assert ended.code == 2
    assert ended.err.startswith("error: no C compiler found (tried CC=no-such-compiler)")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_is_not_writable(tmp_path: Path, hensoku_command: Command) -> None:
    tmp_path.chmod(0o500)
    ended = hensoku_command("build", SLUG, "--standalone", str(tmp_path / "engines"))
    assert (ended.code, ended.err) == (2, f"error: {tmp_path}/engines: permission denied\n")


# ---------------------------------------------------------------------------------------------------------- as shipped


@pytest.mark.slow
def test_minishogi_as_it_is_shipped(tmp_path: Path, hensoku_command: Command) -> None:
    """Fully optimised, where the C compiler makes most of the instructions that it may use."""
    ended = hensoku_command("build", "minishogi", "--standalone", str(tmp_path / "engines"))
    assert ended.code == 0, ended.err
    launcher, wheel = (Path(line.partition(": ")[2]) for line in ended.out.splitlines())
    modules = tmp_path / "engines" / folders.LIB / "hensoku_minishogi" / "modules"
    if shutil.which("objdump") and "avx2" in BUILDS:
        assert [beyond_baseline(file) for file in modules.glob("baseline/*")] == [[]]
        assert ["pext" in beyond_baseline(file) for file in modules.glob("avx2/*")] == [True]
    best = said([launcher], "usi\nposition startpos\ngo depth 6\nquit\n")
    assert "usiok" in best
    python = installed(wheel, tmp_path)
    code = "import hensoku_minishogi as game; print(game.variant.position().perft(6))"
    counts = [said([python, "-c", code], HENSOKU_PROCESSOR=build).strip() for build in ("", *BUILDS)]
    assert set(counts) == {"8276188"}  # published: see tests/data/starts.jsonl
