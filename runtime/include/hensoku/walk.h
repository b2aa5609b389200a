/* Moves walked leg by leg from tables: what docs/notation.md describes, for any move of the notation.
 *
 * The mover is lifted: its origin counts as empty. What was taken on the way is gone. A ray ends where it leaves the board
 * and where it comes back to the square on which its leg began. */
#ifndef HENSOKU_WALK_H
#define HENSOKU_WALK_H

#include "threats.h"

#define HK_HOP 8         /* a turning point on any piece, which is passed over unharmed */
#define HK_HOP_FRIEND 16 /* the same, on a friend only */

#define HK_GATE_OPEN 0
#define HK_GATE_EMPTY 1
#define HK_GATE_OCCUPIED 2

/* One direction: a table of steps, the tables that lead over the squares in between, and the eighth of a turn. */
typedef struct {
    const int16_t *step;
    const int16_t *const *between;
    int passed, eighth;
} hk_direction;

/* The first leg sets out in its `starts` directions; a later one turns on the ring of eight by `turns` eighths. `circle`:
 * it ends nowhere but where it began. */
typedef struct {
    const hk_direction *directions;
    const uint8_t *turns;
    int starts, turn_count, reach, least, skip, gate, fewest, most, next, circle, lands;
} hk_leg;

typedef enum { HK_SELF, HK_SCREEN, HK_TARGET, HK_VIA } hk_slot;
typedef enum { HK_LESS, HK_AT_MOST, HK_EQUAL, HK_UNEQUAL, HK_AT_LEAST, HK_MORE } hk_comparison;

/* `kinds`: a table by kind whose entries must equal `among`; NULL: the rank is compared with `rank`, or with the mover's
 * if that is -1. */
typedef struct {
    hk_slot slot;
    const uint8_t *kinds;
    int among;
    hk_comparison comparison;
    int rank;
} hk_test;

/* `where`: a table of the squares from which the move is allowed, NULL for any. */
typedef struct {
    const hk_leg *legs;
    const hk_test *tests;
    const uint8_t *where;
    int leg_count, test_count, initial, passes;
} hk_move;

typedef struct {
    const hk_move *moves;
    int count;
} hk_moves;

/* HK_MOST_LEGS: no move has more legs. */
typedef struct {
    const hk_position *p;
    const hk_move *move;
    int origin, side;
    int16_t via[HK_MOST_LEGS], stops[HK_MOST_LEGS], hopped[HK_MOST_LEGS];
    int via_count, stop_count, hopped_count, screen_count;
    int16_t screens[HK_MOST_LEGS * HK_SQUARES];
    hk_work *work;         /* where results go, or NULL to look for attacks: */
    const hk_set *targets; /* on any of these squares, */
    hk_watch *watch;       /* noting all squares that were looked at unless NULL */
    int hit;
} hk_walker;

/* hk_ranks: the ranks by kind. hk_confined[side][kind]: a table of the squares on which a move may end, or NULL.
 * hk_forbidden[victim][taker]: who may not take whom. */
static inline int hk_may_end(int mover, int to) {
#if HK_HAS_CONFINED
    const uint8_t *region = hk_confined[hk_side(mover)][hk_kind(mover)];
    if (region && !region[to]) return 0;
#endif
    (void)mover, (void)to;
    return 1;
}

static inline int hk_may_take(int mover, int victim) {
#if HK_HAS_FORBIDDEN
    if (hk_forbidden[hk_kind(victim)][hk_kind(mover)]) return 0;
#endif
    (void)mover, (void)victim;
    return 1;
}

static inline int hk_here(const hk_walker *w, int square) {
    if (w->watch) hk_add(&w->watch->squares, square);
    if (square == w->origin) return 0;
    for (int i = 0; i < w->via_count; i++) {
        if (w->via[i] == square) return 0;
    }
    return w->p->cells[square];
}

static inline int hk_compares(int left, hk_comparison comparison, int right) {
    switch (comparison) {
        case HK_LESS: return left < right;
        case HK_AT_MOST: return left <= right;
        case HK_EQUAL: return left == right;
        case HK_UNEQUAL: return left != right;
        case HK_AT_LEAST: return left >= right;
        default: return left > right;
    }
}

static int hk_piece_passes(const hk_walker *w, const hk_test *test, int square) {
    const int kind = hk_kind(w->p->cells[square]);
    if (test->kinds) return test->kinds[kind] == test->among;
    return hk_compares(hk_ranks[kind], test->comparison,
                       test->rank >= 0 ? test->rank : hk_ranks[hk_kind(w->p->cells[w->origin])]);
}

