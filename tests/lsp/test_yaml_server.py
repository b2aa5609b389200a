"""`# yaml-language-server: $schema=…` with what `hensoku schema` prints, in the server that editors run for YAML."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

SERVER = shutil.which("yaml-language-server")
pytestmark = pytest.mark.skipif(SERVER is None, reason="no yaml-language-server: npm install -g yaml-language-server")

TEXT = """\
# yaml-language-server: $schema=definition.json
title: X
slug: X Y
parent: shogi
engine:
  promotion: {zoen: far 3, forced: sometimes}
  drops: {mate: {P: maybe}}
  pieces:
    G: {name: Gold, moves: "WfF"}
"""

TOLD = {
    (2, "X Y"): "String does not match the pattern",
    (5, "zoen"): "Property zoen is not allowed",
    (5, "sometimes"): 'Valid values: "stuck", "always", "never"',
    (6, "maybe"): 'Valid values: "allowed", "illegal", "loses"',
}
"""Line (from 0) and text of each place, and what is told there."""


async def ask(folder: Path) -> tuple[list[lsp.Diagnostic], str]:
    """The diagnostics of the text, and what is shown over `promotion`."""
    client, told = LanguageClient("test", "1"), asyncio.Queue[lsp.PublishDiagnosticsParams]()

    @client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)  # type: ignore[untyped-decorator]
    def keep(params: lsp.PublishDiagnosticsParams) -> None:
        told.put_nowait(params)

    @client.feature(lsp.WORKSPACE_CONFIGURATION)  # type: ignore[untyped-decorator]
    def settings(params: lsp.ConfigurationParams) -> list[None]:
        return [None for _ in params.items]

    @client.feature(lsp.CLIENT_REGISTER_CAPABILITY)  # type: ignore[untyped-decorator]
    def register(params: lsp.RegistrationParams) -> None:
        del params

    uri = (folder / "x.yaml").as_uri()
    await client.start_io(str(SERVER), "--stdio")
    try:
        await client.initialize_async(lsp.InitializeParams(capabilities=lsp.ClientCapabilities(), root_uri=uri))
        client.initialized(lsp.InitializedParams())
        client.text_document_did_open(lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(uri, "yaml", 0, TEXT)))
        found = list((await asyncio.wait_for(told.get(), 60)).diagnostics)
        line = TEXT.splitlines().index("  promotion: {zoen: far 3, forced: sometimes}")
        where = lsp.HoverParams(lsp.TextDocumentIdentifier(uri), lsp.Position(line, 5))
        hover = await client.text_document_hover_async(where)
        return found, str(getattr(hover.contents, "value", "")) if hover else ""
    finally:
        await client.shutdown_async(None)
        client.exit(None)
        await client.stop()  # type: ignore[no-untyped-call]


def test_the_line_works(tmp_path: Path, hensoku_command: Callable[..., Any]) -> None:
    (tmp_path / "definition.json").write_text(hensoku_command("schema").out, "utf-8")
    (tmp_path / "x.yaml").write_text(TEXT, "utf-8")
    found, hover = asyncio.run(asyncio.wait_for(ask(tmp_path), 90))
    lines = TEXT.splitlines()
    places = {
        (at.line, lines[at.line][at.character : each.range.end.character]): each.message
        for each in found
        for at in [each.range.start]
    }
    assert places.keys() == TOLD.keys()
    assert [place for place, message in TOLD.items() if message not in places[place]] == []
    assert "When pieces promote." in hover
