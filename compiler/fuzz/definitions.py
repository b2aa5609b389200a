"""Random definitions: a draft is drawn, written, and read by the loader; what the language refuses is drawn again.

The parts fit by construction as far as that is cheap. What only the compiler can tell (a setup in check, a piece where
it may not stand) is left to it: then the setup is drawn anew, and after some tries everything.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from math import prod
from pathlib import Path
from typing import Any, Final, final

from hensoku.compiler.fuzz.boards import Ground, draw_ground, draw_region
from hensoku.compiler.fuzz.dice import Dice
from hensoku.compiler.fuzz.pieces import Cast, Casting, Face, Royalty
from hensoku.compiler.fuzz.rows import rows_of
from hensoku.compiler.fuzz.rules import (
    Rules,
    draw_borrow,
    draw_drops,
    draw_ends,
    draw_facing,
    draw_promotion,
    draw_repetition,
    draw_royals,
    draw_trade,
)
from hensoku.compiler.fuzz.text import Draft, write_draft
from hensoku.compiler.ir.types import Module
from hensoku.compiler.resolve import resolve
from hensoku.dsl.findings import DefinitionError, Severity

SETUP_TRIES: Final = 6
DRAFT_TRIES: Final = 30
SLUG: Final = "fuzzed"

MOST_PATHS: Final = 5_000
SLOW: Final = "slow"
"""What is counted among the codes for drafts with a move of more paths: the interpreter would be at it for minutes."""

_ROYALTY: Final[dict[Royalty, float]] = {"one": 0.62, "held": 0.06, "last": 0.22, "none": 0.1}
_OF_A_SETUP: Final = frozenset(("HS458", "HS459", "HS462", "HS467", "HS468", "HS470"))
"""Faults of a setup alone: royals, what could never move, a side in check, nothing there, odd hands, kings facing."""


@final
@dataclass(frozen=True)
class Drawn:
    """A definition that the language accepts. `rejects`: the codes for which earlier drafts were refused."""

    draft: Draft
    module: Module
    rejects: Counter[str] = field(default_factory=Counter)


def draw_definition(dice: Dice, folder: Path) -> Drawn:
    """Raises ValueError when draft after draft is refused, which is a fault of the fuzzer."""
    rejects: Counter[str] = Counter()
    for _ in range(DRAFT_TRIES):
        drawing = _Drawing(dice)
        for _ in range(SETUP_TRIES):
            draft = drawing.draft()
            try:
                module = read_draft(draft, folder)
                if paths_of(module) <= MOST_PATHS:
                    return Drawn(draft, module, rejects)
                rejects[SLOW] += 1
                break
            except DefinitionError as error:
                codes = {finding.code for finding in error.findings if finding.severity is Severity.ERROR}
                rejects.update(sorted(codes))
                if not codes <= _OF_A_SETUP:
                    break
    raise ValueError(f"no definition after {DRAFT_TRIES} drafts: refused for {dict(rejects)}")


def paths_of(module: Module) -> int:
    """The most ways in which one move can be carried out, on an empty board and as if it had no edges."""
    longest = max(module.board.files, module.board.ranks)
    moves = (move for piece in module.pieces for move in piece.moves)
    ways = (prod(max(len(leg.starts), len(leg.turns)) * (leg.reach or longest) for leg in move.legs) for move in moves)
    return max(ways, default=0)


def read_draft(draft: Draft, folder: Path) -> Module:
    """The IR of a draft, by way of its text. Raises DefinitionError."""
    file = folder / f"{SLUG}.yaml"
    file.write_text(write_draft(draft), "utf-8")
    return resolve(file).module


@final
class _Drawing:
    """All of a definition but its setup, which may be drawn several times."""

    def __init__(self, dice: Dice) -> None:
        self._dice = dice
        self._ground = draw_ground(dice)
        self._regions = ("camp", "Middle_2") if dice.chance(0.2) else ()
        self._sets = ("small", "big-ones") if dice.chance(0.25) else ()
        self._royalty = dice.weighted(_ROYALTY)
        self._borrows = dice.chance(0.18)
        plain = dice.chance(0.6 if self._borrows else 0.2)
        self._cast = Casting(dice, self._ground, self._royalty, plain, self._sets, self._regions).draw()
        self._engine = self._draw_engine()

    def draft(self) -> Draft:
        setups = {"setups": {"other": self._setup()}} if self._dice.chance(0.1) else {}
        return {"title": "Fuzzed", "slug": SLUG, "engine": {**self._engine, "setup": self._setup(), **setups}}

    def _setup(self) -> str:
        in_hand = self._engine.get("drops") != "none" or self._dice.chance(0.2)
        return draw_setup(self._dice, self._ground, self._cast, self._royalty, in_hand=in_hand)

    def _draw_engine(self) -> dict[str, Any]:
        dice, ground, cast = self._dice, self._ground, self._cast
        rules = Rules(dice, ground, cast, self._sets, self._regions)
        engine: dict[str, Any] = {"topology": ground.topology, "pieces": cast.pieces}
        if self._regions:
            engine["regions"] = {name: draw_region(dice, ground) for name in self._regions}
        if self._sets:
            engine["sets"] = {name: " ".join(dice.some(cast.keys, 1, 3)) for name in self._sets}
        engine |= rules.sometimes(0.85, promotion=lambda: draw_promotion(rules), drops=lambda: draw_drops(rules))
        engine |= rules.sometimes(0.5, repetition=lambda: draw_repetition(rules), ends=lambda: draw_ends(rules))
        engine |= rules.sometimes(0.18, paths=lambda: True, trade=lambda: draw_trade(rules))
        engine |= rules.sometimes(
            0.6 if {"facing", "passes"} & set(engine.get("ends", ())) else 0.1, **{"pass": lambda: True}
        )
        engine |= rules.sometimes(
            0.3 if ground.topology.get("type", "grid") != "grid" else 0.02, full_circle=lambda: True
        )
        if self._borrows:
            engine["borrow"] = draw_borrow(rules)
        if self._royalty == "held" and engine.get("drops") == "none":
            del engine["drops"]
        royals = draw_royals(rules, self._royalty)
        if "facing" in engine.get("ends", ()):
            royals.setdefault("facing", draw_facing(rules))
        return {**engine, "royals": royals} if royals else engine


# -------------------------------------------------------------------------------------------------------------- setups


def draw_setup(dice: Dice, ground: Ground, cast: Cast, royalty: Royalty, *, in_hand: bool) -> str:
    """SFEN of a start. Half of them look the same to both sides; pieces stand on their own side, or anywhere."""
    squares = len(ground.names)
    each = max(1, min(dice.randint(1, 12), squares // 3))
    first = _army(dice, cast, royalty, each)
    mirrored = dice.chance(0.5)
    second = first if mirrored else _army(dice, cast, royalty, each)
    cells: dict[int, str] = {}
    turned = ground.geometry.turned
    order = _order(dice, squares)
    for face, square in zip(first, order, strict=False):
        if not mirrored:
            cells[square] = face.spelling
        elif turned[square] != square and square not in cells:
            cells[square], cells[turned[square]] = face.spelling, face.spelling.lower()
    if not mirrored:
        free = [turned[square] for square in _order(dice, squares) if turned[square] not in cells]
        cells |= {square: face.spelling.lower() for face, square in zip(second, free, strict=False)}
    kings = next((face.spelling for face in cast.faces if face.royal), "") if royalty == "held" else ""
    others = _hands(dice, cast) if in_hand and dice.chance(0.35) else ""
    hands = f"{kings}{kings.lower()}{others}" or "-"
    return f"{_rows(ground, cells)} {dice.choice('bbw')} {hands} {dice.choice((1, 1, 1, 7))}"


def _army(dice: Dice, cast: Cast, royalty: Royalty, count: int) -> list[Face]:
    royals = [face for face in cast.faces if face.royal]
    others = [face for face in cast.faces if not face.royal] or royals
    kings: list[Face] = []
    if royalty == "one":
        kings = [royals[0]]
    elif royalty == "last":
        kings = [dice.choice(royals) for _ in range(dice.choice((1, 2, 2, 3)))]
    pool = others if royalty in ("one", "held") else [*others, *royals]
    return [*kings, *(dice.choice(pool) for _ in range(count - 1))]


def _order(dice: Dice, squares: int) -> list[int]:
    """All squares: those of the mover's half first, or in any order."""
    shuffled = dice.sample(range(squares), squares)
    if dice.chance(0.4):
        return shuffled
    half = squares // 2
    return sorted(shuffled, key=lambda square: square < half)


def _hands(dice: Dice, cast: Cast) -> str:
    promoted = dice.chance(0.15)
    plain = [face.spelling for face in cast.faces if not face.royal and (promoted or face.spelling[0] != "+")]
    held = ""
    for side in (str.upper, str.lower):
        for spelling in dice.some(plain, 0, 2):
            held += dice.choice(("", "", "2", "3")) + side(spelling)
    return held


def _rows(ground: Ground, cells: dict[int, str]) -> str:
    grid = [["*"] * ground.files for _ in range(ground.ranks)]
    for index, square in enumerate(ground.geometry.squares):
        grid[square.rank][square.file] = cells.get(index, "")
    return rows_of(grid)
