"""The language server: diagnostics, completion, hover, definition, rename, formatting and quick fixes in an editor.

It needs pygls, which `pip install 'hensoku[lsp]'` brings. Everything that it says comes from where the command line has
it: findings from `hensoku.checking`, keys from the schema, moves from the notation.
"""
