"""A move string as an SVG: where the piece goes, and how. `hensoku.survey` says what is drawn and how it is found."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final
from xml.sax.saxutils import escape

from hensoku.compiler.geometry import Geometry
from hensoku.dsl.findings import DefinitionError
from hensoku.dsl.moves.english import sentence
from hensoku.dsl.moves.format import canonical
from hensoku.dsl.moves.parse import parse_text
from hensoku.probe import Place
from hensoku.survey import Survey, survey

CELL, MARGIN, ROW = 40, 20, 24

STYLE: Final = """
svg{--paper:#fff;--ink:#222;--line:#999;--move:#1565c0;--capture:#c62828;--both:#6a1b9a;--double:#b25e00;--hop:#00796b}
@media (prefers-color-scheme:dark){svg{--paper:#181a1b;--ink:#eee;--line:#666;--move:#64b5f6;--capture:#ef7b7b;
--both:#ce93d8;--double:#ffb74d;--hop:#4db6ac}}
.paper{fill:var(--paper)}.grid{stroke:var(--line);fill:none}text{fill:var(--ink);font:13px sans-serif}
.piece{fill:var(--ink)}.move{fill:var(--move)}.capture{stroke:var(--capture);stroke-width:3;fill:none}
.both{stroke:var(--both);stroke-width:3;fill:none}.double{fill:var(--double)}
.pass{stroke:var(--ink);stroke-width:2;fill:none}.hop{stroke:var(--hop);stroke-width:2;fill:none;stroke-dasharray:4 3}
"""

LABELS: Final = {
    "piece": "the piece",
    "move": "moves to an empty square",
    "capture": "captures",
    "both": "moves or captures",
    "double": "ends here after a capture on the way",
    "return": "captures without leaving its square",
    "pass": "may pass",
    "hop": "with a screen to hop over",
}


def diagram(moves: str, *, board: tuple[int, int] = (9, 9), origin: Place = (4, 4)) -> str:
    """The SVG of a move string. Raises as `hensoku.survey.survey`."""
    parsed, findings = parse_text(moves)
    if parsed is None:
        raise DefinitionError(findings)
    found = survey(moves, board, origin)
    marks = list(_marks(found, origin))
    legend = [name for name in LABELS if any(name == mark for mark, _ in marks)]
    width = max(2 * MARGIN + CELL * board[0], 2 * MARGIN + 320)
    height = 2 * MARGIN + CELL * board[1] + ROW * len(legend) + MARGIN
    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img"'
            f' aria-labelledby="title desc" width="{width}" height="{height}">'
        ),
        f'<title id="title">{escape(canonical(parsed))}</title>',
        f'<desc id="desc">{escape(sentence(parsed))}</desc>',
        f'<style>{STYLE}</style><rect class="paper" width="{width}" height="{height}"/>',
    ]
    geometry = Geometry("grid", *board)
    for place in map(geometry.place, range(len(geometry.squares))):
        x, y = _centre(place, board)
        parts.append(f'<rect class="grid" x="{x - CELL // 2}" y="{y - CELL // 2}" width="{CELL}" height="{CELL}"/>')
    parts += [_mark(name, *_centre(place, board)) for name, place in marks]
    below = 2 * MARGIN + CELL * board[1]
    for row, name in enumerate(legend):
        y = below + ROW * row + ROW // 2
        parts.append(f'<g transform="translate({MARGIN + 12} {y}) scale(.6)">{_mark(name, 0, 0)}</g>')
        parts.append(f'<text x="{MARGIN + 36}" y="{y + 5}">{escape(LABELS[name])}</text>')
    return "\n".join([*parts, "</svg>\n"])


def _marks(found: Survey, origin: Place) -> Iterator[tuple[str, Place]]:
    yield "piece", origin
    if found.passes:
        yield "pass", origin
    for place in sorted(found.moves | found.captures):
        quiet, taking = place in found.moves, place in found.captures
        yield ("both" if quiet and taking else "move" if quiet else "capture"), place
    for name, places in (("double", found.doubles), ("return", found.returns), ("hop", frozenset(found.hops))):
        for place in sorted(places):
            yield name, place


def _centre(place: Place, board: tuple[int, int]) -> tuple[int, int]:
    file, rank = place
    return MARGIN + CELL * file + CELL // 2, MARGIN + CELL * (board[1] - 1 - rank) + CELL // 2


def _mark(name: str, x: int, y: int) -> str:
    """One marker; shapes differ too, so that no meaning rests on colour alone."""
    match name:
        case "piece":
            return f'<path class="piece" d="M{x} {y - 11}l8 5 2 16h-20l2 -16z"/>'
        case "move":
            return f'<circle class="move" cx="{x}" cy="{y}" r="6"/>'
        case "capture":
            return f'<path class="capture" d="M{x - 7} {y - 7}l14 14m0 -14l-14 14"/>'
        case "both":
            cross = f'<path class="both" d="M{x - 5} {y - 5}l10 10m0 -10l-10 10"/>'
            return f'{cross}<circle class="both" cx="{x}" cy="{y}" r="9"/>'
        case "double":
            return f'<path class="double" d="M{x + 8} {y - 17}l8 0 0 8z"/>'
        case "return":
            return f'<path class="double" d="M{x - 16} {y + 9}l8 8 -8 0z"/>'
        case "pass":
            return f'<circle class="pass" cx="{x}" cy="{y}" r="16"/>'
        case "hop":
            return f'<rect class="hop" x="{x - 15}" y="{y - 15}" width="30" height="30"/>'
        case _:
            raise ValueError(f"no marker {name!r}")
