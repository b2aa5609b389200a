"""What is wrong with a variant that only its board and its moves show."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hensoku.compiler.interp.core import ReferenceCore
from hensoku.compiler.ir import types as ir
from hensoku.compiler.resolve.to_ir import setup_node
from hensoku.dsl.codes import finding
from hensoku.dsl.definition import Definition, SetupNode, SetupPiece
from hensoku.dsl.findings import Finding
from hensoku.dsl.source import Source, Span
from hensoku.runtime.contract import MOST_VIAS

BUDGET: Final[dict[str, int]] = {
    "squares": 36 * 36,
    "faces of pieces": 450,
    "moves of all pieces": 6_000,
    "vectors times squares": 1_500_000,
}
"""Measured: a board of 36 by 36 with 300 kinds compiles in 14 seconds; these stay within a minute or two."""


def over_budget(module: ir.Module, definition: Definition) -> Iterator[Finding]:
    squares = len(module.board.squares)
    sizes = {
        "squares": squares,
        "faces of pieces": len(module.pieces),
        "moves of all pieces": sum(len(piece.moves) for piece in module.pieces),
        "vectors times squares": squares * len(module.board.vectors),
    }
    for what, found in sizes.items():
        if found > BUDGET[what]:
            yield finding("HS460", definition.span, what=what, found=found, limit=BUDGET[what])


def long_paths(module: ir.Module, definition: Definition) -> Iterator[Finding]:
    """Where paths count, a move names every turn, and a code has room for few."""
    for piece in module.pieces if module.paths else ():
        for move in piece.moves:
            if len(move.legs) > MOST_VIAS + 1:
                yield finding("HS463", definition.span, text=move.text)


def empty(module: ir.Module, definition: Definition) -> Iterator[Finding]:
    """A variant whose setups have no piece, neither on the board nor in hand."""
    if not any(any(setup.cells) or any(map(any, setup.hands)) for setup in module.setups):
        yield finding("HS467", definition.setup.span)


def never_dropped(module: ir.Module, definition: Definition) -> Iterator[Finding]:
    """Pieces that a setup of this file, not of a parent, gives to a hand although nothing lets them leave it."""
    for setup in module.setups:
        span = setup_node(definition, setup.name).span
        held = {kind for hand in setup.hands for kind, count in enumerate(hand) if count}
        for piece in (module.pieces[kind] for kind in sorted(held)):
            if piece.drop is None and span.source == definition.span.source:
                yield finding("HS466", span, name=piece.name or piece.id, help="leave it out, or allow drops")


def drops_alike(module: ir.Module, definition: Definition) -> Iterator[Finding]:
    """Two kinds in hand that come to the board as the same face: a promoted face in hand beside its piece, where pieces
    are dropped as any of their faces."""
    owners: dict[ir.Kind, ir.Kind] = {}
    for kind, piece in enumerate(module.pieces):
        for face in piece.drop.faces if piece.drop else ():
            owner = owners.setdefault(face, kind)
            if owner != kind:
                first, second, named = (module.pieces[one].id for one in (owner, kind, face))
                told = f"put {module.pieces[piece.base].id} into the hand"
                yield finding(
                    "HS468", _holder(module, definition, kind), help=told, first=first, second=second, face=named
                )
                return


def _holder(module: ir.Module, definition: Definition, kind: ir.Kind) -> Span:
    """The setup that puts a kind into a hand."""
    names = (setup.name for setup in module.setups if any(hand[kind] for hand in setup.hands))
    return next((setup_node(definition, name).span for name in names), definition.span)


def royals(module: ir.Module, definition: Definition) -> Iterator[Finding]:
    """Each side of a setup has one royal; where the last one counts, or royals come from the hand, one or more. Only if
    no setup has any, there are none at all."""
    counts = [[_royals(module, setup, side) for side in (0, 1)] for setup in module.setups]
    if not any(map(any, counts)):
        return
    for setup, found in zip(module.setups, counts, strict=True):
        several = module.royals.lost_when == "all" or _royals_in_hand(module, setup)
        for side in (0, 1):
            if found[side] == 1 or (several and found[side]):
                continue
            node = setup_node(definition, setup.name)
            second = _second_royal(module, node, side) if found[side] else None
            told = "say `royals: {lost_when: all}` if the game goes on until the last one is gone"
            yield finding(
                "HS458",
                second or node.span,
                help=told if found[side] else None,
                side=module.players[side],
                found=found[side] or "no",
                hangs="the last one" if several else "each",
            )


def second_royals(module: ir.Module, definition: Definition) -> Iterator[Finding]:
    """Faces that give a side a second royal where the game hangs on each, and nobody has said beside it that it does: a
    king's heir makes its side easier to beat."""
    said = definition.royals.lost_when
    if module.royals.lost_when == "all" or not any(_royals(module, module.setups[0], side) for side in (0, 1)):
        return
    for piece in definition.pieces:
        for face in piece.promotes:
            meant = said is not None and _is_beside(said.span.source, face.span.source, definition.span.source)
            if face.royal and not piece.royal and not meant and face.becomes is None:
                told = "say `royals: {lost_when: all}` if the game goes on until the last one is gone, or `any` if not"
                yield finding(
                    "HS469", Span(face.span.source, face.span.start, face.span.start + 1), help=told, name=face.name
                )


