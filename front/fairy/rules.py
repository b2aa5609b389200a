"""The rules of a section: promotion, drops, royals, ends, repetition."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, final

from hensoku.dsl.codes import finding
from hensoku.fairy.board import Board, Start
from hensoku.fairy.pieces import Royalty
from hensoku.fairy.settings import Settings

_PAWN_TYPE: Final = "shogiPawn"
"""The one type whose dropped mate that program judges."""


@final
@dataclass(frozen=True)
class Rules:
    settings: Settings
    board: Board
    start: Start

    # ---------------------------------------------------------------------------------------------------------- royals

    def royalty(self) -> Royalty:
        """The king; or, in its place, the pieces whose extinction loses."""
        kings = tuple(letter for letter, piece in self.settings.pieces.items() if piece.type == "king")
        kings = tuple(letter for letter in kings if letter in self.start.letters)
        pseudo = self.settings.is_set("extinctionPseudoRoyal")
        if pseudo and (kings or not self._single_extinction()):
            self.settings.refuse("extinctionPseudoRoyal", "royal pieces of several types")
        if kings or not self._single_extinction():
            return Royalty(kings, "any", "answered")
        return Royalty(self.settings.letters("extinctionPieceTypes"), "all", "answered" if pseudo else "ignored")

    def _single_extinction(self) -> bool:
        """Whether the game is lost with the last piece of one type."""
        return (
            self.settings.text("extinctionValue") == "loss"
            and self.settings.number("extinctionPieceCount") == 0
            and self.settings.text("extinctionPieceTypes") != "*"
            and len(self.settings.letters("extinctionPieceTypes")) == 1
        )

    def royals(self, royalty: Royalty) -> dict[str, Any]:
        told: dict[str, Any] = {"lost_when": royalty.lost_when, "check": royalty.check}
        if self.settings.is_set("flyingGeneral"):
            told["facing"] = {"rule": "illegal", "along": "R"}
        return told

    # ------------------------------------------------------------------------------------------------------- promotion

    def promotion(self) -> dict[str, Any] | None:
        pawns = [letter for letter in self.start.letters if self._is_pawn(letter)]
        if not self.settings.promotions() and not pawns:
            return None
        told: dict[str, Any] = {"zone": self._mirrored("promotionRegionWhite", "promotionRegionBlack")}
        forced = "stuck" if self.settings.is_set("immobilityIllegal") else "never"
        if self.settings.is_set("mandatoryPiecePromotion"):
            forced = "always"
        told["forced"] = forced
        if pawns:
            of_pawns = "always" if self.settings.is_set("mandatoryPawnPromotion") else "never"
            told["forced"] = {"all": forced, " ".join(letter.upper() for letter in pawns): of_pawns}
        if self.settings.is_set("piecePromotionOnCapture"):
            told["mode"] = "on_capture"
        return told | self._promotion_limit()

    def _promotion_limit(self) -> dict[str, Any]:
        """How many of a type there may be by promotion: pieces that are one, and faces of those that promote to one."""
        text, promotions = self.settings.text("promotionLimit"), self.settings.promotions()
        told = {}
        for letter, count in ((pair[0].lower(), pair[2:]) for pair in text.split() if text != "-"):
            names = [letter.upper()] if letter in self.start.letters else []
            names += [f"+{piece.upper()}" for piece, target in promotions.items() if target == letter]
            if not count.isdigit() or not names:
                self.settings.refuse("promotionLimit", "a limit on what no piece promotes to, or that is no number")
            told[" ".join(names)] = int(count) if count.isdigit() else 0
        return {"limit": told} if told else {}

    def _is_pawn(self, letter: str) -> bool:
        piece = self.settings.pieces.get(letter)
        return piece is not None and piece.is_pawn and letter in self.settings.letters("promotionPawnTypes")

    def _mirrored(self, white: str, black: str) -> str:
        own, other = (self.board.squares(self.settings.text(key)) for key in (white, black))
        if other != self.board.turned(own):
            self.settings.findings.append(finding("HS507", self.settings.span(white), white=white, black=black))
        return self.board.region(own)

    # ----------------------------------------------------------------------------------------------------------- drops

    def drops(self) -> Any:
        settings = self.settings
        if not settings.is_set("pieceDrops"):
            return "none"
        told: dict[str, Any] = {} if settings.is_set("capturesToHand") else {"from": "setup"}
        if settings.is_set("dropPromoted"):
            told["faces"] = "either"
        elif settings.is_set("dropLoop"):
            told["faces"] = "as_captured"
        told |= self._drop_places()
        told["stuck"] = "illegal" if settings.is_set("immobilityIllegal") else "allowed"
        pawns = [letter.upper() for letter, piece in settings.pieces.items() if piece.type == _PAWN_TYPE]
        mates = pawns and settings.is_set("shogiPawnDropMateIllegal") and pawns[0].lower() in self.start.letters
        if mates:
            told["mate"] = {pawns[0]: "loses"}
        if not settings.is_set("dropChecks"):
            told["check"] = "illegal"
        if settings.is_set("mustDrop"):
            everything = settings.text("mustDropType") == "*"
            told["first"] = "all" if everything else " ".join(map(str.upper, settings.letters("mustDropType")))
        return told

    def _drop_places(self) -> dict[str, Any]:
        """Where drops are allowed: the region, and how many of the one type that must not be doubled."""
        regions = self._drop_regions()
        limited = [letter for letter in self.settings.letters("dropNoDoubled") if letter in self.start.letters]
        count = self.settings.number("dropNoDoubledCount")
        if limited and count == 0:
            return {"region": regions | {limited[0].upper(): "none"}}
        told: dict[str, Any] = {"region": regions if len(regions) > 1 else regions["all"]}
        if told["region"] == "all":
            told = {}
        return told | ({"file_limit": {limited[0].upper(): count}} if limited else {})

    def _drop_regions(self) -> dict[str, str]:
        """By piece. Chess pawns are kept from their first rank and from where they would promote."""
        regions = {"all": self._mirrored("dropRegionWhite", "dropRegionBlack")}
        barred = {"firstRankPawnDrops": "*1", "promotionZonePawnDrops": self.settings.text("promotionRegionWhite")}
        free = self.board.squares(self.settings.text("dropRegionWhite"))
        for key, squares in barred.items():
            if not self.settings.is_set(key):
                free -= self.board.squares(squares)
        for letter in self.start.letters:
            if letter in self.settings.pieces and self.settings.pieces[letter].is_pawn:
                regions[letter.upper()] = self.board.region(free)
        return regions

    # ------------------------------------------------------------------------------------------------------------ ends

    def ends(self, royalty: Royalty) -> dict[str, Any]:
        settings = self.settings
        told: dict[str, Any] = {}
        if royalty.letters and royalty.check == "answered":
            told["checkmate"] = settings.text("checkmateValue")
        told["stalemate"] = settings.text("stalemateValue")
        if royalty.check == "ignored":
            told["royal_captured"] = "loss"
        elif settings.text("extinctionValue") != "none" and not settings.is_set("extinctionPseudoRoyal"):
            told["piece_count"] = {
                "pieces": self._set("extinctionPieceTypes"),
                "below": settings.number("extinctionPieceCount") + 1,
                "result": settings.text("extinctionValue"),
            }
        if settings.text("flagRegionWhite") != "-" or settings.text("flagRegionBlack") != "-":
            told["try"] = {
                "pieces": self._set("flagPiece"),
                "goal": self._mirrored("flagRegionWhite", "flagRegionBlack"),
                "safe": settings.is_set("flagPieceSafe"),
                "result": "win",
            }
        if settings.is_set("checkCounting"):
            told["check_count"] = {"count": self.start.checks or 1, "result": "win"}
        return told | self._move_limit()

    def _move_limit(self) -> dict[str, Any]:
        """So many moves of each side without a capture or a pawn's move. What drops do to that count is not told."""
        moves, settings = self.settings.number("nMoveRule"), self.settings
        if moves == 0:
            return {}
        if settings.is_set("pieceDrops"):
            settings.refuse("nMoveRule", "a count of moves where pieces are dropped", help="write nMoveRule = 0")
        pawns = " ".join(letter.upper() for letter in settings.letters("nMoveRuleTypes"))
        told = {"moves": 2 * moves, "after_capture": True, "result": "draw"}
        return {"move_limit": told | ({"after_move_of": pawns} if pawns else {})}

    def _set(self, key: str) -> str:
        """Pieces of some types. A type is one face there, and a piece with all its faces here."""
        if self.settings.text(key) == "*":
            return "all"
        letters = self.settings.letters(key)
        pairs = self.settings.promotions()
        if len(letters) > 1 and key == "extinctionPieceTypes":
            self.settings.refuse(key, "several types, of which each must not die out")
        if any(letter in pairs or letter in pairs.values() for letter in letters):
            self.settings.refuse(key, "a type that is counted apart from what it promotes to")
        return " ".join(letter.upper() for letter in letters)

    # ------------------------------------------------------------------------------------------------------ repetition

    def repetition(self) -> Any:
        """`nFoldValue` is the result of the side to move, or of white: the side that repeated is the other one."""
        settings = self.settings
        if settings.number("nFoldRule") == 0:
            return "none"
        told: dict[str, Any] = {"times": max(settings.number("nFoldRule"), 2)}
        value = settings.text("nFoldValue")
        if value in ("draw", "none"):
            told["result"] = "draw"
        elif settings.is_set("nFoldValueAbsolute"):
            told |= {"result": "loss", "loser": "sente" if value == "loss" else "gote"}
        else:
            told |= {"result": "loss" if value == "win" else "win", "loser": "repeater"}
        told["perpetual"] = "loss" if settings.is_set("perpetualCheckIllegal") else "none"
        return told
