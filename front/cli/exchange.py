"""`import` and `export`: definitions from and to the files of other programs."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hensoku.cli.options import Profile, Variant
from hensoku.cli.output import CommandError, complain, say, show_findings, write_file

if TYPE_CHECKING:
    from hensoku.dsl.source import Source


class Program(StrEnum):
    FAIRY_STOCKFISH = "fairy-stockfish"


def import_file(
    file: Annotated[
        Path,
        typer.Argument(metavar="FILE", help="An INI file of Fairy-Stockfish, or a rule sheet with plugins.shogi."),
    ],
    sections: Annotated[
        list[str] | None, typer.Argument(metavar="SECTION...", help="Sections of the INI file; all without.")
    ] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="DIR", help="A folder for the rule sheets.")
    ] = None,
) -> None:
    """Write rule sheets from a file of another program; exit 1 if something is doubtful or cannot be carried over."""
    from hensoku.dsl.load import YAML_SUFFIXES, is_sheet, read_text

    source = read_text(str(file))
    if not is_sheet(source) and file.suffix.lower() not in YAML_SUFFIXES:
        _import_sections(source, sections or [], output)
    elif sections:
        raise CommandError("a rule sheet has no sections")
    else:
        _import_sheet(source, file, output)


def _import_sheet(source: Source, file: Path, output: Path | None) -> None:
    from hensoku.dsl.load import SHEET_SUFFIXES, YAML_SUFFIXES
    from hensoku.sites.sheet import import_sheet

    carried = import_sheet(source)
    show_findings(carried.findings)
    if carried.text and not carried.changed:
        complain(f"{file}: no plugins.shogi to carry over; `hensoku check` reads the sheet as it is")
    if carried.text:
        suffix = file.suffix if file.suffix.lower() in SHEET_SUFFIXES | YAML_SUFFIXES else ".md"
        _deliver(carried.slug or file.stem, carried.text, output, suffix)
    else:
        complain(f"{file}: not written")
    if carried.findings:
        raise typer.Exit(1)


def _import_sections(source: Source, sections: list[str], output: Path | None) -> None:
    from hensoku.fairy.reading import import_sections

    imported, findings = import_sections(source, sections)
    told = list(dict.fromkeys((*findings, *(found for one in imported for found in one.findings))))
    show_findings(told)
    if output is None and sum(bool(one.text) for one in imported) > 1:
        raise CommandError(f"{len(imported)} sections: name one, or a folder with --output")
    for one in imported:
        if one.text:
            _deliver(one.slug, one.text, output)
        else:
            complain(f"{one.name}: not written")
    if told:
        raise typer.Exit(1)


def _deliver(slug: str, text: str, folder: Path | None, suffix: str = ".md") -> None:
    if folder is None:
        say(text.rstrip("\n"))
        return
    path = folder / f"{slug}{suffix}"
    if path.exists():
        raise CommandError(f"{path} is there already")
    folder.mkdir(parents=True, exist_ok=True)
    write_file(path, text)
    say(str(path))


def export(
    variant: Variant,
    to: Annotated[Program, typer.Option("--to", help="The program.")] = Program.FAIRY_STOCKFISH,
    profile: Profile = None,
) -> None:
    """Write a variant for another program, or say which rule that program lacks."""
    from hensoku.compiler.resolve import resolve
    from hensoku.dsl.findings import DefinitionError
    from hensoku.fairy.writing import export as exported

    del to  # there is one
    section = exported(resolve(variant, profile=profile))
    if section.findings:
        raise DefinitionError(section.findings)
    say(section.text.rstrip("\n"))
