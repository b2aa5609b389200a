"""From the name of a variant to its IR: files, parents, profile, overrides; then the definition; then the module."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, final

from hensoku.compiler.ir.types import Module
from hensoku.compiler.options import DEFAULT
from hensoku.compiler.resolve import check
from hensoku.compiler.resolve.causes import at_home, at_their_cause
from hensoku.compiler.resolve.documents import merge_documents
from hensoku.compiler.resolve.library import Library
from hensoku.compiler.resolve.to_ir import module_from
from hensoku.dsl.build import build_definition
from hensoku.dsl.definition import Definition
from hensoku.dsl.findings import DefinitionError, Finding, has_errors
from hensoku.dsl.load import Document
from hensoku.dsl.nodes import Mapping as Tree

__all__ = ["Resolved", "module_from", "resolve"]


@final
@dataclass(frozen=True)
class Resolved:
    """A variant put together. `module` is as it comes from the definition, before any pass; `tree` the merged nodes;
    `documents` the file itself, then its parents; `numbers` the file of the evaluation beside it, if there is one;
    `findings` warnings and notes."""

    definition: Definition
    module: Module
    findings: tuple[Finding, ...]
    tree: Tree
    documents: tuple[Document, ...]
    numbers: Document | None = None

    @property
    def files(self) -> tuple[Path, ...]:
        """All files that it was put together from."""
        read = (*self.documents, *((self.numbers,) if self.numbers else ()))
        return tuple(Path(document.source.path) for document in read)


def resolve(
    name: str | os.PathLike[str],
    *,
    profile: str | None = None,
    overrides: Mapping[str, Any] | None = None,
    paths: Iterable[str | os.PathLike[str]] = (),
    evaluation: str | None = None,
) -> Resolved:
    """The variant with a slug or alias, or of a definition file. `paths` are folders searched before the shipped one.
    `evaluation` is the path of a file of numbers in place of the one beside the definition, or `none`.

    Raises DefinitionError with all findings if any of them is an error."""
    merged = merge_documents(os.fspath(name), Library.at(paths), profile, overrides, evaluation)
    findings = list(merged.findings)
    definition, found = build_definition(merged.tree)
    findings += merged.losses.told(found)
    if definition is None or has_errors(findings):
        raise DefinitionError(at_their_cause(findings, merged.documents))
    module, found = module_from(definition, profile or "")
    findings += found
    if module is None or has_errors(findings):
        raise DefinitionError(findings)
    findings += at_home(_checked(module, definition), merged.documents)
    if has_errors(findings):
        raise DefinitionError(findings)
    return Resolved(definition, module, tuple(findings), merged.tree, merged.documents, merged.numbers)


def _checked(module: Module, definition: Definition) -> list[Finding]:
    from hensoku.compiler.passes.find_stuck import find_stuck

    findings = [
        *check.over_budget(module, definition),
        *check.long_paths(module, definition),
        *check.empty(module, definition),
        *check.drops_alike(module, definition),
        *check.facing(module, definition),
    ]
    if findings:
        return findings
    findings += check.royals(module, definition)
    findings += check.unseen_losses(module, definition)
    findings += check.immobile(find_stuck(module, DEFAULT), definition)
    findings = findings or list(check.left_in_check(module, definition))
    return [*findings, *check.never_dropped(module, definition), *check.second_royals(module, definition)]
