/* The position of a variant and what making a move does to it.
 *
 * The generated module defines before it includes this:
 *   HK_SQUARES, HK_KINDS            sizes
 *   HK_CELL                         the unsigned type of a cell: 0, or 2 + 2 * kind + side
 *   HK_HAS_ROYALS, HK_HAS_VIRGIN, HK_HAS_WALKERS    1 where the position has to keep these sets
 *   HK_COUNTS_CHECKS                1 where it has to keep these counts
 *   HK_MOST_PASSES                  how far passes in a row are counted
 *   HK_HAS_STRIKES                  1 where it has to keep the square of the last capture
 *   hk_traits[HK_CELLS]             HK_ROYAL, HK_WALKER, HK_PEER, HK_STRIKABLE by cell
 *   hk_captured[HK_CELLS]           the kind that a piece becomes in its captor's hand, -1 if it leaves the game
 * and where it counts by sets of squares, after hensoku/word.h:
 *   HK_CLASSES                      how many sets a side has
 *   hk_class[HK_CELLS], hk_place[HK_SQUARES]   the set of a piece, the place of a square as a set */
#ifndef HENSOKU_POSITION_H
#define HENSOKU_POSITION_H

#include <string.h>

#include "bits.h"
#include "moves.h"

#define HK_CELLS (2 + 2 * HK_KINDS)
#define HK_ROYAL 1
#define HK_WALKER 2
#define HK_PEER 4      /* may strike back anywhere, and its captures may be answered by counter-strikes */
#define HK_STRIKABLE 8 /* what others may not take in a counter-strike */

#ifndef HK_CLASSES
#define HK_CLASSES 0
#endif

typedef HK_CELL hk_cell;

typedef struct {
    hk_cell cells[HK_SQUARES];
    uint16_t hands[2][HK_KINDS];
    hk_set own[2];
    hk_set royals[2];  /* what the game hangs on */
    hk_set walkers[2]; /* pieces that attack by moves which are walked leg by leg */
    hk_set virgin;     /* pieces that have never moved */
    uint16_t checks[2]; /* how many each side has given */
    uint16_t passes;    /* in a row */
    int struck;        /* where the last move took what forbids counter-strikes elsewhere, -1 if nowhere */
    uint16_t credit;    /* points that an impasse adds */
    uint64_t key;      /* sum of the terms below */
    int turn;
#if HK_CLASSES
    hk_bits sets[2][HK_CLASSES], all[2];
#endif
} hk_position;

/* What a move code does not tell about the position before it. */
typedef struct {
    uint64_t key;
    hk_set virgin;
    hk_cell mover, target, via[HK_VIAS];
    uint16_t checks; /* the mover's */
    uint16_t passes;
    int struck;
} hk_undo;

