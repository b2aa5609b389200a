"""A second opinion: the moves of a game by brute force, from a plain table written from its rule sheet.

Nothing here imports the project. It is for games of which nobody else's count is known.
"""
