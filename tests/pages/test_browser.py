"""Pages in a real browser: how they are laid out and coloured, and pictures of three of them.

The pictures in `golden/` are grey and small, six points for a square of a board, so that another font is within the
tolerance, and a piece that is missing is not. Without a Chromium all of this is skipped.
"""

from __future__ import annotations

import io
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hensoku.pages import site

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
Image = pytest.importorskip("PIL.Image", reason="Pillow is not installed")
ImageChops = pytest.importorskip("PIL.ImageChops", reason="Pillow is not installed")

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
pytestmark = pytest.mark.skipif(BROWSER is None, reason="no Chromium: apt-get install chromium")

GOLDEN = Path(__file__).with_name("golden")
SLUGS = (
    "cannon-shogi",
    "tori-shogi",
    "sho-shogi",
    "gorogoro-plus",
    "chu-shogi",
    "cylinder-shogi",
    "janggi",
    "dobutsu-shogi",
)
PAGES = (*SLUGS, "index")
PICTURES = [("cannon-shogi", ".start .wood", 9), ("gorogoro-plus", ".start .wood", 5), ("index", ".index .wood", 9)]
"""Page, what is pictured of it (the first of its kind), and how many squares wide that is."""

POINTS, MOST = 6, 16.0
"""Points a square; and by how much of 255 the points of a square may differ on average."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    list(site.write([site.read(slug, 0) for slug in SLUGS], folder))
    return folder


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright.sync_playwright() as play:
        opened = play.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture
def show(browser: Any, folder: Path) -> Iterator[Any]:
    """Opens a page by name, width and colours; what a page complains of, or asks for, fails the test."""
    contexts, complaints = [], []

    def show(name: str, width: int = 1100, scheme: str = "light") -> Any:
        context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda request: complaints.extend([] if request.is_navigation_request() else [request.url]))
        page.goto((folder / f"{name}.html").as_uri())
        return page

    yield show
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.mark.parametrize("name", PAGES)
def test_nothing_is_wider_than_the_screen(show: Any, name: str) -> None:
    page = show(name)
    outside = """[...document.querySelectorAll('body *')].filter(e => !e.closest('.wide, .sheet table, pre') &&
        e.getBoundingClientRect().right > innerWidth + 1).map(e => e.outerHTML.slice(0, 80))"""
    for width in (1100, 390, 320):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate(outside) == []


@pytest.mark.parametrize("name", PAGES)
def test_colours_follow_the_reader(show: Any, name: str) -> None:
    """Text differs from what it stands on as the Web Content Accessibility Guidelines want it: 4.5 to 1."""
    page = show(name)
    for scheme, dark in (("light", False), ("dark", True)):
        page.emulate_media(color_scheme=scheme)
        paper, ink = page.evaluate("(s => [s.backgroundColor, s.color])(getComputedStyle(document.body))")
        fills = "['.koma use', '.koma text'].map(s => getComputedStyle(document.querySelector(s)).fill)"
        soft = "[...document.querySelectorAll('.up, .lead, .size, figcaption')].map(e => getComputedStyle(e).color)"
        assert (luminance(paper) < 0.2) is dark
        assert contrast(paper, ink) > 7
        assert contrast(*page.evaluate(fills)) > 4.5
        assert min(contrast(paper, colour) for colour in page.evaluate(soft)) > 4.5


@pytest.mark.parametrize("name", PAGES)
def test_every_picture_shows_something(show: Any, name: str) -> None:
    sizes = """[...document.querySelectorAll('svg:not(.outline)')].filter(e => !e.closest('details:not([open])'))
        .map(e => [e.getBBox().width, e.getBBox().height, e.getBoundingClientRect().width])"""
    drawn = show(name).evaluate(sizes)
    assert drawn
    assert [each for each in drawn if min(each) < 6] == []


def test_pieces_stay_in_their_squares(show: Any) -> None:
    """The pentagons, and what is written on them, of the board of two signs a piece."""
    boxes = """[...document.querySelectorAll('figure.start .koma')].map(e => [...e.querySelectorAll('use, text')]
        .map(t => t.getBBox()).map(b => [b.x, b.x + b.width, b.y, b.y + b.height]))"""
    for pentagon, *signs in show("cannon-shogi").evaluate(boxes):
        assert max(map(abs, pentagon)) <= 20
        assert all(pentagon[0] < left < right < pentagon[1] for left, right, _, _ in signs)


SEARCHES = [
    ("", 8),
    ("cannon", 1),
    ("DOBUTSU", 1),
    ("dōbutsu", 1),
    ("animal chess", 1),
    ("shogi tori", 1),
    ("chu-sho", 1),
    ("zzz", 0),
]
"""What is typed, and how many of the eight variants have all its words in their names."""


@pytest.mark.parametrize(("typed", "count"), SEARCHES)
def test_search(show: Any, typed: str, count: int) -> None:
    page = show("index")
    page.fill("#search", typed)
    assert page.locator(".index li:visible").count() == count
    assert page.locator("#found").inner_text() == str(count)
    assert page.locator("#nothing").is_visible() is (count == 0)


def test_links_lead_to_pages(show: Any) -> None:
    page = show("index")
    page.click("text=Tori Shogi")
    assert page.title() == "Tori Shogi"
    page.click("text=Variants")
    assert page.title() == "Variants"


# ----------------------------------------------------------------------------------------------------------- pictures


def picture(page: Any, what: str, squares: int) -> Any:
    shot = Image.open(io.BytesIO(page.locator(what).first.screenshot())).convert("L")
    width = POINTS * squares
    return shot.resize((width, round(shot.height * width / shot.width)), Image.Resampling.BOX)


def difference(one: Any, other: Any) -> float:
    """By how much the points of a square differ on average, in the square where it is most."""
    apart = ImageChops.difference(one, other.resize(one.size, Image.Resampling.BOX))
    squares = apart.resize((one.width // POINTS, one.height // POINTS), Image.Resampling.BOX)
    return float(max(squares.tobytes()))


@pytest.mark.parametrize(("name", "what", "squares"), PICTURES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_picture(show: Any, name: str, what: str, squares: int, scheme: str, request: pytest.FixtureRequest) -> None:
    shown, file = picture(show(name, scheme=scheme), what, squares), GOLDEN / f"{name}-{scheme}.png"
    if request.config.getoption("--update-golden"):
        GOLDEN.mkdir(exist_ok=True)
        shown.save(file)
    assert difference(Image.open(file), shown) <= MOST


CHANGES = [
    ("document.querySelector('figure.start .koma').remove()", False),
    (
        "document.querySelectorAll('.start .koma')[22].parentElement.setAttribute('transform', 'translate(20 180)')",
        False,
    ),
    ("document.querySelector('figure.start .wood').style.fill = 'black'", False),
    ("document.querySelectorAll('.koma text').forEach(e => e.style.fontFamily = 'monospace')", True),
]
"""A change of a page, and whether it is small enough."""


@pytest.mark.parametrize(("change", "small"), CHANGES)
def test_pictures_tell_what_matters(show: Any, change: str, small: bool) -> None:
    page = show("cannon-shogi")
    before = picture(page, ".start .wood", 9)
    page.evaluate(change)
    assert (difference(before, picture(page, ".start .wood", 9)) <= MOST) is small


# ------------------------------------------------------------------------------------------------------------- colours


def luminance(colour: str) -> float:
    """Relative luminance of `rgb(r, g, b)`, as WCAG 2 defines it."""
    red, green, blue = (int(part) / 255 for part in colour.removeprefix("rgb(").rstrip(")").split(","))
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in (red, green, blue)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)
