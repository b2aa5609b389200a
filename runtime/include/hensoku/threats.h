/* Attacks on a square, looked up backwards along the vectors that lead to it.
 *
 * Tables by cell say how far a piece of the attacking side hits along a vector (0: not at all). With borrowed moves the
 * table is asked about the donors.
 *
 *   back     square to square, against the vector    round   whether that can come back to where it began
 *   most     no table entry is larger                lift    so many pieces a single move can take off a line
 *
 * The hk_*_hits functions say whether the square is attacked. The hk_watch_* functions do the same and also collect the
 * squares whose content decides about it: a move that touches none of them leaves the answer as it was. */
#ifndef HENSOKU_THREATS_H
#define HENSOKU_THREATS_H

#include "rays.h"

typedef struct {
    hk_set squares;
    int checked;
} hk_watch;

#define HK_FRIENDS 1
#define HK_ENEMIES 2

/* HK_DONORS: so many squares a piece borrows from, by hk_donors[side][i]; HK_LENDS: whose pieces lend, HK_FRIENDS |
 * HK_ENEMIES; HK_KEEPS_OWN: a borrower keeps its own moves. */
#if HK_DONORS
/* The kind that the i-th donor of the piece on a square lends, -1 if it lends nothing. */
static inline int hk_donor(const hk_position *p, int side, int i, int square) {
    const int place = hk_donors[side][i][square], donor = place >= 0 ? p->cells[place] : 0;
    return donor && HK_LENDS & (hk_side(donor) == side ? HK_FRIENDS : HK_ENEMIES) ? hk_kind(donor) : -1;
}
#endif

/* How far the piece on a square hits by the table; `where`: only from these squares, NULL for any. */
static inline int hk_reach(const hk_position *p, int square, const uint16_t *reach, const uint8_t *where) {
    const int cell = p->cells[square];
    if (where && !where[square]) return 0;
#if HK_DONORS
    const int side = hk_side(cell);
    int farthest = 0, borrows = 0;
    for (int i = 0; i < HK_DONORS; i++) {
        const int kind = hk_donor(p, side, i, square);
        if (kind < 0) continue;
        borrows = 1;
        if (reach[hk_cell_of(kind, side)] > farthest) farthest = reach[hk_cell_of(kind, side)];
    }
    if ((HK_KEEPS_OWN || !borrows) && reach[cell] > farthest) farthest = reach[cell];
    return farthest;
#else
    return reach[cell];
#endif
}

static inline int hk_ray_hits(const hk_position *p, int at, const int16_t *back, const uint16_t *reach, const uint8_t *where,
                              int most, int round) {
    int square = at;
    for (int n = 1; n <= most; n++) {
        square = back[square];
        if (square < 0 || (round && square == at)) return 0;
        if (p->cells[square]) return hk_reach(p, square, reach, where) >= n;
    }
    return 0;
}

static inline int hk_hop_hits(const hk_position *p, int at, const int16_t *back, const uint16_t *reach, const uint8_t *where,
                              int most_steps, int round, int least, int most, int next) {
    int square = at, screens = 0;
    for (int n = 1; n <= most_steps; n++) {
        square = back[square];
        if (square < 0 || (round && square == at)) return 0;
        if (p->cells[square]) {
            if (screens >= least && hk_reach(p, square, reach, where) >= n) return 1;
            if (screens++ == most) return 0;
        } else if (next && !screens) {
            return 0;
        }
    }
    return 0;
}

static inline int hk_gate_hits(const hk_position *p, int from, const uint16_t *reach, const uint8_t *where,
                               const int16_t *path, int length, int occupied) {
    return from >= 0 && p->cells[from] && hk_reach(p, from, reach, where) && hk_path_is(p, path, length, occupied);
}

static inline void hk_watch_line(hk_watch *watch, int at, const int16_t *back, int steps) {
    for (int n = 0; n < steps; n++) {
        at = back[at];
        hk_add(&watch->squares, at);
    }
}

