"""Captures that are forbidden although the piece moves so, on both backends; from the words of docs/semantics.md."""

from __future__ import annotations

import pytest
from compiled import Workshop
from played import after
from rulebooks import variant

FORMS = ("reference", "compiled")

# (definition and profile, sfen, moves made before, legal moves, moves that are not, why)
CAPTURES = [
    ("trade", "k4/5/1N3/5/1n2K b - 1", "", "4c4e", "", "nothing protects it"),
    ("trade", "k4/5/1N3/5/rn2K b - 1", "", "4c3e", "4c4e", "the rook could take back"),
    ("trade", "k4/5/1N3/1p3/rn2K b - 1", "", "4c4d 4c4d3e", "4c4e 4c4d4e", "a pawn on the way is no excuse"),
    ("trade", "k4/5/1N3/1g3/rn2K b - 1", "", "4c4d4e", "4c4e", "a gold is"),
    ("trade", "k4/5/1N3/1+p3/rn2K b - 1", "", "4c4d4e", "4c4e", "so is a promoted pawn: printed faces are meant"),
    ("trade", "k4/5/1N3/1p3/1n2K b - 1", "", "4c3d", "4c4e 4c4d4e", "what is taken on the way protects all the same"),
    ("trade", "k4/5/1N3/1n3/1r2K b - 1", "", "4c4d 4c4d4c", "", "it stands next to the lion"),
    ("trade", "1r2k/5/1N3/5/1n2K b - 1", "", "", "4c4e", "the rook looks through the lion that moves"),
    ("trade", "k4/5/1G3/1n3/1r2K b - 1", "", "4c4d", "", "another piece may take it"),
    ("trade", "k4/5/1N3/5/rg2K b - 1", "", "4c4e 4c5e", "", "other pieces are not spared"),
    ("trade far", "k4/5/1N3/1n3/1r2K b - 1", "", "4c4e", "4c4d 4c4d4c", "near or not"),
    ("trade far", "k4/5/1N3/1n3/4K b - 1", "", "4c4d 4c4d4c", "", "it is not protected"),
    ("trade rooks", "k4/5/1N3/5/rg2K b - 1", "", "4c4e", "4c5e", "the gold protects the rook"),
    ("trade rooks", "k4/5/1N3/5/rn2K b - 1", "", "4c4e", "", "lions are not spared"),
    ("trade", "k3r/5/4N/2G2/2n1K w - 1", "1a1c", "3d2d 1e1d", "3d3e", "a rook took a lion on another square"),
    ("trade", "k3r/5/4N/2G2/2n1K w - 1", "1a1b 3d2d 1b1c", "2d1c", "", "on the same square"),
    ("trade", "k3r/5/4N/2N2/2n1K w - 1", "1a1c", "3d3e", "", "a lion may strike back"),
    ("trade", "k3r/5/4N/2G2/2n1K w - 1", "1a1c 1e1d 5a4a", "3d3e", "", "it holds for one move"),
    ("trade", "k3n/5/4N/2G2/2n1K w - 1", "1a1c", "3d3e", "", "a lion took it"),
    ("trade counter-strike", "k3r/5/4N/2G2/2n1K w - 1", "1a1c", "3d3e", "", "allowed here"),
    ("trade", "k4/5/4r/2G2/2n1K b n,1c 1", "", "3d2d", "3d3e", "as an SFEN says"),
    ("trade", "k4/5/4r/2G2/2n1K b n 1", "", "3d3e", "", "as another does"),
    ("protected", "k4/1p3/1g3/5/K3B b - 1", "", "1e1a 1e3c", "1e4b 1e4c", "they protect each other"),
    ("protected", "k4/1p3/5/1g3/K3B b - 1", "", "1e4d", "1e4b 1e5a", "the king protects the pawn, and is never taken"),
    ("protected", "k4/5/3p1/5/K3b w - 1", "", "1e2d", "1e5e 1e2c", "a king and an own piece"),
    ("protected", "k3b/5/5/3P1/K4 w - 1", "", "1a2d", "", "nothing protects the pawn"),
    ("protected", "k3b/5/5/3P1/K2R1 w - 1", "", "1a2e", "1a2d", "a rook does, and nothing the rook"),
]


@pytest.mark.parametrize("backend", FORMS)
@pytest.mark.parametrize(("book", "sfen", "before", "legal", "illegal", "why"), CAPTURES)
def test_captures(
    book: str, sfen: str, before: str, legal: str, illegal: str, why: str, backend: str, workshop: Workshop
) -> None:
    name, _, profile = book.partition(" ")
    position = after(variant(name, profile, backend, workshop), sfen, before)
    assert [move for move in legal.split() if not position.is_legal(move)] == [], why
    assert [move for move in illegal.split() if position.is_legal(move)] == [], why


@pytest.mark.parametrize("backend", FORMS)
def test_the_square_is_written_after_the_hands(backend: str, workshop: Workshop) -> None:
    position = after(variant("trade", None, backend, workshop), "k3r/5/4N/2G2/2n1K w - 1", "1a1c")
    assert position.sfen() == "k4/5/4r/2G2/2n1K b n,1c 2"
    assert position == variant("trade", None, backend, workshop).position(position.sfen())
    assert position != variant("trade", None, backend, workshop).position("k4/5/4r/2G2/2n1K b n 2")


@pytest.mark.parametrize("backend", FORMS)
def test_a_piece_that_stands_where_it_was_taken(backend: str, workshop: Workshop) -> None:
    with pytest.raises(ValueError, match="sente has a piece on 3d, where one of its own was taken last"):
        variant("trade", None, backend, workshop).position("k4/5/4r/2G2/2n1K b n,3d 1")
