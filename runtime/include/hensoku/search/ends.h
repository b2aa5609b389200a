/* How a game stands at a node: the same verdicts, in the same order, as hensoku.runtime.outcome gives. */
#ifndef HENSOKU_SEARCH_ENDS_H
#define HENSOKU_SEARCH_ENDS_H

#include "state.h"

static inline int hk_winner_for(int side, int result) {
    return result == HK_LOSS ? !side : result == HK_WIN ? side : HK_NOBODY;
}

/* What a result is worth to the side to move, `ply` moves from the root. */
static inline int hk_score_of(const hk_search *s, int winner, int ply) {
    if (winner == HK_NOBODY) return 0;
    return winner == s->p.turn ? HK_MATE - ply : ply - HK_MATE;
}

/* The score when the side to move has no legal move; `last`: the move that led here, 0 if it is not known. */
static inline int hk_no_moves(const hk_search *s, uint64_t last, int ply) {
    const int mated = HK_ANSWERED && hk_present(s)->checked, result = mated ? HK_MATE_RESULT : HK_STALE_RESULT;
    if (mated && last && hk_is_drop(last) && hk_drop_loses[hk_via(last, 0)]) return HK_MATE - ply;
    return result == HK_NOTHING ? 0 : hk_score_of(s, hk_winner_for(s->p.turn, result), ply);
}

#if HK_TIMES
/* Whether every move of a side between two of the past gave check; who is to move at index 0 is `first`. */
static int hk_always_checked(const hk_search *s, size_t from, size_t now, int side) {
    int any = 0;
    for (size_t i = from + 1; i <= now; i++) {
        if ((s->first ^ (int)(i & 1)) == side) continue;
        if (!s->past[i].checked) return 0;
        any = 1;
    }
    return any;
}

static int hk_repetition_winner(const hk_search *s, size_t from) {
    const size_t now = s->length - 1;
    int side = HK_REPEATER;
    if (HK_PERPETUAL) {
        const int sente = hk_always_checked(s, from, now, 0), gote = hk_always_checked(s, from, now, 1);
        if (sente != gote) return sente;
    }
    if (HK_REPEATER == HK_OF_FIRST) side = s->first;
    if (HK_REPEATER == HK_OF_REPEATER) side = !s->p.turn;
    return hk_winner_for(side, HK_REPETITION);
}

/* How often the position has been there, with now; `from`: where it is said to have begun: at its first time, or, with the
 * shortcut, at its last, if that was within the search. */
static int hk_times(const hk_search *s, size_t *from) {
    const uint64_t key = hk_present(s)->key;
    const size_t now = s->length - 1, since = s->since;
    int times = 1;
    if (s->seen[key & (HK_SEEN - 1)] == 1) return 1;
    for (size_t i = now; i >= since + 2;) {
        i -= 2;
        if (s->past[i].key != key) continue;
        times++;
        *from = i;
        if (s->switches & HK_WITH_SHORTCUT && HK_REPETITION != HK_ILLEGAL && i >= s->root) return HK_TIMES;
    }
    return times;
}
#endif

/* Whether the position was there before: what is known of it does not hold where it would be repeated. */
static inline int hk_has_been(const hk_search *s) {
#if HK_TIMES
    size_t from = 0;
    return hk_times(s, &from) > 1;
#else
    (void)s;
    return 0;
#endif
}

/* Whether the table answers for a search of this depth; it tells the best move in any case. */
static inline int hk_is_known(const hk_search *s, int alpha, int beta, int depth, int ply, hk_known *known, int *score) {
    if (!(s->switches & HK_WITH_TABLE) || !hk_table_find(s->table, hk_table_key(s), known)) return 0;
    if (beta - alpha > 1 || !ply || known->depth < depth || hk_has_been(s)) return 0;
    *score = hk_from_table(known->score, ply);
    return (known->bound & HK_LOWER_BOUND && *score >= beta) || (known->bound & HK_UPPER && *score <= alpha);
}

/* Whether the position may not be brought about once more. */
static inline int hk_repeats_illegally(const hk_search *s) {
#if HK_TIMES
    size_t from = 0;
    return HK_REPETITION == HK_ILLEGAL && hk_times(s, &from) >= HK_TIMES;
#else
    (void)s;
    return 0;
#endif
}

/* Whether the game is over here, but for mate and stalemate, which show when moves are listed; or is won by a declaration.
 * `last`: the move that led here. */
static int hk_is_over(hk_search *s, uint64_t last, int ply, int *score) {
    int winner = 0;
    const int end = hk_end_of(&s->p, &s->work, &winner), order = end < 0 ? -1 : HK_END_ORDER[end];
    if (order == HK_BEFORE) {
        *score = hk_score_of(s, winner, ply);
        return 1;
    }
#if HK_TIMES
    if (HK_REPETITION != HK_ILLEGAL) {
        size_t from = 0;
        if (hk_times(s, &from) >= HK_TIMES) {
            *score = hk_score_of(s, hk_repetition_winner(s, from), ply);
            return 1;
        }
    }
#endif
    if (order == HK_IMPASSE) {
        *score = hk_score_of(s, winner, ply);
        return 1;
    }
#if HK_LIMIT
    if (hk_present(s)->counted >= HK_LIMIT) {
        const int goes_on = hk_can_move(&s->p, &s->work);
        *score = goes_on ? hk_score_of(s, HK_LIMIT_WINNER, ply) : hk_no_moves(s, last, ply);
        return 1;
    }
#endif
    if (order == HK_DEAD) {
        *score = hk_score_of(s, winner, ply);
        return 1;
    }
    if (hk_declared_end(&s->p, &winner) >= 0 && winner == s->p.turn) {
        *score = HK_MATE - ply;
        return 1;
    }
    (void)last;
    return 0;
}

#endif
