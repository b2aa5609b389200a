"""Which findings may only follow from what was left out of a file, or from a parent that could not be read.

A key that is wrong is left out and the rest is read all the same. Whatever could be different with it is not told: who
mends the first fault should not have met others on the way that were none.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final, final

from hensoku.dsl.findings import Finding
from hensoku.dsl.load import Document
from hensoku.dsl.lost import Lost
from hensoku.dsl.nodes import Mapping, Scalar
from hensoku.dsl.source import Span

_NAMED: Final = frozenset(("HS402", "HS406", "HS407", "HS408", "HS418"))
"""Names that nothing bears."""

_LACKING: Final = frozenset(("HS412", "HS419", "HS473", "HS476"))
"""Pieces and rules that do not say all that they must, or say less than what they replace."""

_SIZED: Final = frozenset(("HS401", "HS404", "HS405", "HS409", "HS420"))
"""What does not fit the board."""

_LETTERS: Final = frozenset(("HS403", "HS414"))
"""Letters of two faces."""

_INCOMPLETE: Final = "HS400"
_WITHOUT_EFFECT: Final = frozenset(("HS440", "HS441"))
"""What was left out may be what it has an effect on."""

_MEANING: Final = "HS4"

_INHERITED: Final = _NAMED | _LACKING | _WITHOUT_EFFECT | {_INCOMPLETE}
"""What a parent may have."""

_PARENT: Final = frozenset(("parent", "extends"))
_WHOLE: Final = ((), ("engine",), ("engine", "topology"))
"""Where the parts stand that every definition needs."""

_PIECES: Final = "pieces"
_PROFILES: Final = ("engine", "profiles")


@final
@dataclass(frozen=True)
class Losses:
    """What was left out of a file and its parents, and whether there is or may be a parent that was not read. `own` is
    the text that is checked: the file, or one profile of it."""

    own: Span
    parts: tuple[Lost, ...]
    parent: bool

    def told(self, findings: Iterable[Finding]) -> list[Finding]:
        """The findings that stand whatever was left out."""
        return [found for found in findings if not self._may_explain(found)]

    def _may_explain(self, found: Finding) -> bool:
        code, said = found.code, found.span.text.lstrip("+").upper()
        if self.parent and code in _INHERITED:
            return True
        if self.parts and code.startswith(_MEANING) and not _holds(self.own, found.span):
            return True  # a parent is right by itself, or is told to be wrong when it is checked
        if code in _NAMED:
            return any(self._may_name(part, said) for part in self.parts)
        if code in _LACKING:
            return any(said in map(str.upper, part.keys) or "promotes" in part.keys for part in self.parts)
        if code in _SIZED:
            return any(_is_of_the_whole(part) and _has_number(part) for part in self.parts)
        if code in _LETTERS:
            return any(_PIECES in part.keys for part in self.parts)
        if code == _INCOMPLETE:
            return any(_is_of_the_whole(part) for part in self.parts)
        return code in _WITHOUT_EFFECT and bool(self.parts)

    def _may_name(self, part: Lost, name: str) -> bool:
        """Whether a part holds a name, is within what bears it, or is a piece with a key that is none."""
        return name in part.words or name in map(str.upper, part.keys) or part.keys[-2:-1] == (_PIECES,)


def bearing_on(profile: str | None, documents: Iterable[Document]) -> tuple[Lost, ...]:
    """What was left out of the rules of some files: those of a profile as if they stood in `engine`, none of others."""
    parts = [part for document in documents for part in document.lost]
    whole = (part for part in parts if part.keys[:2] != _PROFILES)
    own = (part for part in parts if part.keys[:2] == _PROFILES and part.keys[2:3] == (profile,))
    return (*whole, *(replace(part, keys=("engine", *part.keys[3:])) for part in own))


def may_hide_a_parent(document: Document) -> bool:
    """Whether what was left out of a file may have named its parent."""
    lost = lost_of_the_whole(document)
    if any(not part.keys or part.keys[-1] in _PARENT or part.meant in _PARENT for part in lost):
        return True
    engine = document.tree.get("engine")
    named = document.tree.get("parent"), engine.get("extends") if isinstance(engine, Mapping) else None
    if any(isinstance(name, Scalar) and name.value is not None for name in named):
        return False
    return any(isinstance(part.value, Scalar) for part in lost)


def lost_of_the_whole(document: Document) -> tuple[Lost, ...]:
    """What was left out of a file where the parts stand that every definition needs."""
    return tuple(part for part in document.lost if _is_of_the_whole(part))


def _is_of_the_whole(part: Lost) -> bool:
    return part.keys[:-1] in _WHOLE


def _holds(around: Span, span: Span) -> bool:
    return around.source == span.source and around.start <= span.start <= around.end


def _has_number(part: Lost) -> bool:
    return any(letter.isdecimal() for word in part.words for letter in word)
