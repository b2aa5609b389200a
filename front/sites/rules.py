"""The keys of `plugins.shogi` as groups of our `engine`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias, final

from hensoku.dsl.codes import finding
from hensoku.dsl.nodes import Entry, Node, Scalar, Sequence
from hensoku.dsl.nodes import Mapping as Tree
from hensoku.sites.pieces import Pieces

_PAWN: Final = "pawn"


@final
@dataclass
class Rules:
    """Collects what the keys say, group by group."""

    pieces: Pieces
    plugin: Tree
    told: dict[str, Any] = field(default_factory=dict)

    def read(self) -> dict[str, Any]:
        """The groups, pieces first; what cannot be carried over is a finding of `pieces`."""
        for entry in self.plugin.entries:
            reader = _KEYS.get(entry.key.text)
            if reader is None:
                self.refuse(entry, "no key of the plugin that is known here")
            else:
                reader(self, entry)
        pieces = self.pieces.tree(self._royal())
        if self.pieces.flips:
            turning = [
                self.pieces.letters[name] for name in self.pieces.flips if pieces.get(self.pieces.letters.get(name, ""))
            ]
            self._put("promotion", "mode", {" ".join(turning): "every_move"})
        self._lift()
        groups: dict[str, Any] = {"pieces": pieces, **{key: self.told[key] for key in _ORDER if key in self.told}}
        return {key: value for key, value in groups.items() if value}

    def _put(self, group: str, key: str, value: Any) -> None:
        inner = self.told.setdefault(group, {})
        if isinstance(inner, dict):
            inner[key] = {**inner[key], **value} if isinstance(inner.get(key), dict) else value

    def refuse(self, entry: Entry, why: str) -> None:
        self.pieces.findings.append(finding("HS520", entry.key.span, key=entry.key.text, why=why))

    # --------------------------------------------------------------------------------------------------------- royals

    def _royal(self) -> str | None:
        node = self.plugin.get("royalType")
        if isinstance(node, Scalar) and node.value is not None:
            return node.text
        return None if self.pieces.parent else "king"

    def royal_type(self, entry: Entry) -> None:
        known = {*self.pieces.letters, "none"}
        if not isinstance(entry.value, Scalar) or entry.value.text not in known:
            self.refuse(entry, "it is no piece of the sheet, and not none")

    def no_check(self, entry: Entry) -> None:
        if self._is(entry, True):
            self._capture()

    def win_condition(self, entry: Entry) -> None:
        match entry.value.text if isinstance(entry.value, Scalar) else "":
            case "checkmate":
                self._put("ends", "checkmate", "loss")
            case "capture":
                self._capture()
            case "reduced-to-one":
                self._put("ends", "piece_count", {"pieces": "all", "below": 2, "result": "loss"})
            case _:
                self.refuse(entry, "no such end is known here")

    def _capture(self) -> None:
        self._put("royals", "check", "ignored")
        self._put("ends", "royal_captured", "loss")

    # ------------------------------------------------------------------------------------------------------- promotion

    def zone(self, entry: Entry) -> None:
        match entry.value:
            case Scalar(value=bool()):
                self.refuse(entry, "it is no number of ranks")
            case Scalar(value=int(ranks)) if ranks >= 0:
                self._put("promotion", "zone", f"far {ranks}" if ranks else "none")
            case _:
                self.refuse(entry, "it is no number of ranks")

    # ----------------------------------------------------------------------------------------------------------- drops

    def drops(self, entry: Entry) -> None:
        if not self._is(entry, True):
            self.told["drops"] = "none"

    def nifu(self, entry: Entry) -> None:
        """`nifuType` with `nifuLimit`."""
        limit = self.plugin.get("nifuLimit")
        count = limit.value if isinstance(limit, Scalar) else 1
        if not isinstance(count, int) or isinstance(count, bool) or count < 1:
            self.refuse(entry, "nifuLimit is no number of pieces")
            return
        letters = list(self.pieces.of(entry.value, entry.key.text))
        for letter in letters:
            self._put("drops", "file_limit", {letter: count})
        if not letters:
            self._limit_none(_PAWN)

    def nifu_limit(self, entry: Entry) -> None:
        if self.plugin.get("nifuType") is None:
            self.refuse(entry, "nifuType does not say of which piece")

    def pawn_limit(self, entry: Entry) -> None:
        """`dropPawnFileLimit`: true is one, a number so many, false none."""
        letter = self._pawn()
        value = entry.value.value if isinstance(entry.value, Scalar) else None
        if letter is None:
            self.refuse(entry, "there is no pawn, and nifuType names none")
        elif value is False or value == 0:
            self._limit_none(_PAWN)
        elif isinstance(value, int):
            self._put("drops", "file_limit", {letter: int(value)})
        else:
            self.refuse(entry, "it is no number of pieces")

    def _limit_none(self, name: str) -> None:
        """A parent's limit is no more."""
        letter = self.pieces.letters.get(name)
        if letter and self.pieces.parent:
            self._put("drops", "file_limit", {letter: None})

    def _lift(self) -> None:
        """The parent's limits of one piece hold no more where the sheet says of which piece they are, or where the
        letter is another piece here."""
        parent, drops = self.pieces.parent, self.told.get("drops", {})
        if parent is None or not isinstance(drops, dict):
            return
        for key, inherited in (("file_limit", parent.drops.file_limit), ("mate", parent.drops.mate)):
            for pieces, _ in inherited:
                own = any(self.pieces.is_other(name.value) for name in pieces.names)
                if (key in drops or own) and pieces.span.text not in drops.get(key, {}):
                    self._put("drops", key, {pieces.span.text: None})

    def last_rank(self, entry: Entry) -> None:
        self._outside(entry, 1)

    def second_rank(self, entry: Entry) -> None:
        self._outside(entry, 2)

    def _outside(self, entry: Entry, ranks: int) -> None:
        """Where two keys name a piece, the one that takes more ranks from it holds."""
        known = self.told.get("drops")
        regions = known.get("region", {}) if isinstance(known, dict) else {}
        for letter in self.pieces.of(entry.value, entry.key.text):
            if ranks > 1 or letter not in regions:
                self._put("drops", "region", {letter: f"all but far {ranks}"})

    def mate(self, entry: Entry) -> None:
        letter = self._pawn()
        if letter is None:
            self.refuse(entry, "there is no pawn, and nifuType names none")
        else:
            self._put("drops", "mate", {letter: "illegal" if self._is(entry, True) else "allowed"})

    def _pawn(self) -> str | None:
        """The piece that rules on the pawn are about."""
        node = self.plugin.get("nifuType")
        name = node.text if isinstance(node, Scalar) and node.value is not None else _PAWN
        return self.pieces.letters.get(name)

    def hands(self, entry: Entry) -> None:
        """`[[knight, lance], [knight, lance]]`: the first player's, then the second's."""
        sides = entry.value.items if isinstance(entry.value, Sequence) else ()
        if len(sides) != 2:
            self.refuse(entry, "it is no list of two hands")
            return
        first, second = ("".join(self.pieces.of(side, entry.key.text)) for side in sides)
        self.told["hands"] = first.upper() + second.lower()

    def _is(self, entry: Entry, value: bool) -> bool:
        if not isinstance(entry.value, Scalar) or not isinstance(entry.value.value, bool):
            self.refuse(entry, "it is neither true nor false")
        return isinstance(entry.value, Scalar) and entry.value.value is value

    def refused(self, entry: Entry) -> None:
        self.refuse(entry, _REFUSED[entry.key.text])

    def elsewhere(self, entry: Entry) -> None:
        """Read with the pieces."""


Reader: TypeAlias = Callable[[Rules, Entry], None]

_REFUSED: Final = {"captureRule": "pieces are captured in another way than by moving to where they stand"}

_KEYS: Final[Mapping[str, Reader]] = {
    "pieceMoves": Rules.elsewhere,
    "promotionMap": Rules.elsewhere,
    "flipMap": Rules.elsewhere,
    "promotionZone": Rules.zone,
    "royalType": Rules.royal_type,
    "noCheck": Rules.no_check,
    "winCondition": Rules.win_condition,
    "drops": Rules.drops,
    "nifuType": Rules.nifu,
    "nifuLimit": Rules.nifu_limit,
    "dropPawnFileLimit": Rules.pawn_limit,
    "noDropLastRank": Rules.last_rank,
    "noDropSecondRank": Rules.second_rank,
    "dropCheckmateLimit": Rules.mate,
    "initialHands": Rules.hands,
    "captureRule": Rules.refused,
}
_ORDER: Final = ("hands", "promotion", "drops", "royals", "ends")


def node_of(tree: Tree | None, *keys: str) -> Node | None:
    """What stands under keys within each other."""
    node: Node | None = tree
    for key in keys:
        node = node.get(key) if isinstance(node, Tree) else None
    return node
