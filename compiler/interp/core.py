"""The reference backend: the positions and moves of one game, on plain stacks, behind the core contract."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from hashlib import blake2b
from typing import Any, Final, final

from hensoku.compiler.interp import apply, ends, rules
from hensoku.compiler.interp.codes import DropMove, decode, encode
from hensoku.compiler.interp.moves import ways_to_move
from hensoku.compiler.interp.position import Position, start
from hensoku.compiler.ir.types import Kind, Module, kind_of
from hensoku.runtime.chance import wander
from hensoku.runtime.contract import Code, Listed, Spell, changing, play_spelled, spell_each

KEY_BYTES: Final = 8


@final
class ReferenceCore:
    """Implements `hensoku.runtime.contract.Core`; starts on the start position."""

    def __init__(self, module: Module) -> None:
        self._module = module
        self._stack = [rules.fresh(module, start(module))]
        self._codes: list[Code] = []
        self._stopped = False
        self._asked: tuple[Position, list[Code]] | None = None

    @property
    def turn(self) -> int:
        return self._position.turn

    @property
    def made(self) -> int:
        return len(self._codes)

    @property
    def _position(self) -> Position:
        return self._stack[-1]

    def reset(self, cells: Sequence[int], hands: Sequence[Sequence[int]], turn: int, state: Sequence[int]) -> None:
        sente, gote = hands
        position = Position(tuple(cells), (tuple(sente), tuple(gote)), turn)
        self._stack = [_with_state(position, state) if state else rules.fresh(self._module, position)]
        self._codes = []

    def cells(self) -> tuple[int, ...]:
        return self._position.cells

    def hands(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        return self._position.hands

    def state(self) -> tuple[int, ...]:
        position = self._position
        return (_bits(position.virgin), *position.checks, position.passes, position.credit, position.struck)

    def copy(self) -> ReferenceCore:
        other = ReferenceCore(self._module)
        other._stack, other._codes = self._stack[:], self._codes[:]
        return other

    def legal(self) -> list[Code]:
        """Asked again and again of one position, so the last answer is kept."""
        position = self._position
        if self._asked is None or self._asked[0] is not position:
            self._asked = position, [encode(move) for move in ends.legal_moves(self._module, position)]
        return self._asked[1].copy()

    def spelled(self, spell: Spell) -> list[Any]:
        return spell_each(self.legal(), self.cells(), spell)

    def listing(self, spell: Spell) -> Listed:
        return Listed(partial(self.spelled, spell))

    def reached(self) -> list[Code]:
        return [encode(move) for move in ways_to_move(self._module, self._position)]

    def push(self, code: Code) -> None:
        self._stack.append(rules.play(self._module, self._position, decode(code)))
        self._codes.append(code)

    def pop(self, count: int = 1) -> None:
        if count > len(self._codes):
            raise IndexError("no move to take back")
        kept = len(self._codes) - count
        del self._stack[kept + 1 :], self._codes[kept:]

    def play(self, move: Any, spell: Spell) -> bool:
        return play_spelled(self, move, spell)

    def take_back(self, spell: Spell) -> Any:
        code = self._codes[-1] if self._codes else 0
        self.pop()
        return spell(code, changing(code, self.cells()))

    def wander(self, seed: int, times: int, forbids: bool, most: int) -> int:
        return wander(self, seed, times, forbids, most)

    def played(self) -> list[tuple[Code, int]]:
        before = zip(self._codes, self._stack, strict=False)
        return [(code, changing(code, position.cells)) for code, position in before]

    def last(self) -> Code:
        return self._codes[-1]

    def repeats(self) -> int:
        return self._stack.count(self._position)

    def since(self, captures: bool, kinds: Sequence[int]) -> int:
        for count, (code, position) in enumerate(zip(reversed(self._codes), self._stack[-2::-1], strict=True)):
            if _mover(code, position) in kinds or (captures and apply.victims(position, decode(code))):
                return count
        return self.made

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
        return self._perft(self._position, depth)

    def _perft(self, position: Position, depth: int) -> int:
        if self._stopped:
            raise InterruptedError("the count was ended")
        if depth == 0:
            return 1
        moves = ends.legal_moves(self._module, position)
        if depth == 1:
            return len(moves)
        return sum(self._perft(rules.play(self._module, position, move), depth - 1) for move in moves)

    def stop(self) -> None:
        self._stopped = True


def _mover(code: Code, position: Position) -> Kind:
    """The kind that moves or is dropped."""
    move = decode(code)
    return move.kind if isinstance(move, DropMove) else kind_of(position.cells[move.origin])


def _with_state(position: Position, state: Sequence[int]) -> Position:
    virgin, sente, gote, passes, credit, struck = state
    return replace(position, virgin=_squares(virgin), checks=(sente, gote), passes=passes, struck=struck, credit=credit)


def _bits(squares: Iterable[int]) -> int:
    return sum(1 << square for square in squares)


def _squares(bits: int) -> frozenset[int]:
    return frozenset(square for square in range(bits.bit_length()) if bits >> square & 1)
