"""Checking rule sheets: which files, under which settings, what is found, and how it is mended."""
