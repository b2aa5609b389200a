"""What the runtime raises. Every message says what is wrong and, where there is one, the way out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import final

MOST_FAULTS = 4
"""So many faults of an SFEN are told in its message; `SfenError.faults` has them all."""


@final
@dataclass(frozen=True)
class SfenFault:
    """One thing wrong with an SFEN; `column` is 1-based in the given text, None for the position as a whole."""

    message: str
    column: int | None = None

    def __str__(self) -> str:
        return self.message if self.column is None else f"column {self.column}: {self.message}"


@final
class SfenError(ValueError):
    """An SFEN that gives no position of the variant. `faults` is all that is wrong, `column` where it begins."""

    def __init__(self, sfen: str, faults: Sequence[SfenFault]) -> None:
        self.sfen = sfen
        self.faults = tuple(faults)
        more = len(self.faults) - MOST_FAULTS
        told = "; ".join(map(str, self.faults[:MOST_FAULTS])) + (f"; and {more} more" if more > 0 else "")
        super().__init__(f"bad SFEN {sfen!r}: {told}")

    @property
    def column(self) -> int | None:
        return next((fault.column for fault in self.faults if fault.column is not None), None)

    def __reduce__(self) -> tuple[type[SfenError], tuple[str, tuple[SfenFault, ...]]]:
        return SfenError, (self.sfen, self.faults)


@final
class MoveSyntaxError(ValueError):
    """A text that is no USI move on any board."""


@final
class IllegalMoveError(ValueError):
    """A move that may not be made in the position."""


@final
class LoadError(ImportError):
    """A file that is no built variant, or was built for another runtime or machine."""
