"""What is wrong with a definition, as data: phases return findings, one place renders them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final, final

from hensoku.dsl.source import Span


class Severity(Enum):
    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


AGAIN: Final = "and here"
"""What a related place says where the same is wrong once more."""


@final
@dataclass(frozen=True)
class Related:
    """Another place that a finding speaks of."""

    span: Span
    message: str


@final
@dataclass(frozen=True)
class Fix:
    """A replacement of one stretch of the author's text."""

    span: Span
    replacement: str
    safe: bool = True


@final
@dataclass(frozen=True)
class Finding:
    """One located message.

    `code` is a key of `hensoku.dsl.codes.CODES`; `message` is lower case, without a final period;
    `help` says the mended form; `span` is the smallest that holds the fault.
    """

    code: str
    message: str
    span: Span
    severity: Severity = Severity.ERROR
    help: str | None = None
    related: tuple[Related, ...] = ()
    fixes: tuple[Fix, ...] = ()


class DefinitionError(ValueError):
    """A definition that cannot be used; `findings` says all that is wrong with it."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        self.findings = tuple(findings)
        errors = [finding for finding in self.findings if finding.severity is Severity.ERROR]
        super().__init__("\n".join(_told(finding) for finding in errors or self.findings))


def _told(finding: Finding) -> str:
    """In one line, for who meets it in Python; `render` shows the place."""
    return f"{finding.span}: {finding.code}: {finding.message}" + (f" ({finding.help})" if finding.help else "")


def has_errors(findings: Sequence[Finding]) -> bool:
    return any(finding.severity is Severity.ERROR for finding in findings)


_NOT_THERE: Final = frozenset(("HS001", "HS450", "HS454"))
"""A file that cannot be read, and names of a variant or of a profile that nothing bears."""


def not_there(findings: Sequence[Finding]) -> bool:
    """Whether what was asked for is not there, which is no fault of any definition."""
    return any(finding.code in _NOT_THERE for finding in findings)
