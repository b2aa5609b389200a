"""The fuzzer: random definitions, on which the reference interpreter and the generated code must say the same.

    dice         random choices with chances and weights
    text         a definition as plain data, and its text
    boards       boards and the regions on them
    pieces       pieces, their faces, moves and what they promote to
    rules        promotion, drops, royals, borrowing, ends, repetition
    definitions  all of that put together, with setups, until the language accepts it
    workbench    one definition compiled as quickly as possible
    games        a position on both backends
    compare      what both must say of it
    positions    the positions to compare on: random placements, random play
    trial        one definition from its number, or its file, to what was found
    isolate      a trial in a process of its own: generated code may crash or never end
    campaign     many trials
    cases        a failure as a file that reproduces it
    shrink       a failure made as small as it gets, by `reductions` of its definition and the `rows` of its positions

Definitions are generated as text and read by the loader that authors use, so the whole chain takes part. The same seed
and number give the same definition and the same positions.
"""
