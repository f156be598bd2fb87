"""How large a clone and each notebook are."""

from __future__ import annotations

import pathlib
import subprocess
import tempfile
from collections.abc import Iterator

from tests.notebook_tool import store

ROOT = pathlib.Path(__file__).parents[2]


def rows() -> Iterator[tuple[str, ...]]:
    """Yield the size of a new clone and of each notebook, with what is allowed."""
    yield "what", "size", "allowed"
    with tempfile.TemporaryDirectory() as folder:
        clone = pathlib.Path(folder) / "clone"
        subprocess.run(["git", "clone", "-q", "--no-local", ROOT, clone], check=True)
        size = sum(file.stat().st_size for file in clone.rglob("*") if file.is_file())
    yield "clone", f"{size / 1e6:.1f} MB", "10 MB"
    for path in store.find():
        yield path.stem, f"{path.stat().st_size / 1e3:.0f} kB", "300 kB"
