"""Codes of keys and types (HS1xx): what the schema says about a value."""

from __future__ import annotations

from typing import Final

from hensoku.dsl.codes.code import Code
from hensoku.dsl.findings import Severity

STRUCTURE: Final[dict[str, Code]] = {
    "HS101": Code(
        "unknown key",
        "unknown key {key!r} in {where}",
        "A key that nothing reads is a rule that silently does not hold. The schema lists all keys.",
    ),
    "HS102": Code(
        "wrong type",
        "{where} must be {expected}, not {found}",
        "Each key takes values of certain types.",
    ),
    "HS103": Code(
        "not one of the choices",
        "{where} must be {expected}, not {found}",
        "The key takes one of a few words.",
    ),
    "HS104": Code(
        "out of range",
        "{where} must be {expected}, not {found}",
        "The number is smaller or larger than what can be compiled.",
    ),
    "HS105": Code(
        "wrong form",
        "{where} must be {expected}, not {found}",
        "The text has a fixed form.",
    ),
    "HS106": Code(
        "missing key",
        "{where} needs the key {key!r}",
        "Without it the mapping says nothing.",
    ),
    "HS107": Code(
        "too few or too many",
        "{where} must be {expected}, not {found}",
        "The number of entries is limited.",
    ),
    "HS108": Code(
        "keys that exclude each other",
        "{where} takes either {first!r} or {second!r}, not both",
        "The two keys say the same thing in different ways.",
    ),
    "HS109": Code(
        "key of a piece in lower case",
        "the key of a piece is written in upper case, not {key!r}",
        "Upper case is the piece itself; in a setup upper case is sente's and lower case gote's.",
    ),
    "HS150": Code(
        "key passed over",
        "{key!r} is for presentation and is passed over",
        "Sites keep the look of their boards in the same files. Nothing here depends on it.",
        Severity.NOTE,
    ),
    "HS151": Code(
        "deprecated key",
        "{key!r} is an old name of {new!r}",
        "The key still works and will be removed in a later format.",
        Severity.WARNING,
    ),
    "HS152": Code(
        "rules of another program",
        "{key!r} holds the rules of another program, and none of them is read",
        "Sites keep the rules of their own programs in the same files. Where `engine` says no rule by itself, a "
        "variant would be its parent, or nothing, under another name.",
        Severity.WARNING,
    ),
}
