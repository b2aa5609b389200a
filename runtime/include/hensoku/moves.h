/* Move codes (the layout of hensoku.runtime.contract) and growing lists of them. */
#ifndef HENSOKU_MOVES_H
#define HENSOKU_MOVES_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#define HK_NO_SQUARE 2047u
#define HK_VIAS 3
#define HK_VIA_SHIFT(i) (22 + 11 * (i))
#define HK_BECOMES_SHIFT 55
#define HK_NO_VIAS ((uint64_t)HK_NO_SQUARE << 22 | (uint64_t)HK_NO_SQUARE << 33 | (uint64_t)HK_NO_SQUARE << 44)

static inline int hk_to(uint64_t code) { return (int)(code & HK_NO_SQUARE); }
static inline int hk_from(uint64_t code) { return (int)(code >> 11 & HK_NO_SQUARE); }
static inline int hk_via(uint64_t code, int i) { return (int)(code >> HK_VIA_SHIFT(i) & HK_NO_SQUARE); }
static inline int hk_becomes(uint64_t code) { return (int)(code >> HK_BECOMES_SHIFT); }
static inline int hk_is_drop(uint64_t code) { return hk_from(code) == (int)HK_NO_SQUARE; }
static inline int hk_has_vias(uint64_t code) { return (code & HK_NO_VIAS) != HK_NO_VIAS; }

/* The code of a plain board move from `from`, but for its destination. */
static inline uint64_t hk_start(int from) { return HK_NO_VIAS | (uint64_t)from << 11; }

/* The code of a drop, but for its destination; `face` is the kind that comes to stand. */
static inline uint64_t hk_start_drop(int kind, int face) {
    const uint64_t no = HK_NO_SQUARE;
    return no << 11 | (uint64_t)kind << 22 | no << 33 | no << 44 |
           (face == kind ? 0 : (uint64_t)(face + 1) << HK_BECOMES_SHIFT);
}

/* A stack of codes that all plies of a search share. `failed` is set for good when memory ran out; the list keeps what
 * it holds, and whoever owns it raises an error in the end. */
typedef struct {
    uint64_t *at;
    size_t count, room;
    int failed;
} hk_list;

static int hk_grow(hk_list *list, size_t extra) {
    size_t room = 2 * list->room + extra + 1024;
    uint64_t *at = realloc(list->at, room * sizeof *at);
    if (!at) {
        list->failed = 1;
        return 0;
    }
    list->at = at;
    list->room = room;
    return 1;
}

/* Makes room for `extra` more codes; 0 if there is none. */
static inline int hk_reserve(hk_list *list, size_t extra) {
    return list->room - list->count >= extra || hk_grow(list, extra);
}

/* Appends where room was reserved. */
static inline void hk_push(hk_list *list, uint64_t code) { list->at[list->count++] = code; }

static inline void hk_append(hk_list *list, uint64_t code) {
    if (hk_reserve(list, 1)) hk_push(list, code);
}

/* Whether a code is among some. */
static inline int hk_contains(const uint64_t *codes, size_t count, uint64_t code) {
    size_t found = 0;
    for (size_t i = 0; i < count; i++) found += codes[i] == code;
    return found != 0;
}

#endif
