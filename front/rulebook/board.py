"""The board, the players, the starts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from hensoku.compiler.data import variant_data
from hensoku.compiler.resolve.to_ir import START, setup_node
from hensoku.rulebook.words import Rule, Words, listed, rule

_TOPOLOGIES: Final[Mapping[str, str]] = {
    "grid": "",
    "cylinder": "; the left edge is joined with the right one, so that it is a cylinder",
    "torus": "; the left edge is joined with the right one and the top with the bottom, so that it is a torus",
}


def board(words: Words) -> Iterator[Rule]:
    topology = words.definition.topology
    files, ranks = topology.cols.value, topology.rows.value
    joined = _TOPOLOGIES.get(topology.type.value, f", of the kind {topology.type.value}")
    yield rule(f"The board has {files} files and {ranks} ranks{joined}.", topology.type.span)
    if topology.holes is not None:
        yield rule(f"There are no squares on {words.region(topology.holes, of_board=True)}.", topology.holes.span)
    for line in topology.lines:
        squares = [square.value for square in line]
        yield rule(f"A line joins {listed(squares)}, along which orthogonal moves may go.", line[0].span)
    for name, region in words.definition.regions.items():
        yield rule(f"The {name} is {words.region(region)}.", region.span)


def setups(words: Words) -> Iterator[Rule]:
    starts = variant_data(words.module)["setups"]
    first, second = words.players
    for name, sfen in starts.items():
        node = setup_node(words.definition, name)
        mover, other = (second, first) if node.turn else (first, second)
        if name == START:
            yield rule(f"The game begins from {sfen}; {mover} moves first, then {other}, in turns.", node.span)
        else:
            yield rule(f"In the set-up {name} it begins from {sfen}; {mover} moves first.", node.span)
