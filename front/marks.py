"""What is drawn on a square, in a terminal and in an SVG: one table for both."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, final

from hensoku.probe import Place
from hensoku.survey import Scene, Survey

Name: TypeAlias = Literal[
    "piece",
    "friend",
    "enemy",
    "both",
    "move",
    "capture",
    "own",
    "hop-both",
    "hop-move",
    "hop-capture",
    "screen",
    "double",
    "return",
    "pass",
    "skipped",
    "between",
]


@final
@dataclass(frozen=True)
class Mark:
    """`label` says what it means; `glyph` and `style` are for a terminal, where several may stand on one square."""

    label: str
    glyph: str
    style: str


MARKS: Final[dict[Name, Mark]] = {
    "piece": Mark("the piece", "●", "bold"),
    "friend": Mark("friend", "f", "bold"),
    "enemy": Mark("enemy", "e", "bold"),
    "both": Mark("moves or captures", "⊗", "blue"),
    "move": Mark("moves to an empty square", "○", "blue"),
    "capture": Mark("captures", "×", "red"),
    "own": Mark("takes a piece of its own side", "d", "red"),
    "hop-both": Mark("moves or captures, jumping", "∩", "cyan"),
    "hop-move": Mark("moves, jumping", "∪", "cyan"),
    "hop-capture": Mark("captures, jumping", "^", "cyan"),
    "screen": Mark("the nearest place of a piece to jump", "△", "cyan"),
    "double": Mark("ends here after a capture on the way", "²", "yellow"),
    "return": Mark("captured without the piece moving (igui)", "!", "green"),
    "pass": Mark("may pass", "=", "green"),
    "skipped": Mark("passed over, whatever stands there", "◇", "dim"),
    "between": Mark("must be empty", "□", "dim"),
}


def marks(found: Survey, scene: Scene) -> Iterator[tuple[Name, Place]]:
    """What is to be drawn, from the ground up."""
    groups: dict[Name, set[Place]] = {
        "between": set(found.between),
        "skipped": set(found.skipped),
        "screen": {place for screens in found.screens for place in screens},
        "friend": set(scene.friends),
        "enemy": set(scene.enemies),
        "both": found.moves & found.captures,
        "move": found.moves - found.captures,
        "capture": found.captures - found.moves,
        "own": found.own,
        "hop-both": found.hop_moves & found.hop_captures,
        "hop-move": found.hop_moves - found.hop_captures,
        "hop-capture": found.hop_captures - found.hop_moves,
        "double": found.doubles,
        "return": found.returns,
        "piece": {scene.origin},
        "pass": {scene.origin} if found.passes else set(),
    }
    for name, places in groups.items():
        for place in sorted(places):
            yield name, place
