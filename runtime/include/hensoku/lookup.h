/* Tables by place that are filled when the module is loaded: rays, squares between, and where riders go.
 *
 * In one machine word, what a rider sees of the board is gathered to an index into a table of its destinations: PEXT where
 * there is one. In lanes such tables would be too large: a ray is cut at the first piece on it. */
#ifndef HENSOKU_LOOKUP_H
#define HENSOKU_LOOKUP_H

#include "word.h"

/* hk_places[square], hk_squares[place]: the places of squares, the squares of places. */

#if HK_WORD <= 128

typedef struct {
    uint64_t low, high; /* the squares that matter */
    int shift;          /* how many of them are in the lower half */
    hk_bits *sets;
} hk_lookup;

#ifdef __BMI2__
static inline uint64_t hk_gather_word(uint64_t bits, uint64_t mask) { return __builtin_ia32_pext_di(bits, mask); }
#else
static inline uint64_t hk_gather_word(uint64_t bits, uint64_t mask) {
    uint64_t gathered = 0;
    for (int i = 0; mask; i++, mask &= mask - 1) gathered |= (uint64_t)(bits >> hk_lowest(mask) & 1) << i;
    return gathered;
}
#endif

static inline size_t hk_gather(const hk_lookup *lookup, hk_bits occupied) {
    uint64_t index = hk_gather_word((uint64_t)occupied, lookup->low);
#if HK_WORD > 64
    index |= hk_gather_word(HK_HIGH(occupied), lookup->high) << lookup->shift;
#endif
    return (size_t)index;
}

/* Where a rider at `place` goes; `column` of `width`: over how many pieces. */
static inline hk_bits hk_look(const hk_lookup *axis, int place, hk_bits occupied, int width, int column) {
    return axis[place].sets[width * hk_gather(&axis[place], occupied) + column];
}

#else

/* Where a ray from `place` leads over exactly `blockers` pieces. `rays`: how far it goes on an empty board; `edges`: the same
 * if it went on to the edge; `up`: places ascend along it, else they descend. */
static inline hk_bits hk_ride(const hk_bits *rays, const hk_bits *edges, int place, hk_bits occupied, int blockers,
                              int up) {
    hk_bits ray = rays[place];
    for (int met = 0;; met++) {
        const hk_bits pieces = ray & occupied;
        const int some = hk_some(pieces);
        if (met == blockers) return some ? ray & ~edges[up ? hk_lead(pieces) : hk_last(pieces)] : ray;
        if (!some) return HK_NONE;
        ray &= edges[up ? hk_lead(pieces) : hk_last(pieces)];
    }
}

#endif

/* The places of a ray after exactly `blockers` pieces; with `cut` without its last square. */
static hk_bits hk_cast(const int16_t *step, int from, hk_bits occupied, int reach, int blockers, int cut) {
    hk_bits ray = HK_NONE, last = HK_NONE;
    int at = from, met = 0;
    for (int n = 0; n < reach; n++) {
        at = step[at];
        if (at < 0 || at == from) break;
        last = hk_at(hk_places[at]);
        if (met == blockers) ray |= last;
        if (hk_holds(occupied, hk_places[at]) && ++met > blockers) break;
    }
    return cut ? ray & ~last : ray;
}

#if HK_WORD <= 128

/* Fills the lookups of riders along some vectors; `sets` has room for them all. `blockers`: one number a column. */
static void hk_fill_axis(hk_lookup *axis, hk_bits *sets, const int16_t *const *steps, int count, int reach,
                         const int *blockers, int width) {
    for (int square = 0; square < HK_SQUARES; square++) {
        hk_lookup *lookup = &axis[hk_places[square]];
        hk_bits mask = 0, occupied = 0;
        for (int i = 0; i < count; i++) mask |= hk_cast(steps[i], square, 0, reach, 0, 1);
        lookup->low = (uint64_t)mask;
        lookup->high = HK_HIGH(mask);
        lookup->shift = hk_popcount(lookup->low);
        lookup->sets = sets;
        do {
            hk_bits *entry = sets + (size_t)width * hk_gather(lookup, occupied);
            for (int column = 0; column < width; column++) {
                entry[column] = 0;
                for (int i = 0; i < count; i++)
                    entry[column] |= hk_cast(steps[i], square, occupied, reach, blockers[column], 0);
            }
            occupied = (occupied - mask) & mask;
        } while (occupied);
        sets += (size_t)width << hk_ones(mask);
    }
}

