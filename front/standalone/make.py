"""Builds variants for every machine of this platform and puts them into a folder of engines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, final

from hensoku.building import Built, build_all
from hensoku.compiler.build.toolchain import portable_processors
from hensoku.compiler.options import Options
from hensoku.runtime.load import load_built
from hensoku.standalone.folder import Written, prepared, write
from hensoku.standalone.package import Package

OPTIONS: Final = Options(engine=True)
"""The module with the search does all that the plain one does, so it goes alone. Nobody waits for it at a prompt."""


@final
@dataclass(frozen=True)
class Made:
    """What became of one name: what was written, or how a build failed."""

    built: Built
    written: Written | None = None

    def as_data(self) -> dict[str, Any]:
        if self.written is None:
            return self.built.as_data()
        return {
            "variant": self.built.name,
            "launcher": str(self.written.launcher),
            "wheel": str(self.written.wheel),
            "built": self.built.fresh,
            "seconds": round(self.built.seconds, 3),
        }


def builds() -> int:
    """How many modules a variant is built into."""
    return len(portable_processors())


def make_all(
    names: Sequence[str],
    folder: Path,
    profile: str | None = None,
    *,
    options: Options = OPTIONS,
    force: bool = False,
    jobs: int | None = None,
    done: Callable[[str], None] = lambda _: None,
) -> list[Made]:
    """What became of each name, in their order. The folder is looked at first: see `folder.prepared`. Each variant is
    built with `options` for each of the platform's processors; `done` is told its name as often as `builds` says."""
    with prepared(folder):
        by_processor = [
            build_all(names, profile, options=replace(options, processor=processor), force=force, jobs=jobs, done=done)
            for processor in portable_processors()
        ]
        return [_made(folder, each) for each in zip(*by_processor, strict=True)]


def _made(folder: Path, builds: Sequence[Built]) -> Made:
    """What becomes of the builds of one variant, in the order of the platform's processors."""
    failed = next((built for built in builds if built.path is None), None)
    if failed is not None:
        return Made(failed)
    whole = replace(builds[0], fresh=any(one.fresh for one in builds), seconds=sum(one.seconds for one in builds))
    paths = zip(portable_processors(), builds, strict=True)
    libraries: dict[str, Path] = {processor: built.path for processor, built in paths if built.path is not None}
    data = load_built(libraries["baseline"]).DATA  # the one that runs on every machine
    return Made(whole, write(folder, Package(data, libraries)))
