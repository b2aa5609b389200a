"""The IR as text: `parse_module(print_module(m)) == m`.

    module('shogi' 'Shogi' '') {
      pieces = [
        piece('P' 'Pawn' '歩') {  # 0
          moves = [
            move{legs=[leg{lands=[empty enemy] starts=[start(0)]}] text='fW' line='shogi.md:12'}
          ]
          base = 0
          …

- A node is its class in snake case, then its leading required scalars in parentheses, then its other fields in braces.
  A field that holds a node of one class only gives its own name to it: `board('grid' 9 9) {…}`.
- A field with its default value is left out; a flag that is set is its bare name.
- Words of a Literal are bare, strings are quoted as in Python, None is `null`, a tuple is `[…]`. `#` begins a comment.
- Tables of one item per square are laid out like the board. Numbers after `#` are the indices that others refer to.

The form is `text.lark`; what the fields are is read off the dataclasses (`hensoku.compiler.ir.shape`).
"""

from __future__ import annotations

from hensoku.compiler.ir.parser import IRSyntaxError, parse_node
from hensoku.compiler.ir.printer import print_node
from hensoku.compiler.ir.types import Module

__all__ = ["IRSyntaxError", "parse_module", "parse_node", "print_module", "print_node"]


def print_module(module: Module) -> str:
    """The whole module, ending in a line break. Equal modules give equal text."""
    return print_node(module) + "\n"


def parse_module(text: str) -> Module:
    """The module that `print_module` wrote. Raises `IRSyntaxError` with a place."""
    module = parse_node(text, Module)
    assert isinstance(module, Module)
    return module
