"""`match`: games between two engines, and what they say of their strength."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from hensoku.cli.options import Backend, BackendName, Json, Profile, Sfen, Variant
from hensoku.cli.output import CommandError, bar, complain, say, say_json, stage_progress

if TYPE_CHECKING:
    from hensoku.matches.match import Contestant, Match, Plan, Tally
    from hensoku.matches.statistics import Sprt

OURS = "hensoku"
"""The command that stands for our own engine; it may have options of `hensoku engine` behind it."""

BALANCE = 100
"""Hundredths of a pawn, if nobody says another number."""

_COMMAND = "The command line of an engine (USI or UCI); hensoku is our own."
_OPTION = "An option of that engine; may be repeated."
_TIME = "Its limits, where they are not those of --tc."


class ProtocolName(StrEnum):
    AUTO = "auto"
    USI = "usi"
    UCI = "uci"

    @property
    def spoken(self) -> str:
        """Empty to find out."""
        return "" if self is ProtocolName.AUTO else self.value


_Engine = Annotated[str, typer.Option(metavar="COMMAND", help=_COMMAND)]
_Options = Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help=_OPTION)]
_Limits = Annotated[str | None, typer.Option(metavar="LIMITS", help=_TIME)]
_Protocol = Annotated[ProtocolName, typer.Option(help="What that engine speaks; auto asks it, USI first.")]
_Name = Annotated[str | None, typer.Option(metavar="NAME", help="What the results call it.")]


def match(
    variant: Variant,
    a: _Engine = OURS,
    b: _Engine = OURS,
    a_option: _Options = None,
    b_option: _Options = None,
    a_tc: _Limits = None,
    b_tc: _Limits = None,
    a_name: _Name = None,
    b_name: _Name = None,
    a_protocol: _Protocol = ProtocolName.AUTO,
    b_protocol: _Protocol = ProtocolName.AUTO,
    games: Annotated[int, typer.Option(min=1, help="How many, in pairs of one opening.")] = 100,
    tc: Annotated[
        str, typer.Option(metavar="LIMITS", help="10+0.1, or byoyomi=, movetime=, depth=, nodes=; seconds.")
    ] = "10+0.1",
    concurrency: Annotated[int, typer.Option(min=1, max=256, help="Games at once.")] = 1,
    plies: Annotated[int, typer.Option(min=0, help="Random moves of each opening.")] = 6,
    balance: Annotated[
        int, typer.Option(metavar="CP", min=0, help="The most that an opening gives one side; 0: whatever it gives.")
    ] = BALANCE,
    seed: Annotated[int, typer.Option(help="What the openings are drawn from.")] = 1,
    sprt: Annotated[
        str | None, typer.Option(metavar="ELO0,ELO1", help="Stop when a sequential test has chosen one (5 % errors).")
    ] = None,
    log: Annotated[Path | None, typer.Option(metavar="FILE", help="The games, as PGN has them.")] = None,
    margin: Annotated[float, typer.Option(min=0, help="Seconds by which a clock may be overrun.")] = 0.05,
    most_plies: Annotated[int, typer.Option(min=1, help="A game of so many plies is a draw.")] = 512,
    sfen: Sfen = None,
    backend: Backend = BackendName.AUTO,
    profile: Profile = None,
    as_json: Json = False,
) -> None:
    """Play a match between two engines, each opening from both sides; results with Elo and its error."""
    from hensoku.cli.play import open_position
    from hensoku.engines.engine import EngineError
    from hensoku.engines.variants import Game
    from hensoku.matches.game import House
    from hensoku.matches.match import Match, Plan
    from hensoku.matches.openings import Balance, OpeningError

    loaded = open_position(variant, sfen, None, backend, profile).variant
    sides = (a, a_tc, a_option, a_protocol, a_name), (b, b_tc, b_option, b_protocol, b_name)
    first, second = _apart(*(_contestant(*side, tc, variant, profile) for side in sides))
    even = Balance(balance) if balance and loaded.backend == BackendName.COMPILED else None
    plan = Plan(games, plies, seed, concurrency, House(margin, most_plies), _sprt(sprt), sfen, even)
    try:
        with Match(Game(loaded, variant), first, second, plan) as played:
            play_all(played, plan, log)
    except (EngineError, OpeningError) as error:
        raise CommandError(str(error)) from error
    names = first.name, second.name
    if as_json:
        say_json(data_of(played, names, plan))
    else:
        say(report_of(played, names, plan))


def _contestant(
    command: str,
    limits: str | None,
    options: list[str] | None,
    protocol: ProtocolName,
    name: str | None,
    usual: str,
    variant: str,
    profile: str | None,
) -> Contestant:
    """One side of the match; `usual` are its limits if it has none of its own."""
    from hensoku.engines.limits import Limits, LimitsError
    from hensoku.matches.match import Contestant

    words = words_of(command)
    try:
        told = Limits.parse(limits or usual)
    except LimitsError as error:
        raise CommandError(str(error)) from error
    started = own_command(words, variant, profile)
    asked = options_of(options)
    return Contestant(name or Path(words[0]).name, started, told, asked, protocol.spoken, words[0] == OURS)


def words_of(command: str) -> list[str]:
    """The words of an engine's command line. Raises CommandError if there are none."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise CommandError(f"{command!r} is no command line: {str(error).lower()}") from None
    if not words:
        raise CommandError("an engine is a command line, not an empty text")
    return words


