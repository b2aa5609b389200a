"""Merged trees to definitions: what they come to, and parts that do not go together."""

from __future__ import annotations

import pytest
from dsl_texts import SMALL, define, findings_of, places

from hensoku.dsl.definition import Definition, FileLimitDef, PieceSet, PointsDef, Region
from hensoku.dsl.findings import Finding


def built(text: str) -> Definition:
    definition, findings = define(text)
    assert findings == []
    assert definition is not None
    return definition


def only(text: str) -> Finding:
    (found,) = findings_of(text)
    return found


def with_line(line: str) -> str:
    """SMALL with a further key of the engine, on line 8."""
    return f"{SMALL}  {line}\n"


def test_small_definition() -> None:
    small = built(SMALL)
    assert (small.meta.title, small.meta.slug) == ("Small", "x")
    assert (small.topology.type.value, small.topology.rows.value, small.topology.cols.value) == ("grid", 3, 3)
    assert small.players == ("sente", "gote")
    assert [(piece.id.value, piece.letter.value, piece.royal) for piece in small.pieces] == [
        ("K", "K", True),
        ("P", "P", False),
    ]
    assert [face.name for face in small.pieces[1].promotes] == ["+P"]
    assert small.drops.enabled
    assert [(end.kind, end.result.value) for end in small.ends] == [
        ("checkmate", "loss"),
        ("stalemate", "loss"),
        ("royal_captured", "loss"),
    ]
    assert small.repetition is None


# --------------------------------------------------------------------------------------------------- values of groups


def told(pieces: PieceSet) -> str:
    names = " ".join(name.value for name in pieces.names)
    return ("all but " if pieces.complement else "") + names if names else "all"


def region_text(region: Region) -> str:
    return region.span.text


def test_promotion_by_piece_set() -> None:
    line = "promotion: {zone: {all: far 2, P: far 1}, when: [enter, capture], forced: {P: always}, again: {P: far 1}}"
    promotion = built(with_line(line)).promotion
    assert [(told(pieces), region_text(zone.value)) for pieces, zone in promotion.zone] == [
        ("all", "far 2"),
        ("P", "far 1"),
    ]
    assert [(told(pieces), when.value) for pieces, when in promotion.when] == [("all", ("enter", "capture"))]
    assert [(told(pieces), forced.value) for pieces, forced in promotion.forced] == [("P", "always")]
    assert [(told(pieces), region_text(again.value)) for pieces, again in promotion.again] == [("P", "far 1")]
    assert promotion.mode == ()


def test_drops() -> None:
    limits = "{all: 2, P: {count: 1, moves: true}, K: none}"
    line = f"drops: {{from: setup, faces: either, file_limit: {limits}, mate: {{P: loses}}}}"
    drops = built(with_line(line)).drops
    assert (drops.enabled, drops.from_) == (True, "setup")
    assert [(told(pieces), limit.value) for pieces, limit in drops.file_limit] == [
        ("all", FileLimitDef(2, moves=False)),
        ("P", FileLimitDef(1, moves=True)),
        ("K", None),
    ]
    assert [(told(pieces), mate.value) for pieces, mate in drops.mate] == [("P", "loses")]


@pytest.mark.parametrize("line", ["drops: none", "drops: {enabled: false}"])
def test_no_drops(line: str) -> None:
    assert not built(with_line(line)).drops.enabled


def test_borrow_and_trade() -> None:
    definition = built(with_line("borrow: {from: bW}\n  trade: {pieces: K, worthless: P}"))
    assert definition.borrow is not None
    assert (definition.borrow.from_.text, definition.borrow.of, definition.borrow.mode) == ("bW", "friend", "replace")
    assert definition.trade is not None
    assert (told(definition.trade.pieces), definition.trade.counter_strike) == ("K", False)


