/* Sets of squares, the board laid out file by file (hensoku.compiler.layout): in one machine word, or in lanes.
 *
 * The generated module defines before it includes this:
 *   HK_WORD                  64 or 128 bits, or 256 for lanes
 *   HK_FILES, HK_RANKS       size of the board
 *   HK_STRIDE                bits from file to file
 *   HK_LOWEST, HK_LOWER      the bit of the lowest rank on every file; those of all ranks
 *
 * Everywhere:
 *   HK_NONE, hk_some         the empty set; whether a set is not
 *   hk_ones, hk_many         how many places; whether more than one
 *   hk_has_just              whether exactly so many; a constant where it is called
 *   hk_lead, hk_lone         the lowest place of a set that is not empty; that place alone, as a set
 *   hk_rest                  the set without it
 *   hk_at, hk_holds          a place as a set; whether a set has it
 *   hk_equal                 whether two sets are the same
 *   hk_full_files            all places of the files on which a set has `count` or more
 * Sets are joined by &, |, ^ and ~. What a shift is, the layout says. */
#ifndef HENSOKU_WORD_H
#define HENSOKU_WORD_H

#include "bits.h"

#define HK_PLACES (HK_FILES * HK_STRIDE)

#if HK_WORD == 256
#include "lanes.h"
#else

#if HK_WORD == 64
typedef uint64_t hk_bits;
#define HK_BITS(high, low) ((hk_bits)(low))
#define HK_HIGH(x) ((uint64_t)0)
static inline int hk_ones(hk_bits x) { return hk_popcount(x); }
static inline int hk_lead(hk_bits x) { return hk_lowest(x); }
static inline int hk_holds(hk_bits x, int place) { return (int)(x >> place & 1); }
#else
typedef unsigned __int128 hk_bits;
#define HK_BITS(high, low) ((hk_bits)(high) << 64 | (low))
#define HK_HIGH(x) ((uint64_t)((x) >> 64))
static inline int hk_ones(hk_bits x) { return hk_popcount((uint64_t)x) + hk_popcount(HK_HIGH(x)); }
static inline int hk_lead(hk_bits x) { return (uint64_t)x ? hk_lowest((uint64_t)x) : 64 + hk_lowest(HK_HIGH(x)); }
static inline int hk_holds(hk_bits x, int place) {
    return (int)((place & 64 ? HK_HIGH(x) : (uint64_t)x) >> (place & 63) & 1);
}
#endif

#define HK_NONE ((hk_bits)0)
static inline int hk_some(hk_bits x) { return x != 0; }
static inline hk_bits hk_lone(hk_bits x) { return x & (0 - x); }
static inline hk_bits hk_rest(hk_bits x) { return x & (x - 1); }
static inline hk_bits hk_at(int place) { return (hk_bits)1 << place; }
static inline int hk_many(hk_bits x) { return hk_rest(x) != 0; }
static inline int hk_equal(hk_bits x, hk_bits y) { return x == y; }

static inline int hk_has_just(hk_bits x, int count) {
    if (count == 0) return x == 0;
    if (count == 1) return x && !hk_many(x);
    return hk_ones(x) == count;
}

static inline hk_bits hk_full_files(hk_bits x, int count) {
#if HK_STRIDE > HK_RANKS
    const hk_bits guards = HK_LOWEST << HK_RANKS;
    for (int i = 1; i < count; i++) x &= ((x | guards) - HK_LOWEST);
    x = (x + HK_LOWER) & guards;
    return x - (x >> HK_RANKS);
#else
    const hk_bits file = HK_LOWER & ~(~(hk_bits)0 << (HK_RANKS - 1) << 1);
    hk_bits full = 0;
    for (int i = 0; i < HK_FILES; i++) {
        if (hk_ones(x >> i * HK_STRIDE & file) >= count) full |= file << i * HK_STRIDE;
    }
    return full;
#endif
}

#endif
#endif
