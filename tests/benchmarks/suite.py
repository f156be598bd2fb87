"""How long the README's test command takes, and what it says at the end."""

from __future__ import annotations

import pathlib
import subprocess
import sys
import time
from collections.abc import Iterator

ROOT = pathlib.Path(__file__).parents[2]


def rows() -> Iterator[tuple[str, ...]]:
    """Yield one row: minutes from the first test to the last, and pytest's own last line."""
    yield "tests", "took", "pytest says"
    start = time.perf_counter()
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q"], cwd=ROOT, capture_output=True, text=True
    )
    minutes = (time.perf_counter() - start) / 60
    yield "the whole run", f"{minutes:.0f} min", run.stdout.strip().splitlines()[-1].strip("= ")
