"""The class of a generated module that steps many games at once; `hensoku.runtime.batch` is what others see of it.

Moves are numbered as `hensoku.runtime.actions` says. What may end a game is only noticed here, cheaply; the runtime
then says what it means.
"""

from __future__ import annotations

import re
from typing import Final

from hensoku.compiler.actions import actions_of
from hensoku.compiler.codegen.facts import Facts
from hensoku.compiler.codegen.tables import SMALL, WORD, Tables
from hensoku.compiler.codegen.writer import Writer

BATCH: Final = '''
from cpython.buffer cimport PyBUF_C_CONTIGUOUS, PyBUF_WRITABLE, PyBuffer_Release, PyObject_GetBuffer
from libc.string cimport memset


ctypedef struct Game:
    hk_position position
    hk_record record
    uint64_t *codes         # the legal moves,
    uint32_t *actions       # and their numbers
    size_t legal, room
    bint odd                # no move leads to the position that it began with


# What is noticed of a game.
cdef enum:
    ENDED = 1
    NO_MOVE = 2
    REPEATED = 4
    AT_LIMIT = 8
    CLOSED = 16


cdef uint32_t number_of(const hk_position *p, uint64_t code) noexcept nogil:
    """The number of a move, from the eyes of the side that makes it."""
    cdef int origin, to = hk_to(code), becomes = <int>(code >> 55), choice = 0, kind
    if p.turn:
        to = TURNED[to]
    if hk_is_drop(code):
        kind = becomes - 1 if becomes else hk_via(code, 0)
        return <uint32_t>((HK_SQUARES * CHOICES + SLOT[kind]) * HK_SQUARES + to)
    origin = hk_from(code)
    if becomes:
        choice = CHOICE[hk_kind(p.cells[origin]) * HK_KINDS + becomes - 1]
    if p.turn:
        origin = TURNED[origin]
    return <uint32_t>((origin * HK_SQUARES + to) * CHOICES + choice)


cdef class Batch:
    """`count` games. The buffers are arrays of the caller's, written in place:

    masks uint8 [count, ACTIONS], cells uint16 [count, squares], hands uint16 [count, 2, kinds], turns uint8 [count],
    noticed uint8 [count], legal int32 [count].
    """

    cdef Game *games
    cdef size_t count
    cdef hk_work work
    cdef Py_buffer held[6]
    cdef int holding
    cdef uint8_t *masks
    cdef uint16_t *cells
    cdef uint16_t *hands
    cdef uint8_t *turns
    cdef uint8_t *noticed
    cdef int32_t *legal
    cdef size_t times
    cdef bint forbids
    cdef size_t limit, before
    cdef bint by_captures
    cdef uint8_t by_kinds[HK_KINDS]

    def __cinit__(self, size_t count, arrays, repetition, limit):
        cdef int kind
        sizes = (ACTIONS, 2 * HK_SQUARES, 4 * HK_KINDS, 1, 1, 4)
        hk_work_begin(&self.work)
        self.games = <Game *>calloc(count, sizeof(Game))
        if self.games == NULL:
            raise MemoryError("no memory for the games")
        self.count = count
        for array, size in zip(arrays, sizes, strict=True):
            PyObject_GetBuffer(array, &self.held[self.holding], PyBUF_WRITABLE | PyBUF_C_CONTIGUOUS)
            self.holding += 1
            if <size_t>self.held[self.holding - 1].len != count * <size_t>size:
                raise ValueError("an array of another size")
        self.masks = <uint8_t *>self.held[0].buf
        self.cells = <uint16_t *>self.held[1].buf
        self.hands = <uint16_t *>self.held[2].buf
        self.turns = <uint8_t *>self.held[3].buf
        self.noticed = <uint8_t *>self.held[4].buf
        self.legal = <int32_t *>self.held[5].buf
        self.times, self.forbids = repetition
        self.limit, self.before, self.by_captures, kinds = limit
        for kind in range(HK_KINDS):
            self.by_kinds[kind] = kind in kinds

    def __dealloc__(self):
        cdef size_t i
        cdef int j
        if self.games != NULL:
            for i in range(self.count):
                free(self.games[i].record.plies)
                free(self.games[i].codes)
                free(self.games[i].actions)
            free(self.games)
        for j in range(self.holding):
            PyBuffer_Release(&self.held[j])
        hk_work_free(&self.work)

    def begin(self, size_t index, Core core):
        """Let a game begin with the position of a core."""
        cdef Game *game = &self.games[index]
        game.position = core.position
        game.odd = is_odd(&core.position)
        hk_record_begin(&game.record)
        if not self.look(index):
            raise MemoryError("no memory for a game")

    def step(self, actions):
        """Play one move of each game of which nothing is noticed yet: int64 [count]. Gives the indices of those of
        which something is noticed now. Raises ValueError for a number that is no legal move, before any is played."""
        cdef Py_buffer buffer
        cdef int64_t bad = -1
        cdef bint enough = True
        cdef size_t i
        cdef int64_t *wanted
        cdef uint64_t *codes
        PyObject_GetBuffer(actions, &buffer, PyBUF_C_CONTIGUOUS)
        try:
            if <size_t>buffer.len != self.count * sizeof(int64_t):
                raise ValueError("an action for each game")
            codes = <uint64_t *>calloc(self.count, sizeof(uint64_t))
            if codes == NULL:
                raise MemoryError("no memory for the moves")
            wanted = <int64_t *>buffer.buf
            going = [i for i in range(self.count) if not self.noticed[i]]
            with nogil:
                bad = self.find(wanted, codes)
                if bad < 0:
                    for i in range(self.count):
                        if not self.noticed[i] and not self.play(i, codes[i]):
                            enough = False
                            break
            free(codes)
            if bad >= 0:
                raise ValueError(f"{wanted[bad]} is no legal action of game {bad}")
            if not enough:
                raise MemoryError("no memory for a game")
            return [i for i in going if self.noticed[<size_t>i]]
        finally:
            PyBuffer_Release(&buffer)

    cdef int64_t find(self, const int64_t *wanted, uint64_t *codes) noexcept nogil:
        """The moves of the numbers; gives the first game that has no such move, -1 if there is none."""
        cdef size_t i, j
        cdef Game *game
        for i in range(self.count):
            if self.noticed[i]:
                continue
            game = &self.games[i]
            for j in range(game.legal):
                if game.actions[j] == wanted[i]:
                    codes[i] = game.codes[j]
                    break
            else:
                return <int64_t>i
        return -1

    cdef bint play(self, size_t index, uint64_t code) noexcept nogil:
        cdef Game *game = &self.games[index]
        cdef hk_ply *ply = hk_record_push(&game.record, code, game.position.key)
        if ply == NULL:
            return False
        ply.listed = HK_NOT_LISTED
        make(&game.position, code, &ply.undo)
        return self.look(index)

    cdef bint look(self, size_t index) noexcept nogil:
        """List the moves of a game, notice what may end it, and tell all of it in the arrays."""
        cdef Game *game = &self.games[index]
        cdef uint8_t *mask = self.masks + index * ACTIONS
        cdef uint8_t noticed = 0
        cdef size_t i
        cdef int j, winner = 0
        for i in range(game.legal):
            mask[game.actions[i]] = 0
        if end_of(&game.position, &self.work, &winner) >= 0:
            noticed |= ENDED
        if not self.list_moves(game):
            return False
        if game.legal == 0:
            noticed |= NO_MOVE
        if self.times and not self.forbids and hk_record_repeated(&game.record, game.position.key, self.times):
            noticed |= REPEATED
        if self.limit and self.counted(game) >= self.limit:
            noticed |= AT_LIMIT
        for i in range(game.legal):
            mask[game.actions[i]] = 1
        for j in range(HK_SQUARES):
            self.cells[index * HK_SQUARES + j] = game.position.cells[j]
        for j in range(HK_KINDS):
            self.hands[index * 2 * HK_KINDS + j] = game.position.hands[0][j]
            self.hands[index * 2 * HK_KINDS + HK_KINDS + j] = game.position.hands[1][j]
        self.turns[index] = <uint8_t>game.position.turn
        self.noticed[index] = noticed
        self.legal[index] = <int32_t>game.legal
        return True

    cdef size_t counted(self, const Game *game) noexcept nogil:
        return self.before + hk_record_since(&game.record, self.by_captures, self.by_kinds, 0)

    cdef bint list_moves(self, Game *game) noexcept nogil:
        cdef size_t i, found
        cdef int repeats = 0
        cdef void *grown
        cdef uint64_t code
        game.legal = 0
        if game.odd and game.record.made == 0:
            generate_odd(&game.position, &self.work)
        else:
            generate(&game.position, &self.work)
        found = self.work.moves.count
        self.work.moves.count = 0
        if hk_work_failed(&self.work):
            return False
        if found > game.room:
            grown = realloc(game.codes, 2 * found * sizeof(uint64_t))
            if grown == NULL:
                return False
            game.codes = <uint64_t *>grown
            grown = realloc(game.actions, 2 * found * sizeof(uint32_t))
            if grown == NULL:
                return False
            game.actions = <uint32_t *>grown
            game.room = 2 * found
        for i in range(found):
            code = self.work.moves.at[i]
            if self.forbids:
                repeats = self.repeats(game, code)
            if repeats < 0:
                return False
            if repeats:
                continue
            game.codes[game.legal] = code
            game.actions[game.legal] = number_of(&game.position, code)
            game.legal += 1
        return True

    cdef int repeats(self, Game *game, uint64_t code) noexcept nogil:
        """Whether a move brings a position about once too often; -1 if there is no memory."""
        cdef uint64_t before = game.position.key
        cdef hk_ply *ply = hk_record_push(&game.record, code, before)
        cdef bint found
        if ply == NULL:
            return -1
        make(&game.position, code, &ply.undo)
        found = hk_record_repeated(&game.record, game.position.key, self.times)
        unmake(&game.position, code, &ply.undo)
        hk_record_pop(&game.record, before)
        return found

    def choose(self, chances):
        """A legal action of each game by a number from 0 on, below 1 (float64 [count]); -1 of those that are over."""
        cdef size_t i
        cdef Game *game
        told = []
        for i in range(self.count):
            game = &self.games[i]
            told.append(game.actions[<size_t>(<double>chances[i] * game.legal)] if game.legal else -1)
        return told

    def observe(self, target):
        """Fill uint8 [count, PLANES, ranks * files] with the pieces and hands, from the eyes of the side to move."""
        cdef Py_buffer buffer
        cdef size_t i
        PyObject_GetBuffer(target, &buffer, PyBUF_WRITABLE | PyBUF_C_CONTIGUOUS)
        try:
            if <size_t>buffer.len != self.count * PLANES * FIELDS:
                raise ValueError("an array of another size")
            with nogil:
                for i in range(self.count):
                    draw(&self.games[i].position, <uint8_t *>buffer.buf + i * PLANES * FIELDS)
        finally:
            PyBuffer_Release(&buffer)

    def close(self, size_t index):
        """Take the legal moves of a game away: it is over."""
        cdef Game *game = &self.games[index]
        cdef size_t i
        for i in range(game.legal):
            self.masks[index * ACTIONS + game.actions[i]] = 0
        game.legal = 0
        self.legal[index] = 0
        self.noticed[index] |= CLOSED

    def go_on(self, size_t index):
        """What was noticed of a game has not ended it."""
        self.noticed[index] = 0

    def core(self, size_t index):
        """The position of a game, with its moves."""
        cdef Core core = Core.__new__(Core)
        core.position = self.games[index].position
        core.odd = self.games[index].odd
        if not hk_record_copy(&core.record, &self.games[index].record):
            raise MemoryError("no memory for the moves of a game")
        return core


cdef void draw(const hk_position *p, uint8_t *planes) noexcept nogil:
    """Planes of one position: the mover's pieces by kind, the other's, the mover's hand by kind, the other's."""
    cdef int square, slot, side, cell, at
    memset(planes, 0, PLANES * FIELDS)
    for square in range(HK_SQUARES):
        cell = p.cells[square]
        if cell:
            at = FIELD[TURNED[square] if p.turn else square]
            planes[(((cell & 1) != p.turn) * HK_KINDS + hk_kind(cell)) * FIELDS + at] = 1
    for side in range(2):
        for slot in range(HELD):
            memset(
                planes + (2 * HK_KINDS + side * HELD + slot) * FIELDS,
                <uint8_t>min(p.hands[p.turn if side == 0 else 1 - p.turn][HAND[slot]], 255),
                FIELDS,
            )
'''


