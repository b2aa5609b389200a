"""The fixture of the command line, for a game at the terminal."""

from __future__ import annotations

from commands import hensoku_command

__all__ = ["hensoku_command"]
