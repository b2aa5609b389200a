"""Places in a definition as IR carries them: `file:line`, the file without its folder, for reading only.

The folder is left out so that the same definition gives the same IR, and the same module, wherever it lies.
"""

from __future__ import annotations

from pathlib import PurePath

from hensoku.dsl.source import Span


def place(span: Span) -> str:
    return f"{PurePath(span.source.path).name}:{span.line}"
