"""The language server, through the protocol: a real client starts `hensoku lsp` and talks to it over stdio.

In the texts `¦` is the cursor; it is taken out before the text is opened.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from pygls.lsp.client import LanguageClient

T = TypeVar("T")

SHEET = """\
---
title: Elephants 象
parent: shogi
engine:
  regions: {camp: far 2}
  sets: {beasts: E}
  setup: "lnsgkgsnl/1r2e2b1/ppppppppp/9/9/9/PPPPPPPPP/1B2E2R1/LNSGKGSNL"
  pieces:
    E: {name: Drunk Elephant, kanji: 酔象, moves: "sfWF", promotes: {name: Prince, moves: "K"}}
    G: {name: Gold, moves: "WfF", captured: E}
  promotion: {zone: {beasts: camp, all but E: far 3}}
  drops: {mate: {P E: illegal}}
  profiles:
    other: {setup: "lnsgkgsnl/1r2+e2b1/ppppppppp/9/9/9/PPPPPPPPP/1B2+E2R1/LNSGKGSNL w Ee 1"}
---

# Elephants
"""


class Editor:
    """An open file in a client."""

    def __init__(self, client: LanguageClient, path: Path) -> None:
        self.client, self.uri, self.text = client, path.as_uri(), ""
        self.version = 0
        self.told: asyncio.Queue[lsp.PublishDiagnosticsParams] = asyncio.Queue()

    def open(self, text: str) -> None:
        self.text = text.replace("¦", "")
        item = lsp.TextDocumentItem(self.uri, lsp.LanguageKind.Markdown, 0, self.text)
        self.client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))

    def replace(self, old: str, new: str) -> None:
        """Type over a part of the text."""
        assert old in self.text
        start = self.text.index(old)
        change = lsp.TextDocumentContentChangePartial(self.range(start, start + len(old)), new)
        self.text = self.text.replace(old, new, 1)
        self.version += 1
        document = lsp.VersionedTextDocumentIdentifier(self.version, self.uri)
        self.client.text_document_did_change(lsp.DidChangeTextDocumentParams(document, [change]))

    def position(self, offset: int) -> lsp.Position:
        before = self.text[:offset]
        line = before[before.rfind("\n") + 1 :]
        return lsp.Position(before.count("\n"), len(line.encode("utf-16-le")) // 2)

    def range(self, start: int, end: int) -> lsp.Range:
        return lsp.Range(self.position(start), self.position(end))

    def at(self, part: str, more: int = 0) -> dict[str, Any]:
        return {
            "text_document": lsp.TextDocumentIdentifier(self.uri),
            "position": self.position(self.text.index(part) + more),
        }

    def part(self, place: lsp.Range) -> str:
        """The text of a range, on one line."""
        line = self.text.split("\n")[place.start.line].encode("utf-16-le")
        return line[2 * place.start.character : 2 * place.end.character].decode("utf-16-le")

    def applied(self, edits: list[Any]) -> str:
        lines = self.text.split("\n")
        for edit in sorted(edits, key=lambda edit: (edit.range.start.line, edit.range.start.character), reverse=True):
            line = lines[edit.range.start.line].encode("utf-16-le")
            start, end = 2 * edit.range.start.character, 2 * edit.range.end.character
            lines[edit.range.start.line] = (line[:start] + edit.new_text.encode("utf-16-le") + line[end:]).decode(
                "utf-16-le"
            )
        return "\n".join(lines)

    async def diagnostics(self) -> list[lsp.Diagnostic]:
        """What is told after the last change."""
        while True:
            told = await asyncio.wait_for(self.told.get(), 30)
            if told.version == self.version:
                return list(told.diagnostics)


def session(tmp_path: Path, work: Callable[[Editor], Awaitable[T]], name: str = "elephants.md") -> T:
    """Runs a session of an editor with one file."""

    async def run() -> T:
        client = LanguageClient("test", "1")
        editor = Editor(client, tmp_path / name)

        @client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)  # type: ignore[untyped-decorator]
        def told(params: lsp.PublishDiagnosticsParams) -> None:
            if params.uri == editor.uri:
                editor.told.put_nowait(params)

        await client.start_io(sys.executable, "-m", "hensoku", "lsp", cwd=str(tmp_path))
        try:
            parameters = lsp.InitializeParams(capabilities=lsp.ClientCapabilities(), root_uri=tmp_path.as_uri())
            await client.initialize_async(parameters)
            client.initialized(lsp.InitializedParams())
            return await work(editor)
        finally:
            await client.shutdown_async(None)
            client.exit(None)
            await client.stop()  # type: ignore[no-untyped-call]

    return asyncio.run(asyncio.wait_for(run(), 90))


# --------------------------------------------------------------------------------------------------------- diagnostics


def test_diagnostics_as_one_types(tmp_path: Path) -> None:
    async def work(editor: Editor) -> list[list[tuple[str | int | None, str]]]:
        found = []
        editor.open(SHEET)
        found.append(await editor.diagnostics())
        told = [[(each.code, editor.part(each.range)) for each in found[-1]]]
        for old, new in (("sfWF", "sfWX"), ("sfWX", "fsWF"), ("drops:", "dorps:"), ("dorps:", "drops:")):
            editor.replace(old, new)
            told.append([(each.code, editor.part(each.range)) for each in await editor.diagnostics()])
        return told

    clean: list[tuple[str | int | None, str]] = []
    assert session(tmp_path, work) == [clean, [("HS201", "X")], clean, [("HS101", "dorps")], clean]


def test_places_count_as_the_protocol_does(tmp_path: Path) -> None:
    """A character outside the basic plane has two units."""

    async def work(editor: Editor) -> list[str]:
        editor.open(SHEET.replace("酔象", "𠮷象").replace('"sfWF"', '"sfXF"'))
        return [editor.part(each.range) for each in await editor.diagnostics()]

    assert session(tmp_path, work) == ["X"]


def test_other_markdown_is_left_alone(tmp_path: Path) -> None:
    async def work(editor: Editor) -> list[lsp.Diagnostic]:
        editor.open("# A page\n\nwithout front matter\n")
        return await editor.diagnostics()

    assert session(tmp_path, work, "README.md") == []


def test_related_places_are_in_the_parent(tmp_path: Path) -> None:
    async def work(editor: Editor) -> tuple[str, str]:
        editor.open("parent: shogi\nengine:\n  setup: '9/9'\n")
        (found, *_) = await editor.diagnostics()
        (related, *_) = found.related_information or []
        return str(found.code), related.location.uri

    code, uri = session(tmp_path, work, "small.yaml")
    assert code == "HS405"
    assert uri.endswith("/shogi.md")


def test_quick_fixes(tmp_path: Path) -> None:
    async def work(editor: Editor) -> list[tuple[str, bool | None, str]]:
        editor.open('parent: shogi\nengine:\n  pieces:\n    G: {name: Gold, moves: "fK"}\n  dorps: none\n')
        await editor.diagnostics()
        whole = editor.range(0, len(editor.text))
        context = lsp.CodeActionContext([])
        document = lsp.TextDocumentIdentifier(editor.uri)
        actions = await editor.client.text_document_code_action_async(lsp.CodeActionParams(document, whole, context))
        found = []
        for action in actions or ():
            assert isinstance(action, lsp.CodeAction)
            assert action.edit
            assert action.edit.changes
            found.append((action.title, action.is_preferred, editor.applied(list(action.edit.changes[editor.uri]))))
        return found

    canonical, guess = session(tmp_path, work, "small.yaml")
    assert canonical[:2] == ("write 'fWfF'", True)
    assert guess[:2] == ("write 'drops'", False)
    assert "  drops: none" in guess[2]


# ---------------------------------------------------------------------------------------------------------- completion

PIECES = "parent: shogi\nengine:\n  pieces:\n    "
HEAD = "parent: shogi\nengine:\n  regions: {camp: far 2}\n  sets: {men: P L}\n"
COMPLETIONS = [
    ("ti¦", ["title"], ["engine.x", "P"]),
    ("parent: shogi\n¦", ["title", "engine", "win"], ["parent", "playable"]),
    ("parent: shogi\nengine:\n  ¦", ["pieces", "promotion", "drops"], ["title"]),
    ("parent: shogi\nengine:\n  pro¦", ["promotion", "profiles"], ["title"]),
    ("parent: shogi\nengine:\n  drops: {ma¦", ["mate", "file_limit"], ["zone"]),
    ("parent: shogi\nengine:\n  drops: {mate: {P: ille¦", ["illegal", "loses", "allowed"], ["stuck"]),
    ("parent: shogi\nengine:\n  drops: {mate: {¦", ["P", "L", "royal", "all"], ["stuck"]),
    ("parent: shogi\nengine:\n  royals:\n    check: ¦", ["answered", "ignored"], ["any"]),
    ("parent: shogi\nengine:\n  royals:\n    lost_when: a¦\n  drops: none\n", ["any", "all"], ["answered"]),
    (
        'parent: shogi\nengine:\n  pieces:\n    G: {name: Gold, moves: "Wf¦',
        ["W", "F", "R", "m", "c", "p"],
        ["far 3", "P"],
    ),
    ("parent: shogi\nengine:\n  pieces:\n    G: {name: Gold, pr¦}\n", ["promotes"], ["G", "moves.x"]),
    ("parent: shogi\nengine:\n  pieces:\n    G: {captured: ¦", ["hand", "removed", "P"], ["W"]),
    ("parent: shogi\nengine:\n  pieces:\n    ¦", ["P", "G", "K"], ["drops"]),
    (HEAD + "  promotion: {zone: ¦", ["far 3", "near 1", "camp", "5e", "1a", "all but "], ["W"]),
    (HEAD + "  royals: {pieces: ¦", ["P", "men", "royal"], ["5e"]),
    ('parent: shogi\nengine:\n  setup: "¦', ["P", "p", "K"], ["+P."]),
    ("parent: ¦", ["shogi", "minishogi"], ["P"]),
    ("parent: shogi\nengine:\n  repetition: {times: 4, resu¦", ["result"], ["times"]),
    ("parent: shogi\n# a comment ¦", [], ["title"]),
]


@pytest.mark.parametrize("sheet", [False, True])
def test_completion(tmp_path: Path, sheet: bool) -> None:
    async def work(editor: Editor) -> list[list[str]]:
        labels = []
        for marked, *_ in COMPLETIONS:
            editor.open(f"---\n{marked}" if sheet else marked)
            offset = marked.index("¦") + (4 if sheet else 0)
            document = lsp.TextDocumentIdentifier(editor.uri)
            found = await editor.client.text_document_completion_async(
                lsp.CompletionParams(document, editor.position(offset))
            )
            labels.append([item.label for item in (found if isinstance(found, list) else [])])
        return labels

    told = session(tmp_path, work, "small.md" if sheet else "small.yaml")
    for (marked, wanted, unwanted), labels in zip(COMPLETIONS, told, strict=True):
        assert set(wanted) <= set(labels), marked
        assert not set(unwanted) & set(labels), marked


def test_completion_replaces_what_is_written(tmp_path: Path) -> None:
    async def work(editor: Editor) -> str:
        editor.open("parent: shogi\nengine:\n  promotion: {zone: near 1}\n")
        position = editor.at("near 1", 6)
        found = await editor.client.text_document_completion_async(lsp.CompletionParams(**position))
        assert isinstance(found, list)
        (item,) = [item for item in found if item.label == "far 3"]
        return editor.applied([item.text_edit])

    assert session(tmp_path, work, "small.yaml").splitlines()[2] == "  promotion: {zone: far 3}"


# --------------------------------------------------------------------------------------------------------------- hover

ELEPHANT = """\
+-------------------+
| · · · · · · · · · |a
| · · · · · · · · · |b
| · · · · · · · · · |c
| · · · ⊗ ⊗ ⊗ · · · |d
| · · · ⊗ ● ⊗ · · · |e
| · · · ⊗ · ⊗ · · · |f
"""


@pytest.mark.parametrize(
    ("part", "more", "words"),
    [
        ("E: {name", 0, ["**Drunk Elephant** 酔象", "`sfWF`", "steps one square", ELEPHANT, "promotes to **Prince**"]),
        ("e2b1/pp", 0, ["**Drunk Elephant** 酔象"]),
        ("B2E2", 2, ["**Drunk Elephant** 酔象"]),
        ("P E: illegal", 2, ["**Drunk Elephant** 酔象"]),
        ("P E: illegal", 0, ["**Pawn** 歩", "`fW`"]),
        ("captured: E", 10, ["**Drunk Elephant** 酔象"]),
        ('"sfWF"', 2, ["`sfWF`", ELEPHANT]),
        ("promotion:", 2, ["**promotion**", "When pieces promote"]),
        ("kanji:", 1, ["**kanji**", "What stands on the piece"]),
        ("# Elephants", 3, []),
    ],
)
def test_hover(tmp_path: Path, part: str, more: int, words: list[str]) -> None:
    async def work(editor: Editor) -> str | None:
        editor.open(SHEET)
        found = await editor.client.text_document_hover_async(lsp.HoverParams(**editor.at(part, more)))
        return found.contents.value if found and isinstance(found.contents, lsp.MarkupContent) else None

    told = session(tmp_path, work)
    assert (told is None) == (not words)
    for word in words:
        assert word.lower() in (told or "").lower()


# ---------------------------------------------------------------------------------------------------------- definition


@pytest.mark.parametrize(
    ("part", "more", "file", "line"),
    [
        ("parent: shogi", 9, "shogi.md", "---"),
        ("B2E2", 2, "elephants.md", "    E: {name: Drunk Elephant"),
        ("P E: illegal", 0, "shogi.md", "    P: {name: Pawn"),
        ("captured: E", 10, "elephants.md", "    E: {name: Drunk Elephant"),
        ("beasts: camp", 9, "elephants.md", "  regions: {camp: far 2}"),
        ("drops:", 1, "shogi.md", "  drops:"),
        ("mate: {P", 1, "shogi.md", "    mate:"),
        ("setup:", 1, "shogi.md", "  setup:"),
    ],
)
def test_definition(tmp_path: Path, part: str, more: int, file: str, line: str) -> None:
    async def work(editor: Editor) -> tuple[str, int]:
        editor.open(SHEET)
        found = await editor.client.text_document_definition_async(lsp.DefinitionParams(**editor.at(part, more)))
        assert isinstance(found, lsp.Location)
        return found.uri, found.range.start.line

    uri, number = session(tmp_path, work)
    assert uri.endswith(f"/{file}")
    text = SHEET if file == "elephants.md" else (Path(__file__).parents[2] / "variants" / file).read_text("utf-8")
    assert text.split("\n")[number].startswith(line)


# -------------------------------------------------------------------------------------------------------------- rename

RENAMED = (  # the place, with one letter, with a longer name
    ("E: {name: Drunk", "D: {name: Drunk", "DE: {name: Drunk"),
    ("r2e2b", "r2d2b", "r2[de]2b"),
    ("B2E2R", "B2D2R", "B2[DE]2R"),
    ("r2+e2b", "r2+d2b", "r2+[de]2b"),
    ("B2+E2R", "B2+D2R", "B2+[DE]2R"),
    ("w Ee 1", "w Dd 1", "w [DE][de] 1"),
    ("beasts: E}", "beasts: D}", "beasts: DE}"),
    ("all but E:", "all but D:", "all but DE:"),
    ("captured: E}", "captured: D}", "captured: DE}"),
    ("P E: illegal", "P D: illegal", "P DE: illegal"),
)


@pytest.mark.parametrize(("part", "more"), [("E: {name", 0), ("B2E2", 2), ("captured: E", 10)])
@pytest.mark.parametrize("new", ["D", "DE"])
def test_rename_a_piece(tmp_path: Path, part: str, more: int, new: str) -> None:
    async def work(editor: Editor) -> str:
        editor.open(SHEET)
        asked = editor.at(part, more)
        told = await editor.client.text_document_prepare_rename_async(lsp.PrepareRenameParams(**asked))
        assert isinstance(told, lsp.PrepareRenamePlaceholder)
        assert told.placeholder == "E"
        edit = await editor.client.text_document_rename_async(lsp.RenameParams(**asked, new_name=new))
        assert edit
        assert edit.changes
        return editor.applied(list(edit.changes[editor.uri]))

    expected = SHEET
    for before, *after in RENAMED:
        assert expected.count(before) == 1
        expected = expected.replace(before, after[len(new) - 1])
    assert session(tmp_path, work) == expected


@pytest.mark.parametrize(
    ("part", "more", "new", "words"),
    [
        ("E: {name", 0, "G", "there is a piece G already"),
        ("E: {name", 0, "elephant", "is no key of a piece"),
        ("P E: illegal", 0, "X", "P is inherited"),
        ("title", 0, "X", "here is no piece"),
    ],
)
def test_renames_that_cannot_be(tmp_path: Path, part: str, more: int, new: str, words: str) -> None:
    async def work(editor: Editor) -> str:
        editor.open(SHEET)
        with pytest.raises(JsonRpcException) as raised:
            await editor.client.text_document_rename_async(lsp.RenameParams(**editor.at(part, more), new_name=new))
        return str(raised.value)

    assert words in session(tmp_path, work)


# ---------------------------------------------------------------------------------------------------------- formatting


def test_formatting_spells_moves_canonically_and_touches_nothing_else(tmp_path: Path) -> None:
    async def work(editor: Editor) -> tuple[str, str]:
        editor.open(SHEET.replace('"WfF"', "'fFW'   "))
        options = lsp.FormattingOptions(2, insert_spaces=True)
        document = lsp.TextDocumentIdentifier(editor.uri)
        edits = await editor.client.text_document_formatting_async(lsp.DocumentFormattingParams(document, options))
        return editor.text, editor.applied(list(edits or ()))

    before, after = session(tmp_path, work)
    assert after == before.replace("'fFW'", "'WfF'").replace("sfWF", "fsWF")
