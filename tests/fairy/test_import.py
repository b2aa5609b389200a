"""Sections of Fairy-Stockfish as definitions: what each key becomes, and what is refused at which place.

What the keys mean is told in the documentation of that program's `variants.ini`; the counts are its own.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import hensoku
from hensoku.dsl.findings import Severity
from hensoku.dsl.source import Source
from hensoku.fairy import ini
from hensoku.fairy.betza import translate
from hensoku.fairy.reading import definition, import_sections
from hensoku.fairy.settings import resolve

BASE = """\
[base]
maxRank = 3
maxFile = 3
king = k
shogiPawn = p
gold = g
customPiece1 = q:FvW
promotedPieceType = p:g
promotionRegionWhite = *3
promotionRegionBlack = *1
pieceDrops = true
capturesToHand = true
stalemateValue = loss
nMoveRule = 0
startFen = 1kq/1p1/QKP[P] w - - 0 1

[x:base]
"""


def sections(lines: str) -> dict[str, ini.Section]:
    read, found = ini.read(Source("x.ini", BASE + lines))
    assert not found
    return read


def engine(lines: str) -> dict[str, Any]:
    read = sections(lines)
    settings = resolve(read["x"], read, ini.built_in())
    tree = definition(settings)
    assert not settings.findings, settings.findings
    assert tree is not None
    return dict(tree["engine"])


PAWN = "customPiece1 = -\npawn = q\ndoubleStep = false\ncapturesToHand = false\npromotionPieceTypes = g\n"

# lines, the place in the definition, its value
CARRIED: list[tuple[str, str, Any]] = [
    ("", "topology", {"type": "grid", "rows": 3, "cols": 3}),
    ("", "setup", "1kq/1p1/QKP b P"),
    ("startFen = 1kq/1p1/QKP[-] b - - 0 1", "setup", "1kq/1p1/QKP w -"),
    ("startFen = k1*/3/1+PK", "topology", {"type": "grid", "rows": 3, "cols": 3, "holes": "1a"}),
    ("startFen = k1*/3/1+PK", "setup", "k1*/3/1+PK"),
    ("maxFile = d\nstartFen = 1kq1/1p2/QKP1", "topology", {"type": "grid", "rows": 3, "cols": 4}),
    ("", "pieces.K", {"name": "King", "moves": "K", "royal": True}),
    ("", "pieces.Q", {"name": "Piece Q", "moves": "vWF"}),
    ("", "pieces.P.promotes", {"name": "Promoted Pawn", "moves": "WfF"}),
    ("king = k:KN", "pieces.K.moves", "KN"),
    ("shogiPawn = -\nsoldier = p", "pieces.P.moves", "fsW"),
    ("customPiece2 = q:mBcpB", "pieces.Q.moves", "mBcpB"),
    ("mobilityRegionWhiteKing = *1 *2\nmobilityRegionBlackKing = *2 *3", "pieces.K.within", "near 2"),
    ("", "promotion", {"zone": "far 1", "forced": "never"}),
    ("immobilityIllegal = true", "promotion.forced", "stuck"),
    ("mandatoryPiecePromotion = true", "promotion.forced", "always"),
    ("piecePromotionOnCapture = true", "promotion.mode", "on_capture"),
    ("pieceDemotion = true", "pieces.P.demotes", True),
    ("promotionRegionWhite = a3 b3\npromotionRegionBlack = c1 b1", "promotion.zone", "3a 2a"),
    ("pieceDrops = false", "drops", "none"),
    ("capturesToHand = false", "drops.from", "setup"),
    ("dropLoop = true", "drops.faces", "as_captured"),
    ("dropPromoted = true", "drops.faces", "either"),
    ("", "drops.stuck", "allowed"),
    ("immobilityIllegal = true", "drops.stuck", "illegal"),
    ("dropNoDoubled = p", "drops.file_limit", {"P": 1}),
    ("dropNoDoubled = p\ndropNoDoubledCount = 2", "drops.file_limit", {"P": 2}),
    ("dropNoDoubled = p\ndropNoDoubledCount = 0", "drops.region", {"all": "all", "P": "none"}),
    ("dropRegionWhite = *1\ndropRegionBlack = *3", "drops.region", "near 1"),
    ("whiteDropRegion = *1\nblackDropRegion = *3", "drops.region", "near 1"),
    ("shogiPawnDropMateIllegal = true", "drops.mate", {"P": "loses"}),
    ("dropChecks = false", "drops.check", "illegal"),
    ("", "royals", {"lost_when": "any", "check": "answered"}),
    ("flyingGeneral = true", "royals.facing", {"rule": "illegal", "along": "R"}),
    ("", "ends", {"checkmate": "loss", "stalemate": "loss"}),
    ("stalemateValue = win", "ends.stalemate", "win"),
    ("checkmateValue = draw", "ends.checkmate", "draw"),
    ("checkCounting = true", "ends.check_count", {"count": 1, "result": "win"}),
    ("checkCounting = true\nstartFen = 1kq/1p1/QKP[P] w - - 3+3 0 1", "ends.check_count.count", 3),
    (
        "flagPiece = k\nflagRegionWhite = *3\nflagRegionBlack = *1\nflagPieceSafe = true",
        "ends.try",
        {"pieces": "K", "goal": "far 1", "safe": True, "result": "win"},
    ),
    (
        "king = -\ncommoner = k\nextinctionValue = loss\nextinctionPieceTypes = k",
        "royals",
        {"lost_when": "all", "check": "ignored"},
    ),
    (
        "king = -\ncommoner = k\nextinctionValue = loss\nextinctionPieceTypes = k",
        "ends",
        {"stalemate": "loss", "royal_captured": "loss"},
    ),
    (
        "king = -\ncommoner = k\nextinctionValue = loss\nextinctionPieceTypes = k\nextinctionPseudoRoyal = true",
        "royals",
        {"lost_when": "all", "check": "answered"},
    ),
    (
        "extinctionValue = win\nextinctionPieceTypes = *\nextinctionPieceCount = 1",
        "ends.piece_count",
        {"pieces": "all", "below": 2, "result": "win"},
    ),
    ("pass = true", "pass", True),
    ("customPiece1 = -\nsilver = q", "pieces.Q.moves", "fWF"),
    ("customPiece1 = -\nwazir = q", "pieces.Q.moves", "W"),
    ("customPiece1 = -\nfers = q", "pieces.Q.moves", "F"),
    ("customPiece1 = -\nlance = q", "pieces.Q.moves", "fR"),
    ("customPiece1 = -\nshogiKnight = q", "pieces.Q.moves", "ffN"),
    ("customPiece1 = -\ndragonHorse = q", "pieces.Q.moves", "BW"),
    ("customPiece1 = -\nbers = q", "pieces.Q.moves", "RF"),
    ("customPiece1 = -\njanggiCannon = q", "pieces.Q.moves", "pR{screen!=Q,target!=Q}"),
    (f"{PAWN}mandatoryPawnPromotion = false", "promotion.forced", {"all": "never", "Q": "never"}),
    (PAWN, "promotion.forced", {"all": "never", "Q": "always"}),
    (PAWN, "drops.region", {"all": "all", "Q": "3b 2b 1b"}),
    (f"{PAWN}firstRankPawnDrops = true", "drops.region", {"all": "all", "Q": "near 2"}),
    (f"{PAWN}promotionZonePawnDrops = true", "drops.region", {"all": "all", "Q": "far 2"}),
    ("mustDrop = true", "drops.first", "all"),
    ("mustDrop = true\nmustDropType = p", "drops.first", "P"),
    ("promotionLimit = g:2", "promotion.limit", {"+P": 2}),
    (
        "pieceDrops = false\nnMoveRule = 50\nnMoveRuleTypes = pq",
        "ends.move_limit",
        {"moves": 100, "after_capture": True, "result": "draw", "after_move_of": "P Q"},
    ),
    ("", "repetition", {"times": 3, "result": "draw", "perpetual": "none"}),
    ("nFoldRule = 0", "repetition", "none"),
    (
        "nFoldRule = 4\nnFoldValue = win",
        "repetition",
        {"times": 4, "result": "loss", "loser": "repeater", "perpetual": "none"},
    ),
    ("nFoldValue = loss", "repetition.result", "win"),
    ("nFoldValue = loss\nnFoldValueAbsolute = true", "repetition.loser", "sente"),
    ("nFoldValue = win\nnFoldValueAbsolute = true", "repetition.loser", "gote"),
    ("perpetualCheckIllegal = true", "repetition.perpetual", "loss"),
    (
        "pawn = p\nshogiPawn = -\ndoubleStep = false\npromotedPieceType = -\ncapturesToHand = false",
        "pieces.P.moves",
        "fmWfcF",
    ),
    ("pieceToCharTable = x\npocketSize = 3\nvariantTemplate = fairy", "repetition.times", 3),
]


@pytest.mark.parametrize(("lines", "place", "value"), CARRIED)
def test_a_key_becomes(lines: str, place: str, value: Any) -> None:
    found: Any = engine(lines)
    for key in place.split("."):
        found = found[key]
    assert found == value


# lines (`«` before the place), code, part of the message
REFUSED = [
    ("«dropNoDuobled = p", "HS502", "is called 'dropNoDuobled'"),
    ("nFoldRule = «four", "HS503", "'nFoldRule' must be a number, not 'four'"),
    ("pieceDrops = «True", "HS503", "'pieceDrops' must be true or false, not 'True'"),
    ("dropNoDoubled = «pl", "HS503", "'dropNoDoubled' must be the letter of a piece, or -, not 'pl'"),
    ("flagRegionWhite = «ab", "HS503", "'flagRegionWhite' must be squares"),
    ("maxRank = «12", "HS503", "'maxRank' must be a rank from 1 to 10"),
    ("customPiece3 = «a", "HS503", "'customPiece3' must be a letter and its moves"),
    ("lance = «lx", "HS503", "'lance' must be the letter of a piece"),
    ("«mustCapture = true", "HS504", "captures that must be made"),
    ("«blastOnCapture = true", "HS504", "captures that explode"),
    ("«wallingRule = duck", "HS504", "walls that are placed"),
    ("«checking = false", "HS504", "a ban on giving check"),
    ("«extinctionOpponentPieceCount = 2", "HS504", "extinction that hangs on the other side's pieces"),
    ("«extinctionClaim = true", "HS504", "extinction that is claimed"),
    ("«dupleCheck = true", "HS504", "a check to all royals at once"),
    ("«flagPieceCount = 2", "HS504", "several pieces that reach the goal"),
    ("«flagPieceBlockedWin = true", "HS504", "a goal that is full"),
    ("«adjudicateFullBoard = true", "HS504", "a full board that ends the game"),
    ("«flagMove = true", "HS504", "a last move after a piece reached its goal"),
    ("«diagonalLines = a1", "HS504", "diagonal lines of single squares"),
    ("«soldierPromotionRank = 2", "HS504", "soldiers that learn to step sideways"),
    ("«bikjangRule = true", "HS504", "kings that face each other"),
    ("«moveRepetitionIllegal = true", "HS504", "a ban on moving to and fro"),
    ("«chasingRule = axf", "HS504", "a ban on chasing"),
    ("«countingRule = makruk", "HS504", "moves that are counted at the end"),
    ("«materialCounting = janggi", "HS504", "pieces that are counted at the end"),
    ("«nMoveRule = 50", "HS504", "a count of moves where pieces are dropped"),
    ("«nMoveRuleTypesWhite = q", "HS504", "differs from side to side"),
    ("«gating = true", "HS504", "gating"),
    ("promotionLimit = «g:1x", "HS508", "no piece has the letter 'x'"),
    ("«promotionLimit = g:..", "HS504", "a limit on what no piece promotes to, or that is no number"),
    ("«immobile = i", "HS504", "pieces that never move"),
    ("customPiece1 = q:«nC", "HS506", "a piece that is lame so does not move there"),
    ("customPiece1 = q:F«R10", "HS506", "a limit has one digit"),
    ("customPiece1 = q:W«-F", "HS506", "passed over in silence"),
    ("customPiece1 = q:«mafsmafW", "HS506", "the letter 'a' is passed over in silence there"),
    ("customPiece1 = q:«AA", "HS506", "a piece with 'AA' does not move there"),
    ("customPiece1 = q:«fsK", "HS506", "read differently by programs"),
    ("customPiece1 = q:«pN", "HS506", "a piece that jumps so does not move there"),
    ("customPiece1 = q:«icN", "HS506", "the first move takes nothing there"),
    ("promotionRegionWhite = «*2 *3", "HS507", "not the same from each side's own view"),
    ("startFen = «1kx/1p1/QKP", "HS508", "no piece has the letter 'x'"),
    ("promotedPieceType = «p:z", "HS508", "no piece has the letter 'z'"),
    ("startFen = 1kq/«1p/QKP", "HS509", "the row '1p' does not have 3 squares"),
    ("startFen = «1kq/QKP", "HS509", "2 rows, and the board 3 ranks"),
    ("«startFen = 1kq/1p1/QKP w KQ - 0 1", "HS504", "castling"),
]


@pytest.mark.parametrize(("lines", "code", "message"), REFUSED)
def test_a_key_is_refused(lines: str, code: str, message: str) -> None:
    line, column = BASE.count("\n") + 1, lines.index("«") + 1
    source = Source("x.ini", BASE + lines.replace("«", ""))
    imported, found = import_sections(source, ["x"])
    assert not found
    assert imported[0].text == ""
    errors = [finding for finding in imported[0].findings if finding.severity is Severity.ERROR]
    assert [(error.code, error.span.line, error.span.column) for error in errors] == [(code, line, column)]
    assert message in errors[0].message


@pytest.mark.parametrize("text", ["«maxRank = 3\n[x]\n", "«[x\n", "«[x\nmaxRank = 3\n[y]\n"])
def test_a_line_outside_of_sections_is_refused(text: str) -> None:
    before = text.partition("«")[0]
    _, found = import_sections(Source("x.ini", text.replace("«", "")))
    assert [(finding.code, finding.span.line) for finding in found] == [("HS500", before.count("\n") + 1)]


TWICE = "nFoldRule = 4\n«nFoldRule = 3\n"
GOOD = "[good:minishogi]\nnFoldRule = 4\n"

# the text of a file (`«` before the place), the section that is asked for, the code that is told, if any
LINES = [
    (f"{GOOD}«garbage\n", "good", "HS500"),
    (f"{GOOD}«nFoldRule = 3\n", "good", "HS505"),
    (f"{GOOD}[child:good]\n{TWICE}", "child", "HS505"),
    (f"{GOOD}«nFoldRule = 3\n[child:good]\n", "child", "HS505"),
    (f"{GOOD}[other:minishogi]\n{TWICE}", "good", None),
    (f"{GOOD}[child:good]\n{TWICE}", "good", None),
    (f"[other:minishogi]\n«garbage\n{GOOD}", "good", None),
]


@pytest.mark.parametrize(("text", "name", "code"), LINES)
def test_a_line_is_told_to_who_asks_for_its_section(text: str, name: str, code: str | None) -> None:
    line = text.partition("«")[0].count("\n") + 1
    (one,), outside = import_sections(Source("x.ini", text.replace("«", "")), [name])
    assert not outside
    assert [(found.code, found.span.line) for found in one.findings] == ([(code, line)] if code else [])
    assert bool(one.text) == (code != "HS500")


@pytest.mark.parametrize(
    ("text", "names", "code", "help_"),
    [
        ("[x:nosuch]\n", [], "HS501", "known are"),
        ("[x:minishoji]\n", [], "HS501", "did you mean 'minishogi'?"),
        ("[x:x]\n", [], "HS501", "did you mean 'x'?"),
        ("[x]\n", ["y"], "HS501", "the file has x"),
    ],
)
def test_an_unknown_section(text: str, names: list[str], code: str, help_: str) -> None:
    imported, found = import_sections(Source("x.ini", text), names)
    everything = [*found, *(finding for one in imported for finding in one.findings)]
    first = next(finding for finding in everything if finding.code == code)
    assert help_ in (first.help or "")


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        ("fN", "ffN"),
        ("fRffN", "fRffN"),
        ("fRrbBlbF", "fRbrBblF"),
        ("mRpRmFpB2", "mRmFpRpB2"),
        ("NN", "N0"),
        ("frlR", "fsR"),
        ("iW", "imW"),
        ("L", "C"),
        ("R3", "W3"),
        ("fmWfceF", ""),
    ],
)
def test_moves_of_the_dialect(theirs: str, ours: str) -> None:
    from hensoku.dsl.moves.format import canonical
    from hensoku.dsl.moves.parse import parse_text
    from hensoku.dsl.nodes import Scalar
    from hensoku.dsl.source import Span

    told, found = translate(
        Scalar(theirs, theirs, Span(Source("x", theirs), 0, len(theirs)), tuple(range(len(theirs) + 1)))
    )
    assert bool(found) == (not ours)
    if ours:
        parsed, _ = parse_text(ours)
        assert parsed is not None
        assert told == canonical(parsed)


COUNTS = {
    "minishogi": (14, 181, 2_512),
    "kyotoshogi": (12, 137, 1_636),
    "micro": (9, 80, 767),
    "dobutsu": (4, 17, 123),
    "gorogoro": (16, 250),
    "judkins": (20, 336),
    "torishogi": (17, 288),
    "euroshogi": (25, 625),
    "shogi": (30, 900),
    "checkshogi": (30, 900),
    "shoshogi": (26, 676),
    "yarishogi": (20, 400),
    "okisakishogi": (37, 1_369),
}
"""Counted by Fairy-Stockfish."""

FACING = """\
[kings]
maxRank = 5
maxFile = 5
king = k
flyingGeneral = true
nMoveRule = 0
startFen = 5/4k/5/K4/5 w - - 0 1
"""


@pytest.mark.parametrize(("fen", "moves"), [("5/4k/5/K4/5 b - 1", 5), ("5/4k/K4/5/5 b - 1", 3)])
def test_kings_that_may_not_face_each_other(fen: str, moves: int, tmp_path: Path) -> None:
    """On files and on ranks, by what Fairy-Stockfish counts: no king comes to the other's rank."""
    assert loaded(FACING, "kings", tmp_path).position(fen).perft(1) == moves


