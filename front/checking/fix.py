"""Safe fixes applied to the author's text, and nothing else of it touched.

A fix is safe if it cannot change what the file means to anybody who read it before: the canonical spelling of a move
string, the new name of a deprecated key, the key of a piece in upper case, quotes around a text that YAML takes for a
number. The nearest known word is a guess and never safe.
"""

from __future__ import annotations

import codecs
import difflib
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, final

from hensoku.checking.one import Checked, check_one
from hensoku.cli.output import CommandError
from hensoku.dsl.findings import Finding, Fix, Severity
from hensoku.dsl.load import read_source, unsaved

_ROUNDS: Final = 10
"""What one fix uncovers another may mend."""


@final
@dataclass(frozen=True)
class Mended:
    """A file after its fixes: what is found now, how many were made, and its text (None: as it was)."""

    checked: Checked
    fixes: int
    text: str | None = None


def safe_fixes(checked: Checked) -> tuple[Fix, ...]:
    """The safe fixes of a file's own text in the order of their places; of two that overlap, the first."""
    found = {
        (fix.span.start, fix.span.end, fix.replacement): fix
        for finding in checked.findings
        for fix in finding.fixes
        if fix.safe and fix.span.source.path == checked.name
    }
    kept: list[Fix] = []
    for _, fix in sorted(found.items()):
        if not kept or fix.span.start >= kept[-1].span.end:
            kept.append(fix)
    return tuple(kept)


def applied(text: str, fixes: Iterable[Fix]) -> str:
    """A text with fixes that do not overlap, given in the order of their places."""
    parts: list[str] = []
    at = 0
    for fix in fixes:
        parts += (text[at : fix.span.start], fix.replacement)
        at = fix.span.end
    return "".join((*parts, text[at:]))


def difference(checked: Checked, profile: str | None) -> str:
    """What `mend` would change in a file, as a unified diff; empty if nothing. Raises CommandError as it does."""
    mended = _mended(checked, profile)
    if mended.text is None:
        return ""
    before, after = (text.splitlines(keepends=True) for text in (read_source(checked.name).text, mended.text))
    lines = difflib.unified_diff(before, after, checked.name, checked.name)
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


def mend(checked: Checked, profile: str | None) -> Mended:
    """Write a file with its safe fixes, and with what they uncover. Raises CommandError, the file as it was, if it
    should have more errors than before."""
    mended = _mended(checked, profile)
    if mended.text is not None:
        path = Path(checked.name)
        mark = codecs.BOM_UTF8 if _bytes(path).startswith(codecs.BOM_UTF8) else b""
        _write(path, mark + mended.text.encode())
    return mended


def _mended(checked: Checked, profile: str | None) -> Mended:
    """The text with the fixes, none of it written."""
    mended, errors = Mended(checked, 0), _errors(checked.findings)
    for _ in range(_ROUNDS):
        fixes = safe_fixes(mended.checked)
        if not fixes:
            break
        text = applied(fixes[0].span.source.text, fixes)
        with unsaved({os.path.abspath(checked.name): text}):  # noqa: PTH100 - as the reader of texts names them
            again = check_one(checked.name, profile)
        if _errors(again.findings) > errors:
            found = (finding for finding in mended.checked.findings if set(finding.fixes) & set(fixes))
            codes = ", ".join(sorted({finding.code for finding in found}))
            raise CommandError(
                f"{checked.name}: the fixes of {codes} do not go together and were not made; please report it"
            )
        mended = Mended(again, mended.fixes + len(fixes), text)
    return mended


def _errors(findings: Iterable[Finding]) -> int:
    return sum(finding.severity is Severity.ERROR for finding in findings)


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise CommandError(f"cannot read {path}: {(error.strerror or str(error)).lower()}") from None


def _write(path: Path, data: bytes) -> None:
    try:
        path.write_bytes(data)
    except OSError as error:
        raise CommandError(f"cannot write {path}: {(error.strerror or str(error)).lower()}") from None
