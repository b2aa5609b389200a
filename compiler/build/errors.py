"""What goes wrong while a variant is built, in words for the person who asked for it."""

from __future__ import annotations

from pathlib import Path


class HensokuWarning(UserWarning):
    """Something works in a lesser way than was asked for: interpreted, or without a lasting cache."""


class BuildError(RuntimeError):
    """A variant that could not be built.

    `output` is what Cython or the C compiler said, `source` the file that it said it of (kept for reading), if any.
    """

    def __init__(self, message: str, *, output: str = "", source: Path | None = None) -> None:
        self.message = message
        self.output = output
        self.source = source
        kept = f"\nthe source is kept: {source}" if source else ""
        super().__init__("\n".join(filter(None, (message, output.strip()))) + kept)


class NoCompilerError(BuildError):
    """There is no C compiler to build with."""

    def __init__(self, tried: str) -> None:
        super().__init__(
            f"no C compiler found (tried {tried}): install gcc or clang (Debian, Ubuntu: `apt install gcc libc6-dev`; "
            "Fedora: `dnf install gcc`; macOS: `xcode-select --install`), or name one in the CC environment variable, "
            "or play without one: --backend reference"
        )
