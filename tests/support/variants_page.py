"""The page of all variants, `docs/variants.md`, written from the rule sheets and from the tables of counts."""

from __future__ import annotations

from typing import Final

from counts import SHEETS, TABLES, counts_of, starts
from plain.game import names as plain_games

from hensoku.compiler.resolve import Resolved, resolve
from hensoku.dsl.nodes import Scalar

_HEAD: Final = """# The variants

Every rule sheet of `variants/`, and who else has counted its positions. This page is written from the sheets and from
the tables in `tests/data`; `pytest --update-golden` writes it anew.

*Counts*: the deepest count from the start that the tests compare, how many other positions are counted, and by whom:
*published*, *brute force* (a program written from the rules), *Fairy-Stockfish*, *shogiops* (lishogi's library),
*Shogitter*, *by hand*. *Plain* is a second program in `tests/`: brute force, tables made from the rule sheet alone.

*Profiles* are other readings: `hensoku.load("kyoto-shogi", profile="fairy-stockfish")`.
"""

_TABLE: Final = """| variant | board | what is special | profiles | counts |
|---|---|---|---|---|"""

_WHO: Final = ("published", "brute force", "Fairy-Stockfish", "shogiops", "Shogitter", "by hand", "plain")


def variants_page() -> str:
    sheets = sorted((resolve(slug) for slug in SHEETS), key=_order)
    return "\n".join((_HEAD, _TABLE, *(_row(sheet) for sheet in sheets))) + "\n"


def _said(sheet: Resolved, key: str) -> str:
    value = sheet.documents[0].tree.get(key)
    return value.text if isinstance(value, Scalar) else ""


def _order(sheet: Resolved) -> tuple[int, str]:
    return int(_said(sheet, "order") or 999), sheet.module.slug


def _row(sheet: Resolved) -> str:
    slug, board = sheet.module.slug, sheet.module.board
    kind = "" if board.topology == "grid" else f" {board.topology}"
    profiles = ", ".join(f"`{name}`" for name in sheet.definition.profiles)
    cells = (
        f"[{sheet.module.title}](../variants/{slug}.md)",
        f"{board.files}×{board.ranks}{kind}",
        _said(sheet, "special"),
        profiles,
        _counts(slug),
    )
    return f"| {' | '.join(cells)} |"


def _counts(slug: str) -> str:
    from_starts = [start for start in starts() if start.variant == slug]
    rows = counts_of(slug) if slug in TABLES else ()
    told = []
    own = [start.counts for start in from_starts if start.sfen is None]
    if own:
        deepest = max(own, key=len)
        told.append(f"{deepest[-1]:,} at depth {len(deepest)}")
    if rows:
        told.append(f"{len(rows)} positions")
    sources = " ".join([*(start.source for start in from_starts), *(row.source for row in rows)])
    who = [name for name in _WHO if name in sources and name != "plain"]
    if slug in plain_games() or "plain" in sources:
        who.append("plain")
    return "; ".join([*told, ", ".join(who)]) if who else "none"
