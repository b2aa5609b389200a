"""Makes a failure as small as it gets: tries what has one thing less, and keeps it if it still shows the same."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, final

from hensoku.compiler.fuzz.games import Trail
from hensoku.compiler.fuzz.isolate import Died, run_one
from hensoku.compiler.fuzz.reductions import Candidate, smaller
from hensoku.compiler.fuzz.text import Draft, write_draft
from hensoku.compiler.fuzz.trial import Failure, try_draft
from hensoku.compiler.fuzz.workbench import QUICK
from hensoku.compiler.options import Options

TRIES: Final = 400
DIED: Final = "died"


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

    def run(self) -> None:
        while self._step():
            pass

    def _step(self) -> bool:
        for draft, trail in smaller(self.draft, self.trail):
            text = f"{write_draft(draft)}{trail}"
            if text in self._seen:
                continue
            self._seen.add(text)
            if self.tries <= 0:
                return False
            self.tries -= 1
            found = shown(draft, trail, self.options)
            if found is not None and found.kind == self.failure.kind:
                self.draft, self.trail, self.failure = draft, found.trail or trail, found
                return True
        return False


def shown(draft: Draft, trail: Trail | None, options: Options = QUICK) -> Failure | None:
    """What a definition shows at a position, in a process of its own."""
    candidate: Candidate = (draft, trail)
    answer = run_one((try_draft, (*candidate, options)))
    return Failure(DIED, f"{answer.how}\n{answer.words}", trail) if isinstance(answer, Died) else answer
