"""The legal moves of a position by brute force: try everything, look whether the royal can be taken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from plain.game import Game, Piece

Square = tuple[int, int]
"""File from the left and rank from sente's side, both from 0."""


@dataclass
class Position:
    game: Game
    board: dict[Square, tuple[str, int]]
    hands: tuple[Counter[str], Counter[str]]
    side: int

    def after(self, origin: Square | None, to: Square, letter: str) -> Position:
        """The position after a move, or a drop from the hand."""
        board, hands = dict(self.board), (Counter(self.hands[0]), Counter(self.hands[1]))
        if origin is None:
            hands[self.side][letter] -= 1
        else:
            del board[origin]
        if to in board and self.game.rule("drops"):
            hands[self.side][self.game.pieces[board[to][0]].captured] += 1
        board[to] = (letter, self.side)
        return Position(self.game, board, hands, 1 - self.side)


def position(game: Game, sfen: str) -> Position:
    rows, turn, hands = sfen.split()[:3]
    board: dict[Square, tuple[str, int]] = {}
    for row, text in enumerate(rows.split("/")):
        file, plus, digits = 0, "", ""
        for char in text:
            if char.isdigit():
                digits += char
                continue
            file, digits = file + int(digits or 0), ""
            if char == "+":
                plus = "+"
                continue
            board[file, game.ranks - 1 - row] = (plus + char.upper(), int(char.islower()))
            file, plus = file + 1, ""
    held: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
    digits = ""
    for char in hands.replace("-", ""):
        if char.isdigit():
            digits += char
        else:
            held[int(char.islower())][char.upper()] += int(digits or 1)
            digits = ""
    return Position(game, board, held, "bw".index(turn))


def sfen(at: Position) -> str:
    rows = []
    for rank in reversed(range(at.game.ranks)):
        row, gap = "", 0
        for file in range(at.game.files):
            letter, side = at.board.get((file, rank), ("", 0))
            if not letter:
                gap += 1
                continue
            row += (str(gap) if gap else "") + (letter.lower() if side else letter)
            gap = 0
        rows.append(row + (str(gap) if gap else ""))
    hands = ""
    for side in (0, 1):
        for letter, count in at.hands[side].items():
            if count:
                hands += (str(count) if count > 1 else "") + (letter.lower() if side else letter)
    return f"{'/'.join(rows)} {'bw'[at.side]} {hands or '-'} 1"


# ------------------------------------------------------------------------------------------------------------- moving


def _own_rank(game: Game, square: Square, side: int) -> int:
    """From 1 for the owner's first rank."""
    return game.ranks - square[1] if side else square[1] + 1


def _ranks_left(game: Game, square: Square, side: int) -> int:
    """How many ranks lie before the owner, 0 on the last."""
    return game.ranks - _own_rank(game, square, side)


def _go(game: Game, square: Square, right: int, forward: int, side: int) -> Square | None:
    sign = -1 if side else 1
    file, rank = square[0] + sign * right, square[1] + sign * forward
    joined = game.rule("joined", "")
    if "files" in joined:
        file %= game.files
    if "ranks" in joined:
        rank %= game.ranks
    return (file, rank) if 0 <= file < game.files and 0 <= rank < game.ranks else None


def _movers(at: Position, square: Square) -> list[Piece]:
    """Whose moves the piece on a square has."""
    letter, side = at.board[square]
    own = at.game.pieces[letter]
    places = (_go(at.game, square, right, forward, side) for right, forward in at.game.rule("donors", ()))
    friends = [at.board[place][0] for place in places if place in at.board and at.board[place][1] == side]
    lent = [at.game.pieces[friend] for friend in friends]
    return [*lent, own] if at.game.rule("adds") or not lent else lent


def _waits(at: Position, side: int) -> bool:
    return bool(at.game.rule("waits")) and at.hands[side][at.game.rule("royal")] > 0


