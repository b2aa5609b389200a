"""Codes of what the compiler finds in a definition as a whole (HS450 on): parents, profiles, the board, royals."""

from __future__ import annotations

from typing import Final

from hensoku.dsl.codes.code import Code
from hensoku.dsl.findings import Severity

INHERITANCE: Final[dict[str, Code]] = {
    "HS450": Code(
        "unknown variant",
        "no variant is called {name!r}",
        "A variant is named by its slug, by one of its aliases, or by the path of its file.",
    ),
    "HS451": Code(
        "unknown parent",
        "no variant is called {name!r}, so nothing can be inherited from it",
        "`engine.extends` names a variant in the same folder, in a configured one, or among the shipped.",
    ),
    "HS452": Code(
        "parent without a definition",
        "{name!r} is no known variant; the definition stands by itself",
        "The outer `parent` may name a game that has no definition here, as long as `engine` is complete.",
        Severity.WARNING,
    ),
    "HS453": Code(
        "cycle of parents",
        "the parents lead back to {name!r}: {chain}",
        "A definition cannot inherit from itself, not even over others.",
    ),
    "HS454": Code(
        "unknown profile",
        "{slug!r} has no profile {name!r}",
        "Profiles are the named readings under `engine.profiles`.",
    ),
    "HS455": Code(
        "shipped variant shadowed",
        "{name!r} is the name of a shipped variant",
        "Of two definitions found under one name it is unclear which is meant: yours needs another slug, or its path.",
    ),
    "HS457": Code(
        "squares that are no single steps away",
        "{text!r} is not the kind of move that {rule} is made of",
        "`borrow.from` says on which squares the pieces stand that lend their moves, such as `bW`: straight behind;"
        " `trade.near` on which squares a piece may be taken although it is protected, such as `K`.",
    ),
    "HS458": Code(
        "wrong number of royals",
        "{side} has {found} royal pieces in this setup, where the game hangs on {hangs}",
        "With `royals: {lost_when: any}` each side has one royal in every setup; with `all` the last one counts, and "
        "each side has one or more. A variant without any royal has none in all of its setups.",
    ),
    "HS459": Code(
        "piece that can never move",
        "{name} on {square} could never move from there",
        "The rules let no piece stand where it has no move on an empty board, so no game can begin so.",
    ),
    "HS460": Code(
        "variant too big",
        "{what}: {found}, and at most {limit} are compiled",
        "Every piece, move and square becomes code and tables; the budget keeps a build within minutes.",
    ),
    "HS461": Code(
        "board that does not turn",
        "the board turned by 180 degrees has no counterpart of {names}",
        "Gote sees the board turned; its holes and lines must be the same from both sides.",
    ),
    "HS462": Code(
        "king that can be taken at once",
        "{side} is not to move, and its royal can be taken",
        "A game cannot begin after a move that left a check unanswered.",
    ),
    "HS463": Code(
        "path too long",
        "the path of {text!r} has more turns than a move can say where paths count",
        "A move names at most three squares on its way.",
    ),
    "HS464": Code(
        "region outside the board",
        "{problem}",
        "A region is made of squares of the board.",
    ),
    "HS466": Code(
        "piece in hand without drops",
        "{name} is in hand and never dropped",
        "A piece in hand stays there for the whole game where nothing is dropped.",
        Severity.WARNING,
    ),
    "HS467": Code(
        "setup without pieces",
        "no setup has a piece",
        "There is nothing to move, and pieces that no setup leads to are left out.",
    ),
    "HS468": Code(
        "drops that are written alike",
        "{first} and {second} in hand are both dropped as {face}",
        "A drop names the face that comes to the board, which must say what leaves the hand.",
    ),
    "HS472": Code(
        "variant with its parent's name",
        "this variant is called {name!r} as its parent is",
        "A parent is found by its name, beside the file first: a variant of that name would inherit from itself.",
    ),
    "HS473": Code(
        "inherited rules of a piece that are gone",
        "this replaces the inherited {name} whole, and so it has no {what} any more",
        "A piece, or a promoted face, with new moves is taken as written, and nothing of the inherited one is left. "
        "Other mappings merge key by key. Of what is meant to go, `null` says so: `promotes: null`.",
        Severity.WARNING,
    ),
    "HS474": Code(
        "royal that nobody would miss",
        "a royal that is taken would not be missed: {how}",
        "With `lost_when: any` and check ignored the game ends when a royal is taken, and that is seen from what is "
        "left on the board and in hand. So a side may never have two: when one is taken, it looks as if none had been.",
    ),
    "HS475": Code(
        "name that two variants bear",
        "{name!r} is the name of {files}",
        "A name leads to one file of a folder: to that whose slug it is, or else to that of which it is an alias.",
    ),
    "HS476": Code(
        "inherited names of a piece that are gone",
        "this replaces the inherited {name} whole, and so it has no {what} any more",
        "A piece, or a promoted face, with new moves is taken as written, without the names of the inherited one.",
        Severity.NOTE,
    ),
    "HS469": Code(
        "second royal that makes a side weaker",
        "{name} is royal, and a side that has two royals loses with either of them",
        "With `royals: {lost_when: any}` the game hangs on each royal piece, so one more is one more to lose. That can "
        "be meant, and is said in the same file then; more often the heir is to carry on when the king has fallen.",
        Severity.WARNING,
    ),
    "HS470": Code(
        "setup with royals that face each other",
        "pieces face each other in this setup, and none may",
        "With `facing: illegal` no move leads to such a position, so the game cannot begin with one.",
    ),
}
