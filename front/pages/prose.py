"""The Markdown of a rule sheet as HTML: CommonMark with tables; HTML in it is text, and nothing is fetched for it."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias, final
from urllib.parse import urlsplit

from markdown_it import MarkdownIt
from markdown_it.token import Token

_PICTURE: Final = re.compile(r"\{\{\s*svg:([\w.-]+?)(?:\.svg)?\s*(?:[\"“]([^\"”]*)[\"”])?\s*\}\}")
_HIGHEST: Final = 3
"""The level of a page's headings under which those of the sheet stand."""

_LOWEST: Final = 6

Draw: TypeAlias = Callable[[str, str], str | None]
"""From the name of a picture and its caption to HTML, None if there is no such picture."""


@final
@dataclass(frozen=True)
class Prose:
    """`missing` are the names of pictures that the sheet wants and that nobody knows."""

    html: str
    missing: tuple[str, ...]


def prose(body: str, title: str, known: Collection[str], draw: Draw) -> Prose:
    """`known` are the slugs that have a page; links to other sheets are their text alone."""
    parser = MarkdownIt("commonmark", {"html": False, "typographer": False}).enable(["table", "strikethrough"])
    tokens = _without_title(parser.parse(body), title)
    _lower(tokens)
    missing: list[str] = []
    placed = list(_with_pictures(tokens, draw, missing))
    for token in placed:
        if token.children:
            token.children = list(_inline(token.children, known))
    return Prose(parser.renderer.render(placed, parser.options, {}), tuple(missing))


def _without_title(tokens: list[Token], title: str) -> list[Token]:
    """The page has the title already."""
    begins = len(tokens) > 2 and tokens[0].type == "heading_open"
    return tokens[3:] if begins and tokens[1].content.strip() == title else tokens


def _lower(tokens: Sequence[Token]) -> None:
    headings = [token for token in tokens if token.type in ("heading_open", "heading_close")]
    highest = min((int(token.tag[1:]) for token in headings), default=_HIGHEST)
    for token in headings:
        token.tag = f"h{min(int(token.tag[1:]) - highest + _HIGHEST, _LOWEST)}"


# ----------------------------------------------------------------------------------------------------------- pictures


def _with_pictures(tokens: Sequence[Token], draw: Draw, missing: list[str]) -> Iterator[Token]:
    """`{{svg:name.svg "caption"}}` is the picture if it stands alone in a paragraph, and its caption elsewhere."""
    index = 0
    while index < len(tokens):
        token = tokens[index]
        if token.type == "paragraph_open" and (found := _PICTURE.fullmatch(tokens[index + 1].content.strip())):
            yield _picture(found[1], found[2] or "", draw, missing)
            index += 3
            continue
        for child in token.children or ():
            if child.type == "text":
                child.content = _PICTURE.sub(lambda found: found[2] or "", child.content)
        yield token
        index += 1


def _picture(name: str, caption: str, draw: Draw, missing: list[str]) -> Token:
    drawn = draw(name, caption)
    if drawn is not None:
        return Token("html_block", "", 0, content=drawn)
    missing.append(name)
    return Token("inline", "", 0, content=caption, children=[Token("text", "", 0, content=caption or name)])


def _inline(tokens: Sequence[Token], known: Collection[str]) -> Iterator[Token]:
    """Links lead to pages that are there, or out; pictures from elsewhere are what is written for those who cannot see
    them."""
    kept: list[bool] = []
    for token in tokens:
        match token.type:
            case "image":
                yield Token("text", "", 0, content=token.content)
            case "link_open":
                href = _target(str(token.attrGet("href") or ""), known)
                kept.append(href is not None)
                if href is not None:
                    token.attrSet("href", href)
                    yield token
            case "link_close":
                if kept.pop():
                    yield token
            case _:
                yield token


def _target(href: str, known: Collection[str]) -> str | None:
    parts = urlsplit(href)
    if parts.scheme in ("http", "https", "mailto"):
        return href
    slug = parts.path.removesuffix(".md")
    return f"{slug}.html" if not parts.scheme and not parts.netloc and slug in known else None
