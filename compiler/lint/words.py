"""What a rule sheet says in words against what its `engine` defines."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from hensoku.compiler.ir import types as ir
from hensoku.compiler.lint.facts import Facts
from hensoku.dsl.codes import finding
from hensoku.dsl.definition import SetupNode, TopologyDef
from hensoku.dsl.findings import Finding, Related
from hensoku.dsl.moves.nodes import scalar_of
from hensoku.dsl.nodes import Mapping as Tree
from hensoku.dsl.nodes import Node, Scalar
from hensoku.dsl.notation.setups import parse_setup
from hensoku.dsl.source import Span


def _has(*kinds: str) -> Callable[[ir.Module], bool]:
    return lambda module: any(end.kind in kinds for end in module.ends)


def _mates(module: ir.Module) -> bool:
    wins = any(end.kind == "checkmate" and end.result == "loss" for end in module.ends)
    return wins and module.royals.check == "answered" and any(piece.royal for piece in module.pieces)


def _stalemate_decides(module: ir.Module) -> bool:
    return any(end.kind == "stalemate" and end.result != "draw" for end in module.ends)


def _takes(module: ir.Module) -> bool:
    """Whether a royal may ever be taken, or all of some pieces."""
    if _has("piece-count")(module):
        return True
    return _has("royal-captured")(module) and (module.royals.check == "ignored" or module.royals.lost_when == "all")


_WINS: Final[tuple[tuple[re.Pattern[str], Callable[[ir.Module], bool], str], ...]] = (
    (re.compile(r"\b(?<!stale)(?:check)?mat(?:e|ed|ing)\b", re.IGNORECASE), _mates, "checkmate does not win"),
    (re.compile(r"\bcaptur\w+|\btak(?:e|ing)\b", re.IGNORECASE), _takes, "no royal is ever captured"),
    (re.compile(r"\bstalemat\w+", re.IGNORECASE), _stalemate_decides, "stalemate is a draw"),
    (re.compile(r"\bbar(?:e|ing)\b", re.IGNORECASE), _has("bare-king"), "there is no end by a bare king"),
    (re.compile(r"\btry\b|\bcampmate\b", re.IGNORECASE), _has("try"), "there is no end by a try"),
    (re.compile(r"\bchecks\b", re.IGNORECASE), _has("check-count"), "checks are not counted"),
    (re.compile(r"\bimpasse\b|\bjishogi\b", re.IGNORECASE), _has("impasse"), "there is no end by impasse"),
)
"""Words of `win:`, what holds where they are right, and what is said where they are not."""


def other_wins(facts: Facts) -> Iterator[Finding]:
    """`win:` names a way to win that `engine` does not have."""
    said = facts.resolved.documents[0].tree.get("win")
    if not isinstance(said, Scalar) or not isinstance(said.value, str):
        return
    for words, holds, problem in _WINS:
        found = words.search(said.text)
        if found and not holds(facts.module):
            related = _ends(facts)
            yield finding("HS489", said.part(*found.span()), related=related, words=found[0], problem=problem)


def _ends(facts: Facts) -> tuple[Related, ...]:
    engine = facts.resolved.tree.get("engine")
    entry = engine.entry("ends") if isinstance(engine, Tree) else None
    return () if entry is None else (Related(entry.key.span, "how the game ends"),)


# ---------------------------------------------------------------------------------------------------------------- SFEN

_QUOTED: Final = re.compile(r"`([^`\n]+)`|^ {0,3}(?:```|~~~)[^\n]*\n(.*?)^ {0,3}(?:```|~~~)", re.MULTILINE | re.DOTALL)
_ROW: Final = r"(?:[A-Za-z0-9+'!*]|\[-?[A-Za-z0-9_']*\])+"
_SFEN: Final = re.compile(
    rf"{_ROW}(?:/{_ROW})+"
    r"(?: [bw](?: [A-Za-z0-9+\[\]'!-]+(?: -)?(?: [0-9]+){0,2})?)?"
)
_FEN: Final = re.compile(
    r"(?P<board>\S+?)(?:\[(?P<held>-|[A-Za-z]*)\])?(?: (?P<turn>[wb])(?P<counted>(?: - -)? [0-9]+ [0-9]+)?)?"
)
"""As Fairy-Stockfish writes positions: hands in brackets behind the board, `w` for who moves first, two counters."""

_LABEL: Final = re.compile(r"\bSFEN\b[^\n`]{0,12}\Z")
_SETUP_LABEL: Final = re.compile(r"\b(?:set-?up|start(?:ing position)?)\b[^\n`]{0,12}\Z", re.IGNORECASE)


def other_setups(facts: Facts) -> Iterator[Finding]:
    """An SFEN in the Markdown that is labelled as the setup, or the only kind there, and is none of the setups."""
    quoted = list(_sfens(facts))
    if not quoted:
        return
    setups = list(_setups(facts))
    right = [read is not None and any(_same(setup, read) for setup in setups) for _, read, _ in quoted]
    for (span, _, labelled), is_setup in zip(quoted, right, strict=True):
        if not is_setup and (labelled or not any(right)):
            related = (Related(facts.definition.setup.span, "the setup"),)
            yield finding("HS490", span, related=related)
            return


def _sfens(facts: Facts) -> Iterator[tuple[Span, SetupNode | None, bool]]:
    """Whole boards in backticks or fenced blocks, and whether they are said to be the setup. What is called an SFEN is
    one, whatever it looks like; None if it cannot be read."""
    document, topology = facts.resolved.documents[0], facts.definition.topology
    text, begin = document.source.text, len(document.source.text) - len(document.body)
    for quoted in _QUOTED.finditer(text, begin):
        group = 1 if quoted[1] is not None else 2
        before = text[max(begin, quoted.start() - 32) : quoted.start()]
        named = _LABEL.search(before) is not None
        for read in _SFEN.finditer(text, quoted.start(group), quoted.end(group)):
            node = _position(read[0], topology)
            if named or (node is not None and _fits(node, topology)):
                labelled = named or _SETUP_LABEL.search(before) is not None
                yield Span(document.source, read.start(), read.end()), node, labelled


def _position(text: str, topology: TopologyDef) -> SetupNode | None:
    """What an SFEN or a FEN says."""
    files, fen = topology.cols.value, _FEN.fullmatch(text)
    if fen is not None and (fen["held"] is not None or fen["counted"]):
        board, _ = parse_setup(scalar_of(fen["board"]), files)
        if board is not None and _fits(board, topology):
            counts = Counter((fen["held"] or "").strip("-"))
            held = "".join(f"{count if count > 1 else ''}{letter}" for letter, count in counts.items())
            turn = "w" if fen["turn"] == "b" else "b"
            text = f"{fen['board']} {turn} {held or '-'} 1"
    return parse_setup(scalar_of(text), files)[0]


def _fits(node: SetupNode, topology: TopologyDef) -> bool:
    return len(node.rows) == topology.rows.value and all(len(row) == topology.cols.value for row in node.rows)


def _setups(facts: Facts) -> Iterator[SetupNode]:
    """All setups as they are written, those of the profiles too."""
    for resolved in (facts.resolved, *facts.profiles.values()):
        engine = resolved.tree.get("engine")
        if not isinstance(engine, Tree):
            continue
        named = engine.get("setups")
        more = [entry.value for entry in named.entries] if isinstance(named, Tree) else []
        for scalar in (engine.get("setup"), *more):
            node = _parsed(scalar, resolved.definition.topology.cols.value)
            if node is not None:
                yield node


def _parsed(scalar: Node | None, columns: int) -> SetupNode | None:
    return parse_setup(scalar, columns)[0] if isinstance(scalar, Scalar) else None


def _same(setup: SetupNode, read: SetupNode) -> bool:
    """Whether two texts have the same board and side to move; hands may stand elsewhere."""
    return _cells(setup) == _cells(read) and setup.turn == read.turn and _hands(setup, read)


def _cells(node: SetupNode) -> list[list[tuple[str, int, int] | str | None]]:
    return [
        [cell if cell is None or isinstance(cell, str) else (cell.name, cell.face, cell.side) for cell in row]
        for row in node.rows
    ]


def _hands(setup: SetupNode, read: SetupNode) -> bool:
    held: list[Mapping[tuple[str, int, int], int]] = [
        {(piece.name, piece.face, piece.side): count for piece, count in node.hands} for node in (setup, read)
    ]
    return not held[0] or not held[1] or held[0] == held[1]
