"""Definitions from and to the INI files of Fairy-Stockfish.

`reading.import_sections` makes rule sheets of the sections of a file, `writing.export` a section of a definition.
Nothing is approximated: what the other side cannot express is refused, with the line or the rule that asks for it.
"""
