"""What KIF and CSA can speak of: the board and the pieces of the standard game, from whatever position.

Both formats name a piece by what it is called there, so that a variant can be written in them only if its pieces are
those, and move as those do.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, final

from hensoku.records.record import End, RecordError
from hensoku.runtime import sfen
from hensoku.runtime.contract import cell_of, kind_of, side_of
from hensoku.runtime.variant import Variant

EVEN: Final = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
"""The start without a handicap."""

SIZE: Final = 9


@final
@dataclass(frozen=True, slots=True)
class Face:
    """A piece as it shows: its id and moves here, its names in a move and in a diagram of KIF, its code in CSA."""

    id: str
    moves: str
    kif: str
    diagram: str
    csa: str


FACES: Final = (
    Face("K", "K", "玉", "玉", "OU"),
    Face("R", "R", "飛", "飛", "HI"),
    Face("B", "B", "角", "角", "KA"),
    Face("G", "WfF", "金", "金", "KI"),
    Face("S", "FfW", "銀", "銀", "GI"),
    Face("N", "ffN", "桂", "桂", "KE"),
    Face("L", "fR", "香", "香", "KY"),
    Face("P", "fW", "歩", "歩", "FU"),
    Face("+R", "RF", "龍", "龍", "RY"),
    Face("+B", "BW", "馬", "馬", "UM"),
    Face("+S", "WfF", "成銀", "全", "NG"),
    Face("+N", "WfF", "成桂", "圭", "NK"),
    Face("+L", "WfF", "成香", "杏", "NY"),
    Face("+P", "WfF", "と", "と", "TO"),
)
BY_ID: Final[Mapping[str, Face]] = {face.id: face for face in FACES}
BY_CSA: Final[Mapping[str, Face]] = {face.csa: face for face in FACES}

_OTHER_SPELLINGS: Final = {"王": "K", "竜": "+R"}
BY_KANJI: Final[Mapping[str, Face]] = (
    {face.diagram: face for face in FACES}
    | {face.kif: face for face in FACES}
    | {kanji: BY_ID[piece] for kanji, piece in _OTHER_SPELLINGS.items()}
)
HAND_ORDER: Final = ("R", "B", "G", "S", "N", "L", "P")


def check_standard(variant: Variant, format_name: str) -> None:
    """Raises RecordError, with what is different, for a variant whose games the format cannot speak of."""
    board, pieces = variant.data["board"], {piece["id"]: piece for piece in variant.data["pieces"]}
    size = board["files"], board["ranks"]
    strange = [piece["name"] for piece_id, piece in pieces.items() if not _is_known(piece_id, piece["moves"])]
    why = ""
    if board["topology"] != "grid" or size != (SIZE, SIZE):
        why = f"its board is not the {SIZE}×{SIZE} one"
    elif strange:
        why = f"{format_name} knows no {strange[0]} that moves as here"
    elif len(pieces) < len(FACES):
        why = f"it has no {next(face.id for face in FACES if face.id not in pieces)}"
    elif variant.data["rules"].get("borrow"):
        why = "its pieces borrow moves"
    if why:
        raise RecordError(f"{variant.slug} cannot be written in {format_name}: {why}; usi and json hold every game")


def _is_known(piece_id: str, moves: list[str]) -> bool:
    from hensoku.fairy.betza import canonical_text

    face = BY_ID.get(piece_id)
    return face is not None and canonical_text(" ".join(moves)) == canonical_text(face.moves)


Ends = Mapping[str, tuple[str, str]]
"""What each word of a format for an end means: the reason, and who has won as seen by the side to move."""

MOVER, OTHER, NOBODY = "mover", "other", "nobody"


def winner_of(end: End, turn: str) -> str:
    """Who has won, as seen by the side to move."""
    return NOBODY if end.winner is None else MOVER if end.winner == turn else OTHER


def word_of(ends: Ends, end: End, turn: str) -> str:
    """The word for an end, empty if there is none."""
    return next((word for word, meaning in ends.items() if meaning == (end.reason, winner_of(end, turn))), "")


def end_of(ends: Ends, word: str, variant: Variant, mover: int) -> End:
    """The end that a word says when `mover` is to move."""
    reason, won = ends[word]
    winner = {MOVER: mover, OTHER: 1 - mover}.get(won)
    return End(None if winner is None else variant.players[winner], reason)


@final
@dataclass
class Diagram:
    """A position to draw or to read: `pieces` are by USI square, each an id and a side; `hands` count ids."""

    pieces: dict[str, tuple[str, int]] = field(default_factory=dict)
    hands: tuple[dict[str, int], dict[str, int]] = field(default_factory=lambda: ({}, {}))
    turn: int = 0

    @staticmethod
    def of(variant: Variant, text: str) -> Diagram:
        data, at = variant.data, sfen.parse(variant.data, text)
        ids = [piece["id"] for piece in data["pieces"]]
        names = [square[0] for square in data["board"]["squares"]]
        pieces = {name: (ids[kind_of(cell)], side_of(cell)) for name, cell in zip(names, at.cells, strict=True) if cell}
        first, second = ({ids[kind]: count for kind, count in enumerate(hand) if count} for hand in at.hands)
        return Diagram(pieces, (first, second), at.turn)

    def sfen(self, variant: Variant) -> str:
        data = variant.data
        kinds = {piece["id"]: kind for kind, piece in enumerate(data["pieces"])}
        cells = [0] * len(data["board"]["squares"])
        for name, (piece, side) in self.pieces.items():
            cells[variant.square_index[name]] = cell_of(kinds[piece], side)
        hands = [[hand.get(piece["id"], 0) for piece in data["pieces"]] for hand in self.hands]
        return sfen.write(data["board"], data["pieces"], data["hand_order"], cells, hands, self.turn, 1)
