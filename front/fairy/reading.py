"""A section as a definition, and as the text of a rule sheet."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, final

from hensoku.dsl.codes import finding
from hensoku.dsl.findings import Finding, has_errors
from hensoku.dsl.source import Source, Span
from hensoku.fairy import ini
from hensoku.fairy.board import Board, read_fen
from hensoku.fairy.ini import Section
from hensoku.fairy.pieces import Pieces, check_regions
from hensoku.fairy.rules import Rules
from hensoku.fairy.settings import Settings, resolve
from hensoku.fairy.yaml_text import sheet

_NOT_IN_A_SLUG: Final = re.compile(r"[^a-z0-9]+")


@final
@dataclass(frozen=True)
class Imported:
    """`text` is a rule sheet, empty if a finding is an error."""

    name: str
    slug: str
    text: str
    findings: tuple[Finding, ...]


def import_sections(source: Source, names: Sequence[str] = ()) -> tuple[list[Imported], list[Finding]]:
    """The sections of a file (of these names, or all) as rule sheets, and what is wrong with the file as a whole."""
    sections, found = ini.read(source)
    for name in names:
        if name not in sections:
            known = ", ".join(sections) or "none"
            found.append(finding("HS501", Span(source, 0, 0), name=name, help=f"the file has {known}"))
    wanted = [section for name, section in sections.items() if not names or name in names]
    built_in = ini.built_in()
    imported = [_imported(section, sections, built_in, source) for section in wanted]
    return [replace(one, findings=_in_order(one.findings)) for one in imported], found


def _in_order(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """As their lines stand in the file."""
    return tuple(sorted(findings, key=lambda one: one.span.start))


def _imported(
    section: Section, sections: Mapping[str, Section], built_in: Mapping[str, Section], source: Source
) -> Imported:
    settings = resolve(section, sections, built_in)
    name = section.name.text
    slug = _NOT_IN_A_SLUG.sub("-", name.lower()).strip("-") or "variant"
    tree = None if has_errors(settings.findings) else definition(settings)
    if tree is None or has_errors(settings.findings):
        return Imported(name, slug, "", tuple(settings.findings))
    board = tree["engine"]["topology"]
    outer = {"title": name, "slug": slug, "board": f"{board['cols']}×{board['rows']}", "players": "2"}
    return Imported(name, slug, sheet({**outer, **tree}, name, source.path), tuple(settings.findings))


def definition(settings: Settings) -> dict[str, Any] | None:
    """`{"engine": …}`; None, or something, when `settings.findings` has errors."""
    board = Board(settings.number("maxFile"), settings.number("maxRank"))
    fen = settings.entries.get("startFen")
    if fen is None:
        settings.findings.append(finding("HS509", settings.section.name.span, why="the section has no startFen"))
        return None
    start, found = read_fen(fen.value, board)
    settings.findings += found
    if start is None:
        return None
    if start.castling and settings.is_set("castling"):
        settings.refuse("startFen", "castling", help="write castling = false")
    check_regions(settings)
    rules = Rules(settings, board, start)
    royalty = rules.royalty()
    topology: dict[str, Any] = {"type": "grid", "rows": board.ranks, "cols": board.files}
    if start.holes:
        topology["holes"] = start.holes
    engine = {
        "topology": topology,
        "setup": start.sfen,
        "pieces": Pieces(settings, board, start, royalty).tree(),
        "promotion": rules.promotion(),
        "drops": rules.drops(),
        "royals": rules.royals(royalty) if royalty.letters else None,
        "ends": rules.ends(royalty),
        "repetition": rules.repetition(),
        "pass": True if settings.is_set("pass") else None,
    }
    return {"engine": {key: value for key, value in engine.items() if value is not None}}
