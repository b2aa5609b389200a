"""`lsp`: the language server, for editors to start."""

from __future__ import annotations

from hensoku.cli.output import CommandError


def lsp() -> None:
    """Serve an editor over standard input and output (the language server protocol)."""
    try:
        from hensoku.lsp.server import serve
    except ModuleNotFoundError as error:
        if error.name not in {"pygls", "lsprotocol"}:
            raise
        raise CommandError("the language server needs pygls: pip install 'hensoku[lsp]'") from None
    serve()
