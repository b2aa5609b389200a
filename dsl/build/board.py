"""The board, the players, and whether the outer keys agree with them."""

from __future__ import annotations

import re
from pathlib import PurePath

from hensoku.dsl.build.context import SIDES, Context, entries, filled, group, items, located, number, text
from hensoku.dsl.definition import Area, Located, Meta, Region, TopologyDef
from hensoku.dsl.findings import Related
from hensoku.dsl.nodes import Mapping, Scalar, Sequence
from hensoku.dsl.notation.regions import RESERVED, parse_line, rank_number
from hensoku.dsl.source import Span

_TEXTS = ("order", "win", "special", "designer", "year", "attribution")
_SIZE = re.compile(r"([0-9]+) *[x×X] *([0-9]+)")


def build_meta(tree: Mapping) -> Meta:
    """The outer keys. A definition without a slug is called as its file is."""
    slug = text(tree.get("slug")) or PurePath(tree.span.source.path).stem
    return Meta(
        title=text(tree.get("title")) or slug,
        slug=slug,
        aliases=tuple(scalar.text for item in items(tree.get("aliases")) if (scalar := filled(item))),
        parent=located(tree.get("parent")),
        texts={key: value for key in _TEXTS if (value := text(tree.get(key))) is not None},
    )


def build_topology(context: Context, engine: Mapping) -> TopologyDef | None:
    topology = group(engine, "topology")
    if topology is None:
        context.lacks("topology", engine, "engine.topology: {type: grid, rows: 9, cols: 9}")
        return None
    rows, cols = number(topology.get("rows")), number(topology.get("cols"))
    for key, value in (("rows", rows), ("cols", cols)):
        if value is None:
            context.lacks(f"topology.{key}", topology, f"engine.topology.{key}: 9")
    if rows is None or cols is None:
        return None
    return TopologyDef(
        type=located(topology.get("type")) or Located("grid", topology.span),
        rows=rows,
        cols=cols,
        holes=context.region(topology.get("holes")),
        lines=tuple(_lines(context, topology)),
    )


def _lines(context: Context, topology: Mapping) -> list[tuple[Located[str], ...]]:
    found = []
    for item in items(topology.get("lines")):
        scalar = filled(item)
        if scalar is None:
            continue
        line, findings = parse_line(scalar)
        context.findings += findings
        if line is not None:
            found.append(line)
    return found


def build_players(engine: Mapping) -> tuple[str, str]:
    node = engine.get("players")
    names = [name for item in items(node) if (name := text(item)) is not None] if isinstance(node, Sequence) else []
    return (names[0], names[1]) if len(names) == 2 else SIDES


def side_of(players: tuple[str, str], name: str) -> int | None:
    """The side that a player's own name, or sente and gote, stand for."""
    for names in (players, SIDES):
        if name in names:
            return names.index(name)
    return None


def build_regions(context: Context, engine: Mapping) -> dict[str, Region]:
    regions = {}
    for entry in entries(engine, "regions"):
        if entry.key.text in RESERVED:
            context.say("HS416", entry.key.span, name=entry.key.text, kind="region")
        region = context.region(entry.value)
        if region is not None:
            regions[entry.key.text] = region
    return regions


# ----------------------------------------------------------------------------------------------------------- agreement


def check_outer(context: Context, tree: Mapping, engine: Mapping, topology: TopologyDef | None) -> None:
    """`board: "9×9"` and `players: "2"` say again what `engine` defines."""
    board = filled(tree.get("board"))
    size = _SIZE.search(board.text) if board is not None else None
    if board is not None and size is not None and topology is not None:
        _check_size(context, board, (int(size[1]), int(size[2])), topology)
    players = filled(tree.get("players"))
    if players is not None and players.text.strip() != "2":
        related = (Related(_players_span(engine), "the engine has two players"),)
        context.say(
            "HS401", players.span, outer=f"players {players.text.strip()}", inner="two players", related=related
        )


def _check_size(context: Context, board: Scalar, size: tuple[int, int], topology: TopologyDef) -> None:
    cols, rows = topology.cols, topology.rows
    if size == (cols.value, rows.value):
        return
    related = []
    if size[0] != cols.value:
        related.append(Related(cols.span, f"the board has {cols.value} files here"))
    if size[1] != rows.value:
        related.append(Related(rows.span, f"the board has {rows.value} ranks here"))
    inner = f"{cols.value} files and {rows.value} ranks"
    help_ = f'write board: "{cols.value}×{rows.value}" (files × ranks), or change engine.topology'
    context.say("HS401", board.span, outer=f"board {board.text}", inner=inner, related=tuple(related), help=help_)


def _players_span(engine: Mapping) -> Span:
    node = engine.get("players")
    return Span(engine.span.source, engine.span.start, engine.span.start) if node is None else node.span


# ------------------------------------------------------------------------------------------------------------- regions


def check_regions(context: Context, regions: dict[str, Region], topology: TopologyDef | None) -> None:
    """Every region that was read: names that are there, squares that are on the board."""
    for region in context.regions:
        for area in region.areas:
            if area.kind == "named" and area.first not in regions:
                _unknown_region(context, area, regions)
            elif topology is not None:
                _check_area(context, area, topology)
    for line in topology.lines if topology is not None else ():
        for square in line:
            _check_area(context, Area("square", square.value, square.value, span=square.span), topology)
    for name, region in regions.items():
        if _reaches(regions, region, name, set()):
            context.say("HS410", region.span, kind="region", name=name)


def _unknown_region(context: Context, area: Area, regions: dict[str, Region]) -> None:
    from difflib import get_close_matches

    near = get_close_matches(area.first, [*regions, "far", "near", "rank", "file", "all"], n=1)
    help_ = f"did you mean {near[0]!r}?" if near else "regions are named under `engine.regions`"
    context.say("HS408", _span(area), name=area.first, help=help_)


def _span(area: Area) -> Span:
    assert area.span is not None
    return area.span


def _check_area(context: Context, area: Area, topology: TopologyDef | None) -> None:
    if topology is None:
        return
    files, ranks = topology.cols.value, topology.rows.value
    outside = False
    match area.kind:
        case "far" | "near":
            outside = area.count > ranks
        case "rank":
            outside = any(_rank(bound) > ranks for bound in (area.first, area.last))
        case "file":
            outside = any(int(bound) > files for bound in (area.first, area.last))
        case "square" | "rectangle":
            outside = any(not _on_board(square, files, ranks) for square in (area.first, area.last))
        case "named" | "all":
            return
    if outside:
        context.say("HS409", _span(area), what=f"'{_said(area)}'", files=files, ranks=ranks)


def _said(area: Area) -> str:
    """An area as it is written; its span has not the word before a number."""
    written = _span(area).text
    return f"{area.kind} {written}" if area.kind in ("far", "near", "rank", "file") else written


def _rank(bound: str) -> int:
    return int(bound) if bound.isdecimal() else rank_number(bound)


def _on_board(square: str, files: int, ranks: int) -> bool:
    letters = square.lstrip("0123456789")
    file = square[: len(square) - len(letters)]
    return not file.startswith("0") and int(file) <= files and rank_number(letters) <= ranks


def _reaches(regions: dict[str, Region], region: Region, name: str, seen: set[str]) -> bool:
    """Whether a region rests on itself, by way of others."""
    for area in region.areas:
        if area.kind != "named":
            continue
        if area.first == name:
            return True
        if area.first in regions and area.first not in seen:
            seen.add(area.first)
            if _reaches(regions, regions[area.first], name, seen):
                return True
    return False
