/* Where pieces may go so that no royal is attacked, without making a move.
 *
 * An enemy piece X hits a royal along a line if exactly `blockers` pieces stand between them. A move from s to t changes that
 * number by -1 if s is between them, by +1 if t is between them and empty, and ends the line if t is X. It is legal if no
 * line is left with exactly its number: one mask for pieces that stand beside the line, one for those that stand on it.
 *
 * HK_LINES: no position has more lines that own pieces stand on and that matter. */
#ifndef HENSOKU_LIMITS_H
#define HENSOKU_LIMITS_H

#include "lookup.h"

typedef struct {
    hk_bits all;   /* where there is no piece of one's own */
    hk_bits free;  /* where pieces may end that stand on no line that matters, and drops on its empty squares */
    hk_bits bound; /* own pieces on such a line */
    hk_bits base;  /* where those may end, as far as the other lines allow */
    int count;
    hk_bits on[HK_LINES], inside[HK_LINES], outside[HK_LINES];
} hk_limits;

static inline void hk_limit_none(hk_limits *limits, hk_bits targets) {
    limits->all = limits->free = limits->base = targets;
    limits->bound = HK_NONE;
    limits->count = 0;
}

/* Attackers that nothing can come between: one can be taken, of two one remains. */
static inline void hk_limit_contacts(hk_limits *limits, hk_bits attackers) {
    if (hk_some(attackers)) {
        limits->base &= hk_many(attackers) ? HK_NONE : attackers;
        limits->free = limits->base;
    }
}

/* Lets no piece end outside of `mask`. */
static inline void hk_limit_all(hk_limits *limits, hk_bits mask) {
    limits->all &= mask;
    limits->free &= mask;
    limits->base &= mask;
}

static inline void hk_limit_line(hk_limits *limits, hk_bits own, hk_bits inside, hk_bits outside) {
    limits->free &= outside;
    if (!hk_some(own)) {
        limits->base &= outside;
        return;
    }
    limits->bound |= own;
    limits->on[limits->count] = own;
    limits->inside[limits->count] = inside;
    limits->outside[limits->count] = outside;
    limits->count++;
}

static inline void hk_limit(hk_limits *limits, hk_bits between, hk_bits attacker, hk_bits own, hk_bits occupied,
                            int blockers) {
    const hk_bits all = ~HK_NONE, met = between & occupied, gap = between ^ met;
    if (blockers && hk_has_just(met, blockers - 1)) {
        hk_limit_line(limits, met & own, all, ~gap);
    } else if (hk_has_just(met, blockers)) {
        hk_limit_line(limits, met & own, ~gap, gap | attacker);
    } else if (hk_has_just(met, blockers + 1) && hk_some(met & own)) {
        hk_limit_line(limits, met & own, gap | attacker, all);
    }
}

/* The lines from some pieces to a royal; `paths`: the squares between by the attacker's place. */
static inline void hk_limit_lines(hk_limits *limits, hk_bits attackers, const hk_bits *paths, hk_bits own,
                                  hk_bits occupied, int blockers) {
    for (; hk_some(attackers); attackers = hk_rest(attackers))
        hk_limit(limits, paths[hk_lead(attackers)], hk_lone(attackers), own, occupied, blockers);
}

/* Lines of lame steps over squares that must all be occupied: as many pieces as there are squares. */
static inline void hk_limit_hurdles(hk_limits *limits, hk_bits attackers, const hk_bits *paths, hk_bits own,
                                    hk_bits occupied) {
    for (; hk_some(attackers); attackers = hk_rest(attackers)) {
        const hk_bits between = paths[hk_lead(attackers)];
        hk_limit(limits, between, hk_lone(attackers), own, occupied, hk_ones(between));
    }
}

/* Where the bound piece `one` may end. */
static hk_bits hk_limit_of(const hk_limits *limits, hk_bits one) {
    hk_bits mask = limits->base;
    for (int i = 0; i < limits->count; i++) mask &= hk_some(limits->on[i] & one) ? limits->inside[i] : limits->outside[i];
    return mask;
}

#endif
