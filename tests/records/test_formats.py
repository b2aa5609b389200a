"""Records: every format there and back, what others write, and what is refused."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import hensoku
from hensoku.records.files import FORMATS, load, save
from hensoku.records.record import End, Played, Record, RecordError, record_of

Command = Callable[..., Any]


@cache
def variant_of(slug: str) -> hensoku.Variant:
    return hensoku.load(slug, backend="reference")


def random_game(slug: str, plies: int, seed: int, sfen: str | None = None) -> Record:
    """A random game with times, comments and names."""
    rng, position = random.Random(seed), variant_of(slug).position(sfen)
    while len(position.history) < plies and position.outcome() is None:
        position.push(rng.choice(sorted(position.legal_moves)))
    record, other = record_of(position), next(side for side in position.variant.players if side != position.turn)
    moves = tuple(
        Played(one.move, float(at % 7 * 11), "said so" if at % 5 == 3 else "") for at, one in enumerate(record.moves)
    )
    return replace(record, moves=moves, names=("one", 'the "other"'), end=record.end or End(other, "resignation"))


HANDICAP = "lnsgkgsn1/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"
MIDDLE = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1"
GAMES = [
    ("shogi", 20, None),
    ("shogi", 8, HANDICAP),
    ("shogi", 3, MIDDLE),
    ("kyoto-shogi", 30, None),
    ("chu-shogi", 5, None),
    ("cannon-shogi", 8, None),
    ("janggi", 12, None),
]
EVERY = ("usi", "json", "log")


@pytest.mark.parametrize(("slug", "plies", "sfen"), GAMES, ids=[f"{slug} {plies}" for slug, plies, _ in GAMES])
def test_there_and_back(slug: str, plies: int, sfen: str | None, tmp_path: Path) -> None:
    game = random_game(slug, plies, 7, sfen)
    for name in FORMATS if slug == "shogi" else EVERY:
        path = tmp_path / f"game{FORMATS[name].suffixes[0]}"
        save(path, [game])
        [back] = load(path, game.variant)
        assert [one.move for one in back.moves] == [one.move for one in game.moves], name
        assert back.start == game.start, name
        assert back.replay() == game.replay()
        if name != "usi":
            assert (back.moves, back.names) == (game.moves, game.names), name
            assert back.end == game.end, name


@pytest.mark.parametrize("name", ["usi", "log", "csa"])
def test_several_games_in_a_file(name: str, tmp_path: Path) -> None:
    games = [random_game("shogi", plies, plies) for plies in (0, 3, 8)]
    path = tmp_path / f"games{FORMATS[name].suffixes[0]}"
    save(path, games)
    back = load(path, games[0].variant)
    assert [[one.move for one in game.moves] for game in back] == [[one.move for one in game.moves] for game in games]


NAKAHARA = """\
'----------棋譜ファイルの例"example.csa"-----------------
V2.2
N+NAKAHARA
N-YONENAGA
$EVENT:13th World Computer Shogi Championship
$TIME_LIMIT:00:25+00
P1-KY-KE-GI-KI-OU-KI-GI-KE-KY
P2 * -HI *  *  *  *  * -KA *
P3-FU-FU-FU-FU-FU-FU-FU-FU-FU
P4 *  *  *  *  *  *  *  *  *
P5 *  *  *  *  *  *  *  *  *
P6 *  *  *  *  *  *  *  *  *
P7+FU+FU+FU+FU+FU+FU+FU+FU+FU
P8 * +KA *  *  *  *  * +HI *
P9+KY+KE+GI+KI+OU+KI+GI+KE+KY
+
+2726FU
T12
-3334FU
T6
%CHUDAN
"""
"""The example in the description of the format (record_v22)."""

PLACED = "P-11OU21FU22FU23FU24FU25FU26FU27FU28FU\nP+00HI00HI\nP-00AL\n+\n"
"""From the same description, where a bishop and other pieces are left to `00AL`; here with a king to begin with."""

LANCE = "N+Black\nN-White\nPI11KY\n-\n-3334FU\n+7776FU\n-2288KA\n+4958KI\n-0077KA\n+8977KE\n%+ILLEGAL_ACTION\n"
"""As others write a handicap."""

MATE = """\
# ----  柿木将棋Ⅷ V8.01 棋譜ファイル  ----
手合割：平手
後手の持駒：飛二　角　金四　桂四　香四　歩十八
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・v銀v玉v銀 ・ ・ ・|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ 銀 ・ ・ ・ ・|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ 角 ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ ・|九
+---------------------------+
先手の持駒：銀
先手：
後手：
手数----指手---------消費時間--
   1 ５二角成(85) ( 0:00/00:00:00)
   2 同　銀(41)   ( 0:00/00:00:00)
   3 ４二銀打     ( 0:02/00:00:02)
