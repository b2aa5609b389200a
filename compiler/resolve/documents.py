"""From a name to a merged tree: the chain of parents, a profile, overrides."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping as PlainMapping
from collections.abc import Sequence as PlainSequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, final

from hensoku.compiler.resolve.beside import numbers_for, under
from hensoku.compiler.resolve.following import Losses, bearing_on, lost_of_the_whole, may_hide_a_parent
from hensoku.compiler.resolve.library import SUFFIXES, Library, file_meant, shipped, shipped_names
from hensoku.compiler.resolve.merge import merge_engines, merge_profile, normalised, without_nulls
from hensoku.compiler.resolve.replaced import replaced
from hensoku.dsl.codes import finding
from hensoku.dsl.findings import DefinitionError, Finding, Related, has_errors
from hensoku.dsl.load import Document, checked_document, read_source
from hensoku.dsl.nodes import Entry, Mapping, Node, Scalar, Sequence, key_node, nested
from hensoku.dsl.source import Source, Span
from hensoku.dsl.structure import validate
from hensoku.dsl.yaml import read_yaml

OVERRIDES: Final = "<overrides>"
MOST_NAMES: Final = 8
"""So many known names are offered."""

_COMPLETE: Final = ("topology", "setup", "pieces")


@final
@dataclass(frozen=True)
class Merged:
    """`tree` is the file's outer mapping with its engine merged; `documents` the file first, then its parents;
    `numbers` the file of the evaluation, if there is one; `losses` what was left out of the files."""

    tree: Mapping
    documents: tuple[Document, ...]
    findings: tuple[Finding, ...]
    numbers: Document | None
    losses: Losses


def merge_documents(
    name: str,
    library: Library,
    profile: str | None,
    overrides: PlainMapping[str, Any] | None,
    evaluation: str | None = None,
) -> Merged:
    """What is wrong with a file, or a parent, is left out of it and told in the findings. Raises DefinitionError where
    there is nothing to go on with. `evaluation`: the file of numbers that is not beside the definition."""
    reader = _Reader(library)
    file = reader.locate(name)
    chain = reader.chain(file)
    engine, gone = _engine(chain[-1].tree), list[Finding]()
    for document in reversed(chain[:-1]):
        if document is chain[0]:
            gone += replaced(engine, _engine(document.tree))
        engine = merge_engines(engine, _engine(document.tree))
    layers = [reader.profile(engine, profile, chain[0])] if profile is not None else []
    if overrides is not None:
        layers.append(reader.overrides(overrides))
    numbers, found = numbers_for(file, evaluation)
    reader.findings += found
    if numbers is not None:
        engine = under(engine, numbers)
    for layer in layers:
        engine = merge_profile(engine, layer)
    tree = without_nulls(_with_engine(_described(chain[0].tree, layers), engine))
    assert isinstance(tree, Mapping)
    own = layers[0].span if profile is not None else _whole(chain[0].source)
    losses = Losses(own, bearing_on(profile, chain), reader.lacks_parent)
    return Merged(tree, tuple(chain), (*reader.findings, *losses.told(gone)), numbers, losses)


@final
@dataclass
class _Reader:
    library: Library
    findings: list[Finding] = field(default_factory=list)
    lacks_parent: bool = False

    def stop_on_errors(self) -> None:
        if has_errors(self.findings):
            raise DefinitionError(self.findings)

    def locate(self, name: str) -> Path:
        path = Path(name)
        is_path = path.suffix in SUFFIXES or os.sep in name
        if os.path.isfile(name) or (is_path and os.path.exists(name)):  # noqa: PTH110, PTH113 - no error for odd names
            return path
        found = None if is_path else self._one(name, _whole(Source("<name>", name)), self.library.bearers(name))
        if found is not None:
            return found
        meant = file_meant(path)
        if os.path.isdir(name) or (is_path and meant is None):  # noqa: PTH112 - no error for odd names
            return path  # what is wrong with it is said by whoever reads it
        told = f"did you mean the file {meant}?" if meant else self._offer(name, "; or give the path of a file")
        raise DefinitionError([finding("HS450", _whole(Source("<name>", name)), help=told, name=name)])

    def _one(self, name: str, said: Span, found: PlainSequence[Path]) -> Path | None:
        """The file that bears a name. Raises where two bear it alike: it is not for the order of files to choose."""
        if len(found) > 1:
            files = " and ".join(str(file) for file in found)
            self.findings.append(finding("HS475", said, name=name, files=files))
            raise DefinitionError(self.findings)
        for file in found:
            self._check_shadow(name, file, said)
        return next(iter(found), None)

    def _offer(self, name: str, otherwise: str = "") -> str:
        """What else there is, for a name that nothing bears."""
        near = self.library.nearest(name)
        if near:
            return f"did you mean {near}?"
        names = self.library.names()
        more = f" and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
        return f"known are {', '.join(names[:MOST_NAMES])}{more}{otherwise}"

    def chain(self, file: Path) -> list[Document]:
        """The document of a file, its parent's, and so on, as far as they can be read. Raises where there is none."""
        document = self._read(file)
        if document is None or any(not part.keys for part in document.lost):
            raise DefinitionError(self.findings)
        documents, names, seen = [document], [_text(document.tree, "slug")], {file.resolve()}
        while True:
            parent = self._parent(documents[-1], Path(documents[-1].source.path))
            if parent is None:
                return documents
            if parent[1].resolve() in seen:
                names.append(parent[0].text)
                chain = " → ".join(names)
                self.findings.append(finding("HS453", parent[0].span, name=parent[0].text, chain=chain))
                raise DefinitionError(self.findings)
            seen.add(parent[1].resolve())
            document = self._read(parent[1])
            if document is None:
                return documents
            documents.append(document)
            names.append(_text(document.tree, "slug"))

    def _read(self, file: Path) -> Document | None:
        """A document and its structure, checked; None if there is none to go on with."""
        try:
            document, findings = checked_document(read_source(file))
        except DefinitionError as error:
            document, findings = None, error.findings
        self.findings += findings
        self.lacks_parent |= document is None or may_hide_a_parent(document)
        return document

    def _parent(self, document: Document, file: Path) -> tuple[Scalar, Path] | None:
        engine = document.tree.get("engine")
        extends = engine.get("extends") if isinstance(engine, Mapping) else None
        outer = document.tree.get("parent")
        for named, required in ((extends, True), (outer, False)):
            if isinstance(named, Scalar) and named.value is not None:
                found = self.library.beside(file).bearers(named.text)
                if found:
                    self._check_own_name(document, named, found[0], file)
                    self._one(named.text, named.span, found)
                    return named, found[0]
                is_complete = _complete(engine)
                self.lacks_parent |= required or not is_complete
                self._missing(named, required=required or not (is_complete or lost_of_the_whole(document)))
                return None
        return None

    def _missing(self, named: Scalar, *, required: bool) -> None:
        code = "HS451" if required else "HS452"
        self.findings.append(finding(code, named.span, help=self._offer(named.text), name=named.text))

    def _check_own_name(self, document: Document, parent: Scalar, found: Path, file: Path) -> None:
        """A definition that bears its parent's name finds itself, whatever else bears that name. Raises."""
        if found.resolve() != file.resolve():
            return
        slug, aliases = document.tree.get("slug"), document.tree.get("aliases")
        own = [slug, *(aliases.items if isinstance(aliases, Sequence) else ())]
        said = next((one for one in own if isinstance(one, Scalar) and one.text == parent.text), None)
        where = said.span if said else parent.span
        told = f"write another {'slug' if said in (None, slug) else 'alias'}"
        told += ", and the shipped one is found" if parent.text in shipped_names() else ", or name another parent"
        related = (Related(parent.span, "the parent"),) if said else ()
        self.findings.append(finding("HS472", where, help=told, related=related, name=parent.text))
        raise DefinitionError(self.findings)

    def _check_shadow(self, name: str, file: Path, named: Span) -> None:
        """A file found under the name of a shipped variant; one that is given by its path stands in nobody's place."""
        if name in shipped_names() and not shipped(file):
            told = f"{file} bears it too; give that another slug and other aliases"
            self.findings.append(finding("HS455", named, help=told, name=name))

    def profile(self, engine: Mapping, name: str, document: Document) -> Mapping:
        profiles = engine.get("profiles")
        known = profiles if isinstance(profiles, Mapping) else Mapping((), engine.span)
        found = known.get(name)
        if isinstance(found, Mapping):
            return found
        self.stop_on_errors()  # it may be among what was left out
        names = ", ".join(entry.key.text for entry in known.entries)
        slug = _text(document.tree, "slug")
        told = f"its profiles are {names}" if names else "it has none"
        places = [Related(known.span, "its profiles")] if names else []
        span = _whole(Source("<profile>", name))
        self.findings.append(finding("HS454", span, help=told, related=places, slug=slug, name=name))
        raise DefinitionError(self.findings)

    def overrides(self, overrides: PlainMapping[str, Any]) -> Mapping:
        """Plain data as nodes, checked like a profile. Raises TypeError if it is something else."""
        if not isinstance(overrides, PlainMapping):
            raise TypeError(f"overrides are a mapping, a part of a definition's engine, not {overrides!r}")
        text = json.dumps(dict(overrides), ensure_ascii=False, indent=1, default=_plain)  # JSON is YAML, strings quoted
        node, findings = read_yaml(Source(OVERRIDES, text), 0, len(text))
        self.findings += findings
        self.stop_on_errors()
        assert isinstance(node, Mapping)
        self.findings += validate(nested(("engine", "profiles", "overrides"), node))
        self.stop_on_errors()
        return node


