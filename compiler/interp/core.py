"""The reference backend: the positions of one game, on a plain stack, behind the core contract.

A fresh position (state `()`) counts a piece as virgin if it stands where the start (`setups[0]`) has the very same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import Final, final

from hensoku.compiler.interp import apply, rules
from hensoku.compiler.interp.codes import decode, encode
from hensoku.compiler.interp.position import Position, fresh_virgin, start
from hensoku.compiler.ir.types import Module
from hensoku.runtime.contract import Code

KEY_BYTES: Final = 8


@final
class ReferenceCore:
    """Implements `hensoku.runtime.contract.Core`; starts on the start position."""

    def __init__(self, module: Module) -> None:
        self._module = module
        self._stack = [start(module)]
        self.turn = self._position.turn

    @property
    def _position(self) -> Position:
        return self._stack[-1]

    def reset(self, cells: Sequence[int], hands: Sequence[Sequence[int]], turn: int, state: Sequence[int]) -> None:
        virgin = _squares(state[0]) if state else fresh_virgin(self._module, cells)
        sente, gote = hands
        self._stack = [Position(tuple(cells), (tuple(sente), tuple(gote)), turn, virgin)]
        self.turn = turn

    def cells(self) -> tuple[int, ...]:
        return self._position.cells

    def hands(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        return self._position.hands

    def state(self) -> tuple[int, ...]:
        return (_bits(self._position.virgin),)

    def copy(self) -> ReferenceCore:
        other = ReferenceCore(self._module)
        other._stack = [self._position]
        other.turn = self.turn
        return other

    def legal(self) -> list[Code]:
        return [encode(move) for move in rules.legal_moves(self._module, self._position)]

    def push(self, code: Code) -> None:
        self._stack.append(apply.apply(self._module, self._position, decode(code)))
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
        return rules.ended(self._module, self._position)

    def key(self) -> int:
        position = self._position
        text = repr((position.cells, position.hands, position.turn, self.state()))
        return int.from_bytes(blake2b(text.encode(), digest_size=KEY_BYTES).digest(), "little")

    def perft(self, depth: int) -> int:
        return _perft(self._module, self._position, depth)


def _perft(module: Module, position: Position, depth: int) -> int:
    if depth == 0:
        return 1
    moves = rules.legal_moves(module, position)
    if depth == 1:
        return len(moves)
    return sum(_perft(module, apply.apply(module, position, move), depth - 1) for move in moves)


def _bits(squares: Iterable[int]) -> int:
    return sum(1 << square for square in squares)


def _squares(bits: int) -> frozenset[int]:
    return frozenset(square for square in range(bits.bit_length()) if bits >> square & 1)
