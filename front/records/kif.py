"""Games in KIF, the format of Kakinoki Shogi (http://kakinoki.o.oo7.jp/kif_format.html).

Times are whole seconds there. Lines of play beside the game (`変化`) are not read; a line that is none of the format is
an error.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from hensoku.records.record import End, Played, Record, RecordError, commented, lines_of, one_line
from hensoku.records.standard import (
    BY_ID,
    BY_KANJI,
    EVEN,
    HAND_ORDER,
    MOVER,
    NOBODY,
    OTHER,
    SIZE,
    Diagram,
    Ends,
    check_standard,
    end_of,
    winner_of,
    word_of,
)
from hensoku.runtime import sfen
from hensoku.runtime.move import Move
from hensoku.runtime.variant import Variant

NAME: Final = "KIF"

_PAWNS: Final = "ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"
HANDICAPS: Final = {
    "平手": EVEN,
    "香落ち": f"lnsgkgsn1/1r5b1/{_PAWNS}",
    "右香落ち": f"1nsgkgsnl/1r5b1/{_PAWNS}",
    "角落ち": f"lnsgkgsnl/1r7/{_PAWNS}",
    "飛車落ち": f"lnsgkgsnl/7b1/{_PAWNS}",
    "飛香落ち": f"lnsgkgsn1/7b1/{_PAWNS}",
    "二枚落ち": f"lnsgkgsnl/9/{_PAWNS}",
    "三枚落ち": f"lnsgkgsn1/9/{_PAWNS}",
    "四枚落ち": f"1nsgkgsn1/9/{_PAWNS}",
    "五枚落ち": f"2sgkgsn1/9/{_PAWNS}",
    "左五枚落ち": f"1nsgkgs2/9/{_PAWNS}",
    "六枚落ち": f"2sgkgs2/9/{_PAWNS}",
    "八枚落ち": f"3gkg3/9/{_PAWNS}",
    "十枚落ち": f"4k4/9/{_PAWNS}",
}
_OTHER_START: Final = "その他"

_FILES: Final = "１２３４５６７８９"
_RANKS: Final = "一二三四五六七八九"
_LETTERS: Final = "abcdefghi"
_DIGITS: Final = ("", *"一二三四五六七八九")
_TENS: Final = ("", "十", *(f"{digit}十" for digit in "二三四五六七八九"))
_NUMBERS: Final = tuple(ten + digit for ten in _TENS for digit in _DIGITS)
"""How many pieces of a kind are in hand, up to 99."""

_SIDES: Final = (("先手", "下手"), ("後手", "上手"))
_EMPTY: Final = "・"

_PIECES: Final = "|".join(sorted(BY_KANJI, key=len, reverse=True))
_LINE: Final = re.compile(r"\s*(?P<number>[0-9]+)\s+(?P<said>\S.*)")
_MOVE: Final = re.compile(
    rf"(?:(?P<file>[{_FILES}])(?P<rank>[{_RANKS}])|同\s*)(?P<piece>{_PIECES})"
    r"(?:(?P<drop>打)|(?P<how>成|不成)?\((?P<from>[1-9]{2})\))\s*"
)
_TIME: Final = re.compile(r"\(\s*(?P<minutes>[0-9]{1,7}):(?P<seconds>[0-9]{1,2})\s*(?:/[\d:\s]*)?\)\+?")
_PASSED_OVER: Final = re.compile(r"#|&|まで|手数|\+-+\+|[\s１-９]+$|(?:先手|下手)番\s*$")
"""Remarks (`#`), bookmarks (`&`), the sum of the moves, heads of tables and the frame of a diagram, and who begins."""

_ROW: Final = re.compile(r"\|(?P<cells>.*)\|\s*(?P<rank>[一二三四五六七八九])?")

_ENDS: Final[Ends] = {
    "投了": ("resignation", OTHER),
    "詰み": ("checkmate", OTHER),
    "切れ負け": ("time", OTHER),
    "反則負け": ("illegal-move", OTHER),
    "反則勝ち": ("illegal-move", MOVER),
    "入玉勝ち": ("impasse", MOVER),
    "千日手": ("repetition", NOBODY),
    "持将棋": ("impasse", NOBODY),
}
_UNFINISHED: Final = ("中断", "不詰", "不戦敗")


# -------------------------------------------------------------------------------------------------------------- write


def write(record: Record) -> str:
    """Raises RecordError for a variant that KIF cannot speak of."""
    check_standard(record.variant, NAME)
    start = next((name for name, sfen in HANDICAPS.items() if sfen == record.start), "")
    handicap = start not in ("", "平手")
    lines = [f"手合割：{start}"] if start else _written_diagram(Diagram.of(record.variant, record.start))
    lines += _written_tags(record)
    lines += [f"{names[handicap]}：{one_line(name)}" for names, name in zip(_SIDES, record.names, strict=True)]
    lines += ["手数----指手---------消費時間--", *_written_moves(record)]
    return "\n".join(lines) + "\n"


def _written_tags(record: Record) -> Iterator[str]:
    """The tags with names as KIF has them, but for those that would be read as something else than a tag."""
    for key, value in record.tags.items():
        told = {key: one_line(value)}
        line = f"{key}：{told[key]}"
        with suppress(RecordError):
            if not key.isascii() and _Game(record.variant).read(line).tags == told:
                yield line


def _written_diagram(diagram: Diagram) -> list[str]:
    lines = [f"後手の持駒：{_written_hand(diagram.hands[1])}", "  ９ ８ ７ ６ ５ ４ ３ ２ １", f"+{'-' * 27}+"]
    for letter, rank in zip(_LETTERS, _RANKS, strict=True):
        cells = [diagram.pieces.get(f"{file}{letter}") for file in range(SIZE, 0, -1)]
        told = (f"{' v'[cell[1]]}{BY_ID[cell[0]].diagram}" if cell else f" {_EMPTY}" for cell in cells)
        lines.append(f"|{''.join(told)}|{rank}")
    lines += [f"+{'-' * 27}+", f"先手の持駒：{_written_hand(diagram.hands[0])}"]
    return [*lines, "後手番"] if diagram.turn else lines


def _written_hand(hand: dict[str, int]) -> str:
    if max(hand.values(), default=0) >= len(_NUMBERS):
        raise RecordError(f"{NAME} counts at most {len(_NUMBERS) - 1} pieces of a kind in hand")
    told = (
        f"{BY_ID[piece].kif}{_NUMBERS[hand[piece]] if hand[piece] > 1 else ''}"
        for piece in HAND_ORDER
        if hand.get(piece)
    )
    return "　".join(told) or "なし"


def _written_moves(record: Record) -> Iterator[str]:
    position, before = record.begun(), ""
    spent = [0, 0]
    for number, played in record.steps(position):
        move, side = played.move, record.variant.players.index(position.turn)
        place = "同　" if move.to == before else _written_square(move.to)
        if move.from_ is None:
            said = f"{place}{BY_ID[move.drop or ''].kif}打"
        else:
            piece = position.piece_at(move.from_)
            if piece is None:
                raise RecordError(f"move {number}: nothing stands on {move.from_}")
            origin = f"({move.from_[0]}{_LETTERS.index(move.from_[1]) + 1})"
            said = f"{place}{BY_ID[piece.id].kif}{'成' if move.becomes else ''}{origin}"
        seconds = round(played.seconds) if played.seconds is not None else None
        spent[side] += seconds or 0
        yield f"{number:4d} {said}" + ("" if seconds is None else f" {_written_time(seconds, spent[side])}")
        if played.comment:
            yield from (f"*{line}" for line in lines_of(played.comment))
        before = move.to
    yield from _written_end(record, position.turn)


def _written_square(square: str) -> str:
    return _FILES[int(square[0]) - 1] + _RANKS[_LETTERS.index(square[1])]


def _written_time(seconds: int, total: int) -> str:
    return f"({seconds // 60:2d}:{seconds % 60:02d}/{total // 3600:02d}:{total // 60 % 60:02d}:{total % 60:02d})"


def _written_end(record: Record, turn: str) -> Iterator[str]:
    end, number = record.end, len(record.moves) + 1
    if end is None:
        yield f"{number:4d} 中断"
        return
    word = word_of(_ENDS, end, turn)
    if not word:
        yield f"# {one_line(end.reason)}"
        word = {NOBODY: "中断", MOVER: "反則勝ち", OTHER: "反則負け"}[winner_of(end, turn)]
    yield f"{number:4d} {word}"


# --------------------------------------------------------------------------------------------------------------- read


def read(text: str, variant: Variant) -> list[Record]:
    """The one game of a file. Raises RecordError."""
    check_standard(variant, NAME)
    return [_Game(variant).read(text)]


class _Game:
    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.start = EVEN
        self.diagram: Diagram | None = None
        self.rows = 0
        self.hands: tuple[dict[str, int], dict[str, int]] = ({}, {})
        self.gote_begins = False
        self.names = ["", ""]
        self.tags: dict[str, str] = {}
        self.moves: list[Played] = []
        self.end: End | None = None
        self.told = False
        self.is_said = False  # something of the last move

    def read(self, text: str) -> Record:
        for number, line in enumerate(lines_of(text), 1):
            if line.startswith("変化"):
                break
            try:
                self._line(line)
            except ValueError as error:
                raise RecordError(str(error), number) from error
        first, second = self.names
        if not (self.moves or self.end or self.tags or self.diagram or self.told or first or second):
            raise RecordError("the file holds no game of KIF")
        return Record(self.variant, self._begun(), tuple(self.moves), (first, second), self.end, self.tags)

    def _begun(self) -> str:
        if self.diagram is None:
            return self.start
        if self.rows != SIZE:
            raise RecordError(f"the diagram has {self.rows} rows")
        return Diagram(self.diagram.pieces, self.hands, int(self.gote_begins)).sfen(self.variant)

    def _line(self, line: str) -> None:
        stripped = line.strip("\ufeff 　")
        if line.startswith("*"):
            self._comment(line[1:])
        elif not stripped or _PASSED_OVER.match(line):
            pass
        elif row := _ROW.match(line):
            self._row(row["cells"])
        elif found := _LINE.fullmatch(line):
            self._numbered(found["said"])
        elif stripped in ("後手番", "上手番"):
            self.gote_begins = True
        elif "：" in line:
            key, _, value = line.partition("：")
            self._named(key.strip("\ufeff 　"), value.strip(" 　"))
        else:
            raise RecordError(f"{stripped!r} is no line of {NAME}")

    def _named(self, key: str, value: str) -> None:
        for side, names in enumerate(_SIDES):
            if key in names:
                self.names[side] = value
                return
            if key in tuple(f"{name}の持駒" for name in names):
                self.hands[side].update(_hand(value))
                return
        if key != "手合割":
            self.tags[key] = value
            return
        self.told = True
        if value in HANDICAPS:
            self.start = HANDICAPS[value]
        elif value != _OTHER_START:
            raise RecordError(f"{value!r} is no handicap that is known")

    def _row(self, cells: str) -> None:
        if self.diagram is None:
            self.diagram = Diagram()
        if len(cells) != 2 * SIZE or self.rows == SIZE:
            raise RecordError(f"a row of a diagram has {SIZE} cells of two characters, and a diagram {SIZE} rows")
        for index in range(SIZE):
            mark, kanji = cells[2 * index], cells[2 * index + 1]
            if kanji != _EMPTY:
                square = f"{SIZE - index}{_LETTERS[self.rows]}"
                self.diagram.pieces[square] = (_piece(kanji), int(mark == "v"))
        self.rows += 1

    def _comment(self, text: str) -> None:
        if self.moves:
            self.moves[-1] = commented(self.moves[-1], text, first=not self.is_said)
            self.is_said = True

    def _numbered(self, said: str) -> None:
        """A move or an end, after its number."""
        found = _MOVE.match(said)
        if found is not None and self.end is None:
            time = _TIME.match(said, found.end())
            seconds = None if time is None else 60.0 * int(time["minutes"]) + int(time["seconds"])
            self.moves.append(Played(self._move(found), seconds))
            self.is_said = False
            return
        word = re.split(r"[\s(]", said)[0]
        if word in _ENDS:
            first = sfen.SIDES.index(self._begun().split()[1])
            self.end = end_of(_ENDS, word, self.variant, (first + len(self.moves)) % 2)
        elif word not in _UNFINISHED:
            raise RecordError(f"{said!r} is no move and no end of {NAME}")

    def _move(self, found: re.Match[str]) -> Move:
        if found["file"]:
            to = f"{_FILES.index(found['file']) + 1}{_LETTERS[_RANKS.index(found['rank'])]}"
        elif self.moves:
            to = self.moves[-1].move.to
        else:
            raise RecordError("同 at the first move")
        if found["drop"]:
            return Move(None, to, drop=_piece(found["piece"]))
        origin = found["from"]
        return Move(f"{origin[0]}{_LETTERS[int(origin[1]) - 1]}", to, becomes="+" if found["how"] == "成" else "")


def _piece(kanji: str) -> str:
    if kanji not in BY_KANJI:
        raise RecordError(f"{kanji!r} is no piece of {NAME}")
    return BY_KANJI[kanji].id


def _hand(text: str) -> dict[str, int]:
    """`飛二　金　歩十二`; `なし` and nothing are none."""
    held = {}
    for piece, count in re.findall(rf"({_PIECES})([一二三四五六七八九十]*)", "" if text == "なし" else text):
        if count not in _NUMBERS:
            raise RecordError(f"{count!r} is no number of pieces")
        held[_piece(piece)] = _NUMBERS.index(count) or 1
    return held
