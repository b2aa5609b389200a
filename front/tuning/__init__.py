"""Better numbers for the evaluation: games of the engine against itself (`games`), what can be changed (`numbers`), the
numbers that tell their results best (`fit`), and the file that holds them (`writing`)."""
