/* What becomes of the moves of one piece: promotion, confinement, file limits; and sets of squares for drops. */
#ifndef HENSOKU_RULES_H
#define HENSOKU_RULES_H

#include "captures.h"

/* When a promotion zone allows promotion. Bit 2 * (began inside) + (ends inside) of `quiet` or, for a move that takes
 * something, of `taking`. */
typedef struct {
    const uint8_t *zone;
    int quiet, taking;
} hk_trigger;

static inline int hk_takes(const hk_position *p, uint64_t code, int vias) {
    const int from = hk_from(code), to = hk_to(code);
    if (to != from && p->cells[to]) return 1;
    if (vias && hk_has_vias(code)) {
        for (int i = 0; i < HK_VIAS; i++) {
            const int via = hk_via(code, i);
            if (via != (int)HK_NO_SQUARE && via != from && p->cells[via]) return 1;
        }
    }
    return 0;
}

/* Whether a board move leaves everything where it was. */
static inline int hk_is_pass(const hk_position *p, uint64_t code, int vias) {
    return !hk_is_drop(code) && hk_from(code) == hk_to(code) && !hk_becomes(code) && !hk_takes(p, code, vias);
}

static inline int hk_listed(const hk_list *moves, size_t base, uint64_t code) {
    for (size_t i = base; i < moves->count; i++) {
        if (moves->at[i] == code) return 1;
    }
    return 0;
}

static inline int hk_triggered(const hk_position *p, uint64_t code, const hk_trigger *triggers, int count, int vias) {
    for (int i = 0; i < count; i++) {
        const int path = 2 * triggers[i].zone[hk_from(code)] + triggers[i].zone[hk_to(code)];
        const int taking = triggers[i].taking >> path & 1, quiet = triggers[i].quiet >> path & 1;
        if (taking == quiet ? taking : hk_takes(p, code, vias) ? taking : quiet) return 1;
    }
    return 0;
}

/* Drops from the moves from `base` on those that would have to promote. */
static inline void hk_keep_unforced(const hk_position *p, hk_list *moves, size_t base, const hk_trigger *triggers,
                                    int trigger_count, const uint8_t *forced, int vias) {
    size_t kept = base;
    for (size_t i = base; i < moves->count; i++) {
        const uint64_t code = moves->at[i];
        if (forced[hk_to(code)] && hk_triggered(p, code, triggers, trigger_count, vias)) continue;
        moves->at[kept++] = code;
    }
    moves->count = kept;
}

/* Adds to the moves from `base` on, all of one piece, those that promote. `becomes[i]` are the targets as codes hold
 * them, none of them if nothing may promote now; `forced`: a table of the squares where the piece must promote, or NULL;
 * `barred`: NULL, or by target a table of the squares where it is no choice, or NULL. */
static inline void hk_promote(const hk_position *p, hk_list *moves, size_t base, const hk_trigger *triggers,
                              int trigger_count, const uint8_t *forced, const uint16_t *becomes,
                              const uint8_t *const *barred, int targets, int vias) {
    const size_t end = moves->count;
    if (!targets) {
        if (forced) hk_keep_unforced(p, moves, base, triggers, trigger_count, forced, vias);
        return;
    }
    if (!hk_reserve(moves, (end - base) * (size_t)targets)) return;
    for (size_t i = base; i < end; i++) {
        const uint64_t code = moves->at[i];
        const int to = hk_to(code);
        int must = forced && forced[to];
        if (!hk_triggered(p, code, triggers, trigger_count, vias)) continue;
        for (int j = 0; j < targets; j++) {
            const uint64_t promoted = code | (uint64_t)becomes[j] << HK_BECOMES_SHIFT;
            if (barred && barred[j] && barred[j][to]) continue;
            if (must) moves->at[i] = promoted;
            else hk_push(moves, promoted);
            must = 0;
        }
    }
}

/* Drops from the moves from `base` on, all of `mover`, what ends outside its region or takes what it may not take. */
static inline void hk_confine(const hk_position *p, hk_list *moves, size_t base, int mover) {
    size_t kept = base;
    for (size_t i = base; i < moves->count; i++) {
        const uint64_t code = moves->at[i];
        const int from = hk_from(code), to = hk_to(code);
        int allowed = hk_may_end(mover, to) && (to == from || !p->cells[to] || hk_may_take(mover, p->cells[to]));
        for (int j = 0; allowed && j < HK_VIAS; j++) {
            const int via = hk_via(code, j);
            if (via != (int)HK_NO_SQUARE && via != from && p->cells[via]) allowed = hk_may_take(mover, p->cells[via]);
        }
        if (allowed) moves->at[kept++] = code;
    }
    moves->count = kept;
}

