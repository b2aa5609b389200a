"""What a module that can search carries besides what every built module does: `Table`, `Searcher` and `clock`.

Scores are integers: hundredths of a pawn, about, to the side to move; beyond `DECIDED` the game is over in
`MATE - |score|` plies, won if the score is above 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Protocol, TypeAlias

from hensoku.runtime.contract import Code

MATE: Final = 32000
DECIDED: Final = 31000
MOST_DEPTH: Final = 95
MOST_MATE: Final = 97

WITHOUT_TABLE, WITHOUT_QUIESCENCE, WITHOUT_PRUNING, WITHOUT_EXTENSION, WITHOUT_SHORTCUT = 1, 2, 4, 8, 16
"""Parts of the search that `Searcher.leave_out` leaves out. `SHORTCUT`: the first repetition within the search is
judged as if it were the one that ends the game."""

PLAIN: Final = WITHOUT_TABLE | WITHOUT_QUIESCENCE | WITHOUT_PRUNING | WITHOUT_EXTENSION | WITHOUT_SHORTCUT
"""The score of a plain minimax search with the evaluation at its leaves."""

COUNTED: Final = ("price", "place", "hand", "mobility", "force")
"""The order of `Searcher.counts`: pieces on the board, what their squares are worth more, pieces in hand, moves,
attacks beside the enemy's royals."""

Found: TypeAlias = tuple[int, tuple[Code, ...]]
"""A score and the line that it comes of, never empty."""


class Table(Protocol):
    """A transposition table, which the searchers of several threads may share. Sizes are in MiB."""

    def resize(self, megabytes: int) -> None:
        """Empty, and of another size. Raises MemoryError. Not while a search runs."""
        ...

    def clear(self) -> None: ...

    def grow_older(self) -> None:
        """Let what is there give way to a new search first."""
        ...

    def allow(self, nodes: int) -> None:
        """From now on all searchers of the table may see so many positions together; 0 is no limit. Not while a search
        runs."""
        ...

    def full(self) -> int:
        """How full it is of the newest search, in thousandths."""
        ...


class Searcher(Protocol):
    """One thread of a search. `iterate` and `mate` run without the GIL; `stop` and `limit` may be called meanwhile."""

    nodes: int
    deepest: int

    def setup(
        self,
        cells: Sequence[int],
        hands: Sequence[Sequence[int]],
        turn: int,
        state: Sequence[int],
        counted: int,
        codes: Sequence[Code],
    ) -> None:
        """Take over a position and the moves made from it, so that repetitions and limits are seen. `counted` are the
        moves that count for the move limit before them."""
        ...

    def begin(self, deadline: int = 0) -> None:
        """Count from 0 again. Stop at a time of `clock`, or when what the table allows is used up; 0 is no limit."""
        ...

    def limit(self, deadline: int) -> None: ...

    def stop(self) -> None:
        """End what runs now, with what it has."""
        ...

    def leave_out(self, switches: int) -> None: ...

    def evaluate(self) -> int: ...

    def counts(self) -> list[list[list[int]]]:
        """By side: what the numbers of the evaluation are multiplied by, by the place of the piece in the variant's
        data; see `COUNTED`."""
        ...

    def iterate(self, depth: int, guesses: Sequence[int], barred: Sequence[Code] = ()) -> tuple[list[Found], bool]:
        """The best lines of a depth, as many as there are guesses of their scores, best first, and whether the search
        was not stopped: of one that was, the last line is the best so far. `barred` are first moves that are left out.
        """
        ...

    def bounded(self, depth: int, alpha: int, beta: int) -> int:
        """The score of the position as a node within a search has it, with all that is left out there: at most `alpha`
        is a bound from above, `beta` or more one from below. Without plies left, that of quiescence."""
        ...

    def mate(self, plies: int, barred: Sequence[Code] = ()) -> tuple[tuple[Code, ...], bool]:
        """A line of checks that mates in so many plies, whatever the defence, empty if none was found; and whether the
        search was not stopped. `barred` are first moves that are left out."""
        ...


class SearchModule(Protocol):
    """A built module with a search in it."""

    def Table(self, megabytes: int = 16) -> Table: ...  # noqa: N802 - the name of a class

    def Searcher(self, table: Any) -> Searcher: ...  # noqa: N802 - the name of a class

    def clock(self) -> int:
        """Nanoseconds now."""
        ...
