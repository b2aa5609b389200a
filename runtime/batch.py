"""Many games of one variant at once, as arrays: for learning, and for playing out.

The work is done in the variant's compiled module; this says what its arrays mean, and how a game ended.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import NoneType
from typing import TYPE_CHECKING, Any, TypeAlias, final

from hensoku.runtime.actions import ActionError, Actions
from hensoku.runtime.contract import DRAW
from hensoku.runtime.given import expect
from hensoku.runtime.numbers import MOST, whole
from hensoku.runtime.outcome import Outcome, Verdict
from hensoku.runtime.position import Position
from hensoku.runtime.variant import Variant

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Bools: TypeAlias = npt.NDArray[np.bool_]
    Numbers: TypeAlias = npt.NDArray[np.integer[Any]]

GOING_ON = -1
"""The winner of a game that is not over, beside the sides 0 and 1 and `DRAW`."""


@final
class Batch:
    """`count` games, stepped together. The arrays are those that compiled code writes into; they are not to be written.

    masks     bool [count, actions]        the legal actions, none of a game that is over; `hensoku.runtime.actions`
                                           says how moves are numbered
    legal     int32 [count]                how many there are
    turns     uint8 [count]                the side to move, 0 or 1
    cells     uint16 [count, squares]      0, or 2 + 2 * kind + side
    hands     uint16 [count, 2, kinds]     pieces in hand by side and kind
    done      bool [count]                 whether the game is over
    winners   int8 [count]                 0 or 1, 2 for a draw, -1 while it goes on
    plies     int32 [count]                moves played
    truncated bool [count]                 over because of `most_plies`, a draw that no rule knows

    A batch is for one thread at a time, and nothing in it waits for another: `step` lets other threads run, and what
    they would ask of the same batch meanwhile is undefined. Batches have nothing in common; each thread may have its
    own.

    Raises ActionError for a variant whose moves have no numbers, and for one that is not compiled.
    """

    def __init__(self, variant: Variant, count: int, *, start: Position | None = None, most_plies: int = 0) -> None:
        import numpy as np

        expect(variant, Variant, "a batch is of a variant that `hensoku.load` gave")
        expect(start, (Position, NoneType), "games start with a position")
        count = whole(count, "the number of games", least=1, most=MOST)
        self.variant, self.actions = variant, Actions(variant.data)
        if variant.new_batch is None:
            raise ActionError(f"{variant.slug} is not compiled: a batch needs backend='compiled'")
        self._start = variant.position() if start is None else start.copy()
        if self._start.variant is not variant and self._start.variant.fingerprint != variant.fingerprint:
            raise ValueError(f"the games of {variant.slug} do not begin with a position of {self._start.variant.slug}")
        self._most_plies = whole(most_plies, "the most plies", least=0, most=MOST)
        squares, kinds = self.actions.squares, len(variant.data["pieces"])
        masks = np.zeros((count, self.actions.count), np.uint8)
        cells, hands = np.zeros((count, squares), np.uint16), np.zeros((count, 2, kinds), np.uint16)
        turns, noticed, legal = np.zeros(count, np.uint8), np.zeros(count, np.uint8), np.zeros(count, np.int32)
        arrays = masks, cells, hands, turns, noticed, legal
        self._core: Any = variant.new_batch(count, arrays, *self._rules())
        self._noticed = noticed
        self.masks: Bools = _shown(masks).view(np.bool_)
        self.cells, self.hands, self.turns, self.legal = map(_shown, (cells, hands, turns, legal))
        self._done, self._winners = np.zeros(count, np.bool_), np.full(count, GOING_ON, np.int8)
        self._plies, self._truncated = np.zeros(count, np.int32), np.zeros(count, np.bool_)
        self.done, self.winners, self.plies, self.truncated = map(
            _shown, (self._done, self._winners, self._plies, self._truncated)
        )
        self._reasons: dict[int, Verdict] = {}
        self.reset()

    def __len__(self) -> int:
        return len(self._done)

    def step(self, actions: Sequence[int] | Numbers) -> None:
        """Play an action in each game; those of games that are over are not looked at. Raises ActionError for one that
        is not legal, and plays none then."""
        import numpy as np

        try:
            ended = self._core.step(self._numbers(actions))
        except ValueError as error:
            raise ActionError(str(error)) from None
        self._plies += ~self._done
        for index in ended:
            self._end(index)
        if self._most_plies:
            for index in np.flatnonzero((self._plies >= self._most_plies) & ~self._done):
                self._truncated[index] = True
                self._close(int(index), DRAW)

    def reset(self, indices: Iterable[int] | Iterable[bool] | Bools | Numbers | None = None) -> None:
        """Begin games anew, all of them if none are named: by index, or by a truth value for each game, such as `done`.
        Raises IndexError for a game that is none, and begins none then."""
        core = self._start.core()
        for index in range(len(self)) if indices is None else self._named(indices):
            self._core.begin(index, core)
            self._reasons.pop(index, None)
            self._done[index], self._winners[index] = False, GOING_ON
            self._plies[index], self._truncated[index] = 0, False
            if self._noticed[index]:
                self._end(index)

    def sample(self, rng: np.random.Generator) -> Numbers:
        """A random legal action of each game, all alike likely; -1 of those that are over."""
        import numpy as np

        if not isinstance(rng, np.random.Generator):
            raise TypeError(f"chance is a numpy.random.Generator, not {rng!r}")
        return np.array(self._core.choose(rng.random(len(self))), np.int64)

    def observe(self) -> npt.NDArray[np.uint8]:
        """`[count, planes, ranks, files]` from the eyes of the side to move: its pieces by kind (0 or 1), the other
        side's; then how many of each kind that can be in hand it holds, and the other side, on every square."""
        import numpy as np

        data = self.variant.data
        planes = 2 * (len(data["pieces"]) + len(data["hand_order"]))
        seen = np.empty((len(self), planes, data["board"]["ranks"], data["board"]["files"]), np.uint8)
        self._core.observe(seen)
        return seen

    def outcome(self, index: int) -> Outcome | None:
        """How a game ended, as `Position.outcome()` says it; None while it goes on, and where it was truncated."""
        verdict = self._reasons.get(self._game(index))
        return verdict.told(self.variant.players) if verdict else None

    def position(self, index: int) -> Position:
        """The position of a game, with its moves."""
        return self._start.over(self._core.core(self._game(index)))

    # ------------------------------------------------------------------------------------------------------- inside

    def _game(self, index: int) -> int:
        """A game's index, counted from the end if it is negative, as of a list."""
        index = whole(index, "the index of a game")
        if not -len(self) <= index < len(self):
            raise IndexError(f"a batch of {len(self)} games has no game of that index")
        return index % len(self)

    def _numbers(self, actions: Sequence[int] | Numbers) -> npt.NDArray[np.int64]:
        """Actions as compiled code reads them."""
        import numpy as np

        try:
            given = np.asarray(actions)
        except ValueError:  # lists of several lengths
            given = np.empty(0, np.object_)
        if given.dtype.kind not in "iu":
            raise ActionError(f"actions are whole numbers below {self.actions.count}")
        if given.shape != (len(self),):
            raise ActionError(f"give an action for each game: {len(self)}, in one row")
        if given.dtype.kind == "u":  # what int64 cannot hold would be told as another number
            for index in np.flatnonzero((given > np.iinfo(np.int64).max) & ~self._done):
                raise ActionError(f"{given[index]} is no legal action of game {index}")
        return np.ascontiguousarray(given, np.int64)

    def _named(self, indices: Iterable[Any]) -> list[int]:
        import numpy as np

        expect(indices, Iterable, "games are named by a list of their indices, or of truth values")
        named = np.asarray(indices if isinstance(indices, np.ndarray) else list(indices))
        if named.dtype == np.bool_:
            if named.shape != (len(self),):
                raise IndexError(f"a batch of {len(self)} games has as many truth values, not {named.size}")
            named = np.flatnonzero(named)
        return [self._game(index) for index in named.tolist()]

    def _end(self, index: int) -> None:
        """What compiled code noticed of a game is judged by the rules."""
        verdict = self.position(index).verdict()
        if verdict is None:
            # keys of 64 bits were equal and positions were not, or a rule waits for more; who cannot move has a verdict
            assert self.legal[index], "two positions have one key, and no move was left"
            self._core.go_on(index)
            return
        self._reasons[index] = verdict
        self._close(index, verdict.winner)

    def _close(self, index: int, winner: int) -> None:
        self._done[index], self._winners[index] = True, winner
        self._core.close(index)

    def _rules(self) -> tuple[tuple[int, bool], tuple[int, int, bool, list[int]]]:
        """What compiled code asks of a game's history: the occurrence that repetition is about, and whether it forbids
        it; the most moves, those that count from the start, and whether captures, and which kinds, begin the count."""
        judge, limit = self.variant.judge, self.variant.data["move_limit"]
        repetition = judge.times, judge.forbids
        if not limit:
            return repetition, (0, 0, False, [])
        before = limit["moves"] - (judge.moves_left(self._start.core(), self._start.number) or 0)
        return repetition, (limit["moves"], before, bool(limit["captures"]), list(limit["kinds"]))


def _shown(array: Any) -> Any:
    """The same memory, to look at."""
    seen = array.view()
    seen.flags.writeable = False
    return seen