CANNONS = """\
[cannonshogi:shogi]
dropNoDoubled = -
shogiPawnDropMateIllegal = false
soldier = p
cannon = u
customPiece1 = a:pR
customPiece2 = c:mBcpB
customPiece3 = i:pB
customPiece4 = w:mRpRmFpB2
customPiece5 = f:mBpBmWpR2
promotedPieceType = u:w a:w c:f i:f p:g
startFen = lnsgkgsnl/1rci1uab1/p1p1p1p1p/9/9/9/P1P1P1P1P/1BAU1ICR1/LNSGKGSNL[-] w 0 1
"""


def loaded(text: str, name: str, folder: Path) -> hensoku.Variant:
    imported, found = import_sections(Source("x.ini", text), [name])
    assert not found
    assert not imported[0].findings
    path = folder / "imported.md"
    path.write_text(imported[0].text.replace(f"slug: {imported[0].slug}", "slug: imported"), encoding="utf-8")
    return hensoku.load(path, backend="reference")


@pytest.mark.parametrize("name", COUNTS)
def test_what_the_program_knows_by_itself(name: str, tmp_path: Path) -> None:
    start = loaded(f"[mine:{name}]\n" + start_line(name), "mine", tmp_path).position()
    assert tuple(start.perft(depth) for depth in range(1, len(COUNTS[name]) + 1)) == COUNTS[name]


def start_line(name: str) -> str:
    """A section's own start, the parent's."""
    built_in = ini.built_in()
    return f"startFen = {resolve(built_in[name], built_in, built_in).text('startFen')}\n"


def test_cannons_are_as_ours(tmp_path: Path) -> None:
    """The same game in both languages, by what both count."""
    theirs = loaded(CANNONS, "cannonshogi", tmp_path).position()
    ours = hensoku.load("cannon-shogi", backend="reference").position()
    assert [theirs.perft(1), theirs.perft(2)] == [ours.perft(1), ours.perft(2)] == [60, 3_447]
    assert theirs.divide(2) == ours.divide(2)
