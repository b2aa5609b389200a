"""The pieces of a section as those of a definition: those of the position, with what they promote to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, final

from hensoku.dsl.codes import finding
from hensoku.fairy import betza
from hensoku.fairy.board import Board, Start
from hensoku.fairy.keys import PIECE_TYPES
from hensoku.fairy.settings import Declared, Settings

_PAWN_MOVES: Final = "fmWfcF"


@final
@dataclass(frozen=True)
class Royalty:
    """The letters of the royal pieces, what loses the game, and whether check must be answered."""

    letters: tuple[str, ...]
    lost_when: str
    check: str


@final
@dataclass(frozen=True)
class Pieces:
    settings: Settings
    board: Board
    start: Start
    royalty: Royalty

    def tree(self) -> dict[str, Any]:
        """The pieces by their keys, upper-case letters."""
        for letter in self.start.letters:
            if letter not in self.settings.pieces:
                self.settings.findings.append(finding("HS508", self.settings.span("startFen"), letter=letter))
        used = [letter for letter in self.settings.pieces if letter in self._used()]
        return {letter.upper(): self._piece(letter) for letter in used}

    def _used(self) -> set[str]:
        """The letters of the position, and of what a pawn turns into."""
        used = {letter for letter in self.start.letters if letter in self.settings.pieces}
        if any(self.settings.pieces[letter].is_pawn for letter in used):
            used |= {
                letter for letter in self.settings.letters("promotionPieceTypes") if letter in self.settings.pieces
            }
        return used

    def _piece(self, letter: str) -> dict[str, Any]:
        declared = self.settings.pieces[letter]
        told: dict[str, Any] = {"name": declared.name, "moves": self._moves(declared, letter.upper())}
        if letter in self.royalty.letters:
            told["royal"] = True
        within = self._within(declared)
        if within:
            told["within"] = within
        promotes = self._promotes(letter, declared)
        if promotes is not None:
            told["promotes"] = promotes
            if self.settings.is_set("pieceDemotion") and not declared.is_pawn:
                told["demotes"] = True
        return told

    def _moves(self, declared: Declared, key: str) -> str:
        """`key` is what a condition calls the face: `C`, `+P`."""
        if declared.is_pawn:
            return self._pawn_moves()
        if declared.written is None:
            known = PIECE_TYPES[declared.type]
            if known.apart and self._is_shared(declared):
                self.settings.refuse("promotedPieceType", "two kinds that neither jump over nor take each other")
            return betza.standard(known, key)
        moves, found = betza.translate(declared.written)
        self.settings.findings += found
        return moves

    def _is_shared(self, declared: Declared) -> bool:
        """Whether more than one face is of a type."""
        promotions, used = self.settings.promotions(), self._used()
        shown = [self.settings.pieces[letter] for letter in used]
        shown += [self.settings.pieces[promotions[letter]] for letter in used & promotions.keys()]
        return sum(one.type == declared.type for one in shown) > 1

    def _pawn_moves(self) -> str:
        """A chess pawn. Its double step brings en passant with it, which a definition cannot say."""
        if self.settings.is_set("doubleStep"):
            self.settings.refuse("doubleStep", "a pawn that is taken in passing", help="write doubleStep = false")
        return betza.canonical_text(_PAWN_MOVES)

    def _promotes(self, letter: str, declared: Declared) -> Any:
        pairs = self.settings.promotions()
        if declared.is_pawn and letter in self.settings.letters("promotionPawnTypes"):
            return self._of_pawn(letter, pairs)
        target = pairs.get(letter)
        if target is None:
            return None
        face = self.settings.pieces[target]
        told: dict[str, Any] = {"name": f"Promoted {declared.name}", "moves": self._moves(face, f"+{letter.upper()}")}
        if target in self.royalty.letters:
            told["royal"] = True
        within = self._within(face)
        if within:
            told["within"] = within
        return told

    def _of_pawn(self, letter: str, pairs: Mapping[str, str]) -> list[dict[str, str]]:
        if letter in pairs:
            self.settings.refuse("promotedPieceType", "a chess pawn that also promotes as a piece")
        if self.settings.is_set("capturesToHand"):
            self.settings.refuse("capturesToHand", "a promoted chess pawn that comes to hand as a pawn")
        return [{"becomes": target.upper()} for target in self.settings.letters("promotionPieceTypes")]

    def _within(self, declared: Declared) -> str | None:
        """`mobilityRegionWhiteKing`: where pieces of a type may stand."""
        suffix = declared.type[:1].upper() + declared.type[1:]
        white, black = (self.settings.regions.get(f"mobilityRegion{side}{suffix}") for side in ("White", "Black"))
        if white is None and black is None:
            return None
        texts = ["**" if entry is None else entry.value.text for entry in (white, black)]
        own, other = self.board.squares(texts[0]), self.board.squares(texts[1])
        if other != self.board.turned(own):
            named = f"mobilityRegionWhite{suffix}", f"mobilityRegionBlack{suffix}"
            entry = white or black
            assert entry is not None
            self.settings.findings.append(finding("HS507", entry.key.span, white=named[0], black=named[1]))
        return self.board.region(own)


def check_regions(settings: Settings) -> None:
    """Regions of pieces whose names no type bears."""
    suffixes = {
        name[:1].upper() + name[1:] for name in (*PIECE_TYPES, *(piece.type for piece in settings.pieces.values()))
    }
    for name, entry in settings.regions.items():
        if name.removeprefix("mobilityRegionWhite").removeprefix("mobilityRegionBlack") not in suffixes:
            settings.findings.append(finding("HS502", entry.key.span, name=name))
