"""Whatever a definition says, it is built or it has findings: nothing else comes out of it."""

from __future__ import annotations

from dsl_texts import load
from hypothesis import given, settings
from hypothesis import strategies as st

from hensoku.dsl.build import build_definition
from hensoku.dsl.findings import has_errors
from hensoku.dsl.render import as_data, render
from hensoku.dsl.structure import validate

WHOLE = """\
---
title: 小さい
board: 3x3
engine:
  topology: {type: cylinder, rows: 3, cols: 3, lines: ["2a-1b"], layout: cells}
  regions: {palace: "1a-2b", back: near 1}
  sets: {big: P K}
  setup: >-
    k1p/
    3/P1K b 2Pp 3
  pieces:
    K: {moves: [{in: near 3, moves: K}], royal: true, within: palace, captured: removed, captures: {never: royal}}
    P: {moves: none, demotes: true, promotes: [{moves: W, letter: X}, {becomes: K}]}
  promotion: {zone: {all: far 1}, when: [enter, capture], again: {P: far 1}, mode: on_capture}
  drops: {file_limit: {P: {count: 1, moves: true}, K: none}, region: none}
  borrow: {from: bW}
  trade: {pieces: K, worthless: P}
  ends: {try: {goal: far 1}, impasse: {zone: back, points: {all: 1}, needed: {sente: 3, gote: 4}}}
  repetition: {times: 3, result: loss, loser: sente}
---
"""

PARTS = [
    *"{}[],:\"'\n#&*!|>%@`?-+/\\\t",
    "  ",
    "none",
    "null",
    "3",
    "-1",
    ".nan",
    "far 3",
    "all but ",
    "royal",
    "P",
    "p",
    "金",
]

edits = st.lists(
    st.tuples(st.integers(4, len(WHOLE)), st.integers(0, 12), st.one_of(st.sampled_from(PARTS), st.text(max_size=3))),
    max_size=4,
)


@settings(deadline=None)  # the first example warms up what is remembered
@given(edits)
def test_any_edit_of_a_definition(changes: list[tuple[int, int, str]]) -> None:
    text = WHOLE
    for at, length, instead in changes:
        text = text[:at] + instead + text[at + length :]
    tree, findings = load(text, "x.md")
    if tree is not None:
        structure = validate(tree)
        findings = [*findings, *structure]
        if not has_errors(findings):
            definition, more = build_definition(tree)
            findings = [*findings, *more]
            assert (definition is None) == has_errors(more)
    for finding in findings:
        assert 0 <= finding.span.start <= finding.span.end <= len(text)
        assert render(finding)
        assert as_data(finding)["code"] == finding.code


def test_the_whole_of_it_is_right() -> None:
    tree, findings = load(WHOLE, "x.md")
    assert tree is not None
    assert not has_errors([*findings, *validate(tree)])
    definition, more = build_definition(tree)
    assert more == []
    assert definition is not None