def unseen_losses(module: ir.Module, definition: Definition) -> Iterator[Finding]:
    """Second royals where check is ignored and the game hangs on each: a position in which one of two was taken looks
    like one in which none was."""
    rules, said = module.royals, definition.royals.check
    taken = any(end.kind == "royal-captured" for end in module.ends)
    if said is None or rules.check == "answered" or rules.lost_when == "all" or not taken:
        return
    if not any(_royals(module, setup, side) for setup in module.setups for side in (0, 1)):
        return
    how = next(_second_ways(module), None)
    if how is not None:
        told = "say `royals: {lost_when: all}` if the game goes on until the last one is gone, or let check be answered"
        yield finding("HS474", said.span, help=told, how=how)


def _second_ways(module: ir.Module) -> Iterator[str]:
    """How a side may come to have two royals, in words."""
    for setup in module.setups:
        for side in (0, 1):
            count = _royals(module, setup, side)
            if count > 1:
                yield f"{module.players[side]} has {count} in the setup {setup.name!r}"
    for piece in module.pieces:
        if not piece.royal and any(module.pieces[face].royal for face in _later_faces(piece)):
            yield f"{piece.name or piece.id} may become a second one"


def _later_faces(piece: ir.Piece) -> Iterator[ir.Kind]:
    """What a piece may become by promotion, in the hand, and by a drop."""
    yield from piece.promotion.targets if piece.promotion else ()
    yield from (piece.hand,) if piece.hand >= 0 else ()
    yield from piece.drop.faces if piece.drop else ()


def _is_beside(said: Source, face: Source, own: Source) -> bool:
    """Whether what is said knows of a face: both stand in one text, or it stands in a later one. Overrides (`<…>`) come
    last, before them the definition's own file, before that its parents."""
    ranks = [2 if source.path.startswith("<") else int(source == own) for source in (said, face)]
    return said == face or ranks[0] > ranks[1]


def immobile(module: ir.Module, definition: Definition) -> Iterator[Finding]:
    """A piece of a setup that stands where the rules let no piece of its face stand. `module` has its stuck squares."""
    turned = module.board.turned
    for setup in module.setups:
        for square, cell in enumerate(setup.cells):
            if cell == ir.EMPTY:
                continue
            piece, side = module.pieces[ir.kind_of(cell)], ir.side_of(cell)
            seen = turned[square] if side else square
            if not piece.moves or seen not in piece.stuck or not _bound(piece):
                continue
            node = setup_node(definition, setup.name)
            place = module.board.squares[square]
            said = node.rows[place.rank][place.file]
            span = said.span if isinstance(said, SetupPiece) else node.span
            yield finding("HS459", span, name=piece.name or piece.id, square=place.name)


def _bound(piece: ir.Piece) -> bool:
    """Whether some rule forbids the piece to stand where it is stuck."""
    promotes = piece.promotion is not None and piece.promotion.forced == "stuck"
    return promotes or (piece.drop is not None and piece.drop.stuck == "illegal")


def facing(module: ir.Module, definition: Definition) -> Iterator[Finding]:
    """A setup in which pieces face each other that may not; an end by facing where no rule says what that is."""
    rule = module.royals.facing
    if rule is None:
        unsaid = (end for end in definition.ends if end.kind == "facing")
        yield from (finding("HS419", end.span, rule="ends.facing", key="royals.facing") for end in unsaid)
    elif rule.rule == "illegal":
        for setup, core in _set_up(module):
            if core.faces():
                yield finding("HS470", setup_node(definition, setup.name).span)


def left_in_check(module: ir.Module, definition: Definition) -> Iterator[Finding]:
    """A setup whose side to move could take a royal that a check rule protects."""
    if module.royals.check == "ignored":
        return
    for setup, core in _set_up(module):
        if core.in_check(1 - setup.turn):
            node = setup_node(definition, setup.name)
            yield finding("HS462", node.span, side=module.players[1 - setup.turn])


def _set_up(module: ir.Module) -> Iterator[tuple[ir.Setup, ReferenceCore]]:
    """Each setup, and a core that stands on it."""
    core = ReferenceCore(module)
    for setup in module.setups:
        core.reset(setup.cells, setup.hands, setup.turn, ())
        yield setup, core


def _royals(module: ir.Module, setup: ir.Setup, side: int) -> int:
    """How many royals a side has, on the board and in hand."""
    on_board = (ir.kind_of(cell) for cell in setup.cells if cell != ir.EMPTY and ir.side_of(cell) == side)
    return sum(module.pieces[kind].royal for kind in on_board) + _held(module, setup, side)


def _held(module: ir.Module, setup: ir.Setup, side: int) -> int:
    return sum(count for kind, count in enumerate(setup.hands[side]) if module.pieces[kind].royal)


def _royals_in_hand(module: ir.Module, setup: ir.Setup) -> bool:
    return any(_held(module, setup, side) for side in (0, 1))


def _second_royal(module: ir.Module, node: SetupNode, side: int) -> Span | None:
    """Where the second royal of a side stands in the text of a setup."""
    letters = {piece.id.lstrip("+").strip("[]") for piece in module.pieces if piece.royal}
    found = [
        cell.span
        for row in node.rows
        for cell in row
        if isinstance(cell, SetupPiece) and cell.side == side and cell.name in letters
    ]
    return found[1] if len(found) > 1 else None
