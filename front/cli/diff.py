"""`diff`: two variants beside each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from hensoku.cli.options import Backend, BackendName, Json
from hensoku.cli.output import bar, say, say_json, show_findings

if TYPE_CHECKING:
    from hensoku.compare.definitions import Key, Section, Value
    from hensoku.compare.positions import Tried
    from hensoku.compiler.resolve import Resolved
    from hensoku.rulebook import Rule

SAME, OTHERWISE, TROUBLE = 0, 1, 2
SHOWN = 24
"""So many moves of one side are shown."""

Name = Annotated[
    str, typer.Argument(metavar="SLUG[@PROFILE]", help="A slug, alias or path; after an @ one of its profiles.")
]


def diff(
    a: Name,
    b: Name,
    games: Annotated[int, typer.Option(min=0, help="How many random games; 0 compares the rules alone.")] = 24,
    plies: Annotated[int, typer.Option(min=1, max=2000, help="The longest game.")] = 60,
    seed: Annotated[int, typer.Option(help="The same seed gives the same positions.")] = 0,
    backend: Backend = BackendName.AUTO,
    as_json: Json = False,
) -> None:
    """Say which rules differ, and find a position whose legal moves do; exit 0 for the same, 1 for other rules."""
    from hensoku.compare.definitions import differences, mean_the_same
    from hensoku.dsl.findings import DefinitionError

    try:
        pair = _resolved(a), _resolved(b)
    except DefinitionError as error:
        show_findings(error.findings)
        raise typer.Exit(TROUBLE) from None
    sections, same = differences(*pair), mean_the_same(*pair)
    tried = _tried(a, b, games, plies, seed, backend) if games and not same else None
    if as_json:
        say_json(_as_json((a, b), pair, sections, tried, same=same))
    else:
        _told((a, b), sections, tried, same=same)
    if not same and (any(section.only_a or section.only_b or section.keys for section in sections) or _parts(tried)):
        raise typer.Exit(OTHERWISE)


def _parts(tried: Tried | None) -> bool:
    return tried is not None and tried.parting is not None


def _split(name: str) -> tuple[str, str | None]:
    """A name and a profile. A file may have an @ in its name."""
    from pathlib import Path

    before, at, profile = name.rpartition("@")
    return (before, profile) if at and before and not Path(name).exists() else (name, None)


def _resolved(name: str) -> Resolved:
    """The definition by itself: the numbers of a file beside it are none of its rules."""
    from hensoku.compiler.resolve import resolve
    from hensoku.compiler.resolve.beside import NONE

    variant, profile = _split(name)
    return resolve(variant, profile=profile, evaluation=NONE)


def _tried(a: str, b: str, games: int, plies: int, seed: int, backend: BackendName) -> Tried:
    from hensoku.compare.positions import first_parting
    from hensoku.loading import load_with

    one, other = (load_with(variant, backend.value, profile) for variant, profile in (_split(a), _split(b)))
    with bar("games", games) as shown:
        return first_parting(one, other, games=games, plies=plies, seed=seed, done=shown.advance)


# --------------------------------------------------------------------------------------------------------------- text


def _told(names: tuple[str, str], sections: tuple[Section, ...], tried: Tried | None, *, same: bool) -> None:
    from rich.text import Text

    say(Text.assemble((f"- {names[0]}", "red"), "\n", (f"+ {names[1]}", "green")))
    for section in sections:
        say()
        say(Text(section.name, style="bold"))
        for sign, style, told in (("-", "red", section.only_a), ("+", "green", section.only_b)):
            for rule in told:
                say(Text.assemble((f"{sign} {rule.text}", style), (_places(rule), "dim")))
        for key in section.keys:
            say(Text.assemble(f"  {key.path}: ", *_value(key.a), " → ", *_value(key.b)))
    say()
    if same:
        say("The rules are the same." if not sections else "The rules are the same, written otherwise.")
    elif tried is not None:
        say(_where(names, tried))


def _places(rule: Rule) -> str:
    return f"  [{', '.join(rule.places)}]" if rule.places else ""


def _value(value: Value | None) -> list[str | tuple[str, str]]:
    if value is None:
        return ["–"]
    return [value.text, (f" [{value.place}]", "dim")] if value.place else [value.text]


def _where(names: tuple[str, str], tried: Tried) -> str:
    parting = tried.parting
    unread = f" {tried.unread:,} more could not be read by both: {tried.why}." if tried.unread else ""
    if parting is None:
        if not tried.compared:
            return f"No position could be compared: {tried.why}."
        return f"In {tried.compared:,} random positions the legal moves are the same.{unread}"
    lines = [f"The legal moves differ in {parting.sfen}"]
    if parting.played:
        lines.append(f"which {names[parting.by]} comes to from {parting.begun} by {' '.join(parting.played)}")
    lines.append(f"{parting.common:,} are legal in both")
    for sign, moves, outcome in zip("-+", parting.only, parting.outcomes, strict=True):
        more = f" and {len(moves) - SHOWN:,} more" if len(moves) > SHOWN else ""
        lines.append(f"{sign} {len(moves):,} alone{': ' if moves else ''}{' '.join(moves[:SHOWN])}{more}")
        if outcome:
            lines.append(f"{sign} the game is over: {outcome}")
    return "\n".join(lines)


# --------------------------------------------------------------------------------------------------------------- JSON


def _as_json(
    names: tuple[str, str],
    pair: tuple[Resolved, Resolved],
    sections: tuple[Section, ...],
    tried: Tried | None,
    *,
    same: bool,
) -> dict[str, Any]:
    from dataclasses import asdict

    sides = [
        {"name": name, "slug": resolved.definition.meta.slug, "title": resolved.definition.meta.title}
        for name, resolved in zip(names, pair, strict=True)
    ]
    return {
        "a": sides[0],
        "b": sides[1],
        "same": same,
        "sections": [
            {
                "name": section.name,
                "only_a": [_rule_data(rule) for rule in section.only_a],
                "only_b": [_rule_data(rule) for rule in section.only_b],
                "keys": [_key_data(key) for key in section.keys],
            }
            for section in sections
        ],
        "positions": None if tried is None else asdict(tried),
    }


def _rule_data(rule: Rule) -> dict[str, Any]:
    return {"text": rule.text, "places": list(rule.places)}


def _key_data(key: Key) -> dict[str, Any]:
    from dataclasses import asdict

    return asdict(key)
