"""How a game ends, and what happens when a position comes back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, TypeVar, assert_never

from hensoku.dsl.definition import EndDef, PieceSet, PointsDef, Region
from hensoku.rulebook.words import Rule, Words, counted, listed, number, ordinal, rule

T = TypeVar("T")

_ITSELF: Final[Mapping[str, str]] = {"win": "wins", "loss": "loses"}
_DRAWN: Final = "the game is drawn"


def ends(words: Words) -> Iterator[Rule]:
    """A rule for each end. Where no file has `ends`, the language's own hold, and have no place."""
    said = words.where("ends") is not None
    for end in words.definition.ends:
        yield rule(f"{_end(words, end)}.", end.span if said else None)


def _end(words: Words, end: EndDef) -> str:
    result = end.result.value
    match end.kind:
        case "checkmate":
            return _side("A side that is in check and has no legal move", result)
        case "stalemate":
            return _side("A side that is not in check and has no legal move", result)
        case "royal_captured":
            return _side(f"A side that has lost {_which_royal(words)}", result)
        case "bare_king":
            reply = (
                "; if it can at once leave the other side no more, the game is drawn" if _of(end, "reply", bool) else ""
            )
            return _side("A side that has nothing left but royals", result) + reply
        case "try":
            what, goal = words.one_of(_of(end, "pieces", PieceSet)), words.region(_of(end, "goal", Region))
            safe = ", unless it can be captured there at once" if _of(end, "safe", bool) else ""
            return _side(f"A side that has brought {what} to {goal}", result) + safe
        case "check_count":
            return _side(f"A side that has given {counted(_of(end, 'count', int), 'check')}", result)
        case "piece_count":
            return _side(f"A side that has {_few(words, end)} on the board", result)
        case "impasse":
            return _impasse(words, end)
        case "move_limit":
            return f"After {_of(end, 'moves', int):,} moves, both sides' counted, {_whole(words, result)}"
        case "dead_position":
            pieces = words.pieces(_of(end, "pieces", PieceSet))
            return f"When nothing but {pieces} is left on the board and the hands are empty, {_whole(words, result)}"
        case _:
            assert_never(end.kind)


def _side(who: str, result: str) -> str:
    """What happens to a side; a draw is both sides'."""
    return (
        f"When a side {who.removeprefix('A side that ')}, {_DRAWN}" if result == "draw" else f"{who} {_ITSELF[result]}"
    )


def _which_royal(words: Words) -> str:
    last = words.definition.royals.lost_when
    if last is not None and last.value == "all":
        return "its last royal"
    return "its royal" if len(words.faces.royals(words.sets)) == 1 else "one of its royals"


def _few(words: Words, end: EndDef) -> str:
    pieces, below = _of(end, "pieces", PieceSet), _of(end, "below", int)
    if words.pieces(pieces) == "all pieces":
        return f"fewer than {counted(below, 'piece')}" if below > 1 else "no piece left"
    if pieces.complement:
        return f"fewer than {number(below)} of {words.pieces(pieces)}"
    return f"fewer than {number(below)} {words.kinds(pieces)}" if below > 1 else f"no {words.kinds(pieces)}"


def _whole(words: Words, result: str) -> str:
    """A result that is told as the first mover's."""
    first = words.players[0]
    return {"win": f"{first} wins", "loss": f"{first} loses", "draw": _DRAWN}[result]


def _impasse(words: Words, end: EndDef) -> str:
    zone, entered = words.region(_of(end, "zone", Region)), _of(end, "entered", int)
    others = f" and {counted(entered, 'other piece')}" if entered else ""
    check = "" if _of(end, "checked", bool) else ", and is not in check,"
    how = "may declare an impasse and" if _of(end, "declared", bool) else "counts its pieces and"
    values = listed([f"{points.value.value} for {words.pieces(points.pieces)}" for points in _points(end)])
    needed = _of(end, "needed", tuple)
    enough = f"{needed[0]} points"
    if needed[0] != needed[1]:
        enough = listed(
            [f"{many} points as {player}" for many, player in zip(needed, words.players, strict=True)], "or"
        )
    result = {**_ITSELF, "draw": "draws"}[end.result.value]
    return (
        f"A side that has its royal{others} in {zone}{check} {how} {result} with at least {enough}: {values}, counting "
        "those pieces and the hand"
    )


def _points(end: EndDef) -> tuple[PointsDef, ...]:
    return tuple(points for points in _of(end, "points", tuple) if isinstance(points, PointsDef))


def _of(end: EndDef, name: str, kind: type[T]) -> T:
    """An option of an end; which type it is, the kind of end tells (see `EndDef`)."""
    value = end.options[name].value
    assert isinstance(value, kind)
    return value


# ---------------------------------------------------------------------------------------------------------- repetition


def repetition(words: Words) -> Iterator[Rule]:
    repeated = words.definition.repetition
    if repeated is None:
        yield rule("A position may come back any number of times.", words.where("repetition"))
        return
    times = ordinal(repeated.times.value)
    loser = repeated.loser.value if repeated.loser else "repeater"
    who = "the side that brought it about" if loser == "repeater" else words.players[("sente", "gote").index(loser)]
    match repeated.result.value:
        case "illegal":
            text = f"No move may bring a position about for the {times} time."
        case "draw":
            text = f"When a position comes about for the {times} time, {_DRAWN}."
        case _:
            text = f"When a position comes about for the {times} time, {who} {_ITSELF[repeated.result.value]}."
    yield rule(text, repeated.times.span, repeated.result.span, repeated.loser.span if repeated.loser else None)
    if repeated.perpetual.value == "loss":
        yield rule(
            "If every move of one side since the position first came about gave check, that side loses instead.",
            repeated.perpetual.span,
        )
