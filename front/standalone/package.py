"""One variant as a package that imports nothing but Python: its modules, a copy of the runtime, and a few lines."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from pathlib import Path
from typing import final

import hensoku
from hensoku.compiler.build.digest import RUNTIME, digest
from hensoku.compiler.build.toolchain import SUFFIX
from hensoku.runtime.contract import VariantData
from hensoku.runtime.standalone import MODULES
from hensoku.standalone.texts import DESCRIPTION, INIT, LAUNCHER, MAIN, README, Text

_OURS = re.compile(r"\bhensoku\.runtime\b")
_DIGITS = 12


@final
@dataclass(frozen=True)
class Package:
    """A variant with what it was built into: the file of its module by build (`hensoku.runtime.processor`)."""

    data: VariantData
    libraries: Mapping[str, Path]

    @property
    def name(self) -> str:
        """What the engine is called: the slug, and the profile if it is another reading."""
        return "-".join(filter(None, (self.data["slug"], self.data["profile"])))

    @property
    def project(self) -> str:
        """What the wheel is called."""
        return f"hensoku-{self.name}"

    @property
    def package(self) -> str:
        """What is imported."""
        return self.project.replace("-", "_")

    @cached_property
    def version(self) -> str:
        """That of hensoku and, as a local version, a digest of all that is carried: another definition is another
        version. The letter keeps it from being read as a number."""
        parts = [part for name, content in sorted(self._carried.items()) for part in (name, content)]
        return f"{hensoku.__version__}+d{digest(parts)[:_DIGITS]}"

    @cached_property
    def files(self) -> dict[str, bytes]:
        """The contents of the package by their paths in it."""
        return {**self._carried, "__init__.py": self.fill(INIT), "__main__.py": self.fill(MAIN), "py.typed": b""}

    @cached_property
    def _carried(self) -> dict[str, bytes]:
        modules = {f"{MODULES}/{build}/{file.name}": file.read_bytes() for build, file in self.libraries.items()}
        return {**_runtime_under(self.package), **modules}

    @property
    def launcher(self) -> bytes:
        return self.fill(LAUNCHER)

    @property
    def readme(self) -> bytes:
        """Of the folder, the same for all variants."""
        return self.fill(README)

    @property
    def description(self) -> str:
        return self.fill(DESCRIPTION).decode()

    def fill(self, text: Text) -> bytes:
        return text.substitute(
            name=self.name,
            project=self.project,
            package=self.package,
            version=self.version,
            hensoku=hensoku.__version__,
            python=f"{sys.version_info.major}.{sys.version_info.minor}",
            suffix=SUFFIX,
        ).encode()


def _runtime_under(package: str) -> dict[str, bytes]:
    """The runtime, which imports nothing else of ours, as a part of another package."""
    return {
        f"runtime/{file.relative_to(RUNTIME).as_posix()}": _OURS.sub(f"{package}.runtime", source).encode()
        for file, source in _runtime().items()
    }


@cache
def _runtime() -> dict[Path, str]:
    return {file: file.read_text("utf-8") for file in sorted(RUNTIME.rglob("*.py"))}


def license_text() -> bytes:
    """The licence of hensoku, under which the runtime goes along."""
    return (files("hensoku.standalone") / "LICENSE").read_bytes()
