"""A move string as an SVG, drawn as shogi books draw boards: what `hensoku.survey` finds, a legend, and the sentence.

Nothing in it has an id, and its style touches only what bears its class: several stand in one HTML page.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, final
from xml.sax.saxutils import escape, quoteattr

from hensoku.compiler.geometry import Geometry, rank_letters
from hensoku.dsl.findings import DefinitionError
from hensoku.dsl.moves.english import sentence
from hensoku.dsl.moves.format import canonical
from hensoku.dsl.moves.parse import parse_text
from hensoku.marks import MARKS, Name, marks
from hensoku.probe import Place
from hensoku.survey import Scene, Survey, survey

CELL, LEFT, TOP, RIGHT, ROW = 40, 14, 30, 30, 23
_NARROWEST = 330
_CHARACTER = 7.1
_FIXED = 8.6
"""Width of a character of the caption, about; and of one of the string."""

CORNERS: Final[Mapping[Name, tuple[int, int]]] = {"double": (-11, 11), "return": (11, -11)}
"""Marks in a corner of their square, brought to the middle for the legend."""

STYLE: Final = """
svg.hensoku{--paper:#fdfcf8;--ink:#1c1c1c;--line:#8a8578;--step:#1f5fa8;--slide:#9db9dc;--capture:#c0272d;
--double:#b86a00;--still:#2e7d32;--hop:#00838f;--soft:#8a8578}
@media (prefers-color-scheme:dark){svg.hensoku{--paper:#1b1a18;--ink:#eceae4;--line:#77736a;--step:#7db4f0;
--slide:#48658a;--capture:#f28b82;--double:#f5b74f;--still:#81c784;--hop:#4dd0e1;--soft:#8f8a80}}
.hensoku text{fill:var(--ink);font:13px "Noto Sans","Helvetica Neue",Arial,sans-serif}
.hensoku .hs-small{font-size:12px;fill:var(--soft)}.hensoku .hs-string{font:bold 14px "DejaVu Sans Mono",monospace}
.hensoku .hs-paper{fill:var(--paper)}.hensoku .hs-grid{stroke:var(--line);fill:none}
.hensoku .hs-frame{stroke:var(--ink);stroke-width:2;fill:none}.hensoku .hs-joined{stroke-dasharray:3 5}
.hensoku .hs-hole{fill:var(--line);opacity:.4}
.hensoku .hs-ink{fill:var(--ink)}.hensoku .hs-outline{fill:var(--paper);stroke:var(--ink);stroke-width:1.5}
.hensoku .hs-step{fill:var(--step)}.hensoku .hs-step-line{stroke:var(--step);stroke-width:2.2;fill:none}
.hensoku .hs-slide{stroke:var(--slide);stroke-width:1.6;fill:none}
.hensoku .hs-capture{stroke:var(--capture);stroke-width:2.6;fill:none}
.hensoku .hs-hop{fill:var(--hop)}.hensoku .hs-hop-line{stroke:var(--hop);stroke-width:2.4;fill:none}
.hensoku .hs-arc{stroke:var(--hop);stroke-width:1.5;fill:none}
.hensoku .hs-screen{stroke:var(--hop);stroke-width:1.5;stroke-dasharray:3 2.5;fill:none}
.hensoku .hs-double{fill:var(--double)}.hensoku .hs-return{stroke:var(--still);stroke-width:2.2;fill:none}
.hensoku .hs-pass{stroke:var(--still);stroke-width:2.2;fill:none}
.hensoku .hs-soft{stroke:var(--soft);stroke-width:1.4;fill:none}
"""


def diagram(moves: str, scene: Scene | None = None) -> str:
    """The SVG of a move string. Raises as `hensoku.survey.survey`."""
    parsed, findings = parse_text(moves)
    if parsed is None:
        raise DefinitionError(findings)
    scene = scene or Scene()
    found = survey(moves, scene)
    picture = Picture(scene)
    drawn = list(marks(found, scene))
    legend = [name for name in MARKS if any(name == mark for mark, _ in drawn)]
    words = sentence(parsed)
    caption = _Caption(canonical(parsed), words[0].upper() + words[1:] + ".", picture.width - 2 * LEFT)
    height = picture.below + ROW * len(legend) + caption.height
    size = f'viewBox="0 0 {picture.width} {height}" width="{picture.width}" height="{height}"'
    label = quoteattr(f"{canonical(parsed)}: {words}")
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="hensoku" {size} role="img" aria-label={label}>',
        f"<title>{escape(canonical(parsed))}</title>",
        f"<desc>{escape(words)}</desc>",
        f'<style>{STYLE}</style><rect class="hs-paper" width="{picture.width}" height="{height}"/>',
        *picture.board(),
        *picture.names(),
        *picture.slides(found),
        *picture.arcs(found),
        *(picture.mark(name, *picture.centre(place), scene, place) for name, place in drawn),
        *picture.legend(legend, scene),
        *caption.drawn(picture.below + ROW * len(legend)),
    ]
    return "\n".join([*parts, "</svg>\n"])


@final
@dataclass(frozen=True)
class _Caption:
    """The string and the sentence below the legend, in lines of a width."""

    string: str
    words: str
    width: int

    @property
    def lines(self) -> list[tuple[str, str]]:
        """The class and the text of each line."""
        strings = textwrap.wrap(self.string, int(self.width / _FIXED))
        words = textwrap.wrap(self.words, int(self.width / _CHARACTER))
        return [*(("hs-string", line) for line in strings), *(("hs-words", line) for line in words)]

    @property
    def height(self) -> int:
        return 18 * len(self.lines) + 20

    def drawn(self, top: int) -> Iterator[str]:
        for row, (style, line) in enumerate(self.lines, start=1):
            yield f'<text class="{style}" x="{LEFT}" y="{top + 4 + 18 * row}">{escape(line)}</text>'


@final
@dataclass(frozen=True)
class Picture:
    """Places as points, and what is drawn there."""

    scene: Scene

    @property
    def width(self) -> int:
        return max(LEFT + CELL * self.scene.board[0] + RIGHT, _NARROWEST)

    @property
    def below(self) -> int:
        """Where the board ends."""
        return TOP + CELL * self.scene.board[1] + 14

    def centre(self, place: Place) -> tuple[int, int]:
        file, rank = place
        return LEFT + CELL * file + CELL // 2, TOP + CELL * (self.scene.board[1] - 1 - rank) + CELL // 2

    # --------------------------------------------------------------------------------------------------------- board

    def board(self) -> Iterator[str]:
        """Grid, frame (broken where edges are joined), and the dots at the thirds."""
        files, ranks = self.scene.board
        right, bottom = LEFT + CELL * files, TOP + CELL * ranks
        inner = [f"M{LEFT + CELL * file} {TOP}V{bottom}" for file in range(1, files)]
        inner += [f"M{LEFT} {TOP + CELL * rank}H{right}" for rank in range(1, ranks)]
        yield f'<path class="hs-grid" d="{"".join(inner)}"/>'
        joined = Geometry(self.scene.topology, files, ranks).joined
        sides = f"M{LEFT} {TOP}V{bottom}M{right} {TOP}V{bottom}", f"M{LEFT} {TOP}H{right}M{LEFT} {bottom}H{right}"
        for path, broken in zip(sides, joined, strict=True):
            yield f'<path class="hs-frame{" hs-joined" if broken else ""}" d="{path}"/>'
        if files % 3 == ranks % 3 == 0 and min(files, ranks) >= 9:
            for file in (files // 3, 2 * files // 3):
                for rank in (ranks // 3, 2 * ranks // 3):
                    yield f'<circle class="hs-ink" cx="{LEFT + CELL * file}" cy="{TOP + CELL * rank}" r="3"/>'

    def names(self) -> Iterator[str]:
        """Files above the board, ranks at its right."""
        files, ranks = self.scene.board
        for file in range(files):
            x = LEFT + CELL * file + CELL // 2
            yield f'<text class="hs-small" text-anchor="middle" x="{x}" y="{TOP - 9}">{files - file}</text>'
        for rank in range(ranks):
            y = TOP + CELL * rank + CELL // 2 + 4
            yield f'<text class="hs-small" x="{LEFT + CELL * files + 9}" y="{y}">{rank_letters(rank)}</text>'

    def slides(self, found: Survey) -> Iterator[str]:
        """A line through the squares of a slide, with a head where only the edge ends it; joined edges break it."""
        for line, endless in found.lines:
            drawn = list(_unbroken(line))
            if len(drawn) > 2:
                points = [self.centre(place) for place in drawn]
                yield f'<path class="hs-slide" d="M{" ".join(f"{x} {y}" for x, y in points)}"/>'
                if endless and self._at_edge(drawn[-1], drawn[-2]):
                    yield _head("hs-slide", points[-2], points[-1], 13)

    def _at_edge(self, last: Place, before: Place) -> bool:
        files, ranks = self.scene.board
        file, rank = 2 * last[0] - before[0], 2 * last[1] - before[1]
        return not (0 <= file < files and 0 <= rank < ranks)

    def arcs(self, found: Survey) -> Iterator[str]:
        """A jump from the piece over the nearest pieces to jump."""
        for to in found.screens.values():
            (x1, y1), (x2, y2) = self.centre(self.scene.origin), self.centre(to)
            bend = 0.28
            middle = ((x1 + x2) / 2 + (y2 - y1) * bend, (y1 + y2) / 2 - (x2 - x1) * bend)
            yield f'<path class="hs-arc" d="M{x1} {y1}Q{middle[0]:.1f} {middle[1]:.1f} {x2} {y2}"/>'

    # --------------------------------------------------------------------------------------------------------- marks

    def mark(self, name: Name, x: int, y: int, scene: Scene, place: Place | None = None) -> str:
        """One marker; shapes differ too, so that no meaning rests on colour alone."""
        if name == "piece":
            return _piece("hs-ink", x, y, up=scene.side == "sente")
        if name in ("friend", "enemy"):
            label = escape(_name(scene, place))
            text = f'<text text-anchor="middle" x="{x}" y="{y + 6}">{label}</text>' if label else ""
            return _piece("hs-outline", x, y, up=(scene.side == "sente") == (name == "friend")) + text
        return _SHAPES[name](x, y)

    def legend(self, names: list[Name], scene: Scene) -> Iterator[str]:
        for row, name in enumerate(names):
            y = self.below + ROW * row + ROW // 2
            marker = self.mark(name, *CORNERS.get(name, (0, 0)), scene)
            yield f'<g transform="translate({LEFT + 12} {y}) scale(.7)">{marker}</g>'
            yield f'<text x="{LEFT + 34}" y="{y + 5}">{escape(MARKS[name].label)}</text>'


def _unbroken(line: tuple[Place, ...]) -> Iterator[Place]:
    """The squares of a slide up to where it goes on at the other edge."""
    (file, rank), (last_file, last_rank) = line[-2:]
    step = max(abs(last_file - file), abs(last_rank - rank))
    before = line[0]
    for place in line:
        if max(abs(place[0] - before[0]), abs(place[1] - before[1])) > step:
            return
        yield place
        before = place


def _name(scene: Scene, place: Place | None) -> str:
    for pieces in (scene.friends, scene.enemies):
        if isinstance(pieces, Mapping) and place in pieces:
            return str(pieces[place])
    return ""


def _piece(style: str, x: int, y: int, *, up: bool, size: float = 1.0) -> str:
    """The outline of a shogi piece, its point towards the enemy."""
    turned = "" if up else f' transform="rotate(180 {x} {y})"'
    points = [(0, -13), (8, -9), (11, 12), (-11, 12), (-8, -9)]
    path = " ".join(f"{x + size * right:g} {y + size * down:g}" for right, down in points)
    return f'<path class="{style}"{turned} d="M{path}z"/>'


def _dot(style: str, x: int, y: int, radius: int) -> str:
    return f'<circle class="{style}" cx="{x}" cy="{y}" r="{radius}"/>'


def _cross(style: str, x: int, y: int, arm: int) -> str:
    return f'<path class="{style}" d="M{x - arm} {y - arm}l{2 * arm} {2 * arm}m0 -{2 * arm}l-{2 * arm} {2 * arm}"/>'


def _head(style: str, before: tuple[int, int], last: tuple[int, int], beyond: int) -> str:
    """An arrow's head behind the last square of a line."""
    right, down = last[0] - before[0], last[1] - before[1]
    length = max((right**2 + down**2) ** 0.5, 1)
    right, down = right / length, down / length
    x, y = last[0] + right * (beyond + 5), last[1] + down * (beyond + 5)
    wings = [(x - 6 * right - side * 4 * down, y - 6 * down + side * 4 * right) for side in (1, -1)]
    return (
        f'<path class="{style}" d="M{last[0]} {last[1]}L{x:.1f} {y:.1f}'
        f'M{wings[0][0]:.1f} {wings[0][1]:.1f}L{x:.1f} {y:.1f}L{wings[1][0]:.1f} {wings[1][1]:.1f}"/>'
    )


_SHAPES: Final[Mapping[Name, Callable[[int, int], str]]] = {
    "both": lambda x, y: _dot("hs-step", x, y, 7),
    "move": lambda x, y: _dot("hs-step-line", x, y, 7),
    "capture": lambda x, y: _cross("hs-capture", x, y, 6),
    "own": lambda x, y: f'<rect class="hs-capture" x="{x - 6}" y="{y - 6}" width="12" height="12"/>',
    "hop-both": lambda x, y: _dot("hs-hop-line", x, y, 10) + _dot("hs-hop", x, y, 5),
    "hop-move": lambda x, y: _dot("hs-hop-line", x, y, 10),
    "hop-capture": lambda x, y: _cross("hs-hop-line", x, y, 10),
    "screen": lambda x, y: _piece("hs-screen", x, y, up=True, size=1.15),
    "double": lambda x, y: f'<path class="hs-double" d="M{x + 6} {y - 17}h11v11z"/>',
    "return": lambda x, y: f'<path class="hs-return" d="M{x - 16} {y + 8}v8h8m-8 0l9 -9"/>',
    "pass": lambda x, y: _dot("hs-pass", x, y, 17),
    "skipped": lambda x, y: f'<path class="hs-soft" d="M{x} {y - 7}l7 7 -7 7 -7 -7z"/>',
    "between": lambda x, y: f'<rect class="hs-soft" x="{x - 5}" y="{y - 5}" width="10" height="10"/>',
}
