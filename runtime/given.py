"""What callers give that is no number (`numbers.py`), looked at where it comes in."""

from __future__ import annotations


def expect(value: object, kind: type | tuple[type, ...], told: str) -> None:
    """Raises TypeError for a value of another kind; `told` says what it must be: "a setup is a name"."""
    if not isinstance(value, kind):
        raise TypeError(f"{told}, not {value!r}")
