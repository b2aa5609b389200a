"""Every name in generated code, and every way in which text of a definition gets there: `mangle`, `note`, `quoted`."""

from __future__ import annotations

import json
import re
from typing import Final

STEP: Final = "STEP_"
PATH: Final = "PATH_"
REACH: Final = "REACH_"
ZONE: Final = "ZONE_"
SET: Final = "SET_"
WALK: Final = "WALK_"
TRIGGERS: Final = "TRIGGERS_"
BECOMES: Final = "BECOMES_"
PROTECTION: Final = "PROTECTION_"

_MODULE_PREFIX: Final = "hensoku_"
_LONGEST: Final = 40


def mangle(text: str) -> str:
    """Letters, digits and underscores of ASCII that say what `text` was; not unique, and empty for kanji."""
    words = re.sub(r"[^A-Za-z0-9]+", "_", text.replace("+", " p").replace("-", " m"))
    return words.strip("_").lower()[:_LONGEST].rstrip("_")


def numbered(text: str, number: int) -> str:
    """A unique identifier for the numbered thing called `text`; never a keyword, for it ends in the number."""
    words = mangle(text) or "x"
    return f"{'n' if words[0].isdigit() else ''}{words}_{number}"


def module_name(slug: str, digest: str) -> str:
    """The name of the generated module: an identifier that carries the digest."""
    words = numbered(slug.replace("-", "_"), 0)[:-2]
    return f"{_MODULE_PREFIX}{words}_{mangle(digest)}"


def note(text: str) -> str:
    """`text` as it may stand in a comment of one line."""
    return "".join(char if char.isprintable() else " " for char in text)


def quoted(value: object) -> str:
    """Plain data as a Python string literal that holds JSON, all ASCII."""
    return repr(json.dumps(value, ensure_ascii=True, separators=(",", ":")))