/* Drops from the moves from `base` on those that take something. */
static inline void hk_keep_quiet(const hk_position *p, hk_list *moves, size_t base, int vias) {
    size_t kept = base;
    for (size_t i = base; i < moves->count; i++) {
        if (!hk_takes(p, moves->at[i], vias)) moves->at[kept++] = moves->at[i];
    }
    moves->count = kept;
}

/* How many of a side's pieces that `limited` (by cell) names stand on each file. `files`: the file of each square. */
static inline void hk_count_files(const hk_position *p, int side, const uint8_t *limited, const uint8_t *files,
                                  uint16_t *counts, int file_count) {
    hk_set left = p->own[side];
    memset(counts, 0, (size_t)file_count * sizeof *counts);
    for (int square; (square = hk_pop(&left)) >= 0;) {
        if (limited[p->cells[square]]) counts[files[square]]++;
    }
}

/* Takes the files that hold `most` or more out of a set. */
static inline void hk_without_full_files(hk_set *set, const uint16_t *counts, int file_count, int most,
                                         const hk_set *files) {
    for (int file = 0; file < file_count; file++) {
        if (counts[file] >= most) hk_without(set, &files[file]);
    }
}

/* Whether the piece that has just come to `square` leaves at most `most` limited pieces on its file. */
static inline int hk_file_holds(const hk_position *p, int square, int side, const uint8_t *limited, const uint8_t *files,
                                int file_count, int most) {
    uint16_t counts[64];
    if (!limited[p->cells[square]]) return 1;
    hk_count_files(p, side, limited, files, counts, file_count);
    return counts[files[square]] <= most;
}

/* The squares of a region on which pieces of a side stand that `wanted` (by cell) names. */
static inline void hk_find(const hk_position *p, hk_set *found, int side, const hk_set *region, const uint8_t *wanted) {
    hk_set left = *region;
    hk_keep(&left, &p->own[side]);
    hk_clear(found);
    for (int square; (square = hk_pop(&left)) >= 0;) {
        if (wanted[p->cells[square]]) hk_add(found, square);
    }
}

/* Whether there is any. */
static inline int hk_finds(const hk_position *p, int side, const hk_set *region, const uint8_t *wanted) {
    hk_set left = *region;
    hk_keep(&left, &p->own[side]);
    for (int square; (square = hk_pop(&left)) >= 0;) {
        if (wanted[p->cells[square]]) return 1;
    }
    return 0;
}

/* Whether all pieces of a side stand in a region / are such as `wanted` (by cell) names. */
static inline int hk_all_inside(const hk_set *set, const hk_set *region) {
    hk_set inside = *set;
    hk_keep(&inside, region);
    return hk_same(&inside, set);
}

static inline int hk_has_only(const hk_position *p, int side, const uint8_t *wanted) {
    hk_set left = p->own[side];
    for (int square; (square = hk_pop(&left)) >= 0;) {
        if (!wanted[p->cells[square]]) return 0;
    }
    for (int kind = 0; kind < HK_KINDS; kind++) {
        if (p->hands[side][kind] && !wanted[hk_cell_of(kind, side)]) return 0;
    }
    return 1;
}

/* What a side has in a region and in hand counts, by kind. */
static inline int hk_points(const hk_position *p, int side, const hk_set *region, const uint16_t *points) {
    hk_set left = p->own[side];
    int sum = 0;
    hk_keep(&left, region);
    for (int square; (square = hk_pop(&left)) >= 0;) sum += points[hk_kind(p->cells[square])];
    for (int kind = 0; kind < HK_KINDS; kind++) sum += p->hands[side][kind] * points[kind];
    return sum;
}

static inline void hk_set_empty(const hk_position *p, hk_set *set, const hk_set *within) {
    *set = *within;
    hk_without(set, &p->own[0]);
    hk_without(set, &p->own[1]);
}

/* Splits the squares of a drop into those that are legal without a look (left in `set`) and those that must be tried
 * (returned in `tried`): the `asked`, if any, and what may bring about a check or stop one. `exposes`: a piece that comes
 * to a watched square can bring about an attack; else it can only stop one. */
static inline void hk_split(hk_set *set, hk_set *tried, const hk_watch *watch, const hk_set *asked, int exposes) {
    hk_set wanted;
    hk_clear(&wanted);
    if (watch->checked || exposes) hk_unite(&wanted, &watch->squares);
    if (asked) hk_unite(&wanted, asked);
    *tried = *set;
    hk_keep(tried, &wanted);
    if (watch->checked) hk_clear(set);
    else hk_without(set, tried);
}

static inline void hk_push_drops(hk_list *moves, uint64_t start, const hk_set *set) {
    hk_set left = *set;
    if (!hk_reserve(moves, (size_t)hk_count(set))) return;
    for (int square; (square = hk_pop(&left)) >= 0;) hk_push(moves, start | (uint64_t)square);
}

#endif
