"""Smaller definitions and positions, files of failures, and processes that end in any way."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from hensoku.compiler.fuzz import cases, reductions, rows
from hensoku.compiler.fuzz.games import Trail
from hensoku.compiler.fuzz.isolate import Died, run_all, run_one
from hensoku.compiler.fuzz.text import Draft
from hensoku.compiler.fuzz.trial import AT, last_place

DRAFT: Draft = {
    "title": "Small",
    "slug": "small",
    "engine": {
        "topology": {"type": "torus", "rows": 4, "cols": 3},
        "pieces": {
            "K": {"moves": "K", "royal": True},
            "P": {"moves": "fW fcF{target=G|K}", "promotes": {"moves": "WfF"}, "captured": "G"},
            "G": {
                "moves": [{"in": "far 1", "moves": "R{screen!=P}"}, {"moves": "W"}],
                "promotes": [{"becomes": "P"}, {}],
            },
        },
        "promotion": {"zone": {"P G": "far 1", "all": "far 2"}},
        "drops": {"mate": {"P": "illegal"}},
        "setup": "1k1/+p1g/3/1K[AB] b P2g 1",
    },
}


def test_a_piece_that_is_gone_is_no_victim() -> None:
    """Of what a face may not take, only the rule that names the piece goes with it."""
    draft: Draft = {
        **DRAFT,
        "engine": {
            **DRAFT["engine"],
            "pieces": {"K": {"captures": {"never": "P", "protected": "G"}}, "P": {}, "G": {}},
        },
    }
    pieces = [candidate["engine"]["pieces"] for candidate, _ in reductions.smaller(draft, None)]
    assert {"protected": "G"} in [left["K"].get("captures") for left in pieces if "P" not in left]


def made(draft: Draft) -> list[dict[str, object]]:
    return [candidate["engine"] for candidate, _ in reductions.smaller(draft, None)]


def test_each_rule_is_left_out() -> None:
    for rule in ("promotion", "drops"):
        assert any(rule not in engine for engine in made(DRAFT))
    assert any(engine["topology"]["type"] == "grid" for engine in made(DRAFT))  # type: ignore[index]


def test_a_piece_is_left_out_wherever_it_is_named() -> None:
    smaller = [engine for engine in made(DRAFT) if "P" not in engine["pieces"]]  # type: ignore[operator]
    assert smaller == [
        {
            "topology": DRAFT["engine"]["topology"],
            "pieces": {
                "K": {"moves": "K", "royal": True},
                "G": {"moves": [{"in": "far 1", "moves": "R"}, {"moves": "W"}], "promotes": [{}]},
            },
            "promotion": {"zone": {"all": "far 2", "G": "far 1"}},
            "drops": {"mate": {"none": "illegal"}},
            "setup": "1k1/2g/3/1K[AB] b 2g 1",
        }
    ]


def test_moves_become_simpler() -> None:
    moves = [engine["pieces"]["P"]["moves"] for engine in made(DRAFT) if "P" in engine["pieces"]]  # type: ignore[index, operator]
    assert {"none", "W", "fW", "fcF{target=G|K}"} < set(moves)


def test_the_draft_itself_is_left_alone() -> None:
    before = repr(DRAFT)
    made(DRAFT)
    assert repr(DRAFT) == before


CUTS = [
    ("3/1k1/K2 b - 1", True, True, "1k1/K2 b - 1"),
    ("3/1k1/K2 b - 1", True, False, None),
    ("3/1k1/1K1 b P 1", False, True, "2/k1/K1 b P 1"),
    ("2*/1k1/1K1 w - 1", False, False, None),
    ("[AB]2/3/3 b - 1", True, False, "[AB]2/3 b - 1"),
]


@pytest.mark.parametrize(("sfen", "ranks", "first", "expected"), CUTS)
def test_a_line_is_cut_off(sfen: str, ranks: bool, first: bool, expected: str | None) -> None:
    assert rows.cut(sfen, ranks=ranks, first=first) == expected


def test_a_piece_less() -> None:
    assert list(rows.lighter("1+k1/[ab]2 b 2PX' 1")) == [
        "3/[ab]2 b 2PX' 1",
        "1+k1/3 b 2PX' 1",
        "1+k1/[ab]2 b X' 1",
        "1+k1/[ab]2 b 2P 1",
    ]


# ---------------------------------------------------------------------------------------------------------------- files


def test_a_case_names_its_positions(tmp_path: Path) -> None:
    file = tmp_path / "case.yaml"
    trails = [Trail("3/3/K1k b - 1"), Trail("3/K2/2k w P 1", ("1c1b", "P*2b"))]
    cases.write_case(file, DRAFT, trails, "what it\nshows")
    assert cases.read_trails(file) == trails
    assert file.read_text("utf-8").startswith(
        "# what it\n# shows\n# hensoku fuzz case.yaml\n# position: 3/3/K1k b - 1\n"
    )


def test_the_place_of_a_death_is_in_its_words() -> None:
    words = f"{AT}3/3/3 b - 1 | \n{AT}3/3/3 b - 1 | 1a1b 2a2b\nAddressSanitizer: heap-buffer-overflow\n"
    assert last_place(words) == Trail("3/3/3 b - 1", ("1a1b", "2a2b"))
    assert last_place("nothing") is None


# ------------------------------------------------------------------------------------------------------------ processes


def test_a_crash_is_an_answer() -> None:
    died = run_one((os.execlp, ("sh", "sh", "-c", "echo last words >&2; kill -SEGV $$")))
    assert died == Died("it was ended by SIGSEGV", "last words\n")


def test_one_that_never_ends_is_ended() -> None:
    assert run_one((time.sleep, (60,)), seconds=0.5) == Died("it was still busy when its time was over", "", late=True)


def test_an_exit_is_an_answer() -> None:
    assert run_one((os._exit, (3,))) == Died("it ended with code 3", "")


def test_an_error_is_raised_here() -> None:
    with pytest.raises(RuntimeError, match="ZeroDivisionError"):
        run_one((divmod, (1, 0)))


def test_all_calls_are_answered() -> None:
    answers = run_all(((abs, (-number,)) for number in range(6)), workers=3)
    assert sorted(answer for _, answer in answers if isinstance(answer, int)) == list(range(6))
