/* What a position is worth to the side to move, in hundredths of a pawn, by numbers that hensoku.compiler.evaluation makes:
 *
 *   hk_price[HK_KINDS]              a piece, wherever it is
 *   hk_worth[HK_KINDS][HK_SQUARES]  a piece on a square, as side 0 sees it
 *   hk_hand_worth[HK_KINDS]         one piece in hand
 *   hk_mobility[HK_KINDS]           each move that a piece has
 *   hk_force[HK_KINDS]              each attack of a piece on a square near a royal, in units
 *   hk_turned[HK_SQUARES]           the square as side 1 sees it
 *   hk_near[HK_SQUARES]             a royal's square and those round it
 *   HK_DANGER, HK_MOST_DANGER       what the square of all units is multiplied by, in 1/256, and the most of it
 *   HK_TEMPO                        being to move */
#ifndef HENSOKU_SEARCH_EVALUATION_H
#define HENSOKU_SEARCH_EVALUATION_H

#include "state.h"

static int hk_army(const hk_position *p, int side) {
    hk_set left = p->own[side];
    int sum = 0;
    for (int square; (square = hk_pop(&left)) >= 0;)
        sum += hk_worth[hk_kind(p->cells[square])][side ? hk_turned[square] : square];
    for (int kind = 0; kind < HK_KINDS; kind++) sum += p->hands[side][kind] * hk_hand_worth[kind];
    return sum;
}

static inline void hk_around(hk_set *zone, const hk_set *royals) {
    hk_set left = *royals;
    hk_clear(zone);
    for (int square; (square = hk_pop(&left)) >= 0;) hk_unite(zone, &hk_near[square]);
}

/* The danger that so many units are; what is in hand counts half beside at least one attacker on the board. */
static inline int hk_danger(const hk_position *p, int side, int units) {
    int64_t danger;
    if (!units) return 0;
    for (int kind = 0; kind < HK_KINDS; kind++) units += p->hands[side][kind] * hk_force[kind] / 2;
    danger = (int64_t)units * units * HK_DANGER / 256;
    return danger < HK_MOST_DANGER ? (int)danger : HK_MOST_DANGER;
}

/* A side's moves on the board, as its pieces go, and its attacks near the enemy's royals. */
static int hk_activity(hk_search *s, int side) {
    const hk_position *p = &s->p;
    const size_t base = s->work.moves.count;
    hk_set zone;
    int sum = 0, units = 0;
    hk_around(&zone, &p->royals[!side]);
    hk_list_reached(p, &s->work, side);
    for (size_t i = base; i < s->work.moves.count; i++) {
        const uint64_t code = s->work.moves.at[i];
        const int kind = hk_kind(p->cells[hk_from(code)]);
        sum += hk_mobility[kind];
        if (hk_has(&zone, hk_to(code))) units += hk_force[kind];
    }
    s->work.moves.count = base;
    return sum + hk_danger(p, side, units);
}

/* What the numbers are multiplied by, by kind, for one side: `counts` has HK_COUNTED rows. A test holds the sum against
 * hk_evaluate. */
enum { HK_OF_PIECES, HK_OF_PLACES, HK_OF_HANDS, HK_OF_MOVES, HK_OF_ATTACKS, HK_COUNTED };

static void hk_count_terms(hk_search *s, int side, int32_t (*counts)[HK_KINDS]) {
    const hk_position *p = &s->p;
    const size_t base = s->work.moves.count;
    hk_set zone, left = p->own[side];
    memset(counts, 0, HK_COUNTED * sizeof *counts);
    for (int square; (square = hk_pop(&left)) >= 0;) {
        const int kind = hk_kind(p->cells[square]);
        counts[HK_OF_PIECES][kind]++;
        counts[HK_OF_PLACES][kind] += hk_worth[kind][side ? hk_turned[square] : square] - hk_price[kind];
    }
    for (int kind = 0; kind < HK_KINDS; kind++) counts[HK_OF_HANDS][kind] = p->hands[side][kind];
    hk_around(&zone, &p->royals[!side]);
    hk_list_reached(p, &s->work, side);
    for (size_t i = base; i < s->work.moves.count; i++) {
        const uint64_t code = s->work.moves.at[i];
        const int kind = hk_kind(p->cells[hk_from(code)]);
        counts[HK_OF_MOVES][kind]++;
        counts[HK_OF_ATTACKS][kind] += hk_has(&zone, hk_to(code));
    }
    s->work.moves.count = base;
}

static int hk_material(const hk_position *p) { return hk_army(p, p->turn) - hk_army(p, !p->turn); }

/* Never so much that it would be taken for a game that is decided. */
static inline int hk_bounded(int value) {
    const int most = HK_DECIDED - 1;
    return value > most ? most : value < -most ? -most : value;
}

static int hk_evaluate(hk_search *s) {
    const int side = s->p.turn;
    return hk_bounded(hk_material(&s->p) + hk_activity(s, side) - hk_activity(s, !side) + HK_TEMPO);
}

#endif
