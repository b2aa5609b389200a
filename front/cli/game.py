"""`play`: a game at the terminal."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hensoku.cli.match import OURS, options_of, own_command, words_of
from hensoku.cli.options import Backend, BackendName, Profile, Setup, Sfen, Variant
from hensoku.cli.output import CommandError, say

if TYPE_CHECKING:
    from hensoku.engines.engine import Engine
    from hensoku.engines.variants import Game

BOTH = "both"


def play(
    variant: Variant,
    engine: Annotated[bool, typer.Option("--engine", help="Play against our engine.")] = False,
    against: Annotated[
        str | None, typer.Option(metavar="COMMAND", help="Play against another one, by its command line (USI or UCI).")
    ] = None,
    engine_option: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="An option of the engine; may be repeated.")
    ] = None,
    side: Annotated[
        str | None, typer.Option(metavar="SIDE", help="Yours: the name of a side, or both. The first one without.")
    ] = None,
    tc: Annotated[str | None, typer.Option(metavar="LIMITS", help="Clocks: 600+5, or 600,byoyomi=30; seconds.")] = None,
    pace: Annotated[
        str, typer.Option(metavar="LIMITS", help="What the engine has for a move without a clock.")
    ] = "movetime=1",
    load: Annotated[Path | None, typer.Option(metavar="FILE", help="Go on with the game of a file.")] = None,
    letters: Annotated[bool, typer.Option("--letters", help="SFEN letters instead of kanji.")] = False,
    sfen: Sfen = None,
    setup: Setup = None,
    backend: Backend = BackendName.AUTO,
    profile: Profile = None,
) -> None:
    """Play a game: against an engine, or both sides."""
    from hensoku.cli.play import open_position
    from hensoku.engines.engine import EngineError
    from hensoku.engines.limits import Limits, LimitsError
    from hensoku.engines.variants import Game
    from hensoku.records.files import load as load_games
    from hensoku.records.record import RecordError
    from hensoku.table.table import Table, table_of
    from hensoku.table.talk import Talk

    position = open_position(variant, sfen, setup, backend, profile)
    game = Game(position.variant, variant)
    command = OURS if against is None and engine else against
    own = _side(side, position.variant.players, playing=command is not None)
    opponent: Engine | None = None
    try:
        limits, engine_limits = Limits.parse(tc) if tc else Limits(), Limits.parse(pace)
        record = load_games(load, position.variant)[-1] if load else None
        if command is not None:
            opponent = _start(command, engine_option, game, profile)
        names = _names(own, opponent)
        table = table_of(record, limits, names) if record else Table(position, limits, names)
        machine = frozenset({0, 1} - own) if opponent else frozenset()
        talk = Talk(table, _hear, say, opponent, machine, lambda: _start(OURS, None, game, profile))
        talk.kanji, talk.turned, talk.pace = not letters, own == {1}, engine_limits
        talk.hold()
        opponent = talk.engine
    except (EngineError, LimitsError, RecordError) as error:
        raise CommandError(str(error)) from error
    finally:
        if opponent is not None:
            opponent.close()


def _side(asked: str | None, players: Sequence[str], *, playing: bool) -> set[int]:
    """The sides that are the player's."""
    if asked is None:
        return {0} if playing else {0, 1}
    if asked == BOTH:
        return {0, 1}
    if asked not in players:
        raise CommandError(f"{asked!r} is no side: {', '.join(players)} or {BOTH}")
    return {players.index(asked)}


def _names(own: set[int], opponent: Engine | None) -> tuple[str, str]:
    first, second = ("you" if side in own or opponent is None else opponent.name for side in (0, 1))
    return first, second


def _start(command: str, options: list[str] | None, game: Game, profile: str | None) -> Engine:
    """Raises EngineError if it cannot be started, or, where it is ours, cannot be built."""
    from hensoku.compiler.build.errors import BuildError
    from hensoku.engines.engine import Engine, EngineError
    from hensoku.engines.variants import set_up

    asked = words_of(command)
    try:
        words = own_command(asked, game.name, profile)
    except BuildError as error:
        said = str(error).partition("\n")[0]
        raise EngineError(f"our engine cannot be built: {said}") from error
    engine = Engine(words)
    engine.start()
    try:
        set_up(engine, game, options_of(options), knows=asked[0] == OURS)
        engine.new_game()
    except EngineError:
        engine.close()
        raise
    return engine


def _hear(prompt: str) -> str:
    """A line from the player; the prompt is for a person alone."""
    if not sys.stdin.isatty():
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line
    import readline  # noqa: F401 - lets `input` edit lines and recall them

    return input(prompt)
