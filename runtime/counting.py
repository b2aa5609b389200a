"""Counting sequences of legal moves. Each count works on a copy: several threads may count one position at once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hensoku.runtime.contract import Core
from hensoku.runtime.judge import Judge

MOST_THREADS: Final = 256
"""So many share a count, or a search, at most."""

_JOBS_A_THREAD: Final = 8
"""With fewer first moves for each thread, the threads share the sequences of two moves."""


def count(judge: Judge, core: Core, depth: int) -> int:
    """`perft`; where repetition is forbidden, the record decides which moves are legal."""
    return _count_with_record(judge, core.copy(), depth) if judge.forbids else core.perft(depth)


def divided(judge: Judge, core: Core, depth: int) -> dict[str, int]:
    core, counts = core.copy(), {}
    for move, code in sorted(judge.legal(core).items()):
        core.push(code)
        counts[str(move)] = _count_with_record(judge, core, depth - 1) if judge.forbids else core.perft(depth - 1)
        core.pop()
    return counts


def _count_with_record(judge: Judge, core: Core, depth: int) -> int:
    if depth == 0:
        return 1
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
    """The threads take the first moves one by one. An interrupt ends all of them."""
    from concurrent.futures import ThreadPoolExecutor

    jobs = list(_beginnings(core, depth, threads * _JOBS_A_THREAD))
    with ThreadPoolExecutor(max_workers=threads) as pool:
        try:
            return sum(pool.map(_count_job, jobs))
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for begun, _ in jobs:
                begun.stop()
            raise


def _beginnings(core: Core, depth: int, wanted: int) -> Iterator[tuple[Core, int]]:
    """Positions that share the count, and how deep to count from each: after one move, or if that is fewer than
    `wanted`, after two."""
    first = core.legal()
    for code in first:
        after = core.copy()
        after.push(code)
        if len(first) < wanted and depth > 2:
            yield from _beginnings(after, depth - 1, 0)
        else:
            yield after, depth - 1


def _count_job(job: tuple[Core, int]) -> int:
    core, depth = job
    return core.perft(depth)
