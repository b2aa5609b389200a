"""Definitions that are wrong, each in one way.

`«` stands before the place that a finding points at; it is taken out of the text before it is read.
"""

from __future__ import annotations

GOOD = """\
title: Small
slug: small
board: "3×3"
players: 2
engine:
  topology: {type: grid, rows: 3, cols: 3}
  setup: "1k1/3/PK1"
  pieces:
    K: {name: King, moves: "K", royal: true}
    P: {name: Pawn, moves: "fW", promotes: {name: Tokin, moves: "WfF"}}
  promotion: {zone: "far 1"}
"""

LAUGHS = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{name}: &{name} [{', '.join([f'*{before}'] * 9)}]\n" for before, name in zip("abcd", "bcde", strict=True)
)

# What is replaced in GOOD, by what, code, message.
DEFINITIONS = {
    "a tab": ("  setup", "«\tsetup", "HS010", "a tab cannot indent a line"),
    "a colon in a value": ("title: Small", "title: a«: b", "HS010", "a ':' and a blank separate key and value"),
    "a key twice": ("slug: small", "slug: small\n«slug: large", "HS013", "the key 'slug' stands twice"),
    "an unknown key": ("  promotion", "  «promotoin", "HS101", "unknown key 'promotoin' in 'engine'"),
    "a wrong type": ("rows: 3", "rows: «three", "HS102", "'rows' must be a number of ranks from 1 to 36, not 'three'"),
    "text for true": ("royal: true", "royal: «yes", "HS102", "'royal' must be true or false, not 'yes'"),
    "nesting": ("title: Small", f"title: {'[' * 63}«{'[' * 1000}", "HS020", "values may be nested 64 deep"),
    "a long string": ("title: Small", f"title: «{'x' * 100_000}", "HS022", "a string has at most 65536 characters"),
    "a megabyte": ("title: Small", f"title: {'x' * 1_000_000}", "HS003", "a definition has at most 262144 bytes"),
    "a huge board": ("rows: 3", "rows: «10000", "HS104", "'rows' must be a number of ranks from 1 to 36, not 10000"),
    "a short row": ("/PK1", "/«PK", "HS404", "a row of this board has 3 squares, not 2"),
    "an unknown letter": ("/PK1", "/P«X1", "HS402", "no piece is called X"),
    "two kings": ("/PK1", "/K«K1", "HS458", "sente has 2 royal pieces in this setup"),
    "a stuck pawn": ("1k1", "«Pk1", "HS459", "Pawn on 3a could never move from there"),
    "an unknown atom": ('"fW"', '"f«XW"', "HS201", "no atom is called 'X'"),
    "modifiers alone": ('"fW"', '"fWm«"', "HS201", "modifiers without an atom"),
    "a digit too many": ('"fW"', '"W34«5"', "HS201", "a range has at most two digits"),
    "one letter for two": (
        "  promotion",
        '    Q: {letter: «P, moves: "Q"}\n  promotion',
        "HS403",
        "P and Q have the same letter P",
    ),
    "a board that disagrees": ("rows: 3", "rows: 2", "HS401", "board 3×3 does not agree with 3 files and 2 ranks"),
    "no such parent": ("engine:", "engine:\n  extends: «nobody", "HS451", "no variant is called 'nobody'"),
    "a parent of itself": (
        "engine:",
        "parent: small\nengine:",
        "HS472",
        "this variant is called 'small' as its parent is",
    ),
    "a zone off the board": ('"far 1"', '"far «4"', "HS409", "'far 4' lies outside the board"),
    "a square off the board": ('"far 1"', '"«4a"', "HS409", "'4a' lies outside the board"),
    "many aliases of aliases": ("title: Small", f"{LAUGHS}title: Small", "HS021", "at most 20000 values"),
}
ELSEWHERE = {
    "a board that disagrees": (3, 8),
    "a megabyte": (1, 1),
    "a parent of itself": (2, 7),
    "many aliases of aliases": (5, 12),
}
"""Places that are not in the part replaced. The aliases: a to d count 10 + 91 + 820 + 7381, and the second `*d` in e is
the one that goes beyond 20,000."""

PEERS = {
    # What other programs take in silence, skip, or abort at: settings, and letters of the move notation.
    "a key with a typing error": "drops: {file_limti: {P: 1}}",
    "a word for a number": "repetition: {times: four}",
    "yes for true": "pass: yes",
    "two letters for two pieces": "drops: {file_limit: {PL: 1}}",
    "a region that is none": "promotion: {zone: ab}",
    "a template that is none": "extends: nosuch",
    "a key twice": "drops: {mate: {P: illegal}, mate: {L: illegal}}",
    "a board of 40 ranks": "topology: {rows: 40}",
    "an old engine's setup": 'setup: "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - - 0 1"',
    "a setup of another board": 'setup: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"',
    "a modifier that is reserved": 'pieces: {G: {name: Gold, moves: "oR"}}',
    "an operator that is none": 'pieces: {G: {name: Gold, moves: "W-F"}}',
    "a modifier twice": 'pieces: {G: {name: Gold, moves: "mmR"}}',
    "a doubled leaper": 'pieces: {G: {name: Gold, moves: "AA"}}',
    "a lame leap that is no such thing": 'pieces: {G: {name: Gold, moves: "nW"}}',
    "an old atom": 'pieces: {G: {name: Gold, moves: "L"}}',
    "a range of three digits": 'pieces: {G: {name: Gold, moves: "R100"}}',
    "a direction on a king": 'pieces: {G: {name: Gold, moves: "fsK"}}',
    "a piece that nobody is": "royals: {pieces: X}",
    "a goal without a result": "ends: {try: win}",
}
"""Lines under `engine` of a definition with the parent shogi."""

SECTIONS = {
    # The same in the files of that program: what it passes over, reads otherwise than it looks, or ends at.
    "a key with a typing error": "[x:minishogi]\ndropNoDuobled = p\n",
    "a word for a number": "[x:minishogi]\nnFoldRule = four\n",
    "True for true": "[x:minishogi]\npieceDrops = True\n",
    "two letters where one counts": "[x:minishogi]\ndropNoDoubled = ps\n",
    "a region that is none": "[x:minishogi]\nflagRegionWhite = ab\n",
    "a template that is none": "[x:nosuch]\nnFoldRule = 4\n",
    "a key twice": "[x:minishogi]\nnFoldRule = 3\nnFoldRule = 4\n",
    "a colon for an equals sign": "[x:minishogi]\nnFoldRule: 4\n",
    "a board that is too large": "[x:minishogi]\nmaxRank = 12\nmaxFile = 12\n",
    "a setup of another board": "[x:minishogi]\nstartFen = rbsgk/4p/5/P4 w 0 1\n",
    "a modifier that is skipped": "[x:minishogi]\ncustomPiece1 = s:oR\n",
    "legs that are skipped": "[x:minishogi]\ncustomPiece1 = s:mafsmafW\n",
    "a jump that is skipped": "[x:minishogi]\ncustomPiece1 = s:jN\n",
    "a range of two digits": "[x:minishogi]\ncustomPiece1 = s:R10\n",
    "a doubled leaper": "[x:minishogi]\ncustomPiece1 = s:AA\n",
    "an operator that is none": "[x:minishogi]\ncustomPiece1 = s:W-F\n",
    "a lame leap that does not move": "[x:minishogi]\ncustomPiece1 = s:nC\n",
    "no file of that kind": "Minishogi\n\nA text: for people.\n",
}
"""Files of Fairy-Stockfish."""
