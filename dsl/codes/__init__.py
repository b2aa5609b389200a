"""Every code that a finding may bear: what it is called, how grave it is, why it is so, and what the message says.

The tables stand beside this file, one for each stage. A message is written once, here, with its places to fill in;
`finding` fills them. The messages of the move notation (HS2xx) are made where the fault is found.

    HS0xx  files and YAML           HS3xx  setups, regions, piece sets
    HS1xx  keys and types           HS4xx  what the definition means as a whole
    HS2xx  move strings                      HS5xx  files of other programs
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from hensoku.dsl.codes.code import Code
from hensoku.dsl.codes.exchange import EXCHANGE
from hensoku.dsl.codes.files import FILES
from hensoku.dsl.codes.inheritance import INHERITANCE
from hensoku.dsl.codes.lints import LINTS
from hensoku.dsl.codes.meaning import MEANING
from hensoku.dsl.codes.moves import MOVES
from hensoku.dsl.codes.notation import NOTATION
from hensoku.dsl.codes.structure import STRUCTURE
from hensoku.dsl.findings import Finding, Fix, Related, Severity
from hensoku.dsl.source import Span

__all__ = ["CODES", "Code", "finding"]

_FIRST_LINT = 250

_MOVE_CODES: Final = {
    number: Code(
        title=code.title,
        message="",
        why=code.why,
        severity=Severity.WARNING if int(number[2:]) >= _FIRST_LINT else Severity.ERROR,
    )
    for number, code in MOVES.items()
}


def _merged(*tables: Mapping[str, Code]) -> Mapping[str, Code]:
    merged: dict[str, Code] = {}
    for table in tables:
        for number, code in table.items():
            if number in merged:
                raise ValueError(f"{number} stands in two tables")
            merged[number] = code
    return MappingProxyType(dict(sorted(merged.items())))


CODES: Final[Mapping[str, Code]] = _merged(
    FILES, STRUCTURE, _MOVE_CODES, NOTATION, MEANING, INHERITANCE, LINTS, EXCHANGE
)


def finding(
    code: str,
    span: Span,
    *,
    help: str | None = None,  # noqa: A002 - the field's own name
    related: Sequence[Related] = (),
    fixes: Sequence[Fix] = (),
    **values: object,
) -> Finding:
    """A finding with the message of its code, `values` filled in."""
    known = CODES[code]
    message = known.message.format(**values)
    return Finding(code, message, span, known.severity, help, tuple(related), tuple(fixes))
