/* What one thread of a search knows, and the line that it is looking at.
 *
 * The generated module gives the functions that are declared here; they are the variant. It defines besides, after the
 * position's own tables:
 *   HK_ANSWERED                     1 where check must be answered
 *   HK_LISTS                        1 where moves are listed from sets, which is cheap
 *   HK_MATE_RESULT, HK_STALE_RESULT what mate and stalemate are for the side without a move (HK_LOSS, ...)
 *   HK_END_ORDER[]                  by index of an end: HK_BEFORE repetition, or one of those after it
 *   hk_drop_loses[HK_KINDS]         1 for a kind that has lost if its drop mates
 *   HK_TIMES, HK_REPETITION, HK_REPEATER, HK_PERPETUAL     the rule about repetition; HK_TIMES 0: there is none
 *   HK_LIMIT, HK_LIMIT_CAPTURES, HK_LIMIT_WINNER, hk_limit_kinds[HK_KINDS]     the move limit; HK_LIMIT 0: there is none
 *   HK_USES_VIAS                    1 where codes have squares on the way
 *   HK_SOONEST                      in how many plies the side to move may have won: 0 where one without a move may, else 1
 *   HK_NULL_LEAST                   so many pieces a side needs for a null move to tell anything; 0: it never does
 * and the numbers of the evaluation (evaluation.h). */
#ifndef HENSOKU_SEARCH_STATE_H
#define HENSOKU_SEARCH_STATE_H

#include <time.h>

#include "../rules.h"
#include "table.h"

static void hk_play(hk_position *p, uint64_t code, hk_undo *undo);
static void hk_take_back(hk_position *p, uint64_t code, const hk_undo *undo);
static void hk_list_legal(hk_position *p, hk_work *work);   /* lawful moves, whether the game is over or not */
static void hk_list_forcing(hk_position *p, hk_work *work); /* those that take something or promote */
static void hk_list_reached(const hk_position *p, hk_work *work, int side);
static int hk_can_move(hk_position *p, hk_work *work);
static int hk_end_of(hk_position *p, hk_work *work, int *winner);
static int hk_declared_end(const hk_position *p, int *winner);
static int hk_in_check(const hk_position *p, int side);
static int hk_attacks(const hk_position *p, int side, int square);

enum { HK_LOSS, HK_WIN, HK_DRAW, HK_NOTHING, HK_ILLEGAL };
enum { HK_BEFORE, HK_IMPASSE, HK_DEAD };
enum { HK_OF_REPEATER = 2, HK_OF_FIRST };

#define HK_PLIES 100     /* no line is longer */
#define HK_MATE 32000    /* the score of a game that is won now */
#define HK_DECIDED 31000 /* beyond it a score says in how many plies the game is over */
#define HK_INFINITE 32500
#define HK_NOBODY 2 /* the winner of a draw */

/* Parts of the search that can be left out, to see what they do. */
#define HK_WITH_TABLE 1
#define HK_WITH_QUIESCENCE 2
#define HK_WITH_PRUNING 4 /* null move, futility, late moves */
#define HK_WITH_EXTENSION 8
#define HK_WITH_SHORTCUT 16 /* the first repetition within the search is judged as the last */
#define HK_WITH_ALL 31

#define HK_SEEN 4096       /* values of a key's lowest bits that are counted */
#define HK_PAIRS (1 << 16) /* scores of a move after another, by a hash of both */
#define HK_POLL 32 /* nodes between two looks at the clock; those of large boards take long */

/* One position of the game and of the line: what rules about the past ask for. */
typedef struct {
    uint64_t key;
    int counted; /* moves that count for the move limit */
    int checked; /* the side to move is in check */
} hk_past;

typedef struct {
    uint64_t killers[2];
    int mover, to; /* of the move made here: the cell that moved, and where to; 0 for a null move */
} hk_level;

/* What the searchers of one table may still see together. */
typedef struct {
    int64_t left;
    int bounded; /* 0: any number of nodes */
} hk_purse;

typedef struct {
    hk_position p;
    hk_work work;
    hk_table *table;
    hk_purse *purse;
    int switches, first; /* first: who was to move in the position that was set up */
    volatile int stop; /* set by other threads, as the deadline is */
    int stopped, failed, deepest, horizon;
    uint64_t nodes;
    int share; /* nodes that were taken out of the purse, and are not seen yet */
    volatile int64_t deadline; /* nanoseconds of hk_now, 0: none */
    hk_past *past;
    size_t length, room, root, since; /* root: the index of the position searched; since: nothing before repeats */
    uint16_t seen[HK_SEEN]; /* how many keys of the past share their lowest bits */
    hk_level levels[HK_PLIES + 2];
    uint64_t line[HK_PLIES + 2][HK_PLIES + 2];
    int line_length[HK_PLIES + 2];
    int16_t history[HK_CELLS][HK_SQUARES], pairs[HK_PAIRS];
    uint64_t counters[HK_CELLS][HK_SQUARES];
    int32_t *ranks; /* of the moves in `work`, by index */
    size_t ranks_room;
    const uint64_t *barred; /* moves left out at the root */
    size_t barred_count;
} hk_search;

