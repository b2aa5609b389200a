/* Results of one piece that may be one move: kept once, under the smallest code (see hensoku.runtime.contract). */
#ifndef HENSOKU_SEEN_H
#define HENSOKU_SEEN_H

#include <string.h>

#include "position.h"

/* HK_PATHS: the variant counts two ways to the same end as two moves. */

/* A result that takes at most what stands on its end is found by its end; the others are searched for. `stamp` tells
 * which entries of `place` belong to the piece at hand. */
typedef struct {
    uint32_t now, stamp[HK_SQUARES];
    size_t place[HK_SQUARES];
    hk_list others, places;
} hk_seen;

/* What a search needs besides the position. A long count looks every HK_PATIENCE positions whether it is to go on: where
 * `halted` is set it ends, whatever it has counted. `lenient`: replies are looked for, and a mate that has to wait for
 * what is in hand is one. */
typedef struct {
    hk_list moves;
    hk_seen seen;
    uint32_t visits;
    int halted;
    const int *stop; /* set from outside, or NULL */
    int lenient;
    void *roster; /* of a game that is played at random, or NULL */
} hk_work;

#define HK_PATIENCE (1u << 14)

/* Whether it is time to look. */
static inline int hk_work_tick(hk_work *work) { return ++work->visits % HK_PATIENCE == 0; }

static inline void hk_work_begin(hk_work *work) { memset(work, 0, sizeof *work); }

static inline void hk_work_free(hk_work *work) {
    free(work->moves.at);
    free(work->seen.others.at);
    free(work->seen.places.at);
    free(work->roster);
}

/* Whether memory ran out since this was asked last. */
static inline int hk_work_failed(hk_work *work) {
    const int failed = work->moves.failed | work->seen.others.failed | work->seen.places.failed;
    work->moves.failed = work->seen.others.failed = work->seen.places.failed = 0;
    return failed;
}

static inline void hk_seen_start(hk_seen *seen) {
    if (++seen->now == 0) {
        memset(seen->stamp, 0, sizeof seen->stamp);
        seen->now = 1;
    }
    seen->others.count = seen->places.count = 0;
}

static inline void hk_keep_smaller(hk_list *moves, size_t place, uint64_t code) {
    if (code < moves->at[place]) moves->at[place] = code;
}

static inline void hk_offer_by_end(hk_work *work, uint64_t code) {
    hk_seen *seen = &work->seen;
    const int to = hk_to(code);
    if (seen->stamp[to] == seen->now) {
        hk_keep_smaller(&work->moves, seen->place[to], code);
    } else if (hk_reserve(&work->moves, 1)) {
        seen->stamp[to] = seen->now;
        seen->place[to] = work->moves.count;
        hk_push(&work->moves, code);
    }
}

static void hk_offer_by_victims(hk_work *work, uint64_t code, uint64_t victims) {
    hk_seen *seen = &work->seen;
    for (size_t i = 0; i < seen->others.count; i++) {
        if (seen->others.at[i] == victims) {
            hk_keep_smaller(&work->moves, (size_t)seen->places.at[i], code);
            return;
        }
    }
    if (hk_reserve(&seen->others, 1) && hk_reserve(&seen->places, 1) && hk_reserve(&work->moves, 1)) {
        hk_push(&seen->others, victims);
        hk_push(&seen->places, work->moves.count);
        hk_push(&work->moves, code);
    }
}

/* The end of a move and its victims, ascending, as one number; `several` is set if it takes anything but on its end. */
static inline uint64_t hk_outcome(const hk_position *p, uint64_t code, int *several) {
    const int from = hk_from(code), to = hk_to(code);
    int victims[HK_VIAS + 1], count = 0;
    uint64_t outcome = (uint64_t)to;
    *several = 0;
    for (int i = 0; i <= HK_VIAS; i++) {
        const int square = i == HK_VIAS ? to : hk_via(code, i);
        int at = count;
        if (square == (int)HK_NO_SQUARE || square == from || !p->cells[square]) continue;
        while (at > 0 && victims[at - 1] > square) at--;
        if (at > 0 && victims[at - 1] == square) continue;
        for (int j = count; j > at; j--) victims[j] = victims[j - 1];
        victims[at] = square;
        count++;
        if (square != to) *several = 1;
    }
    for (int i = 0; i < count; i++) outcome = outcome << 11 | (uint64_t)victims[i];
    return outcome << 3 | (uint64_t)count;
}

static inline void hk_offer(hk_work *work, const hk_position *p, uint64_t code) {
    int several = 0;
    if (!hk_has_vias(code)) {
        hk_offer_by_end(work, code);
    } else if (HK_PATHS) {
        hk_offer_by_victims(work, code, code);
    } else {
        const uint64_t outcome = hk_outcome(p, code, &several);
        if (several) hk_offer_by_victims(work, code, outcome);
        else hk_offer_by_end(work, code);
    }
}

/* Adds a move without vias for which room was reserved. `repeats`: it may be there already. */
static inline void hk_emit(hk_work *work, uint64_t code, int repeats) {
    if (repeats) hk_offer_by_end(work, code);
    else hk_push(&work->moves, code);
}

#endif
