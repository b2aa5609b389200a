/* The transposition table, shared by the threads of a search without locks.
 *
 * An entry is two words; the first is the key xor the second, so that an entry that two threads wrote at once is one of
 * no position (Hyatt and Mann, "A lock-less transposition table implementation for parallel search", 2002). Each word is
 * read and written as a whole, once. A move is kept as a tag of 16 bits and looked for among the legal ones: one of
 * another move costs time and nothing else. */
#ifndef HENSOKU_SEARCH_TABLE_H
#define HENSOKU_SEARCH_TABLE_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define HK_BUCKET 4
#define HK_AGES 64

#define HK_UPPER 1 /* the score is at most this */
#define HK_LOWER_BOUND 2
#define HK_EXACT 3

typedef struct {
    uint64_t guard, data;
} hk_kept;

typedef struct {
    hk_kept kept[HK_BUCKET];
} hk_bucket;

typedef struct {
    hk_bucket *buckets; /* NULL: there is no table */
    size_t count;
    unsigned age;
} hk_table;

/* What an entry says: data = tag, value + 32768, score + 32768, depth, bound and age from the highest bit on. `value` is what
 * the position is worth as it stands. */
typedef struct {
    unsigned tag;
    int value, score, depth, bound;
} hk_known;

static inline unsigned hk_tag(uint64_t code) { return code ? (unsigned)(code * 0x9e3779b97f4a7c15u >> 48) | 1 : 0; }

/* 0 if there is no memory: the table is empty then. */
static int hk_table_resize(hk_table *table, size_t megabytes) {
    const size_t count = megabytes * ((size_t)1 << 20) / sizeof(hk_bucket);
    free(table->buckets);
    table->buckets = count ? calloc(count, sizeof(hk_bucket)) : NULL;
    table->count = table->buckets ? count : 0;
    table->age = 0;
    return table->count == count;
}

static inline void hk_table_clear(hk_table *table) {
    if (table->buckets) memset(table->buckets, 0, table->count * sizeof(hk_bucket));
}

/* Entries of older searches give way first. */
static inline void hk_grow_older(hk_table *table) { table->age = (table->age + 1) % HK_AGES; }

static inline hk_bucket *hk_bucket_of(const hk_table *table, uint64_t key) {
    return &table->buckets[(size_t)((unsigned __int128)key * table->count >> 64)];
}

static inline uint64_t hk_data(const hk_kept *kept) { return __atomic_load_n(&kept->data, __ATOMIC_RELAXED); }

/* What an entry says of a position, 0 if it is one of another or of none. */
static inline uint64_t hk_data_of(const hk_kept *kept, uint64_t key) {
    const uint64_t data = hk_data(kept);
    return (__atomic_load_n(&kept->guard, __ATOMIC_RELAXED) ^ data) == key ? data : 0;
}

static inline void hk_write(hk_kept *kept, uint64_t key, uint64_t data) {
    __atomic_store_n(&kept->data, data, __ATOMIC_RELAXED);
    __atomic_store_n(&kept->guard, key ^ data, __ATOMIC_RELAXED);
}

static inline unsigned hk_kept_age(uint64_t data) { return (unsigned)(data & (HK_AGES - 1)); }
static inline int hk_kept_depth(uint64_t data) { return (int)(data >> 8 & 255); }

static inline int hk_table_find(const hk_table *table, uint64_t key, hk_known *known) {
    const hk_bucket *bucket;
    if (!table->count) return 0;
    bucket = hk_bucket_of(table, key);
    for (int i = 0; i < HK_BUCKET; i++) {
        const uint64_t data = hk_data_of(&bucket->kept[i], key);
        if (!data) continue;
        known->tag = (unsigned)(data >> 48);
        known->value = (int)(data >> 32 & 65535) - 32768;
        known->score = (int)(data >> 16 & 65535) - 32768;
        known->depth = hk_kept_depth(data);
        known->bound = (int)(data >> 6 & 3);
        return 1;
    }
    return 0;
}

/* How much an entry is worth keeping: nothing if there is none, less if it is of an older search. */
static inline int hk_kept_worth(const hk_table *table, uint64_t data) {
    return data ? 1 + hk_kept_depth(data) + (hk_kept_age(data) == table->age ? 256 : 0) : 0;
}

/* Keeps an entry in the place of what there is of the position, or of the entry that is worth least. */
static inline void hk_table_keep(hk_table *table, uint64_t key, hk_known now) {
    hk_bucket *bucket;
    hk_kept *place;
    int least = 1 << 30;
    if (!table->count) return;
    bucket = hk_bucket_of(table, key);
    place = &bucket->kept[0];
    for (int i = 0; i < HK_BUCKET; i++) {
        const uint64_t known = hk_data_of(&bucket->kept[i], key);
        const int worth = hk_kept_worth(table, hk_data(&bucket->kept[i]));
        if (known) {
            if (now.bound != HK_EXACT && hk_kept_depth(known) > now.depth + 3 && hk_kept_age(known) == table->age) return;
            if (!now.tag) now.tag = (unsigned)(known >> 48);
            place = &bucket->kept[i];
            break;
        }
        if (worth < least) {
            least = worth;
            place = &bucket->kept[i];
        }
    }
    hk_write(place, key,
             (uint64_t)now.tag << 48 | (uint64_t)(now.value + 32768) << 32 | (uint64_t)(now.score + 32768) << 16 |
                 (uint64_t)now.depth << 8 | (uint64_t)now.bound << 6 | table->age);
}

/* How full the table is of this search's entries, in thousandths. */
static int hk_table_full(const hk_table *table) {
    const size_t looked = table->count < 250 ? table->count : 250;
    int full = 0;
    for (size_t i = 0; i < looked; i++) {
        for (int j = 0; j < HK_BUCKET; j++) {
            const uint64_t data = hk_data(&table->buckets[i].kept[j]);
            full += data && hk_kept_age(data) == table->age;
        }
    }
    return looked ? (int)(1000 * (size_t)full / (looked * HK_BUCKET)) : 0;
}

#endif
