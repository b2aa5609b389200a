"""What the search needs of a variant: its rules about ends as numbers, its evaluation, and functions under the names
that `runtime/include/hensoku/search` calls."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, final

from hensoku.compiler.codegen.facts import SIDES, Facts
from hensoku.compiler.codegen.search import SearchEmitter
from hensoku.compiler.codegen.searcher import SEARCHER
from hensoku.compiler.codegen.tables import BYTE, SMALL, bit_words
from hensoku.compiler.codegen.writer import Writer
from hensoku.compiler.evaluation import Evaluation
from hensoku.compiler.ir.types import EndKind, MoveLimit, Repetition, RepetitionResult, Result

HEADER: Final = '#include "hensoku/search/search.h"\n#include "hensoku/search/mate.h"'

RESULTS: Final[Mapping[Result | RepetitionResult, str]] = {
    "loss": "HK_LOSS",
    "win": "HK_WIN",
    "draw": "HK_DRAW",
    "illegal": "HK_ILLEGAL",
}
REPEATERS: Final = {"repeater": "HK_OF_REPEATER", "first-mover": "HK_OF_FIRST", "sente": "0", "gote": "1"}
AFTER_REPETITION: Final[Mapping[EndKind, str]] = {"impasse": "HK_IMPASSE", "dead-position": "HK_DEAD"}
LIMIT_WINNERS: Final[Mapping[Result, str]] = {"loss": "1", "win": "0", "draw": "HK_NOBODY"}

FEW_PIECES: Final = 4
"""A side with fewer pieces beside its royals may be in zugzwang where nothing can be dropped."""


@final
@dataclass(frozen=True, slots=True)
class EngineEmitter:
    """Emits the functions that the search calls, and the classes `Table` and `Searcher`. `lists`: whether lawful
    moves are listed from sets, which is cheap; `goes`: whether those are that pieces have whatever is against them."""

    facts: Facts
    evaluation: Evaluation
    write: Writer
    lists: bool
    goes: bool

    # ------------------------------------------------------------------------------------------------------- tables

    def head(self) -> list[str]:
        """The `#define`s and tables of the search and its headers, in C; the board's tables stand before them."""
        numbers = self._rules() | self._numbers()
        defines = (f"#define {name} {value}" for name, value in numbers.items())
        return [*defines, *self._faces(), *self._squares(), HEADER]

    def _rules(self) -> dict[str, str]:
        facts, module = self.facts, self.facts.module
        results = {end.kind: RESULTS[end.result] for end in module.ends}
        rules = {
            "HK_ANSWERED": str(int(facts.answers_check)),
            "HK_LISTS": str(int(self.lists)),
            "HK_USES_VIAS": str(int(facts.has_vias)),
            "HK_MATE_RESULT": results.get("checkmate", "HK_NOTHING"),
            "HK_STALE_RESULT": results.get("stalemate", "HK_NOTHING"),
            "HK_NULL_LEAST": str(self._null_least()),
            "HK_SOONEST": str(int(not self._wins_without_moves())),
            "HK_LIMIT": "0",
        }
        for end in module.ends:
            if isinstance(end.terms, MoveLimit):
                rules["HK_LIMIT"] = str(end.terms.moves)
                rules["HK_LIMIT_CAPTURES"] = str(int(end.terms.captures))
                rules["HK_LIMIT_WINNER"] = LIMIT_WINNERS[end.result]
        return rules | _repetition(module.repetition)

    def _wins_without_moves(self) -> bool:
        """Whether a side may have won by having no legal move: by a result, or a drop that mates and loses."""
        by_result = any(
            end.kind in ("checkmate", "stalemate") and end.result == "win" for end in self.facts.module.ends
        )
        return by_result or any(piece.drop and piece.drop.mate == "loses" for piece in self.facts.pieces)

    def _null_least(self) -> int:
        """A pass tells nothing where sides may pass, or must answer what they face."""
        facing = self.facts.facing
        if self.facts.module.passing or (facing is not None and facing.rule == "answered"):
            return 0
        return 1 if self.facts.can_drop else FEW_PIECES

    def _numbers(self) -> dict[str, str]:
        numbers = self.evaluation
        return {
            "HK_DANGER": str(numbers.danger),
            "HK_MOST_DANGER": str(numbers.most_danger),
            "HK_TEMPO": str(numbers.tempo),
        }

    def _faces(self) -> Iterator[str]:
        faces = [self.evaluation.faces[piece.id] for piece in self.facts.pieces]
        module = self.facts.module
        loses = [int(piece.drop is not None and piece.drop.mate == "loses") for piece in self.facts.pieces]
        limiting = {kind for end in module.ends if isinstance(end.terms, MoveLimit) for kind in end.terms.kinds}
        for name, kind, values in (
            ("hk_price", SMALL, [face.price for face in faces]),
            ("hk_hand_worth", SMALL, [face.hand for face in faces]),
            ("hk_mobility", SMALL, [face.mobility for face in faces]),
            ("hk_force", SMALL, [face.force for face in faces]),
            ("hk_drop_loses", BYTE, loses),
            ("hk_limit_kinds", BYTE, [int(kind in limiting) for kind in range(self.facts.kinds)]),
        ):
            yield _array(kind, name, values)
        orders = [AFTER_REPETITION.get(end.kind, "HK_BEFORE") for end in module.ends] or ["HK_BEFORE"]
        yield f"#define HK_END_ORDER ((const uint8_t[]){{{', '.join(orders)}}})"
        rows = ", ".join("{" + ", ".join(map(str, face.worth)) + "}" for face in faces)
        yield f"static const int16_t hk_worth[{len(faces)}][{self.facts.squares}] = {{{rows}}};"

    def _squares(self) -> Iterator[str]:
        squares = self.facts.squares
        yield _array(SMALL, "hk_turned", self.facts.module.board.turned)
        near = ", ".join(bit_words(around, squares) for around in self.evaluation.near)
        yield f"static const hk_set hk_near[{squares}] = {{{near}}};"

    # ---------------------------------------------------------------------------------------------------- functions

    def emit(self, search: SearchEmitter) -> None:
        """The functions that the headers declare, and the Python classes."""
        if not self.lists:
            for side in SIDES:
                search.emit_forcing(side)
        text = FUNCTIONS
        for name, call in self._calls().items():
            for side in SIDES:
                text = text.replace(f"{name}_{side}", call.format(side))
        self.write("", "")
        self.write.text(text)
        self.write("", "")
        self.write.text(SEARCHER)

    def _calls(self) -> dict[str, str]:
        """Who answers for what `FUNCTIONS` asks, by side."""
        return {
            "LIST": "list_{}(p, work)" if self.lists else "lawful_moves_{}(p, work, True, False)",
            "FORCE": "force_{}(p, work)" if self.lists else "forcing_moves_{}(p, work)",
            "GO": "go_{}(p, work)" if self.goes else "board_moves_{}(p, work)",
            "ANY": "count_{}(p, work, True) > 0" if self.lists else "can_reply_{}(p, work)",
        }


