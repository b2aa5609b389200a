"""The count of two plies, put together from the emitters of this package."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from hensoku.compiler.codegen.bulk.emit import CountEmitter
from hensoku.compiler.codegen.bulk.plan import Plan
from hensoku.compiler.codegen.bulk.promotions import Promotions
from hensoku.compiler.codegen.delta.afresh import AfreshEmitter
from hensoku.compiler.codegen.delta.attacks import NearEmitter
from hensoku.compiler.codegen.delta.follow import FollowEmitter
from hensoku.compiler.codegen.delta.guard import GuardEmitter
from hensoku.compiler.codegen.delta.lending import LentEmitter
from hensoku.compiler.codegen.delta.node import NodeEmitter
from hensoku.compiler.codegen.delta.outcomes import Outcomes
from hensoku.compiler.codegen.delta.plan import DeltaPlan
from hensoku.compiler.codegen.delta.replies import ReplyEmitter
from hensoku.compiler.codegen.facts import SIDES
from hensoku.compiler.codegen.writer import Writer
from hensoku.compiler.ir.deltas import Deltas


@final
@dataclass(frozen=True, slots=True)
class DeltaEmitter:
    """`counts`: the count of one ply, whose functions this uses. `can_end`: whether a position may show an end."""

    plan: Plan
    deltas: Deltas
    counts: CountEmitter
    write: Writer
    can_end: bool

    def emit(self) -> None:
        counts, write = self.counts, self.write
        promotions = Promotions(self.plan)
        delta = DeltaPlan(self.plan, self.deltas, counts.filled, counts.reach, counts.attacks)
        near = NearEmitter(delta, write)
        outcomes = Outcomes(self.plan, promotions)
        replies = ReplyEmitter(delta, counts.moves, promotions, outcomes, counts.dropping, write)
        lent = LentEmitter(delta, counts.dropping.lending, write)
        guard = GuardEmitter(delta, counts.dropping, write)
        follow = FollowEmitter(delta, guard, write)
        node = NodeEmitter(delta, outcomes, replies, counts.dropping, lent, guard, write, self.can_end)
        for side in SIDES:
            if delta.answers:
                near.emit(side)
            replies.emit(side)
        afresh = AfreshEmitter(delta, counts.dropping.lending, write)
        for side in SIDES:
            follow.made(side)
            if delta.answers:
                follow.ring(side)
            if delta.renews or delta.lends:
                afresh.emit(side)
            follow.emit(side)
            node.emit(side)
