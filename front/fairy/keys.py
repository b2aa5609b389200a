"""What the keys of a section are: the type of each, its default, and whether it says anything that we can say.

Source: the documentation in `variants.ini` of Fairy-Stockfish and the observed behaviour of the program.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import Final, final


class Kind(Enum):
    """The type of a value, and how a message names it."""

    BOOL = "true or false"
    INT = "a number"
    RANK = "a rank from 1 to 10"
    FILE = "a file from 1 to 12, or a to l"
    PIECE = "the letter of a piece, or -"
    PIECES = "letters of pieces, or -"
    REGION = "squares such as *7 *8 or d4, or -"
    VALUE = "win, loss, draw or none"
    MAP = "pairs of letters such as p:g"
    TEXT = "text"
    WORD = "a word"


class Use(Enum):
    """`RULE` is carried over. `OTHER` says nothing about the rules (values of pieces, what a GUI draws). `FOREIGN` is a
    rule that has no counterpart: only its default can be carried over. `PAWN` matters only where there is a chess pawn,
    `CASTLING` only where the position gives castling rights."""

    RULE = "rule"
    OTHER = "other"
    FOREIGN = "foreign"
    PAWN = "pawn"
    CASTLING = "castling"


@final
@dataclass(frozen=True, slots=True)
class Key:
    kind: Kind
    default: str = ""
    use: Use = Use.RULE
    means: str = ""
    """What a foreign rule is about, for the message."""


def _foreign(kind: Kind, default: str, means: str) -> Key:
    return Key(kind, default, Use.FOREIGN, means)


_RULES: Final[dict[str, Key]] = {
    "maxRank": Key(Kind.RANK, "8"),
    "maxFile": Key(Kind.FILE, "8"),
    "startFen": Key(Kind.TEXT, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    "promotionRegionWhite": Key(Kind.REGION, "*8"),
    "promotionRegionBlack": Key(Kind.REGION, "*1"),
    "promotedPieceType": Key(Kind.MAP, "-"),
    "mandatoryPiecePromotion": Key(Kind.BOOL, "false"),
    "piecePromotionOnCapture": Key(Kind.BOOL, "false"),
    "pieceDemotion": Key(Kind.BOOL, "false"),
    "pieceDrops": Key(Kind.BOOL, "false"),
    "capturesToHand": Key(Kind.BOOL, "false"),
    "dropLoop": Key(Kind.BOOL, "false"),
    "dropPromoted": Key(Kind.BOOL, "false"),
    "dropNoDoubled": Key(Kind.PIECE, "-"),
    "dropNoDoubledCount": Key(Kind.INT, "1"),
    "immobilityIllegal": Key(Kind.BOOL, "false"),
    "shogiPawnDropMateIllegal": Key(Kind.BOOL, "false"),
    "dropRegionWhite": Key(Kind.REGION, "**"),
    "dropRegionBlack": Key(Kind.REGION, "**"),
    "dropChecks": Key(Kind.BOOL, "true"),
    "mustDrop": Key(Kind.BOOL, "false"),
    "mustDropType": Key(Kind.PIECE, "*"),
    "promotionLimit": Key(Kind.MAP, "-"),
    "checkCounting": Key(Kind.BOOL, "false"),
    "stalemateValue": Key(Kind.VALUE, "draw"),
    "checkmateValue": Key(Kind.VALUE, "loss"),
    "nFoldRule": Key(Kind.INT, "3"),
    "nFoldValue": Key(Kind.VALUE, "draw"),
    "nFoldValueAbsolute": Key(Kind.BOOL, "false"),
    "perpetualCheckIllegal": Key(Kind.BOOL, "false"),
    "extinctionValue": Key(Kind.VALUE, "none"),
    "extinctionPieceTypes": Key(Kind.PIECES, "-"),
    "extinctionPieceCount": Key(Kind.INT, "0"),
    "extinctionPseudoRoyal": Key(Kind.BOOL, "false"),
    "flagPiece": Key(Kind.PIECE, "*"),
    "flagRegionWhite": Key(Kind.REGION, "-"),
    "flagRegionBlack": Key(Kind.REGION, "-"),
    "flagPieceSafe": Key(Kind.BOOL, "false"),
    "flyingGeneral": Key(Kind.BOOL, "false"),
    "nMoveRule": Key(Kind.INT, "50"),
    "nMoveRuleTypes": Key(Kind.PIECES, "p"),
    "pass": Key(Kind.BOOL, "false"),
}

_OTHER: Final[dict[str, Key]] = {
    name: Key(Kind.TEXT, "", Use.OTHER)
    for name in (
        *("variantTemplate", "pieceToCharTable", "pocketSize", "chess960", "pieceValueMg", "pieceValueEg"),
        # these say how what is switched on elsewhere works
        *("promotionPieceTypesWhite", "promotionPieceTypesBlack"),
        *("connectPieceTypes", "connectVertical", "connectHorizontal", "connectDiagonal", "connectValue"),
        *("enclosingDropStart", "wallingRegionWhite", "wallingRegionBlack", "blastImmuneTypes", "petrifyBlastPieces"),
    )
}

_FOREIGN: Final[dict[str, Key]] = {
    "flagPieceBlockedWin": _foreign(Kind.BOOL, "false", "a goal that is full"),
    "adjudicateFullBoard": _foreign(Kind.BOOL, "false", "a full board that ends the game"),
    "twoBoards": _foreign(Kind.BOOL, "false", "pieces that come from another board"),
    "sittuyinPromotion": _foreign(Kind.BOOL, "false", "the promotion of sittuyin"),
    "extinctionOpponentPieceCount": _foreign(Kind.INT, "0", "extinction that hangs on the other side's pieces"),
    "soldierPromotionRank": _foreign(Kind.RANK, "1", "soldiers that learn to step sideways"),
    "stalematePieceCount": _foreign(Kind.BOOL, "false", "pieces that are counted at the end"),
    "blastOnCapture": _foreign(Kind.BOOL, "false", "captures that explode"),
    "mutuallyImmuneTypes": _foreign(Kind.PIECES, "-", "pieces that do not take their like"),
    "petrifyOnCaptureTypes": _foreign(Kind.PIECES, "-", "pieces that turn to walls"),
    "checking": _foreign(Kind.BOOL, "true", "a ban on giving check"),
    "mustCapture": _foreign(Kind.BOOL, "false", "captures that must be made"),
    "firstRankPawnDrops": Key(Kind.BOOL, "false", Use.PAWN),
    "promotionZonePawnDrops": Key(Kind.BOOL, "false", Use.PAWN),
    "enclosingDrop": _foreign(Kind.WORD, "none", "drops that must enclose"),
    "flipEnclosedPieces": _foreign(Kind.WORD, "none", "pieces that change sides"),
    "sittuyinRookDrop": _foreign(Kind.BOOL, "false", "the rook drops of sittuyin"),
    "dropOppositeColoredBishop": _foreign(Kind.BOOL, "false", "bishops on squares of two colours"),
    "gating": _foreign(Kind.BOOL, "false", "gating"),
    "seirawanGating": _foreign(Kind.BOOL, "false", "gating"),
    "cambodianMoves": _foreign(Kind.BOOL, "false", "first moves kept in the position"),
    "wallingRule": _foreign(Kind.WORD, "none", "walls that are placed"),
    "wallOrMove": _foreign(Kind.BOOL, "false", "walls that are placed"),
    "diagonalLines": _foreign(Kind.REGION, "-", "diagonal lines of single squares"),
    "passWhite": _foreign(Kind.BOOL, "false", "passing the turn"),
    "passBlack": _foreign(Kind.BOOL, "false", "passing the turn"),
    "passOnStalemate": _foreign(Kind.BOOL, "false", "passing the turn"),
    "passOnStalemateWhite": _foreign(Kind.BOOL, "false", "passing the turn"),
    "passOnStalemateBlack": _foreign(Kind.BOOL, "false", "passing the turn"),
    "makpongRule": _foreign(Kind.BOOL, "false", "kings that may not move out of check"),
    "moveRepetitionIllegal": _foreign(Kind.BOOL, "false", "a ban on moving to and fro"),
    "chasingRule": _foreign(Kind.WORD, "none", "a ban on chasing"),
    "nMoveRuleTypesWhite": _foreign(Kind.PIECES, "p", "a count of moves that differs from side to side"),
    "nMoveRuleTypesBlack": _foreign(Kind.PIECES, "p", "a count of moves that differs from side to side"),
    "shatarMateRule": _foreign(Kind.BOOL, "false", "mates that count by the piece that gives them"),
    "bikjangRule": _foreign(Kind.BOOL, "false", "kings that face each other"),
    "extinctionClaim": _foreign(Kind.BOOL, "false", "extinction that is claimed"),
    "dupleCheck": _foreign(Kind.BOOL, "false", "a check to all royals at once"),
    "flagPieceCount": _foreign(Kind.INT, "1", "several pieces that reach the goal"),
    "flagMove": _foreign(Kind.BOOL, "false", "a last move after a piece reached its goal"),
    "flagRegion": _foreign(Kind.REGION, "-", "one goal for both sides"),
    "flagPieceWhite": _foreign(Kind.PIECE, "*", "another piece for each side"),
    "flagPieceBlack": _foreign(Kind.PIECE, "*", "another piece for each side"),
    "connectN": _foreign(Kind.INT, "0", "rows of pieces that win"),
    "connectNxN": _foreign(Kind.INT, "0", "squares of pieces that win"),
    "connectRegion1White": _foreign(Kind.REGION, "-", "chains of pieces that win"),
    "connectRegion2White": _foreign(Kind.REGION, "-", "chains of pieces that win"),
    "connectRegion1Black": _foreign(Kind.REGION, "-", "chains of pieces that win"),
    "connectRegion2Black": _foreign(Kind.REGION, "-", "chains of pieces that win"),
    "collinearN": _foreign(Kind.INT, "0", "rows of pieces that win"),
    "materialCounting": _foreign(Kind.WORD, "none", "pieces that are counted at the end"),
    "countingRule": _foreign(Kind.WORD, "none", "moves that are counted at the end"),
    "castlingWins": _foreign(Kind.TEXT, "-", "castling that wins"),
}

_PAWN: Final[dict[str, Key]] = {
    "promotionPieceTypes": Key(Kind.PIECES, "nbrq", Use.PAWN),
    "pawnTypes": Key(Kind.PIECES, "p", Use.PAWN),
    "promotionPawnTypes": Key(Kind.PIECES, "p", Use.PAWN),
    "promotionPawnTypesWhite": Key(Kind.PIECES, "p", Use.PAWN),
    "promotionPawnTypesBlack": Key(Kind.PIECES, "p", Use.PAWN),
    "mandatoryPawnPromotion": Key(Kind.BOOL, "true", Use.PAWN),
    "doubleStep": Key(Kind.BOOL, "true", Use.PAWN),
    **{
        name: Key(Kind.REGION, "-", Use.PAWN)
        for name in (
            *("doubleStepRegionWhite", "doubleStepRegionBlack", "tripleStepRegionWhite", "tripleStepRegionBlack"),
            *("enPassantRegion", "enPassantRegionWhite", "enPassantRegionBlack"),
        )
    },
    **{
        name: Key(Kind.PIECES, "p", Use.PAWN)
        for name in ("enPassantTypes", "enPassantTypesWhite", "enPassantTypesBlack")
    },
}

_CASTLING: Final[dict[str, Key]] = {
    "castling": Key(Kind.BOOL, "true", Use.CASTLING),
    **{
        name: Key(Kind.TEXT, "", Use.CASTLING)
        for name in (
            *(
                "castlingDroppedPiece",
                "castlingKingsideFile",
                "castlingQueensideFile",
                "castlingRank",
                "castlingKingFile",
            ),
            *("castlingKingPiece", "castlingRookKingsideFile", "castlingRookQueensideFile", "castlingRookPieces"),
            "oppositeCastling",
        )
    },
}

KEYS: Final[Mapping[str, Key]] = MappingProxyType({**_RULES, **_OTHER, **_FOREIGN, **_PAWN, **_CASTLING})
"""Every key but those that name pieces."""

RENAMED: Final[Mapping[str, str]] = MappingProxyType(
    {"whiteDropRegion": "dropRegionWhite", "blackDropRegion": "dropRegionBlack"}
)
"""Older names that are still read."""


@final
@dataclass(frozen=True, slots=True)
class PieceType:
    """`moves` in that program's dialect; empty for what a section must say. `apart`: it neither jumps over its own type
    nor takes it."""

    name: str
    moves: str
    apart: bool = False


PIECE_TYPES: Final[Mapping[str, PieceType]] = MappingProxyType(
    {
        "pawn": PieceType("Pawn", ""),
        "knight": PieceType("Knight", "N"),
        "bishop": PieceType("Bishop", "B"),
        "rook": PieceType("Rook", "R"),
        "queen": PieceType("Queen", "Q"),
        "fers": PieceType("Fers", "F"),
        "alfil": PieceType("Alfil", "A"),
        "fersAlfil": PieceType("Fers-Alfil", "FA"),
        "silver": PieceType("Silver General", "FfW"),
        "aiwok": PieceType("Aiwok", "RNF"),
        "bers": PieceType("Dragon King", "RF"),
        "dragon": PieceType("Dragon King", "RF"),
        "archbishop": PieceType("Archbishop", "BN"),
        "chancellor": PieceType("Chancellor", "RN"),
        "amazon": PieceType("Amazon", "QN"),
        "knibis": PieceType("Knibis", "mNcB"),
        "biskni": PieceType("Biskni", "mBcN"),
        "kniroo": PieceType("Kniroo", "mNcR"),
        "rookni": PieceType("Rookni", "mRcN"),
        "shogiPawn": PieceType("Pawn", "fW"),
        "lance": PieceType("Lance", "fR"),
        "shogiKnight": PieceType("Knight", "fN"),
        "gold": PieceType("Gold General", "WfF"),
        "dragonHorse": PieceType("Dragon Horse", "BW"),
        "clobber": PieceType("Clobber Piece", "cW"),
        "breakthrough": PieceType("Breakthrough Piece", "fmWfF"),
        "cannon": PieceType("Cannon", "mRcpR"),
        "janggiCannon": PieceType("Korean Cannon", "pR", apart=True),
        "soldier": PieceType("Soldier", "fsW"),
        "horse": PieceType("Horse", "nN"),
        "elephant": PieceType("Elephant", "nA"),
        "janggiElephant": PieceType("Korean Elephant", "nZ"),
        "banner": PieceType("Banner", "RcpRnN"),
        "wazir": PieceType("Wazir", "W"),
        "commoner": PieceType("Commoner", "K"),
        "centaur": PieceType("Centaur", "KN"),
        "king": PieceType("King", "K"),
    }
)
CUSTOM: Final = tuple(f"customPiece{number}" for number in range(1, 26))
UNKNOWN_HERE: Final = ("immobile",)
"""Types that cannot be carried over at all."""
