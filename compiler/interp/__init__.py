"""The reference interpreter: the meaning of the language, in plain Python.

    walk       where one move leads on a board (betza.md 1.9); needs no variant
    position   a position as frozen data
    apply      what a move does to a position
    moves      what may be moved and dropped, whatever becomes of one's royals
    captures   captures that are forbidden although the piece moves so
    rules      attack, check, legality
    ends       the ends that a position shows, and the legal moves, of which there are none then
    core       the positions of a game behind `hensoku.runtime.contract.Core`

Positions never change and nothing is kept from one question to the next. Where it and the generated code disagree, the
generated code is wrong until a source says otherwise.
"""
