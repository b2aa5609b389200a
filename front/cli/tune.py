"""`tune`: better numbers for the evaluation, from games of the engine against itself."""

from __future__ import annotations

import sys
import tempfile
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, final

import typer

from hensoku.cli.match import data_of, play_all, report_of
from hensoku.cli.options import Evaluation, Json, Profile, Variant
from hensoku.cli.output import CommandError, bar, complain, counted, reason_of, say, say_json, stage_progress

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hensoku.matches.match import Contestant, Match, Plan
    from hensoku.runtime import variant as runtime
    from hensoku.tuning.fit import Fitted
    from hensoku.tuning.games import Play, Sample

LEAST_GAMES: Final = 20
"""Of fewer no numbers are made."""

INTERRUPTED: Final = 130
NAMES: Final = ("tuned", "before")


@final
@dataclass(frozen=True)
class Asked:
    """What is tuned: a variant, under a profile, from the numbers of a file on."""

    variant: str
    profile: str | None
    evaluation: str | None
    out: Path

    def load(self, evaluation: str | None) -> runtime.Variant:
        """The variant as a module that searches, by some numbers."""
        from hensoku.compiler.options import Options
        from hensoku.loading import load_with

        with stage_progress(self.variant) as progress:
            options = Options(engine=True)
            return load_with(
                self.variant, "compiled", self.profile, evaluation=evaluation, options=options, progress=progress
            )


def tune(
    variant: Variant,
    profile: Profile = None,
    games: Annotated[int, typer.Option(min=LEAST_GAMES, help="Games of the engine against itself.")] = 2000,
    nodes: Annotated[int, typer.Option(min=1, help="Positions that each move is searched.")] = 1000,
    plies: Annotated[int, typer.Option(min=0, help="Random moves of each opening.")] = 8,
    seed: Annotated[int, typer.Option(help="What the openings are drawn from.")] = 1,
    match: Annotated[int, typer.Option(min=0, help="Games that show the gain; 0 for none.")] = 200,
    concurrency: Annotated[int, typer.Option(min=1, help="Games at once.")] = 1,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where the numbers go; beside the definition without it.")
    ] = None,
    evaluation: Evaluation = None,
    as_json: Json = False,
) -> None:
    """Improve the engine's numbers for a variant by games against itself, and measure the gain in a match.

    The same seed, nodes and games give the same numbers. Ctrl-C ends the games; the numbers are of those played then.
    """
    from hensoku.tuning.games import Play

    asked = Asked(variant, profile, evaluation, out or _place(variant, profile))
    play = Play(plies, nodes, seed)
    with _kept(asked) as before:
        fitted, remarks, stopped = _fitted(asked, play, games, concurrency)
        _write(asked.out, fitted, remarks)
        told: dict[str, Any] = {"file": str(asked.out), "remarks": remarks, "numbers": _data(fitted)}
        if not as_json:
            say("\n".join(remarks))
            say(f"the numbers are in {asked.out}")
        if match and not stopped:
            played, plan = _match(asked, before, play, match, concurrency)
            stopped = played.tally.games < 2 * plan.pairs
            result = report_of(played, NAMES, plan)
            _write(asked.out, fitted, [*remarks, *result.splitlines()[:2]])
            told["match"] = data_of(played, NAMES, plan)
            if not as_json:
                say(result)
    if as_json:
        say_json(told)
    if stopped:
        raise typer.Exit(INTERRUPTED)


def _place(variant: str, profile: str | None) -> Path:
    from hensoku.compiler.resolve import resolve
    from hensoku.compiler.resolve.beside import beside

    return beside(Path(resolve(variant, profile=profile).documents[0].source.path))


@contextmanager
def _kept(asked: Asked) -> Iterator[str]:
    """A copy of the numbers there were before, for the match; `none` if there were none."""
    from hensoku.compiler.resolve import resolve
    from hensoku.compiler.resolve.beside import NONE, SUFFIX

    numbers = resolve(asked.variant, profile=asked.profile, evaluation=asked.evaluation).numbers
    if numbers is None:
        yield NONE
        return
    with tempfile.TemporaryDirectory(prefix="hensoku-") as folder:
        copy = Path(folder) / f"before{SUFFIX}"
        copy.write_text(numbers.source.text, "utf-8")
        yield str(copy)


