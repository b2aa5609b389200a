"""Records in files: the format goes by the file's suffix."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, final

from hensoku.records import csa, json_text, kif, log, usi
from hensoku.records.record import Record, RecordError
from hensoku.runtime.variant import Variant


@final
@dataclass(frozen=True)
class Format:
    """`several` stands before, between and behind the games of a file with more than one; None where a file holds one.
    `encoding` is what files are written in; they are read in UTF-8, or if they are not that, in Shift JIS."""

    write: Callable[[Record], str]
    read: Callable[[str, Variant], list[Record]]
    suffixes: tuple[str, ...]
    several: tuple[str, str, str] | None = ("", "", "")
    encoding: str = "utf-8"


FORMATS: Final[Mapping[str, Format]] = {
    "usi": Format(usi.write, usi.read, (".usi", ".txt")),
    "json": Format(json_text.write, json_text.read, (".json",), ("[\n", ",\n", "]\n")),
    "log": Format(log.write, log.read, (".log", ".pgn")),
    "kif": Format(kif.write, kif.read, (".kif",), None, "cp932"),
    "kifu": Format(kif.write, kif.read, (".kifu",), None),
    "csa": Format(csa.write, csa.read, (".csa",), ("", "/\n", "")),
}


def format_of(path: Path) -> Format:
    """The format that a file's name says. Raises RecordError."""
    for known in FORMATS.values():
        if path.suffix.lower() in known.suffixes:
            return known
    suffixes = ", ".join(suffix for known in FORMATS.values() for suffix in known.suffixes)
    raise RecordError(f"{path} has no suffix that is known: {suffixes}")


def load(path: Path, variant: Variant) -> list[Record]:
    """The games of a file, each of which replays. Raises RecordError for what is none, OSError."""
    known, data = format_of(path), path.read_bytes()
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp932", errors="replace")
    records = known.read(text, variant)
    if not records:
        raise RecordError(f"{path} holds no game")
    return [_replayed(record) for record in records]


def _replayed(record: Record) -> Record:
    """A game that replays. A last move that is illegal, and lost the game by that, is taken out of the moves and told
    in the tag `IllegalMove`."""
    try:
        record.replay()
    except RecordError:
        if record.end is None or record.end.reason != "illegal-move" or not record.moves:
            raise
        *moves, last = record.moves
        legal = replace(record, moves=tuple(moves), tags={**record.tags, "IllegalMove": str(last.move)})
        legal.replay()
        return legal
    return record


def _many() -> str:
    """The suffixes of formats that hold any number of games."""
    *suffixes, last = [suffix for known in FORMATS.values() if known.several is not None for suffix in known.suffixes]
    return f"{', '.join(suffixes)} and {last}"


def save(path: Path, records: Sequence[Record]) -> None:
    """Write games to a file. Raises RecordError for games that its format cannot hold, OSError."""
    known = format_of(path)
    games = [known.write(record) for record in records]
    if len(games) == 1:
        (text,) = games
    elif known.several is None:
        raise RecordError(f"a {path.suffix} file holds one game, not {len(games)}: {_many()} hold any number")
    else:
        before, between, behind = known.several
        text = before + between.join(games) + behind
    path.write_bytes(_encoded(text, known.encoding))


def _encoded(text: str, encoding: str) -> bytes:
    """Raises RecordError for what cannot be written, or would be read as something else: of some signs that look alike
    Shift JIS has one."""
    try:
        data = text.encode(encoding)
        wrong = next((one for one, other in zip(text, data.decode(encoding), strict=True) if one != other), "")
    except UnicodeEncodeError as error:
        wrong = error.object[error.start : error.end]
    if wrong:
        other = " (.kifu is in UTF-8)" if encoding != "utf-8" else ""
        raise RecordError(f"{wrong!r} cannot be written in {encoding}{other}")
    return data
