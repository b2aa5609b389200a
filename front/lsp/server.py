"""The server: requests of an editor to questions about a sheet, and spans to the editor's positions."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Final

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path, to_fs_path
from pygls.workspace import TextDocument

import hensoku
from hensoku.checking.settings import Settings, read_settings
from hensoku.cli.output import CommandError
from hensoku.dsl.findings import Finding, Fix, Severity
from hensoku.dsl.source import Span
from hensoku.lsp.complete import Offer, offers
from hensoku.lsp.edit import RenameError, formatted, rename, renameable
from hensoku.lsp.look import definition, hover
from hensoku.lsp.sheet import Sheet

_DELAY: Final = 0.2
"""Seconds without a keystroke before a text is checked."""

_SEVERITIES: Final = {
    Severity.ERROR: lsp.DiagnosticSeverity.Error,
    Severity.WARNING: lsp.DiagnosticSeverity.Warning,
    Severity.NOTE: lsp.DiagnosticSeverity.Information,
}
_KINDS: Final = {
    "key": lsp.CompletionItemKind.Property,
    "word": lsp.CompletionItemKind.EnumMember,
    "piece": lsp.CompletionItemKind.Class,
    "region": lsp.CompletionItemKind.Constant,
    "square": lsp.CompletionItemKind.Value,
    "atom": lsp.CompletionItemKind.Operator,
    "variant": lsp.CompletionItemKind.Module,
}


class HensokuServer(LanguageServer):
    """What is known of the open files between requests."""

    def __init__(self) -> None:
        super().__init__("hensoku", hensoku.__version__)
        self.sheets: dict[str, Sheet] = {}
        self.findings: dict[str, tuple[Finding, ...]] = {}
        self.waiting: dict[str, asyncio.TimerHandle] = {}

    # -------------------------------------------------------------------------------------------------------- sheets

    def sheet(self, uri: str) -> Sheet:
        """The sheet of an open file, as its text is now."""
        texts = {_path(known): document.source for known, document in self.workspace.text_documents.items()}
        path = _path(uri)
        if path not in texts:
            texts[path] = self.workspace.get_text_document(uri).source
        old = self.sheets.get(uri)
        if old is None or old.texts != texts:
            self.sheets[uri] = Sheet(path, texts, old.resolved if old else None)
        return self.sheets[uri]

    def check(self, uri: str) -> None:
        """Tell the editor what is found in a file."""
        sheet = self.sheet(uri)
        found = self._settings().applied(sheet.path, sheet.check().findings) if sheet.is_definition else ()
        self.findings[uri] = found
        document = self.workspace.get_text_document(uri)
        told = [self._diagnostic(document, finding) for finding in found]
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, told, document.version))

    def check_soon(self, uri: str) -> None:
        self.forget(uri)
        self.waiting[uri] = asyncio.get_running_loop().call_later(_DELAY, self.check, uri)

    def forget(self, uri: str) -> None:
        waiting = self.waiting.pop(uri, None)
        if waiting is not None:
            waiting.cancel()

    def _settings(self) -> Settings:
        try:
            return read_settings()
        except CommandError as error:
            self.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Error, str(error)))
            return Settings()

    # -------------------------------------------------------------------------------------------------------- places

    def offset(self, uri: str, position: lsp.Position) -> int:
        return self.workspace.get_text_document(uri).offset_at_position(position)

    def span(self, document: TextDocument, span: Span) -> lsp.Range:
        return lsp.Range(document.client_position_at_offset(span.start), document.client_position_at_offset(span.end))

    def location(self, span: Span) -> lsp.Location:
        uri = from_fs_path(span.source.path) or ""
        known = next((each for each in self.workspace.text_documents if _path(each) == span.source.path), uri)
        return lsp.Location(known, self.span(self.workspace.get_text_document(known), span))

    def _diagnostic(self, document: TextDocument, finding: Finding) -> lsp.Diagnostic:
        """What is wrong in a parent is told at the top of the file that is checked."""
        own = finding.span.source.path == _path(document.uri)
        place = self.span(document, finding.span) if own else lsp.Range(lsp.Position(0, 0), lsp.Position(0, 0))
        related = [
            lsp.DiagnosticRelatedInformation(self.location(each.span), each.message)
            for each in finding.related
            if each.span.source.text
        ]
        if not own and finding.span.source.text:
            related.insert(0, lsp.DiagnosticRelatedInformation(self.location(finding.span), finding.message))
        return lsp.Diagnostic(
            range=place,
            message=finding.message + (f"\nhelp: {finding.help}" if finding.help else ""),
            severity=_SEVERITIES[finding.severity],
            code=finding.code,
            source="hensoku",
            related_information=related,
        )

    def edits(self, uri: str, fixes: Iterable[Fix]) -> list[lsp.TextEdit]:
        document = self.workspace.get_text_document(uri)
        return [lsp.TextEdit(self.span(document, fix.span), fix.replacement) for fix in fixes]

    def actions(self, uri: str, wanted: lsp.Range) -> list[lsp.CodeAction]:
        """The fixes of what is found in a stretch of a file; a safe one is preferred to a guess."""
        document = self.workspace.get_text_document(uri)
        begin, end = document.offset_at_position(wanted.start), document.offset_at_position(wanted.end)
        found = []
        for finding in self.findings.get(uri, ()):
            for fix in finding.fixes:
                if fix.span.source.text != document.source or not (fix.span.start <= end and begin <= fix.span.end):
                    continue
                found.append(
                    lsp.CodeAction(
                        title=f"write {fix.replacement!r}",
                        kind=lsp.CodeActionKind.QuickFix,
                        diagnostics=[self._diagnostic(document, finding)],
                        is_preferred=fix.safe,
                        edit=lsp.WorkspaceEdit({uri: self.edits(uri, [fix])}),
                    )
                )
        return found


def _path(uri: str) -> str:
    return to_fs_path(uri) or uri


def _item(offer: Offer, position: lsp.Position) -> lsp.CompletionItem:
    start = lsp.Position(position.line, position.character - offer.written)
    return lsp.CompletionItem(
        label=offer.label,
        kind=_KINDS[offer.kind],
        detail=offer.detail or None,
        filter_text=offer.label if offer.written else None,
        text_edit=lsp.TextEdit(lsp.Range(start, position), offer.insert or offer.label),
    )


def make_server() -> HensokuServer:
    server = HensokuServer()
    _listen(server)
    _answer(server)
    return server


def _listen(server: HensokuServer) -> None:
    """What an editor tells."""

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: lsp.DidOpenTextDocumentParams) -> None:
        server.check(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    async def changed(params: lsp.DidChangeTextDocumentParams) -> None:
        server.check_soon(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    def saved(_params: lsp.DidSaveTextDocumentParams) -> None:
        for uri in list(server.workspace.text_documents):  # it may be a parent of others
            server.check(uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: lsp.DidCloseTextDocumentParams) -> None:
        uri = params.text_document.uri
        server.forget(uri)
        server.sheets.pop(uri, None)
        server.findings.pop(uri, None)
        server.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, []))


def _answer(server: HensokuServer) -> None:
    """What an editor asks."""

    @server.feature(
        lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=[" ", '"', ":", ",", "{", "["])
    )
    def completed(params: lsp.CompletionParams) -> list[lsp.CompletionItem]:
        uri, position = params.text_document.uri, params.position
        return [_item(offer, position) for offer in offers(server.sheet(uri), server.offset(uri, position))]

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    def hovered(params: lsp.HoverParams) -> lsp.Hover | None:
        uri = params.text_document.uri
        found = hover(server.sheet(uri), server.offset(uri, params.position))
        if found is None:
            return None
        text, span = found
        document = server.workspace.get_text_document(uri)
        return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, text), server.span(document, span))

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def defined(params: lsp.DefinitionParams) -> lsp.Location | None:
        uri = params.text_document.uri
        span = definition(server.sheet(uri), server.offset(uri, params.position))
        return None if span is None else server.location(span)

    @server.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
    def prepared(params: lsp.PrepareRenameParams) -> lsp.PrepareRenamePlaceholder | None:
        uri = params.text_document.uri
        found = renameable(server.sheet(uri), server.offset(uri, params.position))
        if found is None:
            return None
        piece, span = found
        return lsp.PrepareRenamePlaceholder(server.span(server.workspace.get_text_document(uri), span), piece.id.value)

    @server.feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))
    def renamed(params: lsp.RenameParams) -> lsp.WorkspaceEdit:
        uri = params.text_document.uri
        try:
            changes = rename(server.sheet(uri), server.offset(uri, params.position), params.new_name)
        except RenameError as error:
            raise JsonRpcInvalidParams(str(error)) from None
        return lsp.WorkspaceEdit({uri: server.edits(uri, changes)})

    @server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    def tidied(params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
        uri = params.text_document.uri
        return server.edits(uri, formatted(server.sheet(uri)))

    @server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions([lsp.CodeActionKind.QuickFix]))
    def acted(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        return server.actions(params.text_document.uri, params.range)


def serve() -> None:
    """Serve one editor over standard input and output."""
    make_server().start_io()
