"""Shipped definitions, broken at random: each is read, or refused with findings that point into the file."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from hensoku.compiler import pipeline
from hensoku.compiler.options import DEFAULT
from hensoku.compiler.resolve import resolve
from hensoku.dsl.findings import DefinitionError, Finding, has_errors

SHEETS = sorted((Path(__file__).parent.parent / "variants").glob("*.md"))
PIECES = (
    *("null", "[]", "{}", "''", "-1", "0", "99999999999999999999", "true", "1e400", ".inf", ".nan", "0x10", "~", "? "),
    *(
        "[1,2]",
        "{a: b}",
        "&a",
        "*a",
        "!!python/object",
        "|\n",
        "<<: ",
        "\t",
        "\x00",
        "\ud7ff",
        "\u2028",
        ":",
        "- ",
        '"',
    ),
    *("'", "'{'", "far 1", "all", "all but K", "P L N", "royal", "loss", "draw", "none", "K", "9", "36", "37", "'+'"),
    *("fW", "caK", "[R?sR]", "{}{}", "1..2"),
)
WORD = re.compile(r"[A-Za-z0-9+]+")


def front_matter(text: str) -> tuple[int, int]:
    start = text.index("---\n") + 4
    return start, text.index("\n---", start)


def without_a_character(text: str, rng: random.Random) -> str:
    at = rng.randrange(len(text))
    return text[:at] + text[at + 1 :]


def with_a_piece(text: str, rng: random.Random) -> str:
    at = rng.randrange(len(text))
    return text[:at] + rng.choice(PIECES) + text[at:]


def with_another_value(text: str, rng: random.Random) -> str:
    lines = text.split("\n")
    at = rng.randrange(len(lines))
    key, colon, _ = lines[at].partition(":")
    lines[at] = f"{key}{colon} {rng.choice(PIECES)}"
    return "\n".join(lines)


def without_a_line(text: str, rng: random.Random) -> str:
    lines = text.split("\n")
    del lines[rng.randrange(len(lines))]
    return "\n".join(lines) or " "


def with_a_line_twice(text: str, rng: random.Random) -> str:
    lines = text.split("\n")
    lines.insert(rng.randrange(len(lines)), rng.choice(lines))
    return "\n".join(lines)


def with_another_word(text: str, rng: random.Random) -> str:
    words = list(WORD.finditer(text)) or list(re.finditer(r".|\n", text))
    old, new = rng.choice(words), rng.choice(words).group()
    return text[: old.start()] + (new if rng.random() < 0.6 else rng.choice(PIECES)) + text[old.end() :]


CHANGES = (
    without_a_character,
    with_a_piece,
    with_another_value,
    without_a_line,
    with_a_line_twice,
    with_another_word,
)


def broken(text: str, rng: random.Random) -> str:
    start, end = front_matter(text)
    inside = text[start:end]
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        inside = rng.choice(CHANGES)(inside, rng)
    return text[:start] + inside + text[end:]


def refused(path: Path, text: str) -> Sequence[Finding]:
    """What is said against a definition; nothing if it can be compiled."""
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    try:
        pipeline.run(resolve(str(path)).module, DEFAULT)
    except DefinitionError as error:
        return error.findings
    return ()


def read(path: Path, text: str) -> None:
    findings = refused(path, text)
    assert has_errors(findings) or not findings, text
    for finding in findings:
        assert 0 <= finding.span.start <= finding.span.end <= len(finding.span.source.text), text


def read_many(folder: Path, seed: int, count: int) -> None:
    rng = random.Random(seed)
    for _ in range(count):
        sheet = rng.choice(SHEETS)
        read(folder / sheet.name, broken(sheet.read_text("utf-8"), rng))


@pytest.mark.parametrize("seed", range(4))
def test_broken_definitions(tmp_path: Path, seed: int) -> None:
    read_many(tmp_path, seed, 100)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 110))
def test_many_broken_definitions(tmp_path: Path, seed: int) -> None:
    read_many(tmp_path, seed, 1000)
