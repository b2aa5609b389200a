/* What was made of a move once, found again by its code and the kind that moves. Open addressing, at most half full. */
#ifndef HENSOKU_CACHE_H
#define HENSOKU_CACHE_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct {
    uint64_t code;
    void *value;
    int mover;
} hk_entry;

typedef struct {
    hk_entry *entries;
    size_t room, count; /* room: 0 or a power of two */
} hk_cache;

static inline hk_entry *hk_cache_slot(hk_entry *entries, size_t room, uint64_t code, int mover) {
    size_t at = (size_t)((code + (uint64_t)(mover + 1) * 0xd1b54a32d192ed03u) * 0x9e3779b97f4a7c15u >> 20);
    for (;; at++) {
        hk_entry *entry = &entries[at & (room - 1)];
        if (!entry->value || (entry->code == code && entry->mover == mover)) return entry;
    }
}

/* NULL for what is not there. */
static inline void *hk_cache_get(const hk_cache *cache, uint64_t code, int mover) {
    return cache->room ? hk_cache_slot(cache->entries, cache->room, code, mover)->value : NULL;
}

/* 0 if there is no memory. */
static int hk_cache_put(hk_cache *cache, uint64_t code, int mover, void *value) {
    hk_entry *slot;
    if (2 * cache->count >= cache->room) {
        const size_t room = cache->room ? 2 * cache->room : 1024;
        hk_entry *entries = calloc(room, sizeof *entries);
        if (!entries) return 0;
        for (size_t i = 0; i < cache->room; i++) {
            const hk_entry *old = &cache->entries[i];
            if (old->value) *hk_cache_slot(entries, room, old->code, old->mover) = *old;
        }
        free(cache->entries);
        cache->entries = entries;
        cache->room = room;
    }
    slot = hk_cache_slot(cache->entries, cache->room, code, mover);
    cache->count += slot->value == NULL;
    slot->code = code;
    slot->mover = mover;
    slot->value = value;
    return 1;
}

#endif
