"""The fixture of the command line."""

from __future__ import annotations

from commands import hensoku_command

__all__ = ["hensoku_command"]
