"""The notations inside strings, moves apart: setups, regions, piece sets."""