def targets(at: Position, square: Square) -> list[Square]:
    """Where the piece on a square can go, once for each friend that lends it the move."""
    game, side = at.game, at.board[square][1]
    found = []
    for piece in _movers(at, square):
        on_last = piece.last is not None and _ranks_left(game, square, side) == 0
        for way in piece.last or () if on_last else piece.ways:
            if way.rank is not None:
                half = _go(game, square, way.right // 2, way.forward // 2, side)
                if _own_rank(game, square, side) != way.rank or half in at.board:
                    continue
            place: Square | None = square
            for _ in range(way.far):
                place = _go(game, place, way.right, way.forward, side) if place else None
                if place is None or place == square:
                    break
                if place in at.board:
                    if at.board[place][1] != side and way.enemy and not _waits(at, side):
                        found.append(place)
                    break
                if way.empty:
                    found.append(place)
    return found


def _becomes(at: Position, square: Square, to: Square) -> list[str]:
    """As what the piece may stand on the square to which it moves."""
    game, (letter, side) = at.game, at.board[square]
    promotes, zone = game.pieces[letter].promotes, game.rule("zone", 0)
    touches = min(_ranks_left(game, place, side) for place in (square, to)) < zone
    dead = _ranks_left(game, to, side) < game.rule("dead", {}).get(letter, 0) and not game.rule("stays")
    forced = dead or letter in game.rule("forced", ())
    if not promotes or not touches:
        return [letter]
    faces = [] if _waits(at, side) else list(promotes)
    return faces if forced else [letter, *faces]


def _on_file(at: Position, letter: str, file: int, side: int) -> int:
    return sum(1 for square, cell in at.board.items() if square[0] == file and cell == (letter, side))


def _file_is_full(at: Position, to: Square, letter: str, origin: Square | None) -> bool:
    game, limit = at.game, at.game.rule("file_limit", {}).get(letter)
    if limit is None or (origin is not None and not game.rule("file_limit_moves")):
        return False
    came = origin is not None and origin[0] == to[0] and at.board[origin][0] == letter
    return _on_file(at, letter, to[0], at.side) - int(came) >= int(limit)


# -------------------------------------------------------------------------------------------------------------- legal


def in_check(at: Position, side: int) -> bool:
    royals = {square for square, cell in at.board.items() if cell == (at.game.rule("royal"), side)}
    attackers = [square for square, cell in at.board.items() if cell[1] != side]
    return any(royals & set(targets(at, square)) for square in attackers)


def _tries(at: Position) -> Iterator[tuple[Square | None, Square, str]]:
    game, side = at.game, at.side
    for square in [square for square, cell in at.board.items() if cell[1] == side]:
        for to in dict.fromkeys(targets(at, square)):
            yield from ((square, to, letter) for letter in _becomes(at, square, to))
    for letter in [letter for letter, count in at.hands[side].items() if count]:
        dead = 0 if game.rule("stays") else game.rule("dead", {}).get(letter, 0)
        for to in ((file, rank) for file in range(game.files) for rank in range(game.ranks)):
            if to not in at.board and _ranks_left(game, to, side) >= dead:
                yield None, to, letter


def moves(at: Position) -> list[tuple[str, Position]]:
    """The legal moves as USI, with the positions after them."""
    royal = (at.game.rule("royal"), at.side)
    if royal not in at.board.values() and not at.hands[at.side][royal[0]]:
        return []
    return [] if at.game.rule("both_entered") and _both_have_entered(at) else list(_legal(at))


def _both_have_entered(at: Position) -> bool:
    kings = [(square, side) for square, (letter, side) in at.board.items() if letter == at.game.rule("royal")]
    entered = {side for square, side in kings if _ranks_left(at.game, square, side) < at.game.rule("zone")}
    return entered == {0, 1}


def _legal(at: Position) -> Iterator[tuple[str, Position]]:
    for origin, to, letter in _tries(at):
        if _file_is_full(at, to, letter, origin):
            continue
        after = at.after(origin, to, letter)
        if at.game.rule("check") and in_check(after, at.side):
            continue
        mates = origin is None and letter in at.game.rule("no_mate", ()) and in_check(after, after.side)
        if mates and next(_legal(after), None) is None:
            continue
        yield _usi(at, origin, to, letter), after


def _usi(at: Position, origin: Square | None, to: Square, letter: str) -> str:
    def name(square: Square) -> str:
        return f"{at.game.files - square[0]}{'abcdefghijklmnopqrstuvwxyz'[at.game.ranks - 1 - square[1]]}"

    if origin is None:
        return f"{letter}*{name(to)}"
    before = at.board[origin][0]
    end = "" if letter == before else "+" if letter == f"+{before}" else f"+{letter}"
    return name(origin) + name(to) + end


def perft(at: Position, depth: int) -> int:
    found = moves(at)
    return len(found) if depth == 1 else sum(perft(after, depth - 1) for _, after in found)
