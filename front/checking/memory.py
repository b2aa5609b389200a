"""What was found in files that have not changed since: kept beside the built modules, under the same rules.

A record rests on the files of a definition and its parents by content, on the folders that were searched, and on the
code of this project. It is plain JSON in a folder that is one's own (`hensoku.compiler.build.folders`); what cannot be
read as a record is checked again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, final

from hensoku.checking.one import Checked
from hensoku.compiler.build.digest import digest, file_digest
from hensoku.compiler.build.store import Store
from hensoku.compiler.resolve.library import Library, shipped_folders
from hensoku.dsl.findings import Finding, Fix, Related, Severity
from hensoku.dsl.load import read_source
from hensoku.dsl.source import Source, Span
from hensoku.state import PATH_VARIABLE, folder_state, project_state
from hensoku.whole import write_whole

_MOST = 20_000
"""So many records are kept; then all are forgotten."""


@final
class Memory:
    """Records of one run: folders are looked at once."""

    def __init__(self, store: Store) -> None:
        self._folder = store.checks
        self._folder_state = cache(folder_state)

    def recall(self, name: str, profile: str | None) -> Checked | None:
        """What was found under a name, if nothing that it rests on has changed."""
        if not Path(name).is_file():
            return None
        try:
            told = json.loads(self._file(name, profile).read_text("utf-8"))
            if not all(file_digest(Path(file)) == known for file, known in told["files"].items()):
                return None
            if not all(self._folder_state(Path(folder)) == known for folder, known in told["folders"].items()):
                return None
            sources = {path: read_source(path) for path in told["sources"]}
            findings = tuple(_finding(each, sources) for each in told["findings"])
            return Checked(name, findings, tuple(Path(file) for file in told["files"]))
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return None

    def remember(self, checked: Checked, profile: str | None) -> None:
        """Keep what was found, if all that it rests on is known and lies in files."""
        sources = {span.source.path for found in checked.findings for span in _spans(found)}
        if checked.files is None or not Path(checked.name).is_file() or any(path.startswith("<") for path in sources):
            return
        searched = (*Library.at().folders, *shipped_folders(), *(file.parent for file in checked.files))
        folders = {folder.absolute() for folder in searched if folder.is_dir()}
        told = {
            "files": {str(file.absolute()): file_digest(file) for file in checked.files},
            "folders": {str(folder): self._folder_state(folder) for folder in sorted(folders)},
            "sources": sorted(sources),
            "findings": [_record(found) for found in checked.findings],
        }
        _write(self._file(checked.name, profile), told)

    def make_room(self) -> None:
        files = list(self._folder.iterdir())
        for file in files if len(files) > _MOST else ():
            file.unlink(missing_ok=True)

    def _file(self, name: str, profile: str | None) -> Path:
        request = (name, os.path.realpath(name), profile or "", os.environ.get(PATH_VARIABLE, ""), project_state())
        return self._folder / f"{digest(request)[:32]}.json"


def _write(file: Path, told: Mapping[str, Any]) -> None:
    with suppress(OSError):
        write_whole(file, json.dumps(told))


# -------------------------------------------------------------------------------------------------------------- records


def _spans(found: Finding) -> Iterable[Span]:
    return (found.span, *(each.span for each in found.related), *(fix.span for fix in found.fixes))


def _record(found: Finding) -> dict[str, Any]:
    return {
        "code": found.code,
        "message": found.message,
        "span": _place(found.span),
        "severity": found.severity.value,
        "help": found.help,
        "related": [[_place(each.span), each.message] for each in found.related],
        "fixes": [[_place(fix.span), fix.replacement, fix.safe] for fix in found.fixes],
    }


def _place(span: Span) -> list[str | int]:
    return [span.source.path, span.start, span.end]


def _finding(told: Mapping[str, Any], sources: Mapping[str, Source]) -> Finding:
    def span(place: list[Any]) -> Span:
        return Span(sources[place[0]], int(place[1]), int(place[2]))

    return Finding(
        code=str(told["code"]),
        message=str(told["message"]),
        span=span(told["span"]),
        severity=Severity(told["severity"]),
        help=told["help"],
        related=tuple(Related(span(place), message) for place, message in told["related"]),
        fixes=tuple(Fix(span(place), replacement, safe) for place, replacement, safe in told["fixes"]),
    )
