"""Making and taking back moves, generating, counting: the functions that put the others together, one set per side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from hensoku.compiler.codegen.facts import Facts
from hensoku.compiler.codegen.writer import Writer
from hensoku.compiler.ir.types import End, Result, Side

DRAWN = 2


@final
@dataclass(frozen=True, slots=True)
class SearchEmitter:
    facts: Facts
    write: Writer

    def emit_make(self, side: Side) -> None:
        vias = int(self.facts.has_vias)
        for verb, pointer in (("make", "hk_undo"), ("unmake", "const hk_undo")):
            with self.write.function(
                f"void {verb}_{side}(hk_position *p, uint64_t code, {pointer} *undo)",
                "Executes a move, or takes it back.",
            ):
                if self.facts.can_drop:
                    with self.write.block("if hk_is_drop(code):"):
                        self.write(f"hk_{verb}_drop(p, code, undo, {side})", "return")
                self.write(f"hk_{verb}_board(p, code, undo, {side}, {vias})")

    def emit_royals(self, side: Side) -> None:
        """How many royals a side has left, on the board and in hand."""
        in_hand = "".join(f" + p.hands[{side}][{kind}]" for kind in self.facts.royals_in_hand)
        with self.write.function(f"int royals_left_{side}(const hk_position *p)", "Royals on the board and in hand."):
            self.write(f"return hk_count(&p.royals[{side}]){in_hand}")

    # -------------------------------------------------------------------------------------------------------- ends

    def emit_ends(self) -> None:
        """`end_of`: the index of the first end that the position shows, -1 if none; `winner` is set with it."""
        with self.write.function(
            "int end_of(const hk_position *p, int *winner)",
            "The first end that the position shows, -1 if none, and who has won.",
        ):
            for index, end in enumerate(self.facts.module.ends):
                for side in self._sides_that_can_lose(end):
                    self.write.origin(end.line, end.path)
                    # should both sides have none left, the side to move has lost: its royal was taken last
                    last = (
                        f" and (p.turn == {side} or royals_left_{1 - side}(p) > 0)" if self._can_lose(1 - side) else ""
                    )
                    with self.write.block(f"if royals_left_{side}(p) == 0{last}:"):
                        self.write(f"winner[0] = {_winner(end.result, side)}", f"return {index}")
            self.write("return -1")

    def _sides_that_can_lose(self, end: End) -> list[Side]:
        return [side for side in (0, 1) if end.kind == "royal-captured" and self._can_lose(side)]

    def _can_lose(self, side: Side) -> bool:
        can_be_taken = not self.facts.answers_check or self.facts.last_royal_counts
        return can_be_taken and self.facts.first_royals(side) > 0

    @property
    def _can_end(self) -> bool:
        return any(self._sides_that_can_lose(end) for end in self.facts.module.ends)

    # --------------------------------------------------------------------------------------------------- searching

    def emit_search(self, side: Side) -> None:
        self._legal_moves(side)
        self._generate(side)
        self._can_reply(side)
        self._perft(side)

    def _legal_moves(self, side: Side) -> None:
        """`first`: whether the first one is enough, as it is for a reply: a drop that mates is none, and asks in its
        turn for replies, so that the whole number may take for ever."""
        with self.write.function(
            f"size_t legal_moves_{side}(hk_position *p, hk_work *work, bint listed, bint first)",
            "Adds the legal moves and gives their number; drops are only counted unless `listed`. If `first` is enough,"
            " the number only says whether there are any.",
        ):
            drops = self.facts.can_drop
            self.write("cdef size_t base = work.moves.count, count", "cdef hk_watch watch")
            if self._can_end:
                self.write("cdef int winner", "if end_of(p, &winner) >= 0:", "    return 0")
            self.write(f"board_moves_{side}(p, work)")
            if self.facts.moves_keep_file_limit:
                self.write(f"keep_in_files_{side}(p, work, base)")
            if self.facts.answers_check:
                self.write(f"watch_{side}(p, &watch)", f"keep_legal_{side}(p, work, base, &watch)")
            elif drops:
                self.write("hk_clear(&watch.squares)", "watch.checked = 0")
            self.write("count = work.moves.count - base")
            if drops:
                self.write("if first and count:", "    return count")
                self.write(f"count += drops_{side}(p, work, &watch, listed, first)")
            self.write("return count")

    def _generate(self, side: Side) -> None:
        with self.write.function(f"void generate_{side}(hk_position *p, hk_work *work)", "Adds the legal moves."):
            self.write(f"legal_moves_{side}(p, work, True, False)")

    def _can_reply(self, side: Side) -> None:
        with self.write.function(
            f"bint can_reply_{side}(hk_position *p, hk_work *work)", "Whether there is a legal move."
        ):
            self.write(
                "cdef size_t base = work.moves.count",
                f"cdef size_t count = legal_moves_{side}(p, work, False, True)",
                "work.moves.count = base",
                "return count > 0",
            )

    def _perft(self, side: Side) -> None:
        with self.write.function(
            f"uint64_t perft_{side}(hk_position *p, hk_work *work, int depth)",
            "The number of legal move sequences of a length.",
        ):
            self.write.text(f"""
cdef size_t i, end, base = work.moves.count
cdef uint64_t code, count
cdef hk_undo undo
if depth == 1:
    count = legal_moves_{side}(p, work, False, False)
    work.moves.count = base
    return count
count = 0
generate_{side}(p, work)
end = work.moves.count
for i in range(base, end):
    code = work.moves.at[i]
    make_{side}(p, code, &undo)
    count += perft_{1 - side}(p, work, depth - 1)
    unmake_{side}(p, code, &undo)
work.moves.count = base
return count
""")


def _winner(result: Result, named: Side) -> int:
    match result:
        case "loss":
            return 1 - named
        case "win":
            return named
        case "draw":
            return DRAWN
