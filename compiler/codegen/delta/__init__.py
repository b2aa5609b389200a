"""The last two plies at once: replies are counted as if the mover passed, then corrected for what each move changes.

Without this package a module is right, and its first plies are all made.
"""
