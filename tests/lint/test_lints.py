"""Lints: what they find, and what they leave alone. The games are small enough to see at a glance."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import hensoku.variants
from hensoku.checking.one import check_one
from hensoku.dsl.findings import Severity

SHIPPED = sorted(Path(next(iter(hensoku.variants.__path__))).glob("*.md"))

BASE = """\
engine:
  topology: {rows: 5, cols: 3}
  setup: "1k1/1p1/3/1P1/1K1"
  pieces:
    K: {name: King, moves: "K", royal: true}
    P: {name: Pawn, moves: "fW", promotes: {name: Tokin, moves: "WfF"}}
  promotion: {zone: "far 1"}
"""


def found(tmp_path: Path, text: str, name: str = "small.yaml") -> list[tuple[str, str]]:
    """Codes, each with the text that it points at."""
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    return [(finding.code, finding.span.text.strip('"')) for finding in check_one(str(file)).findings]


def changed(*changes: tuple[str, str]) -> str:
    text = BASE
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


def with_piece(piece: str, setup: str = '"xkx/1p1/3/1P1/XKX"') -> str:
    return changed(('"1k1/1p1/3/1P1/1K1"', setup), ("  promotion", f"    X: {piece}\n  promotion"))


def under_engine(lines: str) -> str:
    return BASE + "".join(f"  {line}\n" for line in lines.splitlines())


def under_promotion(more: str) -> str:
    return changed(('zone: "far 1"', f'zone: "far 1", {more}'))


GOAL = "  ends: {try: {pieces: K, goal: rank 5, result: win}, checkmate: loss}\n"
TO_TAKE = "1k1/1P1/3/1p1/1K1"

CASES: dict[str, tuple[Any, ...]] = {
    "nothing to say": (BASE, []),
    # pieces that never move
    "a leap off the board": (
        with_piece('{moves: "(3,3)", captured: removed}'),
        ["(3,3)"],
        "HS480",
    ),
    "a leap that fits": (with_piece('{moves: "(2,2)"}'), []),
    "no moves on purpose": (with_piece("{moves: none}"), []),
    "stuck in its region": (
        with_piece('{moves: "fW", within: near 1, captured: removed}', '"xkx/1p1/3/1P1/XKX"'),
        ["fW"],
        "HS480",
    ),
    "a screen that no piece can be": (
        with_piece('{moves: "pR{screen=X,screen!=X}", captured: removed}'),
        ["pR{screen=X,screen!=X}"],
        "HS480",
    ),
    # pieces that never come into the game
    "a piece that nobody has": (with_piece("{moves: W}", '"1k1/1p1/3/1P1/1K1"'), ["X"], "HS481"),
    "a piece in hand": (with_piece("{moves: W}", '"1k1/1p1/3/1P1/1K1 b Xx"'), []),
    "a piece by promotion": (
        changed(('{name: Tokin, moves: "WfF"}', "{becomes: X}"), ("  promotion", "    X: {moves: W}\n  promotion")),
        [],
    ),
    "a piece by capture": (
        changed(('moves: "fW"', 'moves: "fW", captured: X'), ("  promotion", "    X: {moves: W}\n  promotion")),
        [],
    ),
    "a face without a zone": (changed(('zone: "far 1"', 'zone: "none"')), ["{"], "HS481"),
    "a face that a setup has": (changed(('zone: "far 1"', 'zone: "none"'), ("/1p1/3/1P1/", "/1+p1/3/1+P1/")), []),
    "a setup of another name": (
        with_piece("{moves: W}", '"1k1/1p1/3/1P1/1K1"').replace(
            "  pieces", '  setups: {more: "xkx/3/3/3/XKX"}\n  pieces'
        ),
        [],
    ),
    "a setup of a profile": (
        with_piece("{moves: W}", '"1k1/1p1/3/1P1/1K1"') + '  profiles: {more: {setup: "xkx/3/3/3/XKX"}}\n',
        [],
    ),
    # kings
    "a king to take": (
        under_engine("royals: {check: ignored}").replace("1k1/1p1/3/1P1/1K1", "1k1/1P1/3/1p1/1K1"),
        ["1k1/1P1/3/1p1/1K1"],
        "HS482",
    ),
    "kings apart": (under_engine("royals: {check: ignored}"), []),
    "a king that promotes": (changed(("royal: true}", "royal: true, promotes: {moves: Q}}")), ["{"], "HS487"),
    "a king that stays one": (changed(("royal: true}", "royal: true, promotes: {moves: Q, royal: true}}")), []),
    # armies
    "a pawn more": (changed(("3/1P1", "3/PP1")), ["1k1/1p1/3/PP1/1K1"], "HS483"),
    "a pawn more in hand": (changed(('1K1"', '1K1 b P"')), ["1k1/1p1/3/1P1/1K1 b P"], "HS483"),
    "a pawn elsewhere": (changed(("3/1P1", "3/P2")), ["1k1/1p1/3/P2/1K1"], "HS483"),
    "turned": (changed(("1k1/1p1/3/1P1/1K1", "k2/2p/3/P2/2K")), []),
    "mirrored": (changed(("1k1/1p1/3/1P1/1K1", "k2/2p/3/2P/K2")), []),
    # regions
    "a zone behind": (
        changed(('"far 1"', '"near 1"'), ("  promotion", "  drops: none\n  promotion")),
        ["near 1"],
        "HS484",
    ),
    "a zone behind, and drops": (changed(('"far 1"', '"near 1"')), []),
    "moves where it never is": (
        with_piece(
            "{moves: [{in: near 2, moves: fW}, {in: file 2, moves: W}], captured: removed}", '"x1k/1p1/3/1P1/K1X"'
        ),
        ["file 2"],
        "HS484",
    ),
    "a goal behind": (
        with_piece('{moves: "fW", captured: removed}', '"1k1/xpx/3/XPX/1K1"') + GOAL.replace("K", "X"),
        ["rank 5"],
        "HS484",
    ),
    "a goal where it stands": (BASE + GOAL, []),
    "drops nowhere": (under_engine('drops: {region: {P: "all but rank 1-5"}}'), ["all but rank 1-5"], "HS484"),
    "a piece outside its region": (
        with_piece("{moves: W, within: near 1, captured: removed}", '"1k1/xpx/3/XPX/1K1"'),
        ["x"],
        "HS493",
    ),
    "a piece inside its region": (
        with_piece("{moves: W, within: near 2, captured: removed}", '"1k1/xpx/3/XPX/1K1"'),
        [],
    ),
    # promotions
    "a slower face": (changed(('"WfF"}', '"mfW"}')), ["{"], "HS485"),
    "the same face": (changed(('"WfF"}', '"fW"}')), ["{"], "HS485"),
    "a shorter ride": (changed(('"fW"', '"R"'), ('"WfF"', '"R2"')), ["{"], "HS485"),
    "a longer ride": (changed(('"fW"', '"R2"'), ('"WfF"', '"R"')), []),
    "a slower face that is forced": (changed(('"WfF"}', '"mfW"}'), ('"far 1"', '"far 1", forced: always')), []),
    "a slower face that is royal": (changed(('"WfF"}', '"mfW", royal: true}')) + "  royals: {lost_when: all}\n", []),
    "a slower face that stays": (changed(('"WfF"}', '"mfW", captured: removed}')), []),
    # rules
    "a limit on what is never dropped": (under_engine("drops: {file_limit: {K: 1}}"), ["K"], "HS486"),
    "a limit that binds moves": (under_engine("drops: {file_limit: {K: {count: 1, moves: true}}}"), []),
    "a limit for all but some": (under_engine("drops: {file_limit: {all but P: 1}}"), []),
    "first what is never dropped": (under_engine("drops: {first: K}"), ["K"], "HS486"),
    "a mate that waits for what is never dropped": (under_engine("drops: {before_mate: K}"), ["K"], "HS486"),
    "mate by what is never dropped": (under_engine("drops: {mate: {K: illegal, P: illegal}}"), ["K"], "HS486"),
    "a zone for what never promotes": (changed(('zone: "far 1"', 'zone: {all: "far 1", K: "far 2"}')), ["K"], "HS486"),
    "said twice": (under_engine("drops: {mate: {P: illegal, P K: allowed}}"), ["P"], "HS486"),
    "said for all, then for one": (under_engine("drops: {mate: {all: allowed, P: illegal}}"), []),
    "a king that is never taken": (
        under_engine("ends: {royal_captured: loss, checkmate: loss}"),
        ["royal_captured"],
        "HS486",
    ),
    "a king that is taken": (under_engine("ends: {royal_captured: loss}\nroyals: {check: ignored}"), []),
    "mate without kings": (
        changed((", royal: true", "")) + "  ends: {checkmate: loss, stalemate: loss}\n",
        ["checkmate"],
        "HS486",
    ),
    "perpetual check without kings": (
        changed((", royal: true", "")) + "  ends: {stalemate: loss}\n  repetition: {times: 4, perpetual: loss}\n",
        ["loss"],
        "HS486",
    ),
    "drops from an empty hand": (under_engine("drops: {from: setup}"), ["{from: setup}"], "HS488"),
    "drops of what is removed": (
        changed(('moves: "fW"', 'moves: "fW", captured: removed')) + "  drops: {stuck: allowed}\n",
        ["{stuck: allowed}"],
        "HS488",
    ),
    "no drops": (under_engine("drops: none"), []),
    # names
    "a region that is not used": (under_engine("regions: {camp: far 2}"), ["far 2"], "HS492"),
    "a set that is not used": (under_engine("sets: {men: P}"), ["P"], "HS492"),
    "a set that is used": (under_engine("sets: {men: P}\ndrops: {mate: {men: illegal}}"), []),
    # words
    "win by capture": ("win: Capture of the King\n" + BASE, ["Capture"], "HS489"),
    "win by mate": ("win: Checkmate, or stalemate\n" + BASE, []),
    "win by mate, check ignored": (
        "win: Checkmate\n" + under_engine("royals: {check: ignored}"),
        ["Checkmate"],
        "HS489",
    ),
    "win by a try": ("win: Checkmate or try\n" + BASE, ["try"], "HS489"),
    "win by stalemate that is none": (
        "win: Stalemate\n" + under_engine("ends: {checkmate: loss, stalemate: draw}"),
        ["Stalemate"],
        "HS489",
    ),
    # profiles
    "a profile of the same": (under_engine("profiles: {other: {royals: {check: answered}}}"), ["other"], "HS491"),
    "an empty profile": (under_engine("profiles: {other: {}}"), []),
    "half a profile": (
        under_engine('profiles: {other: {promotion: {zone: "far 1", forced: always}}}'),
        ["far 1"],
        "HS491",
    ),
    "a profile that removes nothing": (
        under_engine("profiles: {other: {drops: null, promotion: {forced: always}}}"),
        ["drops"],
        "HS491",
    ),
    "a piece that must be said whole": (
        under_engine(
            'profiles: {other: {pieces: {P: {name: Pawn, moves: "fF", promotes: {name: Tokin, moves: "WfF"}}}}}'
        ),
        [],
    ),
}


@pytest.mark.parametrize("title", CASES)
def test_lint(title: str, tmp_path: Path) -> None:
    text, places, *code = CASES[title]
    assert found(tmp_path, text) == [(code[0], place) for place in places]


SHEET = f"---\n{BASE}---\n\n# Small\n\n"


def test_none_says_that_nothing_is_dropped(tmp_path: Path) -> None:
    assert found(tmp_path, under_engine("drops: {region: {P: none}}")) == []


SFENS = [
    ("**SFEN:** `1k1/1p1/3/1P1/1K1 b - 1`", None),
    ("`1k1/1p1/3/1P1/1K1`", None),
    ("SFEN: `1k1/1p1/3/1P1/1K1 w - 1`", "1k1/1p1/3/1P1/1K1 w - 1"),
    ("**SFEN:** `1k1/1p1/3/P2/1K1 b - 1`", "1k1/1p1/3/P2/1K1 b - 1"),
    ("```\n1k1/1p1/3/P2/1K1\n```", "1k1/1p1/3/P2/1K1"),
    ("The setup is `1k1/1p1/3/1P1/1K1`; after some moves `1k1/3/1p1/1P1/1K1`.", None),
    ("After some moves `1k1/3/1p1/1P1/1K1`.", "1k1/3/1p1/1P1/1K1"),
    ("The path `a/b/c/d` and the moves `W/F/W/F/W`.", None),
    ("Another board: `4k4/9/9/9/9/9/9/9/4K4`.", None),
    ("SFEN: `1k1/111p111/3/1P1/1K1`.", "1k1/111p111/3/1P1/1K1"),
    ("SFEN: `1k1/1p1/3/1P1/`.", "1k1/1p1/3/1P1"),
    ("The setup is `a/b/c`.", None),
    # as Fairy-Stockfish has it, where white moves first
    ("**SFEN:** `1k1/1p1/3/1P1/1K1[-] w 0 1`", None),
    ("**SFEN:** `1k1/1p1/3/1P1/1K1[] w - - 0 1`", None),
    ("FEN: `1k1/1p1/3/1P1/1K1 w 0 1`", None),
    ("**SFEN:** `1k1/1p1/3/1P1/1K1[-] b 0 1`", "1k1/1p1/3/1P1/1K1[-] b 0 1"),
    ("**SFEN:** `1k1/1p1/3/P2/1K1[-] w 0 1`", "1k1/1p1/3/P2/1K1[-] w 0 1"),
    ("The hands: `1k1/1p1/3/1P1/1K1[Pp] w 0 1`", None),
]


@pytest.mark.parametrize(("prose", "wrong"), SFENS)
def test_sfen_in_the_prose(tmp_path: Path, prose: str, wrong: str | None) -> None:
    expected = [] if wrong is None else [("HS490", wrong)]
    assert found(tmp_path, f"{SHEET}{prose}\n", "small.md") == expected


def test_what_is_inherited_is_not_told_again(tmp_path: Path) -> None:
    found(tmp_path, changed(("3/1P1", "3/PP1"), ('"WfF"}', '"mfW"}')), "mother.yaml")
    assert found(tmp_path, "parent: mother\nengine: {ends: {checkmate: loss}}\n", "child.yaml") == []


MOTHER = changed(("P: {name: Pawn,", "P: {name: Pawn, captured: removed,"))

# what a child says, what is told
WITHOUT_KING = [
    ('pieces: {K: {name: Wolf, moves: "Q"}}', [("HS494", "K")]),
    ("pieces: {K: {royal: false}}", [("HS494", "K")]),
    ('pieces: {K: {name: Wolf, moves: "Q", royal: true}}', []),
    ('pieces: {K: {name: Wolf, moves: "Q"}}\n  ends: {stalemate: loss}', []),
    ("drops: none", []),
]


@pytest.mark.parametrize(("said", "told"), WITHOUT_KING)
def test_a_king_that_is_gone(said: str, told: list[tuple[str, str]], tmp_path: Path) -> None:
    found(tmp_path, MOTHER, "mother.yaml")
    assert found(tmp_path, f"parent: mother\nengine:\n  {said}\n", "child.yaml") == told


def test_an_inherited_setup_outside_a_region_of_the_file(tmp_path: Path) -> None:
    found(tmp_path, MOTHER, "mother.yaml")
    child = "parent: mother\nengine: {pieces: {P: {within: far 3}}}\n"
    assert found(tmp_path, child, "child.yaml") == [("HS493", "far 3")]


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.stem)
def test_shipped_variants_are_clean(file: Path) -> None:
    grave = [finding for finding in check_one(str(file)).findings if finding.severity is not Severity.NOTE]
    assert [(finding.code, str(finding.span), finding.message) for finding in grave] == []
