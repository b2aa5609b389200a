/* Principal variation search to a depth, with what makes it quick: transposition table, null move, late-move reductions. */
#ifndef HENSOKU_SEARCH_H
#define HENSOKU_SEARCH_H

#include "quiescence.h"

#define HK_FUTILITY 110 /* a pawn or so for each ply that is left */
#define HK_WINDOW 40

/* A node: its window, the plies that are left, those from the root, and the move that led here (0: a null move). */
typedef struct {
    int alpha, beta, depth, ply;
    uint64_t last;
} hk_node;

/* What the node has found so far. `value`: what the position is worth as it stands, -HK_INFINITE in check. */
typedef struct {
    int best, tried, quiet, value;
    uint64_t move;
    hk_known known;
} hk_found;

static int hk_search_node(hk_search *s, hk_node n);

/* Whether much is left out at a node: not at the root, nor where the score is wanted exactly. */
static inline int hk_prunes(const hk_search *s, const hk_node *n) {
    return s->switches & HK_WITH_PRUNING && n->ply && n->beta - n->alpha == 1;
}

/* Binary logarithm in sixteenths. */
static inline int hk_log(int x) {
    const int whole = hk_highest((uint64_t)x);
    return 16 * whole + (whole >= 4 ? x >> (whole - 4) & 15 : x << (4 - whole) & 15);
}

static inline int hk_has_enough(const hk_search *s) {
    const int side = s->p.turn;
    int count = hk_count(&s->p.own[side]) - hk_count(&s->p.royals[side]);
    for (int kind = 0; kind < HK_KINDS; kind++) count += s->p.hands[side][kind];
    return HK_NULL_LEAST && count >= HK_NULL_LEAST;
}

/* Whether the position is so good that the side to move could as well hand over the turn. */
static int hk_is_won_by_passing(hk_search *s, const hk_node *n, int value, int *score) {
    hk_undo undo;
    size_t since;
    int depth;
    if (value < n->beta || n->depth < 3 || !n->last || !hk_has_enough(s)) return 0;
    depth = n->depth - 3 - n->depth / 4 - (value - n->beta > 400 ? 2 : (value - n->beta) / 200);
    since = hk_go_null(s, n->ply, &undo);
    *score = -hk_search_node(s, (hk_node){-n->beta, 1 - n->beta, depth, n->ply + 1, 0});
    hk_back_null(s, &undo, since);
    if (*score > HK_DECIDED) *score = n->beta;
    return *score >= n->beta && !s->stopped;
}

/* Whether the position is so good that a search of what is left would be wasted. */
static int hk_is_won_early(hk_search *s, const hk_node *n, int value, int *score) {
    if (!hk_prunes(s, n) || n->beta > HK_DECIDED || n->beta < -HK_DECIDED) return 0;
    if (n->depth <= 6 && value - HK_FUTILITY * n->depth >= n->beta) {
        *score = value;
        return 1;
    }
    return hk_is_won_by_passing(s, n, value, score);
}

/* By how much a late quiet move is searched less deep. */
static inline int hk_reduction(hk_search *s, const hk_node *n, const hk_found *found, uint64_t code, int quiet) {
    const int gives_check = hk_present(s)->checked;
    int reduction;
    if (!(s->switches & HK_WITH_PRUNING) || n->depth < 3 || found->tried < 3 || found->value == -HK_INFINITE) return 0;
    if (!quiet) return found->tried > 8 && !gives_check;
    reduction = hk_log(n->depth) * hk_log(found->tried) / 1000;
    reduction += (n->beta - n->alpha == 1) - gives_check;
    reduction -= s->history[s->levels[n->ply].mover][hk_to(code)] / 6000;
    return reduction < 0 ? 0 : reduction > n->depth - 2 ? n->depth - 2 : reduction;
}

/* Whether a quiet move that was just made need not be looked at: many were, or the position is too bad for it; a check
 * always is. */
static inline int hk_is_late(const hk_search *s, const hk_node *n, const hk_found *found) {
    if (!hk_prunes(s, n) || found->best < -HK_DECIDED) return 0;
    if (found->value == -HK_INFINITE || hk_present(s)->checked || n->depth > 6) return 0;
    if (found->quiet > 6 + 4 * n->depth * n->depth) return 1;
    return found->value + HK_FUTILITY * (n->depth + 1) <= n->alpha;
}

/* The score of a move that was made: the first with the whole window, the others to see whether they are better at all. */
static int hk_try(hk_search *s, const hk_node *n, const hk_found *found, uint64_t code, int quiet) {
    const int extends = s->switches & HK_WITH_EXTENSION && hk_present(s)->checked && n->ply < 2 * s->horizon;
    const int depth = n->depth - 1 + extends, alpha = n->alpha;
    hk_node next = {-n->beta, -alpha, depth, n->ply + 1, code};
    int score;
    if (found->tried > 1) {
        next.alpha = -alpha - 1;
        next.depth -= hk_reduction(s, n, found, code, quiet);
        score = -hk_search_node(s, next);
        if (score > alpha && next.depth < depth) {
            next.depth = depth;
            score = -hk_search_node(s, next);
        }
        if (score <= alpha || score >= n->beta) return score;
        next.alpha = -n->beta;
    }
    return -hk_search_node(s, next);
}

