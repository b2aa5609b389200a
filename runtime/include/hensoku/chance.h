/* Numbers by chance. */
#ifndef HENSOKU_CHANCE_H
#define HENSOKU_CHANCE_H

#include "position.h"

/* The next number of a sequence (splitmix64). */
static inline uint64_t hk_random(uint64_t *state) { return hk_mix((*state)++); }

/* One of `count` from 0 on made of such a number, or of those after it if need be: each is as likely as the others (Lemire,
 * "Fast Random Integer Generation in an Interval", 2019). */
static inline size_t hk_scaled(uint64_t random, uint64_t *state, size_t count) {
    uint64_t product = (random >> 32) * count;
    if ((uint32_t)product < count) {
        const uint32_t uneven = (uint32_t)(((uint64_t)1 << 32) % count);
        while ((uint32_t)product < uneven) product = (hk_random(state) >> 32) * count;
    }
    return (size_t)(product >> 32);
}

static inline size_t hk_below(uint64_t *state, size_t count) { return hk_scaled(hk_random(state), state, count); }

#endif