/* splitmix64, Sebastiano Vigna, public domain */
static inline uint64_t hk_mix(uint64_t x) {
    x = (x + 1) * 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

/* The terms of a position's key: a piece on a square, one piece in a hand, gote to move, a piece that never moved, checks
 * that were given, passes in a row, credited points. */
static inline uint64_t hk_key_cell(int square, int cell) { return hk_mix((uint64_t)square * HK_CELLS + (unsigned)cell); }
static inline uint64_t hk_key_hand(int side, int kind) {
    return hk_mix(((uint64_t)1 << 40) + (uint64_t)kind * 2 + (unsigned)side);
}
static inline uint64_t hk_key_virgin(int square) { return hk_mix(((uint64_t)2 << 40) + (unsigned)square); }
static inline uint64_t hk_key_checks(int side, int count) {
    return count ? hk_mix(((uint64_t)3 << 40) + (uint64_t)count * 2 + (unsigned)side) : 0;
}
static inline uint64_t hk_key_passes(int count) { return count ? hk_mix(((uint64_t)4 << 40) + (uint64_t)count) : 0; }
static inline uint64_t hk_key_struck(int square) {
    return square < 0 ? 0 : hk_mix(((uint64_t)5 << 40) + (unsigned)square);
}
static inline uint64_t hk_key_credit(int points) { return points ? hk_mix(((uint64_t)6 << 40) + (uint64_t)points) : 0; }
#define HK_KEY_TURN 0x2545f4914f6cdd1du

static inline int hk_side(int cell) { return cell & 1; }
static inline int hk_kind(int cell) { return (cell >> 1) - 1; }
static inline int hk_cell_of(int kind, int side) { return 2 + 2 * kind + side; }

/* The kind that a move changes into another, -1 if it changes none. */
static inline int hk_changing(const hk_position *p, uint64_t code) {
    return hk_becomes(code) && !hk_is_drop(code) ? hk_kind(p->cells[hk_from(code)]) : -1;
}

static inline void hk_put(hk_position *p, int square, int cell) {
    const int side = hk_side(cell);
    p->cells[square] = (hk_cell)cell;
    hk_add(&p->own[side], square);
    if (HK_HAS_ROYALS && hk_traits[cell] & HK_ROYAL) hk_add(&p->royals[side], square);
    if (HK_HAS_WALKERS && hk_traits[cell] & HK_WALKER) hk_add(&p->walkers[side], square);
#if HK_CLASSES
    p->sets[side][hk_class[cell]] |= hk_place[square];
    p->all[side] |= hk_place[square];
#endif
}

static inline void hk_take(hk_position *p, int square) {
    const int cell = p->cells[square], side = hk_side(cell);
    p->cells[square] = 0;
    hk_drop(&p->own[side], square);
    if (HK_HAS_ROYALS) hk_drop(&p->royals[side], square);
    if (HK_HAS_WALKERS) hk_drop(&p->walkers[side], square);
#if HK_CLASSES
    p->sets[side][hk_class[cell]] &= ~hk_place[square];
    p->all[side] &= ~hk_place[square];
#endif
}

static inline void hk_touch(hk_position *p, int square) {
    if (HK_HAS_VIRGIN && hk_has(&p->virgin, square)) {
        hk_drop(&p->virgin, square);
        p->key -= hk_key_virgin(square);
    }
}

static inline void hk_hand_add(hk_position *p, int side, int kind) {
    p->hands[side][kind]++;
    p->key += hk_key_hand(side, kind);
}

static inline void hk_hand_take(hk_position *p, int side, int kind) {
    p->hands[side][kind]--;
    p->key -= hk_key_hand(side, kind);
}

static inline void hk_add_check(hk_position *p, int side) {
    p->key -= hk_key_checks(side, p->checks[side]);
    p->checks[side]++;
    p->key += hk_key_checks(side, p->checks[side]);
}

/* Counts a move that is a pass, or ends the row of passes. */
static inline void hk_count_pass(hk_position *p, hk_undo *undo, int is_pass) {
    const int before = p->passes, after = !is_pass ? 0 : before < HK_MOST_PASSES ? before + 1 : before;
    undo->passes = p->passes;
    p->key += hk_key_passes(after) - hk_key_passes(before);
    p->passes = (uint16_t)after;
}

static inline void hk_strike(hk_position *p, hk_undo *undo, int square) {
    undo->struck = p->struck;
    p->key += hk_key_struck(square) - hk_key_struck(p->struck);
    p->struck = square;
}

/* Whether taking `victim` forbids the answer by a counter-strike elsewhere. */
static inline int hk_forbids_strike(int mover, int victim) {
    return !(hk_traits[mover] & HK_PEER) && hk_side(victim) != hk_side(mover) && hk_traits[victim] & HK_STRIKABLE;
}

/* Takes a victim off the board; an enemy goes to the captor's hand if it goes to a hand at all. */
static inline int hk_capture(hk_position *p, int square, int side) {
    const int cell = p->cells[square];
    p->key -= hk_key_cell(square, cell);
    hk_take(p, square);
    hk_touch(p, square);
    if (hk_captured[cell] >= 0 && hk_side(cell) != side) hk_hand_add(p, side, hk_captured[cell]);
    return cell;
}

static inline void hk_uncapture(hk_position *p, int square, int cell, int side) {
    hk_put(p, square, cell);
    if (hk_captured[cell] >= 0 && hk_side(cell) != side) p->hands[side][hk_captured[cell]]--;
}

/* Executes a board move of `side`; `vias`: whether codes of this variant have them. */
static inline void hk_make_board(hk_position *p, uint64_t code, hk_undo *undo, int side, int vias) {
    const int from = hk_from(code), to = hk_to(code), becomes = hk_becomes(code), mover = p->cells[from];
    const int after = becomes ? hk_cell_of(becomes - 1, side) : mover;
    int struck = -1;
    undo->key = p->key;
    if (HK_HAS_VIRGIN) undo->virgin = p->virgin;
    undo->mover = (hk_cell)mover;
    undo->target = 0;
    p->key -= hk_key_cell(from, mover);
    hk_take(p, from);
    hk_touch(p, from);
    if (vias) {
        for (int i = 0; i < HK_VIAS; i++) {
            const int via = hk_via(code, i);
            undo->via[i] = 0;
            if (via == (int)HK_NO_SQUARE || !p->cells[via]) continue;
            undo->via[i] = (hk_cell)hk_capture(p, via, side);
            if (HK_HAS_STRIKES && hk_forbids_strike(mover, undo->via[i])) struck = via;
        }
    }
    if (p->cells[to]) undo->target = (hk_cell)hk_capture(p, to, side);
    if (HK_HAS_STRIKES && undo->target && hk_forbids_strike(mover, undo->target)) struck = to;
    if (HK_HAS_STRIKES) hk_strike(p, undo, struck);
    hk_put(p, to, after);
    p->key += hk_key_cell(to, after) + (side ? -HK_KEY_TURN : HK_KEY_TURN);
    p->turn = !side;
}

static inline void hk_unmake_board(hk_position *p, uint64_t code, const hk_undo *undo, int side, int vias) {
    const int from = hk_from(code), to = hk_to(code);
    hk_take(p, to);
    if (undo->target) hk_uncapture(p, to, undo->target, side);
    if (vias) {
        for (int i = HK_VIAS - 1; i >= 0; i--) {
            if (undo->via[i]) hk_uncapture(p, hk_via(code, i), undo->via[i], side);
        }
    }
    hk_put(p, from, undo->mover);
    if (HK_HAS_VIRGIN) p->virgin = undo->virgin;
    if (HK_HAS_STRIKES) p->struck = undo->struck;
    p->key = undo->key;
    p->turn = side;
}

static inline void hk_make_drop(hk_position *p, uint64_t code, hk_undo *undo, int side) {
    const int to = hk_to(code), kind = hk_via(code, 0), becomes = hk_becomes(code);
    const int cell = hk_cell_of(becomes ? becomes - 1 : kind, side);
    undo->key = p->key;
    if (HK_HAS_VIRGIN) undo->virgin = p->virgin;
    if (HK_HAS_STRIKES) hk_strike(p, undo, -1);
    hk_hand_take(p, side, kind);
    hk_put(p, to, cell);
    p->key += hk_key_cell(to, cell) + (side ? -HK_KEY_TURN : HK_KEY_TURN);
    p->turn = !side;
}

static inline void hk_unmake_drop(hk_position *p, uint64_t code, const hk_undo *undo, int side) {
    hk_take(p, hk_to(code));
    p->hands[side][hk_via(code, 0)]++;
    if (HK_HAS_VIRGIN) p->virgin = undo->virgin;
    if (HK_HAS_STRIKES) p->struck = undo->struck;
    p->key = undo->key;
    p->turn = side;
}

/* Whether this is a setup. */
static inline int hk_is_setup(const hk_position *p, const uint16_t *cells, const uint16_t hands[2][HK_KINDS], int turn) {
    int same = p->turn == turn;
    for (int square = 0; square < HK_SQUARES; square++) same = same && p->cells[square] == cells[square];
    for (int side = 0; side < 2; side++) {
        for (int kind = 0; kind < HK_KINDS; kind++) same = same && p->hands[side][kind] == hands[side][kind];
    }
    return same;
}

/* Works out what follows from cells, hands, turn, virgin, checks, passes, struck and credit. */
static void hk_refresh(hk_position *p) {
    for (int side = 0; side < 2; side++) {
        hk_clear(&p->own[side]);
        hk_clear(&p->royals[side]);
        hk_clear(&p->walkers[side]);
#if HK_CLASSES
        memset(p->sets[side], 0, sizeof p->sets[side]);
        p->all[side] = HK_NONE;
#endif
    }
    p->key = p->turn ? HK_KEY_TURN : 0;
    if (HK_HAS_STRIKES) p->key += hk_key_struck(p->struck);
    for (int square = 0; square < HK_SQUARES; square++) {
        const int cell = p->cells[square];
        if (!cell) continue;
        hk_put(p, square, cell);
        p->key += hk_key_cell(square, cell);
        if (HK_HAS_VIRGIN && hk_has(&p->virgin, square)) p->key += hk_key_virgin(square);
    }
    for (int side = 0; side < 2; side++) {
        for (int kind = 0; kind < HK_KINDS; kind++) p->key += p->hands[side][kind] * hk_key_hand(side, kind);
        if (HK_COUNTS_CHECKS) p->key += hk_key_checks(side, p->checks[side]);
    }
    if (HK_MOST_PASSES) p->key += hk_key_passes(p->passes);
    p->key += hk_key_credit(p->credit);
}

#endif
