"""`check` and `schema`: whether definitions are right."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hensoku.cli.options import Profile
from hensoku.cli.output import bar, complain, say, say_raw, write_file

if TYPE_CHECKING:
    from hensoku.checking.one import Checked
    from hensoku.checking.settings import Action, Settings


class Format(StrEnum):
    TEXT = "text"
    JSON = "json"
    GITHUB = "github"
    SARIF = "sarif"
    JUNIT = "junit"


Codes = list[str] | None


def _codes(name: str, does: str) -> typer.models.OptionInfo:
    told = f"Codes, or their beginnings, with commas between, {does}."
    option: typer.models.OptionInfo = typer.Option(name, metavar="CODES", help=told)
    return option


def check(
    paths: Annotated[list[str], typer.Argument(metavar="PATHS...", help="Files, folders, globs, or slugs.")],
    format_: Annotated[Format, typer.Option("--format", help="How to write what is found.")] = Format.TEXT,
    as_json: Annotated[bool, typer.Option("--json", help="The same as --format json.")] = False,
    output: Annotated[Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write here.")] = None,
    strict: Annotated[bool, typer.Option("--strict", help="Refuse keys that are only for presentation.")] = False,
    select: Annotated[Codes, _codes("--select", "to be told, and no others")] = None,
    ignore: Annotated[Codes, _codes("--ignore", "not to be told")] = None,
    error: Annotated[Codes, _codes("--error", "to be errors")] = None,
    warn: Annotated[Codes, _codes("--warn", "to be warnings")] = None,
    fix: Annotated[bool, typer.Option("--fix", help="Apply the safe fixes; tell what is left.")] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Show what --fix would change, and change nothing.")] = False,
    notes: Annotated[bool, typer.Option("--notes", help="Tell notes in text, too.")] = False,
    config: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Settings; without it hensoku.toml or pyproject.toml, here or above."),
    ] = None,
    skip_other_files: Annotated[
        bool, typer.Option("--skip-other-files", help="Pass over named files that are no definitions.")
    ] = False,
    profile: Profile = None,
    jobs: Annotated[int | None, typer.Option(min=1, help="Processes at most; without it one per processor.")] = None,
    no_cache: Annotated[bool, typer.Option("--no-cache", help="Check also what has not changed.")] = False,
) -> None:
    """Check definitions and, if one is not named, all their profiles; exit 1 if any has an error or a warning."""
    from hensoku.checking.files import named_files
    from hensoku.checking.reports import counts
    from hensoku.checking.settings import read_settings
    from hensoku.dsl.findings import not_there

    rules: dict[Action, tuple[str, ...]]
    rules = {"select": _split(select), "ignore": _split(ignore), "error": _split(error), "warn": _split(warn)}
    settings = read_settings(config).with_rules(rules, strict=strict)
    names = named_files(paths, settings.exclude, only_definitions=skip_other_files)
    found = _tuned(names, profile, settings, jobs, cached=not no_cache)
    if diff:
        _show_difference(found, profile)
        return
    if fix:
        found = _mended(found, profile, settings)
    _report(found, Format.JSON if as_json else format_, output, notes=notes)
    if any(not_there(checked.findings) for checked in found):
        raise typer.Exit(2)
    if any(counts(finding) for checked in found for finding in checked.findings):
        raise typer.Exit(1)


def _split(lists: Codes) -> tuple[str, ...]:
    return tuple(code.strip() for given in lists or () for code in given.split(",") if code.strip())


def _tuned(
    names: list[str], profile: str | None, settings: Settings, jobs: int | None, *, cached: bool
) -> list[Checked]:
    from dataclasses import replace

    from hensoku.checking.run import check_all

    with bar("checking", len(names)) as shown:
        found = check_all(names, profile, jobs=jobs, cached=cached, done=shown.advance)
    return [replace(checked, findings=settings.applied(checked.name, checked.findings)) for checked in found]


def _show_difference(found: list[Checked], profile: str | None) -> None:
    from hensoku.checking.fix import difference

    told = "".join(difference(checked, profile) for checked in found)
    if told:
        say_raw(told.removesuffix("\n"))
        raise typer.Exit(1)


def _mended(found: list[Checked], profile: str | None, settings: Settings) -> list[Checked]:
    """The files after their fixes, which settings may have silenced."""
    from dataclasses import replace

    from hensoku.checking.fix import mend

    done = [mend(checked, profile) for checked in found]
    made = sum(each.fixes for each in done)
    if made:
        complain(
            f"{made} fix{'' if made == 1 else 'es'} in {sum(each.fixes > 0 for each in done)} of {len(done)} files"
        )
    after = (each.checked for each in done)
    return [replace(checked, findings=settings.applied(checked.name, checked.findings)) for checked in after]


def _report(found: list[Checked], format_: Format, output: Path | None, *, notes: bool) -> None:
    from hensoku.checking import reports
    from hensoku.checking.sarif import as_sarif

    writers: dict[Format, Callable[[list[Checked]], str]] = {
        Format.JSON: reports.as_json,
        Format.GITHUB: reports.as_github,
        Format.SARIF: as_sarif,
        Format.JUNIT: reports.as_junit,
    }
    if format_ is Format.TEXT and output is None:
        for line in reports.lines_of(found, notes=notes):
            say(line)
        told = ""
    elif format_ is Format.TEXT:
        told = "\n".join(line.plain for line in reports.lines_of(found, notes=notes))
    else:
        told = writers[format_](found)
    if output is not None:
        write_file(output, f"{told}\n" if told else "")
    elif told:
        say_raw(told)


def schema() -> None:
    """Print the JSON Schema of a definition."""
    from importlib.resources import files

    say(files("hensoku.dsl").joinpath("schema.json").read_text("utf-8").rstrip())
