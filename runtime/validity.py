"""Whether a well-formed SFEN is a position of the variant: royals, stuck pieces, check on the side not to move,
royals that face each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hensoku.runtime.contract import Core, cell_of, kind_of, side_of
from hensoku.runtime.errors import SfenError, SfenFault
from hensoku.runtime.sfen import Placement, parse


def raise_for(sfen: str, faults: Sequence[SfenFault]) -> None:
    """Raises SfenError when there are faults."""
    if faults:
        raise SfenError(sfen, faults)


def position_faults(data: Mapping[str, Any], placement: Placement, core: Core, most_royals: int) -> list[SfenFault]:
    """All that is wrong with a placement; `core` has taken it over. `most_royals`: so many a side may have."""
    faults = [
        *_royal_faults(data, placement, most_royals),
        *_stuck_faults(data, placement),
        *_struck_faults(data, placement),
    ]
    idle = 1 - placement.turn
    if not faults and data["royals"]["check"] == "answered" and core.in_check(idle):
        faults.append(SfenFault(f"{data['players'][idle]} is in check and not to move"))
    if not faults and data["royals"]["facing"] == "illegal" and core.faces():
        faults.append(SfenFault("pieces face each other that may not"))
    return faults


def royals_of(data: Mapping[str, Any], placement: Placement, side: int) -> int:
    """How many royal pieces a side has on the board and in hand."""
    royal = [kind for kind, piece in enumerate(data["pieces"]) if piece["royal"]]
    on_board = sum(placement.cells.count(cell_of(kind, side)) for kind in royal)
    return on_board + sum(placement.hands[side][kind] for kind in royal)


def royals_in_setups(data: Mapping[str, Any]) -> int:
    """The most royal pieces that a side has in any setup."""
    starts = [parse(data, sfen) for sfen in data["setups"].values()]
    return max(royals_of(data, start, side) for start in starts for side in (0, 1))


def _royal_faults(data: Mapping[str, Any], placement: Placement, most: int) -> Iterator[SfenFault]:
    """At most as many royals as some setup has, unless the game hangs on the last one only, or more may come in the
    course of a game. Where check binds, only an attacker may have none: the side to move, or sente, who attacks in a
    tsume problem whoever is to move. Where it does not, royals are taken, and a position without one is a game that is
    over."""
    found = [royals_of(data, placement, side) for side in (0, 1)]
    limited = data["royals"]["lost_when"] == "any" and not _royals_may_come(data)
    for side, player in enumerate(data["players"]):
        if limited and found[side] > most:
            yield SfenFault(f"{player} has {found[side]} royal pieces ({_royal_ids(data)}), at most {most}")
    if most == 0 or data["royals"]["check"] == "ignored":
        return
    if found == [0, 0]:
        yield SfenFault(f"neither side has a royal piece ({_royal_ids(data)})")
    elif found[1] == 0 and placement.turn == 0:
        yield SfenFault(f"{data['players'][1]} has no royal piece ({_royal_ids(data)}) and is not the attacker")


def _royals_may_come(data: Mapping[str, Any]) -> bool:
    """Whether a side may get a royal: one that it takes is held as a royal, or a piece becomes one, by promotion or as
    the face that is dropped."""
    pieces = data["pieces"]
    royal_ids = {piece["id"] for piece in pieces if piece["royal"]}
    held = any(piece["hand"] >= 0 and pieces[piece["hand"]]["royal"] for piece in pieces)
    promoted = any(pieces[target]["royal"] for piece in pieces if not piece["royal"] for target in piece["promotes"])
    drops = data["rules"]["drops"]
    dropped = any(
        royal_ids.intersection(drops[piece["id"]]["faces"])
        for piece in pieces
        if piece["id"] in drops and not piece["royal"]
    )
    return held or promoted or dropped


def _royal_ids(data: Mapping[str, Any]) -> str:
    return ", ".join(piece["id"] for piece in data["pieces"] if piece["royal"])


def _stuck_faults(data: Mapping[str, Any], placement: Placement) -> Iterator[SfenFault]:
    """Pieces where the rules let them neither move to nor be dropped, as they could never leave again."""
    names = data["board"]["squares"]
    for square, cell in enumerate(placement.cells):
        if not cell:
            continue
        piece, side = data["pieces"][kind_of(cell)], side_of(cell)
        if square in piece["stuck"][side]:
            yield SfenFault(f"{data['players'][side]}'s {piece['id']} on {names[square][0]} could never move")


def _struck_faults(data: Mapping[str, Any], placement: Placement) -> Iterator[SfenFault]:
    """Where the side to move has just lost a piece it has none; the captor need not have stayed there."""
    cell = placement.cells[placement.struck] if placement.struck >= 0 else 0
    if cell and side_of(cell) == placement.turn:
        name, player = data["board"]["squares"][placement.struck][0], data["players"][placement.turn]
        yield SfenFault(f"{player} has a piece on {name}, where one of its own was taken last")