static inline int64_t hk_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* Takes a share out of the purse; 0 if nothing is left. */
static int hk_take_share(hk_search *s) {
    const int64_t left = __atomic_fetch_sub(&s->purse->left, HK_POLL, __ATOMIC_RELAXED);
    s->share = left <= 0 ? 0 : left < HK_POLL ? (int)left : HK_POLL;
    return s->share;
}

/* Counts a node; sets `stopped` when it is time. */
static inline void hk_enter(hk_search *s, int ply) {
    if (s->purse->bounded && !s->share && !hk_take_share(s)) {
        s->stopped = 1;
        return;
    }
    s->share -= s->purse->bounded;
    s->nodes++;
    if (ply > s->deepest) s->deepest = ply;
    if (s->stop) s->stopped = 1;
    if (s->nodes % HK_POLL == 0 && s->deadline && hk_now() >= s->deadline) s->stopped = 1;
}

static inline const hk_past *hk_present(const hk_search *s) { return &s->past[s->length - 1]; }

/* What the table knows the position by. Where a line may come to the move limit, scores depend on how many moves count. */
static inline uint64_t hk_table_key(const hk_search *s) {
#if HK_LIMIT
    const int counted = hk_present(s)->counted;
    if (counted + HK_PLIES >= HK_LIMIT) return s->p.key ^ (uint64_t)(counted + 1) * 0x9e3779b97f4a7c15u;
#endif
    return s->p.key;
}

static inline void hk_remember(hk_search *s, int counted) {
    hk_past *past = &s->past[s->length++];
    past->key = s->p.key;
    past->counted = counted;
    past->checked = hk_in_check(&s->p, s->p.turn);
    s->seen[past->key & (HK_SEEN - 1)]++;
}

static inline void hk_forget_all(hk_search *s) {
    s->length = s->root = s->since = 0;
    memset(s->seen, 0, sizeof s->seen);
    memset(s->levels, 0, sizeof s->levels);
}

static inline void hk_forget(hk_search *s) { s->seen[s->past[--s->length].key & (HK_SEEN - 1)]--; }

/* How many moves count for the move limit after a move. */
static inline int hk_counted_with(const hk_search *s, uint64_t code) {
#if HK_LIMIT
    const int drop = hk_is_drop(code), kind = drop ? hk_via(code, 0) : hk_kind(s->p.cells[hk_from(code)]);
    if (hk_limit_kinds[kind] || (HK_LIMIT_CAPTURES && !drop && hk_takes(&s->p, code, HK_USES_VIAS))) return 0;
    return hk_present(s)->counted + 1;
#else
    (void)s, (void)code;
    return 0;
#endif
}

static inline void hk_go(hk_search *s, uint64_t code, int ply, hk_undo *undo) {
    const int counted = hk_counted_with(s, code);
    hk_level *here = &s->levels[ply];
    here->to = hk_to(code);
    hk_play(&s->p, code, undo);
    here->mover = s->p.cells[here->to];
    hk_remember(s, counted);
}

static inline void hk_back(hk_search *s, uint64_t code, const hk_undo *undo) {
    hk_forget(s);
    hk_take_back(&s->p, code, undo);
}

/* Hands the turn over, which no rule allows. */
static inline size_t hk_go_null(hk_search *s, int ply, hk_undo *undo) {
    const size_t since = s->since;
    undo->key = s->p.key;
    undo->struck = s->p.struck;
    undo->passes = s->p.passes;
    if (HK_HAS_STRIKES) {
        s->p.key += hk_key_struck(-1) - hk_key_struck(s->p.struck);
        s->p.struck = -1;
    }
    s->p.key += s->p.turn ? -HK_KEY_TURN : HK_KEY_TURN;
    s->p.turn = !s->p.turn;
    s->levels[ply].mover = s->levels[ply].to = 0;
    s->since = s->length;
    hk_remember(s, hk_present(s)->counted);
    return since;
}

static inline void hk_back_null(hk_search *s, const hk_undo *undo, size_t since) {
    hk_forget(s);
    s->since = since;
    s->p.turn = !s->p.turn;
    s->p.key = undo->key;
    s->p.struck = undo->struck;
    s->p.passes = undo->passes;
}

/* Scores of decided games are kept as seen from the position, not from the root. */
static inline int hk_to_table(int score, int ply) {
    return score > HK_DECIDED ? score + ply : score < -HK_DECIDED ? score - ply : score;
}
static inline int hk_from_table(int score, int ply) {
    return score > HK_DECIDED ? score - ply : score < -HK_DECIDED ? score + ply : score;
}

/* The line here is a move and the line behind it. */
static inline void hk_extend_line(hk_search *s, int ply, uint64_t code) {
    const int length = s->line_length[ply + 1];
    s->line[ply][0] = code;
    memcpy(&s->line[ply][1], s->line[ply + 1], (size_t)length * sizeof(uint64_t));
    s->line_length[ply] = length + 1;
}

#endif
