"""The command line, `hensoku`. Each command imports what it needs when it runs."""

from __future__ import annotations

import sys
from typing import NoReturn


def main() -> NoReturn:
    from hensoku.cli.app import run

    sys.exit(run(sys.argv[1:]))
