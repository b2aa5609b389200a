/* What stands for a move outside, made once: found again by the move's code and the kind that changes by it, and the
 * other way about.
 *
 * A move that changes no piece and names no square between has a place of its own in a table where the board is small
 * enough. All are in two tables of open addressing, at most half full. */
#ifndef HENSOKU_CACHE_H
#define HENSOKU_CACHE_H

#include "moves.h"

#define HK_PLAIN_ROOM (HK_SQUARES <= 256 ? (HK_SQUARES + HK_KINDS) * HK_SQUARES : 1)

typedef struct {
    uint64_t code;
    void *value; /* NULL: free */
    int mover;
} hk_entry;

typedef struct {
    hk_entry *by_code, *by_value;
    size_t room, count; /* room: of each of them, 0 or a power of two */
    void *plain[HK_PLAIN_ROOM];
} hk_cache;

/* The place of a plain move, or -1. */
static inline ptrdiff_t hk_plain(uint64_t code) {
    const uint64_t rest = code >> HK_VIA_SHIFT(0);
    if (HK_SQUARES > 256) return -1;
    if (rest == HK_NO_VIAS >> HK_VIA_SHIFT(0)) return hk_from(code) * HK_SQUARES + hk_to(code);
    if (hk_is_drop(code) && !hk_becomes(code)) return (HK_SQUARES + hk_via(code, 0)) * HK_SQUARES + hk_to(code);
    return -1;
}

static inline void *hk_cache_plain(const hk_cache *cache, uint64_t code) {
    const ptrdiff_t place = hk_plain(code);
    return place < 0 ? NULL : cache->plain[place];
}

static inline hk_entry *hk_entry_of_code(hk_entry *entries, size_t room, uint64_t code, int mover) {
    size_t at = (size_t)((code + (uint64_t)(mover + 1) * 0xd1b54a32d192ed03u) * 0x9e3779b97f4a7c15u >> 20);
    for (;; at++) {
        hk_entry *entry = &entries[at & (room - 1)];
        if (!entry->value || (entry->code == code && entry->mover == mover)) return entry;
    }
}

static inline hk_entry *hk_entry_of_value(hk_entry *entries, size_t room, const void *value) {
    size_t at = (size_t)((uint64_t)(uintptr_t)value * 0x9e3779b97f4a7c15u >> 20);
    for (;; at++) {
        hk_entry *entry = &entries[at & (room - 1)];
        if (!entry->value || entry->value == value) return entry;
    }
}

/* NULL for what is not there. */
static inline void *hk_cache_get(const hk_cache *cache, uint64_t code, int mover) {
    return cache->room ? hk_entry_of_code(cache->by_code, cache->room, code, mover)->value : NULL;
}

/* The move that a value stands for, NULL if it stands for none. */
static inline const hk_entry *hk_cache_find(const hk_cache *cache, const void *value) {
    const hk_entry *entry = cache->room ? hk_entry_of_value(cache->by_value, cache->room, value) : NULL;
    return entry && entry->value ? entry : NULL;
}

static int hk_cache_grow(hk_cache *cache) {
    const size_t room = cache->room ? 2 * cache->room : 1024;
    hk_entry *by_code = calloc(room, sizeof *by_code), *by_value = calloc(room, sizeof *by_value);
    if (!by_code || !by_value) {
        free(by_code);
        free(by_value);
        return 0;
    }
    for (size_t i = 0; i < cache->room; i++) {
        const hk_entry *old = &cache->by_code[i];
        if (!old->value) continue;
        *hk_entry_of_code(by_code, room, old->code, old->mover) = *old;
        *hk_entry_of_value(by_value, room, old->value) = *old;
    }
    free(cache->by_code);
    free(cache->by_value);
    cache->by_code = by_code;
    cache->by_value = by_value;
    cache->room = room;
    return 1;
}

/* Keeps a value that is not there yet; 0 if there is no memory. */
static int hk_cache_put(hk_cache *cache, uint64_t code, int mover, void *value) {
    const hk_entry entry = {code, value, mover};
    const ptrdiff_t place = hk_plain(code);
    if (2 * cache->count >= cache->room && !hk_cache_grow(cache)) return 0;
    *hk_entry_of_code(cache->by_code, cache->room, code, mover) = entry;
    *hk_entry_of_value(cache->by_value, cache->room, value) = entry;
    cache->count++;
    if (place >= 0) cache->plain[place] = value;
    return 1;
}

#endif
