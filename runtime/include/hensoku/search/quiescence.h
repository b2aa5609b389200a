/* The end of a line: captures and promotions until nothing hangs, all answers to a check for a while, and in the first ply
 * checks from beside a royal, behind which mates by drops hide.
 *
 * There is no static exchange evaluation, which would have to know how hoppers and borrowed moves attack after each capture.
 * A capture is bounded by what it wins, and one of a dearer piece is made, and asked whether the captor can be taken back
 * on the board as it is then. */
#ifndef HENSOKU_SEARCH_QUIESCENCE_H
#define HENSOKU_SEARCH_QUIESCENCE_H

#include "ends.h"
#include "evaluation.h"
#include "ordering.h"

#define HK_EVASIONS 4       /* so many plies of it answer checks */
#define HK_TRIED_EVASIONS 2 /* once a check is answered, so many quiet answers are enough */
#define HK_FREE 4           /* after so many plies only captures on the square of the last move are looked at */
#define HK_MARGIN 150

/* What the position is worth as it stands: as the table has it, if that knows it. */
static inline int hk_value(hk_search *s, const hk_known *known) {
    return known->bound && known->value > -HK_INFINITE ? known->value : hk_evaluate(s);
}

/* The score of a position that is not searched further. */
static int hk_leaf(hk_search *s, uint64_t last, int ply) {
    if (!hk_can_move(&s->p, &s->work)) return hk_no_moves(s, last, ply);
    return hk_evaluate(s);
}

/* Whether the capture that was just made loses more than it won: the captor can be taken, and nobody takes back. */
static inline int hk_loses(const hk_search *s, uint64_t code, int gain) {
    const int to = hk_to(code), captor = hk_price[hk_kind(s->p.cells[to])];
    if (gain >= captor || !hk_attacks(&s->p, s->p.turn, to)) return 0;
    return 2 * gain < captor || !hk_attacks(&s->p, !s->p.turn, to);
}

static int hk_quiesce(hk_search *s, int alpha, int beta, int depth, int ply, uint64_t last);

/* Whether a check need not be answered by this quiet move too; `quiet` counts those before it. */
static inline int hk_is_answered(const hk_search *s, uint64_t code, int best, int *quiet) {
    return hk_is_quiet(&s->p, code) && best > -HK_DECIDED && ++*quiet > HK_TRIED_EVASIONS;
}

/* What is left out is worth this at most: the score of the node, which others go by, must not say less. */
static inline void hk_raise(int *best, int bound) {
    if (bound > *best) *best = bound;
}

/* The moves of a node of the quiescence search; `stand`: what is sure without any, -HK_INFINITE in check. */
static int hk_quiet_moves(hk_search *s, int alpha, int beta, int depth, int ply, uint64_t last, int stand,
                          unsigned tag) {
    const size_t base = s->work.moves.count;
    const int checked = stand == -HK_INFINITE;
    int best = stand, quiet = 0;
    if (checked) hk_list_legal(&s->p, &s->work);
    else hk_list_forcing(&s->p, &s->work);
    if (checked && s->work.moves.count == base) return hk_no_moves(s, last, ply);
    hk_rank_moves(s, base, tag, ply);
    for (size_t i = base; i < s->work.moves.count && !s->stopped; i++) {
        const uint64_t code = hk_pick(s, i);
        const int gain = checked ? 0 : hk_gain(&s->p, code);
        hk_undo undo;
        int score;
        if (checked && hk_is_answered(s, code, best, &quiet)) continue;
        if (!checked && stand + gain + HK_MARGIN <= alpha) {
            hk_raise(&best, stand + gain + HK_MARGIN);
            continue;
        }
        if (!checked && depth <= -HK_FREE && hk_to(code) != hk_to(last)) continue;
        hk_go(s, code, ply, &undo);
        if (!checked && hk_loses(s, code, gain)) {
            hk_back(s, code, &undo);
            continue;
        }
        score = -hk_quiesce(s, -beta, -alpha, depth - 1, ply + 1, code);
        hk_back(s, code, &undo);
        hk_raise(&best, score);
        hk_raise(&alpha, score);
        if (alpha >= beta) break;
    }
    s->work.moves.count = base;
    return best;
}

/* Whether the move that was just made gives check and does not lose its piece for nothing. */
static inline int hk_checks_safely(const hk_search *s, uint64_t code) {
    if (!hk_present(s)->checked || hk_repeats_illegally(s)) return 0;
    return !hk_attacks(&s->p, s->p.turn, hk_to(code)) || hk_attacks(&s->p, !s->p.turn, hk_to(code));
}

/* The best score so far, or of quiet moves that check from a square beside a royal. For where moves are listed from sets:
 * else it would take longer than it gives. */
static int hk_quiet_checks(hk_search *s, int best, int alpha, int beta, int ply) {
    const size_t base = s->work.moves.count;
    hk_set zone;
    hk_around(&zone, &s->p.royals[!s->p.turn]);
    hk_list_legal(&s->p, &s->work);
    for (size_t i = base; i < s->work.moves.count && best < beta && !s->stopped; i++) {
        const uint64_t code = s->work.moves.at[i];
        hk_undo undo;
        int score = -HK_INFINITE;
        if (!hk_has(&zone, hk_to(code)) || !hk_is_quiet(&s->p, code)) continue;
        hk_go(s, code, ply, &undo);
        if (hk_checks_safely(s, code)) score = -hk_quiesce(s, -beta, best > alpha ? -best : -alpha, -1, ply + 1, code);
        hk_back(s, code, &undo);
        if (score > best) best = score;
    }
    s->work.moves.count = base;
    return best;
}

static int hk_quiesce(hk_search *s, int alpha, int beta, int depth, int ply, uint64_t last) {
    hk_known known = {0, 0, 0, 0, 0};
    int stand = -HK_INFINITE, score;
    s->line_length[ply] = 0;
    hk_enter(s, ply);
    if (s->stopped) return 0;
    if (hk_is_over(s, last, ply, &score)) return score;
    if (ply >= HK_PLIES) return hk_evaluate(s);
    if (hk_is_known(s, alpha, beta, depth, ply, &known, &score)) return score;
    if (!(HK_ANSWERED && hk_present(s)->checked && depth > -HK_EVASIONS)) {
        if (!known.bound && !hk_can_move(&s->p, &s->work)) return hk_no_moves(s, last, ply);
        stand = hk_value(s, &known);
        if (stand >= beta) return stand;
        if (stand > alpha) alpha = stand;
    }
    score = hk_quiet_moves(s, alpha, beta, depth, ply, last, stand, known.tag);
    if (HK_ANSWERED && HK_LISTS && !depth && stand > -HK_INFINITE) score = hk_quiet_checks(s, score, alpha, beta, ply);
    if (!depth && !s->stopped && s->switches & HK_WITH_TABLE)
        hk_table_keep(s->table, hk_table_key(s), (hk_known){known.tag, stand, hk_to_table(score, ply), 0,
                                                            score >= beta ? HK_LOWER_BOUND : HK_UPPER});
    return score;
}

#endif
