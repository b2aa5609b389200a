"""What there is to say about one code."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from hensoku.dsl.findings import Severity


@final
@dataclass(frozen=True, slots=True)
class Code:
    """`title` names the fault in a few words; `message` is the sentence of a finding, with `{places}` to fill in;
    `why` explains it to somebody who meets it for the first time."""

    title: str
    message: str
    why: str
    severity: Severity = Severity.ERROR
