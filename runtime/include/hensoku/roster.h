/* One move of many, each as likely as the others, without listing or counting them.
 *
 * While a game is played at random, each side has a roster: as many entries for a piece as it can have moves at the most from
 * where it stands. An entry is drawn; if it is no move, another is. So every legal move is as likely as the others. A move
 * changes few entries.
 *
 * What an entry stands for is looked up by class and place: a chance is
 *   bits 0 to 7      the place where the move ends; the piece's own place for none
 *   bits 8 to 12     which of the moves that lead there, if it may promote
 *   bit 13           more is to be asked than whether the way is free
 *   bits 16 to 31    where the way is in a table of paths, 0 for a jump
 *
 * HK_WIDEST: no piece has more chances. */
#ifndef HENSOKU_ROSTER_H
#define HENSOKU_ROSTER_H

#include "chance.h"
#include "limits.h"
#include "record.h"

#define HK_MOST_DRAWS 400 /* in vain, before moves are listed */
#define HK_FEWER 1.2      /* chances are rounded up to one of two numbers if one would give so many times as many */

enum { HK_OF_PIECE, HK_OF_HAND, HK_OF_LIST };

static inline int hk_chance_end(uint32_t chance) { return (int)(chance & 0xff); }
static inline size_t hk_chance_result(uint32_t chance) { return chance >> 8 & 0x1f; }
static inline int hk_chance_asks(uint32_t chance) { return (int)(chance >> 13 & 1); }

/* The chances of a class of a side: rows by place, and how many there are in each. */
typedef struct {
    uint32_t *chances;
    uint8_t *many;
    uint32_t width;
} hk_range;

static hk_range hk_ranges[2][HK_CLASSES];
static const hk_bits HK_NO_PATHS[1];

/* Pieces have numbers. `at`: the entries, a piece and which of its chances; `spot`: where they are. */
typedef struct {
    uint32_t at[HK_SQUARES * HK_WIDEST];
    uint16_t spot[HK_SQUARES][HK_WIDEST];
    const uint32_t *row[HK_SQUARES];
    uint8_t place[HK_SQUARES], many[HK_SQUARES], spare[HK_SQUARES];
    uint32_t total;
    int spares;
} hk_roster_side;

typedef struct {
    hk_roster_side sides[2];
    uint8_t piece[HK_SQUARES];
} hk_roster;

/* What is drawn from: a roster, and so many moves besides that the hand and a list have; and what was drawn. */
typedef struct {
    uint32_t hand, list;
    int draws;
    int source, place;
    uint32_t number, chance;
} hk_draw;

/* ------------------------------------------------------------------------------------------------------- the roster */

static inline void hk_roster_size(hk_roster_side *its, int piece, int many) {
    int now = its->many[piece];
    for (; now < many; now++) {
        its->spot[piece][now] = (uint16_t)its->total;
        its->at[its->total++] = (uint32_t)(piece << 8 | now);
    }
    while (now > many) {
        const uint32_t spot = its->spot[piece][--now], last = its->at[--its->total];
        its->at[spot] = last;
        its->spot[last >> 8][last & 0xff] = (uint16_t)spot;
    }
    its->many[piece] = (uint8_t)many;
}

static inline void hk_roster_put(hk_roster *roster, int piece, int square, int cell) {
    hk_roster_side *its = &roster->sides[hk_side(cell)];
    const hk_range *range = &hk_ranges[hk_side(cell)][hk_class[cell]];
    const int place = hk_places[square];
    roster->piece[square] = (uint8_t)piece;
    its->place[piece] = (uint8_t)place;
    its->row[piece] = range->chances + (uint32_t)place * range->width;
    hk_roster_size(its, piece, range->many ? range->many[place] : 0);
}

static inline void hk_roster_add(hk_roster *roster, int square, int cell) {
    hk_roster_side *its = &roster->sides[hk_side(cell)];
    hk_roster_put(roster, its->spare[--its->spares], square, cell);
}

static inline void hk_roster_remove(hk_roster *roster, int square, int cell) {
    hk_roster_side *its = &roster->sides[hk_side(cell)];
    const int piece = roster->piece[square];
    hk_roster_size(its, piece, 0);
    its->spare[its->spares++] = (uint8_t)piece;
}

/* The roster of a position, which `work` owns; 0 if there is no memory. */
static int hk_roster_begin(hk_work *work, const hk_position *p) {
    hk_roster *roster = work->roster ? work->roster : malloc(sizeof *roster);
    if (!roster) return 0;
    work->roster = roster;
    for (int side = 0; side < 2; side++) {
        hk_roster_side *its = &roster->sides[side];
        its->total = 0;
        its->spares = HK_SQUARES;
        for (int i = 0; i < HK_SQUARES; i++) its->spare[i] = (uint8_t)(HK_SQUARES - 1 - i);
        memset(its->many, 0, sizeof its->many);
    }
    for (int square = 0; square < HK_SQUARES; square++) {
        if (p->cells[square]) hk_roster_add(roster, square, p->cells[square]);
    }
    return 1;
}

/* What the last move has changed; `vias`: whether codes of this variant have them. */
static inline void hk_roster_follow(hk_work *work, const hk_position *p, const hk_ply *ply, int vias) {
    hk_roster *roster = work->roster;
    const int from = hk_from(ply->code), to = hk_to(ply->code);
    if (hk_is_drop(ply->code)) {
        hk_roster_add(roster, to, p->cells[to]);
        return;
    }
    for (int i = 0; vias && i < HK_VIAS; i++) {
        if (ply->undo.via[i]) hk_roster_remove(roster, hk_via(ply->code, i), ply->undo.via[i]);
    }
    if (ply->undo.target) hk_roster_remove(roster, to, ply->undo.target);
    hk_roster_put(roster, roster->piece[from], to, p->cells[to]);
}

