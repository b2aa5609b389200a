/* Mate by checks alone, in so many plies: the attacker gives check with every move, the defender has every answer. */
#ifndef HENSOKU_SEARCH_MATE_H
#define HENSOKU_SEARCH_MATE_H

#include "ends.h"
#include "ordering.h"

#define HK_MATE_KEY 0x6a09e667f3bcc909u

static int hk_mates(hk_search *s, int plies, int ply);

/* Whether the game is over here; `won`: it is won by `attacker`. */
static inline int hk_is_won_over(hk_search *s, uint64_t last, int ply, int attacker, int *won) {
    int score;
    if (!hk_is_over(s, last, ply, &score)) return 0;
    *won = s->p.turn == attacker ? score > 0 : score < 0;
    return 1;
}

/* Whether the defender, who is to move in check, has lost whatever he does, within `plies`. */
static int hk_is_mated(hk_search *s, int plies, int ply, uint64_t last) {
    const size_t base = s->work.moves.count;
    const int attacker = !s->p.turn;
    int lost = 1, tried = 0;
    hk_list_legal(&s->p, &s->work);
    for (size_t i = base; i < s->work.moves.count && lost && !s->stopped; i++) {
        const uint64_t code = s->work.moves.at[i];
        hk_undo undo;
        hk_go(s, code, ply, &undo);
        if (!hk_repeats_illegally(s)) {
            tried = 1;
            s->line_length[ply + 1] = 0;
            if (!hk_is_won_over(s, code, ply + 1, attacker, &lost)) lost = plies > 1 && hk_mates(s, plies - 1, ply + 1);
            if (lost && s->line_length[ply + 1] >= s->line_length[ply]) hk_extend_line(s, ply, code);
        }
        hk_back(s, code, &undo);
    }
    s->work.moves.count = base;
    return tried ? lost && !s->stopped : hk_no_moves(s, last, ply) < 0;
}

/* Whether a check that was just given mates within `plies` more. */
static int hk_check_mates(hk_search *s, uint64_t code, int plies, int ply) {
    int won = 0;
    s->line_length[ply] = 0;
    if (hk_is_won_over(s, code, ply, !s->p.turn, &won)) return won;
    return hk_present(s)->checked && hk_is_mated(s, plies, ply, code);
}

/* Whether the side to move mates in `plies`, at the root by a move that is not barred; s->line[ply] is how. */
static int hk_mates(hk_search *s, int plies, int ply) {
    const size_t base = s->work.moves.count;
    const uint64_t key = hk_table_key(s) ^ HK_MATE_KEY;
    hk_known known;
    int found = 0;
    s->line_length[ply] = 0;
    hk_enter(s, ply);
    if (s->stopped || ply >= HK_PLIES - 1) return 0;
    if (hk_table_find(s->table, key, &known) && known.depth >= plies) return 0;
    hk_list_legal(&s->p, &s->work);
    for (size_t i = base; i < s->work.moves.count && !found && !s->stopped; i++) {
        const uint64_t code = s->work.moves.at[i];
        hk_undo undo;
        if (!ply && hk_contains(s->barred, s->barred_count, code)) continue;
        hk_go(s, code, ply, &undo);
        found = !hk_repeats_illegally(s) && hk_check_mates(s, code, plies - 1, ply + 1);
        hk_back(s, code, &undo);
        if (found) hk_extend_line(s, ply, code);
    }
    s->work.moves.count = base;
    if (!found && !s->stopped && (ply || !s->barred_count)) hk_table_keep(s->table, key, (hk_known){0, 0, 0, plies, HK_UPPER});
    return found;
}

#endif
