"""Findings as SARIF 2.1.0, the format of code scanning (https://docs.oasis-open.org/sarif/sarif/v2.1.0/)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

import hensoku
from hensoku.checking.one import Checked
from hensoku.checking.reports import shown_path
from hensoku.dsl.codes import CODES
from hensoku.dsl.findings import Finding, Fix, Severity
from hensoku.dsl.source import Span

SCHEMA: Final = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_LEVELS: Final = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "note"}


def as_sarif(found: Sequence[Checked]) -> str:
    """One run; its rules are the codes that were found."""
    findings = [each for checked in found for each in checked.findings]
    codes = sorted({each.code for each in findings})
    driver = {
        "name": "hensoku",
        "version": hensoku.__version__,
        "semanticVersion": hensoku.__version__,
        "rules": [_rule(code) for code in codes],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "artifacts": [{"location": _location(path)} for path in dict.fromkeys(checked.name for checked in found)],
        "results": [_result(each, codes.index(each.code)) for each in findings],
        "invocations": [{"executionSuccessful": True}],
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, ensure_ascii=False, indent=2)


def _rule(code: str) -> dict[str, Any]:
    known = CODES[code]
    return {
        "id": code,
        "name": "".join(word.capitalize() for word in known.title.replace("`", "").split()),
        "shortDescription": {"text": known.title},
        "fullDescription": {"text": known.why},
        "help": {"text": f"{known.why}\n\n`hensoku explain {code}` shows an example and its mending."},
        "defaultConfiguration": {"level": _LEVELS[known.severity]},
    }


def _result(finding: Finding, rule: int) -> dict[str, Any]:
    told = finding.message if finding.help is None else f"{finding.message}\nhelp: {finding.help}"
    result: dict[str, Any] = {
        "ruleId": finding.code,
        "ruleIndex": rule,
        "level": _LEVELS[finding.severity],
        "message": {"text": told},
        "locations": [{"physicalLocation": _place(finding.span)}],
        "partialFingerprints": {"hensokuCodeAndLine/v1": _fingerprint(finding)},
    }
    if finding.related:
        result["relatedLocations"] = [
            {"id": number, "physicalLocation": _place(each.span), "message": {"text": each.message}}
            for number, each in enumerate(finding.related, start=1)
        ]
    if finding.fixes:
        result["fixes"] = [_fix(fix, finding.help) for fix in finding.fixes]
    return result


def _place(span: Span) -> dict[str, Any]:
    place: dict[str, Any] = {"artifactLocation": _location(span.source.path)}
    if span.source.text:
        place["region"] = _region(span)
    return place


def _region(span: Span) -> dict[str, Any]:
    line, column = span.source.position(span.start)
    end_line, end_column = span.source.position(span.end)
    return {"startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column}


def _fix(fix: Fix, told: str | None) -> dict[str, Any]:
    replacement = {"deletedRegion": _region(fix.span), "insertedContent": {"text": fix.replacement}}
    change = {"artifactLocation": _location(fix.span.source.path), "replacements": [replacement]}
    return {"description": {"text": told or f"write {fix.replacement!r}"}, "artifactChanges": [change]}


def _location(path: str) -> dict[str, Any]:
    shown = shown_path(path)
    return {"uri": Path(shown).as_uri() if Path(shown).is_absolute() else quote(shown)}


def _fingerprint(finding: Finding) -> str:
    """The same for a finding whose line has only moved."""
    span = finding.span
    line = span.source.line(span.line).strip() if span.source.text else ""
    return blake2b(f"{finding.code}\n{finding.message}\n{line}".encode(), digest_size=16).hexdigest()
