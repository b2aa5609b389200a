"""Messages as their readers see them, whole: every bad input of the other tests, and of what other programs let pass.

`pytest --update-golden` writes them anew; they are then read as a diff.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from bad_texts import DEFINITIONS, GOOD, PEERS, SECTIONS

import hensoku
import hensoku.variants
from hensoku.cli.app import run

GOLDEN = Path(__file__).parent / "data" / "messages"

SHIPPED = next(iter(hensoku.variants.__path__))
_KNOWN = re.compile(r"known are .*")
"""All variants that are shipped, of which there are more and more."""

WRONG = {title: GOOD.replace(old, new, 1).replace("«", "") for title, (old, new, *_) in DEFINITIONS.items()}
DOUBTFUL = {title: f"parent: shogi\nengine:\n  {line}\n" for title, line in PEERS.items()}

SFENS = (
    "",
    "4k4/9/9/9/9/9/9/9/4K4",
    "4k4/9/9/9/9/9/9/4K4 b - 1",
    "4k3/9/9/9/9/9/9/9/4K4 b - 1",
    "4k4/9/9/9/4X4/9/9/9/4K4 b - 1",
    "4k4/9/9/9/9/9/9/9/4K4 x - 1",
    "4k4/9/9/9/9/9/9/9/4K4 b k 1",
    "4k4/9/9/9/9/9/9/9/4K4 b - 0",
    "4k4/9/9/9/9/9/9/9/3KK4 b - 1",
    "4k4/4R4/9/9/9/9/9/9/4K4 b - 1",
    "P3k4/9/9/9/9/9/9/9/4K4 b - 1",
)
MOVES = ("7g7e", "5a5b", "P*5e", "7g7f+", "5e5d", "", "x", "0a0b")


def compare(name: str, told: dict[str, str], request: pytest.FixtureRequest) -> None:
    file = GOLDEN / f"{name}.txt"
    text = "".join(f"=== {title}\n{message.rstrip()}\n\n" for title, message in told.items())
    if request.config.getoption("--update-golden"):
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    assert told_in(text) == told_in(file.read_text("utf-8"))


def told_in(text: str) -> dict[str, str]:
    return dict(re.findall(r"^=== (.*)\n((?:(?!=== ).*\n)*)", text, re.MULTILINE))


def checked(texts: dict[str, str], capsys: pytest.CaptureFixture[str]) -> Iterator[tuple[str, str]]:
    for title, text in texts.items():
        Path("small.yaml").write_text(text, encoding="utf-8")
        assert run(["check", "small.yaml", "--notes", "--no-cache"]) == 1
        said = capsys.readouterr()
        assert said.err == ""
        yield title, _KNOWN.sub("known are …", said.out.replace(SHIPPED, "variants"))


@pytest.mark.parametrize(("name", "texts"), [("definitions", WRONG), ("peers", DOUBTFUL)])
def test_definitions(
    name: str,
    texts: dict[str, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    request: pytest.FixtureRequest,
) -> None:
    monkeypatch.chdir(tmp_path)
    compare(name, dict(checked(texts, capsys)), request)


def test_sections(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    request: pytest.FixtureRequest,
) -> None:
    monkeypatch.chdir(tmp_path)
    told = {}
    for title, text in SECTIONS.items():
        Path("variants.ini").write_text(text, encoding="utf-8")
        assert run(["import", "variants.ini"]) == 1
        told[title] = _KNOWN.sub("known are …", capsys.readouterr().err)
    compare("sections", told, request)


def test_positions_and_moves(request: pytest.FixtureRequest) -> None:
    shogi = hensoku.load("shogi", backend="reference")
    told = {}
    for sfen in SFENS:
        with pytest.raises(ValueError, match="bad SFEN") as raised:
            shogi.position(sfen)
        told[f"SFEN {sfen!r}"] = str(raised.value)
    position = shogi.position()
    position.push("2g2f")
    position.push("3c3d")
    for move in MOVES:
        with pytest.raises(ValueError, match=r"no move|may not be played") as raised:
            position.push(move)
        told[f"move {move!r}"] = str(raised.value)
    compare("positions", told, request)
