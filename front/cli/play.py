"""`perft` and `moves`: a position, and what can be played in it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hensoku.cli.options import Backend, BackendName, HowFar, Json, Profile, Setup, Sfen, TierName, Variant, at_tier
from hensoku.cli.output import CommandError, bar, say, say_json, stage_progress
from hensoku.runtime.counting import MOST_THREADS

if TYPE_CHECKING:
    from hensoku.runtime.position import Position


def open_position(
    variant: str,
    sfen: str | None,
    setup: str | None,
    backend: BackendName,
    profile: str | None,
    tier: TierName = TierName.DELTAS,
) -> Position:
    """The position that the options ask for."""
    from hensoku.loading import load_with

    if sfen is not None and setup is not None:
        raise CommandError("give --sfen or --setup, not both")
    with stage_progress(variant) as progress:
        loaded = load_with(variant, backend.value, profile, options=at_tier(tier), progress=progress)
    if setup is not None and setup not in loaded.setups:
        raise CommandError(f"{loaded.slug} has no setup {setup!r}: it has {', '.join(loaded.setups)}")
    return loaded.position(sfen, setup=setup)


def perft(
    variant: Variant,
    depth: Annotated[int, typer.Argument(min=0, max=64, help="Length of the move sequences, in plies.")],
    sfen: Sfen = None,
    setup: Setup = None,
    divide: Annotated[bool, typer.Option("--divide", help="The count behind each first move, too.")] = False,
    backend: Backend = BackendName.AUTO,
    profile: Profile = None,
    tier: HowFar = TierName.DELTAS,
    threads: Annotated[int, typer.Option(min=1, max=MOST_THREADS, help="How many threads share the count.")] = 1,
    as_json: Json = False,
) -> None:
    """Count the legal move sequences of a length."""
    position = open_position(variant, sfen, setup, backend, profile, tier)
    begun = time.perf_counter()
    counts = _counts(position, depth, threads)
    nodes = sum(counts.values()) if depth else 1
    seconds = time.perf_counter() - begun
    if as_json:
        said: dict[str, Any] = {
            "variant": position.variant.slug,
            "profile": position.variant.profile,
            "sfen": position.sfen(),
            "depth": depth,
            "nodes": nodes,
            "seconds": round(seconds, 6),
            "backend": position.variant.backend,
        }
        say_json({**said, "divide": counts} if divide else said)
        return
    if divide:
        for move, count in counts.items():
            say(f"{move}: {count:,}")
    speed = f", {nodes / seconds / 1e6:.1f} million a second" if seconds > 0.1 else ""
    say(f"{position.variant.slug} perft {depth}: {nodes:,} ({seconds:.2f} s{speed}, {position.variant.backend})")


def _counts(position: Position, depth: int, threads: int) -> dict[str, int]:
    """The count behind each legal move, in the order of their texts."""
    if depth == 0:
        return {}
    if threads > 1:
        return position.divide(depth, threads=threads)
    moves = sorted(position.legal_moves)
    counts = {}
    with bar(f"perft {depth}", len(moves)) as shown:
        for move in moves:
            position.push(move)
            counts[str(move)] = position.perft(depth - 1)
            position.pop()
            shown.advance()
    return counts


def moves(
    variant: Variant,
    sfen: Sfen = None,
    setup: Setup = None,
    backend: Backend = BackendName.REFERENCE,
    profile: Profile = None,
    as_json: Json = False,
) -> None:
    """List the legal moves, one a line, with what each takes."""
    position = open_position(variant, sfen, setup, backend, profile)
    legal = sorted(position.legal_moves)
    if as_json:
        taken = [{"move": str(move), "victims": list(position.victims(move))} for move in legal]
        say_json({"variant": position.variant.slug, "sfen": position.sfen(), "moves": taken})
        return
    for move in legal:
        victims = [f"{square} {position.piece_at(square)}" for square in position.victims(move)]
        say(f"{move}  takes {', '.join(victims)}" if victims else str(move))
    if not legal:
        outcome = position.outcome()
        say(f"no legal move: {outcome.reason}, winner: {outcome.winner or 'nobody'}" if outcome else "no legal move")
