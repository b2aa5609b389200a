"""Makes a failure as small as it gets: tries what has one thing less, and keeps it if it still shows the same."""

from __future__ import annotations

from dataclasses import dataclass, field
from time import monotonic
from typing import Final, final

from hensoku.compiler.fuzz.games import Trail
from hensoku.compiler.fuzz.isolate import Died, run_one
from hensoku.compiler.fuzz.reductions import smaller
from hensoku.compiler.fuzz.text import Draft, write_draft
from hensoku.compiler.fuzz.trial import Failure, last_place, try_draft
from hensoku.compiler.fuzz.workbench import QUICK
from hensoku.compiler.options import Options

TRIES: Final = 400
SECONDS: Final = 600.0
"""After so long it is left as small as it is."""

DIED: Final = "died"
HUNG: Final = "hung"
_PATIENCE: Final = 20.0
"""Seconds after which a smaller definition hangs, as the first did after many more."""


@final
@dataclass
class Shrinking:
    """A failing definition and position, smaller and smaller. `failure` is what it shows."""

    draft: Draft
    trail: Trail | None
    failure: Failure
    options: Options = QUICK
    tries: int = TRIES
    _seen: set[str] = field(default_factory=set)
    _deadline: float = field(default_factory=lambda: monotonic() + SECONDS)

    def run(self) -> None:
        while self._step():
            pass

    def _step(self) -> bool:
        for draft, trail in smaller(self.draft, self.trail):
            text = f"{write_draft(draft)}{trail}"
            if text in self._seen:
                continue
            self._seen.add(text)
            if self.tries <= 0 or monotonic() >= self._deadline:
                return False
            self.tries -= 1
            found = shown(draft, trail, self.options)
            if found is not None and found.kind == self.failure.kind:
                self.draft, self.trail, self.failure = draft, found.trail or trail, found
                return True
        return False


def shown(draft: Draft, trail: Trail | None, options: Options = QUICK) -> Failure | None:
    """What a definition shows at a position, in a process of its own."""
    answer = run_one((try_draft, (draft, trail, options)), seconds=_PATIENCE)
    return of_death(answer) if isinstance(answer, Died) else answer


def of_death(died: Died) -> Failure:
    """A process that ended without an answer, and the position that it was at."""
    return Failure(HUNG if died.late else DIED, f"{died.how}\n{died.words}", last_place(died.words))
