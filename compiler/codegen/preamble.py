"""The head of a generated module: sizes and tables that the headers need, the headers, the tables that need them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, final

from hensoku.compiler.codegen.board import BoardTables
from hensoku.compiler.codegen.facts import SIDES, Facts
from hensoku.compiler.codegen.tables import BYTE, SMALL, WORD, Tables, bit_words
from hensoku.compiler.ir.types import Borrow, Kind

ROYAL, WALKER, PEER, STRIKABLE = 1, 2, 4, 8
LENDERS: Final = {"friend": "HK_FRIENDS", "enemy": "HK_ENEMIES", "any": "HK_FRIENDS | HK_ENEMIES"}

DIRECTIVES: Final = ("language_level=3", "cdivision=True", "auto_pickle=False")

HEADER_NAMES: Final = """
cdef extern from "hensoku/cache.h" nogil:
    ctypedef struct hk_cache:
        pass
    ctypedef struct hk_entry:
        uint64_t code
        int mover
    void *hk_cache_plain(const hk_cache *cache, uint64_t code)
    void *hk_cache_get(const hk_cache *cache, uint64_t code, int mover)
    const hk_entry *hk_cache_find(const hk_cache *cache, const void *value)
    bint hk_cache_put(hk_cache *cache, uint64_t code, int mover, void *value)

