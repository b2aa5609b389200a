"""A definition to IR: the board, the faces, the rules, the starts."""

from __future__ import annotations

from collections.abc import Container
from typing import Final

from hensoku.compiler.geometry import Geometry
from hensoku.compiler.ir import types as ir
from hensoku.compiler.resolve import rules
from hensoku.compiler.resolve.ends import Ends
from hensoku.compiler.resolve.faces import Faces, number_faces
from hensoku.compiler.resolve.pieces import Pieces
from hensoku.compiler.resolve.sets import Regions, Sets
from hensoku.compiler.resolve.starts import start
from hensoku.dsl.codes import finding
from hensoku.dsl.definition import Definition, PieceSet, SetupNode, TopologyDef
from hensoku.dsl.findings import Finding, has_errors

START: Final = "start"


def module_from(definition: Definition, profile: str = "") -> tuple[ir.Module | None, list[Finding]]:
    """The IR of a definition, None if it cannot be made; and what is wrong."""
    findings: list[Finding] = []
    geometry = _geometry(definition.topology, findings)
    if geometry is None:
        return None, findings
    faces = number_faces(definition)
    named = {START: definition.setup, **definition.setups}
    setups = tuple(start(name, node, faces, geometry, findings) for name, node in named.items())
    sets, regions = piece_sets(definition), Regions(geometry, definition.regions, findings)
    in_hand = {kind for setup in setups for hand in setup.hands for kind, count in enumerate(hand) if count}
    maker = Pieces(definition, faces, sets, regions, geometry, frozenset(in_hand), findings)
    pieces = maker.all()
    borrowed = rules.borrow(definition.borrow, geometry, findings) if definition.borrow else None
    trade = rules.Trade(definition.trade, faces, sets, geometry, findings) if definition.trade else None
    protections = (*maker.protections(), *((trade.protection(),) if trade else ()))
    ends = Ends(faces, sets, regions, setups).all(definition.ends)
    royals = rules.royals(definition.royals, faces, sets, geometry, findings)
    hand_order, numbers = _hand_order(pieces, in_hand), definition.evaluation
    weights = rules.evaluation(numbers, pieces, faces, sets, regions, hand_order, findings) if numbers else ()
    if has_errors(findings):
        return None, findings
    module = ir.Module(
        slug=definition.meta.slug,
        title=definition.meta.title,
        profile=profile,
        board=geometry.board(),
        pieces=pieces,
        setups=setups,
        royals=royals,
        ends=ends,
        repetition=rules.repetition(definition.repetition) if definition.repetition else None,
        borrow=borrowed,
        players=definition.players,
        paths=definition.paths,
        hand_order=hand_order,
        passing=definition.passing,
        promotion_limits=maker.promotion_limits(),
        first=_held(definition.drops.first, pieces, faces, sets),
        before_mate=_held(definition.drops.before_mate, pieces, faces, sets),
        protections=protections,
        counter_strike=trade.counter_strike() if trade else None,
        evaluation=weights,
    )
    return module, findings


def _hand_order(pieces: tuple[ir.Piece, ...], in_hand: Container[ir.Kind]) -> tuple[ir.Kind, ...]:
    """The kinds that may be in hand: those that are dropped, and those that a setup holds where nothing is."""
    return tuple(kind for kind, piece in enumerate(pieces) if piece.drop is not None or kind in in_hand)


def _held(wanted: PieceSet | None, pieces: tuple[ir.Piece, ...], faces: Faces, sets: Sets) -> tuple[ir.Kind, ...]:
    """The kinds of a set that can be dropped."""
    return tuple(kind for kind in faces.of(wanted, sets) if pieces[kind].drop is not None) if wanted else ()


def piece_sets(definition: Definition) -> Sets:
    """The names that the piece sets of a definition are made of."""
    ids = tuple(piece.id.value for piece in definition.pieces)
    said = {piece.id.value for piece in definition.pieces if piece.royal}
    plain = Sets(ids, frozenset(said), definition.sets)
    added = plain.members(definition.royals.pieces) if definition.royals.pieces else ()
    return Sets(ids, frozenset((*said, *added)), definition.sets)


def _geometry(topology: TopologyDef, findings: list[Finding]) -> Geometry | None:
    """The board, with its holes. Holes are named by a region of the full rectangle."""
    kind, files, ranks = topology.type, topology.cols.value, topology.rows.value
    full = Geometry(kind.value, files, ranks)
    missing = Regions(full, {}, findings).squares(topology.holes) if topology.holes else ()
    names = [full.squares[square].name for square in missing]
    lines = [[square.value for square in line] for line in topology.lines]
    if has_errors(findings):
        return None
    try:
        geometry = Geometry(kind.value, files, ranks, names, lines)
    except ValueError as error:
        findings.append(finding("HS464", topology.lines[0][0].span if topology.lines else kind.span, problem=error))
        return None
    unpaired = (*geometry.unpaired, *geometry.unpaired_lines)
    if unpaired:
        span = topology.holes.span if topology.holes else topology.lines[0][0].span
        findings.append(finding("HS461", span, names=", ".join(unpaired)))
        return None
    return geometry


def setup_node(definition: Definition, name: str) -> SetupNode:
    return definition.setup if name == START else definition.setups[name]