#endif

/* Those of some places from which the way goes over exactly `blockers` pieces; -1: every square of it is occupied. */
static hk_bits hk_over(hk_bits occupied, hk_bits sources, const hk_bits *paths, int blockers) {
    hk_bits found = HK_NONE;
    for (; hk_some(sources); sources = hk_rest(sources)) {
        const hk_bits between = paths[hk_lead(sources)], met = between & occupied;
        if (blockers < 0 ? hk_equal(met, between) : hk_ones(met) == blockers) found |= hk_lone(sources);
    }
    return found;
}

/* The end of a lame step if its path is empty, or occupied. */
static inline hk_bits hk_lame_end(hk_bits end, hk_bits legs, hk_bits occupied, int filled) {
    return hk_equal(legs & occupied, filled ? legs : HK_NONE) ? end : HK_NONE;
}

/* Adds to each place where rays from it lead over an empty board, or where rays to it come from (`back`). */
static void hk_fill_rays(hk_bits *rays, const int16_t *const *steps, int count, int reach, int back) {
    for (int i = 0; i < count * HK_SQUARES; i++) {
        const int16_t *step = steps[i / HK_SQUARES];
        const int from = i % HK_SQUARES;
        int at = from;
        for (int n = 0; n < reach; n++) {
            at = step[at];
            if (at < 0 || at == from) break;
            if (back) rays[hk_places[at]] |= hk_at(hk_places[from]);
            else rays[hk_places[from]] |= hk_at(hk_places[at]);
        }
    }
}

/* The places between each end of a ray and its beginning: paths[HK_PLACES * end + beginning]. */
static void hk_fill_paths(hk_bits *paths, const int16_t *step, int reach) {
    for (int from = 0; from < HK_SQUARES; from++) {
        hk_bits between = HK_NONE;
        int at = from;
        for (int n = 0; n < reach; n++) {
            at = step[at];
            if (at < 0 || at == from) break;
            paths[HK_PLACES * hk_places[at] + hk_places[from]] = between;
            between |= hk_at(hk_places[at]);
        }
    }
}

/* Adds to each place where a step from it leads, or from where it leads there (`back`), among some sources. */
static void hk_fill_steps(hk_bits *steps, const int16_t *step, hk_bits sources, int back) {
    for (int from = 0; from < HK_SQUARES; from++) {
        const int here = hk_places[from];
        if (step[from] < 0 || step[from] == from || !hk_holds(sources, here)) continue;
        if (back) steps[hk_places[step[from]]] |= hk_at(here);
        else steps[here] |= hk_at(hk_places[step[from]]);
    }
}

/* A lame step: where it leads, if its path stays on the board, and the squares that it passes over. The mover's own
 * square counts as empty, so that it can be no square that must be occupied. */
static void hk_fill_lame(hk_bits *ends, hk_bits *legs, hk_bits *back, hk_bits *paths, const int16_t *step,
                         const int16_t *const *between, int passed, int occupied, hk_bits sources) {
    for (int from = 0; from < HK_SQUARES; from++) {
        if (!hk_holds(sources, hk_places[from])) continue;
        hk_bits leg = HK_NONE;
        int at = from, there = step[from] >= 0 && step[from] != from;
        for (int i = 0; i < passed && there; i++) {
            at = between[i][at];
            there = at >= 0 && (at != from || !occupied);
            if (there && at != from) leg |= hk_at(hk_places[at]);
        }
        if (!there) continue;
        ends[hk_places[from]] = hk_at(hk_places[step[from]]);
        legs[hk_places[from]] = leg;
        back[hk_places[step[from]]] |= hk_at(hk_places[from]);
        paths[HK_PLACES * hk_places[step[from]] + hk_places[from]] = leg;
    }
}

#endif
