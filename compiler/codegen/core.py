"""The Python class at the end of a generated module: the same for all variants, but for what it counts on."""

from __future__ import annotations

from typing import Final

from hensoku.compiler.codegen.facts import Facts
from hensoku.compiler.codegen.playing import PLAYING
from hensoku.compiler.codegen.writer import Writer

CORE: Final = '''
cdef void make(hk_position *p, uint64_t code, hk_undo *undo) noexcept nogil:
    if p.turn == 0:
        make_0(p, code, undo)
    else:
        make_1(p, code, undo)


cdef void unmake(hk_position *p, uint64_t code, const hk_undo *undo) noexcept nogil:
    if p.turn == 0:
        unmake_1(p, code, undo)
    else:
        unmake_0(p, code, undo)


cdef void generate(hk_position *p, hk_work *work) noexcept nogil:
    if p.turn == 0:
        generate_0(p, work)
    else:
        generate_1(p, work)


cdef uint64_t chosen(hk_position *p, hk_work *work, uint64_t *seed) noexcept nogil:
    return chosen_0(p, work, seed) if p.turn == 0 else chosen_1(p, work, seed)


ODD_POSITIONS


ROSTER


cdef uint64_t perft(hk_position *p, hk_work *work, int depth) noexcept nogil:
    if depth == 0:
        return 1
    return perft_0(p, work, depth) if p.turn == 0 else perft_1(p, work, depth)


cdef extern from "Python.h":
    int check_signals "PyErr_CheckSignals"() noexcept


cdef void pause(hk_work *work) noexcept with gil:
    """Lets a long count be ended: from outside, or by a signal, whose exception stays set."""
    work.halted = (work.stop != NULL and work.stop[0]) or check_signals() < 0


cdef int raise_what_is_set() except -1:
    return -1


DEEPEST_PERFT = 1000


cdef hk_cache known


cdef void *spelling(hk_position *p, uint64_t code, spell) except NULL:
    """What `spell` says of a move, a borrowed reference; it is asked once, and its answer kept as long as the module
    is."""
    cdef int mover = hk_changing(p, code)
    cdef void *found = hk_cache_plain(&known, code)
    if found == NULL:
        found = hk_cache_get(&known, code, mover)
    if found == NULL:
        move = spell(code, mover)
        found = <void *>move
        if not hk_cache_put(&known, code, mover, found):
            raise MemoryError("no memory for a move")
        Py_INCREF(move)
    return found


@cython.final
cdef class Core:
    """One position and the moves that led to it; implements `hensoku.runtime.contract.Core`. Starts on the start
    position.

    The legal moves of a position, once `listed`, lie at the end of `work.moves` and stay there while moves are made
    from it."""

    cdef hk_position position
    cdef hk_work work
    cdef hk_record record
    cdef size_t listed
    cdef int halt
    cdef bint odd

    def __cinit__(self):
        cdef int square, side, kind
        for square in range(HK_SQUARES):
            self.position.cells[square] = START_CELLS[square]
        for side in range(2):
            for kind in range(HK_KINDS):
                self.position.hands[side][kind] = START_HANDS[side][kind]
        self.position.turn = START_TURN
        self.listed = HK_NOT_LISTED
        self.begin()

    def __dealloc__(self):
        free(self.record.plies)
        hk_work_free(&self.work)

    cdef void begin(self) noexcept:
        """A position whose past is not known: a piece counts as never moved if it stands where the start has the very
        same, and a check that is there is the first."""
        cdef int square
        hk_clear(&self.position.virgin)
        if HK_HAS_VIRGIN:
            for square in range(HK_SQUARES):
                if START_VIRGIN[square] and self.position.cells[square] == START_VIRGIN[square]:
                    hk_add(&self.position.virgin, square)
        self.position.checks[0] = self.position.checks[1] = 0
        self.position.passes = 0
        self.position.struck = -1
        self.position.credit = credit_of(&self.position)
        hk_refresh(&self.position)
        if HK_COUNTS_CHECKS:
            if in_check_1(&self.position) if self.position.turn else in_check_0(&self.position):
                hk_add_check(&self.position, 1 - self.position.turn)
        self.odd = is_odd(&self.position)

    @property
    def turn(self):
        return self.position.turn

    @property
    def made(self):
        return self.record.made

    def reset(self, cells, hands, int turn, state):
        cdef hk_position fresh = self.position
        cdef int square, side, kind
        for square in range(HK_SQUARES):
            cell = cells[square]
            if cell != 0 and not 2 <= cell < HK_CELLS:
                raise ValueError(f"{cell} is no cell")
            fresh.cells[square] = cell
        for side in range(2):
            for kind in range(HK_KINDS):
                fresh.hands[side][kind] = hands[side][kind]
        fresh.turn = turn != 0
        if state:
            virgin, fresh.checks[0], fresh.checks[1], fresh.passes, fresh.credit, fresh.struck = state
            if not -1 <= fresh.struck < HK_SQUARES:
                raise ValueError(f"{fresh.struck} is no square")
            hk_clear(&fresh.virgin)
            for square in range(HK_SQUARES):
                if virgin >> square & 1:
                    hk_add(&fresh.virgin, square)
        self.position = fresh
        if state:
            hk_refresh(&self.position)
            self.odd = is_odd(&self.position)
        else:
            self.begin()
        hk_record_begin(&self.record)
        self.work.moves.count = 0
        self.listed = HK_NOT_LISTED

    def cells(self):
        cdef int square
        told = PyTuple_New(HK_SQUARES)
        for square in range(HK_SQUARES):
            cell = <object>self.position.cells[square]
            Py_INCREF(cell)
            PyTuple_SET_ITEM(told, square, cell)
        return told

    def hands(self):
        return (self.hand(0), self.hand(1))

    cdef hand(self, int side):
        cdef int kind
        told = PyTuple_New(HK_KINDS)
        for kind in range(HK_KINDS):
            count = <object>self.position.hands[side][kind]
            Py_INCREF(count)
            PyTuple_SET_ITEM(told, kind, count)
        return told

    def state(self):
        cdef int i
        virgin = 0
        for i in range(HK_WORDS):
            virgin |= <object>self.position.virgin.word[i] << 64 * i
        return (
            virgin,
            self.position.checks[0],
            self.position.checks[1],
            self.position.passes,
            self.position.credit,
            self.position.struck,
        )

    def copy(self):
        cdef Core other = Core.__new__(Core)
        other.position = self.position
        if not hk_record_copy(&other.record, &self.record):
            raise MemoryError("no memory for the moves of a game")
        other.odd = self.odd
        return other
'''

