"""One search in a thread of its own, and what it says of itself in the words of a protocol."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from threading import Event, Thread
from typing import TYPE_CHECKING, final

from hensoku.runtime.engine.engine import Engine, Line, Report
from hensoku.runtime.engine.limits import MILLI, Limits

if TYPE_CHECKING:
    from hensoku.runtime.engine.dialogue import Dialogue
    from hensoku.runtime.position import Position


@final
class Search:
    """While it ponders, or if it is infinite, it answers only when it is told to."""

    def __init__(
        self, dialogue: Dialogue, engine: Engine, position: Position, limits: Limits, *, ponders: bool
    ) -> None:
        self.dialogue, self.engine, self.position, self.limits = dialogue, engine, position, limits
        self._may_answer, self._begun = Event(), Event()
        self._last = Report(0, 0, 0, 0.0, 0)
        self._thread = Thread(target=self._run, daemon=True)
        self._ponders = ponders
        if not ponders and not limits.infinite:
            self._may_answer.set()

    @property
    def ends_by_itself(self) -> bool:
        return self._may_answer.is_set()

    def start(self) -> None:
        """Comes back when the search has begun: what the next line says, such as `stop`, is then about this one."""
        self._thread.start()
        self._begun.wait()

    def join(self) -> None:
        self._thread.join()

    def stop(self) -> None:
        self._may_answer.set()
        self.engine.stop()

    def ponderhit(self) -> None:
        self.engine.limit(self.limits)
        if not self.limits.infinite:
            self._may_answer.set()

    def _run(self) -> None:
        dialogue, options = self.dialogue, self.dialogue.options
        limits = replace(self.limits, infinite=True) if self._ponders else self.limits
        try:
            lines = options["MultiPV"].value
            report = self.engine.think(
                self.position, limits, lines=lines, on_start=self._begun.set, on_report=self._tell
            )
        except MemoryError as error:
            dialogue.say(f"info string go: {one_line(error)}")
            report = self._last
        finally:
            self._begun.set()  # also where there was nothing to search
        self._may_answer.wait()
        if report.lines and not report.whole:
            self._tell(report)
        for line in self._answer(report):
            dialogue.say(line)

    def _tell(self, report: Report) -> None:
        self._last = report
        several = self.dialogue.options["MultiPV"].value > 1
        speed = round(report.nodes / report.seconds) if report.seconds > 0 else 0
        counts = f"nodes {report.nodes} nps {speed} hashfull {report.full} time {round(report.seconds * MILLI)}"
        for number, line in enumerate(report.lines, 1):
            which = f" multipv {number}" if several else ""
            depth = f"info depth {report.depth} seldepth {max(report.deepest, report.depth)}{which}"
            score = self.dialogue.notation.score(line)
            self.dialogue.say(f"{depth} score {score} {counts} pv {' '.join(self._spelled(line))}")

    def _answer(self, report: Report) -> Iterator[str]:
        notation = self.dialogue.notation
        line = report.lines[0] if report.lines else None
        moves = list(self._spelled(line)) if line else []
        if self.limits.mate is not None:
            told = notation.mate(moves or None, timeout=not report.whole)
            if told:
                yield told
                return
        best, ponder = (moves[0] if moves else None), (moves[1] if len(moves) > 1 else None)
        yield notation.best(best, ponder, declares=report.declares, resigns=self._resigns(report))

    def _resigns(self, report: Report) -> bool:
        limit, score = self.dialogue.options["ResignValue"].value, report.score
        if score is None or not limit:
            return False
        return score.mate < 0 if score.mate is not None else (score.pawns or 0) <= -limit

    def _spelled(self, line: Line) -> Iterator[str]:
        position = self.position.copy()
        for move in line.moves:
            yield self.dialogue.notation.move(position, move)


def one_line(error: BaseException) -> str:
    return " ".join(str(error).split()) or type(error).__name__
