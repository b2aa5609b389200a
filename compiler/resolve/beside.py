"""The numbers of the evaluation in a file of their own, `<name>.evaluation.yaml` beside a definition.

`hensoku tune` writes it. It holds what `engine.evaluation` may, and is of the definition that it stands beside alone:
no child inherits it. The definition says the last word:

    file        {price: {P: 110, B: 600}, tempo: 12}
    definition  {price: {B: 550}}
    together    {price: {P: 110, B: 550}, tempo: 12}
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Final

from hensoku.dsl.findings import Finding, has_errors
from hensoku.dsl.load import Document, load_document, read_source
from hensoku.dsl.nodes import Entry, Mapping, Node, key_node, nested
from hensoku.dsl.structure import validate

SUFFIX: Final = ".evaluation.yaml"
NONE: Final = "none"
"""Said in place of a file: the numbers of none."""

_KEY: Final = "evaluation"


def beside(definition: Path) -> Path:
    """Where the numbers of a definition are looked for."""
    return definition.with_suffix(SUFFIX)


def numbers_for(definition: Path, said: str | None) -> tuple[Document | None, list[Finding]]:
    """The file of numbers that is `said` (`none` for none), or stands beside a definition, if there is none at fault;
    and what is wrong with it. Raises DefinitionError for one that cannot be read."""
    path = beside(definition) if said is None else Path(said)
    if said == NONE or (said is None and not path.is_file()):
        return None, []
    document, findings = load_document(read_source(path))
    if document is not None:
        findings += validate(_as_engine(document.tree))
    return (None if has_errors(findings) else document), findings


def under(engine: Mapping, numbers: Document) -> Mapping:
    """An engine with the numbers of a file wherever it says none itself."""
    said = engine.get(_KEY)
    merged = _under(said, numbers.tree) if isinstance(said, Mapping) else numbers.tree
    others = tuple(entry for entry in engine.entries if entry.key.text != _KEY)
    return replace(engine, entries=(*others, Entry(key_node(_KEY, merged.span), merged)))


def _under(said: Mapping, numbers: Mapping) -> Mapping:
    """What is said comes last, for of the numbers of one piece the last counts."""
    known = {entry.key.text: entry for entry in numbers.entries}
    first = tuple(entry for entry in numbers.entries if said.entry(entry.key.text) is None)
    last = tuple(replace(entry, value=_both(entry.value, known.get(entry.key.text))) for entry in said.entries)
    return replace(said, entries=(*first, *last))


def _both(said: Node, known: Entry | None) -> Node:
    if known is None or not isinstance(said, Mapping) or not isinstance(known.value, Mapping):
        return said
    return _under(said, known.value)


def _as_engine(numbers: Mapping) -> Mapping:
    """A definition that says nothing but these numbers."""
    return nested(("engine", _KEY), numbers)
