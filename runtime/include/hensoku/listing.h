/* Lists of moves from sets of squares. */
#ifndef HENSOKU_LISTING_H
#define HENSOKU_LISTING_H

#include "word.h"
#include "moves.h"

/* `places`: one word of a set; `squares`: the squares of its places. */
static inline uint64_t *hk_list_word(uint64_t *at, uint64_t start, uint64_t places, const uint8_t *squares) {
    for (; places; places &= places - 1) *at++ = start | squares[hk_lowest(places)];
    return at;
}

/* Moves that are alike but for their destinations; `start`: their code without it. */
static inline void hk_list_ends(hk_list *moves, uint64_t start, hk_bits ends) {
    uint64_t *at;
    if (!hk_reserve(moves, HK_PLACES)) return;
    at = moves->at + moves->count;
#if HK_WORD == 256
    for (int i = 0; i < HK_USED_WORDS; i++) at = hk_list_word(at, start, ends[i], hk_squares + 64 * i);
#else
    at = hk_list_word(at, start, (uint64_t)ends, hk_squares);
#if HK_WORD > 64
    at = hk_list_word(at, start, HK_HIGH(ends), hk_squares + 64);
#endif
#endif
    moves->count = (size_t)(at - moves->at);
}

static inline uint64_t *hk_list_word_steps(uint64_t *at, uint64_t places, const uint8_t *squares, int by) {
    for (; places; places &= places - 1) {
        const int place = hk_lowest(places);
        *at++ = HK_NO_VIAS | (uint64_t)squares[place - by] << 11 | squares[place];
    }
    return at;
}

/* Steps that end on these places, each `by` places further than where it began. */
static inline void hk_list_steps(hk_list *moves, hk_bits ends, int by) {
    uint64_t *at;
    if (!hk_reserve(moves, HK_PLACES)) return;
    at = moves->at + moves->count;
#if HK_WORD == 256
    for (int i = 0; i < HK_USED_WORDS; i++) at = hk_list_word_steps(at, ends[i], hk_squares + 64 * i, by);
#else
    at = hk_list_word_steps(at, (uint64_t)ends, hk_squares, by);
#if HK_WORD > 64
    at = hk_list_word_steps(at, HK_HIGH(ends), hk_squares + 64, by);
#endif
#endif
    moves->count = (size_t)(at - moves->at);
}

#endif
