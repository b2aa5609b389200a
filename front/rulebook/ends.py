"""How a game ends, and what happens when a position comes back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, assert_never

from hensoku.dsl.definition import EndDef, PieceSet, PointsDef, Region, said
from hensoku.rulebook.words import Rule, Words, counted, listed, number, ordinal, rule

_ITSELF: Final[Mapping[str, str]] = {"win": "wins", "loss": "loses"}
_DRAWN: Final = "the game is drawn"


def ends(words: Words) -> Iterator[Rule]:
    """A rule for each end. Those that no file says are the language's own, and have no place."""
    for end in words.definition.ends:
        yield rule(f"{_end(words, end)}.", None if end.span.start == end.span.end else end.span)


def _end(words: Words, end: EndDef) -> str:
    result = end.result.value
    match end.kind:
        case "checkmate":
            return _side("A side that is in check and has no legal move", result)
        case "stalemate":
            return _side(f"A side that {_unmated(words)}has no legal move", result)
        case "royal_captured":
            return _side(f"A side that has lost {_which_royal(words)}", result)
        case "bare_king":
            return _bare_king(words, end)
        case "try":
            what, goal = words.one_of(end.option("pieces", PieceSet)), words.region(end.option("goal", Region))
            safe = ", unless it can be captured there at once" if end.option("safe", bool) else ""
            return _side(f"A side that has brought {what} to {goal}", result) + safe
        case "check_count":
            return _side(f"A side that has given {counted(end.option('count', int), 'check')}", result)
        case "piece_count":
            return _side(f"A side that has {_few(words, end)} on the board", result)
        case "impasse":
            return _impasse(words, end)
        case "facing":
            return _decided(words, end, "When a side passes while royals face each other", "that side")
        case "passes":
            times = end.option("times", int)
            when = (
                "When both sides have passed, one after the other"
                if times == 2
                else f"After {number(times)} passes in a row"
            )
            return _decided(words, end, when, "the side that passed last")
        case "move_limit":
            return _move_limit(words, end)
        case "dead_position":
            pieces = words.pieces(end.option("pieces", PieceSet))
            when = f"When nothing but {pieces} is left on the board and in the hands"
            return f"{when}, {_DRAWN if result == 'draw' else f'the side to move {_ITSELF[result]}'}"
        case _:
            assert_never(end.kind)


def _unmated(words: Words) -> str:
    """Where check is ignored nobody is mated, and a side without a move is stalemated even in check."""
    check = words.definition.royals.check
    return "" if check is not None and check.value == "ignored" else "is not in check and "


def _bare_king(words: Words, end: EndDef) -> str:
    single = "a single royal, and faces one that has no other royal either," if end.option("single", bool) else "royals"
    told = _side(f"A side that has nothing left but {single}", end.result.value)
    weak = end.option("weak", PieceSet)
    if weak.names or weak.complement:
        told += f", unless the other side has nothing more than {words.pieces(weak)} besides"
    if end.option("ignore_stuck", bool):
        told += "; pieces that could never move are left out of account"
    if end.option("threat", bool):
        return f"{told}; while it attacks the other side's royal or last other piece, the game goes on"
    reply = "; if it can at once leave the other side no more, it has that move, which is a draw"
    return told + (reply if end.option("reply", bool) else "")


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
    pieces, below = end.option("pieces", PieceSet), end.option("below", int)
    if words.pieces(pieces) == "all pieces":
        return f"fewer than {counted(below, 'piece')}" if below > 1 else "no piece left"
    if pieces.complement:
        return f"fewer than {number(below)} of {words.pieces(pieces)}"
    return f"fewer than {number(below)} {words.kinds(pieces)}" if below > 1 else f"no {words.kinds(pieces)}"


def _decided(words: Words, end: EndDef, when: str, who: str) -> str:
    """By its result, or by points."""
    points, bonus = _points(end), end.option("bonus", tuple)
    if not points:
        return f"{when}, {_DRAWN if end.result.value == 'draw' else f'{who} {_ITSELF[end.result.value]}'}"
    more = [f"{number(many)} more for {player}" for many, player in zip(bonus, words.players, strict=True) if many]
    told = listed([*_values(words, points), *more])
    return f"{when}, the side with more points on the board and in hand wins: {told}"


def _move_limit(words: Words, end: EndDef) -> str:
    result, pieces = end.result.value, end.option("after_move_of", PieceSet)
    anew = ["a capture"] if end.option("after_capture", bool) else []
    if pieces.names or pieces.complement:
        anew.append(f"a move of {words.one_of(pieces)}")
    since = f" since the last one that was {listed(anew, 'or')}" if anew else ""
    outcome = _DRAWN if result == "draw" else f"{words.players[0]} {_ITSELF[result]}"
    return f"After {end.option('moves', int):,} moves, both sides' counted,{since and since + ','} {outcome}"


def _impasse(words: Words, end: EndDef) -> str:
    zone, entered = words.region(end.option("zone", Region)), end.option("entered", int)
    others = f" and {counted(entered, 'other piece')}" if entered else ""
    terms = (", as the other side has its own" if end.option("both", bool) else "") + (
        "" if end.option("checked", bool) else ", and is not in check"
    )
    needed, drawn, credit = end.option("needed", tuple), end.option("drawn", tuple), end.option("credit", int)
    how = "counts its points; it " if any(needed) else ""
    if end.option("declared", bool):
        how = "may declare an impasse; it "
    result = {**_ITSELF, "draw": "draws"}[end.result.value]
    told = f"A side that has its royal{others} in {zone}{terms and terms + ','} {how}{result}"
    if not any(needed):
        return told
    told += f" with at least {_enough(words, needed)}"
    if any(drawn):
        told += f", and draws with at least {_enough(words, drawn)}"
    told += f". Its pieces there and in hand count {listed(_values(words, _points(end)))}"
    return told + (
        f"; what a named set-up lacks of the start counts for {words.players[credit]}" if credit >= 0 else ""
    )


def _enough(words: Words, points: tuple[int, ...]) -> str:
    if len(set(points)) == 1:
        return f"{points[0]} points"
    return listed([f"{many} as {player}" for many, player in zip(points, words.players, strict=True) if many], "or")


def _values(words: Words, points: tuple[PointsDef, ...]) -> list[str]:
    named = [(each.value.value, words.pieces(each.pieces)) for each in points]
    return [f"{value} each" if pieces == "all pieces" else f"{value} for {pieces}" for value, pieces in named]


def _points(end: EndDef) -> tuple[PointsDef, ...]:
    return tuple(each for each in end.option("points", tuple) if isinstance(each, PointsDef))


# ---------------------------------------------------------------------------------------------------------- repetition


_LOSERS: Final[Mapping[str, str]] = {
    "repeater": "the side that brought it about",
    "first_mover": "the side that had the first move",
}


def repetition(words: Words) -> Iterator[Rule]:
    repeated = words.definition.repetition
    if repeated is None:
        yield rule("A position may come back any number of times.", words.where("repetition"))
        return
    times = ordinal(repeated.times.value)
    loser = said(repeated.loser, "repetition", "loser")
    first, second = words.players
    who = {**_LOSERS, "sente": first, "gote": second}[loser]
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
            "If every move of one side, and not of the other, since the position first came about gave check, that "
            "side loses instead.",
            repeated.perpetual.span,
        )
