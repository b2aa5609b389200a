"""The generated code of fuzzed definitions under AddressSanitizer and UBSan: `make sanitize`.

    python tests/sanitize.py [options of `hensoku fuzz`]

The libraries of the sanitizers are preloaded, for Python is built without them; every object gets memory of its own, so
that what is written beyond one is seen. That both sanitizers are at work is shown first, on two faulty functions.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from hensoku.compiler.build import toolchain
from hensoku.compiler.fuzz.workbench import SANITIZED

RUN = ("--count", "50", "--seed", "1")

FAULTY = """
#include <stdlib.h>
#pragma GCC visibility push(default)
int after_its_end(int i) { int *volatile a = malloc(4 * sizeof *a); free(a); return a[i]; }
int shifted(int i) { return 1 << (i + 40); }
"""
FAULTS = {"after_its_end": "heap-use-after-free", "shifted": "shift exponent"}


def environment(compiler: toolchain.Compiler) -> dict[str, str]:
    """As this one, with the sanitizers' libraries. Ends with a message if the compiler has none."""
    asked = (*compiler.command, "-print-file-name=libasan.so")
    library = Path(subprocess.run(asked, check=True, capture_output=True, text=True).stdout.strip())
    if not library.is_absolute():
        sys.exit(f"{compiler.file} has no libasan.so to preload: name gcc in the CC environment variable")
    return {
        **os.environ,
        "LD_PRELOAD": str(library),
        "ASAN_OPTIONS": "detect_leaks=0",  # what Python keeps to its end
        "UBSAN_OPTIONS": "print_stacktrace=1",
        "PYTHONMALLOC": "malloc",
    }


def show_that_faults_are_found(compiler: toolchain.Compiler, sanitized: dict[str, str]) -> None:
    with TemporaryDirectory(prefix="hensoku-") as name:
        source, library = Path(name) / "faulty.c", Path(name) / "faulty.so"
        source.write_text(FAULTY, "utf-8")
        flags = toolchain.compile_flags(SANITIZED)
        subprocess.run((*compiler.command, *flags, str(source), "-o", str(library)), check=True)
        for function, words in FAULTS.items():
            called = f"import ctypes; ctypes.CDLL({str(library)!r}).{function}(0)"
            ended = subprocess.run(
                (sys.executable, "-c", called), env=sanitized, capture_output=True, text=True, check=False
            )
            if ended.returncode == 0 or words not in ended.stderr:
                sys.exit(f"the sanitizers do not find the fault of {function}:\n{ended.stderr}")


def main() -> None:
    compiler = toolchain.find_compiler()
    sanitized = environment(compiler)
    show_that_faults_are_found(compiler, sanitized)
    command = (sys.executable, "-m", "hensoku", "fuzz", "--sanitize", *(sys.argv[1:] or RUN))
    sys.exit(subprocess.run(command, env=sanitized, check=False).returncode)


if __name__ == "__main__":
    main()
