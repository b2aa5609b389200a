"""The move notation: text to checked nodes, to plain legs, and back to canonical text."""
