"""Writing the pages: one a variant, and the index."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, final

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

import hensoku
from hensoku.compiler.resolve import resolve
from hensoku.diagram import STYLE
from hensoku.loading import load_with
from hensoku.pages.page import Counts, Page
from hensoku.pages.prose import prose
from hensoku.rulebook import rules
from hensoku.rulebook.profiles import changes
from hensoku.scaffold import slug_of

INDEX: Final = "index"


@final
@dataclass(frozen=True)
class Written:
    """A file of the site; the names of pictures that its rule sheet wants and that nobody knows."""

    path: Path
    missing: tuple[str, ...] = ()


def read(name: str, depth: int, backend: str = "auto") -> Page:
    """The page of a variant, with counts from the start up to a depth; none if it is 0.

    Raises as `hensoku.load`."""
    resolved = resolve(name)
    book = rules(resolved)
    return Page(resolved, book, changes(name, resolved, book), _counts(name, depth, backend) if depth else None)


def _counts(name: str, depth: int, backend: str) -> Counts:
    variant = load_with(name, backend)
    position = variant.position()
    return Counts(variant.backend, tuple(position.perft(length) for length in range(1, depth + 1)))


def write(pages: Sequence[Page], folder: Path) -> Iterator[Written]:
    """Write all pages and their index into a folder, made if it is not there. Files of these names are replaced.

    Raises ValueError for two pages of one name, OSError for a folder that cannot be written to."""
    slugs = [INDEX, *(page.slug for page in pages)]
    twice = next((slug for slug in slugs if slugs.count(slug) > 1), None)
    if twice is not None:
        raise ValueError(f"two pages would be {twice}.html")
    folder.mkdir(parents=True, exist_ok=True)
    for page in pages:
        html, missing = page_html(page, slugs[1:])
        yield Written(_write(folder / f"{page.slug}.html", html), missing)
    yield Written(_write(folder / f"{INDEX}.html", index_html(pages)))


def _write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


# ---------------------------------------------------------------------------------------------------------------- HTML


def page_html(page: Page, known: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """The page, and the names of pictures that its sheet wants and that nobody knows. `known`: slugs with a page."""
    sheet = prose(page.body, page.title, known, _drawing(page))
    html = _render("variant.html", page=page, prose=Markup(sheet.html), known=known, diagrams=Markup(STYLE))
    return html, sheet.missing


def index_html(pages: Sequence[Page]) -> str:
    script = _source("search.js")
    return _render(
        "index.html",
        pages=sorted(pages, key=lambda page: page.order),
        script=Markup(script),
        digest=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
    )


def _drawing(page: Page) -> Callable[[str, str], str | None]:
    """`SLUG-board` is the start, `SLUG-SETUP` a named setup, `SLUG-PIECE` how a piece moves."""
    setups = {"board": page.board, **page.handicaps}
    cards = {slug_of(card.name): card for card in reversed(page.cards)}

    def draw(name: str, caption: str) -> str | None:
        what = name.removeprefix(f"{page.slug}-")
        if what == name or what not in (setups if what in setups else cards):
            return None
        board, card = setups.get(what), cards.get(what)
        return _render("picture.html", board=board, card=None if board else card, caption=caption)

    return draw


def _render(name: str, **data: object) -> str:
    return _environment().get_template(name).render(style=Markup(_source("style.css")), **data)


@cache
def _loader() -> PackageLoader:
    return PackageLoader("hensoku.pages")


def _source(name: str) -> str:
    """A file of `templates/` as it is."""
    return _loader().get_source(_environment(), name)[0]


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=_loader(),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.globals["version"] = hensoku.__version__
    return environment