def _described(tree: Mapping, layers: PlainSequence[Mapping]) -> Mapping:
    """The outer mapping. It describes the file's own rules: where a later layer has another board, it says none."""
    if all(layer.get("topology") is None for layer in layers):
        return tree
    return replace(tree, entries=tuple(entry for entry in tree.entries if entry.key.text != "board"))


def _engine(tree: Mapping) -> Mapping:
    engine = tree.get("engine")
    return normalised(engine) if isinstance(engine, Mapping) else Mapping((), tree.span)


def _with_engine(tree: Mapping, engine: Mapping) -> Mapping:
    old = tree.entry("engine")
    if old is None:
        return replace(tree, entries=(*tree.entries, Entry(key_node("engine", tree.span), engine)))
    entries = tuple(replace(entry, value=engine) if entry is old else entry for entry in tree.entries)
    return replace(tree, entries=entries)


def _complete(engine: Node | None) -> bool:
    return isinstance(engine, Mapping) and all(engine.get(key) is not None for key in _COMPLETE)


def _text(tree: Mapping, key: str) -> str:
    value = tree.get(key)
    return value.text if isinstance(value, Scalar) else ""


def _plain(value: object) -> dict[Any, Any]:
    """What JSON does not know, as what it knows."""
    if isinstance(value, PlainMapping):
        return dict(value)
    raise TypeError(f"overrides hold text, numbers, true, false, None, lists and mappings, not {value!r}")


def _whole(source: Source) -> Span:
    return Span(source, 0, len(source.text))
