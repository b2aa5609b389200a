/* Moves of one leg from a square: steps, slides, hops, gated leaps. All arguments but the position and the squares are
 * constants where these are called, so that each call becomes the loop it needs.
 *
 *   start    the code but for the destination     side    the mover
 *   step     square to square along a vector       round   whether that can come back to where it began
 *   lands    HK_EMPTY | HK_ENEMY | HK_FRIEND       repeats whether the result may be there already */
#ifndef HENSOKU_RAYS_H
#define HENSOKU_RAYS_H

#include "seen.h"

#define HK_EMPTY 1
#define HK_ENEMY 2
#define HK_FRIEND 4

static inline int hk_may_land(int cell, int side, int lands) {
    return lands & (!cell ? HK_EMPTY : hk_side(cell) == side ? HK_FRIEND : HK_ENEMY);
}

static inline void hk_step(const hk_position *p, hk_work *work, uint64_t start, int to, int side, int lands,
                           int repeats) {
    if (to >= 0 && (uint64_t)to != (start >> 11 & HK_NO_SQUARE) && hk_may_land(p->cells[to], side, lands))
        hk_emit(work, start | (uint64_t)to, repeats);
}

static inline void hk_slide(const hk_position *p, hk_work *work, uint64_t start, const int16_t *step, int reach,
                            int round, int side, int lands, int repeats) {
    const int from = hk_from(start);
    int at = from;
    for (int n = 0; n < reach; n++) {
        at = step[at];
        if (at < 0 || (round && at == from)) return;
        if (hk_may_land(p->cells[at], side, lands)) hk_emit(work, start | (uint64_t)at, repeats);
        if (p->cells[at]) return;
    }
}

/* `least` to `most` screens (most -1: no limit); `next`: it lands only on the square behind the screen. */
static inline void hk_hop(const hk_position *p, hk_work *work, uint64_t start, const int16_t *step, int reach,
                          int round, int least, int most, int next, int side, int lands, int repeats) {
    const int from = hk_from(start);
    int at = from, screens = 0, behind = 0;
    for (int n = 0; n < reach; n++) {
        at = step[at];
        if (at < 0 || (round && at == from)) return;
        if (screens >= least && (behind || !next) && hk_may_land(p->cells[at], side, lands))
            hk_emit(work, start | (uint64_t)at, repeats);
        behind = p->cells[at] != 0;
        if (behind && screens++ == most) return;
    }
}

#define HK_NO_PASS (-1)
#define HK_ALWAYS_PASS (-2)

/* Whether all squares of a path are empty, or all occupied. A path may hold HK_NO_PASS (off the board) and
 * HK_ALWAYS_PASS (the mover's own square, which counts as empty). */
static inline int hk_path_is(const hk_position *p, const int16_t *path, int length, int occupied) {
    for (int i = 0; i < length; i++) {
        if (path[i] == HK_ALWAYS_PASS) continue;
        if (path[i] == HK_NO_PASS || (p->cells[path[i]] != 0) != occupied) return 0;
    }
    return 1;
}

static inline void hk_gated_step(const hk_position *p, hk_work *work, uint64_t start, int to, const int16_t *path,
                                 int length, int occupied, int side, int lands, int repeats) {
    if (to >= 0 && hk_path_is(p, path, length, occupied)) hk_step(p, work, start, to, side, lands, repeats);
}

#endif
