"""One way to read a string with a grammar of `dsl/grammar/`, and to say where and why it does not parse."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, TypeAlias, cast, final

from hensoku.dsl.codes import finding
from hensoku.dsl.findings import Finding
from hensoku.dsl.nodes import Scalar
from hensoku.dsl.source import Span

if TYPE_CHECKING:
    from lark import Lark, Token, Tree
    from lark.exceptions import UnexpectedInput

    Branch: TypeAlias = Tree[Token]


@final
@dataclass(frozen=True)
class Notation:
    """`grammar` names a file of `dsl/grammar/`, `start` a rule of it. `words` say each terminal to a reader."""

    grammar: str
    starts: tuple[str, ...]
    code: str
    what: str
    limit: int
    words: Mapping[str, str]

    def parse(self, scalar: Scalar, start: str) -> tuple[Branch | None, list[Finding]]:
        """The tree of a string, or the finding that says why there is none."""
        from lark.exceptions import UnexpectedInput

        text = scalar.text
        if not text.strip():
            return None, [finding("HS300", scalar.part(0, len(text)), what=self.what)]
        if len(text) > self.limit:
            place = scalar.part(self.limit, len(text))
            return None, [finding("HS308", place, what=self.what, limit=self.limit, size=len(text))]
        try:
            return _parser(self.grammar, self.starts).parse(text, start=start), []
        except UnexpectedInput as error:
            return None, [self._unexpected(error, scalar, start)]

    def _unexpected(self, error: UnexpectedInput, scalar: Scalar, start: str) -> Finding:
        from lark.exceptions import UnexpectedToken

        text = scalar.text
        at_end = isinstance(error, UnexpectedToken) and error.token.type == "$END"
        at = len(text) if at_end else cast("int", error.pos_in_stream)
        state = _parser(self.grammar, self.starts).parse_interactive(text[:at], start=start)
        state.exhaust_lexer()
        accepted = cast("set[str]", state.accepts())  # type: ignore[no-untyped-call]
        words = list(dict.fromkeys(word for terminal, word in self.words.items() if terminal in accepted))
        problem = f"{self.what} ends too early"
        if at < len(text):
            lexer = state.lexer_thread.state
            last = lexer.last_token if lexer is not None else None
            after = f" after the name {str(last)!r}" if last is not None and last.type == "NAME" else ""
            problem = f"unexpected {text[at]!r}{after} in {self.what}"
        help_ = f"expected {listed(words)}" if words else None
        return finding(self.code, scalar.part(at, min(at + 1, len(text))), problem=problem, help=help_)


@cache
def _parser(grammar: str, starts: tuple[str, ...]) -> Lark:
    from lark import Lark

    text = files("hensoku.dsl").joinpath(f"grammar/{grammar}.lark").read_text(encoding="utf-8")
    return Lark(text, parser="lalr", lexer="contextual", start=list(starts), maybe_placeholders=False)


def listed(words: list[str]) -> str:
    """`a, b or c`"""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def token_span(scalar: Scalar, token: Token) -> Span:
    return scalar.part(cast("int", token.start_pos), cast("int", token.end_pos))


def whole_span(scalar: Scalar) -> Span:
    """All of the text, without quotes and outer blanks."""
    text = scalar.text
    start = len(text) - len(text.lstrip())
    return scalar.part(start, max(len(text.rstrip()), start))
