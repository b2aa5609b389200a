"""The fixture of the command line, for the command that reads games."""

from __future__ import annotations

from commands import hensoku_command

__all__ = ["hensoku_command"]
