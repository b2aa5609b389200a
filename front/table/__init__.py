"""A game at the terminal: the table, how it looks, and what is said at it."""