static inline void hk_watch_ray(const hk_position *p, hk_watch *watch, int at, const int16_t *back,
                                const uint16_t *reach, const uint8_t *where, int most, int round, int lift) {
    int square = at, blockers = 0, last = 0;
    for (int n = 1; n <= most; n++) {
        square = back[square];
        if (square < 0 || (round && square == at)) break;
        if (!p->cells[square]) continue;
        if (hk_reach(p, square, reach, where) >= n) {
            last = n;
            if (!blockers) watch->checked = 1;
        }
        if (blockers++ == lift) break;
    }
    hk_watch_line(watch, at, back, last);
}

/* A move can put one piece on a line and take `lift` off it. */
static inline void hk_watch_hop(const hk_position *p, hk_watch *watch, int at, const int16_t *back,
                                const uint16_t *reach, const uint8_t *where, int most_steps, int round, int least,
                                int most, int next, int lift) {
    int square = at, screens = 0, last = 0;
    for (int n = 1; n <= most_steps; n++) {
        square = back[square];
        if (square < 0 || (round && square == at)) break;
        if (!p->cells[square]) continue;
        if (screens >= least - 1 && hk_reach(p, square, reach, where) >= n) last = n;
        if (most >= 0 && screens == most + lift) break;
        screens++;
    }
    hk_watch_line(watch, at, back, last);
    if (last && hk_hop_hits(p, at, back, reach, where, most_steps, round, least, most, next)) watch->checked = 1;
}

static inline void hk_watch_gate(const hk_position *p, hk_watch *watch, int from, const uint16_t *reach,
                                 const uint8_t *where, const int16_t *path, int length, int occupied) {
    if (from < 0 || !p->cells[from] || !hk_reach(p, from, reach, where)) return;
    hk_add(&watch->squares, from);
    for (int i = 0; i < length; i++) {
        if (path[i] >= 0) hk_add(&watch->squares, path[i]);
    }
    if (hk_path_is(p, path, length, occupied)) watch->checked = 1;
}

/* Whether the first piece along a vector is one that `wanted` (by cell) names. */
static inline int hk_meets(const hk_position *p, int at, const int16_t *step, const uint8_t *wanted) {
    int square = at;
    for (int n = 0; n < HK_SQUARES; n++) {
        square = step[square];
        if (square < 0 || square == at) return 0;
        if (p->cells[square]) return wanted[p->cells[square]];
    }
    return 0;
}

/* Notes the line to every wanted piece that one move, which can take `lift` pieces off it, may bring to face `at`; where
 * one does already, only moves that touch a watched square can change that. */
static inline void hk_watch_facing(const hk_position *p, hk_watch *watch, int at, const int16_t *step,
                                   const uint8_t *wanted, int lift) {
    int square = at, blockers = 0, last = 0;
    for (int n = 1; n <= HK_SQUARES; n++) {
        square = step[square];
        if (square < 0 || square == at) break;
        if (!p->cells[square]) continue;
        if (wanted[p->cells[square]]) {
            last = n;
            if (!blockers) watch->checked = 1;
        }
        if (blockers++ == lift) break;
    }
    hk_add(&watch->squares, at);
    hk_watch_line(watch, at, step, last);
}

static inline int hk_touches(const hk_watch *watch, uint64_t code, int vias) {
    if (hk_has(&watch->squares, hk_to(code)) || hk_has(&watch->squares, hk_from(code))) return 1;
    if (vias && hk_has_vias(code)) {
        for (int i = 0; i < HK_VIAS; i++) {
            const int via = hk_via(code, i);
            if (via != (int)HK_NO_SQUARE && hk_has(&watch->squares, via)) return 1;
        }
    }
    return 0;
}

/* Whether a board move leaves its mover as a royal kind by promotion. */
static inline int hk_turns_royal(uint64_t code, int side) {
    const int becomes = hk_becomes(code);
    return becomes && hk_traits[hk_cell_of(becomes - 1, side)] & HK_ROYAL;
}

/* The empty squares from which a piece would look at `at` along a vector, up to `reach` steps. */
static inline void hk_mark_ray(const hk_position *p, hk_set *set, int at, const int16_t *back, int reach, int round) {
    int square = at;
    for (int n = 0; n < reach; n++) {
        square = back[square];
        if (square < 0 || (round && square == at) || p->cells[square]) return;
        hk_add(set, square);
    }
}

#endif
