"""A resolved variant as a section of an INI file, or what that program cannot play of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, final

from hensoku.compiler.ir import types as ir
from hensoku.compiler.options import DEFAULT
from hensoku.compiler.passes.find_stuck import find_stuck
from hensoku.compiler.resolve import Resolved
from hensoku.compiler.resolve.faces import number_faces
from hensoku.compiler.resolve.to_ir import piece_sets
from hensoku.dsl.codes import finding
from hensoku.dsl.definition import FacingDef
from hensoku.dsl.findings import Finding
from hensoku.dsl.moves.format import canonical
from hensoku.dsl.source import Span
from hensoku.fairy.fen import counts, fen, spelling
from hensoku.fairy.letters import Letters, mates_are_judged

MOST_FILES, MOST_RANKS = 12, 10
WRITTEN: Final = frozenset(
    (
        *("board", "pieces", "setups", "royals", "ends", "repetition", "borrow", "paths", "hand_order", "passing"),
        *("slug", "title", "profile", "players", "lowering", "protections", "counter_strike"),
        *("promotion_limits", "first", "before_mate", "evaluation"),
    )
)
"""The fields of a module of which this knows what they ask for; a new one must be carried over or refused here."""

_WHOLE: Final = frozenset(("enter", "leave", "within"))


@final
@dataclass(frozen=True)
class Exported:
    """`text` is a section, empty if a finding is an error. `letters` are its spellings of our pieces, by their ids;
    `counts` is what its FENs say of checks (`3+3`), empty where they are not counted."""

    text: str
    findings: tuple[Finding, ...]
    letters: Mapping[str, str] = field(default_factory=dict)
    counts: str = ""


def export(resolved: Resolved) -> Exported:
    """The section of a variant; its first setup alone, for that program has one."""
    writer = _Writer(resolved)
    writer.write()
    if writer.findings:
        return Exported("", tuple(writer.findings))
    lines = [f"[{resolved.module.slug.replace('-', '')}]", *(f"{key} = {value}" for key, value in writer.lines.items())]
    spelled = {
        piece.id: spelling(resolved.module, writer.letters.by_kind, kind)
        for kind, piece in enumerate(resolved.module.pieces)
    }
    return Exported("\n".join(lines) + "\n", (), spelled, counts(resolved.module))


@final
@dataclass
class _Writer:
    resolved: Resolved
    lines: dict[str, str] = field(default_factory=dict)
    letters: Letters = field(default_factory=Letters)
    findings: list[Finding] = field(default_factory=list)

    def write(self) -> None:
        module = self.resolved.module
        self._board(module.board)
        self._foreign(module)
        if self.findings:
            return
        self._pieces(module)
        self._promotion(module)
        self._drops(module)
        self._royals(module)
        self._ends(module)
        self._repetition(module.repetition)

    def _refuse(self, what: str, span: Span | None = None) -> None:
        self.findings.append(finding("HS510", span or self.resolved.definition.span, what=what))

    # ----------------------------------------------------------------------------------------------------------- board

    def _board(self, board: ir.Board) -> None:
        definition = self.resolved.definition
        if board.topology != "grid":
            self._refuse(f"a board that is a {board.topology}", definition.topology.type.span)
        if board.files > MOST_FILES or board.ranks > MOST_RANKS:
            what = f"a board of more than {MOST_FILES} files and {MOST_RANKS} ranks"
            self._refuse(what, definition.topology.rows.span)
        if definition.topology.lines:
            self._refuse("lines that join squares", definition.topology.lines[0][0].span)
        self.lines |= {"maxRank": str(board.ranks), "maxFile": str(board.files)}

    def _foreign(self, module: ir.Module) -> None:
        """Rules that have no key at all."""
        definition = self.resolved.definition
        if definition.borrow is not None:
            self._refuse("borrowed moves", definition.borrow.span)
        if definition.trade is not None:
            self._refuse("limits on trades", definition.trade.span)
        if definition.royals.in_hand_forbids:
            self._refuse("rules that hold while a royal is in hand")
        if module.before_mate:
            self._refuse("mates that have to wait for pieces in hand")
        if definition.passing:
            self.lines["pass"] = "true"
        self._facing(definition.royals.facing)
        sparing = {kind for rule in module.protections for kind in rule.takers} if definition.trade is None else ()
        for kind, piece in enumerate(module.pieces):
            captured = piece.hand not in (-1, piece.base)
            if piece.uncapturable_by or captured or kind in sparing:
                self._refuse(f"what is said of captures of {piece.id}", self._span(kind))

    def _facing(self, rule: FacingDef | None) -> None:
        """It knows the royals alone, on files and ranks."""
        if rule is None or rule.rule.value == "allowed":
            return
        along = canonical(rule.along) if rule.along is not None else ""
        if rule.rule.value != "illegal" or rule.pieces is not None or along != "R":
            self._refuse("facing but for royals that may not, on files and ranks", rule.rule.span)
        self.lines["flyingGeneral"] = "true"

    def _span(self, kind: int) -> Span:
        face = number_faces(self.resolved.definition).all[kind]
        return face.face.span if face.face is not None else face.piece.span

    def _squares(self, squares: Iterable[int], side: ir.Side = 0) -> str:
        """`*7 *8`, or squares one by one; `-` for none."""
        board = self.resolved.module.board
        wanted = {board.turned[square] if side else square for square in squares}
        ranks: dict[int, list[int]] = {}
        for index, square in enumerate(board.squares):
            ranks.setdefault(square.rank, []).append(index)
        parts = []
        for rank, members in sorted(ranks.items(), reverse=True):
            number = board.ranks - rank
            inside = [index for index in members if index in wanted]
            if len(inside) == len(members):
                parts.append(f"*{number}")
            else:
                parts += [f"{chr(ord('a') + board.squares[index].file)}{number}" for index in inside]
        return " ".join(parts) or "-"

    # ---------------------------------------------------------------------------------------------------------- pieces

    def _pieces(self, module: ir.Module) -> None:
        promoting = frozenset(kind for kind, piece in enumerate(module.pieces) if piece.promotion is not None)
        king = module.royals.lost_when == "any" and module.royals.check == "answered"
        self.letters.all(number_faces(self.resolved.definition).all, promoting, king)
        self.findings += self.letters.findings
        self.lines |= {"king": "-"} if "king" not in self.letters.lines else {}
        self.lines |= self.letters.lines
        self.lines["startFen"] = fen(module, self.letters.by_kind)
        for kind, piece in enumerate(module.pieces):
            if piece.within is not None:
                name = next((name for name, letter in self._types() if letter == self.letters.by_kind[kind]), "")
                suffix = name[:1].upper() + name[1:]
                self.lines[f"mobilityRegionWhite{suffix}"] = self._squares(piece.within)
                self.lines[f"mobilityRegionBlack{suffix}"] = self._squares(piece.within, 1)

    def _types(self) -> Iterator[tuple[str, str]]:
        yield from ((name, value.partition(":")[0]) for name, value in self.letters.lines.items())

    # ------------------------------------------------------------------------------------------------------- promotion

    def _promotion(self, module: ir.Module) -> None:
        pieces = module.pieces
        first = [kind for kind, piece in enumerate(pieces) if piece.base == kind and piece.promotion is not None]
        back = [kind for kind, piece in enumerate(pieces) if piece.base != kind and piece.promotion is not None]
        pairs = []
        for kind in first:
            targets = self._rule(kind).targets
            if len(targets) != 1 or pieces[targets[0]].base != kind:
                self._refuse(f"the promotion of {pieces[kind].id} to one of several pieces", self._span(kind))
            pairs.append(f"{self.letters.by_kind[kind]}:{self.letters.by_kind[targets[0]]}")
        if any(self._rule(kind).targets != (pieces[kind].base,) for kind in back):
            self._refuse("a promoted face that promotes again", self._span(back[0]))
        triggers = {self._rule(kind).triggers for kind in (*first, *back)}
        if len(triggers) > 1 or any(len(several) != 1 for several in triggers):
            self._refuse("promotion that differs from piece to piece")
        elif triggers:
            self._trigger(next(iter(triggers))[0], [*first, *back])
        self.lines["promotedPieceType"] = " ".join(pairs) or "-"
        self.lines["pieceDemotion"] = _bool(bool(back))
        self._forced({self._rule(kind).forced for kind in (*first, *back)}, first)
        if module.promotion_limits:
            self.lines["promotionLimit"] = self._limits(module.promotion_limits)

    def _limits(self, limits: tuple[ir.PromotionLimit, ...]) -> str:
        """It counts by type. Faces of one type, in whatever words, are one of its types."""
        found: dict[str, int] = {}
        for limit in limits:
            letters = {self.letters.by_kind[kind] for kind in limit.kinds}
            alike = {kind for kind, letter in self.letters.by_kind.items() if letter in letters}
            if len(letters) != 1 or alike != set(limit.kinds):
                self._refuse("a limit on promotion that is not on all pieces of one type")
            found |= dict.fromkeys(letters, limit.count)
        return " ".join(f"{letter}:{count}" for letter, count in found.items())

    def _rule(self, kind: int) -> ir.Promotion:
        rule = self.resolved.module.pieces[kind].promotion
        assert rule is not None
        return rule

    def _trigger(self, trigger: ir.Trigger, kinds: list[int]) -> None:
        everywhere = len(trigger.zone) == len(self.resolved.module.board.squares)
        never_leave = all(set(trigger.zone) <= set(self._stuck(kind)) for kind in kinds)
        touched = {name for name in (*_WHOLE, "capture", "quiet") if getattr(trigger, name)}
        on_capture = everywhere and touched == {"capture"}
        needed = {"within"} if everywhere else {"enter"} if never_leave else _WHOLE
        if not on_capture and not touched >= needed:
            self._refuse("promotion by only some ways of touching the zone")
        self.lines["promotionRegionWhite"] = self._squares(trigger.zone)
        self.lines["promotionRegionBlack"] = self._squares(trigger.zone, 1)
        self.lines["piecePromotionOnCapture"] = _bool(on_capture)

    def _forced(self, forced: set[ir.Forced], first: list[int]) -> None:
        """One word for all pieces; `stuck` goes with drops that leave a piece stuck."""
        always = "always" in forced
        if always and len(forced) > 1:
            self._refuse("promotion that some pieces must make and others need not")
        self.lines["mandatoryPiecePromotion"] = _bool(always)
        stuck = {self._rule(kind).forced for kind in first if self._stuck(kind)} - {"always"}
        dropped = {
            piece.drop.stuck
            for kind, piece in enumerate(self.resolved.module.pieces)
            if piece.drop and self._stuck(kind)
        }
        illegal = {"stuck": True, "never": False, "illegal": True, "allowed": False}
        words = {illegal[word] for word in (*stuck, *dropped)}
        if len(words) > 1:
            self._refuse("pieces of which only some may be left where they cannot move")
        self.lines["immobilityIllegal"] = _bool(True in words)

    def _stuck(self, kind: int) -> tuple[int, ...]:
        """The squares from which a kind can never move."""
        return self.worked_out.pieces[kind].stuck

    @cached_property
    def worked_out(self) -> ir.Module:
        return find_stuck(self.resolved.module, DEFAULT)

    # ----------------------------------------------------------------------------------------------------------- drops

    def _drops(self, module: ir.Module) -> None:
        drops = {kind: piece.drop for kind, piece in enumerate(module.pieces) if piece.drop is not None}
        if not drops:
            self.lines |= {"pieceDrops": "false", "capturesToHand": "false"}
            return
        captured = [piece.hand >= 0 for piece in module.pieces if not piece.royal]
        if any(captured) and not all(captured):
            self._refuse("captures of which only some come to hand")
        self.lines |= {"pieceDrops": "true", "capturesToHand": _bool(all(captured))}
        either = {len(drop.faces) > 1 for kind, drop in drops.items() if module.pieces[kind].promotion is not None}
        if len(either) > 1 or any(kind not in drop.faces for kind, drop in drops.items()):
            self._refuse("drops of which only some may be promoted")
        self.lines["dropPromoted"] = _bool(True in either)
        self._places(drops)
        self._mates(drops)
        self._first(module.first, drops)
        if any(drop.stalemate == "illegal" for drop in drops.values()):
            self._refuse("drops that may not stalemate")
        checks = {drop.check for drop in drops.values()}
        if len(checks) > 1:
            self._refuse("drops of which only some may give check")
        self.lines["dropChecks"] = _bool(checks == {"allowed"})

    def _places(self, drops: dict[int, ir.Drop]) -> None:
        regions = {drop.squares for drop in drops.values()}
        if len(regions) > 1:
            self._refuse("drops to another region for each piece")
        region = next(iter(regions))
        if len(region) < len(self.resolved.module.board.squares):
            self.lines["dropRegionWhite"], self.lines["dropRegionBlack"] = (
                self._squares(region),
                self._squares(region, 1),
            )
        limits = {kind: drop.file_limit for kind, drop in drops.items() if drop.file_limit is not None}
        if len(limits) > 1 or any(limit.kinds != (kind,) or limit.moves for kind, limit in limits.items()):
            self._refuse("limits on the pieces of a file, but for one piece and its drops")
        for kind, limit in limits.items():
            self.lines |= {"dropNoDoubled": self.letters.by_kind[kind], "dropNoDoubledCount": str(limit.count)}

    def _first(self, first: tuple[int, ...], drops: dict[int, ir.Drop]) -> None:
        if not first:
            return
        self.lines["mustDrop"] = "true"
        if len(first) == 1:
            self.lines["mustDropType"] = self.letters.by_kind[first[0]]
        elif set(first) != set(drops):
            self._refuse("some pieces that are dropped first, but for one")

    def _mates(self, drops: dict[int, ir.Drop]) -> None:
        for kind, drop in drops.items():
            if drop.mate == "illegal":
                self._refuse("mates by a drop that are no move (it makes them lose: mate: loses)", self._mate(kind))
            elif drop.mate == "loses" and not mates_are_judged(self.letters, kind):
                self._refuse("mates by a drop of a piece other than the shogi pawn", self._mate(kind))
            elif drop.mate == "loses":
                self.lines["shogiPawnDropMateIllegal"] = "true"

    def _mate(self, kind: int) -> Span:
        """Where it is said whether a piece may give mate by being dropped."""
        definition = self.resolved.definition
        piece = number_faces(definition).all[kind].piece.id.value
        said = piece_sets(definition).value(definition.drops.mate, piece)
        return self._span(kind) if said is None else said.span

    # ------------------------------------------------------------------------------------------------------------ ends

    def _royals(self, module: ir.Module) -> None:
        royal = [kind for kind, piece in enumerate(module.pieces) if piece.royal]
        if not royal or "king" in self.letters.lines:
            if len({self.letters.by_kind[kind] for kind in royal}) > 1:
                self._refuse("royal pieces of several types", self._span(royal[-1]))
            return
        answered = module.royals.check == "answered"
        single = max(
            sum(kind in map(ir.kind_of, filter(None, setup.cells)) for kind in royal) for setup in module.setups
        )
        if len({self.letters.by_kind[kind] for kind in royal}) > 1 or (module.royals.lost_when == "any" and single > 1):
            self._refuse("royal pieces of several types, or several of which the first that falls loses")
        self.lines |= {
            "extinctionValue": "loss",
            "extinctionPieceTypes": self.letters.by_kind[royal[0]],
            "extinctionPseudoRoyal": _bool(answered),
        }

    def _ends(self, module: ir.Module) -> None:
        self.lines |= {"checkmateValue": "loss", "stalemateValue": "loss"}
        for end in module.ends:
            self._end(end)

    def _end(self, end: ir.End) -> None:
        match end.terms:
            case None if end.kind in ("checkmate", "stalemate"):
                self.lines[f"{end.kind}Value"] = end.result
            case None if end.kind == "royal-captured" and end.result == "loss":
                pass
            case ir.Try(kinds, goal, safe) if end.result == "win":
                self.lines["flagPiece"] = self._one(kinds, end)
                self.lines["flagRegionWhite"], self.lines["flagRegionBlack"] = (
                    self._squares(goal),
                    self._squares(goal, 1),
                )
                self.lines["flagPieceSafe"] = _bool(safe)
            case ir.CheckCount() if end.result == "win":
                self.lines["checkCounting"] = "true"
            case ir.PieceCount(kinds, below) if "extinctionValue" not in self.lines:
                self.lines |= {
                    "extinctionValue": end.result,
                    "extinctionPieceTypes": self._one(kinds, end),
                    "extinctionPieceCount": str(below - 1),
                }
            case _:
                self._refuse(f"the end {end.path} with this result")

    def _one(self, kinds: tuple[int, ...], end: ir.End) -> str:
        """The one type that kinds are, or `*`."""
        if len(kinds) == len(self.resolved.module.pieces):
            return "*"
        types = {self.letters.by_kind[kind] for kind in kinds}
        others = {letter for kind, letter in self.letters.by_kind.items() if kind not in kinds}
        if len(types) != 1 or types & others:
            self._refuse(f"{end.path} for several types of pieces")
        return min(types)

    def _repetition(self, rule: ir.Repetition | None) -> None:
        self.lines |= {"nMoveRule": "0", "castling": "false", "doubleStep": "false"}
        if rule is None:
            self.lines["nFoldRule"] = "0"
            return
        self.lines |= {"nFoldRule": str(rule.times), "perpetualCheckIllegal": _bool(rule.perpetual == "loss")}
        if rule.result == "illegal":
            self._refuse("repetitions that are no move")
        elif rule.result == "draw":
            self.lines["nFoldValue"] = "draw"
        elif rule.side == "repeater":
            self.lines["nFoldValue"] = "win" if rule.result == "loss" else "loss"
        else:
            first_loses = (rule.side == "sente") == (rule.result == "loss")
            self.lines |= {"nFoldValue": "loss" if first_loses else "win", "nFoldValueAbsolute": "true"}


def _bool(value: bool) -> str:
    return "true" if value else "false"
