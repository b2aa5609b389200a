"""Rules that can never apply: to pieces that are not dropped or do not promote, to royals that are not there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from hensoku.compiler.lint.facts import Facts
from hensoku.dsl.codes import finding
from hensoku.dsl.definition import FileLimitDef, Located, PerSet, PieceSet, Region
from hensoku.dsl.findings import Finding, Related

_DROPS: Final = ("faces", "region", "file_limit", "stuck", "mate", "check", "stalemate")
_PROMOTION: Final = ("zone", "when", "forced", "mode", "again")
_NEEDS_ROYALS: Final = frozenset(("checkmate", "royal_captured", "check_count", "bare_king"))
_ROYAL: Final = "say `royal: true` of a piece, or `royals: {pieces: …}`"


def idle_entries(facts: Facts) -> Iterator[Finding]:
    """Entries by piece set under `drops` and `promotion` that hold for no piece."""
    pieces, faces = facts.module.pieces, facts.faces
    dropped = {faces.all[kind].piece.id.value for kind in facts.in_play if pieces[kind].drop is not None}
    dropped |= {faces.all[face].piece.id.value for piece in pieces if piece.drop for face in piece.drop.faces}
    promoted = {piece.id.value for piece in facts.definition.pieces if piece.promotes}
    if facts.definition.drops.enabled:
        for key in _DROPS:
            yield from _idle(facts, getattr(facts.definition.drops, key), dropped, "is ever dropped")
        for held in (facts.definition.drops.first, facts.definition.drops.before_mate):
            if held is not None:
                yield from _idle(facts, ((held, Located(True, held.span)),), dropped, "is ever dropped")
    for key in _PROMOTION:
        yield from _idle(facts, getattr(facts.definition.promotion, key), promoted, "promotes")


def _idle(facts: Facts, entries: PerSet[Any], able: set[str], does: str) -> Iterator[Finding]:
    for index, (pieces, value) in enumerate(entries):
        if not (pieces.names and facts.is_own(pieces.span)) or pieces.complement or _binds_moves(value.value):
            continue
        members = set(facts.sets.members(pieces))
        if not members & able:
            yield finding("HS486", pieces.span, problem=f"no piece of this set {does}, so the rule never applies")
            continue
        later = [other for other, _ in entries[index + 1 :] if facts.is_own(other.span)]
        if members <= {member for other in later for member in facts.sets.members(other)}:
            related = tuple(Related(other.span, "a later entry") for other in later if _overlaps(facts, other, members))
            problem = "later entries say otherwise for every piece of this set"
            yield finding("HS486", pieces.span, related=related, problem=problem)


def _binds_moves(value: object) -> bool:
    return isinstance(value, FileLimitDef) and value.moves


def _overlaps(facts: Facts, pieces: PieceSet, members: set[str]) -> bool:
    return bool(members & set(facts.sets.members(pieces)))


def idle_ends(facts: Facts) -> Iterator[Finding]:
    """Ends that need a royal where there is none, and the loss of a royal that no move may leave to be taken."""
    rules, royals = facts.module.royals, [piece for piece in facts.module.pieces if piece.royal]
    for end in facts.definition.ends:
        if end.span.start == end.span.end or not facts.is_own(end.span):
            continue
        if end.kind in _NEEDS_ROYALS and not royals:
            yield finding("HS486", end.span, problem="no piece is royal, so this end never comes", help=_ROYAL)
        elif end.kind == "royal_captured" and rules.lost_when == "any" and rules.check == "answered" and _safe(facts):
            problem = "check must be answered, so no royal is ever captured"
            yield finding("HS486", end.span, problem=problem, help="leave it out, or say `royals: {check: ignored}`")
    repetition = facts.definition.repetition
    perpetual = repetition.perpetual if repetition else None
    if perpetual is not None and perpetual.value == "loss" and not royals and facts.is_own(perpetual.span):
        yield finding("HS486", perpetual.span, problem="no piece is royal, so no check is ever given", help=_ROYAL)


def _safe(facts: Facts) -> bool:
    """Whether no royal can be taken by its own side."""
    legs = (leg for piece in facts.module.pieces for move in piece.moves for leg in move.legs)
    return not any("friend" in leg.lands for leg in legs)


def no_drops(facts: Facts) -> Iterator[Finding]:
    """Drops that are declared in a game in which nothing comes to hand."""
    drops = facts.definition.drops
    if drops.span is None or not drops.enabled or not facts.is_own(drops.span):
        return
    if any(facts.module.pieces[kind].drop is not None for kind in facts.in_play):
        return
    told = "put pieces into the hands of the setup, or say `from: captures`" if drops.from_ == "setup" else None
    yield finding("HS488", drops.span, help=told or "write `drops: none`")


def unused_names(facts: Facts) -> Iterator[Finding]:
    """Regions and piece sets that are named and nowhere used in the file."""
    text = facts.source.text[: len(facts.source.text) - len(facts.resolved.documents[0].body)]
    named: dict[str, Region | PieceSet] = {**facts.definition.regions, **facts.definition.sets}
    for name, span in ((name, value.span) for name, value in named.items()):
        if facts.is_own(span) and len(re.findall(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text)) == 1:
            yield finding("HS492", span, name=name)
