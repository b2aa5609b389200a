"""From a file to a document: the tree of its definition, and the Markdown after it.

A rule sheet (`.md`) begins with front matter between two lines `---`; a `.yaml` or `.yml` file is the mapping itself.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from collections.abc import Mapping as PlainMapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Final, final

from hensoku.dsl.codes import finding
from hensoku.dsl.findings import DefinitionError, Finding, has_errors
from hensoku.dsl.lost import Lost
from hensoku.dsl.nodes import Mapping, Scalar, Sequence
from hensoku.dsl.source import Source, Span
from hensoku.dsl.structure import examine
from hensoku.dsl.yaml import read_yaml

MAX_BYTES: Final = 256 * 1024
SHEET_SUFFIXES: Final = frozenset((".md", ".markdown"))
YAML_SUFFIXES: Final = frozenset((".yaml", ".yml"))

_FENCE: Final = re.compile(r"---[ \t]*(?:\r?\n|\Z)")
_CLOSING: Final = re.compile(r"^---[ \t]*\r?$", re.MULTILINE)


@final
@dataclass(frozen=True)
class Document:
    """A definition as written: `tree` is its mapping, `body` the Markdown after it ("" in a YAML file). `lost` is what
    was at fault and left out of the tree."""

    source: Source
    tree: Mapping
    body: str
    lost: tuple[Lost, ...] = ()


_UNSAVED: Final[ContextVar[PlainMapping[str, str]]] = ContextVar("unsaved", default=MappingProxyType({}))


@contextmanager
def unsaved(texts: PlainMapping[str, str]) -> Iterator[None]:
    """Read these texts, too, in place of the files with their (absolute) paths: what an editor has not saved."""
    token = _UNSAVED.set({**_UNSAVED.get(), **texts})
    try:
        yield
    finally:
        _UNSAVED.reset(token)


def read_source(path: str | os.PathLike[str]) -> Source:
    """The text of a definition file, its byte order mark dropped.

    Raises DefinitionError for a file that is missing, too large, of another kind or no UTF-8."""
    name = os.fspath(path)
    suffix = Path(name).suffix.lower()
    nowhere = Span(Source(name, ""), 0, 0)
    if suffix not in SHEET_SUFFIXES | YAML_SUFFIXES and Path(name).is_file():
        raise DefinitionError([finding("HS007", nowhere, suffix=suffix or "one without an ending")])
    return read_text(name)


def read_text(name: str) -> Source:
    """The text of any file, its byte order mark dropped.

    Raises DefinitionError for a file that is missing, too large or no UTF-8."""
    nowhere = Span(Source(name, ""), 0, 0)
    text = _UNSAVED.get().get(os.path.abspath(name))  # noqa: PTH100 - any name, also one that is no path
    if text is not None:
        if len(text) > MAX_BYTES:
            raise DefinitionError([finding("HS003", nowhere, limit=MAX_BYTES, size=len(text))])
        return Source(name, text)
    if Path(name).is_fifo():
        raise DefinitionError([finding("HS001", nowhere, reason="it is a pipe")])
    try:
        with Path(name).open("rb") as file:
            data = file.read(MAX_BYTES + 1)
            size = os.fstat(file.fileno()).st_size
    except (OSError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        raise DefinitionError([finding("HS001", nowhere, reason=reason)]) from None
    if len(data) > MAX_BYTES:
        raise DefinitionError([finding("HS003", nowhere, limit=MAX_BYTES, size=max(size, len(data)))])
    return _decoded(name, data)


def _decoded(name: str, data: bytes) -> Source:
    try:
        return Source(name, data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        offset = _first_bad(data)
        before = data[:offset].decode("utf-8-sig")
        source = Source(name, data.decode("utf-8-sig", "replace"))
        span = Span(source, len(before), len(before) + 1)
        help_ = "save the file as UTF-8"
        raise DefinitionError(
            [finding("HS002", span, byte=f"0x{data[offset]:02x}", offset=offset, help=help_)]
        ) from None


def _first_bad(data: bytes) -> int:
    """Where the bytes stop being UTF-8, the byte order mark counted (the other codec does not count it)."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.start
    return 0


@lru_cache(maxsize=64)
def checked_document(source: Source) -> tuple[Document | None, tuple[Finding, ...]]:
    """The document of a source, its keys and types checked too, and left out where they are wrong; the whole of it is
    lost where the YAML is wrong. Remembered: parents are read for each of their children, and a file for each of its
    profiles."""
    document, findings = load_document(source)
    if document is None:
        return None, tuple(findings)
    structure = examine(document.tree)
    lost = (Lost((), document.tree),) if has_errors(findings) else structure.lost
    return replace(document, tree=structure.tree, lost=lost), (*findings, *structure.findings)


def load_document(source: Source) -> tuple[Document | None, list[Finding]]:
    """The document of a source, None if it is none, and all findings about its YAML."""
    start, end, body, problem = _parts(source)
    if problem is not None:
        return None, [problem]
    root, findings = read_yaml(source, start, end)
    match root:
        case Mapping():
            return Document(source, root, source.text[body:]), findings
        case Scalar(value=None) | None:
            if not findings:
                findings = [finding("HS006", Span(source, start, start))]
        case Scalar() | Sequence():
            found = "a list" if isinstance(root, Sequence) else "text"
            findings = [*findings, finding("HS024", Span(source, root.span.start, root.span.start), found=found)]
    return None, findings


def is_sheet(source: Source) -> bool:
    """Whether a text is Markdown with front matter, by the name of its file or, where that says nothing, by its first
    line."""
    suffix = Path(source.path).suffix.lower()
    named = suffix in SHEET_SUFFIXES
    return named or (suffix not in YAML_SUFFIXES and _is_file(source) and _FENCE.match(source.text) is not None)


def _is_file(source: Source) -> bool:
    """Texts that are no files (`<overrides>`) are YAML."""
    return not source.path.startswith("<")


def _parts(source: Source) -> tuple[int, int, int, Finding | None]:
    """Where the YAML begins and ends and where the body begins."""
    text = source.text
    if not is_sheet(source):
        return 0, len(text), len(text), None
    opening = _FENCE.match(text)
    if opening is None:
        help_ = "begin the file with a line ---"
        return 0, 0, 0, finding("HS004", Span(source, 0, 0), help=help_)
    closing = _CLOSING.search(text, opening.end())
    if closing is None:
        help_ = "close the front matter with a line ---"
        return 0, 0, 0, finding("HS005", Span(source, 0, 3), help=help_)
    return opening.end(), closing.start(), min(closing.end() + 1, len(text)), None
