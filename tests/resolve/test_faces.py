"""Faces and their letters in setups and hands, and what pieces turn into; every module passes the verifier."""

from __future__ import annotations

from pathlib import Path

import pytest

from hensoku.compiler.data import variant_data
from hensoku.compiler.pipeline import run
from hensoku.compiler.resolve import Resolved, resolve
from hensoku.dsl.findings import DefinitionError

SHEET = """\
title: Small
slug: small
engine:
  topology: {{rows: 4, cols: 3}}
  setup: "{setup}"
  promotion: {{zone: "far 1"}}
  drops: {drops}
  pieces:
    K: {{moves: "K", royal: true}}
    G: {{letter: "X'", moves: "WfF"}}
    P: {{letter: "L", moves: "fW", promotes: {promotes}}}
"""


def resolved(folder: Path, *, setup: str, promotes: str = '{moves: "WfF"}', drops: str = "{}") -> Resolved:
    file = folder / "small.yaml"
    file.write_text(SHEET.format(setup=setup, promotes=promotes, drops=drops), "utf-8")
    return resolve(file)


def test_setups_are_written_in_letters(tmp_path: Path) -> None:
    setup = "1kx'/+l2/2L/X'K1 b X'2l 1"
    faces = '[{becomes: G}, {moves: "WfF"}, {letter: "AB", moves: "R"}]'
    module = run(resolved(tmp_path, setup=setup, promotes=faces).module)
    assert variant_data(module)["setups"]["start"] == setup
    assert [piece.id for piece in module.pieces] == ["K", "X'", "L", "+L", "[AB]"]
    assert module.pieces[2].promotion is not None
    assert module.pieces[2].promotion.targets == (1, 3, 4)


def test_a_face_is_in_hand_as_it_was_captured(tmp_path: Path) -> None:
    module = run(resolved(tmp_path, setup="1k1/1l1/1L1/1K1 b +L 1", drops="{faces: as_captured}").module)
    assert [(piece.id, piece.hand) for piece in module.pieces] == [("K", -1), ("L", 1), ("+L", 2)]
    assert module.hand_order == (1, 2)


def test_a_drop_says_what_leaves_the_hand(tmp_path: Path) -> None:
    with pytest.raises(DefinitionError) as refused:
        resolved(tmp_path, setup="1k1/1l1/1L1/1K1 b +L 1", drops="{faces: either}")
    (found,) = refused.value.findings
    assert (found.code, found.help) == ("HS468", "put L into the hand")
    assert found.span.text.strip('"') == "1k1/1l1/1L1/1K1 b +L 1"


@pytest.mark.parametrize(
    ("promotes", "targets", "problem"),
    [
        ("[{becomes: G}, {becomes: G}]", ("X'",), "P becomes G twice"),
        ("[{becomes: P}, {becomes: G}]", ("X'",), "P becomes itself"),
        ("{becomes: P}", None, "P becomes itself"),
    ],
)
def test_what_a_piece_becomes_is_named_once(
    tmp_path: Path, promotes: str, targets: tuple[str, ...] | None, problem: str
) -> None:
    made = resolved(tmp_path, setup="1k1/1l1/1L1/1K1", promotes=promotes)
    (pawn,) = (piece for piece in run(made.module).pieces if piece.id == "L")
    named = pawn.promotion and tuple(run(made.module).pieces[kind].id for kind in pawn.promotion.targets)
    assert named == targets
    assert [(finding.code, finding.message) for finding in made.findings] == [("HS440", problem)]


def test_a_hand_stays_full_where_nothing_is_dropped(tmp_path: Path) -> None:
    made = resolved(tmp_path, setup="1k1/1l1/1L1/1K1 b L 1", drops="none")
    assert [(finding.code, finding.message) for finding in made.findings] == [
        ("HS466", "P is in hand and never dropped")
    ]
    assert variant_data(run(made.module))["setups"]["start"] == "1k1/1l1/1L1/1K1 b L 1"
