"""`rules`: a variant's rules in plain English, each with its place in a definition."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hensoku.cli.options import Json, Profile, Variant
from hensoku.cli.output import say, say_json

if TYPE_CHECKING:
    from hensoku.rulebook import Rule


def rules(variant: Variant, profile: Profile = None, as_json: Json = False) -> None:
    """Print the rules in plain English, each with the file and line that says so."""
    from hensoku.compiler.resolve import resolve
    from hensoku.rulebook import rules as rules_of
    from hensoku.rulebook.profiles import changes

    resolved = resolve(variant, profile=profile)
    book = rules_of(resolved)
    readings = {} if profile else changes(variant, resolved, book)
    if as_json:
        named = {name: list(map(_as_data, told)) for name, told in book.items()}
        profiles = {name: list(map(_as_data, told)) for name, told in readings.items()}
        meta = resolved.definition.meta
        say_json(
            {"slug": meta.slug, "title": meta.title, "profile": profile or "", "rules": named, "profiles": profiles}
        )
        return
    title = resolved.definition.meta.title
    say(f"{title} ({profile})" if profile else title)
    for name, told in book.items():
        _section(name, told)
    for name, told in readings.items():
        _section(f"Profile {name}", told)


def _section(name: str, told: tuple[Rule, ...]) -> None:
    from rich.text import Text

    say()
    say(Text(name, style="bold"))
    for rule in told:
        place = f"  [{', '.join(rule.places)}]" if rule.places else ""
        say(Text.assemble(f"- {rule.text}", (place, "dim")))


def _as_data(rule: Rule) -> dict[str, Any]:
    """`places` is empty for what no definition says."""
    return {"text": rule.text, "places": [{"file": span.source.path, "line": span.line} for span in rule.spans]}
