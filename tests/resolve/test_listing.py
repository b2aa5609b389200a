"""`hensoku show --resolved`: the merged definition as YAML, each value with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from hensoku.compiler.resolve import resolve
from hensoku.compiler.resolve.beside import beside
from hensoku.compiler.resolve.listing import listing
from hensoku.dsl.load import read_source
from hensoku.dsl.nodes import Mapping, Node, Scalar
from hensoku.dsl.source import Source
from hensoku.dsl.yaml import read_yaml

GOLDEN = Path(__file__).parent / "golden" / "sho-shogi.yaml"
SHEETS = ("shogi", "minishogi", "cannon-shogi", "annan-shogi", "sho-shogi", "cylinder-shogi")

ODD = r"""
"all but K": "two\nlines \"quoted\" \\ # no comment"
"null": ~
"on": "true"
K: yes
list: [[1, 2.5], [], {a: {}, b: [{c: d}]}]
"""


def plain(node: Node) -> object:
    match node:
        case Scalar():
            return node.value
        case Mapping():
            return [(entry.key.text, plain(entry.value)) for entry in node.entries]
    return [plain(item) for item in node.items]


def read(text: str) -> Mapping:
    node, findings = read_yaml(Source("x.yaml", text), 0, len(text))
    assert isinstance(node, Mapping)
    assert findings == []
    return node


def test_golden(request: pytest.FixtureRequest) -> None:
    found = listing(resolve("sho-shogi").tree) + "\n"
    if request.config.getoption("--update-golden"):
        GOLDEN.write_text(found, encoding="utf-8")
    assert found == GOLDEN.read_text(encoding="utf-8"), "run pytest --update-golden and review the difference"


@pytest.mark.parametrize("tree", [*(pytest.param(resolve(slug).tree, id=slug) for slug in SHEETS), read(ODD)])
def test_reads_as_the_same_tree(tree: Mapping) -> None:
    assert plain(read(listing(tree))) == plain(tree)


def test_every_place_holds_its_value() -> None:
    resolved = resolve("minishogi")
    sources = [document.source for document in resolved.documents]
    sources.append(read_source(beside(Path(sources[0].path))))
    lines = {Path(source.path).name: source for source in sources}
    for line in listing(resolved.tree).splitlines():
        value, mark, place = line.rpartition("  # ")
        if mark and not value.rstrip().endswith("{}"):  # what a null emptied stands nowhere
            name, _, number = place.rpartition(":")
            written = value.strip().removeprefix("- ").rpartition(": ")[2].strip('"')
            assert written in lines[name].line(int(number))
