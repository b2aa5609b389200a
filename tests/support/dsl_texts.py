"""Definitions as text, and what is said about them."""

from __future__ import annotations

from hensoku.dsl.build import build_definition
from hensoku.dsl.definition import Definition
from hensoku.dsl.findings import Finding
from hensoku.dsl.load import load_document
from hensoku.dsl.nodes import Mapping, Scalar
from hensoku.dsl.source import Source
from hensoku.dsl.structure import validate

SMALL = """\
title: Small
engine:
  topology: {rows: 3, cols: 3}
  setup: "1k1/3/PK1"
  pieces:
    K: {moves: "K", royal: true}
    P: {moves: "fW", promotes: {moves: "W"}}
"""
"""A definition that is whole; tests add to it or spoil it."""


def load(text: str, path: str = "x.yaml") -> tuple[Mapping | None, list[Finding]]:
    document, findings = load_document(Source(path, text))
    return (None if document is None else document.tree), findings


def findings_of(text: str, path: str = "x.yaml") -> list[Finding]:
    """All that is said about a text: by the loader, the schema, and if it is no error, the builder."""
    return define(text, path)[1]


def define(text: str, path: str = "x.yaml") -> tuple[Definition | None, list[Finding]]:
    tree, findings = load(text, path)
    if tree is None:
        return None, findings
    findings = [*findings, *validate(tree)]
    if any(finding.severity.value == "error" for finding in findings):
        return None, findings
    definition, more = build_definition(tree)
    return definition, [*findings, *more]


def places(findings: list[Finding]) -> list[tuple[str, int, int]]:
    return [(finding.code, finding.span.line, finding.span.column) for finding in findings]


def scalar(text: str, key: str = "a") -> Scalar:
    """The value under a key of a YAML text that has nothing wrong with it."""
    tree, findings = load(text)
    assert tree is not None
    assert findings == []
    value = tree.get(key)
    assert isinstance(value, Scalar)
    return value
