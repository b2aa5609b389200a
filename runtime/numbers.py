"""Numbers that callers give, looked at where they come in: none reaches compiled code that it does not fit.

What is no number raises TypeError, what is too small or too large ValueError; the message says what the number is for.
"""

from __future__ import annotations

import math
import operator
from typing import Any, Final, SupportsFloat

MOST: Final = 10**9
"""No count of games, moves or plies has to be larger."""


def whole(number: Any, what: str, *, least: int | None = None, most: int | None = None) -> int:
    """A whole number, of Python or of numpy."""
    try:
        found = operator.index(number)
    except TypeError:
        raise TypeError(f"{what} is a whole number, not {number!r}") from None
    if least is not None and found < least:
        raise ValueError(f"{what} is {least} or more")
    if most is not None and found > most:
        raise ValueError(f"{what} is {most} at most")
    return found


def real(number: Any, what: str) -> float:
    """A number with or without a fraction; an infinite one is one, NaN is none."""
    if not isinstance(number, SupportsFloat):
        raise TypeError(f"{what} is a number, not {number!r}")
    try:
        found = float(number)
    except OverflowError:  # of a whole number that is too large
        return math.inf if operator.index(number) > 0 else -math.inf  # type: ignore[arg-type]
    if math.isnan(found):
        raise ValueError(f"{what} is a number, not {number!r}")
    return found
