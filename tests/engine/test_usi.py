"""Conversations as a GUI leads them: what it says, and what must be answered."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator

import pytest

import hensoku
from hensoku.runtime.engine.dialogue import Dialogue
from hensoku.runtime.engine.notation import Notation
from hensoku.runtime.engine.uci import Uci, sfen_of, uci_move, usi_move
from hensoku.runtime.engine.usi import Usi

PATIENCE = 60.0


class Gui:
    """Says lines and waits for answers."""

    def __init__(self, notation: Notation, slug: str) -> None:
        self.heard: list[str] = []
        self.dialogue = Dialogue(notation, slug, ("minishogi", "shogi"), _open, "0", self.heard.append)

    def say(self, *lines: str) -> None:
        for line in lines:
            assert self.dialogue.hear(line)

    def wait_for(self, pattern: str) -> str:
        """The first line from now on, or said and not yet waited for, that matches."""
        ends = time.monotonic() + PATIENCE
        while time.monotonic() < ends:
            for number, line in enumerate(self.heard):
                if re.match(pattern, line):
                    del self.heard[: number + 1]
                    return line
            time.sleep(0.01)
        raise AssertionError(f"no {pattern!r} in {self.heard}")


def _open(slug: str) -> hensoku.Variant:
    try:
        return hensoku.load(slug, backend="compiled")
    except hensoku.DefinitionError as error:
        raise ValueError(str(error)) from error


@pytest.fixture
def gui() -> Iterator[Callable[..., Gui]]:
    made: list[Gui] = []

    def make(notation: Notation | None = None, slug: str = "minishogi") -> Gui:
        made.append(Gui(notation or Usi(), slug))
        return made[-1]

    yield make
    for one in made:
        one.dialogue.close()


def test_greeting(gui: Callable[..., Gui]) -> None:
    one = gui()
    one.say("usi")
    assert one.heard[0].startswith("id name hensoku")
    options = {line.split()[2] for line in one.heard if line.startswith("option")}
    assert options >= {"USI_Hash", "USI_Ponder", "Threads", "MultiPV", "USI_Variant"}
    assert one.heard[-1] == "usiok"
    one.say("isready")
    one.wait_for("readyok")


def test_what_it_is_called(gui: Callable[..., Gui]) -> None:
    """What it was told until the variant is there, then the variant's own name."""
    one = gui()
    one.dialogue.called = "of the\nfile"
    one.say("usi", "setoption name USI_Variant value shogi", "usi")
    called = [line for line in one.heard if line.startswith("id name")]
    assert called == ["id name hensoku 0 of the?file", "id name hensoku 0 shogi"]