static int hk_all_pass(const hk_walker *w, const hk_test *test, const int16_t *squares, int count) {
    for (int i = 0; i < count; i++) {
        if (!hk_piece_passes(w, test, squares[i])) return 0;
    }
    return 1;
}

static int hk_test_holds(const hk_walker *w, const hk_test *test, int to, int takes) {
    const int16_t target = (int16_t)to, self = (int16_t)w->origin;
    switch (test->slot) {
        case HK_SELF: return hk_all_pass(w, test, &self, 1);
        case HK_SCREEN: return hk_all_pass(w, test, w->screens, w->screen_count);
        case HK_TARGET: return hk_all_pass(w, test, &target, takes);
        default:
            return hk_all_pass(w, test, w->via, w->via_count) && hk_all_pass(w, test, w->hopped, w->hopped_count);
    }
}

/* Whether the path is an attack on a target: it takes what stands there and may take all that it takes. */
static int hk_is_attack(const hk_walker *w, int to, int takes) {
    const int mover = w->p->cells[w->origin];
    int hit = takes && hk_has(w->targets, to);
    if (!hk_may_end(mover, to) || (takes && !hk_may_take(mover, w->p->cells[to]))) return 0;
    for (int i = 0; i < w->via_count; i++) {
        if (!hk_may_take(mover, w->p->cells[w->via[i]])) return 0;
        hit |= hk_has(w->targets, w->via[i]);
    }
    return hit;
}

static uint64_t hk_path_code(const hk_walker *w, int to, int null) {
    const int stops = HK_PATHS || null, count = stops ? w->stop_count : w->via_count;
    const int16_t *vias = stops ? w->stops : w->via;
    uint64_t code = hk_start(w->origin) | (uint64_t)to;
    for (int i = 0; i < count && i < HK_VIAS; i++)
        code ^= (uint64_t)(HK_NO_SQUARE ^ (unsigned)vias[i]) << HK_VIA_SHIFT(i);
    return code;
}

static void hk_walk_end(hk_walker *w, int to, int takes) {
    const int null = to == w->origin && !takes && !w->via_count;
    if (null && !w->move->passes) return;
    for (int i = 0; i < w->move->test_count; i++) {
        if (!hk_test_holds(w, &w->move->tests[i], to, takes)) return;
    }
    if (w->work) hk_offer(w->work, w->p, hk_path_code(w, to, null));
    else if (hk_is_attack(w, to, takes)) w->hit = 1;
}

static void hk_walk_leg(hk_walker *w, int index, int at, int eighth);

/* Ends an earlier leg on a square in one way and goes on. */
static void hk_walk_on(hk_walker *w, int index, int at, int eighth, int landing) {
    const int taken = landing & (HK_ENEMY | HK_FRIEND), over = landing & (HK_HOP | HK_HOP_FRIEND);
    if (taken) w->via[w->via_count++] = (int16_t)at;
    if (over) w->hopped[w->hopped_count++] = (int16_t)at;
    else w->stops[w->stop_count++] = (int16_t)at;
    hk_walk_leg(w, index + 1, at, eighth);
    if (taken) w->via_count--;
    if (over) w->hopped_count--;
    else w->stop_count--;
}

static void hk_walk_land(hk_walker *w, int index, int at, int eighth, int cell) {
    const hk_leg *leg = &w->move->legs[index];
    const int friend = hk_side(cell) == w->side;
    const int landings = leg->lands & (!cell  ? HK_EMPTY
                                       : friend ? HK_FRIEND | HK_HOP | HK_HOP_FRIEND
                                                : HK_ENEMY | HK_HOP);
    if (!landings) return;
    if (index == w->move->leg_count - 1) {
        hk_walk_end(w, at, cell != 0);
        return;
    }
    for (int landing = HK_EMPTY; landing <= HK_HOP_FRIEND; landing <<= 1) {
        if (landings & landing) hk_walk_on(w, index, at, eighth, landing);
    }
}

static int hk_gate_passes(const hk_walker *w, const hk_leg *leg, const hk_direction *direction, int at) {
    if (leg->gate == HK_GATE_OPEN) return 1;
    for (int i = 0; i < direction->passed; i++) {
        at = direction->between[i][at];
        if (at < 0 || (hk_here(w, at) != 0) != (leg->gate == HK_GATE_OCCUPIED)) return 0;
    }
    return 1;
}

