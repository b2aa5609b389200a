/* Which moves are looked at first: the table's, captures by what they win, killers, the answer that was good before, and the
 * rest by how often such moves were good, alone and after the move before. */
#ifndef HENSOKU_SEARCH_ORDERING_H
#define HENSOKU_SEARCH_ORDERING_H

#include "state.h"

#define HK_FIRST (1 << 30)
#define HK_GAINS (1 << 24)
#define HK_MOST_HISTORY 16384

/* What a capture of the piece on a square is worth to `side`: it is gone, and in the captor's hand. */
static inline int hk_prize(const hk_position *p, int square, int side) {
    const int cell = p->cells[square], captured = hk_captured[cell];
    if (hk_side(cell) == side) return -hk_price[hk_kind(cell)];
    return hk_price[hk_kind(cell)] + (captured >= 0 ? hk_hand_worth[captured] : 0);
}

/* What a move wins at once, by capture and promotion. */
static int hk_gain(const hk_position *p, uint64_t code) {
    const int from = hk_from(code), to = hk_to(code), becomes = hk_becomes(code), side = p->turn;
    int gain = 0;
    if (hk_is_drop(code)) return 0;
    if (to != from && p->cells[to]) gain += hk_prize(p, to, side);
    if (HK_USES_VIAS && hk_has_vias(code)) {
        for (int i = 0; i < HK_VIAS; i++) {
            const int via = hk_via(code, i);
            if (via != (int)HK_NO_SQUARE && via != from && via != to && p->cells[via]) gain += hk_prize(p, via, side);
        }
    }
    if (becomes) gain += hk_price[becomes - 1] - hk_price[hk_kind(p->cells[from])];
    return gain;
}

static inline int hk_is_quiet(const hk_position *p, uint64_t code) {
    return hk_is_drop(code) || (!hk_becomes(code) && !hk_takes(p, code, HK_USES_VIAS));
}

/* Keeps of the moves from `base` on those that take something or win by promotion. */
static void hk_keep_forcing(const hk_position *p, hk_list *moves, size_t base) {
    size_t kept = base;
    for (size_t i = base; i < moves->count; i++) {
        const uint64_t code = moves->at[i];
        if (hk_takes(p, code, HK_USES_VIAS) || (hk_becomes(code) && hk_gain(p, code) > 0)) moves->at[kept++] = code;
    }
    moves->count = kept;
}

/* The cell that will have moved. */
static inline int hk_moved(const hk_position *p, uint64_t code) {
    const int becomes = hk_becomes(code);
    if (becomes) return hk_cell_of(becomes - 1, p->turn);
    return hk_is_drop(code) ? hk_cell_of(hk_via(code, 0), p->turn) : p->cells[hk_from(code)];
}

static inline int16_t *hk_pair(hk_search *s, int ply, int cell, int to) {
    const hk_level *before = &s->levels[ply - 1];
    const uint64_t pair = ((uint64_t)(before->mover * HK_SQUARES + before->to) << 32) + (uint64_t)(cell * HK_SQUARES + to);
    return &s->pairs[pair * 0x9e3779b97f4a7c15u >> 48];
}

static inline int32_t hk_rank_quiet(hk_search *s, uint64_t code, int ply) {
    const int cell = hk_moved(&s->p, code), to = hk_to(code);
    const hk_level *here = &s->levels[ply];
    if (code == here->killers[0]) return 4 * HK_MOST_HISTORY + 2;
    if (code == here->killers[1]) return 4 * HK_MOST_HISTORY + 1;
    if (ply && code == s->counters[here[-1].mover][here[-1].to]) return 4 * HK_MOST_HISTORY;
    return s->history[cell][to] + (ply ? *hk_pair(s, ply, cell, to) : 0);
}

/* Captures that win less than the mover costs come after killers, if the square is guarded. */
static inline int32_t hk_rank_forcing(const hk_search *s, uint64_t code) {
    const int gain = hk_gain(&s->p, code), price = hk_price[hk_kind(s->p.cells[hk_from(code)])];
    const int loses = gain < price && hk_takes(&s->p, code, HK_USES_VIAS) && hk_attacks(&s->p, !s->p.turn, hk_to(code));
    return (loses && 2 * gain < price ? 0 : HK_GAINS) + 16 * gain - price / 8;
}

/* Makes room for the ranks of the moves listed so far. */
static int hk_rank_room(hk_search *s) {
    if (s->work.moves.count > s->ranks_room) {
        const size_t room = s->work.moves.room;
        int32_t *ranks = realloc(s->ranks, room * sizeof *ranks);
        if (!ranks) return 0;
        s->ranks = ranks;
        s->ranks_room = room;
    }
    return 1;
}

static void hk_rank_moves(hk_search *s, size_t base, unsigned tag, int ply) {
    if (!hk_rank_room(s)) {
        s->failed = s->stopped = 1;
        return;
    }
    for (size_t i = base; i < s->work.moves.count; i++) {
        const uint64_t code = s->work.moves.at[i];
        if (tag && hk_tag(code) == tag) s->ranks[i] = HK_FIRST;
        else s->ranks[i] = hk_is_quiet(&s->p, code) ? hk_rank_quiet(s, code, ply) : hk_rank_forcing(s, code);
    }
}

/* Brings the best of the moves from `i` on to `i`. */
static inline uint64_t hk_pick(hk_search *s, size_t i) {
    uint64_t *moves = s->work.moves.at;
    size_t best = i;
    for (size_t j = i + 1; j < s->work.moves.count; j++) {
        if (s->ranks[j] > s->ranks[best]) best = j;
    }
    if (best != i) {
        const uint64_t code = moves[i];
        const int32_t rank = s->ranks[i];
        moves[i] = moves[best];
        moves[best] = code;
        s->ranks[i] = s->ranks[best];
        s->ranks[best] = rank;
    }
    return moves[i];
}

static inline void hk_learn(int16_t *score, int bonus) {
    *score = (int16_t)(*score + bonus - *score * (bonus < 0 ? -bonus : bonus) / HK_MOST_HISTORY);
}

/* A quiet move refuted the line: it is praised, and those that were tried before it (`base` to `end`) are not. */
static void hk_praise(hk_search *s, size_t base, size_t end, uint64_t best, int depth, int ply) {
    const int bonus = depth > 12 ? 2000 : 14 * depth * depth + 10;
    hk_level *here = &s->levels[ply];
    if (here->killers[0] != best) {
        here->killers[1] = here->killers[0];
        here->killers[0] = best;
    }
    if (ply) s->counters[here[-1].mover][here[-1].to] = best;
    for (size_t i = base; i <= end; i++) {
        const uint64_t code = s->work.moves.at[i];
        const int cell = hk_moved(&s->p, code), change = code == best ? bonus : -bonus;
        if (!hk_is_quiet(&s->p, code)) continue;
        hk_learn(&s->history[cell][hk_to(code)], change);
        if (ply) hk_learn(hk_pair(s, ply, cell, hk_to(code)), change);
    }
}

#endif
