"""`diagram`, `format` and `try`; squares worked out by hand from the rules of the pieces."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from golden import Golden

from hensoku.diagram import diagram
from hensoku.probe import Probe
from hensoku.survey import Scene, survey

Places = frozenset[tuple[int, int]]

SMALL = Scene(board=(5, 5), origin=(2, 2))
RING = {(file, rank) for file in (1, 2, 3) for rank in (1, 2, 3)} - {(2, 2)}
BOARD_5 = {(file, rank) for file in range(5) for rank in range(5)} - {(2, 2)}
NEXT = {(2, 1), (2, 3), (1, 2), (3, 2)}
SECOND = {(2, 0), (2, 4), (0, 2), (4, 2)}
CORNERS = {(0, 0), (0, 4), (4, 0), (4, 4)}
KNIGHT = {(1, 4), (3, 4), (1, 0), (3, 0), (0, 1), (0, 3), (4, 1), (4, 3)}

SURVEYS: list[tuple[str, dict[str, Any]]] = [
    # the lion reaches all 24 squares, also after a capture next to it; it may pass, and take without moving
    ("KNADcaKmcabK", {"moves": BOARD_5, "captures": BOARD_5, "doubles": BOARD_5, "returns": RING, "passes": True}),
    # the cannon slides, and takes two squares away or farther, over a piece
    ("mRcpR", {"moves": NEXT | SECOND, "hop_captures": SECOND}),
    # this one jumps to move, too
    ("pR", {"hop_moves": SECOND, "hop_captures": SECOND}),
    # two pieces to jump leave it no square of this board
    ("pR{screens=2}", {}),
    # a great general captures beside its slides also beyond others
    (
        "QcppQ",
        {
            "moves": RING | SECOND | CORNERS,
            "captures": RING | SECOND | CORNERS,
            "hop_captures": SECOND | CORNERS,
        },
    ),
    ("nN", {"moves": KNIGHT, "captures": KNIGHT, "between": NEXT}),
    ("jD", {"hop_moves": SECOND, "hop_captures": SECOND}),
    ("jR", {"moves": SECOND, "captures": SECOND, "skipped": NEXT}),
    ("dW", {"own": NEXT}),
    ("fmWfcF", {"moves": {(2, 3)}, "captures": {(1, 3), (3, 3)}}),
    ("cafmW", {"doubles": SECOND}),
    ("cafcW", {"doubles": SECOND}),
    ("mpafW", {"moves": SECOND, "captures": SECOND, "skipped": NEXT}),
    ("pafcW", {"hop_captures": SECOND}),
    ("mabW", {"passes": True}),
    ("cabW", {"returns": NEXT}),
    ("fR{target=royal}", {"moves": {(2, 3), (2, 4)}, "captures": {(2, 3), (2, 4)}}),
]
FIELDS = (
    "moves",
    "captures",
    "own",
    "doubles",
    "returns",
    "hop_moves",
    "hop_captures",
    "skipped",
    "between",
)


@pytest.mark.parametrize(("moves", "wanted"), SURVEYS, ids=[row[0] for row in SURVEYS])
def test_survey(moves: str, wanted: dict[str, Any]) -> None:
    found = survey(moves, SMALL)
    assert {name: set(getattr(found, name)) for name in FIELDS} == {name: set(wanted.get(name, ())) for name in FIELDS}
    assert found.passes is wanted.get("passes", False)


def test_survey_shows_the_nearest_pieces_to_jump() -> None:
    assert set(survey("mRcpR", SMALL).screens) == {(place,) for place in NEXT}
    assert survey("gR", Scene()).screens[(4, 5),] == (4, 6)


def test_survey_among_pieces_is_what_can_be_done_there() -> None:
    scene = Scene(board=(5, 5), origin=(2, 0), friends={(2, 2): "P"}, enemies={(2, 4): "K", (4, 0): "R"})
    found = survey("mRcpR", scene)
    assert (found.moves, found.captures) == ({(2, 1), (0, 0), (1, 0), (3, 0)}, {(2, 4)})
    assert survey("cpR{target!=K}", scene).captures == set()


def test_survey_of_a_hook_mover_asks_about_many_enemies_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may take on every square, but for enemies in its way; one by one these were 400 questions."""
    asked: list[Any] = []
    results = Probe.results

    def counting(probe: Probe, *arguments: Any, **named: Any) -> Any:
        asked.append(arguments)
        return results(probe, *arguments, **named)

    monkeypatch.setattr(Probe, "results", counting)
    found = survey("RasR", Scene(board=(20, 20), origin=(9, 9)))
    assert len(found.captures) == 20 * 20 - 1
    assert len(asked) < 60


def test_survey_of_gote_and_of_a_cylinder() -> None:
    assert survey("fW", Scene(side="gote")).moves == {(4, 3)}
    assert survey("lW", Scene(board=(5, 1), origin=(0, 0), topology="cylinder")).moves == {(4, 0)}


