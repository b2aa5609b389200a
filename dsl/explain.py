"""What there is to say about a code, as Markdown: for `hensoku explain`, and for the page with all of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from hensoku.dsl.codes import CODES
from hensoku.dsl.codes.examples import Block, examples

STAGES: Final = {
    "HS0": "Files, YAML, comments",
    "HS1": "Keys and types",
    "HS2": "Move strings",
    "HS3": "Setups, regions, piece sets",
    "HS4": "What the definition means as a whole",
    "HS5": "Files of other programs",
}

_HEAD: Final = """# Diagnostics

Every code of `hensoku check`, `import` and `export`, with an example in which it is found and the same one mended. This
page is written from the tables and examples in `dsl/codes`; `hensoku explain CODE` prints an entry. How to tune and
silence codes, and what `--fix` does, is said in [checking](checking.md).

An error keeps a definition from being used. A warning makes a check fail and can be ignored or silenced; a note does
not. In the examples `«text×9»` stands for nine times the text, `#` in it for a number that counts, and `«U+0008»` for a
character.
"""

_PLACE: Final = re.compile(r"\{(\w+)(?:!r)?\}")
_TELLS: Final = re.compile(r"(^|> ?)[^<>]{4}")
"""A message that is more than the place of another text."""

_SIDES: Final = (("wrong", "Found in"), ("right", "Mended"))


def explanation(code: str) -> str:
    """The entry of a code, without its heading."""
    known, example = CODES[code], examples()[code]
    parts = (
        [f"*{known.severity.value}*: {known.message.replace('{{', '{').replace('}}', '}')}"] if known.message else []
    )
    parts += [known.why, example.note]
    for side, title in _SIDES:
        blocks: tuple[Block, ...] = getattr(example, side)
        if blocks:
            parts += [f"{title}:", *map(_fenced, blocks)]
    return "\n\n".join(part for part in parts if part) + "\n"


def as_data(code: str) -> dict[str, Any]:
    """The entry of a code for a program."""
    known, example = CODES[code], examples()[code]
    sides = {side: [{"name": block.name, "text": block.text} for block in getattr(example, side)] for side, _ in _SIDES}
    return {
        "code": code,
        "title": known.title,
        "severity": known.severity.value,
        "message": known.message,
        "why": known.why,
        "note": example.note,
        **sides,
    }


def diagnostics_page() -> str:
    """The page with all codes."""
    return "\n".join(_page())


def _page() -> Iterator[str]:
    yield _HEAD
    for start, title in STAGES.items():
        codes = [code for code in CODES if code.startswith(start)]
        yield f"## {title}\n"
        yield "| code | | |\n|---|---|---|"
        for code in codes:
            yield f"| [{code}](#{code.lower()}) | {CODES[code].severity.value} | {CODES[code].title} |"
        yield ""
        for code in codes:
            yield f"### {code}\n\n**{CODES[code].title}**\n\n{explanation(code)}"


def _fenced(block: Block) -> str:
    language = "yaml" if block.language == "txt" else "markdown" if block.language == "md" else block.language
    named = f"`{block.name}`:\n\n" if not block.name.startswith("variant.y") and block.language != "console" else ""
    return f"{named}```{language}\n{block.text}```"
