"""Files that are replaced at once."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

PRIVATE, READABLE = 0o600, 0o644


def write_whole(path: Path, text: str, mode: int = PRIVATE) -> None:
    """Write a file so that whoever reads it meanwhile, or after this was interrupted, finds the old or the new one.
    Raises OSError."""
    import tempfile  # who finds what was written before needs none of it

    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        Path(temporary).chmod(mode)
        Path(temporary).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(temporary).unlink()
        raise