def test_ends_and_their_options() -> None:
    lines = """ends:
    checkmate: loss
    stalemate: {result: draw}
    bare_king: {result: loss, reply: true}
    try: {goal: far 1, safe: true}
    check_count: win
    facing: draw
    passes: {points: {P: 2}, bonus: {gote: 3}}
    piece_count: {below: 2}
    impasse: {zone: far 1, points: {all: 1, P: 0}, needed: {gote: 27, sente: 28}, drawn: 24, credit: gote}
    move_limit: {moves: 500, after_capture: true}
    dead_position: draw
"""
    ends = {end.kind: end for end in built(with_line(lines)).ends}
    assert {kind: end.result.value for kind, end in ends.items()} == {
        "checkmate": "loss",
        "stalemate": "draw",
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
    options = {kind: {key: value.value for key, value in end.options.items()} for kind, end in ends.items()}
    assert options["bare_king"]["reply"] is True
    assert options["check_count"] == {"count": 1}
    assert options["facing"] == {"points": (), "bonus": (0, 0)}
    assert (options["passes"]["times"], options["passes"]["bonus"]) == (2, (0, 3))
    assert (options["move_limit"]["moves"], options["move_limit"]["after_capture"]) == (500, True)
    anew = options["move_limit"]["after_move_of"]
    assert isinstance(anew, PieceSet)
    assert (anew.names, anew.complement) == ((), False)
    assert (options["piece_count"]["below"], told_option(options["piece_count"]["pieces"])) == (2, "all")
    assert (options["try"]["safe"], told_option(options["try"]["pieces"])) == (True, "royal")
    assert (options["impasse"]["needed"], options["impasse"]["entered"]) == ((28, 27), 10)
    assert (options["impasse"]["drawn"], options["impasse"]["credit"]) == ((24, 24), 1)
    assert (options["impasse"]["declared"], options["impasse"]["checked"]) == (True, False)
    points = options["impasse"]["points"]
    assert isinstance(points, tuple)
    assert [(told(each.pieces), each.value.value) for each in points if isinstance(each, PointsDef)] == [
        ("all", 1),
        ("P", 0),
    ]


def told_option(value: object) -> str:
    assert isinstance(value, PieceSet)
    return told(value)


def test_facing() -> None:
    word = built(with_line("royals: {facing: illegal}")).royals.facing
    full = built(with_line("royals: {facing: {rule: answered, pieces: P, along: R}}")).royals.facing
    assert word is not None
    assert full is not None
    assert (word.rule.value, word.pieces, word.along) == ("illegal", None, None)
    assert full.pieces is not None
    assert full.along is not None
    assert (full.rule.value, told(full.pieces), full.along.text) == ("answered", "P", "R")


def test_points_and_a_result_together_are_too_much() -> None:
    lines = "royals: {facing: answered}\n  ends: {facing: {result: draw, points: {all: 1}}}"
    assert [found.code for found in findings_of(with_line(lines))] == ["HS440"]


def test_repetition() -> None:
    line = "players: [black, white]\n  repetition: {times: 3, result: loss, loser: white, perpetual: loss}"
    repetition = built(with_line(line)).repetition
    assert repetition is not None
    assert (repetition.times.value, repetition.result.value, repetition.perpetual.value) == (3, "loss", "loss")
    assert repetition.loser is not None
    assert repetition.loser.value == "gote"


@pytest.mark.parametrize("line", ["hands: 2Pp", "hands: {sente: {P: 2}, gote: {P: 1}}"])
def test_hands(line: str) -> None:
    setup = built(with_line(line)).setup
    assert [(piece.name, piece.side, count) for piece, count in setup.hands] == [("P", 0, 2), ("P", 1, 1)]


def test_letters_of_faces() -> None:
    text = SMALL.replace('promotes: {moves: "W"}', "letter: Q, promotes: [{moves: F}, {letter: X, moves: D}]")
    setup = built(text.replace("PK1", "QKX").replace("/3/", "/+q2/")).setup
    found = [
        (cell.name, cell.face, cell.side) for row in setup.rows for cell in row if not isinstance(cell, str | None)
    ]
    assert found == [("K", 0, 1), ("P", 1, 1), ("P", 0, 0), ("K", 0, 0), ("P", 2, 0)]
    (unknown,) = findings_of(text)
    assert (unknown.code, unknown.help) == ("HS402", "the letter of the piece P is Q")


def test_moves_by_region_and_none() -> None:
    text = SMALL.replace('moves: "fW"', 'moves: [{in: near 2, moves: "fW"}, {in: far 1, moves: none}]')
    moves = built(text).pieces[1].moves
    assert [(each.moves.text if each.moves else None, each.where and region_text(each.where)) for each in moves] == [
        ("fW", "near 2"),
        (None, "far 1"),
    ]


# ------------------------------------------------------------------------------------------------------- bad input

BOARD = '{outer}\nengine:\n  topology: {{rows: {rows}, cols: 3}}\n  setup: "{setup}"\n  pieces: {{K: {{moves: K}}}}\n'


def test_board_that_disagrees() -> None:
    text = BOARD.format(outer='board: "3×3"', rows=2, setup="3/1K1")
    found = only(text)
    assert (found.code, found.span.line, found.span.column, found.span.text) == ("HS401", 1, 8, '"3×3"')
    assert found.message == "board 3×3 does not agree with 3 files and 2 ranks"
    assert [(str(each.span), each.message) for each in found.related] == [("x.yaml:3:20", "the board has 2 ranks here")]


@pytest.mark.parametrize("board", ['"3×3"', "3x3", '"3 X 3"'])
def test_board_that_agrees(board: str) -> None:
    assert findings_of(BOARD.format(outer=f"board: {board}", rows=3, setup="3/3/1K1")) == []


def test_files_come_before_ranks() -> None:
    assert findings_of(BOARD.format(outer="board: 3x2", rows=2, setup="3/1K1")) == []


def test_players_that_disagree() -> None:
    found = only(SMALL.replace("engine:", "players: 4\nengine:\n  players: [a, b]"))
    assert (*places([found])[0], found.message) == ("HS401", 2, 10, "players 4 does not agree with two players")
    assert [(str(each.span), each.message) for each in found.related] == [("x.yaml:4:12", "the engine has two players")]


def setup(sfen: str) -> str:
    return SMALL.replace('"1k1/3/PK1"', f'"{sfen}"')


# Each begins at column 11 of line 4.
BAD_SETUPS = [
    ("1k1/3/1K", "HS404", 17, "a row of this board has 3 squares, not 2"),
    ("1k1/3/1K2", "HS404", 17, "a row of this board has 3 squares, not 4"),
    ("1k1/1K1", "HS405", 11, "a setup of this board has 3 rows, not 2"),
    ("1k1/x2/1K1", "HS402", 15, "no piece is called X"),
    ("1k1/+k2/1K1", "HS406", 15, "K does not promote, so there is no +K"),
    ("1k1/?2/1K1", "HS301", 15, "unexpected '?' in a setup"),
    ("1k1/3/1K1 b q 1", "HS402", 23, "no piece is called Q"),
    ("1k1/[ab]2/1K1", "HS402", 15, "no piece is called AB"),
]


@pytest.mark.parametrize(("sfen", "code", "column", "message"), BAD_SETUPS)
def test_bad_setups(sfen: str, code: str, column: int, message: str) -> None:
    found = only(setup(sfen))
    assert (*places([found])[0], found.message) == (code, 4, column, message)


def test_unknown_letters_once_each_with_every_place() -> None:
    found = findings_of(setup("xkx/y2/XKY"))
    assert [(finding.code, finding.message, finding.span.column) for finding in found] == [
        ("HS402", "no piece is called X", 11),
        ("HS402", "no piece is called Y", 15),
    ]
    assert [[related.span.column for related in finding.related] for finding in found] == [[13, 18], [20]]


# A further line of the engine (line 8), with code and column, and what stands there.
BAD_LINES = [
    ("promotion: {zone: far 4}", "HS409", 25, "'far 4' lies outside the board of 3 files and 3 ranks"),
    ("promotion: {zone: rank 1-4}", "HS409", 26, "'rank 1-4' lies outside the board of 3 files and 3 ranks"),
    ("promotion: {zone: 4a}", "HS409", 21, "'4a' lies outside the board of 3 files and 3 ranks"),
    ("promotion: {zone: 1a-3d}", "HS409", 21, "'1a-3d' lies outside the board of 3 files and 3 ranks"),
    ("promotion: {zone: plaace}", "HS408", 21, "no region is called 'plaace'"),
    ("promotion: {zone: far}", "HS302", 24, "a region ends too early"),
    ("promotion: {zone: {Q: far 1}}", "HS407", 22, "no piece is called 'Q'"),
    ("drops: {mate: {p: illegal}}", "HS407", 18, "no piece is called 'p'"),
    ("drops: {file_limit: {P X: 1}}", "HS407", 26, "no piece is called 'X'"),
    ("royals: {pieces: K Z}", "HS407", 22, "no piece is called 'Z'"),
    ("regions: {a: b, b: all but a}", "HS410", 16, "the region 'a' is defined by itself"),
    ("regions: {far: near 1}", "HS416", 13, "'far' has a meaning of its own and cannot name a region"),
    ("sets: {s: t, t: s P}", "HS410", 13, "the piece set 's' is defined by itself"),
    ("sets: {K: P}", "HS416", 10, "'K' has a meaning of its own and cannot name a piece set"),
    ("borrow: {of: any}", "HS419", 3, "borrow needs the key 'from'"),
    ("borrow: {from: x}", "HS201", 19, "modifiers without an atom"),
    ("trade: {worthless: P}", "HS419", 3, "trade needs the key 'pieces'"),
    ("ends: {try: {safe: true}}", "HS419", 10, "ends.try needs the key 'goal'"),
    ("ends: {impasse: {zone: far 1, points: {all: 1}}}", "HS419", 10, "ends.impasse needs the key 'needed'"),
    ("ends: {impasse: {zone: far 1, drawn: 3}}", "HS419", 10, "ends.impasse needs the key 'needed'"),
    ("ends: {move_limit: {}}", "HS419", 10, "ends.move_limit needs the key 'moves'"),
    ("ends: {impasse: {zone: far 1, points: {all: 1}, needed: {red: 3}}}", "HS418", 60, "no player is called 'red'"),
    ("repetition: {result: loss, loser: red}", "HS418", 37, "no player is called 'red'"),
    (
        "repetition: {result: draw, loser: gote}",
        "HS440",
        37,
        "the result of repetition is draw, so `loser` says nothing",
    ),
    ("hands: {red: {P: 1}}", "HS418", 11, "no player is called 'red'"),
    ("setups: {rook: 3/3}", "HS405", 18, "a setup of this board has 3 rows, not 2"),
]


@pytest.mark.parametrize(("line", "code", "column", "message"), BAD_LINES, ids=[row[0] for row in BAD_LINES])
def test_bad_rules(line: str, code: str, column: int, message: str) -> None:
    found = findings_of(with_line(line))[0]
    assert (*places([found])[0], found.message) == (code, 8, column, message)


# What stands for P's entry (line 7), from column 5.
BAD_PIECES = [
    ("P: {name: Pawn}", "HS412", 5, "the piece P has no moves"),
    ('P: {moves: "W", promotes: {name: Tokin}}', "HS412", 31, "the piece +P has no moves"),
    ('P: {moves: "fsK"}', "HS204", 17, "several direction letters on 'K' mean something else in every dialect"),
    ('P: {moves: "W", letter: K}', "HS403", 29, "K and P have the same letter K"),
    ("P: {moves: W, promotes: [{moves: F}, {moves: D}]}", "HS414", 42, "P has two promoted faces +P"),
    ("P: {moves: W, promotes: {becomes: M}}", "HS407", 39, "no piece is called 'M'"),
    (
        "P: {moves: W, promotes: {becomes: K, moves: W}}",
        "HS108",
        42,
        "a promoted face takes either 'becomes' or 'moves', not both",
    ),
    (
        "P: {moves: W, in_turn: true, promotes: {moves: F}}",
        "HS440",
        19,
        "a piece without a second promoted face has none to come to in turn",
    ),
    (
        "P: {moves: W, in_turn: true, promotes: [{becomes: K}, {moves: F}]}",
        "HS440",
        19,
        "a piece that has become another one has no further face to come to in turn",
    ),
    ("P: {moves: W, captured: M}", "HS407", 29, "no piece is called 'M'"),
    ("P: {moves: W, within: far 5}", "HS409", 31, "'far 5' lies outside the board of 3 files and 3 ranks"),
]


@pytest.mark.parametrize(("entry", "code", "column", "message"), BAD_PIECES, ids=[row[0] for row in BAD_PIECES])
def test_bad_pieces(entry: str, code: str, column: int, message: str) -> None:
    text = SMALL.replace('P: {moves: "fW", promotes: {moves: "W"}}', entry)
    found = findings_of(text)[0]
    assert (*places([found])[0], found.message) == (code, 7, column, message)


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("title: x", ["topology", "pieces", "setup"]),
        ("engine: {topology: {rows: 3}}", ["topology.cols", "pieces", "setup"]),
        ("engine: {topology: {rows: 1, cols: 1}, setup: K}", ["pieces"]),
    ],
)
def test_what_a_variant_needs(text: str, missing: list[str]) -> None:
    found = findings_of(text)
    assert [(each.code, each.message) for each in found] == [
        ("HS400", f"the definition has no {', no '.join(missing)}"),
    ]
