"""The command line: what each command prints, for people and for programs, and its exit codes."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from interrupting import running

import hensoku

Command = Callable[..., Any]

ELEPHANT = """---
title: Elephant Shogi
slug: elephant-shogi
parent: shogi
engine:
  setup: "lnsgkgsnl/1r2e2b1/ppppppppp/9/9/9/PPPPPPPPP/1B2E2R1/LNSGKGSNL"
  pieces:
    E: {name: Drunk Elephant, kanji: 酔象, moves: "fsWF", promotes: {name: Crown Prince, kanji: 太子, moves: "K"}}
---

# Elephant Shogi
"""


@pytest.fixture
def elephant(tmp_path: Path) -> Path:
    path = tmp_path / "elephant-shogi.md"
    path.write_text(ELEPHANT, encoding="utf-8")
    return path


def test_version(hensoku_command: Command) -> None:
    said = hensoku_command("--version")
    assert (said.code, said.out) == (0, f"hensoku {hensoku.__version__}\n")


def test_module_is_a_command() -> None:
    said = subprocess.run([sys.executable, "-m", "hensoku", "--version"], capture_output=True, text=True, check=True)
    assert said.stdout == f"hensoku {hensoku.__version__}\n"


# ------------------------------------------------------------------------------------------------------------- counts


@pytest.mark.parametrize(
    ("slug", "depth", "nodes"),
    [  # python-shogi and Fairy-Stockfish count the same
        ("shogi", 1, 30),
        ("shogi", 2, 900),
        ("minishogi", 2, 181),
        ("cannon-shogi", 1, 60),
        ("cannon-shogi", 0, 1),
    ],
)
def test_perft(hensoku_command: Command, slug: str, depth: int, nodes: int) -> None:
    said = hensoku_command("perft", slug, str(depth), "--backend", "reference", "--json")
    told = json.loads(said.out)
    assert said.code == 0
    assert (told["variant"], told["depth"], told["nodes"], told["backend"]) == (slug, depth, nodes, "reference")


def test_perft_in_threads(hensoku_command: Command) -> None:
    said = hensoku_command("perft", "minishogi", "3", "--threads", "2", "--divide", "--backend", "reference", "--json")
    told = json.loads(said.out)
    assert (told["nodes"], sum(told["divide"].values()), len(told["divide"])) == (2512, 2512, 14)


def test_perft_for_people(hensoku_command: Command) -> None:
    said = hensoku_command("perft", "shogi", "2", "--divide", "--backend", "reference")
    assert "7g7f: 30\n" in said.out
    assert said.out.splitlines()[-1].startswith("shogi perft 2: 900 (")
    assert len(said.out.splitlines()) == 31


def test_perft_of_a_file_and_a_position(hensoku_command: Command, elephant: Path) -> None:
    sfen = "4k4/9/9/9/9/9/9/4E4/4K4 b - 1"
    said = hensoku_command("perft", str(elephant), "1", "--sfen", sfen, "--backend", "reference", "--json")
    assert (
        json.loads(said.out)["nodes"] == 4 + 7
    )  # the king cannot step onto its elephant; the elephant not onto its king


def test_moves(hensoku_command: Command) -> None:
    sfen = "4k4/9/9/9/4p4/4P4/9/9/4K4 b - 1"
    said = hensoku_command("moves", "shogi", "--sfen", sfen)
    assert said.out.splitlines() == ["5f5e  takes 5e p", "5i4h", "5i4i", "5i5h", "5i6h", "5i6i"]
    told = json.loads(hensoku_command("moves", "shogi", "--sfen", sfen, "--json").out)
    assert told["moves"][0] == {"move": "5f5e", "victims": ["5e"]}


def test_moves_of_a_finished_game(hensoku_command: Command) -> None:
    said = hensoku_command("moves", "shogi", "--sfen", "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1")
    assert said.out == "no legal move: checkmate, winner: sente\n"


# -------------------------------------------------------------------------------------------------------------- boards


def test_show_letters(hensoku_command: Command) -> None:
    said = hensoku_command("show", "shogi", "--letters", "--sfen", "4k4/9/4+P4/9/9/9/9/9/4K4 w R2p 1")
    assert said.code == 0
    assert "gote: P2" in said.out
    assert "sente: R" in said.out
    assert "gote to move" in said.out
    assert "+P" in said.out


def test_show_kanji(hensoku_command: Command) -> None:
    said = hensoku_command("show", "shogi")
    row = next(line for line in said.out.splitlines() if line.endswith("|a   gote: -"))
    assert row == "| v香 v桂 v銀 v金 v玉 v金 v銀 v桂 v香 |a   gote: -"


def test_show_json(hensoku_command: Command) -> None:
    told = json.loads(hensoku_command("show", "cannon-shogi", "--json").out)
    assert told["slug"] == "cannon-shogi"
    assert {piece["name"] for piece in told["pieces"]} >= {"Soldier", "Gold Cannon", "Flying Iron Cannon"}
    assert told["position"]["turn"] == "sente"


def test_show_resolved_names_the_place_of_every_value(hensoku_command: Command) -> None:
    lines = hensoku_command("show", "cannon-shogi", "--resolved").out.splitlines()
    soldier = next(line for line in lines if '"fsW"' in line)
    lance = next(line for line in lines if '"fR"' in line)
    assert "# cannon-shogi.md:" in soldier
    assert "# shogi.md:" in lance


def test_try_draws(hensoku_command: Command) -> None:
    said = hensoku_command("try", "mRcpR", "--board", "5x5", "--at", "3c", "--friend", "3b", "--enemy", "3a")
    assert said.out.splitlines()[-10:-2] == [
        "  5 4 3 2 1",
        "+-----------+",
        "| · · × · · |a",
        "| · · f · · |b",
        "| ○ ○ ● ○ ○ |c",
        "| · · ○ · · |d",
        "| · · ○ · · |e",
        "+-----------+",
    ]


@pytest.mark.parametrize(
    ("arguments", "moves"),
    [
        (["K", "--board", "3x3"], ["1a", "1b", "1c", "2a", "2c", "3a", "3b", "3c"]),
        (["fW", "--board", "3x3", "--gote"], ["2c"]),
        (["ifmnD", "--board", "3x3", "--at", "2c"], ["2a"]),
        (["ifmnD", "--board", "3x3", "--at", "2c", "--moved"], []),
        (["W", "--board", "3x1", "--at", "1a", "--topology", "cylinder"], ["2a", "3a"]),
        (["pR{screen!=U}", "--board", "5x1", "--at", "1a", "--friend", "2a=U"], []),
        (["pR{screen!=U}", "--board", "5x1", "--at", "1a", "--friend", "2a"], ["3a", "4a", "5a"]),
    ],
)
def test_try_json(hensoku_command: Command, arguments: list[str], moves: list[str]) -> None:
    assert json.loads(hensoku_command("try", *arguments, "--json").out)["moves"] == moves


# --------------------------------------------------------------------------------------------------------------- check


def test_check_clean(hensoku_command: Command, elephant: Path) -> None:
    said = hensoku_command("check", str(elephant), "shogi")
    assert (said.code, said.out, said.err) == (0, "", "")


def test_check_a_folder(hensoku_command: Command, elephant: Path) -> None:
    (elephant.parent / "README.md").write_text("# no definition\n")
    (told,) = json.loads(hensoku_command("check", str(elephant.parent), "--json").out)
    assert told == {"file": str(elephant), "findings": []}


def test_check_finds(hensoku_command: Command, elephant: Path) -> None:
    elephant.write_text(ELEPHANT.replace("fsWF", "fsWx"), encoding="utf-8")
    said = hensoku_command("check", str(elephant))
    assert said.code == 1
    assert f"{elephant}:8:" in said.out
    told = json.loads(hensoku_command("check", str(elephant), "--json").out)
    (finding,) = told[0]["findings"]
    assert (finding["line"], finding["severity"], finding["code"][:2]) == (8, "error", "HS")


def test_schema(hensoku_command: Command) -> None:
    assert json.loads(hensoku_command("schema").out)["$schema"].startswith("https://json-schema.org/")


# ------------------------------------------------------------------------------------------------------------- explain


def test_explain(hensoku_command: Command) -> None:
    said = hensoku_command("explain", "hs404")
    assert said.code == 0
    for part in ("HS404: row of the wrong length", "Found in:", "/pppppppp/9/", "Mended:", "/ppppppppp/9/"):
        assert part in said.out


def test_explain_lists(hensoku_command: Command) -> None:
    lines = hensoku_command("explain").out.splitlines()
    assert lines[0] == "HS001  error    file cannot be read"
    assert len(lines) > 100
    assert hensoku_command("explain", "HS25").out.splitlines()[0].split()[:2] == ["HS250", "warning"]


def test_explain_for_programs(hensoku_command: Command) -> None:
    (told,) = json.loads(hensoku_command("explain", "HS250", "--json").out)
    assert (told["severity"], 'moves: "fK"' in told["wrong"][0]["text"]) == ("warning", True)


# --------------------------------------------------------------------------------------------------------------- build


def test_emit(hensoku_command: Command) -> None:
    from hensoku.compiler.ir.text import parse_module, print_module

    text = hensoku_command("build", "shogi", "--emit", "ir").out
    assert print_module(parse_module(text)).rstrip() == text.rstrip()
    assert "cdef extern from" in hensoku_command("build", "shogi", "--emit", "pyx").out
    assert hensoku_command("build", "shogi", "--emit", "ast").out.startswith("Definition\n")


def test_build_cache_info_and_clear(hensoku_command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HENSOKU_CACHE", str(tmp_path / "cache"))
    (built,) = json.loads(hensoku_command("build", "minishogi", "--json").out)
    assert built["built"]
    assert Path(built["path"]).is_relative_to(tmp_path / "cache")
    assert "already built" in hensoku_command("build", "minishogi").out
    told = json.loads(hensoku_command("cache", "info", "--json").out)
    assert told["modules"] == [Path(built["path"]).parent.name]
    assert hensoku_command("perft", "minishogi", "3", "--backend", "compiled", "--json").code == 0
    assert hensoku_command("cache", "clear").out.startswith("removed 1 module,")
    assert json.loads(hensoku_command("cache", "info", "--json").out)["modules"] == []


# ----------------------------------------------------------------------------------------------------------- bad input

BAD = [
    (["check", "no-such-variant"], "no-such-variant"),
    (["check", "shogi", "no/such.yaml"], "no such file"),
    (["check", "shogi", "--profile", "no-such"], "no-such"),
    (["show", "no-such-variant"], "no-such-variant"),
    (["show", "no/such.yaml"], "no such file"),
    (["build", "no-such-variant"], "no-such-variant"),
    (["rules", "no-such-variant"], "no-such-variant"),
    (["rules", "shogi", "--profile", "no-such"], "no-such"),
    (["build", "shogi", "--emit", "ir", "--profile", "no-such"], "no-such"),
    (["perft", "no-such-variant", "1"], "no-such-variant"),
    (["perft", "shogi", "1", "--sfen", "x"], "SFEN"),
    (["perft", "shogi", "1", "--sfen", "9/9 b - 1", "--backend", "reference"], "SFEN"),
    (["perft", "shogi", "1", "--sfen", "9/9 b - 1", "--setup", "start"], "not both"),
    (["perft", "shogi", "1", "--setup", "no-such"], "no-such"),
    (["perft", "shogi", "1", "--profile", "no-such"], "no-such"),
    (["perft", "shogi", "-1"], "-1"),
    (["perft", "shogi", "1", "--threads", "0"], "threads"),
    (["perft", "shogi", "many"], "integer"),
    (["perft", "shogi"], "depth"),
    (["perft", "shogi", "1", "--backend", "fast"], "fast"),
    (["no-such-command"], "no-such-command"),
    (["explain", "HS999"], "no code 'HS999', did you mean HS"),
    (["build"], "--all"),
    (["try", "W", "--at", "9z"], "9z"),
    (["try", "W", "--board", "100x100"], "36x36"),
    (["try", "W", "--board", "nine"], "9x9"),
    (["try", "W", "--friend", "5e"], "two pieces"),
    (["try", "W", "--topology", "sphere"], "cylinder"),
    (["diagram", "W", "-o", "no/such/x.svg"], "cannot write no/such/x.svg: no such file or directory"),
]


@pytest.mark.parametrize(
    ("arguments", "words"), BAD, ids=lambda value: " ".join(value) if isinstance(value, list) else ""
)
def test_bad_input_is_answered_in_words(hensoku_command: Command, arguments: list[str], words: str) -> None:
    said = hensoku_command(*arguments)
    assert said.code == 2
    assert words in said.err + said.out
    assert "Traceback" not in said.err
    assert "internal error" not in said.err


@pytest.mark.parametrize(
    "command", [["check"], ["show"], ["moves"], ["perft"], ["build"]], ids=lambda command: command[0]
)
@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"---\n",
        b"---\n\xff\xfe\n---\n",
        b"---\ntitle: [\n---\n",
        b"---\na: 1\na: 2\n---\n",
        b"# prose\n",
        b"\x00" * 64,
    ],
    ids=["empty", "open", "no-utf8", "no-yaml", "twice", "prose", "zeros"],
)
def test_a_bad_file_is_a_finding_for_every_command(
    hensoku_command: Command, tmp_path: Path, command: list[str], content: bytes
) -> None:
    path = tmp_path / "bad.md"
    path.write_bytes(content)
    said = hensoku_command(*command, str(path), *(["1"] if command == ["perft"] else []))
    assert said.code == 1
    assert str(path) in said.out + said.err
    assert "internal error" not in said.err
    assert "Traceback" not in said.err


def test_an_internal_error_asks_for_a_report(hensoku_command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("the roof is on fire")

    monkeypatch.setattr("hensoku.checking.run.check_one", broken)
    said = hensoku_command("check", "shogi", "--no-cache")
    assert said.code == 2
    assert "please report" in said.err
    assert "Traceback" not in said.err
    assert "Traceback" in hensoku_command("--verbose", "check", "shogi", "--no-cache").err


@pytest.mark.parametrize("options", [(), ("--threads", "2"), ("--divide", "--threads", "2")])
def test_a_deep_count_can_be_interrupted(options: tuple[str, ...]) -> None:
    command = [sys.executable, "-m", "hensoku", "perft", "shogi", "12", "--backend", "compiled", *options]
    hensoku.load("shogi", backend="compiled")
    with running(command) as counting:
        time.sleep(3)
        counting.send_signal(signal.SIGINT)
        said, _ = counting.communicate(timeout=20)
    assert (counting.returncode, said) == (130, "")
