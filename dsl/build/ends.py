"""How the game ends: `ends` and `repetition`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from collections.abc import Mapping as AbstractMapping
from dataclasses import dataclass
from typing import Final, TypeAlias, assert_never, cast, final

from hensoku.dsl.build.board import side_of
from hensoku.dsl.build.context import (
    SIDES,
    Context,
    entries,
    everything,
    flag,
    group,
    is_null,
    located,
    nothing,
    number,
    royals,
)
from hensoku.dsl.definition import EndDef, EndKind, EndOption, Located, PieceSet, PointsDef, RepetitionDef
from hensoku.dsl.nodes import Entry, Mapping, Node
from hensoku.dsl.schema import default
from hensoku.dsl.source import Source, Span

NOBODY: Final = -1
"""The side that no player is."""

Reader: TypeAlias = Callable[[Node | None], EndOption | None]

_WITHOUT_A_MOVE: Final[tuple[EndKind, ...]] = ("checkmate", "stalemate")
"""Ends that every game has, a loss where it says no other result: who has no legal move cannot play on."""

_BY_DEFAULT: Final[tuple[EndKind, ...]] = (*_WITHOUT_A_MOVE, "royal_captured")
"""What ends a game whose definition says nothing about ends: a loss for the side that it happens to."""

RESULTS: Final[AbstractMapping[str, str]] = {
    "checkmate": "loss",
    "stalemate": "loss",
    "royal_captured": "loss",
    "bare_king": "loss",
    "try": "win",
    "check_count": "win",
    "facing": "draw",
    "passes": "draw",
    "piece_count": "loss",
    "impasse": "win",
    "move_limit": "draw",
    "dead_position": "draw",
}
"""What each end is for the side that it names, where the definition does not say."""


_TOGETHER: Final[AbstractMapping[str, str]] = {"points": "needed", "needed": "points", "drawn": "needed"}
"""Options of an impasse that say nothing without another one."""


@final
@dataclass(frozen=True)
class _Option:
    """How an option is read, and what it is where it is left out; without a default it must be there."""

    read: Reader
    default: EndOption | None = None


def build_ends(context: Context, engine: Mapping, players: tuple[str, str]) -> tuple[EndDef, ...]:
    ends = group(engine, "ends")
    if ends is None:
        return _by_default(engine, _BY_DEFAULT)
    found = [_end(context, entry, players) for entry in entries(engine, "ends") if entry.key.text in RESULTS]
    missing = [kind for kind in _WITHOUT_A_MOVE if _is_missing(ends.get(kind)) and _may_come(engine, kind)]
    return (*_by_default(engine, missing), *(end for end in found if end is not None))


def _by_default(engine: Mapping, kinds: Iterable[EndKind]) -> tuple[EndDef, ...]:
    """Ends that nobody has written, and whose place is empty."""
    span = Span(engine.span.source, engine.span.start, engine.span.start)
    return tuple(EndDef(kind, Located("loss", span), {}, span) for kind in kinds)


def _may_come(engine: Mapping, kind: EndKind) -> bool:
    """Where check is ignored nobody is mated."""
    royals = group(engine, "royals")
    check = located(royals.get("check")) if royals is not None else None
    return kind != "checkmate" or check is None or check.value != "ignored"


def _end(context: Context, entry: Entry, players: tuple[str, str]) -> EndDef | None:
    kind, span = cast("EndKind", entry.key.text), entry.key.span
    values = entry.value if isinstance(entry.value, Mapping) else None
    result = located(entry.value if values is None else values.get("result")) or Located(RESULTS[kind], span)
    table = _options(context, kind, span, players)
    options: dict[str, Located[EndOption]] = {}
    for key, option in table.items():
        node = values.get(key) if values is not None else None
        read = option.read(node)
        value = option.default if read is None else read
        if value is None:
            context.say("HS419", span, rule=f"ends.{kind}", key=key)
        else:
            options[key] = Located(value, span if node is None else node.span)
    if kind == "impasse" and values is not None:
        _check_together(context, values, span)
    if values is not None and "bonus" in table and None not in (values.get("points"), values.get("result")):
        problem = f"the points decide ends.{kind}, so its result says nothing"
        context.say("HS440", result.span, problem=problem)
    return EndDef(kind, result, options, span) if len(options) == len(table) else None


def _check_together(context: Context, values: Mapping, span: Span) -> None:
    for key, other in _TOGETHER.items():
        if not _is_missing(values.get(key)) and _is_missing(values.get(other)):
            context.say("HS419", span, rule="ends.impasse", key=other)


def _is_missing(node: Node | None) -> bool:
    return node is None or is_null(node)


def _options(context: Context, kind: EndKind, span: Span, players: tuple[str, str]) -> dict[str, _Option]:
    match kind:
        case "checkmate" | "stalemate" | "royal_captured":
            return {}
        case "bare_king":
            return {
                "reply": _Option(_flag, False),
                "threat": _Option(_flag, False),
                "single": _Option(_flag, False),
                "ignore_stuck": _Option(_flag, False),
                "weak": _Option(context.piece_set, nothing(span)),
            }
        case "try":
            return {
                "pieces": _Option(context.piece_set, royals(span)),
                "goal": _Option(context.region),
                "safe": _Option(_flag, False),
            }
        case "check_count":
            return {"count": _Option(_number, 1)}
        case "facing":
            return _tally(context, players)
        case "passes":
            return {"times": _Option(_number, 2), **_tally(context, players)}
        case "piece_count":
            return {"pieces": _Option(context.piece_set, everything(span)), "below": _Option(_number)}
        case "impasse":
            return {
                "zone": _Option(context.region),
                "entered": _Option(_number, 10),
                "points": _Option(lambda node: _points(context, node), ()),
                "needed": _Option(lambda node: _by_side(context, node, players), (0, 0)),
                "drawn": _Option(lambda node: _by_side(context, node, players), (0, 0)),
                "credit": _Option(lambda node: _side(context, node, players), NOBODY),
                "declared": _Option(_flag, True),
                "checked": _Option(_flag, False),
                "both": _Option(_flag, False),
            }
        case "move_limit":
            return {
                "moves": _Option(_number),
                "after_capture": _Option(_flag, False),
                "after_move_of": _Option(context.piece_set, PieceSet((), False, span)),
            }
        case "dead_position":
            return {"pieces": _Option(context.piece_set, royals(span))}
        case _:
            assert_never(kind)


def _tally(context: Context, players: tuple[str, str]) -> dict[str, _Option]:
    return {
        "points": _Option(lambda node: _points(context, node), ()),
        "bonus": _Option(lambda node: _bonus(context, node, players), (0, 0)),
    }


def needed_options(kind: str) -> tuple[str, ...]:
    """The options of an end that have no default."""
    nowhere = Span(Source("", ""), 0, 0)
    table = _options(Context(nowhere.source), cast("EndKind", kind), nowhere, SIDES)
    return tuple(key for key, option in table.items() if option.default is None)


def _flag(node: Node | None) -> bool | None:
    return None if node is None else flag(node, default=False)


def _number(node: Node | None) -> int | None:
    value = number(node)
    return None if value is None else value.value


def _points(context: Context, node: Node | None) -> tuple[PointsDef, ...] | None:
    return tuple(PointsDef(pieces, value) for pieces, value in context.per_set(node, _number)) or None


def _by_side(context: Context, node: Node | None, players: tuple[str, str]) -> tuple[int, int] | None:
    """One number for both sides, or one for each."""
    if not isinstance(node, Mapping):
        value = _number(node)
        return None if value is None else (value, value)
    found = _numbers(context, node, players)
    return (found[0], found[1]) if len(found) == 2 else None


def _bonus(context: Context, node: Node | None, players: tuple[str, str]) -> tuple[int, int] | None:
    """Numbers of some sides."""
    found = _numbers(context, node, players) if isinstance(node, Mapping) else None
    return None if found is None else (found.get(0, 0), found.get(1, 0))


def _numbers(context: Context, node: Mapping, players: tuple[str, str]) -> dict[int, int]:
    found: dict[int, int] = {}
    for entry in node.entries:
        side, value = side_of(players, entry.key.text), _number(entry.value)
        if side is None:
            _say_unknown(context, entry.key.span, entry.key.text, players)
        elif value is not None:
            found[side] = value
    return found


def _side(context: Context, node: Node | None, players: tuple[str, str]) -> int | None:
    name = located(node)
    if name is None:
        return None
    side = side_of(players, name.value)
    if side is None:
        _say_unknown(context, name.span, name.value, players)
    return side


def _say_unknown(context: Context, span: Span, name: str, players: tuple[str, str]) -> None:
    context.say("HS418", span, name=name, help=f"the players are {' and '.join(players)}")


# ---------------------------------------------------------------------------------------------------------- repetition


def build_repetition(context: Context, engine: Mapping, players: tuple[str, str]) -> RepetitionDef | None:
    entry = engine.entry("repetition")
    if entry is None or not isinstance(entry.value, Mapping):
        return None
    node, span = entry.value, entry.key.span
    result = located(node.get("result")) or Located(default("repetition", "result"), span)
    loser = _loser(context, node, players)
    if loser is not None and result.value in ("draw", "illegal"):
        problem = f"the result of repetition is {result.value}, so `loser` says nothing"
        context.say("HS440", loser.span, problem=problem)
    return RepetitionDef(
        times=number(node.get("times")) or Located(default("repetition", "times"), span),
        result=result,
        loser=loser,
        perpetual=located(node.get("perpetual")) or Located(default("repetition", "perpetual"), span),
        span=span,
    )


def _loser(context: Context, node: Mapping, players: tuple[str, str]) -> Located[str] | None:
    """`repeater`, `first_mover`, or a player by its own name, as sente or gote."""
    loser = located(node.get("loser"))
    if loser is None or loser.value in ("repeater", "first_mover"):
        return loser
    side = side_of(players, loser.value)
    if side is None:
        help_ = f"it is repeater, first_mover, {players[0]} or {players[1]}"
        context.say("HS418", loser.span, name=loser.value, help=help_)
        return None
    return Located(("sente", "gote")[side], loser.span)
