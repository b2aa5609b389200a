"""Measurements beside other programs: `python -m benchmarks` from the root of the project."""
