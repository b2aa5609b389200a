"""Holds the two backends against each other on one position: moves, results, check, victims, text, keys, undo.

The reference interpreter says what is right; besides, each backend is held against itself: a move taken back leaves no
trace, a position has one key however it came about, and texts are read as they were written.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeAlias, final

from hensoku.compiler.fuzz.games import Game, Pair, Seat
from hensoku.runtime.contract import Code, Core
from hensoku.runtime.move import Move
from hensoku.runtime.sfen import parse

Contents: TypeAlias = tuple[Any, ...]
SHOWN = 6
"""So many moves are named when two lists of moves differ."""


def contents(core: Core) -> Contents:
    return core.cells(), core.hands(), core.turn, core.state()


@final
@dataclass
class Keys:
    """Which position had which key: equal positions have equal keys, others other ones."""

    by_contents: dict[Contents, int] = field(default_factory=dict)
    by_key: dict[int, Contents] = field(default_factory=dict)

    def add(self, game: Game, core: Core) -> None:
        held, key = contents(core), core.key()
        if self.by_contents.setdefault(held, key) != key:
            raise game.differ("key", f"{held} has the keys {self.by_contents[held]} and {key}")
        if self.by_key.setdefault(key, held) != held:
            raise game.differ("key", f"{held} and {self.by_key[key]} have the key {key}")


@final
@dataclass
class Comparison:
    """Compares on positions of one variant; keys are remembered over all of them."""

    pair: Pair
    reference_keys: Keys = field(default_factory=Keys)
    compiled_keys: Keys = field(default_factory=Keys)

    def position(self, game: Game) -> list[Move]:
        """The legal moves, on which both agree, as on all else that the position says. Raises DifferenceError."""
        same_contents(game)
        codes = same_codes(game)
        same_answers(game, codes)
        moves = same_moves(game)
        self._same_text(game)
        self._same_after_moves(game, codes)
        self._same_in_copies(game, codes)
        return moves

    def _same_text(self, game: Game) -> None:
        """SFEN is written alike, and read as it was written; a position that play leads to is a position."""
        texts = [seat.position.sfen() for seat in game.seats]
        if texts[0] != texts[1]:
            raise game.differ("sfen", f"reference {texts[0]}, compiled {texts[1]}")
        core, placed = game.reference.core, parse(self.pair.reference.data, texts[0])
        said = (placed.cells, placed.hands, placed.turn, placed.struck)
        if said != (core.cells(), core.hands(), core.turn, core.state()[-1]):
            raise game.differ("sfen", f"{texts[0]} is read as another position")

    def _same_after_moves(self, game: Game, codes: list[Code]) -> None:
        """Every move leads to the same position, and is taken back without a trace."""
        reference, compiled = game.reference.core, game.compiled.core
        before, key = contents(compiled), compiled.key()
        self.reference_keys.add(game, reference)
        for code in codes:
            reference.push(code)
            compiled.push(code)
            if contents(reference) != contents(compiled):
                detail = f"{_named(game, code)}: reference {contents(reference)}, compiled {contents(compiled)}"
                raise game.differ("made", detail)
            self.compiled_keys.add(game, compiled)
            reference.pop()
            compiled.pop()
            if (contents(compiled), compiled.key()) != (before, key):
                raise game.differ("undo", f"{_named(game, code)} taken back leaves {contents(compiled)}")

    def _same_in_copies(self, game: Game, codes: list[Code]) -> None:
        """A copy, and a core that is set up with the same contents, are the same position."""
        core = game.compiled.core
        other = self.pair.compiled.new_core()
        other.reset(core.cells(), core.hands(), core.turn, core.state())
        for twin in (core.copy(), other):
            self.compiled_keys.add(game, twin)
            if contents(twin) != contents(core) or twin.key() != core.key() or sorted(twin.legal()) != codes:
                raise game.differ("copy", f"{contents(twin)} instead of {contents(core)}, or other moves")


def same_contents(game: Game) -> None:
    said = [contents(seat.core) for seat in game.seats]
    if said[0] != said[1]:
        raise game.differ("position", f"reference {said[0]}, compiled {said[1]}")


def same_codes(game: Game) -> list[Code]:
    """The codes of the legal moves, ascending."""
    said = [sorted(seat.core.legal()) for seat in game.seats]
    for seat, codes in zip(game.seats, said, strict=True):
        if len(set(codes)) != len(codes):
            raise game.differ("moves", f"{seat.position.variant.backend} has a move twice: {codes}")
    reference, compiled = map(set, said)
    if reference != compiled:
        only = [f"only {name} {_shown(game, codes)}" for name, codes in _apart(reference, compiled) if codes]
        raise game.differ("moves", "; ".join(only))
    return said[0]


def same_answers(game: Game, codes: list[Code]) -> None:
    """What the cores say beside their moves."""
    reference, compiled = game.reference.core, game.compiled.core
    for side in (0, 1):
        if reference.in_check(side) != compiled.in_check(side):
            raise game.differ("check", f"side {side}: reference {reference.in_check(side)}")
    if set(reference.reached()) != set(compiled.reached()):
        raise game.differ(
            "reached", f"reference {len(reference.reached())} ways to move, compiled {len(compiled.reached())}"
        )
    if reference.ended() != compiled.ended():
        raise game.differ("ended", f"reference {reference.ended()}, compiled {compiled.ended()}")
    if reference.declared() != compiled.declared():
        raise game.differ("declared", f"reference {reference.declared()}, compiled {compiled.declared()}")
    if reference.faces() != compiled.faces():
        raise game.differ("faces", f"reference {reference.faces()}")
    for code in codes:
        said = [seat.core.victims(code) for seat in game.seats]
        if said[0] != said[1]:
            raise game.differ("victims", f"{_named(game, code)}: reference {said[0]}, compiled {said[1]}")
    if compiled.perft(0) != 1 or compiled.perft(1) != len(codes):
        raise game.differ("perft", f"{len(codes)} moves, perft counts {compiled.perft(1)}")


def same_moves(game: Game) -> list[Move]:
    """The moves as USI, which is read as it was written, and the outcome."""
    said = [seat.position.legal_moves for seat in game.seats]
    if sorted(said[0]) != sorted(said[1]):
        raise game.differ("usi", f"reference {sorted(map(str, said[0]))}, compiled {sorted(map(str, said[1]))}")
    _told_apart(game, game.reference)
    for move in said[0]:
        if Move.parse(str(move)) != move:
            raise game.differ("usi", f"{move} is read as {Move.parse(str(move))}")
    outcomes = [seat.position.outcome() for seat in game.seats]
    if outcomes[0] != outcomes[1]:
        raise game.differ("outcome", f"reference {outcomes[0]}, compiled {outcomes[1]}")
    declared = [seat.position.declaration() for seat in game.seats]
    if declared[0] != declared[1]:
        raise game.differ("declaration", f"reference {declared[0]}, compiled {declared[1]}")
    return sorted(said[0])


def _told_apart(game: Game, seat: Seat) -> None:
    """Different codes are different moves, and different moves are written differently."""
    codes, decode, cells = seat.core.legal(), seat.position.variant.codec.decode, seat.core.cells()
    texts = {str(decode(code, cells)) for code in codes}
    if len(texts) != len(codes):
        raise game.differ("usi", f"{len(codes)} moves have only {len(texts)} spellings: {sorted(texts)}")


def same_counts(game: Game, depth: int) -> None:
    said = [seat.core.perft(depth) for seat in game.seats]
    if said[0] != said[1]:
        raise game.differ("perft", f"depth {depth}: reference {said[0]}, compiled {said[1]}")


def _apart(reference: set[Code], compiled: set[Code]) -> tuple[tuple[str, set[Code]], tuple[str, set[Code]]]:
    return ("reference", reference - compiled), ("compiled", compiled - reference)


def _shown(game: Game, codes: set[Code]) -> str:
    more = "" if len(codes) <= SHOWN else f" and {len(codes) - SHOWN} more"
    return " ".join(_named(game, code) for code in sorted(codes)[:SHOWN]) + more


def _named(game: Game, code: Code) -> str:
    """The USI of a code, with the code itself, for a code that is wrong may have no such text."""
    seat = game.reference
    try:
        return f"{seat.position.variant.codec.decode(code, seat.core.cells())} ({code:#x})"
    except (IndexError, ValueError):
        return f"{code:#x}"