cdef extern from "hensoku/rules.h" nogil:
    enum: HK_CELLS, HK_KEEPS_OWN, HK_NO_SQUARE, HK_EMPTY, HK_ENEMY, HK_FRIEND
    ctypedef unsigned int hk_cell
    ctypedef struct hk_set:
        uint64_t word[HK_WORDS]
    ctypedef struct hk_position:
        hk_cell cells[HK_SQUARES]
        uint16_t hands[2][HK_KINDS]
        hk_set own[2]
        hk_set royals[2]
        hk_set walkers[2]
        hk_set virgin
        uint16_t checks[2]
        uint16_t passes
        int struck
        uint16_t credit
        uint64_t key
        int turn
    ctypedef struct hk_undo:
        uint64_t key
        uint16_t checks
        uint16_t passes
    ctypedef struct hk_list:
        uint64_t *at
        size_t count
        size_t room
    ctypedef struct hk_seen:
        pass
    ctypedef struct hk_work:
        hk_list moves
        hk_seen seen
        int halted
        const int *stop
        int lenient
        void *roster
    ctypedef struct hk_watch:
        hk_set squares
        int checked
    ctypedef struct hk_trigger:
        pass
    ctypedef struct hk_moves:
        pass
    ctypedef struct hk_protection:
        pass
    void hk_add(hk_set *set, int square)
    void hk_clear(hk_set *set)
    int hk_count(const hk_set *set)
    bint hk_any(const hk_set *set)
    int hk_first(const hk_set *set)
    int hk_pop(hk_set *set)
    void hk_keep(hk_set *set, const hk_set *other)
    int hk_to(uint64_t code)
    int hk_from(uint64_t code)
    int hk_via(uint64_t code, int i)
    int hk_becomes(uint64_t code)
    bint hk_contains(const uint64_t *codes, size_t count, uint64_t code)
    int hk_is_drop(uint64_t code)
    int hk_changing(const hk_position *p, uint64_t code)
    uint64_t hk_start(int square)
    uint64_t hk_start_drop(int kind, int face)
    int hk_reserve(hk_list *list, size_t extra)
    void hk_append(hk_list *list, uint64_t code)
    int hk_kind(int cell)
    int hk_cell_of(int kind, int side)
    void hk_refresh(hk_position *p)
    void hk_add_check(hk_position *p, int side)
    bint hk_is_setup(const hk_position *p, const uint16_t *cells, const uint16_t (*hands)[HK_KINDS], int turn)
    void hk_count_pass(hk_position *p, hk_undo *undo, bint is_pass)
    bint hk_is_pass(const hk_position *p, uint64_t code, bint vias)
    bint hk_listed(const hk_list *moves, size_t base, uint64_t code)
    bint hk_meets(const hk_position *p, int at, const int16_t *step, const uint8_t *wanted)
    void hk_watch_facing(const hk_position *p, hk_watch *watch, int at, const int16_t *step, const uint8_t *wanted,
                         int lift)
    bint hk_all_inside(const hk_set *set, const hk_set *region)
    bint hk_has_only(const hk_position *p, int side, const uint8_t *wanted)
    int hk_points(const hk_position *p, int side, const hk_set *region, const uint16_t *points)
    void hk_make_board(hk_position *p, uint64_t code, hk_undo *undo, int side, int vias)
    void hk_unmake_board(hk_position *p, uint64_t code, const hk_undo *undo, int side, int vias)
    void hk_make_drop(hk_position *p, uint64_t code, hk_undo *undo, int side)
    void hk_unmake_drop(hk_position *p, uint64_t code, const hk_undo *undo, int side)
    void hk_work_begin(hk_work *work)
    void hk_work_free(hk_work *work)
    bint hk_work_failed(hk_work *work)
    bint hk_work_tick(hk_work *work)
    void hk_seen_start(hk_seen *seen)
    void hk_step(const hk_position *p, hk_work *work, uint64_t start, int to, int side, int lands, bint repeats)
    void hk_slide(const hk_position *p, hk_work *work, uint64_t start, const int16_t *step, int reach, bint round,
                  int side, int lands, bint repeats)
    void hk_hop(const hk_position *p, hk_work *work, uint64_t start, const int16_t *step, int reach, bint round,
                int least, int most, bint next, int side, int lands, bint repeats)
    void hk_gated_step(const hk_position *p, hk_work *work, uint64_t start, int to, const int16_t *path, int length,
                       bint occupied, int side, int lands, bint repeats)
    void hk_walk(const hk_position *p, hk_work *work, int origin, int side, const hk_moves *moves)
    int hk_donor(const hk_position *p, int side, int i, int square)
    bint hk_ray_hits(const hk_position *p, int at, const int16_t *back, const uint16_t *reach, const uint8_t *where,
                     int most, bint round)
    bint hk_hop_hits(const hk_position *p, int at, const int16_t *back, const uint16_t *reach, const uint8_t *where,
                     int most_steps, bint round, int least, int most, bint next)
    bint hk_gate_hits(const hk_position *p, int origin, const uint16_t *reach, const uint8_t *where,
                      const int16_t *path, int length, bint occupied)
    bint hk_walks_hit(const hk_position *p, const hk_set *attackers, const hk_set *targets, int side,
                      const hk_moves *moves)
    void hk_watch_ray(const hk_position *p, hk_watch *watch, int at, const int16_t *back, const uint16_t *reach,
                      const uint8_t *where, int most, bint round, int lift)
    void hk_watch_hop(const hk_position *p, hk_watch *watch, int at, const int16_t *back, const uint16_t *reach,
                      const uint8_t *where, int most_steps, bint round, int least, int most, bint next, int lift)
    void hk_watch_gate(const hk_position *p, hk_watch *watch, int origin, const uint16_t *reach,
                       const uint8_t *where, const int16_t *path, int length, bint occupied)
    void hk_watch_walks(const hk_position *p, hk_watch *watch, const hk_set *attackers, const hk_set *targets,
                        int side, const hk_moves *moves)
    bint hk_touches(const hk_watch *watch, uint64_t code, bint vias)
    bint hk_turns_royal(uint64_t code, int side)
    bint hk_takes(const hk_position *p, uint64_t code, bint vias)
    void hk_mark_ray(const hk_position *p, hk_set *set, int at, const int16_t *back, int reach, bint round)
    void hk_promote(const hk_position *p, hk_list *moves, size_t base, const hk_trigger *triggers, int trigger_count,
                    const uint8_t *forced, const uint16_t *becomes, const uint8_t *const *barred, int targets,
                    bint vias)
    void hk_keep_quiet(const hk_position *p, hk_list *moves, size_t base, int vias)
    void hk_confine(const hk_position *p, hk_list *moves, size_t base, int mover)
    void hk_spare_protected(const hk_position *p, hk_list *moves, size_t base, const hk_protection *rule,
                            const hk_moves *enemies)
    void hk_strike_not_back(const hk_position *p, hk_list *moves, size_t base)
    void hk_count_files(const hk_position *p, int side, const uint8_t *limited, const uint8_t *files,
                        uint16_t *counts, int file_count)
    void hk_without_full_files(hk_set *set, const uint16_t *counts, int file_count, int most, const hk_set *files)
    bint hk_file_holds(const hk_position *p, int square, int side, const uint8_t *limited, const uint8_t *files,
                       int file_count, int most)
    void hk_find(const hk_position *p, hk_set *found, int side, const hk_set *region, const uint8_t *wanted)
    bint hk_finds(const hk_position *p, int side, const hk_set *region, const uint8_t *wanted)
    void hk_set_empty(const hk_position *p, hk_set *set, const hk_set *within)
    void hk_split(hk_set *set, hk_set *tried, const hk_watch *watch, const hk_set *asked, bint exposes)
    void hk_push_drops(hk_list *moves, uint64_t start, const hk_set *set)

cdef extern from "hensoku/record.h" nogil:
    const size_t HK_NOT_LISTED
    ctypedef struct hk_ply:
        uint64_t code
        size_t listed
        hk_undo undo
    ctypedef struct hk_record:
        hk_ply *plies
        size_t made
    void hk_record_begin(hk_record *record)
    bint hk_record_copy(hk_record *to, const hk_record *source)
    hk_ply *hk_record_push(hk_record *record, uint64_t code, uint64_t key)
    hk_ply *hk_record_last(const hk_record *record)
    void hk_record_pop(hk_record *record, uint64_t key)
    size_t hk_record_repeats(const hk_record *record, uint64_t key)
    bint hk_record_repeated(const hk_record *record, uint64_t key, size_t times)
    size_t hk_record_since(const hk_record *record, bint captures, const uint8_t *kinds, bint vias)
    int hk_record_changed(const hk_record *record, size_t i)

cdef extern from "hensoku/chance.h" nogil:
    size_t hk_below(uint64_t *state, size_t count)
