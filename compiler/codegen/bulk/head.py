"""What the head of a module holds for sets: sizes and tables before the headers, names of what the headers define."""

from __future__ import annotations

from typing import Final

from hensoku.compiler.codegen.bulk.choosing import chooses, widest
from hensoku.compiler.codegen.bulk.plan import Plan, word_literal
from hensoku.compiler.codegen.preamble import HEADER_NAMES
from hensoku.compiler.codegen.tables import BYTE
from hensoku.compiler.layout import BITS

WORD_NAMES: Final = """
enum: HK_CLASSES
ctypedef unsigned long long hk_bits
const uint8_t hk_squares[1]
const hk_bits hk_place[1]
"""
"""`hk_bits` is longer, or a vector of words: Cython leaves the operations to C. A vector has no truth and no 0: the
emitters ask `hk_some`, and name `HK_NONE`."""

BYTE_VALUES: Final = 256

POSITION_NAMES: Final = """\
        hk_bits sets[2][HK_CLASSES]
        hk_bits all[2]
"""

BEFORE_SETS: Final = "        int turn\n"

SET_NAMES: Final = """
cdef extern from "hensoku/limits.h" nogil:
    enum: HK_PLACES, HK_LINES
    ctypedef struct hk_lookup:
        pass
    ctypedef struct hk_limits:
        hk_bits all
        hk_bits free
        hk_bits bound
        hk_bits base
    const hk_bits HK_NONE
    bint hk_some(hk_bits x)
    hk_bits hk_shift(hk_bits x, int files, int ranks)
    int hk_ones(hk_bits x)
    int hk_lead(hk_bits x)
    hk_bits hk_lone(hk_bits x)
    hk_bits hk_rest(hk_bits x)
    bint hk_many(hk_bits x)
    hk_bits hk_full_files(hk_bits x, int count)
    hk_bits hk_look(const hk_lookup *axis, int place, hk_bits occupied, int width, int column)
    hk_bits hk_cast(const int16_t *step, int square, hk_bits occupied, int reach, int blockers, bint cut)
    hk_bits hk_lame_end(hk_bits end, hk_bits legs, hk_bits occupied, bint filled)
    hk_bits hk_over(hk_bits occupied, hk_bits sources, const hk_bits *paths, int blockers)
    hk_bits hk_ride(const hk_bits *rays, const hk_bits *edges, int place, hk_bits occupied, int blockers, bint up)
    void hk_fill_axis(hk_lookup *axis, hk_bits *sets, const int16_t *const *steps, int count, int reach,
                      const int *blockers, int width)
    void hk_fill_rays(hk_bits *rays, const int16_t *const *steps, int count, int reach, bint back)
    void hk_fill_paths(hk_bits *paths, const int16_t *step, int reach)
    void hk_fill_lame(hk_bits *ends, hk_bits *legs, hk_bits *back, hk_bits *paths, const int16_t *step,
                      const int16_t *const *between, int passed, bint occupied, hk_bits sources)
    void hk_fill_steps(hk_bits *steps, const int16_t *step, hk_bits sources, bint back)
    void hk_limit_all(hk_limits *limits, hk_bits mask)
    void hk_limit_none(hk_limits *limits, hk_bits targets)
    void hk_limit_contacts(hk_limits *limits, hk_bits attackers)
    void hk_limit_lines(hk_limits *limits, hk_bits attackers, const hk_bits *paths, hk_bits own, hk_bits occupied,
                        int blockers)
    void hk_limit_hurdles(hk_limits *limits, hk_bits attackers, const hk_bits *paths, hk_bits own, hk_bits occupied)
    hk_bits hk_limit_of(const hk_limits *limits, hk_bits one)

cdef extern from "hensoku/listing.h" nogil:
    void hk_list_ends(hk_list *moves, uint64_t start, hk_bits ends)
    void hk_list_steps(hk_list *moves, hk_bits ends, int by)
"""


