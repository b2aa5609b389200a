"""What the commands write: results to standard output, all else (errors, warnings, progress) to standard error."""

from __future__ import annotations

import json
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, final

if TYPE_CHECKING:
    from pathlib import Path

    from rich.console import Console, RenderableType
    from rich.progress import Progress, TaskID

    from hensoku.dsl.findings import Finding


STAGES = ("generate", "translate", "compile")
"""What a build reports as it goes (`hensoku.compiler.build.Progress`)."""

PATIENCE = 1.0
"""Seconds before a progress bar is shown."""


class CommandError(Exception):
    """A command that was asked for what it cannot do; the message says what it can."""


def say(text: RenderableType = "") -> None:
    """A result, as it is: no markup, no wrapping."""
    from rich.console import Console

    Console(highlight=False).print(text, soft_wrap=True, markup=False)


def say_raw(text: str) -> None:
    """A result for another program, character for character."""
    sys.stdout.write(f"{text}\n")


def say_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Columns side by side: folded on a terminal, whole lines where nobody looks at the width."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for title in head:
        table.add_column(title)
    for row in rows:
        table.add_row(*map(Text, row))
    terminal = Console(highlight=False)
    console = Console(highlight=False, width=terminal.width if terminal.is_terminal else 1000)
    with console.capture() as drawn:
        console.print(table)
    say("\n".join(line.rstrip() for line in drawn.get().splitlines()))


def write_file(path: Path, text: str) -> None:
    """A result into a file. Raises CommandError where it cannot be written."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise CommandError(f"cannot write {path}: {reason_of(error)}") from None


def counted(count: int, noun: str) -> str:
    """`1 move`, `2 moves`."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def reason_of(error: OSError) -> str:
    """What the system says, as our messages are written."""
    return (error.strerror or str(error)).lower()


def say_json(data: Any) -> None:
    sys.stdout.write(json.dumps(data, ensure_ascii=False, indent=2) + "\n")


def complain(text: str) -> None:
    """A message for the person at the terminal."""
    errors_console().print(text, soft_wrap=True, markup=False)


def errors_console() -> Console:
    from rich.console import Console

    return Console(stderr=True, highlight=False)


def show_findings(findings: tuple[Finding, ...] | list[Finding]) -> None:
    if not findings:
        return
    from hensoku.dsl.render import render

    console = errors_console()
    for finding in findings:
        console.print(render(finding, color=True), soft_wrap=True)


def warnings_to_stderr() -> None:
    """Show the project's own warnings as messages, not as places in its code."""
    from hensoku.compiler.build.errors import HensokuWarning

    usual = warnings.showwarning

    def show(message: Warning | str, category: type[Warning], *rest: Any, **named: Any) -> None:
        if issubclass(category, HensokuWarning):
            complain(f"warning: {message}")
        else:
            usual(message, category, *rest, **named)

    warnings.showwarning = show


@final
class Bar:
    """A progress bar on a terminal, once a thing takes long; nothing elsewhere."""

    def __init__(self, what: str, total: int) -> None:
        self._what, self._total, self._done = what, total, 0
        self._begun = time.monotonic()
        self._shown: tuple[Progress, TaskID] | None = None
        self._terminal = sys.stderr.isatty()

    def advance(self, what: str | None = None, by: int = 1) -> None:
        self._done += by
        self._what = what or self._what
        if self._shown is None and self._terminal and time.monotonic() - self._begun > PATIENCE:
            self._show()
        if self._shown:
            progress, task = self._shown
            progress.update(task, completed=self._done, description=self._what)

    def stage(self, what: str, done: int) -> None:
        """Say what is being done; shown at once, for a stage of a build takes long and is silent."""
        self._done = done
        if self._shown is None and self._terminal:
            self._show()
        self.advance(what, by=0)

    def close(self) -> None:
        if self._shown:
            self._shown[0].stop()

    def _show(self) -> None:
        from rich.progress import Progress

        progress = Progress(console=errors_console(), transient=True)
        progress.start()
        self._shown = progress, progress.add_task(self._what, total=self._total)


@contextmanager
def stage_progress(what: str) -> Iterator[Callable[[str], None]]:
    """Shows the stages of one build, of which it is told the names."""
    with bar(what, len(STAGES)) as shown:
        yield lambda stage: shown.stage(f"{what}: {stage}", STAGES.index(stage))


@contextmanager
def bar(what: str, total: int) -> Iterator[Bar]:
    shown = Bar(what, total)
    try:
        yield shown
    finally:
        shown.close()
