"""What a project wants of its checks: `[tool.hensoku]` in pyproject.toml, or hensoku.toml.

    select = ["HS"]                 # what is told at all; the default is everything
    ignore = ["HS471"]              # codes, or the beginnings of codes; the longest that fits a code decides
    error = ["HS150"]               # told as errors
    warn = ["HS441"]                # told as warnings
    strict = true                   # keys for presentation are errors
    exclude = ["drafts/*"]          # files that are never checked

    [tool.hensoku.per-file."old/*.md"]
    ignore = ["HS483"]

What is an error by itself stays one: nothing can be built from it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias, final

from hensoku.checking.files import matches
from hensoku.cli.output import CommandError
from hensoku.dsl.codes import CODES
from hensoku.dsl.findings import Finding, Severity

Action: TypeAlias = Literal["select", "ignore", "error", "warn"]
ACTIONS: Final[tuple[Action, ...]] = ("select", "error", "warn", "ignore")
"""Of two that name a code by an equally long beginning the later one holds."""

_KEYS: Final = (*ACTIONS, "strict", "exclude", "per-file")
_STRICT: Final = "HS150"


@final
@dataclass(frozen=True)
class Layer:
    """Beginnings of codes and what becomes of them. `files` is the pattern that it holds for, "" for all."""

    rules: Mapping[Action, tuple[str, ...]]
    files: str = ""

    def action(self, code: str) -> Action | None:
        """What this layer says about a code; a layer that selects drops the rest."""
        fitting = [
            (len(prefix), ACTIONS.index(action), action)
            for action, prefixes in self.rules.items()
            for prefix in prefixes
            if code.startswith(prefix)
        ]
        if fitting:
            return max(fitting)[2]
        return "ignore" if self.rules.get("select") else None


@final
@dataclass(frozen=True)
class Settings:
    """`layers` from the most general to the one that goes before all others."""

    layers: tuple[Layer, ...] = ()
    exclude: tuple[str, ...] = ()

    def with_rules(self, rules: Mapping[Action, Sequence[str]], *, strict: bool = False) -> Settings:
        """These settings under those of a command line."""
        added = [_strict()] if strict else []
        filled = {action: tuple(prefixes) for action, prefixes in rules.items() if prefixes}
        if filled:
            added.append(_layer(filled, "the command line"))
        return replace(self, layers=(*self.layers, *added))

    def applied(self, name: str, findings: Iterable[Finding]) -> tuple[Finding, ...]:
        """The findings of a file that are told, each as grave as it is wanted."""
        layers = [layer for layer in reversed(self.layers) if not layer.files or matches(name, layer.files)]
        tuned = (_tuned(found, layers) for found in findings)
        return tuple(found for found in tuned if found is not None)


def _tuned(found: Finding, layers: Iterable[Layer]) -> Finding | None:
    if found.severity is Severity.ERROR:
        return found
    for layer in layers:
        match layer.action(found.code):
            case "ignore":
                return None
            case "error":
                return replace(found, severity=Severity.ERROR)
            case "warn":
                return replace(found, severity=Severity.WARNING)
            case "select":
                return found
            case None:
                pass
    return found


def _strict() -> Layer:
    return Layer({"error": (_STRICT,)})


# ------------------------------------------------------------------------------------------------------------- reading


def read_settings(config: Path | None = None) -> Settings:
    """The settings in a file, or in the nearest one from the working folder upward. Raises CommandError."""
    file = config or _nearest(Path.cwd())
    if file is None:
        return Settings()
    try:
        told = _table(file)
    except (OSError, ValueError) as error:
        raise CommandError(f"{file}: {error}") from None
    return _settings({} if told is None else told, str(file))


def _nearest(folder: Path) -> Path | None:
    """A hensoku.toml, or a pyproject.toml that speaks of hensoku, in a folder or above it."""
    for place in (folder, *folder.parents):
        own, project = place / "hensoku.toml", place / "pyproject.toml"
        if own.is_file():
            return own
        if project.is_file() and _speaks(project):
            return project
        if (place / ".git").exists():
            return None
    return None


def _speaks(project: Path) -> bool:
    try:
        return _table(project) is not None
    except (OSError, ValueError):
        return False  # whatever else is wrong with it is somebody else's to say


def _table(file: Path) -> dict[str, Any] | None:
    told = tomllib.loads(file.read_text("utf-8"))
    if file.name != "pyproject.toml":
        return told
    found = told.get("tool", {}).get("hensoku")
    return found if isinstance(found, dict) else None


def _settings(told: Mapping[str, Any], where: str) -> Settings:
    for key in told:
        if key not in _KEYS:
            near = get_close_matches(key, _KEYS, n=1)
            raise CommandError(f"{where}: no setting {key!r}{_asked(near)}; there are {', '.join(_KEYS)}")
    strict, per_file = told.get("strict", False), told.get("per-file", {})
    if not isinstance(strict, bool):
        raise CommandError(f"{where}: strict is true or false")
    if not isinstance(per_file, dict) or not all(isinstance(table, dict) for table in per_file.values()):
        raise CommandError(f'{where}: per-file holds tables, such as [per-file."old/*.md"]')
    layers = [_layer({action: told[action] for action in ACTIONS if action in told}, where)]
    layers += [_strict()] if strict else []
    for pattern, table in per_file.items():
        place = f"{where}, per-file {pattern!r}"
        unknown = [key for key in table if key not in ACTIONS]
        if unknown:
            raise CommandError(f"{place}: no setting {unknown[0]!r}; there are {', '.join(ACTIONS)}")
        layers.append(replace(_layer(table, place), files=pattern))
    exclude = tuple(_strings(told.get("exclude", []), "exclude", where))
    return Settings(tuple(layer for layer in layers if layer.rules), exclude)


def _layer(rules: Mapping[Any, Any], where: str) -> Layer:
    found: dict[Action, tuple[str, ...]] = {}
    for action in ACTIONS:
        if action in rules:
            found[action] = tuple(_strings(rules[action], action, where))
    for action, prefixes in found.items():
        for prefix in prefixes:
            _check(action, prefix, where)
    return Layer(found)


def _check(action: Action, prefix: str, where: str) -> None:
    meant = [code for code in CODES if code.startswith(prefix)]
    if not prefix or not meant:
        raise CommandError(f"{where}: {action} {prefix!r} is the beginning of no code{_asked(_near(prefix))}")
    if action == "ignore" and all(CODES[code].severity is Severity.ERROR for code in meant):
        raise CommandError(f"{where}: {prefix} is an error, and errors cannot be ignored")


def _near(prefix: str) -> list[str]:
    return get_close_matches(prefix, CODES, n=1)


def _asked(near: list[str]) -> str:
    return f", did you mean {near[0]!r}?" if near else ""


def _strings(value: Any, key: str, where: str) -> list[str]:
    if isinstance(value, (list, tuple)) and all(isinstance(item, str) for item in value):
        return list(value)
    raise CommandError(f"{where}: {key} is a list of strings")
