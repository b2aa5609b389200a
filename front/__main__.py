"""`python -m hensoku`."""

from hensoku.cli import main

main()
