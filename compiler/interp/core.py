"""The reference backend: the positions of one game, on a plain stack, behind the core contract."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from hashlib import blake2b
from typing import Any, Final, final

from hensoku.compiler.interp import apply, ends, rules
from hensoku.compiler.interp.codes import decode, encode
from hensoku.compiler.interp.moves import ways_to_move
from hensoku.compiler.interp.position import Position, start
from hensoku.compiler.ir.types import Module
from hensoku.runtime.contract import Code, Spell, spell_each, spelled_as

KEY_BYTES: Final = 8


@final
class ReferenceCore:
    """Implements `hensoku.runtime.contract.Core`; starts on the start position."""

    def __init__(self, module: Module) -> None:
        self._module = module
        self._stack = [rules.fresh(module, start(module))]
        self.turn = self._position.turn

    @property
    def _position(self) -> Position:
        return self._stack[-1]

    def reset(self, cells: Sequence[int], hands: Sequence[Sequence[int]], turn: int, state: Sequence[int]) -> None:
        sente, gote = hands
        position = Position(tuple(cells), (tuple(sente), tuple(gote)), turn)
        self._stack = [_with_state(position, state) if state else rules.fresh(self._module, position)]
        self.turn = turn

    def cells(self) -> tuple[int, ...]:
        return self._position.cells

    def hands(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        return self._position.hands

    def state(self) -> tuple[int, ...]:
        position = self._position
        return (_bits(position.virgin), *position.checks, position.passes, position.credit, position.struck)

    def copy(self) -> ReferenceCore:
        other = ReferenceCore(self._module)
        other._stack = [self._position]
        other.turn = self.turn
        return other

    def legal(self) -> list[Code]:
        return [encode(move) for move in ends.legal_moves(self._module, self._position)]

    def spelled(self, spell: Spell) -> list[Any]:
        return spell_each(self.legal(), self.cells(), spell)

    def wanted(self, move: Any, spell: Spell) -> Code | None:
        return spelled_as(move, self.legal(), self.cells(), spell)

    def reached(self) -> list[Code]:
        return [encode(move) for move in ways_to_move(self._module, self._position)]

    def push(self, code: Code) -> None:
        self._stack.append(rules.play(self._module, self._position, decode(code)))
        self.turn = self._position.turn

    def pop(self) -> None:
        """Raises `IndexError` when nothing was pushed."""
        if len(self._stack) == 1:
            raise IndexError("no move to take back")
        self._stack.pop()
        self.turn = self._position.turn

    def victims(self, code: Code) -> tuple[int, ...]:
        return apply.victims(self._position, decode(code))

    def in_check(self, side: int) -> bool:
        return rules.in_check(self._module, self._position, side)

    def ended(self) -> tuple[int, int] | None:
        return ends.ended(self._module, self._position)

    def declared(self) -> tuple[int, int] | None:
        return ends.declared(self._module, self._position)

    def faces(self) -> bool:
        return rules.faces(self._module, self._position)

    def key(self) -> int:
        position = self._position
        text = repr((position.cells, position.hands, position.turn, self.state()))
        return int.from_bytes(blake2b(text.encode(), digest_size=KEY_BYTES).digest(), "little")

    def perft(self, depth: int) -> int:
        return _perft(self._module, self._position, depth)


def _perft(module: Module, position: Position, depth: int) -> int:
    if depth == 0:
        return 1
    moves = ends.legal_moves(module, position)
    if depth == 1:
        return len(moves)
    return sum(_perft(module, rules.play(module, position, move), depth - 1) for move in moves)


def _with_state(position: Position, state: Sequence[int]) -> Position:
    virgin, sente, gote, passes, credit, struck = state
    return replace(position, virgin=_squares(virgin), checks=(sente, gote), passes=passes, struck=struck, credit=credit)


def _bits(squares: Iterable[int]) -> int:
    return sum(1 << square for square in squares)


def _squares(bits: int) -> frozenset[int]:
    return frozenset(square for square in range(bits.bit_length()) if bits >> square & 1)
