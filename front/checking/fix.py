"""Safe fixes applied to the author's text, and nothing else of it touched.

A fix is safe if it cannot change what the file means to anybody who read it before: the canonical spelling of a move
string, the new name of a deprecated key, the key of a piece in upper case, quotes around a text that YAML takes for a
number. The nearest known word is a guess and never safe.
"""

from __future__ import annotations

import codecs
import difflib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, final

from hensoku.checking.one import Checked, check_one
from hensoku.cli.output import CommandError
from hensoku.dsl.findings import Finding, Fix, Severity
from hensoku.dsl.load import read_source

_ROUNDS: Final = 10
"""What one fix uncovers another may mend."""


@final
@dataclass(frozen=True)
class Mended:
    """A file after its fixes: how many were made, and what is found now."""

    checked: Checked
    fixes: int


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


def difference(checked: Checked) -> str:
    """What the safe fixes would change in a file, as a unified diff; empty if nothing."""
    fixes = safe_fixes(checked)
    if not fixes:
        return ""
    text = fixes[0].span.source.text
    lines = difflib.unified_diff(
        text.splitlines(keepends=True), applied(text, fixes).splitlines(keepends=True), checked.name, checked.name
    )
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


def mend(checked: Checked, profile: str | None) -> Mended:
    """Write a file with its safe fixes, and with what they uncover. Raises CommandError, the file as it was, if it
    should have more errors than before."""
    made, errors = 0, _errors(checked.findings)
    for _ in range(_ROUNDS):
        fixes = safe_fixes(checked)
        if not fixes:
            break
        path = Path(checked.name)
        before = _bytes(path)
        text = read_source(path).text
        _write(path, (codecs.BOM_UTF8 if before.startswith(codecs.BOM_UTF8) else b"") + applied(text, fixes).encode())
        again = check_one(checked.name, profile)
        if _errors(again.findings) > errors:
            _write(path, before)
            codes = ", ".join(sorted({finding.code for finding in checked.findings if set(finding.fixes) & set(fixes)}))
            raise CommandError(
                f"{checked.name}: the fixes of {codes} do not go together and were not made; please report it"
            )
        checked, made = again, made + len(fixes)
    return Mended(checked, made)


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
