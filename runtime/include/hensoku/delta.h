/* The replies to all moves of a position, counted once and then corrected for what each move changes.
 *
 * `HK_RULES`: how many rules of drops differ. With HK_SELF_CHECK every count is held against one by making the move. */
#ifndef HENSOKU_DELTA_H
#define HENSOKU_DELTA_H

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "limits.h"

#ifndef HK_SELF_CHECK
#define HK_SELF_CHECK 0
#endif

/* What a node knows of the replies, as if the mover passed. A watcher is a piece of the replier whose number of moves
 * depends on what stands on its `foot`. */
typedef struct {
    hk_bits occ;      /* all pieces */
    hk_bits theirs;   /* the replier's pieces */
    hk_bits lifted;   /* all pieces but the replier's royal */
    hk_bits around;   /* where that royal steps if nothing stands in its way and nothing is attacked; */
    hk_bits ring;     /* the same, without the squares of its own side */
    hk_bits attacked; /* what the mover attacks with that royal lifted */
    hk_bits sole;     /* where it steps, or its own side stands there, and just one piece attacks */
    hk_bits near;     /* what stands here changes how riders attack the ring */
    hk_bits leave;    /* pieces that leave these squares, */
    hk_bits enter;    /* or come to these, change a line to the royal */
    hk_bits seen;     /* all that watchers watch */
    hk_bits loose;    /* the replier's pieces that neither watch nor are royal nor bound */
    hk_bits prized;   /* those whose capture may free a file for drops, */
    hk_bits fatal;    /* or changes more than is known */
    hk_bits fixed;    /* what leaves these squares or comes to them may let a drop mate */
    hk_bits danger;   /* what the replier attacks with the mover's royal lifted, where drops must not mate, */
    hk_bits haven;    /* and where it does not of the squares round that royal */
    const hk_limits *limits; /* the replier's; with `base`, `loose`, `enter` and `leave` others for a moment where a piece is lifted */
    hk_bits checks[HK_CLASSES]; /* from where a class checks by a step */
    hk_bits hits[HK_CLASSES];   /* from where it may hit a square to which the royal steps */
    int royal, steps;           /* its place, and how many squares it may step to */
    int asked, takes;           /* whether the replier may take lenders that are asked about, and in how many ways */
    int64_t base;               /* all replies */
    int guarded;                /* whether a drop could mate: 1 if the mover's royal moved, 2 if lines opened, too */
    int drops, held[HK_RULES];  /* whether the replier has any; how many sorts of piece go by each rule, */
    hk_bits allowed[HK_RULES];  /* and where to; */
    int sorts;                  /* how many by rules that do not ask what stands where, */
    hk_bits barred;             /* and where one of these forbids drops */
    int watchers, at[HK_SQUARES], class_[HK_SQUARES], moves[HK_SQUARES];
    hk_bits foot[HK_SQUARES], mask[HK_SQUARES];
    hk_bits wide[HK_SQUARES]; /* the foot, and where a watcher may take what comes to stand there */
    hk_bits known;              /* for which places it is known */
    int loss[HK_PLACES];        /* how many moves of watchers change when a piece comes there */
    /* Where moves are lent: the mover's pieces and the replier's by what they move as, the replier's by what stands there,
     * and from where a class would see the royal or a square round it if nothing else stood on the board. */
    hk_bits *ours;
    const hk_bits *moving, *standing;
    hk_bits sight[HK_CLASSES];
} hk_delta;

static inline void hk_delta_begin(hk_delta *z, hk_bits ours, hk_bits theirs, hk_bits royal) {
    memset(z, 0, offsetof(hk_delta, at));
    z->occ = ours | theirs;
    z->theirs = theirs;
    z->lifted = z->occ & ~royal;
    z->royal = royal ? hk_lead(royal) : 0;
    z->known = 0;
}

/* Keeps what seldom happens out of the way of what mostly does. */
#define hk_rare(condition) __builtin_expect(!!(condition), 0)

/* The set that the piece on a place is in. */
static inline int hk_class_on(const hk_position *p, int place) { return hk_class[p->cells[hk_squares[place]]]; }

/* Notes which moves change what a line to the royal allows. With n pieces on it, it binds if n is one less than
 * `blockers`, or one more with a piece of the replier's; with as many it is a check. */
