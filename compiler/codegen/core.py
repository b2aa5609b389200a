"""The Python class at the end of a generated module: the same for all variants, but for what it counts on."""

from __future__ import annotations

from typing import Final

from hensoku.compiler.codegen.facts import Facts
from hensoku.compiler.codegen.writer import Writer

CORE: Final = '''
ctypedef struct Step:
    uint64_t code
    hk_undo undo


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


cdef uint64_t perft(hk_position *p, hk_work *work, int depth) noexcept nogil:
    if depth == 0:
        return 1
FIRST_PLY    return perft_0(p, work, depth) if p.turn == 0 else perft_1(p, work, depth)


DEEPEST_PERFT = 1000


cdef hk_cache known


cdef object spelling(hk_position *p, uint64_t code, spell):
    """What `spell` says of a move; it is asked once, and its answer kept as long as the module is."""
    cdef int mover = hk_changing(p, code)
    cdef void *found = hk_cache_get(&known, code, mover)
    if found != NULL:
        return <object>found
    move = spell(code, mover)
    if not hk_cache_put(&known, code, mover, <void *>move):
        raise MemoryError("no memory for a move")
    Py_INCREF(move)
    return move


cdef class Core:
    """One position with its undo stack; implements `hensoku.runtime.contract.Core`. Starts on the start position."""

    cdef hk_position position
    cdef hk_work work
    cdef Step *steps
    cdef size_t made, room

    def __cinit__(self):
        cdef int square, side, kind
        for square in range(HK_SQUARES):
            self.position.cells[square] = START_CELLS[square]
        for side in range(2):
            for kind in range(HK_KINDS):
                self.position.hands[side][kind] = START_HANDS[side][kind]
        self.position.turn = START_TURN
        self.begin()

    def __dealloc__(self):
        free(self.steps)
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

    @property
    def turn(self):
        return self.position.turn

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
        else:
            self.begin()
        self.made = 0

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
        return other

    def legal(self):
        cdef size_t i, count = self.generated()
        return [self.work.moves.at[i] for i in range(count)]

    def spelled(self, spell):
        cdef size_t i, count = self.generated()
        told = PyList_New(count)
        for i in range(count):
            move = spelling(&self.position, self.work.moves.at[i], spell)
            Py_INCREF(move)
            PyList_SET_ITEM(told, i, move)
        return told

    def wanted(self, move, spell):
        cdef size_t i, count = self.generated()
        for i in range(count):
            if spelling(&self.position, self.work.moves.at[i], spell) is move:
                return self.work.moves.at[i]
        return None

    cdef size_t generated(self) except? 0:
        """The number of legal moves, which lie at the beginning of the list until something else is listed."""
        cdef size_t count
        if self.position.turn == 0:
            generate_0(&self.position, &self.work)
        else:
            generate_1(&self.position, &self.work)
        count = self.work.moves.count
        self.work.moves.count = 0
        if hk_work_failed(&self.work):
            raise MemoryError("no memory for the moves of a position")
        return count

    def reached(self):
        if self.position.turn == 0:
            board_moves_0(&self.position, &self.work)
        else:
            board_moves_1(&self.position, &self.work)
        return self.listed()

    cdef list listed(self):
        """Takes the moves that were added."""
        cdef size_t i, count = self.work.moves.count
        self.work.moves.count = 0
        if hk_work_failed(&self.work):
            raise MemoryError("no memory for the moves of a position")
        return [self.work.moves.at[i] for i in range(count)]

    def push(self, uint64_t code):
        cdef size_t room
        cdef Step *steps
        if self.made == self.room:
            room = 2 * self.room + 16
            steps = <Step *>realloc(self.steps, room * sizeof(Step))
            if steps == NULL:
                raise MemoryError("no memory for the undo stack")
            self.steps, self.room = steps, room
        self.steps[self.made].code = code
        make(&self.position, code, &self.steps[self.made].undo)
        self.made += 1

    def pop(self):
        if self.made == 0:
            raise IndexError("no move to take back")
        self.made -= 1
        unmake(&self.position, self.steps[self.made].code, &self.steps[self.made].undo)

    def victims(self, uint64_t code):
        cdef int i, origin = hk_from(code)
        if hk_is_drop(code):
            return ()
        squares = {hk_to(code)} | {hk_via(code, i) for i in range(3)}
        taken = [square for square in squares if square != HK_NO_SQUARE and square != origin]
        return tuple(sorted([square for square in taken if self.position.cells[<int>square]]))

    def in_check(self, int side):
        return bool(in_check_0(&self.position) if side == 0 else in_check_1(&self.position))

    def ended(self):
        cdef int winner = 0
        cdef int index = end_of(&self.position, &self.work, &winner)
        return None if index < 0 else (index, winner)

    def declared(self):
        cdef int winner = 0
        cdef int index = declared_end(&self.position, &winner)
        return None if index < 0 else (index, winner)

    def faces(self):
        return bool(faces(&self.position))

    def key(self):
        return self.position.key

    def perft(self, int depth):
        """Counts on a copy, without the GIL: other threads may go on with this position."""
        cdef hk_position position = self.position
        cdef hk_work work
        cdef uint64_t count
        cdef bint failed
        if not 0 <= depth <= DEEPEST_PERFT:
            raise ValueError(f"perft counts to a depth of 0 to {DEEPEST_PERFT}, not {depth}")
        hk_work_begin(&work)
        with nogil:
            count = perft(&position, &work, depth)
        failed = hk_work_failed(&work)
        hk_work_free(&work)
        if failed:
            raise MemoryError("no memory for the moves of a position")
        return count
'''


FIRST_PLY: Final = """\
    if depth == 1 and (in_check_1(p) if p.turn == 0 else in_check_0(p)):
        return listed(p, work)
"""
"""A position that no move leads to: the side that has moved is in check. Counts by sets do not ask what a drop does to
a check that is there already."""

LISTED: Final = """
cdef size_t listed(hk_position *p, hk_work *work) noexcept nogil:
    cdef size_t n, base = work.moves.count
    if p.turn == 0:
        generate_0(p, work)
    else:
        generate_1(p, work)
    n = work.moves.count - base
    work.moves.count = base
    return n
"""


def emit_core(facts: Facts, write: Writer, start_virgin: str) -> None:
    by_sets = facts.lowering.sets is not None
    if by_sets:
        write("", "")
        write.text(LISTED)
    write("", "")
    text = CORE.replace("START_VIRGIN", start_virgin).replace("START_TURN", str(facts.module.setups[0].turn))
    write.text(text.replace("FIRST_PLY", FIRST_PLY if by_sets else ""))
