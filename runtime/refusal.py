"""Why a move may not be played: the rule that is against it, as far as the data of a variant and its core can tell.

Each question is asked of the position itself: whether a piece goes there at all, of the moves that a core knows before
legality (`Core.reached`); whether a royal would be left attacked, of the position after the move.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, final

from hensoku.runtime.codec import from_square, to_square
from hensoku.runtime.contract import BECOMES_SHIFT, FROM_SHIFT, NO_SQUARE, VIA_SHIFTS, Code, Core
from hensoku.runtime.move import Move

if TYPE_CHECKING:
    from hensoku.runtime.position import Position

_MOST_SQUARES: Final = 12
"""So many squares of a region are named; a larger one is only told to be one."""


def reason_against(position: Position, move: Move, core: Core) -> str:
    """What is wrong with a move that is not legal in `position`. `core` stands on it and is used up."""
    known = position.variant.square_index
    for square in (move.from_, *move.via, move.to):
        if square is not None and square not in known:
            return f"{square} is no square of this board"
    if not position.legal_moves:
        outcome = position.outcome()
        return f"the game is over ({outcome.reason})" if outcome else "the game is over"
    if move.from_ is not None:
        return _BoardMove(position, move, core, move.from_).reason()
    return _Drop(position, move, core, move.drop or "").reason()


@final
@dataclass(frozen=True)
class _BoardMove:
    position: Position
    move: Move
    core: Core
    origin: str

    def reason(self) -> str:
        position, move, origin = self.position, self.move, self.origin
        piece = position.piece_at(origin)
        if piece is None:
            return f"there is no piece on {origin}"
        if piece.side != position.turn:
            return f"the piece on {origin} is {piece.side}'s, and {position.turn} is to move"
        legal = sorted(other for other in position.legal_moves if other.from_ == origin and other.to == move.to)
        if legal:
            return f"{self._of_its_change(legal)}what is legal is {' or '.join(map(str, legal))}"
        ways = self._ways()
        return self._of_the_rules(ways) if ways else self._of_its_way(piece.id)

    def _of_its_change(self, legal: Sequence[Move]) -> str:
        """What is wrong with the promotion, if it is that."""
        if self.move.becomes and not any(other.becomes for other in legal):
            return "it does not change there, "
        if not self.move.becomes and all(other.becomes == "-" for other in legal):
            return "it must turn back, "
        if not self.move.becomes and all(other.becomes for other in legal):
            return "it must promote, "
        return ""

    def _ways(self) -> list[Code]:
        """How the piece comes to the square, whatever is against it."""
        cells, decode = self.core.cells(), self.position.variant.codec.decode
        return [
            code
            for code in self.core.reached()
            if (way := decode(code, cells)).from_ == self.origin and way.to == self.move.to
        ]

    def _of_its_way(self, piece: str) -> str:
        there = self.position.piece_at(self.move.to)
        if self.move.to == self.origin:
            return f"{piece} cannot stay where it is"
        if there is not None and there.side == self.position.turn:
            return f"{self.move.to} is occupied by {there.side}'s {there.id}"
        allowed = self.position.variant.data["rules"]["within"].get(piece, "all")
        if allowed != "all" and self.move.to not in _seen(self.position, allowed):
            return f"{piece} may not stand on {self.move.to}"
        return f"{piece} on {self.origin} cannot reach {self.move.to}"

    def _of_the_rules(self, ways: Sequence[Code]) -> str:
        position, core = self.position, self.core
        told = _of_royals(position, core, ways) or _of_facing(position, core, ways)
        return told or _of_files(position, self.move.to) or _of_history(position, core, ways) or _FORBIDDEN


@final
@dataclass(frozen=True)
class _Drop:
    """`face`: what the move puts on the board."""

    position: Position
    move: Move
    core: Core
    face: str

    def reason(self) -> str:
        position, to = self.position, self.move.to
        variant, rules, side = position.variant, position.variant.data["rules"]["drops"], position.turn
        ids = {piece["id"] for piece in variant.data["pieces"]}
        held = [piece for piece in position.hand(side) if piece.removeprefix("+") == self.face.removeprefix("+")]
        if self.face not in ids:
            return f"{side} has no {self.face} in hand: no piece of {variant.slug} is called so"
        holding = [piece for piece in position.hand(side) if self.face in rules.get(piece, {"faces": ()})["faces"]]
        if not holding and held:
            written = ", ".join(f"{face}*{to}" for piece in held for face in rules.get(piece, {"faces": ()})["faces"])
            return f"{held[0]} is dropped as {written}" if written else f"{held[0]} is never dropped"
        if not holding:
            return f"{side} has no {self.face} in hand" if rules else "nothing is dropped in this variant"
        if position.piece_at(to) is not None:
            return f"{to} is occupied"
        return self._of_its_place(holding[0], rules[holding[0]])

    def _of_its_place(self, held: str, rule: dict[str, Any]) -> str:
        to, side = self.move.to, self.position.turn
        squares = rule["squares"] if rule["squares"] == "all" else _seen(self.position, rule["squares"])
        if squares != "all" and to not in squares:
            named = f" ({' '.join(squares)})" if len(squares) <= _MOST_SQUARES else ""
            return f"{to} is outside the region where {side} may drop {held}{named}"
        crowded = _crowded(self.position, to, rule["file_limit"])
        if crowded:
            return crowded
        pieces = [piece["id"] for piece in self.position.variant.data["pieces"]]
        kind, face = pieces.index(held), pieces.index(self.face)
        square = self.position.variant.square_index[to]
        code = square | NO_SQUARE << FROM_SHIFT | kind << VIA_SHIFTS[0]
        if kind != face:
            code |= face + 1 << BECOMES_SHIFT
        told = _of_royals(self.position, self.core, [code]) or _of_facing(self.position, self.core, [code])
        told = told or self._of_its_effect(code, rule)
        if not told and rule["stuck"] == "illegal" and self._is_stuck(code, square):
            told = f"{self.face} could never move from {to}"
        return told or _of_history(self.position, self.core, [code]) or _FORBIDDEN

    def _is_stuck(self, code: Code, square: int) -> bool:
        """Whether the piece has no move at all from where it is dropped, were it to move again."""
        core = self.core.copy()
        turn, state = core.turn, core.state()
        core.push(code)
        core.reset(core.cells(), core.hands(), turn, state)
        return not any(from_square(way) == square for way in core.reached())

    def _of_its_effect(self, code: Code, rule: dict[str, Any]) -> str:
        """What a drop may not do to the enemy."""
        core = self.core.copy()
        core.push(code)
        if not core.in_check(core.turn):
            return ""
        if rule["check"] == "illegal":
            return f"{self.face} may not give check by a drop"
        if rule["mate"] == "illegal" and not core.legal():
            return f"{self.face} may not give mate by a drop"
        return ""


_FORBIDDEN: Final = "another rule of the variant is against it"


def _of_royals(position: Position, core: Core, ways: Sequence[Code]) -> str:
    """Whether the side to move would be in check after each of these moves."""
    mover = core.turn
    if position.variant.data["royals"]["check"] != "answered" or not all(_leaves(core, way, mover) for way in ways):
        return ""
    if position.is_check():
        return "it does not answer the check"
    royal = sorted({_royal_after(position, core, way, mover) for way in ways})
    return f"it would leave {' or '.join(royal)} attacked"


def _of_facing(position: Position, core: Core, ways: Sequence[Code]) -> str:
    """Whether each of these moves would leave pieces facing each other that may not."""
    if position.variant.data["royals"]["facing"] != "illegal":
        return ""
    afters = [core.copy() for _ in ways]
    for after, way in zip(afters, ways, strict=True):
        after.push(way)
    if not all(after.faces() for after in afters):
        return ""
    names = " and ".join(position.variant.data["rules"]["facing"]["pieces"])
    return f"it would leave {names} facing each other"


def _of_history(position: Position, core: Core, ways: Sequence[Code]) -> str:
    """Whether a repetition is against moves that are legal but for that."""
    rule = position.variant.data["repetition"]
    if rule and rule["result"] == "illegal" and not set(ways).isdisjoint(core.legal()):
        return f"it would bring this position about {rule['times']} times"
    return ""


def _leaves(core: Core, way: Code, mover: int) -> bool:
    after = core.copy()
    after.push(way)
    return after.in_check(mover)


def _royal_after(position: Position, core: Core, way: Code, mover: int) -> str:
    """The royal of the mover and its square after a move; without the squares if there are several."""
    after = core.copy()
    after.push(way)
    data = position.variant.data
    royal = {2 + 2 * kind + mover: piece["id"] for kind, piece in enumerate(data["pieces"]) if piece["royal"]}
    found = [(royal[cell], square) for square, cell in enumerate(after.cells()) if cell in royal]
    if len(found) != 1:
        return "a royal piece"
    (name, square) = found[0]
    moved = square == to_square(way)
    return f"{name} {'on ' + data['board']['squares'][square][0] if not moved else ''}".strip()


def _of_files(position: Position, to: str) -> str:
    """Whether a file limit that binds moves, too, is against what stands on a file."""
    for rule in position.variant.data["rules"]["drops"].values():
        limit = rule["file_limit"]
        if limit and limit["moves"] and (told := _crowded(position, to, limit)):
            return told
    return ""


def _crowded(position: Position, to: str, limit: dict[str, Any] | None) -> str:
    """What is said of a file that has as many pieces as a limit allows."""
    if limit is None:
        return ""
    names = [square[0] for square in position.variant.data["board"]["squares"]]
    file = to.rstrip("abcdefghijklmnopqrstuvwxyz")
    pieces = [position.piece_at(name) for name in names if name.rstrip("abcdefghijklmnopqrstuvwxyz") == file]
    counted = [piece for piece in pieces if piece and piece.side == position.turn and piece.id in limit["kinds"]]
    if len(counted) < limit["count"]:
        return ""
    what = " ".join(sorted({piece.id for piece in counted}))
    number = f"a {what}" if len(counted) == 1 else f"{len(counted)} pieces ({what})"
    return f"{position.turn} has {number} on file {file} already, and may have {limit['count']}"


def _seen(position: Position, squares: Sequence[str]) -> list[str]:
    """Squares that rules name as sente sees them, as the side to move has them."""
    if position.turn == position.variant.players[0]:
        return list(squares)
    board = position.variant.data["board"]
    places = {(file, rank): name for name, file, rank in board["squares"]}
    turned = {
        name: places.get((board["files"] - 1 - file, board["ranks"] - 1 - rank), "")
        for name, file, rank in board["squares"]
    }
    return [turned[name] for name in squares if turned[name]]
