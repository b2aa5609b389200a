"""Games one after the other as PGN has them: tags, then numbered moves (in USI) with comments, then the result.

    [Variant "minishogi"]
    [Sente "one"]
    [Gote "two"]
    [SFEN "rbsgk/4p/5/P4/KGSBR b - 1"]
    [Result "1-0"]
    [Termination "resignation"]

    1. 5d5c {+0.34/8, 0.103s} 5a5c {0.1s} 1-0

The result is `1-0` where the first player has won. The tags of the players are the names of the sides. What a comment
says last is the seconds that the move took. Characters of a comment that would end it or be lost are written by number,
`\\x7d` or `\\u3000`: brackets that close, all blanks but single ones between words, a backslash where it would be read
so, and the `s` of what would be read as seconds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from textwrap import fill

from hensoku.records.json_text import check_variant
from hensoku.records.record import End, Played, Record, RecordError, lines_of, one_line
from hensoku.records.usi import parse_move
from hensoku.runtime.variant import Variant

_RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
_TAG_BEGINS = re.compile(r"\[[^\s\]]*(?:\s|$)")  # a drop of a piece with a long name begins with a bracket too
_TAG = re.compile(r'\[(\w+) "((?:[^"\\]|\\.)*)"\]')
_TOKEN = re.compile(r"\{(?P<comment>[^}]*)\}|(?P<word>\S+)")
_NUMBER = re.compile(r"\d+\.+")
_SECONDS = re.compile(r"(?:(?P<said>.*), )?(?P<seconds>\d{1,9}(?:\.\d+)?)s", re.DOTALL)
_WIDTH = 120

_BLANKS = re.compile(r"[ \t\r\n]+")
_DIGITS = r"(?:x([0-9a-f]{2})|u([0-9a-f]{4}))"
_BY_NUMBER = re.compile(rf"\\{_DIGITS}")
_NOT_AS_IT_IS = re.compile(rf"[^\S ]|[\x00-\x1f}}]|\A | \Z|(?<= ) |\\(?={_DIGITS})")


def write(record: Record) -> str:
    first, second = map(str.title, record.variant.players)
    tags = {re.sub(r"\W+", "_", name) or "_": value for name, value in record.tags.items()} | {
        "Variant": record.variant.slug,
        "Profile": record.variant.profile,
        first: record.names[0],
        second: record.names[1],
        "SFEN": record.start,
        "Result": _result(record),
        "Termination": record.end.reason if record.end else "",
    }
    head = "\n".join(f'[{name} "{_quoted(value)}"]' for name, value in tags.items() if value)
    body = " ".join([*_words(record.moves), _result(record)])
    return f"{head}\n\n{fill(body, _WIDTH, break_long_words=False, break_on_hyphens=False)}\n\n"


def read(text: str, variant: Variant) -> list[Record]:
    return [_game(tags, body, variant, line) for line, tags, body in _games(text)]


def _result(record: Record) -> str:
    if record.end is None:
        return "*"
    winner = record.end.winner
    return _RESULTS[2] if winner is None else _RESULTS[record.variant.players.index(winner)]


def _words(moves: tuple[Played, ...]) -> Iterator[str]:
    for ply, played in enumerate(moves):
        if ply % 2 == 0:
            yield f"{ply // 2 + 1}."
        yield str(played.move)
        seconds = "" if played.seconds is None else f"{played.seconds:.3f}s"
        said = ", ".join(part for part in (_spelled(played), seconds) if part)
        if said:
            yield f"{{{said}}}"


def _spelled(played: Played) -> str:
    """What is said of a move, such that it is read as it is."""
    text = _NOT_AS_IT_IS.sub(lambda found: _number(found.group()), played.comment)
    return text[:-1] + _number("s") if played.seconds is None and _SECONDS.fullmatch(text) else text


def _number(char: str) -> str:
    return f"\\x{ord(char):02x}" if ord(char) < 0x100 else f"\\u{ord(char):04x}"


def _quoted(text: str) -> str:
    return one_line(text).replace("\\", r"\\").replace('"', r"\"")


def _games(text: str) -> Iterator[tuple[int, dict[str, str], str]]:
    """The line in which each game begins, its tags, and the text of its moves."""
    tags: dict[str, str] = {}
    body: list[str] = []
    begun = 1
    for number, line in enumerate(lines_of(text), 1):
        if not _TAG_BEGINS.match(line) or _in_comment("\n".join(body)):
            body.append(line)
            continue
        if any(map(str.strip, body)):
            yield begun, tags, "\n".join(body)
            tags = {}
        if not tags:
            begun = number
        body = []
        found = _TAG.fullmatch(line.strip())
        if found is None:
            raise RecordError('a tag is written [Name "value"]', number)
        tags[found[1]] = re.sub(r"\\(.)", r"\1", found[2])
    if tags or any(map(str.strip, body)):
        yield begun, tags, "\n".join(body)


def _in_comment(body: str) -> bool:
    """Whether a comment has begun that has not ended: what stands at the beginning of its lines is no tag."""
    return body.rfind("{") > body.rfind("}")


def _game(tags: Mapping[str, str], body: str, variant: Variant, line: int) -> Record:
    check_variant(variant, tags.get("Variant", variant.slug))
    first, second = map(str.title, variant.players)
    rest = dict(tags)
    for known in ("Variant", "Profile", "SFEN", "Result", "Termination", first, second):
        rest.pop(known, None)
    moves, result = _moves(body, line)
    said = tags.get("Result", result)
    if said not in _RESULTS:
        raise RecordError(f"{said!r} is no result: {', '.join(_RESULTS)}", line)
    winner = None if said in _RESULTS[2:] else variant.players[_RESULTS.index(said)]
    return Record(
        variant,
        tags.get("SFEN", variant.setups["start"]),
        tuple(moves),
        names=(tags.get(first, ""), tags.get(second, "")),
        end=None if said == "*" else End(winner, tags.get("Termination", "")),
        tags=rest,
    )


def _moves(body: str, line: int) -> tuple[list[Played], str]:
    moves: list[Played] = []
    for token in _TOKEN.finditer(body):
        word, comment = token["word"], token["comment"]
        if comment is not None:
            if moves:
                moves[-1] = _commented(moves[-1], comment)
        elif word in _RESULTS:
            return moves, word
        elif not _NUMBER.fullmatch(word):
            moves.append(Played(parse_move(word, line)))
    return moves, "*"


def _commented(played: Played, comment: str) -> Played:
    text = _BLANKS.sub(" ", comment).strip(" ")
    found = _SECONDS.fullmatch(text)
    seconds, said = (float(found["seconds"]), found["said"] or "") if found else (None, text)
    return Played(played.move, seconds, _BY_NUMBER.sub(lambda one: chr(int(one[1] or one[2], 16)), said))