def _array(kind: str, name: str, values: Sequence[int]) -> str:
    return f"static const {kind} {name}[{len(values)}] = {{{', '.join(map(str, values))}}};"


def _repetition(rule: Repetition | None) -> dict[str, str]:
    if rule is None:
        return {"HK_TIMES": "0", "HK_REPETITION": "HK_NOTHING"}
    return {
        "HK_TIMES": str(rule.times),
        "HK_REPETITION": RESULTS[rule.result],
        "HK_REPEATER": REPEATERS[rule.side],
        "HK_PERPETUAL": str(int(rule.perpetual == "loss")),
    }


FUNCTIONS: Final = """
cdef void search_play "hk_play"(hk_position *p, uint64_t code, hk_undo *undo) noexcept nogil:
    make(p, code, undo)


cdef void search_take_back "hk_take_back"(hk_position *p, uint64_t code, const hk_undo *undo) noexcept nogil:
    unmake(p, code, undo)


cdef void search_legal "hk_list_legal"(hk_position *p, hk_work *work) noexcept nogil:
    if p.turn == 0:
        LIST_0
    else:
        LIST_1


cdef void search_forcing "hk_list_forcing"(hk_position *p, hk_work *work) noexcept nogil:
    cdef size_t base = work.moves.count
    if p.turn == 0:
        FORCE_0
    else:
        FORCE_1
    hk_keep_forcing(p, &work.moves, base)


cdef void search_reached "hk_list_reached"(const hk_position *p, hk_work *work, int side) noexcept nogil:
    if side == 0:
        GO_0
    else:
        GO_1


cdef int search_can_move "hk_can_move"(hk_position *p, hk_work *work) noexcept nogil:
    return ANY_0 if p.turn == 0 else ANY_1


cdef int search_end_of "hk_end_of"(hk_position *p, hk_work *work, int *winner) noexcept nogil:
    return end_of(p, work, winner)


cdef int search_declared_end "hk_declared_end"(const hk_position *p, int *winner) noexcept nogil:
    return declared_end(p, winner)


cdef int search_in_check "hk_in_check"(const hk_position *p, int side) noexcept nogil:
    return in_check_0(p) if side == 0 else in_check_1(p)


cdef int search_attacks "hk_attacks"(const hk_position *p, int side, int square) noexcept nogil:
    cdef hk_set target
    hk_clear(&target)
    hk_add(&target, square)
    return attacked_0(p, &target) if side == 0 else attacked_1(p, &target)
"""
