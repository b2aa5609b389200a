"""Pieces that can never move or never come into the game, and promotions that nobody can want."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

from hensoku.compiler.ir import types as ir
from hensoku.compiler.lint.facts import Facts
from hensoku.dsl.codes import finding
from hensoku.dsl.findings import Finding, Related
from hensoku.dsl.load import Document
from hensoku.dsl.nodes import Entry, Scalar
from hensoku.dsl.nodes import Mapping as Tree


def immobile(facts: Facts) -> Iterator[Finding]:
    """A face with moves that lead nowhere, from any square. `moves: none` is meant, and borrowed moves are not seen."""
    if facts.module.borrow is not None:
        return
    squares = range(len(facts.module.board.squares))
    for kind, piece in enumerate(facts.module.pieces):
        said = [group for group in facts.moves(kind) if group.moves is not None]
        allowed = squares if piece.within is None else piece.within
        if not said or not facts.is_own(said[0].span) or not set(allowed) <= set(piece.stuck):
            continue
        if facts.reach.of([kind]) <= set(piece.stuck):  # a setup may have it outside its region
            told = "write `moves: none` if it is never to move"
            yield finding("HS480", said[0].span, help=told, name=facts.name(kind))


def unreached(facts: Facts) -> Iterator[Finding]:
    """A face that no setup has and to which no promotion, capture or drop leads, under any profile."""
    elsewhere = [Facts(resolved, {}) for resolved in facts.profiles.values()]
    known = facts.in_play
    for kind, face in enumerate(facts.faces.all):
        if kind in known or not facts.is_own(facts.place(kind)):
            continue
        if face.face is not None and facts.faces.base[face.piece.id.value] not in known:
            continue  # its piece is told
        if any(_plays(other, facts.module.pieces[kind].id) for other in elsewhere):
            continue
        told = "put it into the setup, or leave it out"
        if face.face is not None:
            told = "say under `promotion` when it promotes, or leave the face out"
        yield finding("HS481", facts.place(kind), help=told, name=facts.name(kind))


def _plays(facts: Facts, spelling: str) -> bool:
    return any(facts.module.pieces[kind].id == spelling for kind in facts.in_play)


def lost_royals(facts: Facts) -> Iterator[Finding]:
    """A game without a royal piece whose parent has one, and which does not say by itself how it ends."""
    if any(piece.royal for piece in facts.module.pieces) or len(facts.resolved.documents) == 1:
        return
    own = facts.resolved.documents[0].tree.get("engine")
    if not isinstance(own, Tree) or any(own.get(key) is not None for key in ("ends", "royals")):
        return
    pieces = own.entry("pieces")
    for document in facts.resolved.documents[1:]:
        for entry in _royals(document):
            written = pieces.value.entry(entry.key.text) if pieces and isinstance(pieces.value, Tree) else None
            place = written or pieces
            if place is not None:
                related = (Related(entry.key.span, "the royal piece of the parent"),)
                name, parent = _name(entry), Path(document.source.path).stem
                told = "write `royal: true` on the piece that the game hangs on"
                yield finding("HS494", place.key.span, help=told, related=related, name=name, parent=parent)
                return


def _royals(document: Document) -> Iterator[Entry]:
    """The entries of `pieces` that say `royal: true`."""
    engine = document.tree.get("engine")
    pieces = engine.get("pieces") if isinstance(engine, Tree) else None
    for entry in pieces.entries if isinstance(pieces, Tree) else ():
        royal = entry.value.get("royal") if isinstance(entry.value, Tree) else None
        if isinstance(royal, Scalar) and royal.value is True:
            yield entry


def _name(entry: Entry) -> str:
    name = entry.value.get("name") if isinstance(entry.value, Tree) else None
    return name.text if isinstance(name, Scalar) else entry.key.text


def demoted_royals(facts: Facts) -> Iterator[Finding]:
    """A royal piece with a promoted face that is not royal."""
    for kind, piece in enumerate(facts.module.pieces):
        for target in piece.promotion.targets if piece.promotion and piece.royal else ():
            if not facts.module.pieces[target].royal and facts.is_own(facts.place(target)):
                told = "write `royal: true` on the face, too"
                yield finding(
                    "HS487", facts.place(target), help=told, name=facts.name(kind), promoted=facts.name(target)
                )


def idle_promotions(facts: Facts) -> Iterator[Finding]:
    """A promotion that may be declined, to a face that moves no better and differs in nothing else."""
    if facts.module.borrow is not None:
        return
    for kind, piece in enumerate(facts.module.pieces):
        if piece.promotion is None or piece.promotion.forced == "always" or kind not in facts.on_board:
            continue
        for target in piece.promotion.targets:
            promoted = facts.module.pieces[target]
            if facts.is_own(facts.place(target)) and _no_better(piece, promoted):
                yield finding("HS485", facts.place(target), name=facts.name(kind), promoted=facts.name(target))


def _no_better(piece: ir.Piece, promoted: ir.Piece) -> bool:
    if promoted.promotion is not None or not promoted.moves:
        return False  # it turns on, or back; a face that never moves has some other end
    alike = ("hand", "royal", "rank", "within", "uncapturable_by")
    if any(getattr(piece, name) != getattr(promoted, name) for name in alike):
        return False
    own = [part for move in piece.moves for part in _parts(move)]
    return all(any(_covers(one, part) for one in own) for move in promoted.moves for part in _parts(move))


Part: TypeAlias = tuple[ir.Move, int]
"""A move in one direction with one landing, its reach put to 1, and the reach that it has (0: to the edge)."""


def _parts(move: ir.Move) -> Iterator[Part]:
    """A move of one leg in each of its directions and landings; a move of several as it is."""
    bare = replace(move, text="", line="")
    if len(move.legs) > 1:
        yield bare, 1
        return
    leg = move.legs[0]
    for start in leg.starts:
        for landing in leg.lands:
            yield replace(bare, legs=(replace(leg, starts=(start,), lands=(landing,), reach=1, ring=-1),)), leg.reach


def _covers(own: Part, part: Part) -> bool:
    same = own[0] == part[0] or (replace(own[0], where=part[0].where) == part[0] and own[0].where is None)
    return same and (own[1] == 0 or 0 < part[1] <= own[1])