def emit_batch(facts: Facts, tables: Tables, write: Writer) -> None:
    """Nothing where moves have no numbers."""
    module, actions = facts.module, actions_of(facts.module)
    if actions["several"]:
        return
    kinds, squares = facts.kinds, facts.squares
    targets = [piece.promotion.targets if piece.promotion else () for piece in module.pieces]
    choices = [0] * (kinds * kinds)
    for kind, turns in enumerate(targets):
        for number, target in enumerate(turns, 1):
            choices[kind * kinds + target] = number
    slots = [0] * kinds
    for slot, kind in enumerate(actions["drops"]):
        slots[kind] = slot
    board, held = module.board, list(module.hand_order)
    fields = [square.rank * board.files + square.file for square in board.squares]
    most = 1 + max(map(len, targets))
    words = {
        "ACTIONS": str(squares * (squares * most + len(actions["drops"]))),
        "CHOICES": str(most),
        "PLANES": str(2 * (kinds + len(held))),
        "FIELDS": str(board.files * board.ranks),
        "HELD": str(len(held)),
        "TURNED": tables.numbers("TURNED", SMALL, board.turned),
        "SLOT": tables.numbers("SLOT", WORD, slots),
        "CHOICE": tables.numbers("CHOICE", WORD, choices),
        "FIELD": tables.numbers("FIELD", WORD, fields),
        "HAND": tables.numbers("HAND", WORD, held or [0]),
    }
    write("", "")
    write.text(re.sub(r"\b[A-Z]+\b", lambda word: words.get(word[0], word[0]), BATCH))
