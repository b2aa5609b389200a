"""A variant in a package of its own, with its engine: what the package that `hensoku build --standalone` makes is over.

Such a package holds a copy of this runtime under its own name, so that packages of several versions live side by side
and beside hensoku itself.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Final, cast

from hensoku.runtime.engine.conversation import converse
from hensoku.runtime.engine.dialogue import Dialogue
from hensoku.runtime.errors import LoadError
from hensoku.runtime.load import open_built
from hensoku.runtime.processor import best_build
from hensoku.runtime.variant import Variant

MODULES: Final = "modules"
"""The folder of a package with a folder for each build of the variant's module."""

INTERRUPTED, WRONG = 130, 2


def open_variant(package: str, folder: Path) -> Variant:
    """The variant of a package in its folder, by the build that suits this processor. Raises LoadError."""
    builds = {build.name: build for build in (folder / MODULES).iterdir()}
    libraries = builds[best_build(builds)].glob(f"*{EXTENSION_SUFFIXES[0]}")
    library = next(libraries, None)
    if library is None:
        raise LoadError(f"{package} was built for another Python: this one loads *{EXTENSION_SUFFIXES[0]}")
    return open_built(library, reload=(again, (package,)))


def again(package: str) -> Variant:
    """The variant of a package by its name; how a pickled position finds it, too."""
    return cast("Variant", import_module(package).variant)


def play(package: str, name: str, version: str, arguments: Sequence[str]) -> int:
    """The engine of a package on standard input and output, in USI or UCI, whichever it is greeted in; the exit code.
    `name` is what it is called."""
    from argparse import ArgumentParser

    parser = ArgumentParser(prog=name, description=f"An engine for {name} that speaks USI and UCI.")
    parser.add_argument("--version", action="version", version=f"{name} {version}")
    parser.parse_args(arguments)

    def opened(other: str) -> Variant:
        if other != name:
            raise ValueError(f"this engine plays {name} alone")
        return variant

    try:
        variant = again(package)
        converse(lambda notation, out: Dialogue(notation, name, (name,), opened, version, out))
    except KeyboardInterrupt:
        return INTERRUPTED
    except LoadError as error:
        sys.stderr.write(f"error: {error}\n")
        return WRONG
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return WRONG
    return 0
