"""Counting sequences of legal moves. Each count works on a copy: several threads may count one position at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final, TypeAlias

from hensoku.runtime.contract import Code, Core
from hensoku.runtime.judge import Judge

MOST_THREADS: Final = 256
"""So many share a count, or a search, at most."""

Job: TypeAlias = tuple[Code, Core, int]
"""A first move, a position after it, how deep to count from there."""

_JOBS_A_THREAD: Final = 8
"""With fewer first moves for each thread, the threads share the sequences of two moves."""


def count(judge: Judge, core: Core, depth: int) -> int:
    """`perft`; where repetition is forbidden, the record may decide which moves are legal."""
    return core.perft(depth) if judge.is_free(core, depth) else _count_with_record(judge, core.copy(), depth)


def divided(judge: Judge, core: Core, depth: int, threads: int = 1) -> dict[str, int]:
    """`perft` by first move, sorted by its text."""
    legal = judge.legal(core)
    if threads > 1 < depth and judge.is_free(core, depth):
        shared = _shared(core, depth, threads)
        counts = {str(move): shared[code] for move, code in legal.items()}
    else:
        counts = {str(move): _count_behind(judge, core.copy(), code, depth) for move, code in legal.items()}
    return dict(sorted(counts.items()))


def _count_behind(judge: Judge, core: Core, code: Code, depth: int) -> int:
    core.push(code)
    return _count_with_record(judge, core, depth - 1)


def _count_with_record(judge: Judge, core: Core, depth: int) -> int:
    if depth == 0:
        return 1
    if judge.is_free(core, depth):
        return core.perft(depth)
    legal = judge.legal(core)
    if depth == 1:
        return len(legal)
    total = 0
    for code in legal.values():
        core.push(code)
        total += _count_with_record(judge, core, depth - 1)
        core.pop()
    return total


def count_in_threads(core: Core, depth: int, threads: int) -> int:
    return sum(_shared(core, depth, threads).values())


def _shared(core: Core, depth: int, threads: int) -> Mapping[Code, int]:
    """The count behind each first move; the threads take beginnings of games one by one. An interrupt ends all of
    them."""
    from concurrent.futures import ThreadPoolExecutor

    jobs, counts = list(_beginnings(core, depth, threads * _JOBS_A_THREAD)), Counter[Code]()
    with ThreadPoolExecutor(max_workers=threads) as pool:
        try:
            for (first, _, _), count in zip(jobs, pool.map(_count_job, jobs), strict=True):
                counts[first] += count
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for _, begun, _ in jobs:
                begun.stop()
            raise
    return counts


def _beginnings(core: Core, depth: int, wanted: int) -> Iterator[Job]:
    """Positions that share the count, each with the first move that led to it and how deep to count: after one move, or
    if that is fewer than `wanted`, after two."""
    codes = core.legal()
    for first in codes:
        after = core.copy()
        after.push(first)
        if len(codes) < wanted and depth > 2:
            yield from ((first, begun, left) for _, begun, left in _beginnings(after, depth - 1, 0))
        else:
            yield first, after, depth - 1


def _count_job(job: Job) -> int:
    _, core, depth = job
    return core.perft(depth)
