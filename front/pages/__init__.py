"""Variants as HTML: a page each, and an index of them, as a shogi book would show them.

`site.write` is the door. A page is put together as data (`page.py`, `board.py`, `moves.py`, `tables.py`, `prose.py`)
and written by the templates in `templates/`. It needs nothing but itself: styles and pictures are inside.
"""
