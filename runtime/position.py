"""A position and the game that led to it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, final

from hensoku.runtime.contract import DEEPEST_PERFT, Code, Core, Listed, Listing
from hensoku.runtime.counting import MOST_THREADS, count, count_in_threads, divided
from hensoku.runtime.errors import IllegalMoveError, MoveSyntaxError
from hensoku.runtime.move import Move
from hensoku.runtime.numbers import MOST, whole
from hensoku.runtime.outcome import Outcome, Verdict, by_position
from hensoku.runtime.playout import MOST_MOVES, Playouts, play_many, play_out, seed_of
from hensoku.runtime.view import PieceOnBoard, View

if TYPE_CHECKING:
    from hensoku.runtime.engine.contract import Searcher
    from hensoku.runtime.engine.engine import Report
    from hensoku.runtime.judge import Judge
    from hensoku.runtime.variant import Variant  # a variant makes positions, and a position says whose it is


LEGAL_MOVES: Final = """Every legal move once. Empty when the position is an end; a repetition leaves them as they are,
unless the variant forbids it."""


@final
class Position:
    """A position of a variant, made by `Variant.position()`. Mutable: `push` and `pop` play and take back.

    Positions are equal when board, hands, side to move and rule state are; not by their move numbers or histories.
    """

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, variant: Variant, core: Core, number: int) -> None:
        self.variant = variant
        self._core = core
        self._number = number
        self._judge = variant.judge
        self._forbids_repetition = variant.judge.forbids
        self._spell = variant.codec.spell
        self._listing: Listing = (
            Listed(partial(_allowed, variant.judge, core)) if variant.judge.forbids else core.listing(self._spell)
        )
        self._view = View(variant.data, variant.square_index, core)

    # ------------------------------------------------------------------------------------------------------ looking

    @property
    def turn(self) -> str:
        """The name of the side to move: `sente` or `gote`."""
        return self._view.turn

    @property
    def history(self) -> tuple[Move, ...]:
        """The moves since the position that was set up."""
        return tuple(self._spell(code, changed) for code, changed in self._core.played())

    @property
    def key(self) -> int:
        """64 bits, equal for equal positions of one variant and backend."""
        return self._core.key()

    def sfen(self) -> str:
        return self._view.sfen(self._number + self._core.made)

    def piece_at(self, square: str) -> PieceOnBoard | None:
        """The piece on a square such as `5e`, None if it is empty. Raises ValueError for no square of the board."""
        return self._view.piece_at(square)

    def hand(self, side: str) -> dict[str, int]:
        """The pieces in the hand of `sente` or `gote`: how many by id, those it has none of left out."""
        return self._view.hand(side)

    def is_check(self) -> bool:
        """Whether the side to move is in check."""
        return self._view.is_check()

    # -------------------------------------------------------------------------------------------------------- moves

    if TYPE_CHECKING:

        @property
        def legal_moves(self) -> list[Move]: ...

    else:
        legal_moves = property(attrgetter("_listing.moves"), doc=LEGAL_MOVES)

    def is_legal(self, move: str | Move) -> bool:
        """Whether `push` would take the move; False for a text that is no move at all."""
        try:
            return self._find(_as_move(move)) is not None
        except MoveSyntaxError:
            return False

    def victims(self, move: str | Move) -> tuple[str, ...]:
        """The squares on which a legal move takes something. Raises IllegalMoveError for another move."""
        names = self.variant.data["board"]["squares"]
        return tuple(names[square][0] for square in self._core.victims(self._checked(_as_move(move))))

    def push(self, move: str | Move) -> None:
        """Play a legal move. Raises IllegalMoveError, or MoveSyntaxError for a text that is no move (both are
        ValueErrors), and changes nothing then."""
        if self._forbids_repetition or not self._core.play(move, self._spell):
            self._push_by_name(move)

    def pop(self) -> Move:
        """Take back the last move and return it. Raises IndexError when there is none."""
        move: Move = self._core.take_back(self._spell)
        return move

    # ----------------------------------------------------------------------------------------------------- counting

    def perft(self, depth: int, *, threads: int = 1) -> int:
        """How many sequences of `depth` legal moves there are. `threads` share the first moves; compiled code counts
        without the GIL. Raises ValueError for a depth that is negative or above 1000, or less than one thread."""
        depth = whole(depth, "the depth of perft", least=0, most=DEEPEST_PERFT)
        threads = whole(threads, "the number of threads", least=1, most=MOST_THREADS)
        if threads > 1 < depth and self._judge.is_free(self._core, depth):
            return count_in_threads(self._core, depth, threads)
        return count(self._judge, self._core, depth)

    def divide(self, depth: int, *, threads: int = 1) -> dict[str, int]:
        """`perft` by first move, sorted by its text. Raises ValueError for a depth below 1 or above 1000, or less than
        one thread."""
        depth = whole(depth, "the depth of divide", least=1, most=DEEPEST_PERFT)
        threads = whole(threads, "the number of threads", least=1, most=MOST_THREADS)
        return divided(self._judge, self._core, depth, threads)

    def playout(self, seed: int | None = None, *, most: int = MOST_MOVES) -> Position:
        """A copy that has been played on, by legal moves at random, each as likely as the others, until its game is
        over or it has `most` moves more. The same seed gives the same game from the same position of one backend."""
        twin, most = self.copy(), whole(most, "the number of moves", least=0, most=MOST)
        play_out(twin._judge, twin._core, twin._number, seed_of(seed), most)
        return twin

    def playouts(self, games: int, seed: int | None = None, *, most: int = MOST_MOVES) -> Playouts:
        """What comes of so many of such games."""
        games = whole(games, "the number of games", least=0, most=MOST)
        most = whole(most, "the number of moves", least=0, most=MOST)
        return play_many(self._judge, self._core, self.variant.players, self._number, seed_of(seed), most, games)

    # ------------------------------------------------------------------------------------------------------ the end

    def outcome(self) -> Outcome | None:
        """How the game has ended, None while it goes on. History counts from the position that was set up."""
        verdict = self.verdict()
        return verdict.told(self.variant.players) if verdict else None

    def declaration(self) -> Outcome | None:
        """How the game would end if the side to move declared an impasse now. None if it has nothing to declare, or the
        game is over. What a wrong declaration costs is left to those who play."""
        declared = self._core.declared() if self.verdict() is None else None
        return by_position(self.variant.data, declared).told(self.variant.players) if declared else None

    # ---------------------------------------------------------------------------------------------------- searching

    def search(
        self,
        *,
        depth: int | None = None,
        seconds: float | None = None,
        nodes: int | None = None,
        mate: int | None = None,
        lines: int = 1,
    ) -> Report:
        """What the variant's engine thinks of the position, after so many plies, seconds, nodes, whatever comes first,
        or after a second if nothing is said. `mate` looks for a mate by checks in at most so many plies. `lines` is how
        many first moves are told. Raises LoadError for a variant that cannot search."""
        from hensoku.runtime.engine.limits import Limits

        limits = Limits(depth=depth, seconds=seconds, nodes=nodes, mate=mate)
        return self.variant.engine.think(self, limits, lines=lines)

    def hand_to(self, searcher: Searcher) -> None:
        """Let a searcher take over the position and the game before it."""
        (cells, hands, turn, state), codes = self._game()
        searcher.setup(cells, hands, turn, state, self._judge.counted_before(self._number), codes)

    def codes(self) -> dict[Move, Code]:
        """The legal moves and their codes."""
        return self._judge.legal(self._core)

    def code(self, move: str | Move) -> Code:
        """The code of a legal move. Raises IllegalMoveError, or MoveSyntaxError for a text that is no move."""
        return self._checked(_as_move(move))

    def spell_line(self, codes: Sequence[Code]) -> list[Move]:
        """The moves of a line from here."""
        core, moves = self._core.copy(), []
        for code in codes:
            moves.append(self.variant.codec.decode(code, core.cells()))
            core.push(code)
        return moves

    def may_declare_win(self) -> bool:
        """Whether the side to move would win by declaring an impasse now."""
        told = self.declaration()
        return told is not None and told.winner == self.turn

    # ------------------------------------------------------------------------------------------- for other programs

    @property
    def number(self) -> int:
        """The move number of the position that was set up."""
        return self._number

    def core(self) -> Core:
        """The position as a core without its past, for programs that work with codes (`hensoku.runtime.contract`)."""
        core = self.variant.new_core()
        core.reset(*_placed(self._core))
        return core

    def over(self, core: Core) -> Position:
        """A position over a core that went on from `core()`."""
        return Position(self.variant, core, self._number + self._core.made)

    def verdict(self) -> Verdict | None:
        """`outcome()` in numbers."""
        return self._judge.verdict(self._core, self._number)

    # ------------------------------------------------------------------------------------------------- as an object

    def copy(self) -> Position:
        """An independent position with the same history."""
        return Position(self.variant, self._core.copy(), self._number)

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Position:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        if _placed(self._core) != _placed(other._core):
            return False
        return self.variant is other.variant or self.variant.fingerprint == other.variant.fingerprint

    def __str__(self) -> str:
        """The board, the hands and whose turn it is, for reading: see `hensoku.runtime.drawing`."""
        from hensoku.runtime.drawing import text_of

        return text_of(self._view)

    def __repr__(self) -> str:
        return f"<Position {self.variant.slug!r} {self.sfen()!r}>"

    def __reduce__(self) -> tuple[Any, ...]:
        start, codes = self._game()
        return restore, (self.variant, self.variant.fingerprint, start, self._number, codes)

    # ------------------------------------------------------------------------------------------------------- inside

    def _game(self) -> tuple[tuple[Any, ...], tuple[Code, ...]]:
        """What was set up, as `Core.reset` takes it, and the moves since."""
        start = self._core.copy()
        start.pop(start.made)
        return _placed(start), tuple(code for code, _ in self._core.played())

    def _push_by_name(self, move: str | Move) -> None:
        """Plays a move that is no object of the variant's own; `named` knows those that were spelled before."""
        if not self._forbids_repetition and isinstance(move, str | Move):
            for known in self.variant.codec.named(str(move)):
                if self._core.play(known, self._spell):
                    return
        self._core.push(self._checked(_as_move(move)))

    def _checked(self, wanted: Move) -> Code:
        code = self._find(wanted)
        if code is None:
            raise IllegalMoveError(f"{wanted} may not be played: {self._reason_against(wanted)}")
        return code

    def _reason_against(self, move: Move) -> str:
        from hensoku.runtime.refusal import reason_against  # most programs play legal moves only

        legal = self.legal_moves
        outcome = None if legal else self.outcome()
        view = View(self.variant.data, self.variant.square_index, self._core.copy())
        return reason_against(view, self.variant.codec, move, legal, outcome.reason if outcome else "")

    def _find(self, move: Move) -> Code | None:
        """The code of a legal move, also if its squares between are named otherwise to the same effect."""
        legal = self._judge.legal(self._core)
        code = legal.get(move)
        index = self.variant.square_index
        if code is not None or not move.via or self.variant.data["paths"] or not index.keys() >= {*move.via, move.to}:
            return code
        cells = self._core.cells()
        named = {index[square] for square in (*move.via, move.to) if square != move.from_}
        victims = tuple(sorted(square for square in named if cells[square]))
        for other, code in legal.items():
            same_ends = (other.from_, other.to, other.becomes) == (move.from_, move.to, move.becomes)
            if same_ends and len(other.via) == len(move.via) and self._core.victims(code) == victims:
                return code
        return None


def restore(
    variant: Variant, fingerprint: str, placed: tuple[Any, ...], number: int, codes: Sequence[Code]
) -> Position:
    """A pickled position. Raises ValueError if the variant's board, pieces, moves or rules have changed since."""
    if variant.fingerprint != fingerprint:
        raise ValueError(f"the position was pickled from another version of {variant.slug}")
    core = variant.new_core()
    core.reset(*placed)
    for code in codes:
        core.push(code)
    return Position(variant, core, number)


def _allowed(judge: Judge, core: Core) -> list[Move]:
    return list(judge.legal(core))


def _placed(core: Core) -> tuple[Any, ...]:
    """What makes a position, as `Core.reset` takes it."""
    return core.cells(), core.hands(), core.turn, core.state()


def _as_move(move: str | Move) -> Move:
    return move if isinstance(move, Move) else Move.parse(move)
