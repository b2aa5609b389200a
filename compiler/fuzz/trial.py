"""One definition: drawn from its number or read from a file, compiled, compared. Runs in a process of its own."""

from __future__ import annotations

import os
import sys
import traceback
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, final

from hensoku.compiler.data import variant_data
from hensoku.compiler.fuzz.cases import read_trails
from hensoku.compiler.fuzz.definitions import draw_definition, read_draft
from hensoku.compiler.fuzz.dice import Dice
from hensoku.compiler.fuzz.games import DifferenceError, Pair, Trail
from hensoku.compiler.fuzz.positions import compare_along, compare_on_positions
from hensoku.compiler.fuzz.text import Draft
from hensoku.compiler.fuzz.workbench import QUICK, compile_module
from hensoku.compiler.interp.core import ReferenceCore
from hensoku.compiler.ir.text import parse_module, print_module
from hensoku.compiler.ir.types import Module
from hensoku.compiler.options import Options
from hensoku.compiler.passes.find_stuck import find_stuck
from hensoku.compiler.passes.prune_pieces import prune_pieces
from hensoku.compiler.pipeline import run
from hensoku.compiler.resolve import resolve
from hensoku.dsl.findings import DefinitionError
from hensoku.runtime.variant import Variant

AT: Final = "hensoku at "
"""Begins the line on standard error that says which position comes next; the last one names where a process died."""

_SMALL: Final = 20
"""On a board of so many squares or more the text of the IR takes long to read."""

_NOWHERE: Final = ("SfenError", "IllegalMoveError", "MoveSyntaxError")
"""Errors of a trail that leads nowhere in a smaller definition."""


@final
@dataclass(frozen=True)
class Failure:
    """What was found: a difference, or an error of the project (`kind` then is its type). `trail` is the position, if
    it was one."""

    kind: str
    detail: str
    trail: Trail | None = None


@final
@dataclass(frozen=True)
class Report:
    """What became of one trial: `positions` were compared, `rejects` are the codes of drafts that were refused, `draft`
    is the definition if it failed, `seconds` of the processor it took, the C compiler's included."""

    number: int
    positions: int = 0
    rejects: Counter[str] = field(default_factory=Counter)
    draft: Draft = field(default_factory=dict)
    failure: Failure | None = None
    seconds: float = 0.0


def try_number(seed: int, number: int, options: Options = QUICK) -> Report:
    """The trial with that number of a seeded run."""
    begun, dice = _processor(), dice_of(seed, number)
    with TemporaryDirectory(prefix="hensoku-fuzz-") as name:
        report = _tried(dice, number, Path(name), options)
    return replace(report, seconds=_processor() - begun)


def _processor() -> float:
    """Seconds of the processor that this process and the programs it has run took: the same on a busy machine."""
    spent = os.times()
    return spent.user + spent.system + spent.children_user + spent.children_system


def dice_of(seed: int, number: int) -> Dice:
    return Dice(f"hensoku {seed} {number}")


def draft_of(seed: int, number: int) -> Draft:
    """The definition of a trial, without trying it."""
    with TemporaryDirectory(prefix="hensoku-fuzz-") as name:
        return draw_definition(dice_of(seed, number), Path(name)).draft


def _tried(dice: Dice, number: int, folder: Path, options: Options) -> Report:
    try:
        drawn = draw_definition(dice, folder)
    except Exception as error:
        return Report(number, failure=_error(error))

    def compare() -> int:
        return compare_on_positions(open_pair(drawn.module, folder, options), dice, _say_where)

    report = Report(number, rejects=drawn.rejects)
    answer = _caught(compare)
    if isinstance(answer, Failure):
        return replace(report, failure=answer, draft=drawn.draft)
    return replace(report, positions=answer)


def try_draft(draft: Draft, trail: Trail | None, options: Options = QUICK) -> Failure | None:
    """What a draft still shows along a trail; None if it is no definition, or the trail leads nowhere."""
    with TemporaryDirectory(prefix="hensoku-fuzz-") as name:
        folder = Path(name)
        try:
            module = read_draft(draft, folder)
        except DefinitionError:
            return None

        def compare() -> None:
            pair = open_pair(module, folder, options)
            if trail is not None:
                compare_along(pair, trail)

        answer = _caught(compare)
    return answer if isinstance(answer, Failure) and not answer.kind.endswith(_NOWHERE) else None


def try_file(file: Path, options: Options = QUICK) -> Report:
    """A definition file: the positions that its comments name, then those of any definition."""
    begun = _processor()

    def compare(folder: Path) -> int:
        pair = open_pair(resolve(file).module, folder, options)
        trails = read_trails(file)
        for trail in trails:
            _say_where(trail)
            compare_along(pair, trail)
        return len(trails) + compare_on_positions(pair, Dice(file.name), _say_where)

    with TemporaryDirectory(prefix="hensoku-fuzz-") as name:
        answer = _caught(lambda: compare(Path(name)))
    seconds = _processor() - begun
    if isinstance(answer, Failure):
        return Report(0, failure=answer, seconds=seconds)
    return Report(0, positions=answer, seconds=seconds)


def _caught(compare: Callable[[], int | None]) -> Failure | int:
    try:
        return compare() or 0
    except DifferenceError as found:
        return Failure(found.kind, found.detail, found.trail)
    except DefinitionError:
        raise
    except Exception as error:
        return _error(error)


def _error(error: Exception) -> Failure:
    return Failure(type(error).__name__, "".join(traceback.format_exception(error)))


def _say_where(trail: Trail) -> None:
    """Says it even if the process does not live to say more."""
    sys.stderr.write(f"{AT}{trail.sfen} | {' '.join(trail.moves)}\n")
    sys.stderr.flush()


def last_place(words: str) -> Trail | None:
    """The position at which a process died, from what it wrote."""
    lines = [line.removeprefix(AT) for line in words.splitlines() if line.startswith(AT)]
    if not lines:
        return None
    sfen, _, moves = lines[-1].partition(" | ")
    return Trail(sfen, tuple(moves.split()))


def open_pair(module: Module, folder: Path, options: Options = QUICK) -> Pair:
    """Both backends of a resolved variant. Raises DifferenceError if the passes change what may be played, or if its IR
    is not read as it was written, which is looked at for the smaller ones."""
    lowered = run(module, options)
    if len(lowered.board.squares) < _SMALL and parse_module(print_module(lowered)) != lowered:
        raise DifferenceError("ir", "the text of the IR is read as another module", Trail(""))
    built = compile_module(lowered, folder, options)
    pair = Pair(lowered, built.DATA, built.Core)
    _kept_by_passes(module, pair)
    return pair


def _kept_by_passes(module: Module, pair: Pair) -> None:
    """What may be played from the setups is the same before the passes, but for those that say which pieces there are
    and where they are stuck."""
    before = find_stuck(prune_pieces(module))
    variant = Variant(variant_data(before), lambda: ReferenceCore(before), "reference")
    for name, sfen in pair.reference.setups.items():
        said = [sorted(map(str, each.position(setup=name).legal_moves)) for each in (variant, pair.reference)]
        if said[0] != said[1]:
            raise DifferenceError("passes", f"before {said[0]}, after {said[1]}", Trail(sfen))
