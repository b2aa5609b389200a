"""Which of the builds of a module this processor can run: a module that goes to other machines is built more than once.

`HENSOKU_PROCESSOR` names the build to take instead, to compare them or to leave one out.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Final

from hensoku.runtime.errors import LoadError

VARIABLE: Final = "HENSOKU_PROCESSOR"

NEEDS: Final[Mapping[str, frozenset[str]]] = {
    "avx2": frozenset({"avx2", "bmi1", "bmi2", "popcnt"}),
    "baseline": frozenset(),
}
"""What a build uses beyond what every processor of its platform has, as Linux names it; the best build first."""

CPUINFO: Final = Path("/proc/cpuinfo")


def features(cpuinfo: Path = CPUINFO) -> frozenset[str]:
    """What this processor has, and the system lets programs use; nothing where the system does not say so."""
    try:
        with cpuinfo.open(encoding="utf-8", errors="replace") as lines:
            flags = next((line for line in lines if line.startswith("flags")), "")
    except OSError:
        return frozenset()
    return frozenset(flags.partition(":")[2].split())


def best_build(there: Collection[str]) -> str:
    """The name of the build to load, one of those that are there: the best that runs here, or the one that
    `HENSOKU_PROCESSOR` names. Raises LoadError if that is not there."""
    named = os.environ.get(VARIABLE)
    if named:
        if named not in there:
            raise LoadError(f"{VARIABLE}={named}: there is no such build, only {', '.join(sorted(there))}")
        return named
    has = features()
    found = next((name for name, needs in NEEDS.items() if name in there and needs <= has), None)
    if found is None:
        raise LoadError(f"this processor can run none of the builds: {', '.join(sorted(there)) or 'there are none'}")
    return found