ODD: Final = """
cdef bint is_odd(const hk_position *p) noexcept nogil:
    return in_check_1(p) if p.turn == 0 else in_check_0(p)


cdef void generate_odd(hk_position *p, hk_work *work) noexcept nogil:
    if p.turn == 0:
        legal_moves_0(p, work, True)
    else:
        legal_moves_1(p, work, True)


cdef uint64_t perft_odd(hk_position *p, hk_work *work, int depth) noexcept nogil:
    cdef size_t i
    cdef uint64_t count = 0
    cdef hk_undo undo
    generate_odd(p, work)
    for i in range(work.moves.count):
        make(p, work.moves.at[i], &undo)
        count += perft(p, work, depth - 1)
        unmake(p, work.moves.at[i], &undo)
    return count
"""
"""Positions that no move leads to: the side that has moved is in check. There moves are made and tested: sets do not
ask what a drop does to a check that is there already."""

NONE_IS_ODD: Final = """
cdef bint is_odd(const hk_position *p) noexcept nogil:
    return False


cdef void generate_odd(hk_position *p, hk_work *work) noexcept nogil:
    generate(p, work)


cdef uint64_t perft_odd(hk_position *p, hk_work *work, int depth) noexcept nogil:
    return perft(p, work, depth)
"""


ROSTER: Final = """
cdef bint begin_roster(const hk_position *p, hk_work *work) noexcept nogil:
    return hk_roster_begin(work, p)


cdef void follow_roster(const hk_position *p, hk_work *work, const hk_ply *ply) noexcept nogil:
    hk_roster_follow(work, p, ply, HAS_VIAS)
"""
"""What moves by chance are drawn from: made for the first position of a game, and changed by each move."""

NO_ROSTER: Final = """
cdef bint begin_roster(const hk_position *p, hk_work *work) noexcept nogil:
    return True


cdef void follow_roster(const hk_position *p, hk_work *work, const hk_ply *ply) noexcept nogil:
    pass
"""


def emit_core(facts: Facts, write: Writer, start_virgin: str, *, chooses: bool) -> None:
    """`chooses`: whether moves by chance are drawn from a roster."""
    text = CORE.replace("ODD_POSITIONS", (ODD if facts.lowering.sets else NONE_IS_ODD).strip("\n"))
    text = text.replace("ROSTER", (ROSTER if chooses else NO_ROSTER).strip("\n")) + PLAYING
    words = {
        "START_VIRGIN": start_virgin,
        "START_TURN": str(facts.module.setups[0].turn),
        "HAS_VIAS": str(int(facts.has_vias)),
    }
    for word, meaning in words.items():
        text = text.replace(word, meaning)
    write("", "")
    write.text(text)
