"""Pieces to IR: moves, promotion, what a captured piece becomes, and how it is dropped."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, final, get_args

from hensoku.compiler.geometry import Geometry
from hensoku.compiler.ir import types as ir
from hensoku.compiler.lower_moves import full_circles, lower_moves
from hensoku.compiler.resolve.faces import Face, Faces
from hensoku.compiler.resolve.places import place
from hensoku.compiler.resolve.sets import Regions, Sets
from hensoku.dsl.definition import USUAL, Definition, MovesDef, PieceDef, PieceSet, When, said
from hensoku.dsl.findings import Finding


@final
@dataclass(frozen=True)
class Pieces:
    """What pieces are made from. `in_hand` are the kinds that the setups put into hands."""

    definition: Definition
    faces: Faces
    sets: Sets
    regions: Regions
    geometry: Geometry
    in_hand: frozenset[ir.Kind]
    findings: list[Finding]

    def all(self) -> tuple[ir.Piece, ...]:
        hands = [self._hand(face) for face in self.faces.all]
        held = self.in_hand | {kind for kind in hands if kind >= 0}
        return tuple(self._piece(face, hands[face.kind], held) for face in self.faces.all)

    # ------------------------------------------------------------------------------------------------------- a face

    def _piece(self, face: Face, hand: ir.Kind, held: frozenset[ir.Kind]) -> ir.Piece:
        shown = face.face or face.piece
        within = shown.within or face.piece.within
        return ir.Piece(
            id=face.spelling,
            name=shown.name,
            kanji=shown.kanji,
            moves=self._moves(shown.moves),
            base=self.faces.base[face.piece.id.value],
            hand=hand,
            royal=face.kind in self.faces.royals(self.sets),
            rank=shown.rank,
            promotion=self._promotion(face),
            drop=self._drop(face) if face.kind in held else None,
            within=self.regions.squares(within) if within else None,
            uncapturable_by=self._immune_to(face),
            line=place(shown.span),
        )

    def _moves(self, moves: tuple[MovesDef, ...]) -> tuple[ir.Move, ...]:
        lowered: list[ir.Move] = []
        for group in moves:
            if group.moves is None:
                continue
            where = self.regions.squares(group.where) if group.where else None
            made, findings = lower_moves(group.moves, self.geometry, self.named_kinds, where, place(group.span))
            lowered += made
            lowered += full_circles(made, self.geometry) if self.definition.full_circle else ()
            self.findings.extend(findings)
        return tuple(dict.fromkeys(lowered))

    @property
    def named_kinds(self) -> Mapping[str, tuple[ir.Kind, ...]]:
        """What names in conditions stand for: a key is the printed face, `+P` a promoted one, and the named sets."""
        kinds: dict[str, tuple[ir.Kind, ...]] = {piece: (kind,) for piece, kind in self.faces.base.items()}
        kinds |= {f"+{piece}": promoted for piece, promoted in self.faces.promoted.items() if promoted}
        kinds |= {name: self.kinds(wanted) for name, wanted in self.definition.sets.items()}
        kinds["royal"] = self.faces.royals(self.sets)
        return kinds

    def kinds(self, wanted: PieceSet) -> tuple[ir.Kind, ...]:
        return self.faces.printed(wanted, self.sets)

    def _immune_to(self, victim: Face) -> tuple[ir.Kind, ...]:
        """The kinds that say they never take this one."""
        immune = []
        for face in self.faces.all:
            never = face.face.never_takes if face.face and face.face.never_takes else face.piece.never_takes
            if never is not None and victim.kind in self.kinds(never):
                immune.append(face.kind)
        return tuple(immune)

    def protections(self) -> tuple[ir.Protection, ...]:
        """What faces may not take while it is protected; faces that say the same share one rule."""
        spared: dict[tuple[ir.Kind, ...], list[ir.Kind]] = {}
        for face in self.faces.all:
            spares = face.face.spares if face.face and face.face.spares else face.piece.spares
            if spares is not None:
                spared.setdefault(self.kinds(spares), []).append(face.kind)
        return tuple(ir.Protection(tuple(takers), targets) for targets, takers in spared.items())

    # ---------------------------------------------------------------------------------------------------- promotion

    def _promotion(self, face: Face) -> ir.Promotion | None:
        piece, rules, value = face.piece, self.definition.promotion, self.sets.value
        targets = self._targets(face)
        triggers = self._triggers(piece)
        if not targets or not triggers:
            return None
        mode, forced = value(rules.mode, piece.id.value), value(rules.forced, piece.id.value)
        if said(mode, "promotion", "mode") != "zone":
            return ir.Promotion(targets, triggers, "always")
        return ir.Promotion(targets, triggers, _FORCED[said(forced, "promotion", "forced")])

    def _targets(self, face: Face) -> tuple[ir.Kind, ...]:
        piece, base = face.piece, self.faces.base[face.piece.id.value]
        promoted = iter(self.faces.promoted[piece.id.value])
        faces = [
            self.faces.base[target.becomes.value] if target.becomes else next(promoted) for target in piece.promotes
        ]
        back = [base] if piece.demotes else []
        if piece.in_turn:
            order = [base, *faces, *back]
            return tuple(order[order.index(face.kind) + 1 :][:1])
        targets = faces if face.face is None else back
        return tuple(dict.fromkeys(target for target in targets if target != face.kind))

    def promotion_limits(self) -> tuple[ir.PromotionLimit, ...]:
        limits = self.definition.promotion.limit
        return tuple(ir.PromotionLimit(limit.value, self.kinds(wanted)) for wanted, limit in limits)

    def _triggers(self, piece: PieceDef) -> tuple[ir.Trigger, ...]:
        rules, value, name = self.definition.promotion, self.sets.value, piece.id.value
        everywhere = self.regions.squares(None)
        mode, zone, again = value(rules.mode, name), value(rules.zone, name), value(rules.again, name)
        match said(mode, "promotion", "mode"):
            case "every_move":
                return (ir.Trigger(everywhere, within=True),)
            case "on_capture":
                return (ir.Trigger(everywhere, capture=True),)
        when = value(rules.when, name)
        words = when.value if when else USUAL
        squares = self.regions.squares(zone.value) if zone is not None else ()
        triggers = [ir.Trigger(squares, **{word: word in words for word in get_args(When)})] if squares else []
        if again is not None:
            triggers.append(ir.Trigger(self.regions.squares(again.value), enter=True, within=True))
        return tuple(triggers)

    # ---------------------------------------------------------------------------------------------- capture and drop

    def _hand(self, face: Face) -> ir.Kind:
        """The kind in the captor's hand, -1 if the piece leaves the game. A royal is never held."""
        drops, base = self.definition.drops, self.faces.base[face.piece.id.value]
        becomes = (face.face.captured if face.face else None) or face.piece.captured
        if not drops.enabled or drops.from_ != "captures" or (becomes and becomes.value == "removed"):
            return -1
        if becomes is not None:
            return self.faces.base[becomes.value]
        style = self.sets.value(drops.faces, face.piece.id.value)
        kind = face.kind if said(style, "drops", "faces") == "as_captured" else base
        return -1 if kind in self.faces.royals(self.sets) else kind

    def _drop(self, face: Face) -> ir.Drop | None:
        drops, value, name = self.definition.drops, self.sets.value, face.piece.id.value
        if not drops.enabled:
            return None
        style, region = value(drops.faces, name), value(drops.region, name)
        either = said(style, "drops", "faces") == "either"
        faces = (face.kind, self.faces.base[name], *self.faces.promoted[name]) if either else (face.kind,)
        within = self.regions.squares(face.piece.within)
        allowed = self.regions.squares(region.value if region else None)
        stuck, mate = value(drops.stuck, name), value(drops.mate, name)
        check, stalemate = value(drops.check, name), value(drops.stalemate, name)
        return ir.Drop(
            tuple(dict.fromkeys(faces)),
            tuple(square for square in allowed if square in within),
            stuck=_ALLOWED[said(stuck, "drops", "stuck")],
            mate=_MATE[said(mate, "drops", "mate")],
            check=_ALLOWED[said(check, "drops", "check")],
            stalemate=_ALLOWED[said(stalemate, "drops", "stalemate")],
            file_limit=self._file_limit(name),
            line=place(mate.span) if mate else "",
        )

    def _file_limit(self, name: str) -> ir.FileLimit | None:
        limits = self.definition.drops.file_limit
        for wanted, limit in reversed(limits):
            if name in self.sets.members(wanted):
                bound = limit.value
                return ir.FileLimit(bound.count, self.kinds(wanted), bound.moves) if bound else None
        return None


_FORCED: Final[Mapping[str, ir.Forced]] = {"never": "never", "stuck": "stuck", "always": "always"}
_ALLOWED: Final[Mapping[str, ir.Allowed]] = {"illegal": "illegal", "allowed": "allowed"}
_MATE: Final[Mapping[str, ir.DropMate]] = {"illegal": "illegal", "loses": "loses", "allowed": "allowed"}
