/* Captures that are forbidden although the piece moves so: of what is protected, and counter-strikes. */
#ifndef HENSOKU_CAPTURES_H
#define HENSOKU_CAPTURES_H

#include "walk.h"

/* A rule about protected pieces. `takers`, `targets` and `excuses` are tables by kind; `near`: steps to squares on which it
 * does not bind. */
typedef struct {
    const uint8_t *takers, *targets, *excuses;
    const int16_t *const *near;
    int near_count;
} hk_protection;

/* The enemy pieces that a move takes, each once. */
typedef struct {
    int squares[HK_VIAS + 1], count;
} hk_taken;

static inline void hk_taken_add(hk_taken *taken, const hk_position *p, int side, int square) {
    if (square == (int)HK_NO_SQUARE || !p->cells[square] || hk_side(p->cells[square]) == side) return;
    for (int i = 0; i < taken->count; i++) {
        if (taken->squares[i] == square) return;
    }
    taken->squares[taken->count++] = square;
}

static inline hk_taken hk_taken_by(const hk_position *p, uint64_t code) {
    const int side = hk_side(p->cells[hk_from(code)]);
    hk_taken taken;
    taken.count = 0;
    for (int i = 0; i < HK_VIAS; i++) hk_taken_add(&taken, p, side, hk_via(code, i));
    hk_taken_add(&taken, p, side, hk_to(code));
    return taken;
}

static inline void hk_lift(hk_position *p, int square) {
    if (square != (int)HK_NO_SQUARE && p->cells[square]) hk_take(p, square);
}

/* Whether the other side could take the mover on `target`, if it stood there and all that it takes were gone, or all but
 * one. `enemies`: the moves of its kinds. */
static int hk_is_protected(const hk_position *p, uint64_t code, const hk_taken *taken, int target,
                           const hk_moves *enemies) {
    const int mover = p->cells[hk_from(code)], enemy = !hk_side(mover);
    hk_position after = *p;
    hk_set targets;
    hk_clear(&targets);
    hk_add(&targets, target);
    hk_lift(&after, hk_from(code));
    hk_lift(&after, hk_to(code));
    for (int i = 0; i < HK_VIAS; i++) hk_lift(&after, hk_via(code, i));
    hk_lift(&after, target);
    hk_put(&after, target, mover);
    if (hk_walks_hit(&after, &after.own[enemy], &targets, enemy, enemies)) return 1;
    for (int i = 0; i < taken->count; i++) {
        const int square = taken->squares[i];
        hk_set one;
        int hit;
        if (square == target) continue;
        hk_clear(&one);
        hk_add(&one, square);
        hk_put(&after, square, p->cells[square]);
        hit = hk_walks_hit(&after, &one, &targets, enemy, enemies);
        hk_take(&after, square);
        if (hit) return 1;
    }
    return 0;
}

static int hk_is_excused(const hk_position *p, const hk_taken *taken, int target, const uint8_t *excuses) {
    for (int i = 0; i < taken->count; i++) {
        const int square = taken->squares[i];
        if (square != target && excuses[hk_kind(p->cells[square])]) return 1;
    }
    return 0;
}

static int hk_is_near(const hk_protection *rule, int from, int target) {
    for (int i = 0; i < rule->near_count; i++) {
        if (rule->near[i][from] == target) return 1;
    }
    return 0;
}

static int hk_protection_forbids(const hk_position *p, uint64_t code, const hk_protection *rule,
                                 const hk_moves *enemies) {
    const hk_taken taken = hk_taken_by(p, code);
    for (int i = 0; i < taken.count; i++) {
        const int target = taken.squares[i];
        if (rule->targets[hk_kind(p->cells[target])] && !hk_is_near(rule, hk_from(code), target) &&
            !hk_is_excused(p, &taken, target, rule->excuses) && hk_is_protected(p, code, &taken, target, enemies))
            return 1;
    }
    return 0;
}

/* Drops from the moves from `base` on those that the rule forbids. `enemies`: the moves of the other side's kinds. */
static inline void hk_spare_protected(const hk_position *p, hk_list *moves, size_t base, const hk_protection *rule,
                                      const hk_moves *enemies) {
    size_t kept = base;
    for (size_t i = base; i < moves->count; i++) {
        const uint64_t code = moves->at[i];
        if (!rule->takers[hk_kind(p->cells[hk_from(code)])] || !hk_protection_forbids(p, code, rule, enemies)) moves->at[kept++] = code;
    }
    moves->count = kept;
}

/* Drops from the moves from `base` on the counter-strikes, if the last move forbids them. */
static inline void hk_strike_not_back(const hk_position *p, hk_list *moves, size_t base) {
    size_t kept = base;
    if (p->struck < 0) return;
    for (size_t i = base; i < moves->count; i++) {
        hk_taken taken = hk_taken_by(p, moves->at[i]);
        int strikes = 0;
        if (hk_traits[p->cells[hk_from(moves->at[i])]] & HK_PEER) taken.count = 0;
        for (int j = 0; j < taken.count; j++) {
            const int square = taken.squares[j];
            strikes |= square != p->struck && hk_traits[p->cells[square]] & HK_STRIKABLE;
        }
        if (!strikes) moves->at[kept++] = moves->at[i];
    }
    moves->count = kept;
}

#endif
