"""The tools that turn a `.pyx` into a shared object, and all that tells one toolchain and machine from another."""

from __future__ import annotations

import os
import platform
import shlex
import shutil
import sys
import sysconfig
from dataclasses import dataclass
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import final

from hensoku.compiler.build.errors import BuildError, NoCompilerError
from hensoku.compiler.options import Options, Processor

SUFFIX = EXTENSION_SUFFIXES[0]
"""File name suffix of modules for this Python; it names the version, the ABI and the platform."""

CYTHON_FLAGS = ("-3", "--no-docstrings")
COMMON_FLAGS = ("-fPIC", "-fwrapv", "-fno-strict-aliasing", "-fvisibility=hidden", "-DNDEBUG", "-w")
SANITIZE_FLAGS = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer", "-g")
_CANDIDATES = ("cc", "gcc", "clang")
_ASK_SECONDS = 30.0


@final
@dataclass(frozen=True)
class Compiler:
    """A C compiler: the command that starts it, and its file with symbolic links resolved."""

    command: tuple[str, ...]
    file: Path

    @property
    def stamp(self) -> str:
        """What changes when another compiler is installed in its place; costs no process."""
        seen = self.file.stat()
        return f"{shlex.join(self.command)} {self.file} {seen.st_size} {seen.st_mtime_ns}"


def find_compiler() -> Compiler:
    """The C compiler to use: `CC`, else the one that built Python, else cc, gcc, clang. Raises NoCompilerError."""
    named = os.environ.get("CC", "").strip()
    candidates = [named] if named else [str(sysconfig.get_config_var("CC") or ""), *_CANDIDATES]
    for candidate in filter(None, candidates):
        command = _words(candidate)
        found = shutil.which(command[0]) if command else None
        if found:
            return Compiler((found, *command[1:]), Path(os.path.realpath(found)))
    raise NoCompilerError(f"CC={named}" if named else ", ".join(dict.fromkeys(filter(None, candidates))))


def _words(command: str) -> tuple[str, ...]:
    """A command as a shell reads it; none for what no shell reads."""
    try:
        return tuple(shlex.split(command))
    except ValueError:
        return ()


_BASELINE = ("-march=x86-64", "-mtune=generic")
_X86_64: dict[Processor, tuple[str, ...]] = {
    "avx2": (*_BASELINE, "-mavx2", "-mbmi", "-mbmi2", "-mpopcnt"),
    "baseline": _BASELINE,
    "native": ("-march=native",),
}
_OTHERS: dict[Processor, tuple[str, ...]] = {"baseline": (), "native": ("-mcpu=native",)}
"""What the C compiler takes for the baseline where nobody says otherwise."""


def _processors() -> dict[Processor, tuple[str, ...]]:
    return _X86_64 if platform.machine().lower() in {"x86_64", "amd64"} else _OTHERS


def portable_processors() -> tuple[Processor, ...]:
    """What a module is built for that goes to other machines of this platform, the best first."""
    return tuple(name for name in _processors() if name != "native")


def processor_flags(options: Options) -> tuple[str, ...]:
    """Raises BuildError for instructions that the platform does not know."""
    flags = _processors().get(options.processor)
    if flags is None:
        raise BuildError(f"there is no {options.processor} on {platform.machine()}: choose {', '.join(_processors())}")
    return flags


def compile_flags(options: Options) -> tuple[str, ...]:
    """The flags that decide what the code becomes; places (`-I`) are not among them."""
    link = ("-bundle", "-undefined", "dynamic_lookup") if sys.platform == "darwin" else ("-shared",)
    sanitize = SANITIZE_FLAGS if options.sanitize else ()
    check = ("-DHK_SELF_CHECK=1",) if options.self_check else ()
    return (f"-O{options.optimise}", *COMMON_FLAGS, *processor_flags(options), *sanitize, *check, *link)


@cache
def describe(compiler: Compiler, flags: tuple[str, ...]) -> str:
    """The compiler in its own words: its version, and every macro that its flags define. With `-march=native` these
    say which instructions it will use on this machine."""
    from hensoku.compiler.build import processes

    target = tuple(flag for flag in flags if flag.startswith(("-m", "-O")))
    version = processes.run((*compiler.command, "--version"), timeout=_ASK_SECONDS)
    macros = processes.run((*compiler.command, *target, "-dM", "-E", "-x", "c", os.devnull), timeout=_ASK_SECONDS)
    return f"{compiler.file}\n{version.output}\n{macros.output}"


def headers(of_project: Path) -> tuple[str, ...]:
    paths = dict.fromkeys((str(of_project), sysconfig.get_path("include"), sysconfig.get_path("platinclude")))
    return tuple(f"-I{path}" for path in paths)


def platform_stamp() -> str:
    """Python, its ABI and the system: a module built under another of these may not be loaded."""
    return f"{sys.implementation.cache_tag} {sys.hexversion:x} {SUFFIX} {sys.platform} {platform.machine()}"


_CPU_KEYS = frozenset(
    ("vendor_id", "cpu family", "model", "flags", "Features", "CPU implementer", "CPU architecture", "CPU part")
)


@cache
def cpu_stamp() -> str:
    """What the processor is and can do, as the system tells it."""
    if sys.platform == "darwin":
        from hensoku.compiler.build import processes

        return processes.run(("/usr/sbin/sysctl", "machdep.cpu", "hw.optional"), timeout=_ASK_SECONDS).output
    try:
        with Path("/proc/cpuinfo").open(encoding="utf-8", errors="replace") as lines:
            first = [line for _, line in zip(range(64), lines, strict=False)]
    except OSError:
        return platform.processor()
    found: dict[str, str] = {}
    for line in first:
        key, _, value = line.partition(":")
        if key.strip() in _CPU_KEYS:
            found.setdefault(key.strip(), value.strip())
    return repr(sorted(found.items()))
