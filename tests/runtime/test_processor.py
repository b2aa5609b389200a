"""Which build of a module is loaded: by what the system says of the processor, or by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from hensoku.compiler.build import BuildError, toolchain
from hensoku.compiler.options import Options
from hensoku.runtime import processor
from hensoku.runtime.errors import LoadError

BOTH = ("baseline", "avx2")
HASWELL = "flags\t\t: fpu sse2 popcnt avx avx2 bmi1 bmi2\n"

# (what /proc/cpuinfo says, None: there is none; the builds that are there; the one to load)
CHOICES = [
    (HASWELL, BOTH, "avx2"),
    (HASWELL, ("baseline",), "baseline"),
    (HASWELL.replace(" bmi2", ""), BOTH, "baseline"),
    (HASWELL.replace(" popcnt", ""), BOTH, "baseline"),
    (HASWELL.replace("avx2", "avx2x"), BOTH, "baseline"),
    (f"processor : 0\n{HASWELL}processor : 1\nflags :\n", BOTH, "avx2"),
    ("Features : neon\n", BOTH, "baseline"),
    ("", BOTH, "baseline"),
    ("\xff\n", BOTH, "baseline"),
    (None, BOTH, "baseline"),
]


@pytest.mark.parametrize(("cpuinfo", "there", "expected"), CHOICES)
def test_the_best_that_runs(
    cpuinfo: str | None, there: tuple[str, ...], expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "cpuinfo"
    if cpuinfo is not None:
        file.write_bytes(cpuinfo.encode("latin-1"))
    has = processor.features(file)
    monkeypatch.setattr(processor, "features", lambda: has)
    monkeypatch.delenv(processor.VARIABLE, raising=False)
    assert processor.best_build(there) == expected
    monkeypatch.setenv(processor.VARIABLE, "baseline")
    assert processor.best_build(there) == "baseline"


@pytest.mark.parametrize(
    ("there", "named", "message"),
    [
        (BOTH, "avx512", "HENSOKU_PROCESSOR=avx512: there is no such build, only avx2, baseline"),
        (("avx2",), "", "can run none of the builds: avx2"),
        ((), "", "can run none of the builds: there are none"),
    ],
)
def test_no_build(there: tuple[str, ...], named: str, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(processor.VARIABLE, named)
    monkeypatch.setattr(processor, "features", frozenset)
    with pytest.raises(LoadError, match=message):
        processor.best_build(there)


def test_a_build_uses_what_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """GCC's `-mbmi` is what Linux calls bmi1 (GCC manual, x86 options; Linux, cpufeatures.h)."""
    monkeypatch.setattr("platform.machine", lambda: "x86_64")
    assert toolchain.portable_processors() == tuple(processor.NEEDS)
    for name in toolchain.portable_processors():
        flags = toolchain.processor_flags(Options(processor=name))
        assert flags[:2] == ("-march=x86-64", "-mtune=generic")
        used = {"bmi1" if flag == "-mbmi" else flag.removeprefix("-m") for flag in flags[2:]}
        assert used == processor.NEEDS[name]


def test_one_build_where_nothing_is_known_of_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platform.machine", lambda: "aarch64")
    assert toolchain.portable_processors() == ("baseline",)
    assert toolchain.processor_flags(Options(processor="baseline")) == ()
    with pytest.raises(BuildError, match="there is no avx2 on aarch64: choose baseline, native"):
        toolchain.processor_flags(Options(processor="avx2"))
