"""Text to IR: Lark reads the form, the dataclasses say what is meant."""

from __future__ import annotations

import ast
from functools import cache
from importlib.resources import files
from types import NoneType
from typing import Any, Literal, NoReturn, TypeAlias, final, get_args

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedInput, UnexpectedToken

from hensoku.compiler.ir.shape import (
    Field,
    Hint,
    Shape,
    alternatives,
    item_hints,
    node_classes,
    origin_of,
    shape_of,
    tag_of,
    tuple_hint,
)

Parsed: TypeAlias = Tree[Token]


@final
class IRSyntaxError(ValueError):
    """Text that is no IR; `line` and `column` are 1-based."""

    def __init__(self, message: str, line: int, column: int) -> None:
        super().__init__(f"{line}:{column}: {message}")
        self.message, self.line, self.column = message, line, column


def parse_node(text: str, cls: type) -> Any:
    """The node of class `cls` that `print_node` wrote as `text`. Raises `IRSyntaxError`."""
    try:
        tree = _grammar().parse(text)
    except UnexpectedInput as error:
        raise _syntax_error(error, text) from None
    return _value(tree.children[0], cls)


@cache
def _grammar() -> Lark:
    text = files("hensoku.compiler.ir").joinpath("text.lark").read_text(encoding="utf-8")
    return Lark(text, parser="lalr", lexer="basic", propagate_positions=True)


def _syntax_error(error: UnexpectedInput, text: str) -> IRSyntaxError:
    match error:
        case UnexpectedToken(token=Token(type="$END")) | UnexpectedEOF():
            lines = text.split("\n")
            return IRSyntaxError("the text ends too early", len(lines), len(lines[-1]) + 1)
        case UnexpectedToken(token=token):
            return IRSyntaxError(f"unexpected {str(token)!r}", error.line, error.column)
        case UnexpectedCharacters():
            return IRSyntaxError(f"unexpected character {error.char!r}", error.line, error.column)
        case _:
            return IRSyntaxError("unexpected text", error.line, error.column)


def _fail(place: Parsed | Token, message: str) -> NoReturn:
    if isinstance(place, Token):
        raise IRSyntaxError(message, place.line or 1, place.column or 1)
    if place.meta.empty:
        raise IRSyntaxError(message, 1, 1)
    raise IRSyntaxError(message, place.meta.line, place.meta.column)


def _value(tree: Parsed | Token, hint: Hint) -> object:
    assert isinstance(tree, Tree)
    match tree.data:
        case "node":
            name = tree.children[0]
            for cls in node_classes(hint):
                if tag_of(cls) == name:
                    return _node(tree, shape_of(cls))
            _fail(tree, f"expected {_wanted(hint)}, not {str(name)!r}")
        case "list":
            return _list(tree, hint)
        case _:
            token = tree.children[0]
            assert isinstance(token, Token)
            return _scalar(token, hint)


def _list(tree: Parsed, hint: Hint) -> tuple[object, ...]:
    if tuple_hint(hint) is None:
        _fail(tree, f"expected {_wanted(hint)}, not a list")
    hints = item_hints(hint, len(tree.children))
    if len(hints) != len(tree.children):
        _fail(tree, f"expected {len(hints)} items, not {len(tree.children)}")
    return tuple(_value(child, item) for child, item in zip(tree.children, hints, strict=True))


CONSTANTS: dict[str, tuple[object, type]] = {"true": (True, bool), "false": (False, bool), "null": (None, NoneType)}


def _scalar(token: Token, hint: Hint) -> object:
    options = alternatives(hint)
    words = [word for option in options if origin_of(option) is Literal for word in get_args(option)]
    if token.type == "STRING":
        text = ast.literal_eval(token)
        if str in options or text in words:
            return text
    elif token.type == "INT":
        if int in options or int(token) in words:
            return int(token)
    elif str(token) in CONSTANTS:
        value, cls = CONSTANTS[str(token)]
        if cls in options:
            return value
    elif str(token) in words:
        return str(token)
    _fail(token, f"expected {_wanted(hint)}, not {str(token)!r}")


def _node(tree: Parsed, shape: Shape) -> object:
    """A node from `tag(heads) {body}`, whatever its tag: in a field, the field's name stands for it."""
    parts = {part.data: part for part in tree.children[1:] if isinstance(part, Tree)}
    heads = parts["heads"].children if "heads" in parts else []
    if len(heads) != len(shape.heads):
        wanted = " ".join(head.name for head in shape.heads) or "nothing"
        _fail(parts.get("heads", tree), f"{shape.tag}: expected ({wanted}), not {len(heads)} values")
    values = {field.name: _value(head, field.hint) for field, head in zip(shape.heads, heads, strict=True)}
    fields = {field.name: field for field in shape.fields}
    for entry in parts["body"].children if "body" in parts else []:
        assert isinstance(entry, Tree)
        field, value = _entry(entry, fields, shape)
        if field.name in values:
            _fail(entry, f"{shape.tag}: {field.name!r} is given twice")
        values[field.name] = value
    missing = [field.name for field in shape.fields if field.required and field.name not in values]
    if missing:
        _fail(tree, f"{shape.tag}: {missing[0]!r} is missing")
    return shape.cls(**values)


def _entry(entry: Parsed, fields: dict[str, Field], shape: Shape) -> tuple[Field, object]:
    """One of `name = value`, `name(heads) {body}`, `name`."""
    first = entry.children[0]
    name = first.children[0] if isinstance(first, Tree) else first
    field = fields.get(str(name))
    if field is None:
        _fail(entry, f"{shape.tag} has no field {str(name)!r}")
    if entry.data == "assigned":
        return field, _value(entry.children[1], field.hint)
    if entry.data == "flag":
        if not field.is_flag:
            _fail(entry, f"{shape.tag}: {field.name!r} needs a value")
        return field, True
    classes = node_classes(field.hint)
    if len(classes) != 1:
        _fail(entry, f"{shape.tag}: {field.name!r} needs {_wanted(field.hint)} after '='")
    assert isinstance(first, Tree)
    return field, _node(first, shape_of(classes[0]))


def _wanted(hint: Hint) -> str:
    names: list[str] = []
    for option in alternatives(hint):
        if origin_of(option) is Literal:
            names += map(str, get_args(option))
        elif origin_of(option) is tuple:
            names.append("a list")
        elif option in KINDS:
            names.append(KINDS[option])
        else:
            names.append(tag_of(option))
    return " or ".join(names)


KINDS: dict[Hint, str] = {int: "an integer", str: "a string", bool: "true or false", NoneType: "null"}
