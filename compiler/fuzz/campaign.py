"""A run of the fuzzer: trials by number, in several processes; what fails is shrunk and written down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import final

from hensoku.compiler.fuzz.cases import write_case
from hensoku.compiler.fuzz.isolate import Call, Died, run_all, run_one
from hensoku.compiler.fuzz.shrink import Shrinking, of_death, shown
from hensoku.compiler.fuzz.trial import Failure, Report, draft_of, try_file, try_number
from hensoku.compiler.fuzz.workbench import QUICK
from hensoku.compiler.options import Options
from hensoku.compiler.resolve import resolve


@final
@dataclass(frozen=True)
class Found:
    """A failure: what it is called, what was found, and the file that it was written to, if any."""

    name: str
    failure: Failure
    file: Path | None = None


@final
@dataclass
class Tally:
    """What a run has seen so far. `seconds` of the processor that all trials took; `slowest`: what one took, and its
    number."""

    definitions: int = 0
    positions: int = 0
    rejects: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    slowest: tuple[float, int] = (0.0, 0)
    found: list[Found] = field(default_factory=list)

    def add(self, report: Report) -> None:
        self.definitions += 1
        self.positions += report.positions
        self.rejects += report.rejects
        self.seconds += report.seconds
        self.slowest = max(self.slowest, (report.seconds, report.number))


def run_numbers(
    seed: int,
    numbers: Iterable[int],
    *,
    workers: int = 1,
    out: Path | None = None,
    options: Options = QUICK,
    progress: Callable[[Tally], None] = lambda _: None,
) -> Tally:
    """The trials of a seed with these numbers. What fails is shrunk and written into `out`, if that is given."""
    tally = Tally()
    calls: Iterator[Call[Report]] = ((try_number, (seed, number, options)) for number in numbers)
    for (_, arguments), answer in run_all(calls, workers):
        number = int(arguments[1])
        report = _died(seed, number, answer) if isinstance(answer, Died) else answer
        tally.add(report)
        if report.failure is not None:
            tally.found.append(_written(f"seed-{seed}-{number}", report, report.failure, out, options))
        progress(tally)
    return tally


def run_files(files: Iterable[Path], *, workers: int = 1, options: Options = QUICK) -> Tally:
    """Definition files, such as those that failures were written to. Raises DefinitionError for one that is wrong."""
    tally = Tally()
    wanted = list(files)
    for file in wanted:
        resolve(file)
    calls: Iterator[Call[Report]] = ((try_file, (file, options)) for file in wanted)
    for (_, arguments), answer in run_all(calls, workers):
        report = Report(0, failure=of_death(answer)) if isinstance(answer, Died) else answer
        tally.add(report)
        if report.failure is not None:
            tally.found.append(Found(str(arguments[0]), report.failure))
    return tally


def _died(seed: int, number: int, died: Died) -> Report:
    """The definition is drawn once more, for the process took it along."""
    draft = run_one((draft_of, (seed, number)))
    return Report(number, failure=of_death(died), draft={} if isinstance(draft, Died) else draft)


def _written(name: str, report: Report, failure: Failure, out: Path | None, options: Options) -> Found:
    if out is None or not report.draft:
        return Found(name, failure)
    out.mkdir(parents=True, exist_ok=True)
    shrinking = Shrinking(report.draft, failure.trail, failure, options)
    again = shown(report.draft, failure.trail, options)
    if again is not None and again.kind == failure.kind:
        shrinking.run()
    file = out / f"{name}.yaml"
    trails = [] if shrinking.trail is None else [shrinking.trail]
    first = shrinking.failure.detail.strip().splitlines()[-1]
    write_case(file, shrinking.draft, trails, f"{name}, {shrinking.failure.kind}: {first[:300]}")
    return Found(name, shrinking.failure, file)
