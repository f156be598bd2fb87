"""Print what an environment weighs against its wheels: ``python -m tests.binder.sizes ENV WHEELS``.

ENV is a virtual environment, WHEELS a folder with the wheels that were installed into it; wheels
that another version has replaced in the environment may lie there too and are not counted.
"""

import sys
from importlib.metadata import distributions
from pathlib import Path
from zipfile import ZipFile

from packaging.utils import canonicalize_name, parse_wheel_filename
from packaging.version import Version

GB = 1e9


def installed(environment: Path) -> set[tuple[str, Version]]:
    """Name and version of each package in an environment."""
    (packages,) = environment.glob("lib/python*/site-packages")
    found = distributions(path=[str(packages)])
    return {(canonicalize_name(each.name), Version(each.version)) for each in found}


def wheels(folder: Path) -> dict[tuple[str, Version], Path]:
    """The wheels in a folder by name and version."""
    return {parse_wheel_filename(path.name)[:2]: path for path in folder.glob("*.whl")}


def on_disk(folder: Path) -> int:
    """Bytes of disk that the files below a folder take."""
    return sum(path.lstat().st_blocks * 512 for path in folder.rglob("*"))


def unpacked(wheel: Path) -> int:
    """Bytes of the files in a wheel."""
    with ZipFile(wheel) as archive:
        return sum(file.file_size for file in archive.infolist())


def compare(environment: Path, folder: Path) -> str:
    """One line: the environment on disk, the sum of its wheels, and what came from no wheel."""
    packages, at_hand = installed(environment), wheels(folder)
    used = [at_hand[package] for package in packages & at_hand.keys()]
    without = sorted(name for name, _ in packages - at_hand.keys())
    return (
        f"environment {on_disk(environment) / GB:.2f} GB on disk, its {len(used)} wheels "
        f"{sum(path.stat().st_size for path in used) / GB:.2f} GB to download and "
        f"{sum(map(unpacked, used)) / GB:.2f} GB unpacked; "
        f"not from a wheel: {', '.join(without) or 'nothing'}"
    )


if __name__ == "__main__":
    print(compare(*map(Path, sys.argv[1:])))