def _fitted(asked: Asked, play: Play, games: int, concurrency: int) -> tuple[Fitted, list[str], bool]:
    """New numbers, what there is to say of them, and whether the games were cut short."""
    try:
        from hensoku.tuning.fit import fit
    except ModuleNotFoundError as error:
        raise CommandError(f"tune needs {error.name}: pip install 'hensoku[tune]'") from error
    from hensoku.tuning.numbers import numbers_of

    numbers = numbers_of(asked.variant, asked.profile, asked.evaluation)
    if not numbers.free:
        raise CommandError(f"{asked.variant} says all of its numbers itself: there is nothing to tune")
    played, stopped = _games(asked, play, games, concurrency)
    if len(played) < LEAST_GAMES:
        raise CommandError(f"interrupted after {counted(len(played), 'game')}, which are too few to learn from")
    try:
        fitted = fit(numbers, played)
    except ValueError as error:
        raise CommandError(str(error)) from error
    return fitted, [_of_games(asked, play, played), _of_fit(fitted)], stopped


def _of_games(asked: Asked, play: Play, played: Sequence[Sequence[Sample]]) -> str:
    name = f"{asked.variant} ({asked.profile})" if asked.profile else asked.variant
    return (
        f"hensoku tune {name}: {len(played)} games, seed {play.seed}, {play.nodes} nodes a move after {play.plies} "
        f"random moves; {sum(map(len, played))} quiet positions"
    )


def _of_fit(fitted: Fitted) -> str:
    return (
        f"the results of a fifth that was left out, cross entropy: {fitted.before:.4f} to {fitted.after:.4f} bits a "
        f"position, {fitted.after - fitted.before:+.4f} ± {fitted.error:.4f} (95 %)"
    )


def _games(asked: Asked, play: Play, games: int, concurrency: int) -> tuple[list[Sequence[Sample]], bool]:
    from hensoku.matches.openings import OpeningError
    from hensoku.tuning.games import SelfPlay

    loaded = asked.load(asked.evaluation)
    played: list[Sequence[Sample]] = []
    try:
        with bar("games", games) as shown:
            for samples in SelfPlay(loaded, play, games, concurrency):
                played.append(samples)
                shown.advance(f"games, {sum(map(len, played))} positions")
    except KeyboardInterrupt:
        complain(f"interrupted after {counted(len(played), 'game')}")
        return played, True
    except OpeningError as error:
        raise CommandError(str(error)) from error
    return played, False


def _write(path: Path, fitted: Fitted, remarks: Sequence[str]) -> None:
    from hensoku.tuning.writing import text_of
    from hensoku.whole import READABLE, write_whole

    try:
        write_whole(path, text_of(fitted.numbers, remarks), READABLE)
    except OSError as error:
        raise CommandError(f"cannot write {path}: {reason_of(error)}; --out names another place") from None


def _data(fitted: Fitted) -> dict[str, Any]:
    from hensoku.tuning.fit import by_name

    return dict(by_name(fitted.numbers))


def _match(asked: Asked, before: str, play: Play, games: int, concurrency: int) -> tuple[Match, Plan]:
    """The new numbers against those before, as far as nobody interrupts it."""
    from hensoku.engines.variants import Game
    from hensoku.matches.match import Match, Plan

    loaded = asked.load(str(asked.out))
    plan = Plan(games, plies=play.plies, seed=play.seed + 1, concurrency=concurrency)
    tuned, untuned = _contestant(asked, NAMES[0], str(asked.out), play), _contestant(asked, NAMES[1], before, play)
    with Match(Game(loaded, asked.variant), tuned, untuned, plan) as played:
        try:
            play_all(played, plan)
        except KeyboardInterrupt:
            complain(f"interrupted after {counted(played.tally.games, 'game')} of the match")
    return played, plan


def _contestant(asked: Asked, name: str, file: str, play: Play) -> Contestant:
    from hensoku.engines.limits import Limits
    from hensoku.matches.match import Contestant

    command = [sys.executable, "-m", "hensoku", "engine", asked.variant, "--evaluation", file]
    command += ["--profile", asked.profile] if asked.profile else []
    return Contestant(name, command, Limits(nodes=play.nodes), knows=True)
