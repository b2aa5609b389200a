"""How long an engine may think: `10+0.1`, `byoyomi=1`, `nodes=5000`, `depth=6,movetime=2`."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import final


class LimitsError(ValueError):
    """A text that says no limits."""


@final
@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds, plies and nodes. `time` is for the whole game, `increment` comes to it with each move, `byoyomi` is
    there anew for each move when the time is used up, `movetime` for each move. None and 0 are no limit."""

    time: float = 0.0
    increment: float = 0.0
    byoyomi: float = 0.0
    movetime: float | None = None
    depth: int | None = None
    nodes: int | None = None

    @property
    def has_clock(self) -> bool:
        return bool(self.time or self.increment or self.byoyomi)

    @staticmethod
    def parse(text: str) -> Limits:
        """Limits from text. Raises LimitsError."""
        told: dict[str, float | int] = {}
        for part in text.split(","):
            name, equals, value = part.strip().partition("=")
            if equals:
                told |= _named(name.strip(), value.strip())
            else:
                time, plus, increment = name.partition("+")
                told |= _named("time", time) | (_named("increment", increment) if plus else {})
        return Limits(**told)  # type: ignore[arg-type] # each field has its own kind of number, see `_named`

    def __str__(self) -> str:
        told = {name: getattr(self, name) for name in _NAMES if getattr(self, name)}
        if self.time:
            clock = f"{self.time:g}" + (f"+{self.increment:g}" if self.increment else "")
            rest = {name: value for name, value in told.items() if name not in ("time", "increment")}
            return ",".join([clock, *(f"{name}={value:g}" for name, value in rest.items())])
        return ",".join(f"{name}={value:g}" for name, value in told.items())


_NAMES = tuple(field.name for field in fields(Limits))
_WHOLE = ("depth", "nodes")
_HELP = (
    "write 10+0.1 (seconds for the game and for each move), or time=, increment=, byoyomi=, movetime=, depth=, nodes="
)


def _named(name: str, value: str) -> dict[str, float | int]:
    if name not in _NAMES:
        raise LimitsError(f"{name!r} is no limit of time: {_HELP}")
    try:
        number = int(value) if name in _WHOLE else float(value)
    except ValueError:
        raise LimitsError(f"{value!r} is no number for {name}: {_HELP}") from None
    if not 0 <= number < 1e9 or (not number and name in (*_WHOLE, "movetime")):
        raise LimitsError(f"{name} cannot be {value}")
    return {name: number}


@final
class Clock:
    """The time of one side. The increment of a move is there before it, that of the first one too, as on a chess clock
    by FIDE's rules."""

    def __init__(self, limits: Limits, margin: float) -> None:
        self._limits = limits
        self._margin = margin
        self.left = limits.time + limits.increment

    @property
    def allowed(self) -> float | None:
        """The most seconds that the next move may take without a loss on time, None for as many as it likes."""
        limits = self._limits
        most = [self.left + limits.byoyomi] if limits.has_clock else []
        most += [limits.movetime] if limits.movetime else []
        return min(most) + self._margin if most else None

    def spend(self, seconds: float) -> bool:
        """Take the time of a move off; whether the move was in time."""
        allowed = self.allowed
        self.left = max(self.left - max(seconds - self._limits.byoyomi, 0.0), 0.0) + self._limits.increment
        return allowed is None or seconds <= allowed
