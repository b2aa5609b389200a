"""The move notation: text to checked nodes, nodes to canonical text and to plain legs. `docs/notation.md` is its reference."""
