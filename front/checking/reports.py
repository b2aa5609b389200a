"""What was found, as people and programs take it: text, JSON, GitHub's annotations, SARIF and JUnit."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Final
from xml.etree import ElementTree as ET

from hensoku.checking.one import Checked
from hensoku.dsl.codes import CODES
from hensoku.dsl.findings import Finding, Severity
from hensoku.dsl.render import as_data, render

if TYPE_CHECKING:
    from rich.text import Text

_GRAVE = frozenset((Severity.ERROR, Severity.WARNING))


def counts(finding: Finding) -> bool:
    """Whether a finding makes a check fail; a note does not."""
    return finding.severity in _GRAVE


def summary(found: Sequence[Checked]) -> str:
    """How many of what, and how many of those `--fix` mends; empty if there is nothing to mend."""
    grave = [each for checked in found for each in checked.findings if counts(each)]
    if not grave:
        return ""
    bad = sum(any(map(counts, checked.findings)) for checked in found)
    errors = sum(each.severity is Severity.ERROR for each in grave)
    kinds = [_many(errors, "error"), _many(len(grave) - errors, "warning")]
    mended = sum(any(fix.safe for fix in each.fixes) for each in grave)
    told = f"{', '.join(kind for kind in kinds if kind)} in {bad} of {_many(len(found), 'file')}"
    return f"{told}; --fix mends {mended}" if mended else told


def _many(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}" if count else ""


def as_json(found: Sequence[Checked]) -> str:
    told = [{"file": checked.name, "findings": list(map(as_data, checked.findings))} for checked in found]
    return json.dumps(told, ensure_ascii=False, indent=2)


def as_github(found: Sequence[Checked]) -> str:
    """Workflow commands, one a line: https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands"""
    return "\n".join(_command(finding) for checked in found for finding in checked.findings)


def _command(finding: Finding) -> str:
    place = as_data(finding)
    kind = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}[finding.severity]
    properties = {
        "file": shown_path(place["path"]),
        "line": place["line"],
        "col": place["column"],
        "endLine": place["end_line"],
        "endColumn": place["end_column"],
        "title": f"{finding.code}: {CODES[finding.code].title}",
    }
    told = ",".join(f"{key}={_escaped(str(value), ':,')}" for key, value in properties.items())
    message = finding.message + (f"\nhelp: {finding.help}" if finding.help else "")
    return f"::{kind} {told}::{_escaped(message)}"


def _escaped(text: str, more: str = "") -> str:
    return "".join(f"%{ord(char):02X}" if char in "%\r\n" + more else char for char in text)


def as_junit(found: Sequence[Checked]) -> str:
    """One test case a file, failed by its errors and warnings."""
    failed = [checked for checked in found if any(map(counts, checked.findings))]
    totals = {"tests": str(len(found)), "failures": str(len(failed)), "errors": "0"}
    suites = ET.Element("testsuites", {"name": "hensoku check", **totals})
    suite = ET.SubElement(suites, "testsuite", {"name": "hensoku check", "skipped": "0", **totals})
    for checked in found:
        path = shown_path(checked.name)
        case = ET.SubElement(suite, "testcase", classname="hensoku.check", name=path, file=path)
        grave = [each for each in checked.findings if counts(each)]
        if grave:
            kinds = ", ".join(dict.fromkeys(each.code for each in grave))
            said = "; ".join(each.message for each in grave)
            failure = ET.SubElement(case, "failure", type=kinds, message=_xml(said))
            failure.text = _xml("\n\n".join(map(render, grave)))
    ET.indent(suites)
    return f"<?xml version='1.0' encoding='utf-8'?>\n{ET.tostring(suites, encoding='unicode')}"


_NOT_XML: Final = re.compile("[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def _xml(text: str) -> str:
    """Text without what XML 1.0 cannot hold."""
    return _NOT_XML.sub("\N{REPLACEMENT CHARACTER}", text)


def shown_path(path: str) -> str:
    """A path as seen from the working folder, with `/`, if it lies below; else as it is."""
    try:
        return Path(path).resolve().relative_to(Path.cwd()).as_posix()
    except ValueError:
        return PurePath(path).as_posix()


def lines_of(found: Sequence[Checked], *, notes: bool) -> Iterator[Text]:
    """The findings for a terminal, an empty line after each, and then how many there are."""
    from rich.text import Text

    for checked in found:
        for finding in checked.findings:
            if notes or counts(finding):
                yield Text("\n").join((render(finding, color=True), Text()))
    told = summary(found)
    if told:
        yield Text(told)
