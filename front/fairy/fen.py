"""The start of a variant as that program's FEN has it: hands in brackets, `w` for the first side, counts of checks."""

from __future__ import annotations

from collections.abc import Mapping

from hensoku.compiler.ir import types as ir

Letters = Mapping[ir.Kind, str]
"""The letter of a type in a section, by our kinds."""


def fen(module: ir.Module, letters: Letters) -> str:
    """The first setup."""
    setup, board = module.setups[0], module.board
    cells = {(square.file, square.rank): index for index, square in enumerate(board.squares)}
    rows = []
    for rank in range(board.ranks):
        row = ""
        for file in range(board.files):
            at = cells.get((file, rank))
            row += "*" if at is None else _letter(module, letters, setup.cells[at])
        rows.append(_counted(row))
    hands = "".join(
        _letter(module, letters, ir.cell_of(kind, side)) * setup.hands[side][kind]
        for side in (0, 1)
        for kind in module.hand_order
    )
    held = f"[{hands or '-'}]" if hands or any(piece.hand >= 0 for piece in module.pieces) else ""
    fields = [f"{'/'.join(rows)}{held}", "b" if setup.turn else "w", "-", "-", counts(module), "0", "1"]
    return " ".join(filter(None, fields))


def counts(module: ir.Module) -> str:
    """What it says of checks (`3+3`), empty where they are not counted."""
    checks = next((end.terms.count for end in module.ends if isinstance(end.terms, ir.CheckCount)), 1)
    return f"{checks}+{checks}" if checks > 1 else ""


def spelling(module: ir.Module, letters: Letters, kind: ir.Kind) -> str:
    """A piece of the first side: the letter of its unpromoted face, `+` before it if promoted."""
    base = module.pieces[kind].base
    return ("" if base == kind else "+") + letters[base].upper()


def _letter(module: ir.Module, letters: Letters, cell: int) -> str:
    if not cell:
        return " "
    spelled = spelling(module, letters, ir.kind_of(cell))
    return spelled.lower() if ir.side_of(cell) else spelled


def _counted(row: str) -> str:
    """A row with its blanks counted."""
    text, empty = "", 0
    for char in (*row, ""):
        if char == " ":
            empty += 1
            continue
        text += (str(empty) if empty else "") + char
        empty = 0
    return text