*柿木将棋Ⅷ V8.01(長) 解 0:00
   4 詰み         ( 0:00/00:00:00)
まで3手で詰み
"""

FOUL = """\
手合割：香落ち
下手：Black
上手：White
手数----指手---------消費時間--
1 ３四歩(33)
2 ７六歩(77)
3 ８八角成(22)
4 同　銀(79)
5 １一玉(51)
6 反則勝ち

変化：3手
3 ８四歩(83)
"""

# the text, its format, start, moves, names, seconds, end
WRITTEN = [
    (NAKAHARA, "csa", None, "2g2f 3c3d", ("NAKAHARA", "YONENAGA"), [12, 6], None),
    ("V2.2,PI,+,+7776FU,-3334FU,%TORYO", "csa", None, "7g7f 3c3d", ("", ""), [None, None], ("gote", "resignation")),
    (
        LANCE,
        "csa",
        "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
        "3c3d 7g7f 2b8h 4i5h B*7g 8i7g",
        ("Black", "White"),
        [None] * 6,
        ("gote", "illegal-move"),
    ),
    (
        MATE,
        "kif",
        "3sks3/9/4S4/9/1B7/9/9/9/9 b S2rb4g4n4l18p 1",
        "8e5b+ 4a5b S*4b",
        ("", ""),
        [0, 0, 2],
        ("sente", "checkmate"),
    ),
    (
        FOUL,
        "kif",
        "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
        "3c3d 7g7f 2b8h+ 7i8h",
        ("Black", "White"),
        [None] * 4,
        ("sente", "illegal-move"),
    ),
]


@pytest.mark.parametrize(("text", "form", "start", "moves", "names", "seconds", "end"), WRITTEN)
def test_what_others_write(
    text: str,
    form: str,
    start: str | None,
    moves: str,
    names: tuple[str, str],
    seconds: list[float | None],
    end: tuple[str, str] | None,
    tmp_path: Path,
) -> None:
    variant = variant_of("shogi")
    path = tmp_path / f"game.{form}"
    for encoding in ("utf-8", "utf-8-sig", "cp932"):
        path.write_text(text, encoding=encoding)
        [game] = load(path, variant)
        assert game.start == (start or variant.setups["start"])
        assert [str(one.move) for one in game.moves] == moves.split()
        assert game.names == names
        assert [one.seconds for one in game.moves] == seconds
        assert game.end == (End(*end) if end else None)


def test_all_the_rest_in_hand(tmp_path: Path) -> None:
    path = tmp_path / "game.csa"
    path.write_text(PLACED + "+0019HI\n", encoding="utf-8")
    [game] = load(path, variant_of("shogi"))
    # 2 rooks with sente; of the set are left 2 bishops, 4 of each general and minor piece, and 10 pawns
    assert game.start == "7pk/7p1/7p1/7p1/7p1/7p1/7p1/7p1/9 b 2R2b4g4s4n4l10p 1"


@pytest.mark.parametrize("name", ["kif", "kifu", "csa"])
@pytest.mark.parametrize(
    ("slug", "why"),
    [
        ("minishogi", "its board is not the 9×9 one"),
        ("cylinder-shogi", "its board is not the 9×9 one"),
        ("annan-shogi", "its pieces borrow moves"),
        ("cannon-shogi", "knows no "),
        ("full-knight-shogi", "knows no Knight that moves as here"),
    ],
)
def test_refused(name: str, slug: str, why: str, tmp_path: Path) -> None:
    path = tmp_path / f"game{FORMATS[name].suffixes[0]}"
    with pytest.raises(RecordError, match=f"{slug} cannot be written in .*{why}.*usi and json hold every game"):
        save(path, [random_game(slug, 2, 1)])
    assert not path.exists()


# suffix, text, what is said
BROKEN = [
    ("usi", "startpos moves 7g7f 7g7f", "move 2: 7g7f may not be played: "),
    ("usi", "startpos\nnonsense", "line 2: a game begins with `startpos` or `sfen`"),
    ("usi", "sfen 9/9 b - 1", "line 1: bad SFEN '9/9 b - 1'"),
    ("usi", "startpos moves e2e4", "line 1: 'e2e4' is no move"),
    ("kif", "", "holds no game"),
    ("kif", "\x00\x07 nothing\n# of a game\n", "line 1: '\\x00\\x07 nothing' is no line of KIF"),
    ("kif", "# of a game\n\n手数----指手\n", "holds no game"),
    ("usi", "", "holds no game"),
    ("json", "{", "line 1: no JSON: "),
    ("json", '{"moves": []}', "a game is an object with `variant`, `start` and `moves`"),
    ("json", '{"variant": "minishogi", "start": "x", "moves": []}', "the game is one of minishogi, not of shogi"),
    ("json", '{"start": "x", "moves": []}', "bad SFEN 'x'"),
    ("json", '{"start": "x", "moves": [1]}', "a move is a text, or an object with `move`"),
    ("json", "[" * 100_000, "JSON that cannot be read: maximum recursion depth"),
    ("json", '{"moves": [], "start": ' + "9" * 5000 + "}", "JSON that cannot be read: Exceeds the limit"),
    ("json", '{"start": "x", "moves": [], "names": {"a": 1, "b": 2}}', "`names` are two texts"),
    ("json", '{"start": "x", "moves": [{"move": "7g7f", "comment": 5}]}', "5 is no comment: write a text"),
    ("log", '1. 7g7f {a comment\n[Result "1-0"]', "line 1: '{a' is no move"),
    ("log", "[Result 1-0]", 'line 1: a tag is written [Name "value"]'),
    ("log", '[Result "2-0"]\n\n1. 7g7f', "line 1: '2-0' is no result"),
    ("log", "1. 7g7f e4 *", "line 1: 'e4' is no move"),
    ("csa", "PI\n+\n+7776KY\n", "line 3: '+7776KY': FU stands on 77"),
    ("csa", "PI\n+\n+7775FU\n", "line 3: 7g7e may not be played: P on 7g cannot reach 7e"),
    ("csa", "+7776FU\n", "line 1: a move before the position"),
    ("csa", "PI\n", "the side to move, `+` or `-`, is missing"),
    ("csa", "PI\n+\n%WHAT\n", "line 3: '%WHAT' is no end of CSA"),
    ("csa", "PI\n+\n?\n", "line 3: '?' is no statement of CSA"),
    ("kif", "手合割：平手\n1 ７六歩(77)\nWhite thinks.\n", "line 3: 'White thinks.' is no line of KIF"),
    ("kif", "▲７六歩 △３四歩\n", "line 1: '▲７六歩 △３四歩' is no line of KIF"),
    ("csa", "PI55FU\n+\n", "line 1: nothing stands on 55 at the start"),
    ("csa", "P1xFU\n+\n", "line 1: 'xFU' is no cell of a row"),
    ("csa", "P0-FU\n+\n", "line 1: 'P0-FU' places nothing"),
    ("csa", "PI\n+\n+7776FU\nTnan\n", "line 4: 'Tnan' is no time"),
    ("json", '{"start": "x", "moves": [{"move": "7g7f", "seconds": NaN}]}', "nan is no number of seconds"),
    ("json", '{"start": "x", "moves": [{"move": "7g7f", "seconds": 1e999}]}', "inf is no number of seconds"),
    ("json", '{"start": "x", "moves": [{"move": "7g7f", "seconds": -1}]}', "-1 is no number of seconds"),
    ("kif", "先手の持駒：歩三三", "line 1: '三三' is no number of pieces"),
    ("kif", "手合割：三角落ち", "line 1: '三角落ち' is no handicap that is known"),
    ("kif", "1 ７五歩(77)", "move 1: 7g7e may not be played"),
    ("kif", "1 同　歩(77)", "line 1: 同 at the first move"),
    ("kif", "1 出発", "line 1: '出発' is no move and no end of KIF"),
    ("kif", "| ・|一", "line 1: a row of a diagram has 9 cells"),
    ("xyz", "", "has no suffix that is known: .usi, .txt, .json"),
]


@pytest.mark.parametrize(("suffix", "text", "said"), BROKEN)
def test_broken(suffix: str, text: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / f"game.{suffix}"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RecordError) as caught:
        load(path, variant_of("shogi"))
    assert said in str(caught.value)


@pytest.mark.parametrize(("name", "held"), [("kif", 19), ("kifu", 20), ("kifu", 99), ("csa", 40)])
def test_more_in_hand_than_a_game_has(name: str, held: int, tmp_path: Path) -> None:
    """Numbers in kanji: 十九, 二十, 九十九."""
    game = Record(variant_of("shogi"), f"4k4/9/9/9/9/9/9/9/4K4 b {held}P 1", (Played(hensoku.Move.parse("P*5e")),))
    path = tmp_path / f"game.{name}"
    save(path, [game])
    assert load(path, game.variant)[0].replay().hand("sente") == {"P": held - 1}


def test_what_a_format_cannot_hold(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="KIF counts at most 99 pieces of a kind in hand"):
        save(tmp_path / "game.kifu", [Record(variant_of("shogi"), "4k4/9/9/9/9/9/9/9/4K4 b 100P 1")])
    game = random_game("shogi", 2, 1)
    with pytest.raises(RecordError, match=r"'é' cannot be written in cp932 \(.kifu is in UTF-8\)"):
        save(tmp_path / "game.kif", [replace(game, names=("é", ""))])
    with pytest.raises(RecordError, match=r"a .kif file holds one game, not 2: .usi, .txt, .json, .log, .pgn and .csa"):
        save(tmp_path / "game.kif", [game, game])


@pytest.mark.parametrize("suffix", ["usi", "json", "log", "csa"])
@pytest.mark.parametrize("count", [1, 3])
def test_games_in_one_file(suffix: str, count: int, tmp_path: Path) -> None:
    games = [random_game("shogi", 4, seed) for seed in range(count)]
    path = tmp_path / f"games.{suffix}"
    save(path, games)
    read = load(path, games[0].variant)
    assert [[played.move for played in game.moves] for game in read] == [
        [played.move for played in game.moves] for game in games
    ]


ODD_TEXTS = (
    "two\nlines",
    "x\r\n+7776FU",
    "x\n   1 ７六歩(77)",
    "x\x85y\u2028z",
    "変化：1手",
    "   1 ７六歩(77)",
    "先手：名",
    '[x "y"]',
    "{",
    f"{'long ' * 23}[at the beginning of a line]",
    "1-0",
    "%TORYO",
    "Result",
    "SFEN",
    "",
)
"""What is no part of a format where it stands in a name, a comment or a tag."""


@pytest.mark.parametrize("name", [name for name in FORMATS if name not in ("usi", "kif")])
@pytest.mark.parametrize("text", ODD_TEXTS, ids=range(len(ODD_TEXTS)))
def test_odd_texts_change_no_game(name: str, text: str, tmp_path: Path) -> None:
    game, one_line = random_game("shogi", 3, 2), " ".join(text.split())
    moves = tuple(replace(move, comment=text) for move in game.moves)
    path = tmp_path / f"game.{name}"
    save(path, [replace(game, moves=moves, names=(text, text), tags={text: text, "開始日時": text, "EVENT": text})])
    [back] = load(path, game.variant)
    assert [one.move for one in back.moves] == [one.move for one in game.moves]
    assert (back.start, back.end) == (game.start, game.end)
    assert [" ".join(one.split()) for one in back.names] == [one_line, one_line]
    assert [" ".join(one.comment.split()) for one in back.moves] == [one_line] * 3


@pytest.mark.parametrize("seed", range(4))
def test_beside_cshogi(seed: int) -> None:
    """Its parsers read what is written here, to the same moves, end and times."""
    cshogi = pytest.importorskip("cshogi", reason="cshogi is not installed")
    from cshogi import CSA, KIF

    game = random_game("shogi", 30, seed, None if seed % 2 else HANDICAP)
    moves = [str(one.move) for one in game.moves]
    seconds = [one.seconds for one in game.moves]
    [theirs] = CSA.Parser.parse_str(FORMATS["csa"].write(game))
    assert [cshogi.move_to_usi(move) for move in theirs.moves] == moves
    assert (theirs.sfen, theirs.names, theirs.endgame) == (game.start, list(game.names), "%TORYO")
    assert theirs.times == seconds
    from_kif = KIF.Parser.parse_str(FORMATS["kif"].write(game))
    assert [cshogi.move_to_usi(move) for move in from_kif.moves] == moves
    assert (from_kif.sfen, from_kif.names) == (game.start, list(game.names))
    assert from_kif.times[: len(seconds)] == seconds


def test_command(hensoku_command: Command, tmp_path: Path) -> None:
    path, other = tmp_path / "game.kif", tmp_path / "game.csa"
    path.write_text(MATE, encoding="cp932")
    said = hensoku_command("record", "shogi", str(path), "-o", str(other))
    sfen = "3sk4/4sS3/4S4/9/9/9/9/9/9 w 2r2b4g4n4l18p 4"
    assert (said.code, said.out, said.err) == (0, f"3 moves, checkmate, winner: sente: {sfen}\n", "")
    assert other.read_text("utf-8").splitlines()[-1] == "%TSUMI"
    path.write_text("1 ７五歩(77)", encoding="utf-8")
    said = hensoku_command("record", "shogi", str(path))
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("error: move 1: 7g7e may not be played")
    missing = hensoku_command("record", "shogi", str(tmp_path / "none.csa"))
    assert (missing.code, missing.out) == (2, "")
