/* The end of a line: captures and promotions until nothing hangs, all answers to a check for a while.
 *
 * There is no static exchange evaluation, which would have to know how hoppers and borrowed moves attack after each capture.
 * A capture is bounded by what it wins, and one of a dearer piece is made, and asked whether the captor can be taken back
 * on the board as it is then. */
#ifndef HENSOKU_SEARCH_QUIESCENCE_H
#define HENSOKU_SEARCH_QUIESCENCE_H

#include "ends.h"
#include "evaluation.h"
#include "ordering.h"

#define HK_EVASIONS 6 /* so many plies of it answer checks with all moves */
#define HK_MARGIN 150

/* The score of a position that is not searched further; its moves are only asked for where there may be none. */
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

/* The moves of a node of the quiescence search; `stand`: what is sure without any, -HK_INFINITE in check. */
static int hk_quiet_moves(hk_search *s, int alpha, int beta, int depth, int ply, uint64_t last, int stand) {
    const size_t base = s->work.moves.count;
    const int checked = stand == -HK_INFINITE;
    int best = stand;
    if (checked) hk_list_legal(&s->p, &s->work);
    else hk_list_forcing(&s->p, &s->work);
    if (checked && s->work.moves.count == base) return hk_no_moves(s, last, ply);
    hk_rank_moves(s, base, 0, ply);
    for (size_t i = base; i < s->work.moves.count && !s->stopped; i++) {
        const uint64_t code = hk_pick(s, i);
        const int gain = checked ? 0 : hk_gain(&s->p, code);
        hk_undo undo;
        int score;
        if (!checked && stand + gain + HK_MARGIN <= alpha) continue;
        hk_go(s, code, ply, &undo);
        if (!checked && hk_loses(s, code, gain)) {
            hk_back(s, code, &undo);
            continue;
        }
        score = -hk_quiesce(s, -beta, -alpha, depth - 1, ply + 1, code);
        hk_back(s, code, &undo);
        if (score > best) best = score;
        if (score > alpha) alpha = score;
        if (alpha >= beta) break;
    }
    s->work.moves.count = base;
    return best;
}

static int hk_quiesce(hk_search *s, int alpha, int beta, int depth, int ply, uint64_t last) {
    int stand = -HK_INFINITE, score;
    s->line_length[ply] = 0;
    hk_enter(s, ply);
    if (s->stopped) return 0;
    if (hk_is_over(s, last, ply, &score)) return score;
    if (ply >= HK_PLIES) return hk_evaluate(s);
    if (!(HK_ANSWERED && hk_present(s)->checked && depth > -HK_EVASIONS)) {
        stand = hk_evaluate(s);
        if (stand >= beta) return stand;
        if (stand > alpha) alpha = stand;
    }
    return hk_quiet_moves(s, alpha, beta, depth, ply, last, stand);
}

#endif
