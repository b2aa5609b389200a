"""`hensoku diff`: which rules differ, and where legal moves part."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Command = Callable[..., Any]

QUICK = ("--backend", "reference", "--games", "8", "--plies", "12")

CHILD = "title: Child\nslug: child\nparent: minishogi\nengine:\n  "


@pytest.fixture
def diff(hensoku_command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Command:
    """Compares minishogi with a child that has this text under `engine`."""
    monkeypatch.chdir(tmp_path)

    def run(engine: str, *options: str) -> Any:
        Path("child.yaml").write_text(CHILD + engine, "utf-8")
        return hensoku_command("diff", "minishogi", "child.yaml", *QUICK, *options)

    return run


RULES = [
    (
        "promotion: {forced: always}",
        (
            "Promotion\n"
            "- A piece must promote where it could never move again, and need not elsewhere.  [shogi.md:L]\n"
            "+ A piece that may promote must.  [child.yaml:5]\n"
            "  promotion.forced: stuck [shogi.md:L] → always [child.yaml:5]\n"
        ),
    ),
    (
        "borrow: {from: bW}",
        (
            "Moves\n"
            "+ A piece that has a friendly piece straight behind it moves as that one does, and no longer in its own "
            "way.  [child.yaml:5]\n"
            "+ It borrows from what the other piece shows, not from what that one has borrowed.  [child.yaml:5]\n"
            "  borrow.from: – → bW [child.yaml:5]\n"
        ),
    ),
    (
        "drops: {mate: {P: null}}",
        (
            "Captures and drops\n"
            "- A Pawn may not be dropped to give mate.  [shogi.md:L]\n"
            "  drops.mate.P: illegal [shogi.md:L] → –\n"
        ),
    ),
    (
        "repetition: {times: 3}",
        (
            "Repetition\n"
            "- When a position comes about for the fourth time, Sente loses.  [shogi.md:L, minishogi.md:L]\n"
            "+ When a position comes about for the third time, Sente loses.  [child.yaml:5, minishogi.md:L]\n"
            "  repetition.times: 4 [shogi.md:L] → 3 [child.yaml:5]\n"
        ),
    ),
    ("pieces: {G: {captured: removed}}", "+ A captured Gold General leaves the game.  [child.yaml:5]\n"),
    ("pieces: {G: {kanji: 全}}", "  pieces.G.kanji: 金 [shogi.md:L] → 全 [child.yaml:5]\n"),
]


@pytest.mark.parametrize(("engine", "told"), RULES)
def test_rules(diff: Command, engine: str, told: str) -> None:
    said = diff(engine, "--games", "0")
    assert (said.code, said.err) == (1, "")
    assert said.out.startswith("- minishogi\n+ child.yaml\n\n")
    assert told in re.sub(r"(shogi\.md):\d+", r"\1:L", said.out)


SAME = [
    ("pieces: {}", "The rules are the same."),
    ("promotion: {mode: zone}", "The rules are the same, written otherwise."),
    ("evaluation: {tempo: 20}", "The rules are the same, written otherwise."),
    ("drops: {mate: {P: illegal, G: allowed}}", "The rules are the same, written otherwise."),
]


@pytest.mark.parametrize(("engine", "told"), SAME)
def test_the_same(diff: Command, engine: str, told: str) -> None:
    said = diff(engine)
    assert (said.code, said.out.splitlines()[-1]) == (0, told)


def test_spelling_is_no_difference(hensoku_command: Command, tmp_path: Path) -> None:
    """`fsWF` and `WfFbF` would be two things; `sfWF` is another spelling."""
    for name, moves in (("one", "fsWF"), ("two", "sfWF")):
        piece = f'pieces: {{G: {{name: Elephant, kanji: 象, moves: "{moves}"}}}}'
        (tmp_path / f"{name}.yaml").write_text(CHILD + piece, "utf-8")
    said = hensoku_command("diff", str(tmp_path / "one.yaml"), str(tmp_path / "two.yaml"), *QUICK)
    assert (said.code, said.out.splitlines()[-1]) == (0, "The rules are the same.")


PARTINGS = [
    # a Gold General that only goes straight: 4d stays, on 5d is its own Pawn
    ('pieces: {G: {name: Gold, kanji: 金, moves: "vW"}}', "rbsgk/4p/5/P4/KGSBR b - 1", ["4e3d"], []),
    # a King that also jumps as a Knight: nothing attacks 4c
    (
        'pieces: {K: {name: King, kanji: 玉, moves: "KffN", royal: true}}',
        "rbsgk/4p/5/P4/KGSBR b - 1",
        [],
        ["5e4c"],
    ),
]


@pytest.mark.parametrize(("engine", "sfen", "only_a", "only_b"), PARTINGS)
def test_first_parting(diff: Command, engine: str, sfen: str, only_a: list[str], only_b: list[str]) -> None:
    said = diff(engine)
    assert said.code == 1
    told = said.out[said.out.index("The legal moves differ") :].splitlines()
    assert told[0] == f"The legal moves differ in {sfen}"
    assert told[2] == f"- {len(only_a)} alone{': ' if only_a else ''}{' '.join(only_a)}"
    assert told[3] == f"+ {len(only_b)} alone{': ' if only_b else ''}{' '.join(only_b)}"


FOUND = [
    "drops: {file_limit: {P: null}}",
    "promotion: {zone: far 2}",
    "drops: {stuck: allowed}",
    "royals: {check: ignored}",
]


@pytest.mark.parametrize("engine", FOUND)
def test_what_the_start_does_not_show_is_found(diff: Command, engine: str) -> None:
    """The moves that are told are legal in that position of the one, and not of the other."""
    told = json.loads(diff(engine, "--json", "--games", "24").out)["positions"]
    import hensoku

    pair = [hensoku.load(name, backend="reference") for name in ("minishogi", "child.yaml")]
    parting = told["parting"]
    assert parting["only"] != [[], []] or parting["outcomes"][0] != parting["outcomes"][1]
    legal = [{str(move) for move in variant.position(parting["sfen"]).legal_moves} for variant in pair]
    assert [sorted(legal[0] - legal[1]), sorted(legal[1] - legal[0])] == parting["only"]
    game = pair[parting["by"]].position(parting["begun"])
    for move in parting["played"]:
        game.push(move)
    assert game.sfen() == parting["sfen"]


def test_the_seed_names_the_position(diff: Command) -> None:
    one, again, other = (diff("drops: {file_limit: {P: null}}", "--seed", seed).out for seed in ("1", "1", "2"))
    assert one == again != other


def test_an_end_is_a_difference(diff: Command) -> None:
    """Few pieces are a draw in the child; a random game seldom comes so far, a placement may."""
    said = diff("ends: {piece_count: {below: 9, result: draw}}", "--json", "--plies", "30")
    parting = json.loads(said.out)["positions"]["parting"]
    assert (parting["outcomes"][0], parting["outcomes"][1]) == ("", "piece-count, nobody wins")


def test_boards_of_two_sizes(hensoku_command: Command) -> None:
    said = hensoku_command("diff", "minishogi", "micro-shogi", *QUICK)
    assert said.code == 1
    assert said.out.splitlines()[-1].startswith("No position could be compared: bad SFEN")


def test_json(diff: Command) -> None:
    told = json.loads(diff("promotion: {forced: always}", "--json", "--games", "0").out)
    assert (told["a"], told["b"]["name"], told["same"], told["positions"]) == (
        {"name": "minishogi", "slug": "minishogi", "title": "Minishogi"},
        "child.yaml",
        False,
        None,
    )
    (section,) = told["sections"]
    assert section["name"] == "Promotion"
    assert section["only_b"] == [{"text": "A piece that may promote must.", "places": ["child.yaml:5"]}]
    assert section["keys"][0]["b"] == {"text": "always", "place": "child.yaml:5"}


CALLS = [
    (("shogi", "shogi@fairy-stockfish"), 1, "drops.mate.P: illegal"),
    (("dobutsu-shogi@lishogi", "dobutsu-shogi"), 0, "The rules are the same."),
    (("shogi", "nothing"), 2, "no variant is called 'nothing'"),
    (("shogi@nothing", "shogi"), 2, "'shogi' has no profile 'nothing'"),
    (("shogi",), 2, "Missing argument"),
]


@pytest.mark.parametrize(("names", "code", "told"), CALLS)
def test_calls(hensoku_command: Command, names: tuple[str, ...], code: int, told: str) -> None:
    said = hensoku_command("diff", *names, "--games", "0")
    assert said.code == code
    assert told in said.out + said.err


def test_a_wrong_definition_is_trouble(diff: Command) -> None:
    said = diff("setup: 5")
    assert said.code == 2
    assert said.err.startswith("error[HS")


def test_a_file_with_an_at(hensoku_command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine@home.yaml").write_text(CHILD + "pieces: {}", "utf-8")
    assert hensoku_command("diff", "mine@home.yaml", "minishogi", *QUICK).code == 0