def test_survey_of_a_square_off_the_board() -> None:
    with pytest.raises(ValueError, match="off the board"):
        survey("R", Scene(origin=(9, 9)))


# ---------------------------------------------------------------------------------------------------------------- svg

GOLDEN = Path(__file__).with_name("golden")
SVGS = {
    "pawn": ("fW", Scene(board=(3, 3), origin=(1, 1))),
    "rook": ("R", Scene()),
    "knight": ("ffN", Scene(board=(5, 5), origin=(2, 2))),
    "lion": ("KNADcaKmcabK", Scene(board=(7, 7), origin=(3, 3))),
    "cannon": ("mRcpR", Scene()),
    "limited-rider": ("B3{min=2}", Scene()),
    "griffon": ("[F?R]", Scene()),
    "xiangqi-horse": ("nN", Scene(board=(5, 5), origin=(2, 2))),
    "cannon-among-pieces": ("mRcpR", Scene(friends={(4, 6): ""}, enemies={(4, 8): "K"}, side="sente")),
    "dragon-on-a-cylinder": ("RF", Scene(origin=(7, 4), topology="cylinder")),
}


@pytest.mark.parametrize("name", SVGS)
def test_golden_svg(name: str, golden: Golden) -> None:
    golden.check(GOLDEN / f"{name}.svg", diagram(*SVGS[name]))


@pytest.mark.parametrize("moves", ["KNADcaKmcabK", "mRcpR{target!=K}", "fW{screen.rank<self.rank}", "QcppQdW"])
def test_the_svg_is_well_formed_and_says_what_it_shows(
    moves: str, hensoku_command: Callable[..., Any], tmp_path: Path
) -> None:
    file = tmp_path / "moves.svg"
    assert hensoku_command("diagram", moves, "--board", "5x5", "-o", str(file)).code == 0
    root = ET.parse(file).getroot()
    space = "{http://www.w3.org/2000/svg}"
    assert root.get("role") == "img"
    assert root.findtext(f"{space}title")
    assert root.findtext(f"{space}desc")
    assert "prefers-color-scheme:dark" in (root.findtext(f"{space}style") or "")


def test_several_stand_in_one_page() -> None:
    """Nothing is named, so nothing is named twice; every rule of style is for what is inside such an SVG."""
    root = ET.fromstring(f"<body>{diagram('mRcpR')}{diagram('K')}</body>")
    assert not [element for element in root.iter() if element.get("id")]
    style = next(element.text or "" for element in root.iter() if element.tag.endswith("style"))
    rules = [rule.rpartition("{")[0].strip() for rule in style.split("}") if "{" in rule]
    assert all("hensoku" in rule for rule in rules)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--enemy", "5a", "--friend", "5c"], "friend"),
        (["--topology", "torus"], "hs-joined"),
        (["--gote", "--at", "5a"], "rotate(180"),
    ],
)
def test_diagram_has_the_options_of_try(arguments: list[str], words: str, hensoku_command: Callable[..., Any]) -> None:
    assert words in hensoku_command("diagram", "mRcpR", *arguments).out


# ------------------------------------------------------------------------------------------------------- in a terminal


def test_try_shows_classes_of_moves(hensoku_command: Callable[..., Any]) -> None:
    lines = hensoku_command("try", "KNADcaKmcabK", "--board", "5x5").out.splitlines()
    assert lines[3:8] == [
        "|  ⊗²  ⊗²  ⊗²  ⊗²  ⊗² |a",
        "|  ⊗² ⊗²! ⊗²! ⊗²!  ⊗² |b",
        "|  ⊗² ⊗²!  ●= ⊗²!  ⊗² |c",
        "|  ⊗² ⊗²! ⊗²! ⊗²!  ⊗² |d",
        "|  ⊗²  ⊗²  ⊗²  ⊗²  ⊗² |e",
    ]
    assert "= may pass" in lines[-2]


def test_try_shows_what_must_stand_there(hensoku_command: Callable[..., Any]) -> None:
    told = json.loads(hensoku_command("try", "mRcpR", "--board", "3x3", "--at", "1c", "--json").out)
    assert (told["moves"], told["hop_captures"]) == (["1a", "1b", "2c", "3c"], ["1a", "3c"])
    assert "△" in hensoku_command("try", "mRcpR", "--board", "3x3", "--at", "1c").out


@pytest.mark.parametrize(("written", "printed"), [("mfF", "fmF"), ("fmF", "fmF")])
def test_format(written: str, printed: str, hensoku_command: Callable[..., Any]) -> None:
    said = hensoku_command("format", written)
    assert (said.code, said.out, said.err) == (0, f"{printed}\n", "")


def test_format_refuses_with_the_place(hensoku_command: Callable[..., Any]) -> None:
    said = hensoku_command("format", "fceF")
    assert said.code == 1
    assert "^" in said.err


def test_try_says_the_sentence(hensoku_command: Callable[..., Any]) -> None:
    first = hensoku_command("try", "mfF").out.splitlines()[0]
    assert first == "fmF: steps one square diagonally forward without capturing"
