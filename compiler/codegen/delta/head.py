"""What the head of a module holds for counting two plies: names of what `hensoku/delta.h` defines."""

from __future__ import annotations

from typing import Final

DELTA_NAMES: Final = """
cdef extern from "hensoku/delta.h" nogil:
    enum: HK_SELF_CHECK, HK_RULES
    hk_bits hk_at(int place)
    bint hk_rare(bint condition)
    int hk_class_on(const hk_position *p, int place)
    ctypedef struct hk_delta:
        hk_bits occ
        hk_bits theirs
        hk_bits lifted
        hk_bits around
        hk_bits ring
        hk_bits attacked
        hk_bits sole
        hk_bits near
        hk_bits leave
        hk_bits enter
        hk_bits seen
        hk_bits loose
        hk_bits prized
        hk_bits fatal
        hk_bits fixed
        hk_bits danger
        hk_bits haven
        const hk_limits *limits
        hk_bits checks[HK_CLASSES]
        hk_bits hits[HK_CLASSES]
        int royal
        int steps
        int asked
        int takes
        int64_t base
        int guarded
        bint drops
        int sorts
        int held[HK_RULES]
        hk_bits allowed[HK_RULES]
        hk_bits barred
        int watchers
        int *at
        int *class_
        int *moves
        hk_bits *foot
        hk_bits *mask
        hk_bits *wide
        hk_bits known
        int *loss
        hk_bits *ours
        const hk_bits *moving
        const hk_bits *standing
        hk_bits sight[HK_CLASSES]
    void hk_delta_begin(hk_delta *z, hk_bits ours, hk_bits theirs, hk_bits royal)
    void hk_delta_lines(hk_delta *z, hk_bits attackers, const hk_bits *paths, int blockers)
    void hk_delta_hurdles(hk_delta *z, hk_bits attackers, const hk_bits *paths)
    void hk_delta_attack(hk_delta *z, hk_bits *twice, hk_bits attack)
    void hk_delta_watch(hk_delta *z, int kind, int at, hk_bits foot, hk_bits wide, hk_bits mask, int moves)
    void hk_fill_near(hk_bits *near, hk_bits *origins, const int16_t *step, int reach, const hk_bits *ring)
    void hk_fill_near_lame(hk_bits *near, hk_bits *origins, const hk_bits *ends, const hk_bits *legs,
                           const hk_bits *ring)
    void hk_fill_sight(hk_bits *sight, const hk_bits *back, const hk_bits *ring)
    bint hk_limits_alike(const hk_limits *after, const hk_limits *before, hk_bits taken, hk_bits changed)
    void hk_delta_check(const char *what, uint64_t code, uint64_t counted, uint64_t made)
"""