"""


@final
@dataclass(frozen=True, slots=True)
class Preamble:
    """`tables` are those that the headers need; they come before these, the other tables after them."""

    facts: Facts
    tables: Tables
    board: BoardTables

    def define(self) -> list[str]:
        """`#define`s and tables, in C."""
        facts = self.facts
        sizes = {
            "HK_SQUARES": facts.squares,
            "HK_KINDS": facts.kinds,
            "HK_FILES": facts.module.board.files,
            "HK_CELL": facts.cell_type,
            "HK_PATHS": int(facts.module.paths),
            "HK_MOST_LEGS": facts.most_legs,
            "HK_HAS_ROYALS": int(bool(facts.royal_kinds)),
            "HK_COUNTS_CHECKS": int(facts.counts_checks),
            "HK_MOST_PASSES": facts.most_passes,
            "HK_HAS_VIRGIN": int(facts.has_virgin),
            "HK_HAS_STRIKES": int(facts.module.counter_strike is not None),
            "HK_HAS_WALKERS": int(facts.has_walkers),
            "HK_HAS_CONFINED": int(facts.has_confined),
            "HK_HAS_FORBIDDEN": int(facts.has_forbidden),
            **self._borrowing(facts.module.borrow),
        }
        self._kind_tables()
        return [f"#define {name} {value}" for name, value in sizes.items()] + self.tables.c_lines

    def _kind_tables(self) -> None:
        facts, cells = self.facts, range(2, self.facts.cells)
        kinds = [((cell >> 1) - 1) for cell in cells]
        traits = [self._traits(kind) for kind in kinds]
        self.tables.numbers("hk_traits", BYTE, [0, 0, *traits], per_row=32)
        captured = [facts.pieces[kind].hand for kind in kinds]
        self.tables.numbers("hk_captured", SMALL, [-1, -1, *captured], per_row=32)
        self.tables.numbers("hk_ranks", "int32_t", [piece.rank for piece in facts.pieces], per_row=32)
        if facts.has_confined:
            self._confined()
        if facts.has_forbidden:
            rows = (_row([int(k in piece.uncapturable_by) for k in range(facts.kinds)]) for piece in facts.pieces)
            shape = f"[{facts.kinds}][{facts.kinds}]"
            self.tables.define("hk_forbidden", "const uint8_t", shape, "{" + ", ".join(rows) + "}")

    def _traits(self, kind: Kind) -> int:
        facts, strikes = self.facts, self.facts.module.counter_strike
        return (
            ROYAL * facts.pieces[kind].royal
            + WALKER * (facts.has_walkers and facts.is_walker(kind))
            + PEER * (strikes is not None and kind in strikes.peers)
            + STRIKABLE * (strikes is not None and kind in strikes.targets)
        )

    def _confined(self) -> None:
        facts = self.facts
        rows = (
            _row(["0" if p.within is None else self.board.zone(facts.seen(p.within, side)) for p in facts.pieces])
            for side in SIDES
        )
        value = "{" + ", ".join(rows) + "}"
        self.tables.define("hk_confined", "const uint8_t *const", f"[2][{facts.kinds}]", value, declare=False)

    def _borrowing(self, borrow: Borrow | None) -> dict[str, int | str]:
        if borrow is None:
            return {"HK_DONORS": 0, "HK_KEEPS_OWN": 1}
        rows = (
            _row([self.board.step(self.facts.seen_vector(vector, side)) for vector in borrow.vectors]) for side in SIDES
        )
        count, value = len(borrow.vectors), "{" + ", ".join(rows) + "}"
        self.tables.define("hk_donors", "const int16_t *const", f"[2][{count}]", value, declare=False)
        return {"HK_DONORS": count, "HK_KEEPS_OWN": int(borrow.mode == "add"), "HK_LENDS": f"({LENDERS[borrow.whose]})"}

    def define_files(self) -> None:
        """The file of each square and the squares of each file, where drops or moves are limited by file."""
        facts, board = self.facts, self.facts.module.board
        if not any(piece.drop and piece.drop.file_limit for piece in facts.pieces):
            return
        self.tables.numbers("FILES", BYTE, facts.files, per_row=board.files)
        sets = (
            bit_words((s for s, at in enumerate(facts.files) if at == file), facts.squares)
            for file in range(board.files)
        )
        self.tables.define("FILE_SETS", "const hk_set", f"[{board.files}]", "{" + ", ".join(sets) + "}")

    def define_start(self) -> str:
        """Gives the name of the table of pieces that have never moved, which another may share."""
        setup = self.facts.module.setups[0]
        self.tables.numbers("START_CELLS", WORD, setup.cells, per_row=self.facts.module.board.files)
        virgin = [cell if self.facts.starts_virgin(cell) else 0 for cell in setup.cells]
        named = self.tables.numbers("START_VIRGIN", WORD, virgin, per_row=self.facts.module.board.files)
        hands = "{" + ", ".join(_row(hand) for hand in setup.hands) + "}"
        self.tables.define("START_HANDS", "const uint16_t", f"[2][{self.facts.kinds}]", hands)
        return named


def _row(values: Iterable[int | str]) -> str:
    return "{" + ", ".join(str(value) for value in values) + "}"
