"""Why a move may not be played: the rule that is against it, as far as the data of a variant and its core can tell.

Each question is asked of the position itself: whether a piece goes there at all, of the moves that a core knows before
legality (`Core.reached`); whether a royal would be left attacked, of the position after the move.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, final

from hensoku.runtime.codec import MoveCodec, from_square, to_square
from hensoku.runtime.contract import BECOMES_SHIFT, FROM_SHIFT, NO_SQUARE, VIA_SHIFTS, Code, Core, cell_of
from hensoku.runtime.move import Move
from hensoku.runtime.view import View

_MOST_SQUARES: Final = 12
"""So many squares of a region are named; a larger one is only told to be one."""


def reason_against(view: View, codec: MoveCodec, move: Move, legal: Sequence[Move], over: str) -> str:
    """What is wrong with a move that is not one of the `legal` moves of a position. `over`: why there are none,
    if it is known."""
    for square in (move.from_, *move.via, move.to):
        if square is not None and square not in view.squares:
            return f"{square} is no square of this board"
    if not legal:
        return f"the game is over ({over})" if over else "the game is over"
    if move.from_ is not None:
        return _BoardMove(view, move, legal, codec, move.from_).reason()
    return _Drop(view, move, legal, move.drop or "").reason()


@final
@dataclass(frozen=True)
class _BoardMove:
    view: View
    move: Move
    legal: Sequence[Move]
    codec: MoveCodec
    origin: str

    def reason(self) -> str:
        view, move, origin = self.view, self.move, self.origin
        piece = view.piece_at(origin)
        if piece is None:
            return f"there is no piece on {origin}"
        if piece.side != view.turn:
            return f"the piece on {origin} is {piece.side}'s, and {view.turn} is to move"
        if first := _placed_first(view):
            return f"{view.turn} has to drop {first} first"
        legal = sorted(other for other in self.legal if other.from_ == origin and other.to == move.to)
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
        core, decode = self.view.core, self.codec.decode
        cells = core.cells()
        return [
            code
            for code in core.reached()
            if (way := decode(code, cells)).from_ == self.origin and way.to == self.move.to
        ]

    def _of_its_way(self, piece: str) -> str:
        view = self.view
        there = view.piece_at(self.move.to)
        if self.move.to == self.origin:
            return f"{piece} cannot stay where it is"
        if there is not None and there.side == view.turn:
            return f"{self.move.to} is occupied by {there.side}'s {there.id}"
        allowed = view.data["rules"]["within"].get(piece, "all")
        if allowed != "all" and self.move.to not in _seen(view, allowed):
            return f"{piece} may not stand on {self.move.to}"
        return f"{piece} on {self.origin} cannot reach {self.move.to}"

    def _of_the_rules(self, ways: Sequence[Code]) -> str:
        view = self.view
        told = _of_royals(view, ways) or _of_facing(view, ways) or _of_waiting(view, ways)
        return told or _of_files(view, self.move.to) or _of_history(view, ways) or _FORBIDDEN


@final
@dataclass(frozen=True)
class _Drop:
    """`face`: what the move puts on the board."""

    view: View
    move: Move
    legal: Sequence[Move]
    face: str

    def reason(self) -> str:
        view, to = self.view, self.move.to
        rules, side = view.data["rules"]["drops"], view.turn
        ids = {piece["id"] for piece in view.data["pieces"]}
        held = [piece for piece in view.hand(side) if piece.removeprefix("+") == self.face.removeprefix("+")]
        if self.face not in ids:
            return f"{side} has no {self.face} in hand: no piece of {view.data['slug']} is called so"
        holding = [piece for piece in view.hand(side) if self.face in rules.get(piece, {"faces": ()})["faces"]]
        if not holding and held:
            written = ", ".join(f"{face}*{to}" for piece in held for face in rules.get(piece, {"faces": ()})["faces"])
            return f"{held[0]} is dropped as {written}" if written else f"{held[0]} is never dropped"
        if not holding:
            return f"{side} has no {self.face} in hand" if rules else "nothing is dropped in this variant"
        first = _placed_first(view)
        if first and not set(holding) & set(view.data["rules"]["first"]):
            return f"{side} has to drop {first} first"
        if view.piece_at(to) is not None:
            return f"{to} is occupied"
        return self._of_its_place(holding[0], rules[holding[0]])

    def _of_its_place(self, held: str, rule: dict[str, Any]) -> str:
        view, to, side = self.view, self.move.to, self.view.turn
        squares = rule["squares"] if rule["squares"] == "all" else _seen(view, rule["squares"])
        if squares != "all" and to not in squares:
            named = f" ({' '.join(squares)})" if len(squares) <= _MOST_SQUARES else ""
            return f"{to} is outside the region where {side} may drop {held}{named}"
        crowded = _crowded(view, to, rule["file_limit"])
        if crowded:
            return crowded
        pieces = [piece["id"] for piece in view.data["pieces"]]
        kind, face = pieces.index(held), pieces.index(self.face)
        square = view.squares[to]
        code = square | NO_SQUARE << FROM_SHIFT | kind << VIA_SHIFTS[0]
        if kind != face:
            code |= face + 1 << BECOMES_SHIFT
        told = _of_royals(view, [code]) or _of_facing(view, [code])
        told = told or self._of_its_effect(code, rule) or _of_waiting(view, [code])
        if not told and rule["stuck"] == "illegal" and self._is_stuck(code, square):
            told = f"{self.face} could never move from {to}"
        return told or _of_history(view, [code]) or _FORBIDDEN

    def _is_stuck(self, code: Code, square: int) -> bool:
        """Whether the piece has no move at all from where it is dropped, were it to move again."""
        core = self.view.core.copy()
        turn, state = core.turn, core.state()
        core.push(code)
        core.reset(core.cells(), core.hands(), turn, state)
        return not any(from_square(way) == square for way in core.reached())

    def _of_its_effect(self, code: Code, rule: dict[str, Any]) -> str:
        """What a drop may not do to the enemy."""
        core = self.view.core.copy()
        core.push(code)
        if not core.in_check(core.turn):
            stalemates = rule["stalemate"] == "illegal" and not core.legal()
            return f"{self.face} may not leave the other side without a move by a drop" if stalemates else ""
        if rule["check"] == "illegal":
            return f"{self.face} may not give check by a drop"
        if rule["mate"] == "illegal" and not core.legal():
            return f"{self.face} may not give mate by a drop"
        return ""


_FORBIDDEN: Final = "another rule of the variant is against it"


def _of_royals(view: View, ways: Sequence[Code]) -> str:
    """Whether the side to move would be in check after each of these moves."""
    core, mover = view.core, view.core.turn
    if view.data["royals"]["check"] != "answered" or not all(_leaves(core, way, mover) for way in ways):
        return ""
    if view.is_check():
        return "it does not answer the check"
    royal = sorted({_royal_after(view, way, mover) for way in ways})
    return f"it would leave {' or '.join(royal)} attacked"


def _of_facing(view: View, ways: Sequence[Code]) -> str:
    """Whether each of these moves would leave pieces facing each other that may not."""
    if view.data["royals"]["facing"] != "illegal":
        return ""
    afters = [view.core.copy() for _ in ways]
    for after, way in zip(afters, ways, strict=True):
        after.push(way)
    if not all(after.faces() for after in afters):
        return ""
    names = " and ".join(view.data["rules"]["facing"]["pieces"])
    return f"it would leave {names} facing each other"


def _placed_first(view: View) -> str:
    """What the side to move holds that it has to drop before anything else."""
    held = view.hand(view.turn)
    return " or ".join(piece for piece in view.data["rules"]["first"] if held.get(piece))


def _of_waiting(view: View, ways: Sequence[Code]) -> str:
    """Whether each of these moves mates while its side holds what has to be on the board before that."""
    held = view.hand(view.turn)
    waiting = [piece for piece in view.data["rules"]["before_mate"] if held.get(piece)]
    if not waiting or not all(_mates(view.core, way) for way in ways):
        return ""
    return f"it would give mate while {view.turn} has {' and '.join(waiting)} in hand"


def _mates(core: Core, way: Code) -> bool:
    after = core.copy()
    after.push(way)
    return after.in_check(after.turn) and not after.legal()


def _of_history(view: View, ways: Sequence[Code]) -> str:
    """Whether a repetition is against moves that are legal but for that."""
    rule = view.data["repetition"]
    if rule and rule["result"] == "illegal" and not set(ways).isdisjoint(view.core.legal()):
        return f"it would bring this position about {rule['times']} times"
    return ""


def _leaves(core: Core, way: Code, mover: int) -> bool:
    after = core.copy()
    after.push(way)
    return after.in_check(mover)


def _royal_after(view: View, way: Code, mover: int) -> str:
    """The royal of the mover and its square after a move; without the squares if there are several."""
    after = view.core.copy()
    after.push(way)
    data = view.data
    royal = {cell_of(kind, mover): piece["id"] for kind, piece in enumerate(data["pieces"]) if piece["royal"]}
    found = [(royal[cell], square) for square, cell in enumerate(after.cells()) if cell in royal]
    if len(found) != 1:
        return "a royal piece"
    (name, square) = found[0]
    moved = square == to_square(way)
    return f"{name} {'on ' + data['board']['squares'][square][0] if not moved else ''}".strip()


def _of_files(view: View, to: str) -> str:
    """Whether a file limit that binds moves, too, is against what stands on a file."""
    for rule in view.data["rules"]["drops"].values():
        limit = rule["file_limit"]
        if limit and limit["moves"] and (told := _crowded(view, to, limit)):
            return told
    return ""


def _crowded(view: View, to: str, limit: dict[str, Any] | None) -> str:
    """What is said of a file that has as many pieces as a limit allows."""
    if limit is None:
        return ""
    names = [square[0] for square in view.data["board"]["squares"]]
    file = to.rstrip("abcdefghijklmnopqrstuvwxyz")
    pieces = [view.piece_at(name) for name in names if name.rstrip("abcdefghijklmnopqrstuvwxyz") == file]
    counted = [piece for piece in pieces if piece and piece.side == view.turn and piece.id in limit["kinds"]]
    if len(counted) < limit["count"]:
        return ""
    what = " ".join(sorted({piece.id for piece in counted}))
    number = f"a {what}" if len(counted) == 1 else f"{len(counted)} pieces ({what})"
    return f"{view.turn} has {number} on file {file} already, and may have {limit['count']}"


def _seen(view: View, squares: Sequence[str]) -> list[str]:
    """Squares that rules name as sente sees them, as the side to move has them."""
    if view.turn == view.players[0]:
        return list(squares)
    board = view.data["board"]
    places = {(file, rank): name for name, file, rank in board["squares"]}
    turned = {
        name: places.get((board["files"] - 1 - file, board["ranks"] - 1 - rank), "")
        for name, file, rank in board["squares"]
    }
    return [turned[name] for name in squares if turned[name]]
