"""Numbers by chance, the same in both backends: splitmix64 (Sebastiano Vigna, public domain), and below a bound as
Lemire has it ("Fast Random Integer Generation in an Interval", 2019)."""

from __future__ import annotations

from hensoku.runtime.contract import Core

_MASK = (1 << 64) - 1
_HALF = 32


def number_at(state: int) -> int:
    """The number of the sequence at a state; the next state is one more."""
    x = (state + 1) * 0x9E3779B97F4A7C15 & _MASK
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & _MASK
    x = (x ^ x >> 27) * 0x94D049BB133111EB & _MASK
    return x ^ x >> 31


def below(state: int, count: int) -> tuple[int, int]:
    """One of `count` numbers from 0 on, each as likely as the others, and the state to go on with."""
    uneven = (1 << _HALF) % count
    while True:
        product = (number_at(state) >> _HALF) * count
        state = state + 1 & _MASK
        if product % (1 << _HALF) >= uneven:
            return product >> _HALF, state


def wander(core: Core, seed: int, times: int, forbids: bool, most: int) -> int:
    """`Core.wander` for a core that has no other way."""
    end = core.made + most
    while core.made < end:
        if times and not forbids and core.repeats() >= times:
            break
        codes = core.legal()
        while codes:
            chosen, seed = below(seed, len(codes))
            core.push(codes[chosen])
            if not (times and forbids and core.repeats() >= times):
                break
            core.pop()
            codes[chosen] = codes[-1]
            codes.pop()
        else:
            break
    return seed
