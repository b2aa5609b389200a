"""A second count: a plain program, written from the rule sheets of some large or rare games.

It shares no code, no notation and no data with what it is held against. A position is a dict of squares (column from
the left, row from the top); moves are tried one by one on copies. It is to be read beside the sheets, and to be run:

    python tests/support/plain_count.py dai-shogi 2          counts from the start
    python tests/support/plain_count.py dai-shogi 1 "<sfen>"
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass

from plain_games import ALL, GAMES, Game, Square

Board = dict[Square, tuple[int, str]]
"""What stands where: side (0 moves up the rows first) and name; `+P` is a promoted `P`."""


@dataclass(frozen=True)
class Move:
    """`origin` None is a drop. `via`: the square of a lion's first step. `name`: what stands on `to` afterwards."""

    origin: Square | None
    to: Square
    name: str
    via: Square | None = None


@dataclass
class State:
    board: Board
    hands: tuple[dict[str, int], dict[str, int]]
    turn: int
    width: int
    height: int
    taken_lion: Square | None = None

    def after(self, game: Game, move: Move) -> State:
        board, hands = dict(self.board), (dict(self.hands[0]), dict(self.hands[1]))
        mine, lion = hands[self.turn], None
        if move.origin is None:
            mine[move.name] -= 1
            board[move.to] = self.turn, move.name
            return State(board, hands, 1 - self.turn, self.width, self.height)
        mover = board.pop(move.origin)[1]
        for square in (move.via, move.to):
            if square is not None and square in board:
                _, name = board.pop(square)
                if name in game.ladder[:-1]:
                    lower = game.ladder[game.ladder.index(name) + 1]
                    mine[lower] = mine.get(lower, 0) + 1
                if name in game.lions and mover not in game.lions:
                    lion = square
        board[move.to] = self.turn, move.name
        return State(board, hands, 1 - self.turn, self.width, self.height, lion)

    def place(self, square: Square, way: Square, side: int) -> Square | None:
        column, row = (
            (square[0] + way[0], square[1] - way[1]) if side == 0 else (square[0] - way[0], square[1] + way[1])
        )
        return (column, row) if 0 <= column < self.width and 0 <= row < self.height else None

    def depth(self, square: Square, side: int) -> int:
        """1 on the rank farthest from a side, 2 on the next."""
        return square[1] + 1 if side == 0 else self.height - square[1]


def read(game: Game, sfen: str) -> State:
    rows, turn, *rest = sfen.split()
    board: Board = {}
    for row, text in enumerate(rows.split("/")):
        column = 0
        for token in re.findall(r"\d+|\+?(?:\[\w+\]|[A-Za-z]['!]?)", text):
            if token.isdigit():
                column += int(token)
            else:
                name = token.replace("[", "").replace("]", "")
                board[column, row] = (int(name != name.upper()), name.upper())
                column += 1
    hands: tuple[dict[str, int], dict[str, int]] = ({}, {})
    taken = None
    third = rest[0] if rest else "-"
    if game.lions and third != "-":
        taken = (column - int(third[:-1]), ord(third[-1]) - ord("a"))
    elif third != "-":
        for count, name in re.findall(r"(\d*)([A-Za-z])", third):
            hands[int(name != name.upper())][name.upper()] = int(count or 1)
    return State(board, hands, "bw".index(turn), column, len(rows.split("/")), taken)


# ----------------------------------------------------------------------------------------------------------- movements


def reaches(state: State, game: Game, square: Square) -> Iterator[tuple[Square | None, Square]]:
    """(square of a first step, end) of each way to move, also onto a friend's square, for what is guarded."""
    side, name = state.board[square]
    walk = game.walks[name]
    for way, most in walk.runs:
        at: Square | None = square
        for _ in range(most):
            at = state.place(at, way, side) if at else None
            if at is None:
                break
            yield None, at
            if at in state.board:
                break
    for leap in walk.leaps:
        end = state.place(square, leap, side)
        if end is not None:
            yield None, end
    for way in walk.double:
        first = state.place(square, way, side)
        if first is None or state.board.get(first, (1 - side, ""))[0] == side:
            continue
        for second in (way, (-way[0], -way[1])) if walk.lined else ALL:
            end = state.place(first, second, side)
            if end is not None:
                yield first, end


def victims(state: State, origin: Square, via: Square | None, to: Square) -> list[Square]:
    return [square for square in (via, to) if square is not None and square != origin and square in state.board]


def attacked(state: State, game: Game, square: Square, by: int) -> bool:
    return any(
        square in (via, to)
        for origin, (side, _) in state.board.items()
        if side == by
        for via, to in reaches(state, game, origin)
    )


def promotions(state: State, game: Game, name: str, origin: Square, to: Square, takes: bool) -> list[str]:
    """What the piece may be after the move."""
    side = state.turn
    higher = [f"+{name}"] if f"+{name}" in game.walks else []
    if game.ladder:
        rank = game.ladder.index(name) if name in game.ladder else 0
        ceiling = game.ladder.index("G")
        small = list(game.ladder[ceiling:rank]) if rank > ceiling else []
        higher = {"R": ["D"], "B": ["H"]}.get(name, small)
    began, ends = state.depth(origin, side) <= game.zone, state.depth(to, side) <= game.zone
    if game.chu:
        may = (ends and not began) or (takes and (began or ends)) or state.depth(to, side) <= game.again.get(name, 0)
        return [name, *higher] if may else [name]
    if not (began or ends):
        return [name]
    return [face for face in (name, *higher) if state.depth(to, side) > game.last.get(face, 0)]


