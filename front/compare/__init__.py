"""Two variants beside each other: which rules differ, and where their legal moves part."""
