"""Random rules: promotion, drops, royals, borrowing, trades, ends, repetition, as the definition language says them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias, final

from hensoku.compiler.fuzz.boards import Ground, draw_region, draw_zone
from hensoku.compiler.fuzz.dice import Dice
from hensoku.compiler.fuzz.pieces import Cast, Royalty


@final
@dataclass(frozen=True)
class Rules:
    """Draws the rules for some pieces on a board. `sets` and `regions` are names that the definition gives."""

    dice: Dice
    ground: Ground
    cast: Cast
    sets: tuple[str, ...]
    regions: tuple[str, ...]

    def pieces(self) -> str:
        return self.cast.members(self.dice, self.sets)

    def faces(self) -> str:
        """The text of a set of printed faces."""
        return self.dice.choice((self.pieces(), *(f"+{key}" for key in self.cast.turning)))

    def region(self) -> str:
        return draw_region(self.dice, self.ground, self.regions)

    def per_set(self, value: Callable[[], Any]) -> Any:
        """A value for all pieces, or values by piece set."""
        if self.dice.chance(0.6):
            return value()
        return {self.pieces(): value() for _ in range(self.dice.randint(1, 3))}

    def word(self, *words: str) -> Any:
        return self.per_set(lambda: self.dice.choice(words))

    def sometimes(self, chance: float, **values: Callable[[], Any]) -> dict[str, Any]:
        """Each of the entries with that chance."""
        return {key: value() for key, value in values.items() if self.dice.chance(chance)}


def draw_promotion(rules: Rules) -> dict[str, Any]:
    dice, ground = rules.dice, rules.ground
    zone = rules.per_set(lambda: draw_zone(dice, ground))
    words = ("enter", "leave", "within", "capture", "quiet")
    more = rules.sometimes(
        0.3,
        when=lambda: rules.per_set(lambda: dice.some(words, 1, 3)),
        forced=lambda: rules.word("stuck", "always", "never"),
    )
    seldom = rules.sometimes(
        0.12,
        mode=lambda: rules.word("zone", "every_move", "on_capture"),
        again=lambda: rules.per_set(lambda: draw_zone(dice, ground)),
        limit=lambda: {rules.faces(): dice.randint(1, 3) for _ in range(dice.randint(1, 2))},
    )
    return {"zone": zone, **more, **seldom}


def draw_drops(rules: Rules) -> Any:
    dice = rules.dice
    if dice.chance(0.25):
        return "none"
    return (
        rules.sometimes(0.1, **{"from": lambda: dice.choice(("captures", "setup"))})
        | rules.sometimes(
            0.3,
            faces=lambda: rules.word("unpromoted", "either", "as_captured"),
            region=lambda: rules.per_set(rules.region),
            file_limit=lambda: {rules.pieces(): _file_limit(dice) for _ in range(dice.randint(1, 2))},
            stuck=lambda: rules.word("allowed", "illegal"),
            mate=lambda: rules.word("illegal", "loses", "allowed"),
            check=lambda: rules.word("allowed", "illegal"),
        )
        | rules.sometimes(
            0.12,
            stalemate=lambda: rules.word("allowed", "illegal"),
            first=rules.pieces,
            before_mate=rules.pieces,
        )
    )


def _file_limit(dice: Dice) -> Any:
    count = dice.choice((1, 1, 2))
    return {"count": count, "moves": dice.chance(0.5)} if dice.chance(0.4) else count


def draw_royals(rules: Rules, royalty: Royalty) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if royalty == "last":
        found["lost_when"] = "all"
    elif rules.dice.chance(0.2):
        found["lost_when"] = "any"
    if rules.dice.chance(0.2):
        found["facing"] = draw_facing(rules)
    if rules.dice.chance(0.4):
        found["check"] = rules.dice.weighted({"ignored": 3.0, "answered": 1.0})
    if rules.dice.chance(0.7 if royalty == "held" else 0.03):
        found["in_hand_forbids"] = rules.dice.some(("captures", "promotion"), 1, 2)
    return found


def draw_facing(rules: Rules) -> Any:
    dice = rules.dice
    rule = dice.choice(("illegal", "answered"))
    if dice.chance(0.5):
        return rule
    more = rules.sometimes(0.5, pieces=rules.pieces, along=lambda: dice.choice(("vR", "fR", "R", "B", "Q")))
    return {"rule": rule, **more}


def draw_borrow(rules: Rules) -> dict[str, Any]:
    dice = rules.dice
    return {
        "from": dice.choice(("bW", "fW", "sW", "W", "F", "ffN", "D", "bW", "fF")),
        "of": dice.choice(("friend", "friend", "enemy", "any")),
        "mode": dice.choice(("replace", "add")),
    }


def draw_trade(rules: Rules) -> dict[str, Any]:
    dice = rules.dice
    return {
        "pieces": rules.pieces(),
        **rules.sometimes(0.4, targets=rules.pieces, worthless=rules.pieces),
        **rules.sometimes(0.4, near=lambda: dice.choice(("none", "W", "fF", "ffN", "D"))),
        **rules.sometimes(0.5, counter_strike=lambda: dice.chance(0.3)),
    }


def draw_repetition(rules: Rules) -> Any:
    dice = rules.dice
    if dice.chance(0.1):
        return "none"
    found = {"times": dice.choice((2, 2, 3, 4)), "result": dice.choice(("draw", "loss", "win", "illegal"))}
    if found["result"] in ("loss", "win") and dice.chance(0.5):
        found["loser"] = dice.choice(("repeater", "first_mover", "sente", "gote"))
    if dice.chance(0.5):
        found["perpetual"] = dice.choice(("loss", "none"))
    return found


# ---------------------------------------------------------------------------------------------------------------- ends

DrawEnd: TypeAlias = Callable[[Rules], Any]

RESULTS: Final[Sequence[str]] = ("win", "loss", "draw")


def _result(rules: Rules) -> Any:
    return rules.dice.choice(RESULTS)


def _with_result(rules: Rules, **options: Any) -> dict[str, Any]:
    """Some options, and a result for most."""
    return {**options, **rules.sometimes(0.7, result=lambda: _result(rules))}


def _try(rules: Rules) -> Any:
    pieces = rules.sometimes(0.5, pieces=rules.pieces)
    return _with_result(rules, goal=draw_zone(rules.dice, rules.ground), safe=rules.dice.chance(0.5), **pieces)


def _check_count(rules: Rules) -> Any:
    return _with_result(rules, count=rules.dice.randint(1, 4))


def _bare_king(rules: Rules) -> Any:
    flags = ("reply", "threat", "single", "ignore_stuck")
    more = rules.sometimes(0.3, weak=rules.pieces)
    return _with_result(rules, **{flag: rules.dice.chance(0.4) for flag in flags}, **more)


def _piece_count(rules: Rules) -> Any:
    return _with_result(rules, below=rules.dice.randint(1, 4), **rules.sometimes(0.6, pieces=rules.pieces))


def _points(rules: Rules) -> dict[str, int]:
    return {rules.pieces(): rules.dice.randint(0, 5) for _ in range(rules.dice.randint(1, 3))}


def _needed(rules: Rules) -> Any:
    """Points for both sides, or for each."""
    first, second = rules.dice.randint(1, 9), rules.dice.randint(1, 9)
    return {"sente": first, "gote": second} if rules.dice.chance(0.5) else first


def _facing(rules: Rules) -> Any:
    dice = rules.dice
    if dice.chance(0.5):
        return _result(rules)
    return {"points": _points(rules), **rules.sometimes(0.4, bonus=lambda: {dice.choice(("sente", "gote")): 2})}


def _passes(rules: Rules) -> Any:
    found = _facing(rules)
    times = rules.sometimes(0.5, times=lambda: rules.dice.randint(1, 3))
    return {**found, **times} if isinstance(found, dict) else {"result": found, **times}


def _impasse(rules: Rules) -> Any:
    dice = rules.dice
    flags = rules.sometimes(
        0.4,
        declared=lambda: dice.chance(0.5),
        checked=lambda: dice.chance(0.5),
        drawn=lambda: _needed(rules),
        credit=lambda: dice.choice(("sente", "gote")),
        both=lambda: dice.chance(0.5),
    )
    counted = {"points": _points(rules), "needed": _needed(rules)}
    if dice.chance(0.2):
        counted = {}
        flags.pop("drawn", None)
    return _with_result(rules, zone=draw_zone(dice, rules.ground), entered=dice.randint(0, 3), **counted, **flags)


def _move_limit(rules: Rules) -> Any:
    dice = rules.dice
    anew = rules.sometimes(0.4, after_capture=lambda: dice.chance(0.5), after_move_of=rules.pieces)
    return _with_result(rules, moves=dice.randint(1, 12), **anew)


def _dead_position(rules: Rules) -> Any:
    return _with_result(rules, pieces=rules.pieces())


USUAL_ENDS: Final[Mapping[str, DrawEnd]] = {
    "checkmate": _result,
    "stalemate": _result,
    "royal_captured": _result,
}
OTHER_ENDS: Final[Mapping[str, DrawEnd]] = {
    "try": _try,
    "check_count": _check_count,
    "facing": _facing,
    "passes": _passes,
    "bare_king": _bare_king,
    "piece_count": _piece_count,
    "impasse": _impasse,
    "move_limit": _move_limit,
    "dead_position": _dead_position,
}
ENDS: Final[Mapping[str, DrawEnd]] = {**USUAL_ENDS, **OTHER_ENDS}
"""Every end of the language, and what a definition may say of it."""


def draw_ends(rules: Rules) -> dict[str, Any]:
    """Some ends; mates mostly, and others one or two at a time, for games that end at once show little."""
    usual = rules.dice.some(list(USUAL_ENDS), 1, 3)
    others = rules.dice.some([kind for kind in ENDS if kind not in usual], 0, 2)
    return {kind: ENDS[kind](rules) for kind in (*usual, *others)}