CHOICE_NAMES: Final = """
cdef extern from "hensoku/roster.h" nogil:
    enum: HK_OF_HAND, HK_OF_LIST
    ctypedef struct hk_range:
        uint32_t width
    ctypedef struct hk_roster_side:
        uint32_t total
    ctypedef struct hk_roster:
        hk_roster_side sides[2]
    ctypedef struct hk_draw:
        int source
        int place
        uint32_t number
        uint32_t chance
    hk_range hk_ranges[2][HK_CLASSES]
    const hk_bits HK_NO_PATHS[1]
    int hk_popcount(uint64_t bits)
    hk_bits hk_at(int place)
    bint hk_holds(hk_bits x, int place)
    bint hk_equal(hk_bits x, hk_bits y)
    int hk_nth_word(uint64_t places, uint32_t n)
    int hk_nth(hk_bits places, uint32_t n)
    int hk_chance_end(uint32_t chance)
    size_t hk_chance_result(uint32_t chance)
    bint hk_chance_asks(uint32_t chance)
    bint hk_roster_begin(hk_work *work, const hk_position *p)
    void hk_roster_follow(hk_work *work, const hk_position *p, const hk_ply *ply, bint vias)
    void hk_draw_begin(hk_draw *draw, size_t hand, size_t list)
    bint hk_draw_one(hk_draw *draw, const hk_roster_side *its, const hk_bits *paths, hk_bits all, hk_bits occ,
                     uint64_t *seed)
    void hk_range_begin(hk_range *range, uint32_t *chances, uint8_t *many, uint32_t width)
    void hk_range_add(hk_range *range, const hk_bits *ends, bint rides, bint asks)
    void hk_range_promote(hk_range *range, hk_bits sources, hk_bits ends, int more)
    void hk_range_round(hk_range *range)
"""


def header_names(plan: Plan | None) -> str:
    """What Cython may name of the headers."""
    if plan is None:
        return HEADER_NAMES
    position, rest = HEADER_NAMES.split(BEFORE_SETS)
    return position + BEFORE_SETS + POSITION_NAMES + rest + SET_NAMES + (CHOICE_NAMES if chooses(plan) else "")


def sizes(plan: Plan) -> list[str]:
    """Definitions that `hensoku/word.h` and the headers after it need, that header, and tables of places."""
    layout, board = plan.layout, plan.facts.module.board
    values: dict[str, int | str] = {
        "HK_WORD": BITS[layout.word],
        "HK_RANKS": board.ranks,
        "HK_STRIDE": layout.stride,
        "HK_LOWEST": word_literal(layout.file_mask([0]), layout),
        "HK_LOWER": word_literal(layout.file_mask(range(board.ranks)), layout),
        "HK_CLASSES": len(plan.classes),
        "HK_LINES": plan.lines_most(),
        "HK_WIDEST": widest(plan) if chooses(plan) else 0,
        "HK_RULES": max(1, sum(len(piece.drop.faces) for piece in plan.facts.pieces if piece.drop)),
    }
    return [f"#define {name} {value}" for name, value in values.items()] + ['#include "hensoku/word.h"', *_tables(plan)]


def _tables(plan: Plan) -> list[str]:
    layout, facts = plan.layout, plan.facts
    squares = range(facts.squares)
    of_place = {layout.place(square): square for square in squares}
    classes = [0, 0, *(plan.class_of((cell >> 1) - 1) for cell in range(2, facts.cells))]
    numbers = {
        "hk_class": classes,
        "hk_places": [layout.place(square) for square in squares],
        "hk_squares": [of_place.get(place, 0) for place in range(layout.places)],
    }
    lines = [
        f"static const {BYTE} {name}[{len(row)}] = {{{', '.join(map(str, row))}}};" for name, row in numbers.items()
    ]
    places = ", ".join(word_literal(1 << layout.place(square), layout) for square in squares)
    assert layout.places <= BYTE_VALUES
    return [*lines, f"static const hk_bits hk_place[{facts.squares}] = {{{places}}};"]
