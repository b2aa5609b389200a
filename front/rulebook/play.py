"""How a game goes on: promotion, captures and drops, royals and check, borrowed moves, trades, passes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, assert_never

from hensoku.dsl.definition import (
    USUAL,
    BorrowDef,
    DropsDef,
    FacingDef,
    Located,
    PieceSet,
    PromotionDef,
    TradeDef,
    When,
    said,
)
from hensoku.dsl.moves import wording
from hensoku.dsl.moves.meaning import ORTHOGONAL_STEP, PathLeg, paths
from hensoku.dsl.moves.nodes import Moves
from hensoku.dsl.source import Span
from hensoku.rulebook.words import Rule, Words, capital, counted, listed, number, rule

_VERBS: Final[Mapping[When, str]] = {"enter": "enters", "leave": "leaves", "within": "stays inside"}
_TAKES: Final[Mapping[When, str]] = {"capture": "captures something", "quiet": "captures nothing"}


# ------------------------------------------------------------------------------------------------------------- moving


def moving(words: Words) -> Iterator[Rule]:
    definition = words.definition
    if definition.borrow is not None:
        yield from _borrow(definition.borrow)
    if definition.trade is not None:
        yield from _trade(words, definition.trade)
    if definition.passing:
        yield rule("A player may hand over the turn instead of moving, while it has a royal.", words.where("pass"))
    if definition.full_circle:
        text = "A piece that can slide all the way round the board may come back to its square, which changes nothing."
        yield rule(text, words.where("full_circle"))
    if definition.paths:
        yield rule("Two ways to the same end, by other squares, are two moves.", words.where("paths"))


def _borrow(borrow: BorrowDef) -> Iterator[Rule]:
    where = listed([_beside(leg) for move in borrow.from_.moves for path in paths(move) for leg in path.legs], "or")
    whose = {"friend": "friendly", "enemy": "enemy", "any": ""}[borrow.of]
    donor = f"{'an' if whose == 'enemy' else 'a'} {whose} piece".replace("  ", " ")
    how = {"replace": "and no longer in its own way", "add": "as well as in its own way"}[borrow.mode]
    yield rule(f"A piece that has {donor} {where} moves as that one does, {how}.", borrow.span)
    yield rule("It borrows from what the other piece shows, not from what that one has borrowed.", borrow.span)


def _beside(leg: PathLeg) -> str:
    """Where a step leads, as a place."""
    heading = wording.either(wording.heading(leg))
    if leg.step == ORTHOGONAL_STEP and heading in _BESIDE:
        return _BESIDE[heading]
    return f"{wording.distance(leg)} {heading} from it".strip().replace("  ", " ")


_BESIDE: Final[Mapping[str, str]] = {
    "backward": "straight behind it",
    "forward": "straight in front of it",
    "sideways": "straight beside it",
}


def _trade(words: Words, trade: TradeDef) -> Iterator[Rule]:
    taker, taken = words.one_of(trade.pieces), words.one_of(trade.targets or trade.pieces)
    text = (
        f"{capital(taker)} may not capture {taken} that {_far(words, trade)}is protected, "
        "unless the same move captures something else besides"
    )
    if trade.worthless is not None:
        one = len(trade.worthless.names) == 1 and not trade.worthless.complement
        text += f"; {words.pieces(trade.worthless)} {'does' if one else 'do'} not count for that"
    yield rule(f"{text}.", trade.span)
    if not trade.counter_strike:
        others = "another piece" if trade.targets is None else f"a piece that is not {taker}"
        yield rule(
            f"After {taken} was captured by {others}, the other side may not at once capture {taken} on another "
            f"square with {others}.",
            trade.span,
        )


def _far(words: Words, trade: TradeDef) -> str:
    match trade.near:
        case None:
            return "stands farther than one step away and "
        case "none":
            return ""
        case Moves() as near:
            return f"does not stand where a piece gets that {words.moves(near)}, and "
        case _:
            assert_never(trade.near)


# ---------------------------------------------------------------------------------------------------------- promotion


def promotion(words: Words) -> Iterator[Rule]:
    rules = words.definition.promotion
    able = [piece.id.value for piece in words.definition.pieces if may_promote(words, piece.id.value)]
    if not able:
        yield rule("No piece promotes.", words.where("promotion"))
        return
    by_zone: list[str] = []
    for ids, mode in words.grouped(able, rules.mode):
        subject = words.subject(ids, able)
        match said(mode, "promotion", "mode"):
            case "every_move":
                yield rule(f"{capital(subject)} turns over with each of its moves; it is no choice.", _span(mode))
            case "on_capture":
                yield rule(f"{capital(subject)} turns over when it captures, and only then.", _span(mode))
            case _:
                by_zone += ids
    if by_zone:
        yield from _zones(words, rules, by_zone, able)
        yield from _forced(words, rules, by_zone, able)
    for ids, again in words.grouped(able, rules.again):
        if again is not None:
            text = f"{capital(words.subject(ids, able))} may promote also with any move that ends on "
            yield rule(f"{text}{words.region(again.value)}.", again.span)
    for wanted, limit in rules.limit:
        held = counted(limit.value, "piece")
        text = f"No piece promotes to {words.one_of(wanted)} while its side has {held} of that kind on the board."
        if len(words.faces.printed(wanted, words.sets)) > 1:
            text = text.replace("of that kind", "of these kinds")
        yield rule(text, limit.span)


def may_promote(words: Words, piece: str) -> bool:
    """Whether a piece, or a face of it, has something to become."""
    kinds = (words.faces.base[piece], *words.faces.promoted[piece])
    return any(words.module.pieces[kind].promotion is not None for kind in kinds)


def _zones(words: Words, rules: PromotionDef, ids: list[str], able: list[str]) -> Iterator[Rule]:
    for group, zone in words.grouped(ids, rules.zone):
        if zone is None:
            continue
        for pieces, when in words.grouped(group, rules.when):
            how = touches(when.value if when else USUAL, words.region(zone.value))
            text = f"{capital(words.subject(pieces, able))} may promote when its move {how}."
            yield rule(text, zone.span, _span(when))


def touches(when: tuple[When, ...], zone: str) -> str:
    """ "enters or leaves the zone, or captures something and begins or ends there"."""
    verbs = listed([_VERBS[word] for word in when if word in _VERBS], "or")
    taking = listed([_TAKES[word] for word in when if word in _TAKES], "or")
    if verbs and taking:
        return f"{verbs} {zone}, or {taking} and begins or ends there"
    return f"{verbs} {zone}" if verbs else f"{taking} and begins or ends in {zone}"


def _forced(words: Words, rules: PromotionDef, ids: list[str], able: list[str]) -> Iterator[Rule]:
    for group, forced in words.grouped(ids, rules.forced):
        subject = words.subject(group, able)
        match said(forced, "promotion", "forced"):
            case "always":
                text = f"{capital(subject)} that may promote must."
            case "never":
                text = f"{capital(subject)} need never promote."
            case _:
                text = f"{capital(subject)} must promote where it could never move again, and need not elsewhere."
        yield rule(text, _span(forced))


# ------------------------------------------------------------------------------------------------- captures and drops


def drops(words: Words) -> Iterator[Rule]:
    rules = words.definition.drops
    if not rules.enabled:
        yield rule("A captured piece leaves the game; nothing is dropped.", rules.span)
        return
    where = words.where("drops", "from") or rules.span
    if rules.from_ == "captures":
        yield rule("A captured piece comes to its captor's hand, and changes sides.", where)
    else:
        yield rule("A captured piece leaves the game; only what the set-up holds in hand is dropped.", where)
    yield rule("A player may drop a piece from the hand on an empty square instead of moving.", where)
    able = [piece.id.value for piece in words.definition.pieces if may_be_dropped(words, piece.id.value)]
    yield from _faces(words, able)
    yield from _regions(words, able)
    yield from _limits(words, able)
    yield from _forbidden(words, able)
    yield from _waiting(rules, words)


def may_be_dropped(words: Words, piece: str) -> bool:
    """Whether a piece can leave the hand, with whatever face up."""
    kinds = (words.faces.base[piece], *words.faces.promoted[piece])
    return any(words.module.pieces[kind].drop is not None for kind in kinds)


def _faces(words: Words, able: list[str]) -> Iterator[Rule]:
    for ids, style in words.grouped(able, words.definition.drops.faces):
        turning = [piece for piece in ids if words.faces.promoted[piece]]
        if not turning:
            continue
        subject = words.subject(turning, [piece for piece in able if words.faces.promoted[piece]])
        match said(style, "drops", "faces"):
            case "either":
                text = f"{capital(subject)} is dropped with either of its faces up, as the player likes."
            case "as_captured":
                text = f"{capital(subject)} is dropped with the face up that it showed when it was captured."
            case _:
                text = f"{capital(subject)} is dropped unpromoted."
        yield rule(text, _span(style))


def _regions(words: Words, able: list[str]) -> Iterator[Rule]:
    for ids, region in words.grouped(able, words.definition.drops.region):
        if region is not None and not region.value.is_all:
            where = "not be dropped" if region.value.is_none else f"be dropped only on {words.region(region.value)}"
            yield rule(f"{capital(words.subject(ids, able))} may {where}.", region.span)


def _limits(words: Words, able: list[str]) -> Iterator[Rule]:
    limits = words.definition.drops.file_limit
    for wanted, limit in limits:
        members = words.sets.members(wanted)
        bound = [piece for piece in members if piece in able and words.sets.value(limits, piece) is limit]
        if not bound or limit.value is None:
            continue
        how = "dropped on, or moved to," if limit.value.moves else "dropped on"
        kinds, count = f"unpromoted {words.no_of(members)}", limit.value.count
        held = f"an {kinds}" if count == 1 else f"{number(count)} {kinds}{'s' if len(members) == 1 else ''}"
        text = f"{capital(words.any_of(bound))} may not be {how} a file where its side already has {held}."
        yield rule(text, limit.span)


_MATES: Final[Mapping[str, str]] = {
    "illegal": "{} may not be dropped to give mate.",
    "loses": "A player who gives mate by dropping {} has lost.",
    "allowed": "{} may be dropped to give mate.",
}
_CHECKS: Final[Mapping[str, str]] = {
    "illegal": "{} may not be dropped to give check.",
    "allowed": "{} may be dropped to give check.",
}
_STALEMATES: Final[Mapping[str, str]] = {
    "illegal": "{} may not be dropped so that the other side is not in check and has no move.",
    "allowed": "{} may be dropped so that the other side has no move.",
}
_STUCK: Final[Mapping[str, str]] = {
    "illegal": "{} may not be dropped where it could never move.",
    "allowed": "{} may be dropped even where it could never move.",
}


def _forbidden(words: Words, able: list[str]) -> Iterator[Rule]:
    """What nothing says is told only where it forbids something: pieces that get stuck."""
    rules = words.definition.drops
    for key, values, told in (
        ("stuck", rules.stuck, _STUCK),
        ("mate", rules.mate, _MATES),
        ("check", rules.check, _CHECKS),
        ("stalemate", rules.stalemate, _STALEMATES),
    ):
        for ids, value in words.grouped(able, values):
            word = said(value, "drops", key)
            if value is not None or word != "allowed":
                yield rule(capital(told[word].format(words.subject(ids, able))), _span(value))


def _waiting(rules: DropsDef, words: Words) -> Iterator[Rule]:
    for wanted, told in (
        (rules.first, "it does nothing but drop what it holds of these"),
        (rules.before_mate, "none of its moves and drops may give mate"),
    ):
        if wanted is not None:
            yield rule(f"As long as a side has {_in_hand(words, wanted)} in hand, {told}.", wanted.span)


def _in_hand(words: Words, wanted: PieceSet) -> str:
    one = words.one_of(wanted)
    return "a royal" if one == "its royal" else one


# --------------------------------------------------------------------------------------------------- royals and check


def royals(words: Words) -> Iterator[Rule]:
    rules = words.definition.royals
    faces = [words.faces.all[kind] for kind in words.faces.royals(words.sets)]
    if not faces:
        yield rule("No piece is royal.")
        return
    told = listed([f"the {(face.face or face.piece).name}" for face in faces])
    one = len(faces) == 1
    crown = rules.pieces.span if rules.pieces else (faces[0].face or faces[0].piece).span
    text = f"{capital(told)} {'is' if one else 'are'} royal: the game hangs on {'it' if one else 'them'}."
    yield rule(text, crown)
    hangs = said(rules.lost_when, "royals", "lost_when")
    if not one or hangs == "all":
        yield rule(_HANGS[hangs], _span(rules.lost_when))
    yield rule(_ANSWERED[said(rules.check, "royals", "check")], _span(rules.check))
    if rules.facing is not None:
        yield _facing(words, rules.facing)
    for what in rules.in_hand_forbids:
        place = words.where("royals", "in_hand_forbids")
        yield rule(f"While a side has a royal of its own in its hand, it {_IN_HAND[what]}.", place)


_HANGS: Final[Mapping[str, str]] = {
    "any": "The game hangs on each royal of a side.",
    "all": (
        "While a side has several royals, none of them is in check, and all but the last may be captured as others are."
    ),
}
_ANSWERED: Final[Mapping[str, str]] = {
    "answered": "No move may leave the mover's own royal in check.",
    "ignored": "Check need not be answered; a royal that is left in check may be captured.",
}
_IN_HAND: Final[Mapping[str, str]] = {
    "captures": "captures nothing and gives no check",
    "promotion": "promotes nothing, and makes no move that would have to",
}
_FACING: Final[Mapping[str, str]] = {
    "allowed": "{} may face each other {} with nothing between them.",
    "illegal": "No move may leave {} facing each other {} with nothing between them.",
    "answered": (
        "When a move leaves {} facing each other {} with nothing between them, the other side must end that at once, "
        "or pass."
    ),
}


def _facing(words: Words, facing: FacingDef) -> Rule:
    pieces = "the royals" if facing.pieces is None else words.pieces(facing.pieces)
    along = "on a file"
    if facing.along is not None:
        legs = [leg for move in facing.along.moves for path in paths(move) for leg in path.legs]
        along = listed([wording.either(wording.heading(leg)) for leg in legs], "or")
        along = {"forward or backward": "on a file", "orthogonally": "on a file or a rank"}.get(along, along)
    return rule(capital(_FACING[facing.rule.value].format(pieces, along)), facing.rule.span)


def _span(value: Located[Any] | None) -> Span | None:
    return None if value is None else value.span
