"""One open file: its text, its document, and the variant that it was when it last was right."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, final

from hensoku.checking.files import looks_like_definition
from hensoku.checking.one import Checked, check_one
from hensoku.compiler.resolve import Resolved, resolve
from hensoku.dsl.definition import Definition, PieceDef, SetupNode, SetupPiece
from hensoku.dsl.findings import DefinitionError
from hensoku.dsl.load import Document, load_document, unsaved
from hensoku.dsl.nodes import Mapping as Tree
from hensoku.dsl.nodes import Scalar
from hensoku.dsl.source import Source, Span


@final
@dataclass
class Sheet:
    """`texts` are all texts that are open, by path. `last` is what the file resolved to when it last could be."""

    path: str
    texts: Mapping[str, str]
    last: Resolved | None = field(default=None)

    @property
    def text(self) -> str:
        return self.texts[self.path]

    @cached_property
    def source(self) -> Source:
        return Source(self.path, self.text)

    @cached_property
    def document(self) -> Document | None:
        return load_document(self.source)[0]

    @property
    def is_definition(self) -> bool:
        return looks_like_definition(Path(self.path).suffix, self.text.encode())

    def check(self) -> Checked:
        with unsaved(self.texts):
            return check_one(self.path)

    @cached_property
    def now(self) -> Resolved | None:
        """The variant as the text stands; None if it has errors."""
        with unsaved(self.texts), suppress(DefinitionError):
            return resolve(self.path)
        return None

    @property
    def resolved(self) -> Resolved | None:
        """The variant as it stands, or as it was."""
        return self.now or self.last

    def parent(self, root: Tree) -> Resolved | None:
        """The variant that a tree, which may be half written, inherits from."""
        engine = root.get("engine")
        for named in (engine.get("extends") if isinstance(engine, Tree) else None, root.get("parent")):
            if isinstance(named, Scalar):
                with unsaved(self.texts), suppress(DefinitionError):
                    return resolve(named.text, paths=[Path(self.path).parent])
        return None

    def profiles(self) -> Iterator[Resolved]:
        for name in self.now.definition.profiles if self.now else ():
            with unsaved(self.texts), suppress(DefinitionError):
                yield resolve(self.path, profile=name)


def piece_of(definition: Definition, key: str) -> PieceDef | None:
    """The piece with a key, or with the key of its promoted face."""
    return next((piece for piece in definition.pieces if piece.id.value == key.removeprefix("+")), None)


def setups_of(definition: Definition) -> Iterator[SetupNode]:
    yield definition.setup
    yield from definition.setups.values()


def letters_of(setup: SetupNode) -> Iterator[SetupPiece]:
    yield from (cell for row in setup.rows for cell in row if isinstance(cell, SetupPiece))
    yield from (piece for piece, _ in setup.hands)


def parts(node: Any) -> Iterator[Any]:
    """A node of a definition and all nodes in it; places are no nodes."""
    if isinstance(node, Source | Span | str | int | None):
        return
    if dataclasses.is_dataclass(node):
        yield node
        for each in dataclasses.fields(node):
            yield from parts(getattr(node, each.name))
    elif isinstance(node, Mapping):
        for value in node.values():
            yield from parts(value)
    elif isinstance(node, tuple | list):
        for value in node:
            yield from parts(value)
