"""Starts that are not as fair, or as quiet, as games begin."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from hensoku.compiler.interp.core import ReferenceCore
from hensoku.compiler.ir import types as ir
from hensoku.compiler.lint.facts import Facts
from hensoku.compiler.resolve.to_ir import setup_node
from hensoku.dsl.codes import finding
from hensoku.dsl.definition import SetupPiece
from hensoku.dsl.findings import Finding, Related


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


def outside_their_regions(facts: Facts) -> Iterator[Finding]:
    """A piece of a setup, the piece or the setup of this file, that stands where `within` does not let it; each piece
    once."""
    told: set[ir.Kind] = set()
    turned = facts.module.board.turned
    for setup in facts.module.setups:
        node = setup_node(facts.definition, setup.name)
        for square, cell in enumerate(setup.cells):
            if cell == ir.EMPTY:
                continue
            kind = ir.kind_of(cell)
            region, allowed = facts.within(kind), facts.module.pieces[kind].within
            seen = turned[square] if ir.side_of(cell) else square
            if region is None or allowed is None or seen in allowed or kind in told:
                continue
            place = facts.module.board.squares[square]
            said = node.rows[place.rank][place.file]
            stands = said.span if isinstance(said, SetupPiece) else node.span
            if facts.is_own(stands) or facts.is_own(region.span):
                told.add(kind)
                at, other = (stands, region.span) if facts.is_own(stands) else (region.span, stands)
                related = (Related(other, "its region" if at is stands else "where it stands"),)
                yield finding("HS493", at, related=related, name=facts.name(kind), square=place.name)


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
