"""The Python classes of a module that can search, the same for all variants: see `hensoku.runtime.engine.contract`."""

from __future__ import annotations

from typing import Final

DECLARATIONS: Final = """
cdef extern from "hensoku/search/search.h" nogil:
    enum: HK_PLIES, HK_WITH_ALL
    ctypedef struct hk_table:
        pass
    ctypedef struct hk_past:
        pass
    ctypedef struct hk_purse:
        int64_t left
        int bounded
    ctypedef struct hk_search:
        hk_position p
        hk_work work
        hk_table *table
        hk_purse *purse
        int switches
        int first
        int stop
        int stopped
        int failed
        int deepest
        uint64_t nodes
        int share
        int64_t deadline
        hk_past *past
        size_t length
        size_t room
        size_t root
        uint64_t (*line)[HK_PLIES + 2]
        int *line_length
        int32_t *ranks
        uint64_t *barred
        size_t barred_count
    bint hk_table_resize(hk_table *table, size_t megabytes)
    void hk_table_clear(hk_table *table)
    int hk_table_full(const hk_table *table)
    void hk_grow_older(hk_table *table)
    int64_t hk_now()
    void hk_forget_all(hk_search *s)
    void hk_remember(hk_search *s, int counted)
    int hk_counted_with(const hk_search *s, uint64_t code)
    int hk_evaluate(hk_search *s)
    enum: HK_COUNTED
    void hk_count_terms(hk_search *s, int side, int32_t (*counts)[HK_KINDS])
    int hk_search_root(hk_search *s, int depth, int guess)
    int hk_search_window(hk_search *s, int depth, int alpha, int beta)
    void hk_keep_forcing(const hk_position *p, hk_list *moves, size_t base)

cdef extern from "hensoku/search/mate.h" nogil:
    bint hk_mates(hk_search *s, int plies, int ply)
"""

SEARCHER: Final = '''
def clock():
    """Nanoseconds of the clock that deadlines are given by."""
    return hk_now()


cdef class Table:
    """A transposition table, which several searchers may share."""

    cdef hk_table table
    cdef hk_purse purse

    def __cinit__(self, size_t megabytes=16):
        self.resize(megabytes)

    def __dealloc__(self):
        hk_table_resize(&self.table, 0)

    def resize(self, size_t megabytes):
        if not hk_table_resize(&self.table, megabytes):
            raise MemoryError(f"no memory for a table of {megabytes} MB")

    def clear(self):
        with nogil:
            hk_table_clear(&self.table)

    def grow_older(self):
        hk_grow_older(&self.table)

    def allow(self, int64_t nodes):
        self.purse.left, self.purse.bounded = nodes, nodes > 0

    def full(self):
        return hk_table_full(&self.table)


cdef class Searcher:
    """One thread of a search."""

    cdef hk_search *s
    cdef Table table

    def __cinit__(self, Table table not None):
        self.s = <hk_search *>calloc(1, sizeof(hk_search))
        if self.s == NULL:
            raise MemoryError("no memory for a search")
        self.table = table
        self.s.table = &table.table
        self.s.purse = &table.purse
        self.s.switches = HK_WITH_ALL

    def __dealloc__(self):
        if self.s != NULL:
            hk_work_free(&self.s.work)
            free(self.s.past)
            free(self.s.ranks)
            free(self.s)

    def setup(self, cells, hands, int turn, state, int counted, codes):
        cdef Core core = Core()
        cdef hk_undo undo
        cdef hk_past *past
        cdef size_t room = len(codes) + 2 * HK_PLIES + 4
        core.reset(cells, hands, turn, state)
        if room > self.s.room:
            past = <hk_past *>realloc(self.s.past, room * sizeof(hk_past))
            if past == NULL:
                raise MemoryError("no memory for the moves of a game")
            self.s.past, self.s.room = past, room
        hk_forget_all(self.s)
        self.s.p = core.position
        self.s.first = turn
        hk_remember(self.s, counted)
        for code in codes:
            counted = hk_counted_with(self.s, code)
            make(&self.s.p, code, &undo)
            hk_remember(self.s, counted)
        self.s.root = self.s.length - 1

    def begin(self, int64_t deadline=0):
        self.s.deadline = deadline
        self.s.nodes = self.s.share = self.s.deepest = self.s.stop = self.s.stopped = 0

    def limit(self, int64_t deadline):
        self.s.deadline = deadline

    def stop(self):
        self.s.stop = 1

    def leave_out(self, int switches):
        self.s.switches = HK_WITH_ALL & ~switches

    @property
    def nodes(self):
        return self.s.nodes

    @property
    def deepest(self):
        return self.s.deepest

    def evaluate(self):
        value = hk_evaluate(self.s)
        self.check_memory()
        return value

    def counts(self):
        cdef int32_t counts[HK_COUNTED][HK_KINDS]
        cdef int side, number, kind
        told = []
        for side in range(2):
            hk_count_terms(self.s, side, counts)
            told.append([[counts[number][kind] for kind in range(HK_KINDS)] for number in range(HK_COUNTED)])
        self.check_memory()
        return told

    def iterate(self, int depth, guesses, barred=()):
        cdef size_t lines = len(guesses), left_out = len(barred), i
        cdef uint64_t *codes = <uint64_t *>calloc(lines + left_out + 1, sizeof(uint64_t))
        cdef int score, guess
        if codes == NULL:
            raise MemoryError("no memory for lines")
        try:
            for i in range(left_out):
                codes[i] = barred[i]
            self.s.barred = codes
            found = []
            for i in range(lines):
                guess = guesses[i]
                self.s.barred_count = left_out + i
                self.s.deepest = depth
                with nogil:
                    score = hk_search_root(self.s, depth, guess)
                self.check_memory()
                if self.s.line_length[0] == 0:
                    break
                codes[left_out + i] = self.s.line[0][0]
                found.append((score, self.best_line()))
                if self.s.stopped:
                    break
            return found, not self.s.stopped
        finally:
            self.s.barred_count = 0
            self.s.barred = NULL
            free(codes)

    def bounded(self, int depth, int alpha, int beta):
        cdef int score
        with nogil:
            score = hk_search_window(self.s, depth, alpha, beta)
        self.check_memory()
        return score

    def mate(self, int plies, barred=()):
        cdef size_t left_out = len(barred), i
        cdef uint64_t *codes
        cdef bint found
        if not 0 < plies < HK_PLIES - 2:
            raise ValueError(f"a mate is looked for in 1 to {HK_PLIES - 3} plies, not {plies}")
        codes = <uint64_t *>calloc(left_out + 1, sizeof(uint64_t))
        if codes == NULL:
            raise MemoryError("no memory for moves")
        try:
            for i in range(left_out):
                codes[i] = barred[i]
            self.s.barred, self.s.barred_count = codes, left_out
            with nogil:
                found = hk_mates(self.s, plies, 0)
            self.check_memory()
            return self.best_line() if found else (), not self.s.stopped
        finally:
            self.s.barred_count = 0
            self.s.barred = NULL
            free(codes)

    cdef tuple best_line(self):
        cdef int i
        return tuple([self.s.line[0][i] for i in range(self.s.line_length[0])])

    cdef int check_memory(self) except -1:
        if hk_work_failed(&self.s.work) or self.s.failed:
            self.s.failed = 0
            raise MemoryError("no memory for the moves of a position")
        return 0
'''