static void hk_store(hk_search *s, const hk_node *n, const hk_found *found, int alpha) {
    const int bound = found->best >= n->beta ? HK_LOWER_BOUND : found->best > alpha ? HK_EXACT : HK_UPPER;
    const unsigned tag = found->move ? hk_tag(found->move) : found->known.tag;
    const int depth = n->depth > 255 ? 255 : n->depth;
    if (!(s->switches & HK_WITH_TABLE) || s->stopped || (!n->ply && s->barred_count)) return;
    hk_table_keep(s->table, hk_table_key(s), (hk_known){tag, found->value, hk_to_table(found->best, n->ply), depth, bound});
}

/* Looks at the moves listed from `base` on. */
static void hk_search_moves(hk_search *s, hk_node *n, hk_found *found, size_t base) {
    for (size_t i = base; i < s->work.moves.count && !s->stopped; i++) {
        const uint64_t code = hk_pick(s, i);
        const int quiet = hk_is_quiet(&s->p, code);
        hk_undo undo;
        int score;
        if (!n->ply && hk_contains(s->barred, s->barred_count, code)) continue;
        hk_go(s, code, n->ply, &undo);
        if (hk_repeats_illegally(s)) {
            hk_back(s, code, &undo);
            continue;
        }
        found->tried++;
        found->quiet += quiet;
        if (quiet && found->tried > 1 && hk_is_late(s, n, found)) {
            hk_back(s, code, &undo);
            hk_raise(&found->best, n->alpha); /* it may be worth that, for all that is known */
            continue;
        }
        score = hk_try(s, n, found, code, quiet);
        hk_back(s, code, &undo);
        if (s->stopped) return;
        hk_raise(&found->best, score);
        if (score <= n->alpha) continue;
        found->move = code;
        n->alpha = score;
        hk_extend_line(s, n->ply, code);
        if (score < n->beta) continue;
        if (quiet) hk_praise(s, base, i, code, n->depth, n->ply);
        return;
    }
}

static int hk_search_node(hk_search *s, hk_node n) {
    const size_t base = s->work.moves.count;
    hk_found found = {.best = -HK_INFINITE, .value = -HK_INFINITE};
    int score, alpha;
    if (n.depth <= 0 && s->switches & HK_WITH_QUIESCENCE) return hk_quiesce(s, n.alpha, n.beta, 0, n.ply, n.last);
    s->line_length[n.ply] = 0;
    hk_enter(s, n.ply);
    if (s->stopped) return 0;
    if (n.ply && hk_is_over(s, n.last, n.ply, &score)) return score;
    if (n.depth <= 0 || n.ply >= HK_PLIES) return hk_leaf(s, n.last, n.ply);
    if (n.alpha < n.ply - HK_MATE) n.alpha = n.ply - HK_MATE;
    if (n.beta > HK_MATE - n.ply - HK_SOONEST) n.beta = HK_MATE - n.ply - HK_SOONEST;
    if (n.alpha >= n.beta) return n.alpha;
    if (hk_is_known(s, n.alpha, n.beta, n.depth, n.ply, &found.known, &score)) return score;
    if (!(HK_ANSWERED && hk_present(s)->checked) && s->switches & HK_WITH_PRUNING) {
        found.value = hk_value(s, &found.known);
        if (hk_is_won_early(s, &n, found.value, &score)) return score;
    }
    if (!found.known.tag && n.depth >= 5 && s->switches & HK_WITH_PRUNING) n.depth--;
    alpha = n.alpha;
    hk_list_legal(&s->p, &s->work);
    hk_rank_moves(s, base, found.known.tag, n.ply);
    s->levels[n.ply + 1].killers[0] = s->levels[n.ply + 1].killers[1] = 0;
    hk_search_moves(s, &n, &found, base);
    s->work.moves.count = base;
    if (!found.tried) return s->stopped ? 0 : hk_no_moves(s, n.last, n.ply);
    hk_store(s, &n, &found, alpha);
    return found.best;
}

/* The score of the root to a depth, searched in a window round what the depth before has found, and wider if it is outside.
 * s->line[0] is the line; it is whole unless the search was stopped, and holds the best move so far then. */
static int hk_search_root(hk_search *s, int depth, int guess) {
    int width = HK_WINDOW, alpha = -HK_INFINITE, beta = HK_INFINITE, score;
    if (depth >= 4 && guess > -HK_DECIDED && guess < HK_DECIDED) {
        alpha = guess - width;
        beta = guess + width;
    }
    s->horizon = depth;
    for (;;) {
        score = hk_search_node(s, (hk_node){alpha, beta, depth, 0, 0});
        if (s->stopped) return score;
        if (score <= alpha && alpha > -HK_INFINITE) alpha = width > 500 ? -HK_INFINITE : score - width;
        else if (score >= beta && beta < HK_INFINITE) beta = width > 500 ? HK_INFINITE : score + width;
        else return score;
        width *= 4;
    }
}

/* The score of the position as a node beneath the root has it. */
static int hk_search_window(hk_search *s, int depth, int alpha, int beta) {
    s->horizon = depth;
    return hk_search_node(s, (hk_node){alpha, beta, depth, 1, 0});
}

#endif