def own_command(words: list[str], variant: str, profile: str | None) -> list[str]:
    """The words of a command line; where it is our own engine, those that start it for the variant, which is built for
    it first."""
    from hensoku.compiler.options import Options
    from hensoku.loading import load_with

    if words[:1] != [OURS]:
        return words
    with stage_progress(variant) as progress:
        load_with(variant, BackendName.COMPILED.value, profile, options=Options(engine=True), progress=progress)
    own = [sys.executable, "-m", "hensoku", "engine", variant]
    return [*own, *(["--profile", profile] if profile else []), *words[1:]]


def options_of(options: list[str] | None) -> Mapping[str, str]:
    """`Name=value`, each; raises CommandError."""
    told = {}
    for option in options or []:
        name, equals, value = option.partition("=")
        if not equals:
            raise CommandError(f"{option!r} is no option: write Name=value")
        told[name.strip()] = value.strip()
    return told


def _apart(first: Contestant, second: Contestant) -> tuple[Contestant, Contestant]:
    """Two of one name are told from each other."""
    if first.name != second.name:
        return first, second
    return replace(first, name=f"{first.name} a"), replace(second, name=f"{second.name} b")


def _sprt(text: str | None) -> Sprt | None:
    from hensoku.matches.statistics import MOST_ELO, Sprt

    if text is None:
        return None
    try:
        elo0, elo1 = map(float, text.split(","))
    except ValueError:
        raise CommandError(f"{text!r} are no two numbers of Elo: write 0,5") from None
    if not elo0 < elo1:
        raise CommandError("the second number of Elo is the larger one")
    if not -MOST_ELO <= elo0 < elo1 <= MOST_ELO:
        raise CommandError(f"numbers of Elo for a test are from {-MOST_ELO} to {MOST_ELO}")
    return Sprt(elo0, elo1)


def play_all(played: Match, plan: Plan, log: Path | None = None) -> None:
    """Play a match with a progress bar, and say what engines do wrong."""
    from hensoku.records import log as log_text

    if log is not None:
        log.write_text("", encoding="utf-8")
    with bar("match", 2 * plan.pairs) as shown:
        for games in played:
            if log is not None:
                with log.open("a", encoding="utf-8") as file:
                    file.writelines(map(log_text.write, games))
            for game in games:
                if "Fault" in game.tags:
                    complain(f"game {game.tags['Round']}: {game.tags['Fault']}")
            shown.advance(_in_short(played.tally), by=len(games))


def _in_short(tally: Tally) -> str:
    from hensoku.matches.statistics import estimate

    found = estimate(tally.pairs)
    elo = f", Elo {found.elo:+.0f} ± {found.error:.0f}" if found else ""
    return f"+{tally.wins} ={tally.draws} -{tally.losses}{elo}"


FEW_PAIRS: Final = 10
"""Of fewer, the spread of their points, from which the error is worked out, is hardly known."""


def report_of(played: Match, names: tuple[str, str], plan: Plan) -> str:
    """The result so far in words."""
    from hensoku.matches.statistics import estimate, log_likelihood_ratio

    tally = played.tally
    points = tally.wins + tally.draws / 2
    share = f" ({100 * points / tally.games:.1f} %)" if tally.games else ""
    counts = f"{tally.wins} won, {tally.draws} drawn, {tally.losses} lost"
    lines = [f"{names[0]} against {names[1]}: {counts}: {points:g} of {tally.games}{share}"]
    found = estimate(tally.pairs)
    if found:
        lines.append(f"Elo {found.elo:+.1f} ± {found.error:.1f} (95 %), stronger with {100 * found.superiority:.1f} %")
        lines.append(f"pairs with 0, ½, 1, 1½, 2 points: {', '.join(map(str, tally.pairs))}")
        if sum(tally.pairs) < FEW_PAIRS:
            lines.append("so few pairs do not even tell how far off the Elo may be")
    if plan.sprt:
        lower, upper = plan.sprt.bounds
        ratio = log_likelihood_ratio(tally.pairs, plan.sprt.elo0, plan.sprt.elo1) if found else 0.0
        verdict = f"{played.decided} is taken" if played.decided else "not decided"
        lines.append(
            f"SPRT [{plan.sprt.elo0:g}, {plan.sprt.elo1:g}]: {ratio:.2f} of {lower:.2f} to {upper:.2f}, {verdict}"
        )
    for name, faults in zip(names, tally.faults, strict=True):
        lines += [f"{name} lost {count} by {reason.replace('-', ' ')}" for reason, count in faults.items()]
    return "\n".join(lines)


def data_of(played: Match, names: tuple[str, str], plan: Plan) -> dict[str, Any]:
    """The result so far for another program."""
    from hensoku.matches.statistics import estimate, log_likelihood_ratio

    tally, sprt = played.tally, plan.sprt
    found = estimate(tally.pairs)
    return {
        "names": list(names),
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "pairs": tally.pairs,
        "elo": found and {"value": found.elo, "error": found.error, "superiority": found.superiority},
        "sprt": sprt
        and {
            "elo0": sprt.elo0,
            "elo1": sprt.elo1,
            "llr": log_likelihood_ratio(tally.pairs, sprt.elo0, sprt.elo1),
            "bounds": list(sprt.bounds),
            "decided": played.decided,
        },
        "faults": dict(zip(names, tally.faults, strict=True)),
    }
