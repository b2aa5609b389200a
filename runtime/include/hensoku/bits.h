/* Sets of squares: fixed arrays of 64-bit words.
 *
 * HK_SQUARES is defined by the generated module before any header is included. */
#ifndef HENSOKU_BITS_H
#define HENSOKU_BITS_H

#include <stdint.h>

#define HK_WORDS ((HK_SQUARES + 63) / 64)

typedef struct {
    uint64_t word[HK_WORDS];
} hk_set;

#if defined(__GNUC__) || defined(__clang__)
static inline int hk_lowest(uint64_t bits) { return __builtin_ctzll(bits); }
static inline int hk_highest(uint64_t bits) { return 63 - __builtin_clzll(bits); }
static inline int hk_popcount(uint64_t bits) { return __builtin_popcountll(bits); }
#else
static inline int hk_popcount(uint64_t bits) {
    bits -= (bits >> 1) & 0x5555555555555555u;
    bits = (bits & 0x3333333333333333u) + ((bits >> 2) & 0x3333333333333333u);
    bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (int)((bits * 0x0101010101010101u) >> 56);
}
static inline int hk_lowest(uint64_t bits) { return hk_popcount((bits & (0 - bits)) - 1); }
static inline int hk_highest(uint64_t bits) {
    for (int by = 1; by < 64; by *= 2) bits |= bits >> by;
    return hk_popcount(bits) - 1;
}
#endif

static inline void hk_add(hk_set *set, int square) { set->word[square >> 6] |= (uint64_t)1 << (square & 63); }
static inline void hk_drop(hk_set *set, int square) { set->word[square >> 6] &= ~((uint64_t)1 << (square & 63)); }
static inline int hk_has(const hk_set *set, int square) { return (int)(set->word[square >> 6] >> (square & 63) & 1); }

static inline void hk_clear(hk_set *set) {
    for (int i = 0; i < HK_WORDS; i++) set->word[i] = 0;
}

static inline int hk_count(const hk_set *set) {
    int count = 0;
    for (int i = 0; i < HK_WORDS; i++) count += hk_popcount(set->word[i]);
    return count;
}

static inline int hk_any(const hk_set *set) {
    uint64_t all = 0;
    for (int i = 0; i < HK_WORDS; i++) all |= set->word[i];
    return all != 0;
}

static inline int hk_same(const hk_set *set, const hk_set *other) {
    uint64_t differs = 0;
    for (int i = 0; i < HK_WORDS; i++) differs |= set->word[i] ^ other->word[i];
    return differs == 0;
}

/* The lowest square of a set that is not empty. */
static inline int hk_first(const hk_set *set) {
    int i = 0;
    while (i < HK_WORDS - 1 && !set->word[i]) i++;
    return 64 * i + hk_lowest(set->word[i]);
}

/* Takes the lowest square out of a set; -1 if it is empty. */
static inline int hk_pop(hk_set *set) {
    for (int i = 0; i < HK_WORDS; i++) {
        if (set->word[i]) {
            int square = 64 * i + hk_lowest(set->word[i]);
            set->word[i] &= set->word[i] - 1;
            return square;
        }
    }
    return -1;
}

static inline void hk_unite(hk_set *set, const hk_set *other) {
    for (int i = 0; i < HK_WORDS; i++) set->word[i] |= other->word[i];
}

static inline void hk_keep(hk_set *set, const hk_set *other) {
    for (int i = 0; i < HK_WORDS; i++) set->word[i] &= other->word[i];
}

static inline void hk_without(hk_set *set, const hk_set *other) {
    for (int i = 0; i < HK_WORDS; i++) set->word[i] &= ~other->word[i];
}

#endif
