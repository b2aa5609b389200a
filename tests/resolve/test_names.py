"""Variants are found by the names that others give them."""

from __future__ import annotations

import pytest

from hensoku.compiler.resolve import resolve

FAIRY = {  # Fairy-Stockfish, in its code or its variants.ini
    "shogi": "shogi",
    "mini": "minishogi",
    "minishogi": "minishogi",
    "kyotoshogi": "kyoto-shogi",
    "micro": "micro-shogi",
    "dobutsu": "dobutsu-shogi",
    "gorogoro": "gorogoro-shogi",
    "gorogoroplus": "gorogoro-plus",
    "judkins": "judkins-shogi",
    "torishogi": "tori-shogi",
    "euroshogi": "euro-shogi",
    "shoshogi": "sho-shogi",
    "yarishogi": "yari-shogi",
    "okisakishogi": "okisaki-shogi",
    "checkshogi": "check-shogi",
    "cannonshogi": "cannon-shogi",
    "makruk": "makruk",
    "xiangqi": "xiangqi",
    "minixiangqi": "minixiangqi",
    "janggi": "janggi",
    "shatranj": "shatranj",
    "peasant": "peasants-revolt",
}
LISHOGI = {
    "standard": "shogi",
    "annanshogi": "annan-shogi",
    "chushogi": "chu-shogi",
    "dobutsu": "dobutsu-shogi",
}
HAITAKA = {"annan": "annan-shogi", "anhoku": "anhoku-shogi", "antouzai": "antouzai-shogi"}
OTHERS = {  # names in lists of variants
    "microshogi": "micro-shogi",
    "whale": "whale-shogi",
    "cylinder": "cylinder-shogi",
    "loop-shogi": "cylinder-shogi",
    "torus": "torus-shogi",
    "wa-nodrops": "wa-shogi",
    "wa-drops": "wa-shogi-with-drops",
    "gobetween-shogi": "go-between-shogi",
    "kyo-10x10": "kyo-shogi",
    "narrow-9x7": "narrow-shogi",
    "tiny-7x7": "shogi-7x7",
    "pawnless": "pawnless-shogi",
    "goldsilver-5x5": "gold-silver-shogi",
    "full-knight": "full-knight-shogi",
    "no-drop": "no-drop-shogi",
    "anki": "anki-shogi",
    "peasant-revolt": "peasants-revolt",
    "heian-9x8": "heian-shogi",
    "heian-8x8": "heian-shogi-8x8",
    "heian-9x9": "heian-shogi-9x9",
    "heian-dai": "heian-dai-shogi",
    "daishogi": "dai-shogi",
    "mortal": "mortal-shogi",
}


NAMES = [pair for names in (FAIRY, LISHOGI, HAITAKA, OTHERS) for pair in names.items()]


@pytest.mark.parametrize(("name", "slug"), NAMES)
def test_found(name: str, slug: str) -> None:
    assert resolve(name).module.slug == slug
