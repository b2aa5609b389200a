"""Telling an engine which variant it is to play.

An engine without an option for it plays the one game that it knows. To one that reads variants from a file
(`VariantPath`, as Fairy-Stockfish does) our own definition is given, so that both sides play by the same rules; one
that it cannot hold is refused. Any other is told the slug, if it knows it.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final, final

from hensoku.engines.dialect import DIALECTS, Letters
from hensoku.engines.engine import VARIANT_PATH, Engine, EngineError, Offered
from hensoku.runtime.variant import Variant

if TYPE_CHECKING:
    from hensoku.fairy.writing import Exported

_NAMING: Final = tuple(dialect.variant for dialect in DIALECTS.values())


@final
@dataclass(frozen=True)
class Game:
    """A variant that engines are to play; `name` is what it was loaded by."""

    variant: Variant
    name: str

    @cached_property
    def section(self) -> Exported:
        """The variant as a section for Fairy-Stockfish, or what that program lacks."""
        from hensoku.compiler.resolve import resolve
        from hensoku.fairy.writing import export

        return export(resolve(self.name, profile=self.variant.profile or None))

    @property
    def plain_name(self) -> str:
        return self.variant.slug.replace("-", "")


def set_up(engine: Engine, game: Game, options: Mapping[str, str], *, knows: bool = False) -> None:
    """Tell an engine its options, and the variant unless it `knows` it or the options name one. Raises EngineError if
    it cannot play it."""
    naming = next(filter(None, map(engine.offers, _NAMING)), None)
    told = {name: value for name, value in options.items() if name not in _NAMING}
    engine.tell(told)
    if len(told) < len(options):
        engine.tell({naming.name if naming else name: options[name] for name in options.keys() - told.keys()})
    elif naming is not None and not knows:
        _choose(engine, game, naming)
    engine.wait_ready()


def _choose(engine: Engine, game: Game, naming: Offered) -> None:
    if engine.offers(VARIANT_PATH) and game.section.text:
        _give(engine, game, naming)
    elif game.variant.slug in naming.words and not engine.offers(VARIANT_PATH):
        engine.tell({naming.name: game.variant.slug})
    else:
        raise EngineError(f"{engine.name} does not know {game.variant.slug}{_why(engine, game, naming)}")


def _why(engine: Engine, game: Game, naming: Offered) -> str:
    """What an engine lacks that could be given our definition, and the way out."""
    if not engine.offers(VARIANT_PATH):
        return ""
    lacking = "; ".join(finding.message for finding in game.section.findings)
    likely = game.plain_name
    there = f" (its {likely} is another reading: {naming.name}={likely} plays that)" if likely in naming.words else ""
    return f": {lacking}{there}"


def _give(engine: Engine, game: Game, naming: Offered) -> None:
    """Our definition, under a name that the engine does not know yet."""
    name = f"hensoku{game.plain_name}"
    _, _, lines = game.section.text.partition("\n")
    handle, path = tempfile.mkstemp(suffix=".ini", prefix="hensoku-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(f"[{name}]\n{lines}")
        engine.tell({VARIANT_PATH: path})
        engine.wait_ready()  # it has read the file then
    finally:
        Path(path).unlink()
    engine.tell({naming.name: name})
    engine.dialect = engine.dialect.with_letters(Letters(game.section.letters), game.section.counts)
