"""A folder of engines: a launcher and a wheel for each, their packages in `hensoku_lib`.

    DIR/annan-shogi                        starts the engine
    DIR/hensoku_annan_shogi-….whl          the same for `pip install`
    DIR/hensoku_lib/hensoku_annan_shogi/   the package
    DIR/README.txt, DIR/LICENSE, DIR/.hensoku-standalone

Each variant has its own copy of the runtime, so that those of several builds stand in one folder. Everything is
prepared beside its place and renamed into it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, final

import hensoku
from hensoku.compiler.build import BuildError
from hensoku.standalone.package import Package, license_text
from hensoku.standalone.wheel import LICENSE, write_wheel

MARK: Final = ".hensoku-standalone"
"""What tells a folder of ours from others."""

LIB: Final = "hensoku_lib"
"""No slug has an underscore, so that no launcher is called like that."""


@final
@dataclass(frozen=True)
class Written:
    launcher: Path
    wheel: Path


@contextmanager
def prepared(folder: Path) -> Iterator[None]:
    """Make the folder, or see that it is one of ours, so that packages can be written. If none is, there is what there
    was before. Raises BuildError for another folder, OSError for one that cannot be written to."""
    was_there = folder.exists()
    if was_there and not folder.is_dir():
        raise BuildError(f"{folder} is no folder: name one that is empty or not there yet")
    if was_there and not (folder / MARK).is_file() and any(folder.iterdir()):
        raise BuildError(f"{folder} holds files that are not of hensoku: name a folder that is empty or not there yet")
    lib = folder / LIB
    lib.mkdir(parents=True, exist_ok=True)
    (folder / MARK).write_text(f"{hensoku.__version__}\n", "utf-8")
    try:
        yield
    finally:
        if not any(lib.iterdir()):
            lib.rmdir()
            (folder / MARK).unlink()
            if not was_there:
                folder.rmdir()


def write(folder: Path, package: Package) -> Written:
    """Put a package into a prepared folder, in place of an earlier one."""
    with _beside(folder) as workshop:
        _write_package(workshop / package.package, package)
        wheel = write_wheel(workshop, package)
        launcher = workshop / package.name
        launcher.write_bytes(package.launcher)
        launcher.chmod(0o755)
        for name, content in (("README.txt", package.readme), (LICENSE, license_text())):
            (workshop / name).write_bytes(content)
            (workshop / name).replace(folder / name)
        _replace(workshop / package.package, folder / LIB / package.package)
        for earlier in folder.glob(f"{package.package}-*.whl"):
            earlier.unlink()
        return Written(launcher.replace(folder / launcher.name), wheel.replace(folder / wheel.name))


def _write_package(place: Path, package: Package) -> None:
    for name, content in package.files.items():
        file = place / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)


def _replace(new: Path, place: Path) -> None:
    """A folder in the place of another, which an engine may be running from."""
    if place.exists():
        place.rename(new.with_name(".earlier"))
    new.rename(place)


@contextmanager
def _beside(folder: Path) -> Iterator[Path]:
    """A fresh folder on the same file system."""
    with TemporaryDirectory(prefix=".making.", dir=folder / LIB) as made:
        yield Path(made)