/* ------------------------------------------------------------------------------------------------------------ drawing */

/* The n-th place of a set, from 0. */
static inline int hk_nth_word(uint64_t places, uint32_t n) {
#ifdef __BMI2__
    return hk_lowest(__builtin_ia32_pdep_di((uint64_t)1 << n, places));
#else
    for (; n; n--) places &= places - 1;
    return hk_lowest(places);
#endif
}

static inline int hk_nth(hk_bits places, uint32_t n) {
#if HK_WORD == 256
    int i = 0;
    for (uint32_t many; n >= (many = (uint32_t)hk_popcount(places[i])); i++) n -= many;
    return 64 * i + hk_nth_word(places[i], n);
#else
#if HK_WORD > 64
    const uint32_t low = (uint32_t)hk_popcount((uint64_t)places);
    if (n >= low) return 64 + hk_nth_word(HK_HIGH(places), n - low);
#endif
    return hk_nth_word((uint64_t)places, n);
#endif
}

static inline void hk_draw_begin(hk_draw *draw, size_t hand, size_t list) {
    draw->hand = (uint32_t)hand;
    draw->list = (uint32_t)list;
    draw->draws = 0;
}

/* Draws until something may be a move: one of the hand or the list, or one of a piece to a square that its side has not
 * occupied, by a way that is free. 0 after too many draws in vain. */
static inline int hk_draw_one(hk_draw *draw, const hk_roster_side *its, const hk_bits *paths, hk_bits all, hk_bits occ,
                              uint64_t *seed) {
    const uint32_t total = its->total + draw->hand + draw->list;
    while (total && draw->draws++ < HK_MOST_DRAWS) {
        const uint32_t number = (uint32_t)hk_below(seed, total);
        uint32_t entry, chance;
        if (number >= its->total) {
            draw->number = number - its->total;
            draw->source = draw->number < draw->hand ? HK_OF_HAND : HK_OF_LIST;
            if (draw->source == HK_OF_LIST) draw->number -= draw->hand;
            return 1;
        }
        entry = its->at[number];
        chance = its->row[entry >> 8][entry & 0xff];
        if (hk_holds(all, hk_chance_end(chance)) & !hk_some(paths[chance >> 16] & occ)) {
            draw->source = HK_OF_PIECE;
            draw->chance = chance;
            draw->place = its->place[entry >> 8];
            return 1;
        }
    }
    return 0;
}

/* ------------------------------------------------------------------------------------------- filled when it is loaded */

static void hk_range_begin(hk_range *range, uint32_t *chances, uint8_t *many, uint32_t width) {
    range->chances = chances;
    range->many = many;
    range->width = width;
}

/* Adds where a class may go, from each place; `rides`: the way there may be barred. */
static void hk_range_add(hk_range *range, const hk_bits *ends, int rides, int asks) {
    for (int i = 0; i < HK_SQUARES; i++) {
        const int place = hk_places[i];
        uint32_t *row = range->chances + (uint32_t)place * range->width;
        for (hk_bits left = ends[place]; hk_some(left); left = hk_rest(left)) {
            const uint32_t end = (uint32_t)hk_lead(left), way = rides ? HK_PLACES * end + (uint32_t)place : 0;
            uint32_t n = 0;
            while (n < range->many[place] && (row[n] & 0xff) != end) n++;
            if (n == range->many[place]) range->many[place]++;
            else if (!(row[n] >> 16)) continue;
            row[n] = end | (uint32_t)asks << 13 | way << 16;
        }
    }
}

/* Moves from some places to some others may be promotions: `more` of them besides the one that is there. */
static void hk_range_promote(hk_range *range, hk_bits sources, hk_bits ends, int more) {
    for (int i = 0; i < HK_SQUARES; i++) {
        const int place = hk_places[i], upto = range->many[place];
        uint32_t *row = range->chances + (uint32_t)place * range->width;
        if (!hk_holds(sources, place)) continue;
        for (int n = 0; n < upto; n++) {
            if (hk_chance_result(row[n]) || !hk_holds(ends, hk_chance_end(row[n]))) continue;
            row[n] |= (uint32_t)1 << 13;
            for (int k = 1; k <= more; k++) row[range->many[place]++] = row[n] | (uint32_t)k << 8;
        }
    }
}

/* Rounds the numbers of chances up to one or two, so that few moves change them. */
static void hk_range_round(hk_range *range) {
    int few = 0, best = 0, top = 1;
    for (int i = 0; i < HK_SQUARES; i++) top = range->many[hk_places[i]] > top ? range->many[hk_places[i]] : top;
    for (int number = 1; number <= top; number++) {
        int sum = 0;
        for (int i = 0; i < HK_SQUARES; i++) sum += range->many[hk_places[i]] <= number ? number : top;
        if (!few || sum < best) {
            few = number;
            best = sum;
        }
    }
    if (best * HK_FEWER > top * HK_SQUARES) few = top;
    for (int i = 0; i < HK_SQUARES; i++) {
        const int place = hk_places[i], upto = range->many[place] <= few ? few : top;
        uint32_t *row = range->chances + (uint32_t)place * range->width;
        while (range->many[place] < upto) row[range->many[place]++] = (uint32_t)place;
    }
}

#endif
