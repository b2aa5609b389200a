"""An example of every code: a definition in which it is found, and the same one mended.

They stand in `examples/*.md`, one heading for each code:

    # HS404
    Wrong:
    ```yaml
    …
    ```
    Right:
    ```yaml
    …
    ```

The last block of a side is what is checked, as `variant.yaml` (or `.md`); one before it names its file. A `console`
block is a command instead. `«text×9»` stands for nine times the text, `#` in it for a number that counts;
`«U+0008»` for the character. Codes of move strings have their examples in `moves.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Final, final

from hensoku.dsl.codes.moves import MOVES

_SECTION: Final = re.compile(r"^# (HS\d{3})\n(.*?)(?=^# HS|\Z)", re.MULTILINE | re.DOTALL)
_BLOCK: Final = re.compile(r"^```(?P<language>\w+)(?: (?P<more>\S+))?\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
_REPEATED: Final = re.compile(r"«([^«»]*)×(\d+)»", re.DOTALL)
_CHARACTER: Final = re.compile(r"«U\+([0-9A-F]{4})»")
_MOVES: Final = """\
parent: shogi
engine:
  pieces:
    G: {{name: Gold, moves: "{moves}"}}
"""


@final
@dataclass(frozen=True)
class Block:
    """One file, or a command (`language` is console). `text` is as it is shown."""

    language: str
    text: str
    name: str = ""
    encoding: str = "utf-8"

    @property
    def content(self) -> bytes:
        """What stands in the file, repetitions written out."""
        repeated = _REPEATED.sub(lambda found: "".join(_numbered(found[1], int(found[2]))), self.text)
        return _CHARACTER.sub(lambda found: chr(int(found[1], 16)), repeated).encode(self.encoding, "xmlcharrefreplace")

    @property
    def command(self) -> tuple[str, ...]:
        """The arguments of the command, without its own name."""
        return tuple(self.text.removeprefix("$ hensoku").split())


@final
@dataclass(frozen=True)
class Example:
    """`wrong` and `right` are empty where nothing can show the code; `note` then says why."""

    note: str
    wrong: tuple[Block, ...]
    right: tuple[Block, ...]


@cache
def examples() -> Mapping[str, Example]:
    """The example of each code."""
    found = dict(_read())
    for code, known in MOVES.items():
        wrong, right = (_MOVES.format(moves=text) for text in (known.wrong, known.right))
        found[code] = Example("", (Block("yaml", wrong, "variant.yaml"),), (Block("yaml", right, "variant.yaml"),))
    return MappingProxyType(dict(sorted(found.items())))


def _read() -> Iterator[tuple[str, Example]]:
    for file in sorted(files("hensoku.dsl.codes").joinpath("examples").iterdir(), key=lambda file: file.name):
        for section in _SECTION.finditer(file.read_text(encoding="utf-8")):
            note, _, sides = section[2].partition("Wrong:\n")
            wrong, _, right = sides.partition("\nRight:\n")
            yield section[1], Example(note.strip(), tuple(_blocks(wrong)), tuple(_blocks(right)))


def _blocks(text: str) -> Iterator[Block]:
    for found in _BLOCK.finditer(text):
        language, more = found["language"], found["more"] or ""
        encoding = "latin-1" if more == "latin-1" else "utf-8"
        name = more if "." in more else f"variant.{language}"
        yield Block(language, found["text"], name, encoding)


def _numbered(text: str, count: int) -> Iterator[str]:
    return (text.replace("#", str(number)) for number in range(1, count + 1))
