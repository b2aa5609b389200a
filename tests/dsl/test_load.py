"""Files: what they are, how they are decoded, and where their front matter is."""

from __future__ import annotations

from pathlib import Path

import pytest
from dsl_texts import places

from hensoku.dsl.findings import DefinitionError
from hensoku.dsl.load import MAX_BYTES, load_document, read_source
from hensoku.dsl.source import Source

SHEET = "---\ntitle: Mine\n---\n\n# Mine\n"


def refused(path: Path) -> list[tuple[str, int, int]]:
    with pytest.raises(DefinitionError) as error:
        read_source(path)
    return places(list(error.value.findings))


@pytest.mark.parametrize("line_break", ["\n", "\r\n"], ids=["LF", "CRLF"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["no mark", "byte order mark"])
def test_rule_sheet(tmp_path: Path, line_break: str, mark: bytes) -> None:
    path = tmp_path / "mine.md"
    path.write_bytes(mark + SHEET.replace("\n", line_break).encode())
    document, findings = load_document(read_source(path))
    assert findings == []
    assert document is not None
    (entry,) = document.tree.entries
    assert (entry.value.span.line, entry.value.span.column, entry.value.span.text) == (2, 8, "Mine")
    assert document.body.split() == ["#", "Mine"]


@pytest.mark.parametrize("suffix", [".yaml", ".yml"])
def test_yaml_file(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"mine{suffix}"
    path.write_text("---\ntitle: Mine\n", "utf-8")
    document, findings = load_document(read_source(path))
    assert findings == []
    assert document is not None
    assert document.body == ""


SHEETS = [
    ("# Mine\n", "HS004", 1, 1),
    ("", "HS004", 1, 1),
    (" ---\ntitle: x\n---\n", "HS004", 1, 1),
    ("---\ntitle: x\n", "HS005", 1, 1),
    ("---\n---\n", "HS006", 2, 1),
    ("---\n# nothing\n---\n", "HS006", 2, 1),
    ("---\n- a\n---\n", "HS024", 2, 1),
    ("---\na: {b\n---\nc}\n", "HS010", 2, 4),
]


@pytest.mark.parametrize(("text", "code", "line", "column"), SHEETS)
def test_bad_front_matter(text: str, code: str, line: int, column: int) -> None:
    document, findings = load_document(Source("x.md", text))
    assert document is None
    assert places(findings) == [(code, line, column)]


def test_file_that_is_not_there(tmp_path: Path) -> None:
    assert refused(tmp_path / "none.md") == [("HS001", 1, 1)]


def test_folder(tmp_path: Path) -> None:
    assert refused(tmp_path) == [("HS001", 1, 1)]


def test_other_kind_of_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text(SHEET, "utf-8")
    assert refused(path) == [("HS007", 1, 1)]


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["no mark", "byte order mark"])
def test_no_utf8(tmp_path: Path, mark: bytes) -> None:
    path = tmp_path / "mine.md"
    path.write_bytes(mark + "---\ntitle: 香".encode() + "駒".encode("shift_jis") + b"\n---\n")
    assert refused(path) == [("HS002", 2, 9)]


def test_utf16(tmp_path: Path) -> None:
    path = tmp_path / "mine.md"
    path.write_bytes(SHEET.encode("utf-16"))
    assert refused(path) == [("HS002", 1, 1)]


def test_a_megabyte(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(f"title: {'x' * 1_000_000}\n", "utf-8")
    with pytest.raises(DefinitionError) as error:
        read_source(path)
    (found,) = error.value.findings
    assert (found.code, str(MAX_BYTES) in found.message) == ("HS003", True)
