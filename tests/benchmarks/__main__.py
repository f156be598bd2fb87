"""Measure what a person waits for: `python -m tests.benchmarks [PART …]`.

The parts: chapters, latency, memory, sizes, suite; none named stands for all of them. Each prints
a table that was taken in one run. Nothing here is a test: a busy machine makes numbers worse and
fails nobody.
"""

from __future__ import annotations

import importlib.metadata
import os
import platform
import sys
from collections.abc import Iterable, Sequence

from tests.benchmarks import chapters, latency, memory, sizes, suite

PARTS = {
    "chapters": chapters.rows,
    "latency": latency.rows,
    "memory": memory.rows,
    "sizes": sizes.rows,
    "suite": suite.rows,
}
PACKAGES = ("torch", "jax", "tensorflow-cpu", "jupyterlab", "ipywidgets", "matplotlib")


def main(names: Sequence[str]) -> int:
    """Print the table of each part that is named, or of all."""
    unknown = set(names) - set(PARTS)
    if unknown:
        print(f"No part is called {', '.join(sorted(unknown))}: choose from {', '.join(PARTS)}.")
        return 2
    print(f"Measured with {machine()}.")
    for name in names or PARTS:
        print()
        for line in table(PARTS[name]()):
            print(line, flush=True)
    return 0


def machine() -> str:
    """Return cores, Python and package versions in a line."""
    versions = (f"{name} {importlib.metadata.version(name)}" for name in PACKAGES)
    return f"{os.cpu_count()} cores, Python {platform.python_version()}, {', '.join(versions)}"


def table(rows: Iterable[Sequence[str]]) -> Iterable[str]:
    """Yield the rows as a Markdown table; the first row is its head."""
    for i, row in enumerate(rows):
        yield f"| {' | '.join(row)} |"
        if not i:
            yield f"|{'---|' * len(row)}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
