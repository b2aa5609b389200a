"""Games as JSON: an object for one, a list for several.

    {"variant": "minishogi", "profile": "", "start": "rbsgk/4p/5/P4/KGSBR b - 1", "names": ["a", "b"],
     "moves": [{"move": "5d5c", "seconds": 1.25, "comment": "+0.34/8"}],
     "end": {"winner": "sente", "reason": "resignation"}, "tags": {"Round": "3"}}

`variant`, `start` and `moves` are always there; a move may be written as its text alone.
"""

from __future__ import annotations

import json
from typing import Any

from hensoku.records.record import End, Played, Record, RecordError
from hensoku.records.usi import parse_move
from hensoku.runtime.variant import Variant

_MOST_SECONDS = 10**9


def write(record: Record) -> str:
    return json.dumps(as_data(record), ensure_ascii=False, indent=1) + "\n"


def read(text: str, variant: Variant) -> list[Record]:
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise RecordError(f"no JSON: {error.msg}", error.lineno) from error
    except (ValueError, RecursionError) as error:  # a number of thousands of digits, lists in lists
        raise RecordError(f"JSON that cannot be read: {error}") from error
    return [_game(game, variant) for game in (data if isinstance(data, list) else [data])]


def as_data(record: Record) -> dict[str, Any]:
    end = record.end
    return {
        "variant": record.variant.slug,
        "profile": record.variant.profile,
        "start": record.start,
        "names": list(record.names),
        "moves": [_move_data(played) for played in record.moves],
        "end": {"winner": end.winner, "reason": end.reason} if end else None,
        "tags": dict(record.tags),
    }


def _move_data(played: Played) -> dict[str, Any]:
    told: dict[str, Any] = {"move": str(played.move)}
    if played.seconds is not None:
        told["seconds"] = played.seconds
    return told | {"comment": played.comment} if played.comment else told


def _game(data: Any, variant: Variant) -> Record:
    if not isinstance(data, dict) or not isinstance(data.get("moves"), list) or not isinstance(data.get("start"), str):
        raise RecordError("a game is an object with `variant`, `start` and `moves`")
    check_variant(variant, str(data.get("variant", variant.slug)))
    end, tags = data.get("end"), data.get("tags") or {}
    if end is not None and not (isinstance(end, dict) and isinstance(end.get("reason"), str)):
        raise RecordError("`end` is null, or an object with `winner` and `reason`")
    if not isinstance(tags, dict):
        raise RecordError("`tags` is an object")
    return Record(
        variant,
        data["start"],
        tuple(map(_played, data["moves"])),
        names=_names(data.get("names", ["", ""])),
        end=End(known_side(variant, end.get("winner")), end["reason"]) if end else None,
        tags={str(name): str(value) for name, value in tags.items()},
    )


def check_variant(variant: Variant, slug: str) -> None:
    """Raises RecordError if a record says that it is of another variant."""
    if slug != variant.slug:
        raise RecordError(f"the game is one of {slug}, not of {variant.slug}")


def known_side(variant: Variant, side: str | None) -> str | None:
    """A winner by name. Raises RecordError for what is no side."""
    if side is not None and side not in variant.players:
        raise RecordError(f"{side!r} is no side of {variant.slug}: {' or '.join(variant.players)}")
    return side


def _names(names: Any) -> tuple[str, str]:
    match names:
        case [str() | None as first, str() | None as second]:
            return first or "", second or ""
    raise RecordError("`names` are two texts")


def _played(data: Any) -> Played:
    told = {"move": data} if isinstance(data, str) else data
    if not isinstance(told, dict) or not isinstance(told.get("move"), str):
        raise RecordError("a move is a text, or an object with `move`")
    seconds = told.get("seconds")
    if seconds is not None and not (type(seconds) in (int, float) and 0 <= seconds < _MOST_SECONDS):
        raise RecordError(f"{seconds!r} is no number of seconds")
    comment = told.get("comment")
    if not isinstance(comment, str | None):
        raise RecordError(f"{comment!r} is no comment: write a text")
    return Played(parse_move(told["move"]), seconds, comment or "")
