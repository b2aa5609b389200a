"""IR to text. The form is described in `hensoku.compiler.ir.text`.

What fits on a line is written on one; the small tables below say what always begins a line, what is always a block, and
what is laid out like the board. Nothing depends on dict or hash order.
"""

from __future__ import annotations

import dataclasses
import re
from itertools import groupby
from typing import final

from hensoku.compiler.ir import types as ir
from hensoku.compiler.ir.shape import Field, Hint, Shape, items, node_classes, shape_of

WIDTH = 120
INDENT = "  "
BLOCKS = (ir.Module, ir.Board, ir.Piece)
OWN_LINE = (ir.Vector, ir.Ring, ir.Piece, ir.Move, ir.Setup, ir.End)
SQUARE_TABLES = ("squares", "turned", "targets", "cells")
NUMBERED = ("vectors", "rings", "pieces")
BARE_WORD = re.compile(r"[a-z_][a-z0-9_]*(-[a-z0-9_]+)*|[<>]=?|!?=")
RESERVED = ("true", "false", "null")


def print_node(node: object) -> str:
    """Any IR node as text, without a final line break."""
    board = node.board if isinstance(node, ir.Module) else node if isinstance(node, ir.Board) else None
    return "\n".join(_Printer(board).node("", shape_of(type(node)).tag, node))


@final
class _Printer:
    """`rows` is the number of squares on each rank of the board, for tables of one item per square."""

    def __init__(self, board: ir.Board | None) -> None:
        squares = board.squares if board else ()
        self.rows = [len(list(rank)) for _, rank in groupby(squares, key=lambda square: square.rank)]

    def node(self, margin: str, name: str, node: object) -> list[str]:
        """The lines of a node that is introduced by `name`: its tag, or the field that holds it."""
        flat = margin + _flat_node(name, node)
        if len(flat) <= WIDTH and not isinstance(node, BLOCKS) and not _has_lines(node):
            return [flat]
        shape = shape_of(type(node))
        inner = margin + INDENT
        lines = [f"{margin}{name}{_heads(shape, node)} {{"]
        for field in _written(shape, node):
            lines += self.field(inner, field, getattr(node, field.name))
        return [*lines, f"{margin}}}"]

    def field(self, margin: str, field: Field, value: object) -> list[str]:
        if _is_nested(field.hint, value):
            return self.node(margin, field.name, value)
        flat = _flat_field(field, value, " = ")
        if not isinstance(value, tuple) or not value:
            return [margin + flat]
        inner = margin + INDENT
        if field.name in SQUARE_TABLES and len(value) == sum(self.rows):
            body = _table([_flat(item, hint) for item, hint in items(value, field.hint)], self.rows, inner)
        elif not isinstance(value[0], OWN_LINE) and len(margin + flat) <= WIDTH:
            return [margin + flat]
        elif dataclasses.is_dataclass(value[0]):
            body = self.nodes(inner, value, field.name in NUMBERED)
        else:
            body = _wrapped([_flat(item, hint) for item, hint in items(value, field.hint)], inner)
        return [f"{margin}{field.name} = [", *body, f"{margin}]"]

    def nodes(self, margin: str, nodes: tuple[object, ...], numbered: bool) -> list[str]:
        lines: list[str] = []
        for index, node in enumerate(nodes):
            first, *rest = self.node(margin, shape_of(type(node)).tag, node)
            lines += [f"{first}  # {index}" if numbered else first, *rest]
        return lines


def _written(shape: Shape, node: object) -> list[Field]:
    return [field for field in shape.fields if field.required or getattr(node, field.name) != field.default]


def _has_lines(node: object) -> bool:
    values = (getattr(node, field.name) for field in shape_of(type(node)).fields)
    return any(isinstance(value, tuple) and value and isinstance(value[0], OWN_LINE) for value in values)


def _is_nested(hint: Hint, value: object) -> bool:
    """Whether the field's name stands for the tag: the value is a node and can be of one class only."""
    return dataclasses.is_dataclass(value) and len(node_classes(hint)) == 1


# ---------------------------------------------------------------------------------------------------------- one line


def _flat_node(name: str, node: object) -> str:
    shape = shape_of(type(node))
    heads = _heads(shape, node)
    body = " ".join(_flat_field(field, getattr(node, field.name), "=") for field in _written(shape, node))
    return f"{name}{heads} {{{body}}}" if body and heads else f"{name}{heads or f'{{{body}}}'}"


def _heads(shape: Shape, node: object) -> str:
    heads = " ".join(_flat(getattr(node, field.name), field.hint) for field in shape.heads)
    return f"({heads})" if heads else ""


def _flat_field(field: Field, value: object, equals: str) -> str:
    if field.is_flag and value is True:
        return field.name
    if _is_nested(field.hint, value):
        return _flat_node(field.name, value)
    return f"{field.name}{equals}{_flat(value, field.hint)}"


def _flat(value: object, hint: Hint) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case str():
            bare = hint is not str and BARE_WORD.fullmatch(value) and value not in RESERVED
            return value if bare else repr(value)
        case tuple():
            return f"[{' '.join(_flat(item, item_hint) for item, item_hint in items(value, hint))}]"
        case _:
            return _flat_node(shape_of(type(value)).tag, value)


# --------------------------------------------------------------------------------------------------------- many lines


def _table(cells: list[str], rows: list[int], margin: str) -> list[str]:
    """One rank of the board per line, in columns."""
    width = max(map(len, cells))
    lines, start = [], 0
    for length in rows:
        lines.append(margin + " ".join(cell.rjust(width) for cell in cells[start : start + length]))
        start += length
    return lines


def _wrapped(words: list[str], margin: str) -> list[str]:
    lines = [margin + words[0]]
    for word in words[1:]:
        if len(lines[-1]) + 1 + len(word) <= WIDTH:
            lines[-1] += " " + word
        else:
            lines.append(margin + word)
    return lines