@pytest.mark.parametrize(
    ("go", "then"), [("go infinite", "stop"), ("go ponder btime 0 wtime 0 byoyomi 100", "ponderhit")]
)
def test_what_comes_right_behind_a_go_is_heard(
    go: str, then: str, gui: Callable[..., Gui], monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long the thread of the search takes to begin."""
    think = hensoku.Engine.think

    def late(*told: object, **more: object) -> object:
        time.sleep(0.3)
        return think(*told, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(hensoku.Engine, "think", late)
    one = gui()
    one.say("usi", "isready", "position startpos", go, then)
    one.wait_for("bestmove")


def test_no_room_for_the_table(gui: Callable[..., Gui], monkeypatch: pytest.MonkeyPatch) -> None:
    """Said before the engine is there, and later: it is ready with the table of before."""

    def no_room(_: object, megabytes: int) -> None:
        raise MemoryError(f"no memory for a table of {megabytes} MB")

    class Cramped:
        def __new__(cls, variant: hensoku.Variant, *, hash: int) -> hensoku.Engine:  # type: ignore[misc] # noqa: A002
            if hash > 16:
                no_room(cls, hash)
            return hensoku.Engine(variant, hash=hash)

    monkeypatch.setattr("hensoku.runtime.engine.dialogue.Engine", Cramped)
    monkeypatch.setattr(hensoku.Engine, "set_hash", no_room)
    one = gui()
    one.say("setoption name USI_Hash value 65536", "isready")
    one.wait_for("info string no memory for a table of 65536 MB: 16 are taken")
    one.wait_for("readyok")
    one.say("setoption name USI_Hash value 64")
    one.wait_for("info string setoption: no memory for a table of 64 MB")
    assert one.dialogue.options["USI_Hash"].value == 16
    one.say("go depth 1")
    one.wait_for("bestmove")


CLOCKS = (
    "go btime 300 wtime 300 byoyomi 50",
    "go btime 100 wtime 100 binc 20 winc 20",
    "go btime 0 wtime 0 byoyomi 100",
    "go byoyomi 60",
    "go movetime 40",
    "go depth 3",
    "go nodes 300",
    "go btime 0 wtime 0",
    "go btime -20 wtime -20",
    "go depth 2 searchmoves 5d5c",
    "go searchmoves 5d5c depth 2",
)


@pytest.mark.parametrize("go", CLOCKS)
def test_every_go_is_answered(gui: Callable[..., Gui], go: str) -> None:
    one = gui()
    one.say("usinewgame", "position startpos", go)
    best = one.wait_for("bestmove").split()
    position = hensoku.load("minishogi").position()
    assert position.is_legal(best[1])
    if "searchmoves" in go:
        assert best[1] == "5d5c"
    if "ponder" in best:
        position.push(best[1])
        assert position.is_legal(best[3])


HUGE = "9" * 25
UNUSUAL = (
    *(f"go {word} {HUGE}" for word in ("depth", "nodes", "movetime", "byoyomi", "btime", "wtime", "binc", "movestogo")),
    f"go depth {'9' * 5000}",
    f"go btime {HUGE} binc {HUGE} byoyomi {HUGE} movestogo 1",
    "go nodes -5",
    "go nodes 0",
    "go depth -1",
    "go searchmoves 9z9z depth 1",
    "go depth 1 searchmoves",
)


@pytest.mark.parametrize("go", UNUSUAL)
@pytest.mark.parametrize("notation", [Usi, Uci])
def test_whatever_is_said_a_go_is_answered(gui: Callable[..., Gui], notation: type[Notation], go: str) -> None:
    one = gui(notation())
    one.say("position startpos", go)
    time.sleep(0.05)
    one.say("stop")
    one.wait_for("bestmove [1-5a-e]{4}")


@pytest.mark.parametrize("limit", ["", HUGE, "9" * 5000])
def test_a_mate_in_any_time(gui: Callable[..., Gui], limit: str) -> None:
    one = gui()
    one.say("position sfen 2k2/5/2P2/5/2K2 b G 1", f"go mate {limit}")
    one.wait_for("checkmate G[*]3b")


def test_a_game_in_a_row(gui: Callable[..., Gui]) -> None:
    one = gui()
    position = hensoku.load("minishogi").position()
    one.say("usi", "isready", "usinewgame")
    while position.outcome() is None and len(position.history) < 12:
        moves = " ".join(map(str, position.history))
        one.say(f"position startpos moves {moves}" if moves else "position startpos", "go movetime 10")
        position.push(one.wait_for("bestmove").split()[1])
    one.say("gameover draw")


INFO = re.compile(
    r"info depth \d+ seldepth \d+( multipv \d+)? score (cp|mate) -?\d+ nodes \d+ nps \d+ hashfull \d+ time \d+ pv .+"
)


def test_info(gui: Callable[..., Gui]) -> None:
    one = gui()
    one.say("setoption name MultiPV value 2", "position startpos", "go depth 3")
    while not one.heard or not one.heard[-1].startswith("bestmove"):
        time.sleep(0.01)
    told = [line for line in one.heard if line.startswith("info")]
    assert [line for line in told if not INFO.fullmatch(line)] == []
    assert len(told) == 6


def test_infinite_waits_for_stop(gui: Callable[..., Gui]) -> None:
    one = gui()
    one.say("position sfen k4/1G3/K4/5/5 b G 1", "go infinite")
    time.sleep(0.3)
    assert not [line for line in one.heard if line.startswith("bestmove")]
    one.say("stop")
    one.wait_for("bestmove")


def test_pondering(gui: Callable[..., Gui]) -> None:
    one = gui()
    one.say("position startpos moves 5d5c", "go ponder btime 200 wtime 200 byoyomi 30")
    time.sleep(0.4)
    assert not [line for line in one.heard if line.startswith("bestmove")]
    one.say("ponderhit")
    one.wait_for("bestmove")
    one.say("go ponder btime 200 wtime 200", "stop")
    one.wait_for("bestmove")


ANSWERS = (
    ("position sfen 2k2/5/2P2/5/2K2 b G 1", "go depth 2", "bestmove G*3b"),
    ("position sfen 2k2/2G2/2P2/5/2K2 w - 1", "go depth 2", "bestmove resign"),
    ("position sfen 2k2/5/2P2/5/2K2 b G 1", "go mate infinite", "checkmate G[*]3b"),
    ("position sfen 2k2/5/5/5/2K2 b - 1", "go mate 200", "checkmate nomate"),
    ("position startpos", "go mate 1", "checkmate (nomate|timeout)"),
    ("position startpos", "go mate infinite", "checkmate nomate"),
    ("position startpos", "go nodes 1 mate infinite", "checkmate timeout"),
)


@pytest.mark.parametrize(("position", "go", "answer"), ANSWERS)
def test_answers(gui: Callable[..., Gui], position: str, go: str, answer: str) -> None:
    one = gui()
    one.say(position, go)
    assert re.fullmatch(answer.replace("G*", "G[*]"), one.wait_for("bestmove|checkmate"))


BAD = (
    "foo",
    "position",
    "position nowhere",
    "position sfen",
    "position sfen 9/9/9 b - 1",
    "position startpos moves 1a1b",
    "position startpos moves xyz",
    "setoption",
    "setoption name Threads value many",
    "setoption name Threads value 0",
    "setoption name USI_Hash",
    "setoption name Nothing value 1",
    "setoption name USI_Variant value no-such-game",
    "go depth 1 searchmoves nonsense",
    "go mate x y z",
    "\x00\xff go \u5c06",
)


@pytest.mark.parametrize("line", BAD)
def test_a_bad_line_never_ends_it(gui: Callable[..., Gui], line: str) -> None:
    one = gui()
    one.say(line, "position startpos", "go depth 1")
    one.wait_for("bestmove")


def test_what_was_wrong_is_said_and_changes_nothing(gui: Callable[..., Gui]) -> None:
    one = gui()
    one.say("position startpos moves 5d5c", "position startpos moves 5d5c 1a1b")
    assert one.wait_for("info string").startswith("info string position: 1a1b may not be played")
    one.say("d")
    one.wait_for("info string gote to move")


def test_another_variant(gui: Callable[..., Gui]) -> None:
    one = gui()
    one.say("setoption name USI_Variant value shogi", "position startpos moves 7g7f", "go depth 1")
    assert (
        hensoku.load("shogi")
        .position("lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2")
        .is_legal(one.wait_for("bestmove").split()[1])
    )


def test_resigning(gui: Callable[..., Gui]) -> None:
    one = gui()
    one.say("setoption name ResignValue value 600", "position sfen 1k3/5/5/5/2K2 b r2b2g 1", "go depth 2")
    assert one.wait_for("bestmove") == "bestmove resign"


POSITION = "position sfen 2k2/5/2P2/5/2K2 b 2G 1"
ONLY_SOME = (
    # what follows `go`, the answer; G*3b mates at once, and so does nothing else
    ("mate infinite", "checkmate G[*]3b"),
    ("mate infinite searchmoves G*3b", "checkmate G[*]3b"),
    ("searchmoves G*3b mate infinite", "checkmate G[*]3b"),
    ("mate 2000 searchmoves 3e4d", "checkmate nomate"),
    ("mate infinite searchmoves 3c3b 3e4d", "checkmate nomate"),
    ("mate infinite searchmoves 9z9z", "checkmate G[*]3b"),
)


@pytest.mark.parametrize(("go", "answer"), ONLY_SOME)
def test_a_mate_by_some_moves(gui: Callable[..., Gui], go: str, answer: str) -> None:
    """Also after the search of all moves, which the table remembers, and before it."""
    one = gui()
    for said, wanted in ((go, answer), ("mate infinite", "checkmate G[*]3b"), (go, answer)):
        one.say(POSITION, f"go {said}")
        assert re.fullmatch(wanted, one.wait_for("checkmate")), said


TWO_SECONDS = "btime 60000 wtime 60000"
"""A share of a minute is two seconds, after most of which no depth is begun; the search ends after eight."""

FROM_THE_PONDERHIT = (
    # position, seconds of pondering, least and most seconds from the ponderhit to the answer
    ("position startpos moves 5d5c", 2.0, 1.0, 9.0),
    ("position sfen rb2k/2g1R/5/P1Bs1/K1G2 w Ps 18", 0.2, 0.0, 5.0),  # one legal move: no depth is begun any more
)


@pytest.mark.parametrize(("position", "ponders", "least", "most"), FROM_THE_PONDERHIT)
def test_the_time_counts_from_the_ponderhit(
    gui: Callable[..., Gui], position: str, ponders: float, least: float, most: float
) -> None:
    one = gui()
    one.say("isready", position, f"go ponder {TWO_SECONDS}")
    time.sleep(ponders)
    assert not [line for line in one.heard if line.startswith("bestmove")]
    begun = time.monotonic()
    one.say("ponderhit")
    one.wait_for("bestmove")
    assert least < time.monotonic() - begun < most


SHORT = "go nodes 20000"
BEHIND = (
    # what follows at once on a search that ends by itself
    ("position startpos",),
    ("isready",),
    ("usinewgame",),
    ("setoption name MultiPV value 1",),
    ("go depth 1",),
    ("position startpos moves 5d5c", "go depth 1"),
)


def nodes_of(heard: list[str]) -> int:
    """What was told with the last depth before the first answer."""
    before = heard[: next(at for at, line in enumerate(heard) if line.startswith("bestmove"))]
    return max(int(found[1]) for line in before if (found := re.search(r" nodes (\d+) ", line)))


@pytest.mark.parametrize("lines", BEHIND)
def test_what_follows_does_not_cut_a_search_short(gui: Callable[..., Gui], lines: tuple[str, ...]) -> None:
    one = gui()
    one.say("position startpos", SHORT, *lines)
    answers = 1 + sum(line.startswith("go") for line in lines)
    ends = time.monotonic() + PATIENCE
    while sum(line.startswith("bestmove") for line in one.heard) < answers and time.monotonic() < ends:
        time.sleep(0.01)
    assert nodes_of(one.heard) == 20000


@pytest.mark.parametrize("go", ["go infinite", "go ponder btime 60000 wtime 60000"])
@pytest.mark.parametrize("then", ["position startpos", "go depth 1", "usinewgame"])
def test_what_follows_ends_a_search_that_would_not_end(gui: Callable[..., Gui], go: str, then: str) -> None:
    one = gui()
    one.say("position startpos", go, then)
    one.wait_for("bestmove")


@pytest.mark.parametrize("then", ["stop", "gameover draw"])
def test_what_ends_a_search_by_the_protocol(gui: Callable[..., Gui], then: str) -> None:
    one = gui()
    one.say("position startpos", "go depth 90", then)
    one.wait_for("bestmove")


def test_quit_ends_it(gui: Callable[..., Gui]) -> None:
    one = gui()
    one.say("go infinite")
    assert not one.dialogue.hear("quit")


# ----------------------------------------------------------------------------------------------------------------- UCI

FENS = (
    # Fairy-Stockfish's FEN, the SFEN
    ("rbsgk/4p/5/P4/KGSBR[] w - - 0 1", "rbsgk/4p/5/P4/KGSBR b - 1"),
    ("rbsgk/5/5/5/KGSBR[Pp] b - - 3 4", "rbsgk/5/5/5/KGSBR w Pp 8"),
    ("rbsgk/5/5/5/KGSBR[PPp] w 0 2", "rbsgk/5/5/5/KGSBR b 2Pp 3"),
    ("lnsgkgsnl/1r2e2b1/ppppppppp/9/9/9/PPPPPPPPP/1B2E2R1/LNSGKGSNL w - - 0 1",
     "lnsgkgsnl/1r2e2b1/ppppppppp/9/9/9/PPPPPPPPP/1B2E2R1/LNSGKGSNL b - 1"),
)  # fmt: skip


@pytest.mark.parametrize(("fen", "sfen"), FENS)
def test_fens(fen: str, sfen: str) -> None:
    assert sfen_of(fen.split()) == sfen


MOVES = (
    # slug, USI, UCI as Fairy-Stockfish writes it
    ("shogi", "7g7f", "c3c4"),
    ("shogi", "2b3c+", "h8g7+"),
    ("shogi", "P*5e", "P@e5"),
    ("xiangqi", "1j1i", "i1i2"),
    ("xiangqi", "9a9b", "a10a9"),
    ("minishogi", "5d5c", "a2a3"),
    # what Fairy-Stockfish has no moves for: every square in order, as in USI; names and marks of pieces as in SFEN
    ("chu-shogi", "6f6g6f", "g7g6g7"),
    ("dai-shogi", "8m7n8m", "h3i2h3"),
    ("shogi", "2b3c+S", "h8g7s"),
    ("shogi", "2b3c+X'", "h8g7x'"),
    ("shogi", "2b3c+[AB]", "h8g7[ab]"),
    ("shogi", "+P*5e", "+P@e5"),
    ("shogi", "X'*5e", "X'@e5"),
    ("shogi", "[AB]*5e", "[AB]@e5"),
)


@pytest.mark.parametrize(("slug", "usi", "uci"), MOVES)
def test_moves(slug: str, usi: str, uci: str) -> None:
    board = hensoku.load(slug, backend="reference").data["board"]
    assert (uci_move(board, hensoku.Move.parse(usi)), str(usi_move(board, uci))) == (uci, usi)


def test_what_uci_is_told_of_a_lion_can_be_said_to_it() -> None:
    position = hensoku.load("chu-shogi", backend="reference").position("6k5/12/12/5p6/6p5/6N5/12/12/12/12/12/5K6 b - 1")
    board = dict(position.variant.data["board"])
    steps = [move for move in position.legal_moves if move.via]
    assert steps
    assert [move for move in steps if usi_move(board, uci_move(board, move)) != move] == []


def test_uci_conversation(gui: Callable[..., Gui]) -> None:
    one = gui(Uci())
    one.say("uci")
    one.wait_for("uciok")
    one.say(
        "isready",
        "ucinewgame",
        "position fen rbsgk/4p/5/P4/KGSBR[] w - - 0 1 moves a2a3",
        "go wtime 90 btime 90 winc 9",
    )
    best = one.wait_for("bestmove").split()[1]
    position = hensoku.load("minishogi").position()
    position.push("5d5c")
    assert position.is_legal(usi_move(dict(position.variant.data["board"]), best))
    one.say("position fen 2k2/5/2P2/5/2K2[G] w - - 0 1", "go mate 1")
    assert one.wait_for("bestmove") == "bestmove G@c4"
    one.say("position sfen 2k2/5/2P2/5/2K2 b G 1", "go mate 1")
    assert one.wait_for("bestmove") == "bestmove G@c4"
    one.say("position fen 2k2/2G2/2P2/5/2K2[] b - - 0 1", "go depth 2")
    assert one.wait_for("bestmove") == "bestmove (none)"
