"""The methods of the class at the end of a generated module that list, play, remember and count moves."""

from __future__ import annotations

from typing import Final

PLAYING: Final = '''
    # ------------------------------------------------------------------------------------------------- legal moves

    cdef size_t list_legal(self) noexcept nogil:
        """Lists the legal moves of the position, unless they are, and gives their number."""
        cdef size_t base = self.work.moves.count
        if self.listed == HK_NOT_LISTED:
            if self.odd and self.record.made == 0:
                generate_odd(&self.position, &self.work)
            else:
                generate(&self.position, &self.work)
            self.listed = self.work.moves.count - base
            self.work.moves.count = base
        return self.listed

    cdef size_t generated(self) except? 0:
        """The same; an error if there was no memory for them."""
        cdef size_t count = self.list_legal()
        self.check_memory()
        return count

    cdef int check_memory(self) except -1:
        if hk_work_failed(&self.work):
            self.listed = HK_NOT_LISTED
            raise MemoryError("no memory for the moves of a position")
        return 0

    cdef size_t cover(self) noexcept nogil:
        """Keeps what is listed from what else needs the list; the number of moves there are is to be set back to what
        this gives."""
        cdef size_t base = self.work.moves.count
        if self.listed != HK_NOT_LISTED:
            self.work.moves.count += self.listed
        return base

    def legal(self):
        cdef size_t i, count = self.generated()
        cdef const uint64_t *codes = self.work.moves.at + self.work.moves.count
        return [codes[i] for i in range(count)]

    cdef spelled_by(self, spell):
        cdef size_t i, count = self.generated()
        cdef const uint64_t *codes = self.work.moves.at + self.work.moves.count
        cdef void *move
        told = PyList_New(count)
        for i in range(count):
            move = hk_cache_plain(&known, codes[i])
            if move == NULL:
                move = spelling(&self.position, codes[i], spell)
            Py_INCREF(<object>move)
            PyList_SET_ITEM(told, i, <object>move)
        return told

    def spelled(self, spell):
        return self.spelled_by(spell)

    def listing(self, spell):
        return Listing(self, spell)

    def reached(self):
        cdef size_t i, base = self.cover(), start = self.work.moves.count
        if self.position.turn == 0:
            board_moves_0(&self.position, &self.work)
        else:
            board_moves_1(&self.position, &self.work)
        told = [self.work.moves.at[i] for i in range(start, self.work.moves.count)]
        self.work.moves.count = base
        self.check_memory()
        return told

    # ------------------------------------------------------------------------------------------------------- playing

    cdef bint advance(self, uint64_t code) noexcept nogil:
        cdef hk_ply *ply = hk_record_push(&self.record, code, self.position.key)
        if ply == NULL:
            return False
        ply.listed = self.listed
        self.cover()
        self.listed = HK_NOT_LISTED
        make(&self.position, code, &ply.undo)
        return True

    cdef uint64_t retreat(self) noexcept nogil:
        cdef hk_ply *ply = hk_record_last(&self.record)
        unmake(&self.position, ply.code, &ply.undo)
        hk_record_pop(&self.record, self.position.key)
        self.listed = ply.listed
        if ply.listed != HK_NOT_LISTED:
            self.work.moves.count -= ply.listed
        return ply.code

    def push(self, uint64_t code):
        if not self.advance(code):
            raise MemoryError("no memory for the moves of a game")

    def pop(self, size_t count=1):
        if self.record.made < count:
            raise IndexError("no move to take back")
        for _ in range(count):
            self.retreat()

    def play(self, move, spell):
        cdef const hk_entry *entry = hk_cache_find(&known, <void *>move)
        cdef size_t count
        if entry == NULL or hk_changing(&self.position, entry.code) != entry.mover:
            return False
        count = self.generated()
        if not hk_contains(self.work.moves.at + self.work.moves.count, count, entry.code):
            return False
        if not self.advance(entry.code):
            raise MemoryError("no memory for the moves of a game")
        return True

    def take_back(self, spell):
        if self.record.made == 0:
            raise IndexError("no move to take back")
        cdef uint64_t code = self.retreat()
        return <object>spelling(&self.position, code, spell)

    def wander(self, uint64_t seed, size_t times, bint forbids, size_t most):
        cdef bint enough
        with nogil:
            enough = self.wander_on(&seed, times, forbids, most)
        if not enough:
            raise MemoryError("no memory for the moves of a game")
        self.check_memory()
        return seed

    cdef bint wander_on(self, uint64_t *seed, size_t times, bint forbids, size_t most) noexcept nogil:
        cdef size_t end = self.record.made + most
        cdef uint64_t code
        cdef int played
        if not begin_roster(&self.position, &self.work):
            return False
        while self.record.made < end:
            if not forbids and self.repeated(times):
                break
            code = self.choose(seed)
            if code == 0:
                break
            if not self.advance(code):
                return False
            if forbids and self.repeated(times):
                self.retreat()
                played = self.advance_anew(seed, times)
                if played <= 0:
                    return played == 0
            follow_roster(&self.position, &self.work, hk_record_last(&self.record))
        return True

    cdef uint64_t choose(self, uint64_t *seed) noexcept nogil:
        """A legal move by chance, 0 if there is none."""
        cdef size_t base, count
        cdef uint64_t code
        if self.odd and self.record.made == 0:
            count = self.list_legal()
            return self.work.moves.at[self.work.moves.count + hk_below(seed, count)] if count else 0
        base = self.cover()
        code = chosen(&self.position, &self.work, seed)
        self.work.moves.count = base
        return code

    cdef int advance_anew(self, uint64_t *seed, size_t times) noexcept nogil:
        """Plays a move by chance that brings no position about for that time: 1. 0 if there is none, -1 if there was no
        memory."""
        cdef size_t drawn, left = self.list_legal()
        cdef uint64_t *codes = self.work.moves.at + self.work.moves.count
        self.listed = HK_NOT_LISTED
        while left:
            drawn = hk_below(seed, left)
            if not self.advance(codes[drawn]):
                return -1
            if not self.repeated(times):
                return 1
            self.retreat()
            left -= 1
            codes[drawn] = codes[left]
        return 0

    cdef bint repeated(self, size_t times) noexcept nogil:
        return times and hk_record_repeated(&self.record, self.position.key, times)

    # --------------------------------------------------------------------------------------------------- what has been

    def played(self):
        cdef size_t i
        return [(self.record.plies[i].code, hk_record_changed(&self.record, i)) for i in range(self.record.made)]

    def last(self):
        if self.record.made == 0:
            raise IndexError("no move was made")
        return hk_record_last(&self.record).code

    def repeats(self):
        return hk_record_repeats(&self.record, self.position.key)

    def since(self, bint captures, kinds):
        cdef uint8_t named[HK_KINDS]
        cdef int kind
        for kind in range(HK_KINDS):
            named[kind] = kind in kinds
        return hk_record_since(&self.record, captures, named, HAS_VIAS)

    # ------------------------------------------------------------------------------------------------ the position

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
        cdef int winner = 0, index
        cdef size_t base = self.cover()
        index = end_of(&self.position, &self.work, &winner)
        self.work.moves.count = base
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
        work.stop = &self.halt
        with nogil:
            if depth and self.odd and self.record.made == 0:
                count = perft_odd(&position, &work, depth)
            else:
                count = perft(&position, &work, depth)
        failed = hk_work_failed(&work)
        hk_work_free(&work)
        if failed:
            raise MemoryError("no memory for the moves of a position")
        if self.halt:
            raise InterruptedError("the count was ended")
        if work.halted:
            raise_what_is_set()
        return count

    def stop(self):
        self.halt = 1


@cython.final
cdef class Listing:
    """Implements `hensoku.runtime.contract.Listing`."""

    cdef Core core
    cdef object spell

    def __cinit__(self, Core core, spell):
        self.core = core
        self.spell = spell

    @property
    def moves(self):
        return self.core.spelled_by(self.spell)
'''
