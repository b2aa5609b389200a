/* Sets of squares above 128: 16 lanes of 16 bits, a file in each (hensoku.compiler.layout). See word.h for what the names
 * mean. GCC and clang make of vectors what the processor has: one instruction with AVX2, more without. */
#ifndef HENSOKU_LANES_H
#define HENSOKU_LANES_H

#include "bits.h"

/* No more aligned than what malloc gives. */
typedef uint64_t hk_bits __attribute__((vector_size(32), aligned(16)));
typedef uint16_t hk_lanes __attribute__((vector_size(32), aligned(16)));

#define HK_BITS(third, second, first, lowest) {lowest, first, second, third}
#define HK_NONE ((hk_bits){0, 0, 0, 0})
#define HK_USED_WORDS ((HK_FILES + 3) / 4)

static inline int hk_some(hk_bits x) {
#ifdef __AVX__
    typedef long long hk_signed __attribute__((vector_size(32)));
    return !__builtin_ia32_ptestz256((hk_signed)x, (hk_signed)x);
#else
    return (x[0] | x[1] | x[2] | x[3]) != 0;
#endif
}

static inline int hk_ones(hk_bits x) {
    int ones = 0;
    for (int i = 0; i < HK_USED_WORDS; i++) ones += hk_popcount(x[i]);
    return ones;
}

static inline int hk_lead(hk_bits x) {
    return x[0] ? hk_lowest(x[0])
         : x[1] ? 64 + hk_lowest(x[1])
         : x[2] ? 128 + hk_lowest(x[2])
                : 192 + hk_lowest(x[3]);
}

static inline int hk_last(hk_bits x) {
    return x[3] ? 192 + hk_highest(x[3])
         : x[2] ? 128 + hk_highest(x[2])
         : x[1] ? 64 + hk_highest(x[1])
                : hk_highest(x[0]);
}

static inline hk_bits hk_at(int place) {
    const hk_lanes number = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    return (hk_bits)((hk_lanes)(number == (uint16_t)(place >> 4)) & (uint16_t)(1u << (place & 15)));
}

static inline hk_bits hk_lone(hk_bits x) { return hk_at(hk_lead(x)); }
static inline hk_bits hk_rest(hk_bits x) { return x & ~hk_lone(x); }
static inline int hk_many(hk_bits x) { return hk_ones(x) > 1; }
static inline int hk_equal(hk_bits x, hk_bits y) { return !hk_some(x ^ y); }
static inline int hk_holds(hk_bits x, int place) { return (int)(x[place >> 6] >> (place & 63) & 1); }
static inline int hk_has_just(hk_bits x, int count) { return count ? hk_ones(x) == count : !hk_some(x); }

static inline hk_bits hk_full_files(hk_bits x, int count) {
    static const hk_bits lower = HK_LOWER;
    hk_lanes files = (hk_lanes)x;
    for (int i = 1; i < count; i++) files &= files - 1;
    return (hk_bits)(files != 0) & lower;
}

/* `files` lanes and `ranks` bits further: constants, for the compiler has to know where each lane goes. What leaves a lane
 * is gone. */
#define HK_LANE(i, files) ((unsigned)((i) - (files)) < 16 ? (i) - (files) : 16)
#define HK_LANES_FROM(files)                                                                                         \
    HK_LANE(0, files), HK_LANE(1, files), HK_LANE(2, files), HK_LANE(3, files), HK_LANE(4, files), HK_LANE(5, files), \
        HK_LANE(6, files), HK_LANE(7, files), HK_LANE(8, files), HK_LANE(9, files), HK_LANE(10, files),               \
        HK_LANE(11, files), HK_LANE(12, files), HK_LANE(13, files), HK_LANE(14, files), HK_LANE(15, files)
#if defined(__clang__) || __GNUC__ >= 12
#define HK_MOVED(x, files) __builtin_shufflevector((hk_lanes)(x), (hk_lanes)HK_NONE, HK_LANES_FROM(files))
#else
#define HK_MOVED(x, files) __builtin_shuffle((hk_lanes)(x), (hk_lanes)HK_NONE, (hk_lanes){HK_LANES_FROM(files)})
#endif
#define hk_shift(x, files, ranks) \
    ((hk_bits)(HK_MOVED(x, files) << ((ranks) > 0 ? (ranks) : 0) >> ((ranks) < 0 ? -(ranks) : 0)))

#endif