static void hk_walk_ray(hk_walker *w, int index, const hk_direction *direction, int begin) {
    const hk_leg *leg = &w->move->legs[index];
    const int screens_before = w->screen_count;
    int at = begin, behind = 0;
    for (int n = 1; n <= leg->reach; n++) {
        int cell, screens = w->screen_count - screens_before;
        if (!hk_gate_passes(w, leg, direction, at)) break;
        at = direction->step[at];
        if (at == begin && leg->circle && n >= leg->least) hk_walk_end(w, at, 0);
        if (at < 0 || at == begin || (w->hit && !w->watch)) break;
        if (n <= leg->skip) continue;
        cell = hk_here(w, at);
        if (!leg->circle && n >= leg->least && screens >= leg->fewest && (behind || !leg->next))
            hk_walk_land(w, index, at, direction->eighth, cell);
        behind = cell != 0;
        if (!behind) continue;
        if (screens == leg->most) break;
        w->screens[w->screen_count++] = (int16_t)at;
    }
    w->screen_count = screens_before;
}

static void hk_walk_leg(hk_walker *w, int index, int at, int eighth) {
    const hk_leg *leg = &w->move->legs[index];
    for (int i = 0; i < leg->starts; i++) hk_walk_ray(w, index, &leg->directions[i], at);
    for (int i = 0; i < leg->turn_count; i++) hk_walk_ray(w, index, &leg->directions[(eighth + leg->turns[i]) & 7], at);
}

static void hk_walk_moves(hk_walker *w, const hk_moves *moves) {
    for (int i = 0; i < moves->count; i++) {
        const hk_move *move = &moves->moves[i];
        if (move->where && !move->where[w->origin]) continue;
        if (HK_HAS_VIRGIN && move->initial && !hk_has(&w->p->virgin, w->origin)) continue;
        w->move = move;
        hk_walk_leg(w, 0, w->origin, -1);
    }
}

static inline void hk_walk_begin(hk_walker *w, const hk_position *p, int origin, int side) {
    w->p = p;
    w->origin = origin;
    w->side = side;
    w->via_count = w->stop_count = w->hopped_count = w->screen_count = 0;
    w->work = NULL;
    w->targets = NULL;
    w->watch = NULL;
    w->hit = 0;
}

/* Adds the results of some moves of the piece on a square. */
static void hk_walk(const hk_position *p, hk_work *work, int origin, int side, const hk_moves *moves) {
    hk_walker w;
    hk_walk_begin(&w, p, origin, side);
    w.work = work;
    hk_walk_moves(&w, moves);
}

/* Lets the moves that a piece has, its own or its donors', look for an attack. `moves` are by kind. */
static void hk_walk_attack(hk_walker *w, const hk_moves *moves) {
    const int cell = w->p->cells[w->origin];
#if HK_DONORS
    int borrows = 0;
    for (int i = 0; i < HK_DONORS; i++) {
        const int place = hk_donors[w->side][i][w->origin], kind = hk_donor(w->p, w->side, i, w->origin);
        if (place >= 0 && w->watch) hk_add(&w->watch->squares, place);
        if (kind < 0) continue;
        borrows = 1;
        hk_walk_moves(w, &moves[kind]);
    }
    if (borrows && !HK_KEEPS_OWN) return;
#endif
    hk_walk_moves(w, &moves[hk_kind(cell)]);
}

/* Whether a walked move of a piece in `attackers`, all of one side, takes something on `targets`. */
static int hk_walks_hit(const hk_position *p, const hk_set *attackers, const hk_set *targets, int side,
                        const hk_moves *moves) {
    hk_set left = *attackers;
    for (int origin; (origin = hk_pop(&left)) >= 0;) {
        hk_walker w;
        hk_walk_begin(&w, p, origin, side);
        w.targets = targets;
        hk_walk_attack(&w, moves);
        if (w.hit) return 1;
    }
    return 0;
}

static void hk_watch_walks(const hk_position *p, hk_watch *watch, const hk_set *attackers, const hk_set *targets,
                           int side, const hk_moves *moves) {
    hk_set left = *attackers;
    for (int origin; (origin = hk_pop(&left)) >= 0;) {
        hk_walker w;
        hk_walk_begin(&w, p, origin, side);
        w.targets = targets;
        w.watch = watch;
        hk_add(&watch->squares, origin);
        hk_walk_attack(&w, moves);
        watch->checked |= w.hit;
    }
}

#endif
