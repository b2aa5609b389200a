"""A site's sheet with our keys in place of its own: the rest of the file stays as it is, comments and prose too."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, final

from hensoku.compiler.geometry import TOPOLOGIES
from hensoku.compiler.resolve import resolve
from hensoku.dsl.codes import finding
from hensoku.dsl.definition import Definition
from hensoku.dsl.findings import DefinitionError, Finding, has_errors
from hensoku.dsl.load import Document, load_document
from hensoku.dsl.nodes import Mapping as Tree
from hensoku.dsl.nodes import Scalar, Sequence
from hensoku.dsl.schema import load_schema, plain
from hensoku.dsl.source import Source, Span
from hensoku.fairy.yaml_text import block
from hensoku.sites.pieces import Pieces
from hensoku.sites.rules import Rules, node_of

PLUGINS, _, PLUGIN = "plugins.shogi".partition(".")
"""Where the rules of the site's program are, below the engine."""

_REPLACED: Final = ("vocabulary", PLUGINS)
_COMMENT: Final = re.compile(r"^(?:[^\"'#]|\"[^\"]*\"|'[^']*')*?(?:^|\s)(#.*)$")
"""A comment on a line of YAML whose strings end on the line."""

_LETTERS: Final = re.compile(r"\[([A-Za-z]+)\]|([A-Za-z])")


@final
@dataclass(frozen=True)
class Carried:
    """`text` is the new sheet, empty if a finding is an error. `findings` are what was not carried over. `changed`:
    whether the sheet had anything to carry over. `lines`: the line of the old sheet (from 0) for each of the new one,
    None for new lines; `place`: where what they say stood."""

    text: str
    slug: str
    findings: tuple[Finding, ...]
    changed: bool = False
    lines: tuple[int | None, ...] = ()
    place: Span | None = None


def import_sheet(source: Source) -> Carried:
    """The sheet with `vocabulary` and `plugins.shogi` turned into keys of the engine."""
    document, findings = load_document(source)
    if document is None or has_errors(findings):
        return Carried("", "", tuple(findings))
    slug = node_of(document.tree, "slug")
    name = slug.text if isinstance(slug, Scalar) and slug.value is not None else ""
    engine = document.tree.get("engine")
    if not isinstance(engine, Tree):
        return Carried(source.text, name, ())
    findings = list(_other_games(engine))
    plugin = node_of(engine, PLUGINS, PLUGIN)
    if findings or not isinstance(plugin, Tree):
        return Carried("" if findings else source.text, name, tuple(findings))
    if source.text[engine.span.start] == "{":
        return Carried("", name, (finding("HS521", engine.span, what="an engine in braces"),))
    groups, findings = _groups(document, engine, plugin)
    text, lines = _rewritten(source, engine, groups)
    said = engine.entry(PLUGINS)
    assert said is not None
    return Carried(text, name, tuple(findings), changed=True, lines=lines, place=said.key.span)


def _other_games(engine: Tree) -> Iterator[Finding]:
    """What makes it another kind of game."""
    kind, players = node_of(engine, "topology", "type"), engine.get("players")
    if isinstance(kind, Scalar) and kind.text not in TOPOLOGIES:
        yield finding("HS521", kind.span, what=f"a board of the type {kind.text!r}")
    if isinstance(players, Sequence) and len(players.items) != 2:
        yield finding("HS521", players.span, what=f"a game of {len(players.items)} players")


def _groups(document: Document, engine: Tree, plugin: Tree) -> tuple[dict[str, Any], list[Finding]]:
    pieces = Pieces(_parent(document.tree, engine))
    vocabulary = engine.get("vocabulary") or node_of(engine, "pieces", "vocabulary")
    setup = engine.get("setup")
    placed = {(one or two).upper() for one, two in _LETTERS.findall(setup.text if isinstance(setup, Scalar) else "")}
    pieces.read(vocabulary if isinstance(vocabulary, Tree) else None, plugin, placed)
    if vocabulary is None:
        pieces.letters |= {name: at for name, at in pieces.letters_of_parent().items() if name not in pieces.letters}
    groups = Rules(pieces, plugin).read()
    for key in [key for key in groups if engine.get(key) is not None and not _is_drawing(engine, key)]:
        said = engine.entry(key)
        assert said is not None
        why = f"the engine says `{key}` itself, which was left as it is"
        pieces.findings.append(finding("HS520", said.key.span, key=f"plugins.{PLUGIN}", why=why))
        del groups[key]
    return groups, sorted(pieces.findings, key=lambda each: each.span.start)


def _is_drawing(engine: Tree, key: str) -> bool:
    """Whether `pieces` only says how pieces are drawn."""
    said = engine.get(key)
    drawings = load_schema()["$defs"]["pieces"]["properties"]
    return key == "pieces" and isinstance(said, Tree) and all(entry.key.text in drawings for entry in said.entries)


def _parent(tree: Tree, engine: Tree) -> Definition | None:
    said = engine.get("extends") or tree.get("parent")
    if not isinstance(said, Scalar) or said.value is None:
        return None
    try:
        return resolve(said.text).definition
    except DefinitionError:
        return None  # `check` says what is wrong with it


# --------------------------------------------------------------------------------------------------------------- text


def _rewritten(source: Source, engine: Tree, groups: dict[str, Any]) -> tuple[str, tuple[int | None, ...]]:
    """The text without the lines of what was read, and with the new keys in their place; their comments stay. And the
    old line of each new one."""
    lines = source.text.splitlines(keepends=True)
    replaced = ["vocabulary", *(["pieces"] if "pieces" in groups else [])]
    gone = {number for key in replaced if engine.get(key) is not None for number in _lines(source, engine, key)}
    plugins = engine.get(PLUGINS)
    assert isinstance(plugins, Tree)
    alone = len(plugins.entries) == 1  # other programs' rules stay
    gone |= set(_lines(source, engine, PLUGINS) if alone else _lines(source, plugins, PLUGIN))
    first = min(gone)
    indent = " " * (engine.entries[0].key.span.column - 1)
    comments = [f"{indent}{found[1]}" for number in sorted(gone) if (found := _COMMENT.match(lines[number].rstrip()))]
    drawn = engine.get("pieces")
    if "pieces" in groups and isinstance(drawn, Tree):
        drawings = {entry.key.text: plain(entry.value) for entry in drawn.entries if entry.key.text not in _REPLACED}
        groups = {**groups, "pieces": {**drawings, **groups["pieces"]}}
    new = [*comments, *block(groups, indent)]
    ending = "\r\n" if lines and lines[0].endswith("\r\n") else "\n"
    before = [number for number in range(first) if number not in gone]
    after = [number for number in range(first, len(lines)) if number not in gone]
    added = [f"{line}{ending}" for line in new]
    text = "".join([*(lines[number] for number in before), *added, *(lines[number] for number in after)])
    return text, (*before, *(None for _ in added), *after)


def _lines(source: Source, mapping: Tree, key: str) -> range:
    """The lines of an entry."""
    entry = mapping.entry(key)
    assert entry is not None
    text = source.text[: entry.value.span.end].rstrip()
    last = source.position(max(len(text) - 1, entry.key.span.start))[0]
    return range(entry.key.span.line - 1, last)
