"""Starts that are not as fair, or as quiet, as games begin."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from hensoku.compiler.interp.core import ReferenceCore
from hensoku.compiler.ir import types as ir
from hensoku.compiler.lint.facts import Facts
from hensoku.compiler.resolve.to_ir import setup_node
from hensoku.dsl.codes import finding
from hensoku.dsl.findings import Finding


def unprotected_royals(facts: Facts) -> Iterator[Finding]:
    """A setup whose side to move can take a royal at once, where no rule about check forbids such a position."""
    if facts.module.royals.check == "answered":
        return
    core = ReferenceCore(facts.module)
    for setup in facts.module.setups:
        node = setup_node(facts.definition, setup.name)
        if facts.is_own(node.span):
            core.reset(setup.cells, setup.hands, setup.turn, ())
            if core.in_check(1 - setup.turn):
                players = facts.module.players
                yield finding("HS482", node.span, mover=players[setup.turn], other=players[1 - setup.turn])


def unequal_armies(facts: Facts) -> Iterator[Finding]:
    """A start in which one side has other pieces than the other, or has them elsewhere: neither turned nor mirrored."""
    setup, node = facts.module.setups[0], facts.definition.setup
    if not facts.is_own(node.span):
        return
    armies = [Counter(_army(setup, side)) for side in (0, 1)]
    more = [_listed(facts, armies[side] - armies[1 - side]) for side in (0, 1)]
    if any(more):
        told = (f"{facts.module.players[side]} has {more[side]} more" for side in (0, 1) if more[side])
        yield finding("HS483", node.span, problem=f"the armies differ: {', '.join(told)}")
    elif not (_turned(facts.module, setup) or _mirrored(facts.module, setup)):
        yield finding("HS483", node.span, problem="the armies are alike and stand differently")


def _army(setup: ir.Setup, side: int) -> Iterator[ir.Kind]:
    yield from (ir.kind_of(cell) for cell in setup.cells if cell != ir.EMPTY and ir.side_of(cell) == side)
    for kind, count in enumerate(setup.hands[side]):
        yield from [kind] * count


def _listed(facts: Facts, more: Counter[ir.Kind]) -> str:
    counted = sorted(more.items())
    return " and ".join(f"{count} {facts.name(kind)}" if count > 1 else facts.name(kind) for kind, count in counted)


def _turned(module: ir.Module, setup: ir.Setup) -> bool:
    turned = module.board.turned
    return all(_swapped(cell) == setup.cells[turned[square]] for square, cell in enumerate(setup.cells))


def _mirrored(module: ir.Module, setup: ir.Setup) -> bool:
    """Whether each side's army is the other's in a mirror along the middle rank."""
    squares = module.board.squares
    height = max(square.rank for square in squares)
    cells = {(square.file, square.rank): cell for square, cell in zip(squares, setup.cells, strict=True)}
    return all(_swapped(cell) == cells.get((file, height - rank), ir.EMPTY) for (file, rank), cell in cells.items())


def _swapped(cell: int) -> int:
    return cell if cell == ir.EMPTY else ir.cell_of(ir.kind_of(cell), 1 - ir.side_of(cell))
