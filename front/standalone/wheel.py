"""A package as a wheel, for this Python and platform: https://packaging.python.org/specifications/binary-distribution-format/."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import hensoku
from hensoku.standalone.package import Package, license_text

if TYPE_CHECKING:
    from packaging.tags import Tag

LICENSE: Final = "LICENSE"


def wheel_tag() -> Tag:
    """The most special tag of this interpreter that says which C library there must be, if any does: a bare `linux` is
    taken by systems with any C library, and what is built here needs at least this one."""
    from packaging.tags import sys_tags

    tags = list(sys_tags())
    return next((tag for tag in tags if not tag.platform.startswith("linux")), tags[0])


def write_wheel(folder: Path, package: Package) -> Path:
    """The wheel of a package, written into a folder."""
    from wheel.wheelfile import WheelFile

    tag = wheel_tag()
    stem = f"{package.package}-{package.version}"
    about = {
        "METADATA": _metadata(package),
        "WHEEL": f"Wheel-Version: 1.0\nGenerator: hensoku {hensoku.__version__}\nRoot-Is-Purelib: false\nTag: {tag}\n",
        "entry_points.txt": f"[console_scripts]\n{package.project} = {package.package}.__main__:main\n",
        f"licenses/{LICENSE}": license_text(),
    }
    path = folder / f"{stem}-{tag}.whl"
    with WheelFile(path, "w") as wheel:
        for name, content in package.files.items():
            wheel.writestr(f"{package.package}/{name}", content)
        for name, text in about.items():
            wheel.writestr(f"{stem}.dist-info/{name}", text)
    return path


def _metadata(package: Package) -> bytes:
    from packaging.metadata import Metadata

    raw = Metadata.from_raw(
        {
            "metadata_version": "2.4",
            "name": package.project,
            "version": package.version,
            "summary": f"{package.name}: moves, rules, outcomes and an engine",
            "license_files": [LICENSE],
            "requires_python": ">=3.11",
            "provides_extra": ["learn"],
            "requires_dist": ['numpy>=1.26; extra == "learn"'],
            "description_content_type": "text/markdown",
            "description": package.description,
        }
    )
    return raw.as_rfc822().as_bytes()
