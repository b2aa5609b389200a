/* The moves of a game: to take them back, and to ask what has been. It allocates only when a game becomes longer than all
 * before it. */
#ifndef HENSOKU_RECORD_H
#define HENSOKU_RECORD_H

#include "position.h"

#define HK_BUCKETS 2048
#define HK_NOT_LISTED ((size_t)-1)

typedef struct {
    uint64_t code;
    size_t listed; /* the legal moves there were, if they were listed: they lie below those of the next position */
    hk_undo undo;
} hk_ply;

typedef struct {
    hk_ply *plies;
    size_t made, room;
    uint32_t seen[HK_BUCKETS]; /* how many positions before the present one have a key that ends so */
} hk_record;

static inline void hk_record_begin(hk_record *record) {
    record->made = 0;
    memset(record->seen, 0, sizeof record->seen);
}

static inline hk_ply *hk_record_last(const hk_record *record) { return &record->plies[record->made - 1]; }

static int hk_record_reserve(hk_record *record, size_t room) {
    hk_ply *plies;
    if (room <= record->room) return 1;
    plies = realloc(record->plies, room * sizeof *plies);
    if (!plies) return 0;
    record->plies = plies;
    record->room = room;
    return 1;
}

/* A ply for a move that is about to be made, `key` being the present position's; NULL if there is no memory. */
static inline hk_ply *hk_record_push(hk_record *record, uint64_t code, uint64_t key) {
    hk_ply *ply;
    if (record->made == record->room && !hk_record_reserve(record, 2 * record->room + 64)) return NULL;
    ply = &record->plies[record->made++];
    ply->code = code;
    record->seen[key % HK_BUCKETS]++;
    return ply;
}

/* Takes the last ply out again, whose move has been taken back. */
static inline void hk_record_pop(hk_record *record, uint64_t key) {
    record->made--;
    record->seen[key % HK_BUCKETS]--;
}

/* How many positions of the game have this key, the present one of that key among them. Sides take turns, so that only
 * every other position can be one. */
static size_t hk_record_repeats(const hk_record *record, uint64_t key) {
    size_t count = 1, left = record->seen[key % HK_BUCKETS];
    for (size_t i = record->made; left && i >= 2; i -= 2) {
        const uint64_t seen = record->plies[i - 2].undo.key;
        count += seen == key;
        left -= seen % HK_BUCKETS == key % HK_BUCKETS;
    }
    return count;
}

static inline int hk_record_repeated(const hk_record *record, uint64_t key, size_t times) {
    return record->seen[key % HK_BUCKETS] + 1 >= times && hk_record_repeats(record, key) >= times;
}

/* Whether a move took something; `vias`: whether codes of this variant have them. */
static inline int hk_took(const hk_ply *ply, int vias) {
    const hk_undo *undo = &ply->undo;
    if (hk_is_drop(ply->code)) return 0;
    return undo->target || (vias && (undo->via[0] || undo->via[1] || undo->via[2]));
}

/* How many moves there are after the last one that took something, if `captures`, or was one of the named kinds. */
static inline size_t hk_record_since(const hk_record *record, int captures, const uint8_t *kinds, int vias) {
    size_t i = record->made;
    for (; i; i--) {
        const hk_ply *ply = &record->plies[i - 1];
        const int mover = hk_is_drop(ply->code) ? hk_via(ply->code, 0) : hk_kind(ply->undo.mover);
        if (kinds[mover] || (captures && hk_took(ply, vias))) break;
    }
    return record->made - i;
}

/* The kind that the i-th move changed, -1 if it changed none. */
static inline int hk_record_changed(const hk_record *record, size_t i) {
    const hk_ply *ply = &record->plies[i];
    return hk_becomes(ply->code) && !hk_is_drop(ply->code) ? hk_kind(ply->undo.mover) : -1;
}

/* Lists of moves are not copied. 0 if there is no memory. */
static int hk_record_copy(hk_record *to, const hk_record *from) {
    if (!hk_record_reserve(to, from->made)) return 0;
    if (from->made) memcpy(to->plies, from->plies, from->made * sizeof *to->plies);
    for (size_t i = 0; i < from->made; i++) to->plies[i].listed = HK_NOT_LISTED;
    memcpy(to->seen, from->seen, sizeof to->seen);
    to->made = from->made;
    return 1;
}

#endif