static inline void hk_delta_line(hk_delta *z, hk_bits between, hk_bits attacker, int blockers) {
    const hk_bits met = between & z->occ, theirs = met & z->theirs;
    const int n = hk_ones(met) - blockers;
    if (n > 2 || n < -2) return;
    if (n == -1 || (n == 1 && theirs)) {
        z->enter |= between;
        z->leave |= met | attacker;
    } else if (n == 1 || (n == 2 && theirs)) {
        z->leave |= met;
    } else if (n == -2) {
        z->enter |= between;
    }
}

static inline void hk_delta_lines(hk_delta *z, hk_bits attackers, const hk_bits *paths, int blockers) {
    for (; attackers; attackers = hk_rest(attackers))
        hk_delta_line(z, paths[hk_lead(attackers)], hk_lone(attackers), blockers);
}

/* Lines of lame steps over squares that must all be occupied. */
static inline void hk_delta_hurdles(hk_delta *z, hk_bits attackers, const hk_bits *paths) {
    for (; attackers; attackers = hk_rest(attackers)) {
        const hk_bits between = paths[hk_lead(attackers)];
        hk_delta_line(z, between, hk_lone(attackers), hk_ones(between));
    }
}

/* Adds one more attack to what is attacked, and attacked twice. */
static inline void hk_delta_attack(hk_delta *z, hk_bits *twice, hk_bits attack) {
    *twice |= z->attacked & attack;
    z->attacked |= attack;
}

static inline void hk_delta_watch(hk_delta *z, int kind, int at, hk_bits foot, hk_bits wide, hk_bits mask, int moves) {
    const int i = z->watchers++;
    z->at[i] = at;
    z->class_[i] = kind;
    z->moves[i] = moves;
    z->foot[i] = foot;
    z->wide[i] = wide;
    z->mask[i] = mask;
    z->seen |= foot;
}

/* For rays towards squares `ring[k]` round a royal at k: the places that they pass on the way, near[HK_PLACES * k + from],
 * and where such rays come from. */
static void hk_fill_near(hk_bits *near, hk_bits *from, const int16_t *step, int reach, const hk_bits *ring) {
    for (int square = 0; square < HK_SQUARES; square++) {
        for (int k = 0; k < HK_SQUARES; k++) {
            const int royal = hk_places[k], s = hk_places[square];
            hk_bits path = 0;
            int at = square;
            for (int n = 0; n < reach; n++) {
                at = step[at];
                if (at < 0 || at == square) break;
                if (ring[royal] >> hk_places[at] & 1) {
                    near[HK_PLACES * royal + s] |= path;
                    from[royal] |= hk_at(s);
                }
                path |= hk_at(hk_places[at]);
            }
        }
    }
}

/* The same for lame steps. */
static void hk_fill_near_lame(hk_bits *near, hk_bits *from, const hk_bits *ends, const hk_bits *legs,
                              const hk_bits *ring) {
    for (int k = 0; k < HK_PLACES; k++) {
        for (int s = 0; s < HK_PLACES; s++) {
            if (!(ends[s] & ring[k])) continue;
            near[HK_PLACES * k + s] |= legs[s];
            from[k] |= hk_at(s);
        }
    }
}

/* From where pieces see a royal or its ring, by its place; `back`: from where they see a square. */
static void hk_fill_sight(hk_bits *sight, const hk_bits *back, const hk_bits *ring) {
    for (int square = 0; square < HK_SQUARES; square++) {
        const int royal = hk_places[square];
        sight[royal] = back[royal];
        for (hk_bits to = ring[royal]; to; to = hk_rest(to)) sight[royal] |= back[hk_lead(to)];
    }
}

/* Whether limits are those of before, once one of the side's pieces is taken, and forbade nothing where something left or
 * came. */
static inline int hk_limits_alike(const hk_limits *after, const hk_limits *before, hk_bits taken, hk_bits changed) {
    if (changed & ~before->free) return 0;
    if (after->free != (before->free | taken) || after->base != (before->base | taken)) return 0;
    if (after->bound != before->bound || after->count != before->count) return 0;
    for (int i = 0; i < after->count; i++) {
        if (after->on[i] != before->on[i] || after->inside[i] != before->inside[i]) return 0;
        if (after->outside[i] != before->outside[i]) return 0;
    }
    return 1;
}

/* Tells of a count that is not the one by making. */
static void hk_delta_check(const char *what, uint64_t code, uint64_t counted, uint64_t made) {
    if (counted != made)
        fprintf(stderr, "hensoku: %s %#llx: %llu counted, %llu made\n", what, (unsigned long long)code,
                (unsigned long long)counted, (unsigned long long)made);
}

#endif
