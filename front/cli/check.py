"""`check` and `schema`: whether a definition is right."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hensoku.cli.options import Json, Profile
from hensoku.cli.output import CommandError, bar, say, say_json, show_findings

if TYPE_CHECKING:
    from hensoku.dsl.findings import Finding

SUFFIXES = frozenset((".md", ".yaml", ".yml"))
_FRONT_MATTER = "---"


def check(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Files, folders, or slugs.")],
    profile: Profile = None,
    as_json: Json = False,
) -> None:
    """Check definitions; exit 1 if any has an error or a warning."""
    names = [name for file in files for name in _expand(file)]
    found: dict[str, list[Finding]] = {}
    with bar("checking", len(names)) as shown:
        for name in names:
            found[name] = findings_of(name, profile)
            shown.advance(name)
    if as_json:
        from hensoku.dsl.render import as_data

        say_json([{"file": name, "findings": list(map(as_data, own))} for name, own in found.items()])
    else:
        _report(found)
    if any(_counts(own) for own in found.values()):
        raise typer.Exit(1)


def findings_of(name: str, profile: str | None = None) -> list[Finding]:
    """All that is said about a definition, errors or not."""
    from hensoku.compiler.resolve import resolve
    from hensoku.dsl.findings import DefinitionError

    try:
        return list(resolve(name, profile=profile).findings)
    except DefinitionError as error:
        return list(error.findings)


def _expand(file: str) -> list[str]:
    """A folder stands for the definitions in it: YAML files, and Markdown with front matter."""
    folder = Path(file)
    if not folder.is_dir():
        return [file]
    found = [str(path) for path in sorted(folder.iterdir()) if path.suffix in SUFFIXES and _is_definition(path)]
    if not found:
        raise CommandError(f"no definition in {file}: no .yaml file, and no .md file that begins with {_FRONT_MATTER}")
    return found


def _is_definition(path: Path) -> bool:
    if path.suffix != ".md":
        return True
    with path.open("rb") as file:
        return file.read(6).lstrip(b"\xef\xbb\xbf").startswith(_FRONT_MATTER.encode())


def _counts(findings: list[Finding]) -> bool:
    from hensoku.dsl.findings import Severity

    return any(finding.severity is not Severity.NOTE for finding in findings)


def _report(found: dict[str, list[Finding]]) -> None:
    for name, findings in found.items():
        show_findings(findings)
        if not _counts(findings):
            say(f"{name}: ok")
    bad = sum(_counts(findings) for findings in found.values())
    if len(found) > 1:
        say(f"{len(found)} checked, {bad} with findings" if bad else f"{len(found)} checked, all clean")


def schema() -> None:
    """Print the JSON Schema of a definition."""
    from importlib.resources import files

    say(files("hensoku.dsl").joinpath("schema.json").read_text("utf-8").rstrip())
