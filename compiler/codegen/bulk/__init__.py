"""Counts last moves by sets of squares: the code for `lowering.sets`. `hensoku.compiler.codegen.bulk.emit` begins it.

Names in the emitted code: `w` the mover's sets by class, `v` the enemy's, `own` and `occ` all of the mover's and all
pieces, `one` a piece as a set, `s` its place, `z` the limits that keep a royal safe, `n` the number of moves.
"""
