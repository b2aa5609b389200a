"""Random pieces: keys and letters, faces and what they promote to, moves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from string import ascii_uppercase
from typing import Any, Final, Literal, TypeAlias, final

from hensoku.compiler.fuzz.boards import Ground, draw_region
from hensoku.compiler.fuzz.dice import Dice
from hensoku.compiler.fuzz.text import Draft
from hensoku.dsl.moves.sample import sample_moves

Royalty: TypeAlias = Literal["one", "held", "last", "none"]
"""One royal piece on each side; one that is in hand at the start; several, of which the last one counts; none."""

_FEW, _MANY, _TRIES = 2, 12, 6
_LONG_KEYS: Final = ("AB", "CD", "EF1", "G_H", "X'", "Y'", "Z'")
_USUAL: Final = ("K", "WfF", "fWF", "R", "B", "fR", "ffN", "fW", "BW", "RF", "FvW", "mRcpR", "KNADcaKmcabK")
"""What pieces of the family do; games with some of these have checks and mates."""

_PLAIN: Final = (
    "K",
    "WfF",
    "R",
    "B",
    "fR",
    "ffN",
    "N",
    "fW",
    "FvW",
    "Q2",
    "N0",
    "nN",
    "D",
    "jD",
    "mRcpR",
    "pB",
    "gQ",
    "cppR",
    "nA",
)
"""Moves of one leg that ask for nothing else: attacks by these are looked up along lines."""

_TASTES: Final = {"": 6.0, "p": 1.5, "g": 0.5, "n": 0.5, "j": 0.5, "i": 0.5, "d": 0.5, "c": 0.5}
"""A letter that most move strings of a definition have: rules about screens need hoppers that meet."""


@final
@dataclass(frozen=True)
class Face:
    """A face that can stand on the board: its SFEN spelling for the side that moves first."""

    spelling: str
    royal: bool = False


@final
@dataclass(frozen=True)
class Cast:
    """The pieces of a definition, their faces, and the keys of those that are royal as printed."""

    pieces: Draft
    faces: tuple[Face, ...]
    royal: tuple[str, ...]

    @property
    def keys(self) -> list[str]:
        return list(self.pieces)

    @property
    def turning(self) -> list[str]:
        """The keys of the pieces that have a promoted face of their own."""
        targets = {key: piece.get("promotes", []) for key, piece in self.pieces.items()}
        faces = {key: found if isinstance(found, list) else [found] for key, found in targets.items()}
        return [key for key, found in faces.items() if any("becomes" not in face for face in found)]

    def members(self, dice: Dice, sets: tuple[str, ...] = ()) -> str:
        """The text of a piece set."""
        names = [*self.keys, *sets, "royal"]
        text = " ".join(dice.some(names, 1, 3))
        return dice.weighted({text: 5.0, f"all but {text}": 1.0, "all": 1.0})


@final
@dataclass
class Casting:
    """Draws the pieces of one definition. `plain`: they have but plain moves. `sets` and `regions` are names that the
    definition gives."""

    dice: Dice
    ground: Ground
    royalty: Royalty
    plain: bool
    sets: tuple[str, ...]
    regions: tuple[str, ...]

    def __post_init__(self) -> None:
        dice = self.dice
        self._letters = [*dice.sample(ascii_uppercase, len(ascii_uppercase)), *_LONG_KEYS]
        if dice.chance(0.2):
            dice.shuffle(self._letters)
        count = dice.choice((2, 3, 3, 4, 4, 5, 5, 6, 7, 8, 10, 12))
        self.keys = [self._letters.pop(0) for _ in range(min(max(count, _FEW), _MANY))]
        self._chains, self._wild = dice.chance(0.6), dice.choice((0.3, 0.6, 1.0))
        self._conditions, self._taste = dice.chance(0.5), dice.weighted(_TASTES)

    def draw(self) -> Cast:
        royals = self._royals()
        promoting = {key: list(self._targets(key)) for key in self.keys if self.dice.chance(0.45)}
        with_face = {key for key, targets in promoting.items() if any("becomes" not in face for face in targets)}
        names = (*self.keys, *(f"+{key}" for key in self.keys if key in with_face), *self.sets, "royal")
        self._names = tuple(name for name in names if "'" not in name) if self._conditions else ()
        pieces, faces = {}, []
        for key in self.keys:
            pieces[key] = self._piece(royal=key in royals)
            faces.append(Face(spelled(pieces[key].get("letter", key)), key in royals))
            if promoting.get(key):
                pieces[key]["promotes"] = [self._face(face) for face in promoting[key]]
                faces += self._printed(pieces[key].get("letter", key), pieces[key]["promotes"])
                if len(promoting[key]) == 1 and self.dice.chance(0.8):
                    (pieces[key]["promotes"],) = pieces[key]["promotes"]
                if self.dice.chance(0.15):
                    pieces[key]["demotes"] = True
                in_turn = len(promoting[key]) > 1 and not any("becomes" in face for face in promoting[key][:-1])
                if in_turn and self.dice.chance(0.4):
                    pieces[key]["in_turn"] = True
        return Cast(pieces, tuple(faces), tuple(royals))

    def _royals(self) -> list[str]:
        match self.royalty:
            case "one" | "held":
                return self.keys[:1]
            case "last":
                return self.dice.some(self.keys, 1, 2)
            case "none":
                return []

    # ----------------------------------------------------------------------------------------------------------- faces

    def _targets(self, key: str) -> Iterator[dict[str, Any]]:
        """What a piece promotes to; a second face of its own has a letter."""
        plain = True
        for _ in range(self.dice.choice((1, 1, 1, 1, 2, 3))):
            others = [other for other in self.keys if other != key]
            if self.dice.chance(0.25):
                yield {"becomes": self.dice.choice(others)}
            elif plain and self.dice.chance(0.9):
                plain = False
                yield {}
            elif self._letters:
                yield {"letter": self._letters.pop()}

    def _face(self, target: dict[str, Any]) -> dict[str, Any]:
        if "becomes" in target:
            return target
        royal = self.royalty != "none" and self.dice.chance(0.1)
        return {**target, "moves": self._moves(), **({"royal": True} if royal else {}), **self._extras()}

    def _printed(self, letter: str, targets: list[dict[str, Any]]) -> Iterator[Face]:
        for target in targets:
            if "becomes" not in target:
                spelling = spelled(target["letter"]) if "letter" in target else f"+{spelled(letter)}"
                yield Face(spelling, target.get("royal", False))

    def _piece(self, *, royal: bool) -> dict[str, Any]:
        piece: dict[str, Any] = {}
        if self._letters and self.dice.chance(0.05):
            piece["letter"] = self._letters.pop()
        piece["moves"] = "K" if royal and self.dice.chance(0.6) else self._moves()
        if royal:
            piece["royal"] = True
        return {**piece, **self._extras()}

    def _extras(self) -> dict[str, Any]:
        dice = self.dice
        found: dict[str, Any] = {}
        if dice.chance(0.15):
            found["rank"] = dice.randint(1, 3)
        if dice.chance(0.08):
            found["within"] = draw_region(dice, self.ground, self.regions)
        if dice.chance(0.08):
            found["captured"] = dice.choice(("removed", "hand", *self.keys))
        for key in ("never", "protected"):
            if dice.chance(0.05):
                members = " ".join(dice.some([*self.keys, *self.sets, "royal"], 1, 2))
                found.setdefault("captures", {})[key] = members
        return found

    # ----------------------------------------------------------------------------------------------------------- moves

    def _moves(self) -> Any:
        if self.dice.chance(0.1):
            groups = range(self.dice.randint(1, 3))
            return [{"in": draw_region(self.dice, self.ground, self.regions), "moves": self._string()} for _ in groups]
        return "none" if self.dice.chance(0.02) else self._string()

    def _string(self) -> str:
        if self.plain:
            return " ".join(self.dice.some(_PLAIN, 1, 2))
        if not self.dice.chance(self._wild):
            return self.dice.choice(_USUAL)
        tries = (sample_moves(self.dice, most=3, names=self._names, chains=self._chains) for _ in range(_TRIES))
        drawn = list(islice(tries, 1 if not self._taste else _TRIES))
        return next((moves for moves in drawn if self._taste in moves), drawn[0])


def spelled(letter: str) -> str:
    """SFEN writes a letter, perhaps with an apostrophe, as it is, and longer names in brackets."""
    return letter if len(letter.rstrip("'")) == 1 else f"[{letter}]"
