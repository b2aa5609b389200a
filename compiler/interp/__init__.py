"""The reference interpreter: the meaning of the language, in plain Python.

    walk       where one move leads on a board; needs no variant
    position   a position as frozen data
    apply      what a move does to a position
    moves      what may be moved and dropped, whatever becomes of one's royals
    captures   captures that are forbidden although the piece moves so
    rules      attack, check, legality
    ends       the ends that a position shows, and the legal moves, of which there are none then
    counting   ends that count points for pieces
    codes      moves as the numbers of `hensoku.runtime.contract`
    core       the positions of a game behind `hensoku.runtime.contract.Core`

Positions never change, and nothing is kept from one question to the next but the last list of legal moves, for which a
core is asked again and again. Where it and the generated code disagree, the generated code is wrong until a source says
otherwise.
"""