def forbidden_by_lions(state: State, game: Game, move: Move) -> bool:
    """The section "Lions" of the sheet of chu shogi."""
    assert move.origin is not None
    mover = state.board[move.origin][1]
    taken = victims(state, move.origin, move.via, move.to)
    lions = [square for square in taken if state.board[square][1] in game.lions]
    if mover not in game.lions:
        return state.taken_lion is not None and any(lion != state.taken_lion for lion in lions)
    for lion in lions:
        near = max(abs(lion[0] - move.origin[0]), abs(lion[1] - move.origin[1])) == 1
        others = [state.board[square][1] for square in taken if square != lion]
        if near or any(name not in ("P", "I") for name in others):
            continue
        if guarded(state, game, move, lion, taken):
            return True
    return False


def guarded(state: State, game: Game, move: Move, lion: Square, taken: list[Square]) -> bool:
    """By any enemy piece but the lion itself, the lines over the origin and over what is taken being open; what is
    taken guards too."""
    enemy = 1 - state.turn
    for origin, (side, _) in state.board.items():
        if side != enemy or origin == lion:
            continue
        board = {s: p for s, p in state.board.items() if s != move.origin and (s not in taken or s in (origin, lion))}
        seen = State(board, state.hands, enemy, state.width, state.height)
        if any(lion in (via, to) for via, to in reaches(seen, game, origin)):
            return True
    return False


def board_moves(state: State, game: Game) -> set[Move]:
    found: set[Move] = set()
    for origin, (side, name) in state.board.items():
        if side != state.turn:
            continue
        for via, to in reaches(state, game, origin):
            if to != origin and state.board.get(to, (1 - side, ""))[0] == side:
                continue
            takes = bool(victims(state, origin, via, to))
            for face in promotions(state, game, name, origin, to, takes):
                move = Move(origin, to, face, via)
                if not (game.lions and forbidden_by_lions(state, game, move)):
                    found.add(move)
    return found


def drop_moves(state: State, game: Game) -> Iterator[Move]:
    side = state.turn
    for name, count in state.hands[side].items():
        for column in range(state.width) if count else ():
            own = [state.board.get((column, row)) for row in range(state.height)]
            if name == "P" and (side, "P") in own:
                continue
            for row in range(state.height):
                if (column, row) not in state.board and state.depth((column, row), side) > game.last.get(name, 0):
                    yield Move(None, (column, row), name)


# ---------------------------------------------------------------------------------------------------------- the rules


def army(state: State, side: int) -> list[str]:
    return [name for owner, name in state.board.values() if owner == side]


def royals(state: State, game: Game, side: int) -> list[Square]:
    return [square for square, (owner, name) in state.board.items() if owner == side and name in game.royal]


def in_check(state: State, game: Game, side: int) -> bool:
    return any(attacked(state, game, king, by=1 - side) for king in royals(state, game, side))


def lawful(state: State, game: Game) -> list[Move]:
    """All moves, as if no end were reached."""
    if game.chu:
        return list(board_moves(state, game))
    moves = []
    for move in (*board_moves(state, game), *drop_moves(state, game)):
        after = state.after(game, move)
        if in_check(after, game, state.turn):
            continue
        mates = move.origin is None and move.name == "P" and in_check(after, game, after.turn)
        if not (mates and not lawful(after, game)):
            moves.append(move)
    return moves


def is_over(state: State, game: Game) -> bool:
    if not game.ladder and any(not royals(state, game, side) for side in (0, 1)):
        return True
    if game.lions:
        return bare_in_chu(state, game)
    return not game.ladder and bare_elsewhere(state, game)


def is_bare(state: State, game: Game, side: int) -> bool:
    return all(name in game.royal for name in army(state, side))


def bare_elsewhere(state: State, game: Game) -> bool:
    """One move is left to a bare side that can bare the other by it, or take its last royal."""
    bare = [side for side in (0, 1) if is_bare(state, game, side)]
    if bare != [state.turn]:
        return bool(bare)
    afters = [state.after(game, move) for move in lawful(state, game)]
    other = 1 - state.turn
    return not any(is_bare(after, game, other) or not royals(after, game, other) for after in afters)


def bare_in_chu(state: State, game: Game) -> bool:
    """The paragraph "Bare king" of the sheet of chu shogi."""
    kings = [royals(state, game, side) for side in (0, 1)]
    if any(len(found) != 1 for found in kings):
        return False
    alive: list[list[Square]] = [[], []]
    for square, (side, name) in state.board.items():
        if state.depth(square, side) > game.last.get(name, 0):
            alive[side].append(square)
    (column, row), (other_column, other_row) = kings[0][0], kings[1][0]
    touching = max(abs(column - other_column), abs(row - other_row)) == 1
    if touching:
        return False
    if all(len(found) == 1 for found in alive):
        return True
    for side in (0, 1):
        strong = [square for square in alive[1 - side] if state.board[square][1] not in ("P", "I")]
        king = kings[side][0]
        near = any(max(abs(king[0] - s[0]), abs(king[1] - s[1])) == 1 for s in strong)
        if len(alive[side]) == 1 and len(strong) > 1 and not (len(strong) == 2 and near):
            return True
    return False


def count(state: State, game: Game, depth: int) -> int:
    if depth == 0:
        return 1
    if is_over(state, game):
        return 0
    moves = lawful(state, game)
    return len(moves) if depth == 1 else sum(count(state.after(game, move), game, depth - 1) for move in moves)


def counted(slug: str, depth: int, sfen: str = "") -> int:
    game = GAMES[slug]
    return count(read(game, sfen or game.start), game, depth)


if __name__ == "__main__":
    sys.stdout.write(f"{counted(sys.argv[1], int(sys.argv[2]), *sys.argv[3:])}\n")
