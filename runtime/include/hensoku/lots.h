/* One move of many, each as likely as the others, without listing them.
 *
 * A lot is a set of squares that stands for so many chances, each of one move or of none. Lots are filled as moves are
 * counted, only with less to ask; then one chance is drawn, and only what it stands for is looked at. If it is no legal move,
 * it is taken out with what is known to be none beside it, and another drawn: every legal move stays as likely as the others.
 *
 * What the members of a lot are is told by its tag:
 *   the start of a code (hk_start, hk_start_drop)   destinations
 *   HK_PIECES(each)                                 pieces, each with so many chances, for it never has more moves
 *   0                                               the lot stands for moves that are listed already
 * HK_LOTS: no position has more lots. */
#ifndef HENSOKU_LOTS_H
#define HENSOKU_LOTS_H

#include "chance.h"
#include "listing.h"

/* The upper half is 2 ** 31 / each, rounded up: a number times that, without its lowest 31 bits, is the number divided by
 * `each`. */
#define HK_PIECES(each) ((((uint64_t)1 << 31) + (each) - 1) / (each) << 32 | (each))
#define HK_EACH(tag) ((uint32_t)(tag))

typedef struct {
    hk_bits ends;
    uint64_t tag;
} hk_lot;

/* `upto`: how many chances a lot and those before it have; `drawn`, `number`: the lot that was drawn, and which of it. */
typedef struct {
    hk_lot at[HK_LOTS];
    uint32_t upto[HK_LOTS];
    uint32_t total, number;
    uint64_t random; /* drawn ahead: it does not have to wait for the lots */
    int count, drawn;
    int royal; /* the lot of the royal's moves as long as nobody has asked which are safe, else -1 */
} hk_lots;

static inline void hk_lots_begin(hk_lots *lots, uint64_t *seed) {
    lots->random = hk_random(seed);
    lots->count = 0;
    lots->total = 0;
    lots->royal = -1;
}

static inline void hk_lot_add(hk_lots *lots, uint64_t tag, hk_bits ends, uint32_t chances) {
    hk_lot *lot = &lots->at[lots->count];
    lot->ends = ends;
    lot->tag = tag;
    lots->total += chances;
    lots->upto[lots->count++] = lots->total;
}

static inline void hk_lots_draw(hk_lots *lots, uint64_t *seed) {
    const uint32_t number = (uint32_t)hk_scaled(lots->random, seed, lots->total);
    int drawn = 0;
    while (lots->upto[drawn] <= number) drawn++;
    lots->drawn = drawn;
    lots->number = number - (drawn ? lots->upto[drawn - 1] : 0);
    lots->random = hk_random(seed);
}

/* Leaves some members in the lot that was drawn, and so many chances less. */
static inline void hk_lot_keep(hk_lots *lots, hk_bits ends, uint32_t less) {
    lots->at[lots->drawn].ends &= ends;
    for (int i = lots->drawn; i < lots->count; i++) lots->upto[i] -= less;
    lots->total -= less;
}

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

/* The move that was drawn if nothing more is to be known of it: a drop, or one that is listed, from `base` on. Else 0. */
static inline uint64_t hk_lot_move(const hk_lots *lots, const hk_list *moves, size_t base) {
    const hk_lot *lot = &lots->at[lots->drawn];
    if (!lot->tag) return moves->at[base + lots->number];
    return hk_is_drop(lot->tag) ? lot->tag | hk_squares[hk_nth(lot->ends, lots->number)] : 0;
}

/* The piece that was drawn of a lot of pieces, `number` being which of its chances. */
static inline hk_bits hk_lot_piece(hk_lots *lots) {
    const hk_lot *lot = &lots->at[lots->drawn];
    const uint32_t piece = (uint32_t)((uint64_t)lots->number * (lot->tag >> 32) >> 31);
    lots->number -= piece * HK_EACH(lot->tag);
    return hk_at(hk_nth(lot->ends, piece));
}

/* The piece that was drawn has a lot of its own from now on, with its destinations and as many chances as moves. */
static inline void hk_lot_settle(hk_lots *lots, hk_bits one, hk_bits ends, size_t moves) {
    hk_lot_keep(lots, ~one, HK_EACH(lots->at[lots->drawn].tag));
    hk_lot_add(lots, hk_start(hk_squares[hk_lead(one)]), ends, (uint32_t)moves);
}

#endif
