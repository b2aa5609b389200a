"""A rule sheet to begin with: a definition that passes `check`, with comments, and the rules of its parent in words."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Final

from hensoku.compiler.lint.facts import Facts
from hensoku.compiler.lint.setups import unequal_armies
from hensoku.compiler.resolve import Resolved
from hensoku.dsl.definition import FaceDef, MovesDef, PieceDef
from hensoku.dsl.moves.english import sentence
from hensoku.rulebook import rules

_PLAIN: Final = re.compile(r"[A-Za-z][A-Za-z ]*")
_TOLD_ELSEWHERE: Final = frozenset(("Board", "Set-up", "Pieces"))

_ALONE: Final = """\
engine:
  # The board: grid, cylinder or torus; holes and lines are said here, too.
  topology: {type: grid, rows: 9, cols: 9}
  # SFEN: rows from gote's side; upper case is sente's, numbers are empty squares.
  setup: "4k4/9/ppppppppp/9/9/9/PPPPPPPPP/9/4K4"
  pieces:
    # The key is the letter. Moves are Betza notation: W and F are single steps, R and B slides.
    K: {name: King, kanji: 玉, moves: "K", royal: true}
    P: {name: Pawn, kanji: 歩, moves: "fW", promotes: {name: Tokin, kanji: と, moves: "WfF"}}
  # A zone is seen by its owner.
  promotion: {zone: "far 3"}
  # Captured pieces come to hand; `drops: none` if they do not. Here: one Pawn on a file, and no mate by dropping it.
  drops: {file_limit: {P: 1}, mate: {P: illegal}}
  ends: {checkmate: loss, stalemate: loss}
  repetition: {times: 4, result: draw}
"""


def slug_of(title: str) -> str:
    """The name in file names and commands; empty if no letter of the title can be in it."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


def scaffold(title: str, parent: Resolved | None) -> str:
    """The text of a new rule sheet."""
    return "\n".join((*_front_matter(title, parent), "", *_body(title, parent)))


def _front_matter(title: str, parent: Resolved | None) -> Iterator[str]:
    slug = slug_of(title)
    yield "---"
    yield f"# `hensoku check {slug}.md` says what is wrong, `hensoku explain` what a finding means;"
    yield f"# `hensoku show {slug}.md` draws the start, `hensoku rules {slug}.md` says in English what is said here,"
    yield f'# `hensoku play {slug}.md` plays it; `hensoku try "fsW"` draws where a move string leads.'
    yield "# All keys are in docs/language.md, and in what `hensoku schema` prints."
    yield f"title: {title if _PLAIN.fullmatch(title) else json.dumps(title, ensure_ascii=False)}"
    yield f"slug: {slug}"
    topology = parent.definition.topology if parent else None
    yield f'board: "{topology.cols.value}×{topology.rows.value}"' if topology else 'board: "9×9"'
    yield 'players: "2"'
    yield f"parent: {parent.definition.meta.slug}" if parent else "win: Checkmate"
    yield '# designer: …\n# year: …\n# special: "In a sentence: what makes it special."\n# sources: ["…"]'
    if parent is None:
        yield _ALONE + "---"
        return
    yield "engine:"
    yield f"  # What is not said here is as in {parent.definition.meta.slug}: mappings merge key by key,"
    yield "  # lists and texts replace, null removes. Take the # away from what you change."
    yield "  # SFEN: rows from gote's side; upper case is sente's, numbers are empty squares."
    unequal = any(unequal_armies(Facts(parent, {})))  # said again, it would have to be said why
    yield f"  {'# ' if unequal else ''}setup: {json.dumps(_sfen(parent))}"
    yield "  # pieces:"
    for piece in parent.definition.pieces:
        line = _piece(piece)
        if line:
            yield f"  #   {line}"
    yield "---"


def _sfen(parent: Resolved) -> str:
    """The start as the parent writes it."""
    return parent.definition.setup.span.text.strip("\"'")


def _piece(piece: PieceDef) -> str:
    """A piece as an entry on one line; empty for one that does not fit on it."""
    parts = _said(piece.name, piece.kanji, piece.moves)
    if parts is None or len(piece.promotes) > 1 or piece.within or piece.captured or piece.never_takes:
        return ""
    parts += ["royal: true"] if piece.royal else []
    for face in piece.promotes:
        said = _face(face)
        if said is None:
            return ""
        parts.append(f"promotes: {said}")
    return f"{piece.id.value}: {{{', '.join(parts)}}}" if piece.letter.value == piece.id.value else ""


def _face(face: FaceDef) -> str | None:
    if face.becomes is not None:
        return f"{{becomes: {face.becomes.value}}}"
    parts = _said(face.name, face.kanji, face.moves)
    if parts is None or face.letter or face.within or face.captured or face.never_takes:
        return None
    return f"{{{', '.join([*parts, 'royal: true'] if face.royal else parts)}}}"


def _said(name: str, kanji: str, moves: tuple[MovesDef, ...]) -> list[str] | None:
    if len(moves) != 1 or moves[0].where is not None:
        return None
    group = moves[0].moves
    parts = [f"name: {name if _PLAIN.fullmatch(name) else json.dumps(name, ensure_ascii=False)}"]
    parts += [f"kanji: {json.dumps(kanji, ensure_ascii=False)}"] if kanji else []
    return [*parts, "moves: none" if group is None else f"moves: {json.dumps(group.text)}"]


# ---------------------------------------------------------------------------------------------------------------- prose


def _body(title: str, parent: Resolved | None) -> Iterator[str]:
    yield f"# {title}\n"
    yield "A sentence about the game: who made it, when, and what it is like.\n"
    if parent is None:
        yield "## Readings\n\n- What two good readers would decide differently, and what is taken.\n\n## Sources\n"
        return
    yield f"## Set-up\n\n**SFEN:** `{_sfen(parent)}`\n"
    yield "## Pieces\n\n| piece | letter | kanji | moves | promotes to |\n|---|---|---|---|---|"
    yield from (_row(piece) for piece in parent.definition.pieces)
    for section, told in rules(parent).items():
        if section not in _TOLD_ELSEWHERE:
            yield f"\n## {section}\n"
            yield from (f"- {rule.text}" for rule in told)
    yield "\n## Readings\n\n- What two good readers would decide differently, and what is taken.\n\n## Sources\n"


def _row(piece: PieceDef) -> str:
    moves = "; ".join(sentence(group.moves) if group.moves else "does not move" for group in piece.moves)
    promoted = ", ".join(face.becomes.value if face.becomes else face.name for face in piece.promotes)
    return f"| {piece.name} | {piece.letter.value} | {piece.kanji} | {moves} | {promoted} |"
