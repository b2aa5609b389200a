"""An engine's conversation on standard input and output."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from typing import Final, TypeAlias

from hensoku.runtime.engine.dialogue import Dialogue, Say
from hensoku.runtime.engine.notation import Notation
from hensoku.runtime.engine.uci import Uci
from hensoku.runtime.engine.usi import Usi

PROTOCOLS: Final[dict[str, type[Notation]]] = {Usi.name: Usi, Uci.name: Uci}

Begin: TypeAlias = Callable[[Notation, Say], Dialogue]
"""Makes the dialogue in a protocol, with what writes its answers."""


def converse(begin: Begin, protocol: str | None = None) -> None:
    """Hears lines until one of them, or their end, is the last. The protocol is the one that is named, or the one of
    the first line: USI if that is no greeting."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # what is no text of this encoding must not end the conversation
    dialogue: Dialogue | None = None
    for line in sys.stdin:
        words = line.split()
        if dialogue is None and words:
            dialogue = begin(PROTOCOLS.get(protocol or words[0], Usi)(), _write)
        if dialogue is not None and not dialogue.hear(line):
            return
    if dialogue is not None:
        dialogue.close()


def _write(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
